"""Casebook of the family: questions and the answers due from the program and from the second opinion."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from clabber_audit.records.formats import record_data
from tests import casebook

Record = dict[str, Any]
Ruling = dict[str, Any]

#: Chapters of our own, beside those of the sources.
OWN = ("readings.md", "numbers.md")


class Block(NamedTuple):
    """Hand (`record`) or position (`position`), with the result expected under a ruleset with these answers."""

    ruleset: str
    toggles: dict[str, Any]
    record: Record | None
    position: dict[str, Any] | None
    expected: dict[str, Any]


class FamilyCase(NamedTuple):
    """Block of a case."""

    case: str
    title: str
    file: str
    number: int
    block: Block
    #: The rows that the prose of the case cites.
    rows: frozenset[str]

    @property
    def id(self) -> str:
        """Id of the block, such as `PF05.2` for the second of its case."""
        return f"{self.case}.{self.number}"


class Adjudicator(Protocol):
    """Judge under test: hands as `bid-euchre-hand/1` records, and positions.

    A ruling has the keys `findings` (each with `infraction`, `seat`, `place`, `trick`, `at`, `penalty` and
    `provable_from`), `contract`, `leader`, `trump`, `won`, `tricks`, `outcome`, `score`, `after`, `hickeys`, `winner`,
    `claims` and `next_dealer`, as `opinion/judging.py` gives them.
    """

    def rule(self, record: dict[str, Any], toggles: dict[str, Any]) -> Ruling:
        """Return the ruling on a hand."""

    def legal(
        self, ruleset: str, toggles: dict[str, Any], trump: str, table: list[str], hand: list[str]
    ) -> list[str]:
        """Return the cards that may be played."""

    def winner(self, ruleset: str, toggles: dict[str, Any], trump: str, table: list[str]) -> int:
        """Return the number of the winning card of a trick, from 1."""


@cache
def cases() -> tuple[casebook.Case, ...]:
    """Return every case of the family, in the order of the files."""
    files = (file for file in casebook.OTHER_FAMILY.glob("*.md") if file.name != "README.md")
    return casebook.cases_in(files)


@cache
def book() -> tuple[FamilyCase, ...]:
    """Return every block of the book."""
    return tuple(
        FamilyCase(
            case.id,
            case.title,
            Path(case.file).name,
            number,
            _block(question),
            frozenset(find_cited_rows(case.prose)),
        )
        for case in cases()
        for number, question in enumerate(case.questions, start=1)
    )


def list_sourced() -> list[FamilyCase]:
    """Return the blocks that the second opinion answers: all but those about numbers that houses set."""
    return [block for block in book() if block.file != "numbers.md"]


def find_cited_rows(text: str) -> Iterator[str]:
    """Yield the rows that a text cites, and those of a range such as `B-019 to B-021`."""
    yield from re.findall(r"\bBD?-\d{2,3}\b", text)
    for kind, first, last in re.findall(r"\b(BD?)-(\d{2,3}) to \1-(\d{2,3})\b", text):
        yield from (f"{kind}-{number:0{len(first)}}" for number in range(int(first), int(last)))


def _block(question: casebook.Question) -> Block:
    name, *changes = question.ruleset.split() or [""]
    toggles: dict[str, Any] = {}
    for change in changes:
        toggle, answer = change.split("=")
        toggles[toggle] = int(answer) if answer.isdigit() else answer
    if question.kind == "legal":
        asked = {word: rest.split() for word, _, rest in (line.partition(" ") for line in question.wanted)}
        position = {"trump": asked["trump"][0], "table": asked["trick"], "holds": asked.get("hand")}
        expected: dict[str, Any] = {"findings": []}
        expected |= {"winner": asked["winner"][0]} if "winner" in asked else {"legal": asked["legal"]}
        return Block(name, toggles, None, position, expected)
    record = record_data(casebook.hand_of(question.text).record)
    return Block(record["ruleset"], toggles, record, None, expectation(question.wanted))


def expectation(lines: tuple[str, ...]) -> dict[str, Any]:
    """Parse an `expect` block, whose lines `tests/cases/bid_euchre/README.md` lists."""
    expected: dict[str, Any] = {"findings": []}
    for line in lines:
        what, *more = line.split()
        if what == "finding":
            infraction, seat, *place = more
            expected["findings"].append((infraction, seat, _place(place, expected, (infraction, seat))))
        elif what in ("score", "after", "hickeys", "count"):
            expected[what] = {side: int(number) for side, number in zip(more[::2], more[1::2], strict=True)}
        elif what in ("won", "claims", "contract"):
            expected[what] = more
        elif what == "trick":
            number, seat = more[:2]
            expected.setdefault("won_by_trick", {})[int(number)] = seat.rstrip(",")
        elif line.startswith("next dealer "):
            expected["next_dealer"] = more[1]
        elif what in ("outcome", "leader", "trump", "win") and len(more) == 1:
            (expected[what],) = more
        elif line != "no finding":
            raise ValueError(f"the casebook has no line “{line}”")
    return expected


def _place(words: list[str], expected: dict[str, Any], who: tuple[str, str]) -> str:
    """Return the place of a finding; add its penalty and proving clock to `expected`, if the line has them."""
    more: dict[str, Any] = {}
    if words[-1] in ("renege", "redeal", "void", "note"):
        more["penalty"] = words.pop()
    if words[-2:-1] == ["provable"]:
        more["provable_from"] = None if words[-1] == "never" else int(words[-1])
        del words[-2:]
    place = " ".join(words)
    if more:
        expected.setdefault("more", {})[(*who, place)] = more
    return place


def disagreements(block: Block, judge: Adjudicator) -> list[str]:
    """Return each difference of a ruling, or of an answer about a position, from what a block expects."""
    wanted = {**block.expected, "findings": sorted(block.expected["findings"])}
    said = said_of_position(block, judge) if block.record is None else said_of_hand(block, judge)
    if "score" in wanted and "outcome" not in wanted and "claims" not in wanted:
        # A hand with a score and no outcome was played out and scored.
        wanted["outcome"] = "scored"
    return [
        f"{key}: wanted {value}, ruled {said[key]}" for key, value in wanted.items() if said[key] != value
    ]


def said_of_hand(block: Block, judge: Adjudicator) -> dict[str, Any]:
    """Return a ruling by the keys of an expectation."""
    assert block.record is not None
    ruling, expected = judge.rule(block.record, block.toggles), block.expected
    found = [((one["infraction"], one["seat"], place_of(one)), one) for one in ruling["findings"]]
    contract, words = ruling["contract"], list[str]()
    if contract is not None:
        # As a block writes it, with `forced` only if the block has it.
        kind = [] if contract["kind"] == "bid" else [contract["kind"]]
        forced = ["forced"] if contract["forced"] and "forced" in expected.get("contract", ()) else []
        words = [contract["maker"], str(contract["tricks"]), *kind, *forced]
    return {
        **ruling,
        "findings": sorted(finding for finding, _ in found),
        "more": {
            finding: {key: dict(found).get(finding, {}).get(key) for key in more}
            for finding, more in expected.get("more", {}).items()
        },
        "won_by_trick": {
            trick: next(iter(ruling["won"][trick - 1 :]), None) for trick in expected.get("won_by_trick", ())
        },
        "count": ruling["tricks"],
        "win": ruling["winner"] or "nobody",
        "contract": words,
    }


def said_of_position(block: Block, judge: Adjudicator) -> dict[str, Any]:
    """Return the legal cards in the order of the block, or the number of the winning card."""
    position, expected = block.position or {}, block.expected
    asked = block.ruleset, block.toggles, position["trump"], position["table"]
    if "winner" in expected:
        return {"findings": [], "winner": str(judge.winner(*asked))}
    legal = judge.legal(*asked, position["holds"])
    as_wanted = sorted(legal) == sorted(expected["legal"])
    return {"findings": [], "legal": expected["legal"] if as_wanted else legal}


def place_of(finding: dict[str, Any]) -> str:
    """Return the place of a finding: `trick 2 at 6` for a card, else a word such as `call 3` or `give`."""
    return finding["place"] or f"trick {finding['trick']} at {finding['at']}"
