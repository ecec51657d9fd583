"""Tests that run the casebook, and check that the comparison itself detects any difference."""

from __future__ import annotations

import difflib
import re

import pytest

from tests import casebook
from tests.casebook import Case, Question, cases, family_cases, hand_of

BOTH = (*cases(), *family_cases())
#: Cases in prose only, since a record has no movement between tables.
IN_WORDS = "PE06"


@pytest.mark.parametrize("case", BOTH, ids=lambda case: f"{case.file}::{case.id}")
def test_case(case: Case) -> None:
    assert bool(case.questions) is (case.id != IN_WORDS), "a case asks something"
    assert all(question.expected for question in case.questions)
    if failures := case.failures():
        pytest.fail(case.message(failures), pytrace=False)


@pytest.mark.parametrize(
    "case", [case for case in BOTH if case.twins], ids=lambda case: f"{case.file}::{case.id}"
)
def test_twins_differ_by_one_change(case: Case) -> None:
    for guilty, innocent in case.twins:
        lines = [
            line for line in difflib.ndiff(guilty.splitlines(), innocent.splitlines()) if line[0] in "+-"
        ]
        assert 1 <= len(lines) <= 2, f"one line changed, added or taken out, not {lines}"
        assert sorted(line[0] for line in lines) in (["+"], ["-"], ["+", "-"])
        assert hand_of(guilty).record != hand_of(innocent).record


def test_failure_message_of_a_case() -> None:
    """The message has the place, the actual and the expected result, and the prose with the reason."""
    case = next(case for case in cases() if case.questions[0].kind == "hand")
    wrong = case.questions[0]._replace(expected=("points NS 1+0+0+0 EW 0+0+0+0",))
    text = case._replace(questions=(wrong,)).message(case._replace(questions=(wrong,)).failures())
    assert f"tests/cases/{case.file}, line {wrong.line}: " in text
    assert ", expected points NS 1+0+0+0 EW 0+0+0+0" in text
    assert case.prose in text
    assert "```" not in case.prose


#: Words of an expectation, each with a valid replacement.
OTHER = {
    **dict(zip(("NS", "EW", *"NESW"), ("EW", "NS", *"ESWN"), strict=True)),
    "upheld": "refuted",
    "refuted": "upheld",
    "renege": "note",
    "note": "renege",
    "void": "note",
    "scored": "redeal",
    "agrees": "differs",
    "differs": "agrees",
    "undetermined": "",
    "never": "7",
    "R": "XXX",
    "XXX": "R",
}
WORDS = re.compile(r"(?<![\w-])\d+(?![\w-])|(?<![\w-])(?:" + "|".join(OTHER) + r")(?![\w-])")


def test_every_word_of_an_expectation_matters() -> None:
    """For one line of each kind in either casebook: with any word changed the case fails."""
    kinds: dict[tuple[bool, str, str, int], tuple[Question, str]] = {}
    for case in BOTH:
        of_family = case in family_cases()
        for question in case.questions:
            if question.kind != "legal":
                for line in question.expected:
                    key = of_family, question.kind, line.split()[0], len(line.split())
                    kinds.setdefault(key, (question, line))
    assert len(kinds) > 30
    for question, line in kinds.values():
        # A seat may win the next trick too, and the reason follows the comma.
        start, end = (8, 9) if line.startswith("trick") else (0, len(line))
        for place in WORDS.finditer(line, start, end):
            word = OTHER.get(place[0]) if place[0] in OTHER else str(int(place[0]) + 1)
            changed = f"{line[: place.start()]}{word}{line[place.end() :]}"
            expected = tuple(changed if one == line else one for one in question.expected)
            assert failures(question._replace(expected=expected)), changed


def failures(question: Question) -> list[str]:
    """Return the differences from the expectation, or the error if the casebook has no words for it."""
    try:
        return list(casebook.failures(question))
    except (ValueError, IndexError, KeyError, StopIteration) as problem:
        return [repr(problem)]


def test_ids_are_unique() -> None:
    names = [case.id for case in BOTH]
    assert len(set(names)) == len(names)
