"""The casebook runs, covers the law, and would notice if any part of the law were gone."""

from __future__ import annotations

import difflib

import pytest

from tests.casebook import Case, cases, hand_of


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.file}::{case.id}")
def test_case(case: Case) -> None:
    assert case.questions, "a case asks something"
    if failures := case.failures():
        pytest.fail(case.message(failures), pytrace=False)


@pytest.mark.parametrize(
    "case", [case for case in cases() if case.twins], ids=lambda case: f"{case.file}::{case.id}"
)
def test_a_twin_is_one_change_away(case: Case) -> None:
    for guilty, innocent in case.twins:
        lines = [
            line for line in difflib.ndiff(guilty.splitlines(), innocent.splitlines()) if line[0] in "+-"
        ]
        assert 1 <= len(lines) <= 2, f"one line changed, added or taken out, not {lines}"
        assert sorted(line[0] for line in lines) in (["+"], ["-"], ["+", "-"])
        assert hand_of(guilty).record != hand_of(innocent).record


def test_a_case_that_fails_says_what_is_wrong_and_why() -> None:
    """The place, what came out, what was expected, and the prose that says why."""
    case = next(case for case in cases() if case.questions[0].kind == "hand")
    wrong = case.questions[0]._replace(wanted=("points NS 1+0+0+0 EW 0+0+0+0",))
    text = case._replace(questions=(wrong,)).message(case._replace(questions=(wrong,)).failures())
    assert f"tests/cases/{case.file}, line {wrong.line}: " in text
    assert ", expected points NS 1+0+0+0 EW 0+0+0+0" in text
    assert case.prose in text
    assert "```" not in case.prose


def test_ids_are_unique() -> None:
    names = [case.id for case in cases()]
    assert len(set(names)) == len(names)
