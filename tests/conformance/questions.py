"""Questions of both casebooks as data, with their expectations."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from clabber_audit.records.formats import digest, record_data
from clabber_audit.rules.ruleset import load
from tests import casebook
from tests.conformance.expected import Expected, of_family_hand, of_game, of_hand, of_position

Json = dict[str, Any]

ROOT: Final = Path(__file__).parents[2]


class Asked(NamedTuple):
    """A question before it has a number."""

    case: str
    kind: str
    family: str
    #: The ruleset's id; "" for a game whose hands name their own.
    ruleset: str
    given: Json
    expected: Expected
    #: The ruleset, or what a variant is made of and how it differs.
    base: str
    changes: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> str:
        return digest([self.case, self.kind, self.ruleset, self.given])

    @property
    def matter(self) -> str:
        record = {
            key: value for key, value in self.given.get("record", {}).items() if key not in ("id", "ruleset")
        }
        return digest([self.case, self.kind, {**self.given, "record": record}])


def collect_questions() -> list[Asked]:
    """Return every question of both books, in their order."""
    books = ((casebook.cases(), of_hand), (casebook.family_cases(), of_family_hand))
    return [
        _ask(case, question, read) for cases, read in books for case in cases for question in case.questions
    ]


def _ask(
    case: casebook.Case, question: casebook.Question, read: Callable[[tuple[str, ...], str], Expected]
) -> Asked:
    name, *changes = question.ruleset.split() or [""]
    pairs = tuple((toggle, answer) for toggle, _, answer in (change.partition("=") for change in changes))
    if question.kind == "legal":
        position, expected = of_position(question.wanted)
        if read is of_family_hand and "legal" in expected.expect:
            expected.expect["legal"].sort()
        return _under(name or "ecl-1992", pairs, case.id, "position", {"position": position}, expected)
    records = [record_data(hand.record) for hand in casebook.hands_of(question.text)]
    if question.kind == "game":
        given, expected = {"records": records}, of_game(question.wanted)
        if not name:
            (own,) = {record.get("ruleset", "ecl-1992") for record in records}
            return Asked(case.id, "game", load(own).game.id, "", given, expected, own)
        return _under(name, pairs, case.id, "game", given, expected)
    (record,) = records
    name = name or record.get("ruleset", "ecl-1992")
    return _under(
        name, pairs, case.id, "hand", {"record": record}, read(question.wanted, load(file_of(name)).game.id)
    )


def _under(
    name: str, changes: tuple[tuple[str, str], ...], case: str, kind: str, given: Json, expected: Expected
) -> Asked:
    rules = load(file_of(name))
    ruleset = ".".join((rules.id, *(word for change in changes for word in change))).lower()
    return Asked(case, kind, rules.game.id, ruleset, given, expected, name, changes)


def file_of(name: str) -> str:
    """A ruleset as the program takes it: an id, or the path of a file of the checkout."""
    return str(ROOT / name) if name.endswith(".toml") else name
