"""Stories of incomplete records; that nothing is open in a whole one `tests/test_second_opinion.py` holds."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from clabber_audit.core.errors import Refused
from clabber_audit.judge.judge import adjudicate
from clabber_audit.rules.bound_ruleset import law_of
from tests import casebook
from tests.test_properties import Json, rule_as_json

#: South deals; hearts are led by West, spades are trumps.
STORY: Final[Json] = {
    "format": "clabber-hand/1",
    "id": "story",
    "deal": {"dealer": "S", "hands": {}},
    "contract": {"maker": "NS", "trump": "S"},
}


@pytest.mark.parametrize(
    "block", list(casebook.hand_blocks(Path(__file__).with_name("stories.md"))), ids=lambda block: block.title
)
def test_a_story(block: casebook.HandBlock) -> None:
    assert not block.failures(adjudicate(casebook.hand_of(block.hand), law_of("ecl-1992")))


def test_a_search_given_up_is_open_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """East's nine of diamonds on a spade led, with one card of his unknown: two worlds show that it is open. Without
    time to look for them it is not settled, and the ruling says so."""
    cards = {"N": "KS", "E": "9D", "S": "TC", "W": "JS"}
    plays = [{"seat": seat, "card": card} for seat, card in cards.items()]
    deal = {"dealer": "W", "hands": {"E": ["9D", "9C", "AC", "TD", "JD"]}}
    record = {**STORY, "deal": deal, "plays": plays}
    result = next(one for one in rule_as_json(record)["findings"] if one["infraction"] == "failure-to-follow")
    assert (result["at"], result["verdict"], "exhausted" in result) == (1, "undetermined", False)
    monkeypatch.setattr("clabber_audit.evidence.completions.BUDGET", 0)
    given_up = next(
        one for one in rule_as_json(record)["findings"] if one["infraction"] == "failure-to-follow"
    )
    assert (given_up["at"], given_up["verdict"], given_up["exhausted"]) == (1, "not_settled", True)


#: Every card is known; the dealer, South, was dealt hearts and the nine of clubs.
HEARTS_OR_CLUBS: Final[Json] = {
    "N": ["KC", "AC", "JD", "QD", "9S", "TS"],
    "E": ["KD", "AD", "JS", "QS", "KS", "AS"],
    "S": ["9H", "TH", "JH", "QH", "KH", "9C"],
    "W": ["AH", "TC", "JC", "QC", "9D", "TD"],
}


def test_accepting_a_suit_that_the_dealer_has_not_is_impossible() -> None:
    """A contract of spades by somebody who accepted the up-card of a dealer without spades."""
    call = {
        "declarations": [{"seat": "W", "call": "play"}],
        "contract": {"maker": "W", "trump": "S"},
        "plays": [],
    }
    with pytest.raises(Refused, match=r"the up-card was accepted; .* South held no spades"):
        rule_as_json({**STORY, **call, "deal": {"dealer": "S", "hands": HEARTS_OR_CLUBS}})
