"""Ambiguities of the suite: the preferred answer, and the questions with the other allowed ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, get_type_hints

from clabber_audit.conformance.suite import FAMILIES
from clabber_audit.games import load_games
from clabber_audit.games.clabber.toggles import DISAGREE
from clabber_audit.games.game import Toggle
from clabber_audit.records.formats import canonical
from clabber_audit.rules.ruleset import load
from tests.casebook import answer_of
from tests.conformance.expected import Expected
from tests.conformance.questions import Asked
from tests.rules import list_answers

Json = dict[str, Any]


@cache
def issues() -> dict[str, dict[str, Toggle]]:
    """Return the open questions of each game by toggle."""
    return {
        game.id: {name: toggle for name, toggle in game.questions.items() if toggle.why_open}
        for game in load_games()
    }


def _is_open(family: str, toggle: str) -> bool:
    """Return True if an adjudicator may read the sources otherwise under the same ruleset; a number is no reading."""
    issue = issues()[family].get(toggle)
    return issue is not None and issue.why_open != DISAGREE


def otherwise(question: Asked, by_matter: Mapping[str, Sequence[tuple[str, Asked]]]) -> list[Json]:
    """The questions on the same matter, under its ruleset with one open question answered otherwise."""
    if question.changes or question.base.endswith(".toml"):
        return []
    return [
        {"other": number, "toggle": other.changes[0][0]}
        for number, other in by_matter[question.matter]
        if other.base == question.base and len(other.changes) == 1
        if _is_open(question.family, other.changes[0][0]) and conflict(question.expected, other.expected)
    ]


def conflict(one: Expected, other: Expected) -> bool:
    ours, theirs = {**one.expect, **one.details}, {**other.expect, **other.details}
    found, others = (sorted(data.pop("findings", ()), key=canonical) for data in (ours, theirs))
    pairs = [(ours, theirs), *zip(found, others, strict=False)]
    return len(found) != len(others) or any(a[key] != b[key] for a, b in pairs for key in a.keys() & b.keys())


def ambiguities(questions: Sequence[Asked]) -> Iterator[Json]:
    """Each open question that the books try another answer to, with the answers that the catalogue allows."""
    tried: dict[tuple[str, str, str], set[Any]] = {}
    for question in questions:
        for toggle, word in question.changes:
            if _is_open(question.family, toggle):
                base = load(question.base)
                tried.setdefault((question.family, toggle, base.id), set()).add(answer_of(base, toggle, word))
    for (family, toggle, ruleset), words in sorted(tried.items(), key=_by_row):
        issue = issues()[family][toggle]
        base = load(ruleset)
        preferred, hint = getattr(base.toggles, toggle), get_type_hints(base.game.toggles)[toggle]
        listed = [*list_answers(hint)]
        answers = listed or [preferred, *sorted(words)]
        yield {
            "row": issue.row, "toggle": toggle, "kind": issue.why_open, "question": issue.text, "ruleset": ruleset,
            "preferred": preferred, "answers": answers,
        }  # fmt: skip


def _by_row(item: tuple[tuple[str, str, str], Any]) -> tuple[bool, str]:
    (family, toggle, _), _ = item
    return family != FAMILIES[0], issues()[family][toggle].row
