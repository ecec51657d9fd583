"""Toggles of the rulesets: their values, effects and penalties."""

from __future__ import annotations

from typing import Any, Final

import pytest

from clabber_audit.games.bid_euchre.toggles import COSTS, PENALTIES, BidEuchreToggles
from clabber_audit.rules.ruleset import load
from tests.cli import ROOT
from tests.family.makers.records import records
from tests.family.opinion.findings import LONE_PEPPER
from tests.family.opinion.judging import rule
from tests.family.opinion.laws import COMMON, OFFENSES, answers, law_of
from tests.family.program import answers_of
from tests.rules import OF_BID_EUCHRE

#: Numbers that a house may set; rulesets have those of their way of scoring. `test_scores.py` tests each.
NUMBERS: Final = frozenset(BidEuchreToggles._fields[BidEuchreToggles._fields.index("joker_rank") :])
#: Optional toggles of any game; `tests/cases` tests them.
AT_ANY_TABLE: Final = frozenset({"agreements"})


@pytest.mark.parametrize("name", OF_BID_EUCHRE)
def test_toggles_match_the_rules(name: str) -> None:
    nothing = {**dict.fromkeys(BidEuchreToggles._fields), **BidEuchreToggles._field_defaults}
    assert {**answers_of(name)._asdict(), "game": answers(name)["game"]} == {**nothing, **answers(name)}


def test_every_toggle_is_used() -> None:
    """Each toggle belongs to a game, and common ones have a value in every ruleset."""
    fields = {*BidEuchreToggles._fields}
    questions = {question for name in OF_BID_EUCHRE for question in answers(name)} - {"game"}
    assert fields == {*questions, *NUMBERS}
    assert {*COMMON} - AT_ANY_TABLE | {"scoring"} == fields - {*BidEuchreToggles._field_defaults}


@pytest.mark.parametrize("name", OF_BID_EUCHRE)
def test_offenses_and_their_penalties(name: str) -> None:
    costs: dict[str, set[str]] = {}
    for article in load(name).articles.values():
        for infraction, cost in article.penalties.items():
            costs.setdefault(infraction, set()).add(cost)
    game = answers(name)["game"]
    expected = {
        infraction: {offense["cost"]}
        for infraction, offense in OFFENSES.items()
        if game in offense.get("in", [game])
    }
    if game == "be":
        expected |= {infraction: {"pepper_play"} for infraction in LONE_PEPPER}
    assert costs == expected


#: Toggle -> penalty of its infraction by answer: `void` does not count, `none` has no article.
PRICES: Final[dict[str, dict[str, str]]] = {
    "bad_bid": {"pass": "void", "stands": "note"},  # BD-10
    "out_of_turn_bid": {"stands": "note", "pass": "void"},  # BD-18
    "renege_penalty": {  # BD-70
        **dict.fromkeys(("lose_hand", "plus_minus_four", "two_points", "points"), "renege"),
        "note": "note",
    },
    "out_of_turn": {"note": "note", "renege": "renege"},  # BD-72
    "wrong_exchange": {"renege": "renege"},  # BD-80
    "deal_faults": {"redeal": "redeal", "note": "note"},  # BD-20
    "false_claim": {"none": "none", "minus_two": "note"},  # BD-73
    "table_talk": {"misdeal_on_claim": "note", "misdeal": "redeal"},  # BD-76
    "pepper_play": {"partner": "none", "alone": "note"},  # BD-14: with a partner nobody is out
}


def test_penalties_by_answer() -> None:
    assert {*PRICES} <= {*BidEuchreToggles._fields}
    for prices in PRICES.values():
        assert {answer: COSTS[answer] for answer in prices} == prices
    costs = {offense["cost"] for offense in OFFENSES.values()} - set(BidEuchreToggles._fields)
    assert costs | set(COSTS.values()) == {*PENALTIES, "none"}


@pytest.mark.parametrize(
    ("file", "parent", "changed"),
    [
        ("progressive-with-no-trumps", "progressive-euchre", {"no_trump": "high"}),
        ("double-deck-to-32", "double-deck", {"target": 32}),
    ],
)
def test_house_rule_is_five_lines(file: str, parent: str, changed: dict[str, Any]) -> None:
    path = ROOT / "examples" / f"{file}.toml"
    assert len(path.read_text(encoding="utf-8").splitlines()) == 5
    ours, theirs = load(str(path)), load(parent)
    assert ours.toggles == theirs.toggles._replace(**changed) != theirs.toggles
    assert ours.penalties.keys() == theirs.penalties.keys()


@pytest.mark.parametrize(
    ("question", "answer", "name"),
    [
        ("wrong_exchange", "renege", "buckenpeffer"),
        ("partner_plays", "lone_lost", "double-hasenpfeffer"),
        ("misdeal_until", "first_card", "eau-claire-clubs"),
    ],
)
def test_answers_without_a_case_change_a_random_record(question: str, answer: str, name: str) -> None:
    """Tested on the second opinion; `test_program` covers the answers that change a case."""
    assert any(rule(record, {question: answer}) != rule(record) for record in records(5, 150, (name,)))


def test_unknown_answer_is_refused() -> None:
    """Otherwise a misspelled answer in a test would compare nothing."""
    with pytest.raises(ValueError, match="no reading"):
        law_of("bid-euchre", {"equal_cards": "both"})
    with pytest.raises(ValueError, match="no question"):
        law_of("bid-euchre", {"buck_set": "bid"})
