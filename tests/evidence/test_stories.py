"""Hands with partial records and their verdicts; `tests/test_second_opinion.py` covers complete records."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from clabber_audit.judge.judge import adjudicate
from clabber_audit.report.data import ruling_data
from clabber_audit.rules.bound_ruleset import law_of
from tests import casebook
from tests.tables import hand_text


@pytest.mark.parametrize(
    "block", list(casebook.hand_blocks(Path(__file__).with_name("stories.md"))), ids=lambda block: block.title
)
def test_story(block: casebook.HandBlock) -> None:
    assert not block.failures(adjudicate(casebook.hand_of(block.hand), law_of("ecl-1992")))


OPEN: Final = hand_text("A spade or none")


def test_exhausted_search_is_not_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two completions show that the failure is undetermined; without a budget to find them it is not settled."""

    def find_failure() -> dict[str, Any]:
        ruling = ruling_data(adjudicate(casebook.hand_of(OPEN), law_of("ecl-1992")))
        finding = next(one for one in ruling["findings"] if one["infraction"] == "failure-to-follow")
        return {"exhausted": False, **finding}

    finding = find_failure()
    assert (finding["at"], finding["verdict"], finding["exhausted"]) == (1, "undetermined", False)
    monkeypatch.setattr("clabber_audit.evidence.completions.BUDGET", 0)
    finding = find_failure()
    assert (finding["at"], finding["verdict"], finding["exhausted"]) == (1, "not_settled", True)
