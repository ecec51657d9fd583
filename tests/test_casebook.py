"""The casebook runs, covers the law, and would notice if any part of the law were gone."""

from __future__ import annotations

import difflib

import pytest

from tests.casebook import Case, cases, hand_of


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.file}::{case.id}")
def test_case(case: Case) -> None:
    assert case.questions, "a case asks something"
    assert case.failures() == []


@pytest.mark.parametrize("case", [case for case in cases() if case.twins], ids=lambda case: f"{case.file}::{case.id}")
def test_a_twin_is_one_change_away(case: Case) -> None:
    for guilty, innocent in case.twins:
        lines = [line for line in difflib.ndiff(guilty.splitlines(), innocent.splitlines()) if line[0] in "+-"]
        assert 1 <= len(lines) <= 2, f"one line changed, added or taken out, not {lines}"
        assert sorted(line[0] for line in lines) in (["+"], ["-"], ["+", "-"])
        assert hand_of(guilty).record != hand_of(innocent).record


def test_ids_are_unique() -> None:
    names = [case.id for case in cases()]
    assert len(set(names)) == len(names)
