"""Scores of a hand, by the rules and by houses (the rows of `scores.md`); payments and winners of the game."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from clabber_audit.games import load_game
from clabber_audit.games.bid_euchre.auction import BidContract
from clabber_audit.games.bid_euchre.scoring import (
    TIE,
    HandStakes,
    PlayedHand,
    Why,
    cap_set,
    charge_claim,
    compute_payment,
    find_game_winner,
    score_renege,
    score_sat_out,
    settle_hand,
)
from clabber_audit.games.bid_euchre.toggles import BidEuchreToggles
from clabber_audit.report.scores import ADDEND_LABELS
from clabber_audit.rules.answers import is_number, types_of
from tests.casebook import law_by
from tests.family.book import book
from tests.family.opinion.judging import rule
from tests.family.opinion.scoring import charge_loser
from tests.family.program import answers_of
from tests.rulesets.files import house
from tests.tables import tables

_TABLES: Final = tables(Path(__file__).with_name("scores.md"))
NUMBERS: Final = _TABLES["Answers that only houses give"]


def read_hand(text: str) -> PlayedHand:
    """Return a hand from its tricks and the bid of the first side, such as `5-1 of 4`."""
    tricks, _, bid = text.partition(" of ")
    taken, words = tuple(map(int, tricks.split("-"))), set(bid.split()[1:])
    if not bid:
        return PlayedHand(taken, sum(taken))
    (kind,) = words - {"alone", "forced"} or {"bid"}
    contract = BidContract(0, int(bid.split()[0]), kind, forced="forced" in words)
    return PlayedHand(taken, sum(taken), contract, 0, alone="alone" in words)


def read_points(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def load_toggles(name: str, parameter: str) -> Any:
    """Return the toggles of a ruleset, of a house with a parameter, or of a file in the checkout."""
    if parameter == "–" or parameter.endswith(".toml"):
        return law_by(name if parameter == "–" else parameter).toggles
    return house(name, f"[parameters]\n{parameter}").toggles


def format_addends(settled: Any) -> str:
    """Return a settlement in the notation of `scores.md`."""
    return ", ".join(" ".join(f"{one.points:+} {one.row}" for one in side) for side in settled.addends)


@pytest.mark.parametrize(("words", "hand", "addends"), _TABLES["By the rules"])
def test_addends_cite_their_rows(words: str, hand: str, addends: str) -> None:
    toggles: Any = law_by(words).toggles
    assert format_addends(settle_hand(read_hand(hand), toggles)) == addends


def settle_points(hand: str, toggles: BidEuchreToggles) -> Any:
    settled = settle_hand(read_hand(hand), toggles)
    return settled and settled.points


@pytest.mark.parametrize(("name", "parameter", "hand", "points", "changed", "alike"), NUMBERS)
def test_number_of_a_house_changes_the_score(
    name: str, parameter: str, hand: str, points: str, changed: str, alike: str
) -> None:
    theirs, ours = load_toggles(name, "–"), load_toggles(name, parameter)
    assert (settle_points(hand, theirs), settle_points(hand, ours)) == (
        read_points(points),
        read_points(changed),
    )
    assert settle_points(alike, theirs) == settle_points(alike, ours)


@pytest.mark.parametrize(("parameter", "hand", "hickeys", "changed"), _TABLES["Hickeys"])
def test_hickeys_of_a_house(parameter: str, hand: str, hickeys: str, changed: str) -> None:
    for toggles, expected in (
        (answers_of("pfeffer"), hickeys),
        (load_toggles("pfeffer", parameter), changed),
    ):
        settled = settle_hand(read_hand(hand), toggles)
        assert settled
        assert settled.hickeys == read_points(expected)


@pytest.mark.parametrize(("name", "parameter", "hand", "score"), _TABLES["Reneges of the bidders"])
def test_price_of_a_renege(name: str, parameter: str, hand: str, score: str) -> None:
    settled = score_renege(read_hand(hand)._replace(each=6), 0, load_toggles(name, parameter))
    assert settled
    assert settled.points == read_points(score)


def test_price_of_an_unproven_claim() -> None:
    own = load_toggles("pepper", "unproven_claim = 3")
    assert own.false_claim == "minus_two"
    settled = settle_hand(read_hand("4-2 of 3"), own)
    assert settled
    assert charge_claim(settled, 1, own).points == (4, 2 - 3)
    assert charge_claim(settled, 1, answers_of("pepper")).points == (4, 2 - 2)


#: Numbers covered by other tests of this file, or by the houses of `tests/rulesets/test_houses.py`.
TESTED_ELSEWHERE: Final = {
    *("max_bid", "hickeys", "pfeffer_hickeys", "renege_points", "renege_minus", "renege_alone"),
    *("unproven_claim", "set_price", "exchange_cards", "max_redeals"),
}


def test_every_number_is_tested() -> None:
    """Answers in words are compared in cases by `test_every_two_answers_of_a_toggle_differ_in_a_case`."""
    kinds = types_of(load_game("bid-euchre"))
    words = {parameter.split(" ")[0].replace(".", "_") for _, parameter, *_ in NUMBERS}
    scale = {f"scale_{tricks}" for tricks in range(3, 7)}
    first = BidEuchreToggles._fields.index("joker_rank")
    untested = [
        name
        for name in BidEuchreToggles._fields[first:]
        if is_number(kinds[name]) and name not in words | TESTED_ELSEWHERE | scale
    ]
    advice = "a row under “Answers that only houses give” in tests/family/scores.md, or put it into TESTED_ELSEWHERE"
    assert not untested, f"give {', '.join(untested)} {advice}"


def test_every_addend_has_a_label() -> None:
    """A ruling with an addend that has none ends in an error."""
    missing = {*get_args(Why)} - {*ADDEND_LABELS}
    assert not missing, f"clabber_audit/report/scores.py: add {missing} to ADDEND_LABELS"


def test_two_sides_without_a_bid_have_no_score() -> None:
    assert settle_hand(PlayedHand((4, 2), 6), answers_of("double-deck")) is None


def test_addends_of_departures_the_cap_and_a_renege() -> None:
    clubs, dirty = answers_of("eau-claire-clubs"), answers_of("dirty-clubs")
    bid = PlayedHand((0, 0), 5, BidContract(0, 3), 0)
    assert format_addends(score_sat_out(bid, clubs)) == "-3 B-104, +0 B-104"
    settled = settle_hand(read_hand("2-3 of 3"), clubs)
    assert settled
    assert format_addends(cap_set(settled, (18, 4), clubs)) == "+5 B-116 -3 B-112, -3 B-114"
    assert format_addends(cap_set(settled, (15, 4), clubs)) == format_addends(settled)
    reneged = score_renege(PlayedHand((2, 1, 0), 5, BidContract(1, 3), 1), 1, dirty)
    assert format_addends(reneged) == "-2 BD-78, +5 BD-78, +0 BD-78"


def test_tie_at_zero_without_a_bidder() -> None:
    """In a club hand the side with more tricks wins (B-120); single players tie (BD-53)."""
    clubs, dirty = answers_of("eau-claire-clubs"), answers_of("dirty-clubs")
    assert find_game_winner((-1, -1), read_hand("2-3"), False, clubs) == 1
    assert find_game_winner((-1, -1), read_hand("3-2"), False, clubs) == 0
    assert find_game_winner((0, 0, 4), read_hand("2-3-0"), False, dirty) == TIE


@pytest.mark.parametrize(
    ("after", "winner"),
    [((2, -1, 0), 1), ((0, -1, -2), 0), ((4, 0, 0), TIE), ((2, 3, 0), 2), ((0, 2, 3), 0)],
)
def test_bidder_wins_only_at_zero(after: tuple[int, ...], winner: object) -> None:
    """A bidder who is not at zero has won nothing: the lower of the others has, or they tie (B-119, BD-53)."""
    own = load_toggles("dirty-clubs", "both_reach = 'bidder'")
    assert find_game_winner(after, read_hand("1-2-2 of 3"), False, own) == winner
    assert find_game_winner((0, 0, 4), read_hand("2-3-0"), False, own) == TIE


def test_claimed_renege_may_win_the_game() -> None:
    """The innocent bidders get all six tricks, and so have made their bid (BD-17, BD-70)."""
    (record,) = [question.record for question in book() if question.id == "BE09.2"]
    for before, winner in ((38, "NS"), (35, None)):
        assert rule({**(record or {}), "before": {"NS": before, "EW": 0}})["winner"] == winner


@pytest.mark.parametrize(("words", "after", "hickeys", "winner", "owed"), _TABLES["Payments"])
def test_loser_pays_for_the_game_and_the_sets(
    words: str, after: str, hickeys: str, winner: str, owed: str
) -> None:
    toggles: Any = law_by(words).toggles
    stakes, side = HandStakes(2, 1), ("NS", "EW").index(winner)
    paid = compute_payment(read_points(after), read_points(hickeys), side, stakes, toggles)
    assert paid == int(owed)


@pytest.mark.parametrize("zero_doubles", ["game", "all"])
def test_payments_agree_with_the_second_opinion(zero_doubles: str) -> None:
    toggles = answers_of("pfeffer", zero_doubles=zero_doubles)
    for winner, score, own, other in product(range(2), (-3, 0, 7), range(4), range(4)):
        after, sets = (43, score)[:: 1 - 2 * winner], (own, other)
        totals, hickeys = (dict(zip(("NS", "EW"), pair, strict=True)) for pair in (after, sets))
        expected = charge_loser(("NS", "EW")[winner], totals, hickeys, 2, 1, zero_doubles)
        assert compute_payment(after, sets, winner, HandStakes(2, 1), toggles) == expected
