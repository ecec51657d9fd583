"""Scores, addend by addend, and who has won; the cases of the family say who was forced and who may leave."""

from __future__ import annotations

from typing import Any, Final

import pytest

from clabber_audit.games.bid_euchre.auction import BidContract
from clabber_audit.games.bid_euchre.scoring import (
    TIE,
    PlayedHand,
    cap_set,
    find_game_winner,
    score_renege,
    score_sat_out,
    settle,
)
from tests.family.rules import answers_of, answers_otherwise


def test_no_rule_says_what_a_hand_without_a_bid_is_worth_between_two_sides() -> None:
    assert settle(PlayedHand((4, 2), 6), answers_otherwise("double-deck", {})) is None


#: Ruleset, tricks by side, the bid of the first side (tricks and kind) or None, and each side's addends.
SUMS: Final[list[tuple[str, tuple[int, ...], tuple[int, str] | None, list[str]]]] = [
    ("bid-euchre", (5, 1), (4, "bid"), ["+5 B-024", "+1 B-028"]),
    ("bid-euchre", (3, 3), (4, "bid"), ["-6 B-025", "+3 B-028"]),
    ("bid-euchre", (6, 0), (5, "bid"), ["+6 B-024", "-6 B-027"]),
    ("bid-euchre", (6, 0), (6, "small_pepper"), ["+12 B-029", "-6 B-031"]),
    ("bid-euchre", (6, 0), (6, "big_pepper"), ["+14 B-029", "-6 B-031"]),
    ("bid-euchre", (5, 1), (6, "big_pepper"), ["-14 B-030", "+1 B-028"]),
    ("progressive-euchre", (4, 2), (4, "bid"), ["+1 B-043", "+0 B-044"]),
    ("progressive-euchre", (6, 0), (3, "bid"), ["+2 B-043", "+0 B-044"]),
    ("progressive-euchre", (6, 0), (6, "loner"), ["+4 B-043", "+0 B-044"]),
    ("progressive-euchre", (6, 0), (6, "pepper"), ["+2 BD-23", "+0 B-044"]),
    ("progressive-euchre", (3, 3), (4, "bid"), ["+0 B-045", "+2 B-045"]),
    ("progressive-euchre", (0, 6), (4, "bid"), ["+0 B-045", "+4 B-046"]),
    ("pfeffer", (4, 2), (4, "bid"), ["+4 B-060", "+2 B-065"]),
    ("pfeffer", (6, 0), (4, "bid"), ["+6 B-060", "-5 B-061"]),
    ("pfeffer", (3, 3), (4, "bid"), ["-5 B-062", "+3 B-065"]),
    ("pfeffer", (6, 0), (6, "pfeffer"), ["+12 B-063", "-5 B-063"]),
    ("pfeffer", (5, 1), (6, "pfeffer"), ["-10 B-064", "+1 B-065"]),
    ("hasenpfeffer", (4, 2), (4, "bid"), ["+4 B-073", "+0 BD-38"]),
    ("hasenpfeffer", (2, 4), (4, "bid"), ["-2 B-073", "+0 BD-38"]),
    ("buckenpeffer", (4, 2), (4, "bid"), ["+4 B-080", "+2 B-080"]),
    ("buckenpeffer", (6, 0), (4, "bid"), ["+6 B-080 +4 B-081", "-4 B-081"]),
    ("buckenpeffer", (3, 3), (4, "bid"), ["-4 BD-43", "+3 B-080"]),
    ("dirty-clubs", (3, 2, 0), (3, "bid"), ["-3 B-087", "-2 B-087", "+0 B-087"]),
    ("dirty-clubs-bumped", (2, 3, 0), (3, "bid"), ["+5 B-088", "-3 B-087", "+5 B-089"]),
    ("eau-claire-clubs", (4, 1), (2, "bid"), ["-4 B-115", "-1 B-114"]),
    ("eau-claire-clubs", (5, 0), (2, "bid"), ["-5 B-115", "+5 B-114"]),
    ("eau-claire-clubs", (2, 3), (3, "hc"), ["+5 B-116", "-3 B-114"]),
    ("eau-claire-clubs", (2, 3), None, ["-2 BD-61", "-3 BD-61"]),
    ("eau-claire-clubs", (5, 0), None, ["-5 B-117", "+5 B-117"]),
    ("double-deck", (7, 5), (7, "bid"), ["+7 B-134", "+5 B-136"]),
    ("double-deck", (6, 6), (7, "bid"), ["-7 B-135", "+6 B-136"]),
    ("double-hasenpfeffer", (8, 4), (7, "bid"), ["+8 B-144", "+4 B-144"]),
    ("double-hasenpfeffer", (12, 0), (7, "bid"), ["+12 B-144", "-6 B-144"]),
]


def format_sums(settled: Any) -> list[str]:
    """Return a settlement as the table above writes it."""
    return [" ".join(f"{one.points:+} {one.row}" for one in side) for side in settled.addends]


@pytest.mark.parametrize(("name", "taken", "bid", "wanted"), SUMS, ids=str)
def test_each_addend_has_its_row(
    name: str, taken: tuple[int, ...], bid: tuple[int, str] | None, wanted: list[str]
) -> None:
    contract, bidders = (BidContract(0, *bid), 0) if bid else (None, None)
    assert format_sums(settle(PlayedHand(taken, sum(taken), contract, bidders), answers_of(name))) == wanted


def test_a_forced_dealer_loses_half_rounded_up_and_alone_it_is_double() -> None:
    """B-145, B-146, BD-66: half of seven is four."""
    answers = answers_otherwise("double-hasenpfeffer", {"dh_loss": "bid"})
    hand = PlayedHand((4, 8), 12, BidContract(0, 7, forced=True), 0)
    assert format_sums(settle(hand, answers)) == ["-7 B-144 +3 B-145", "+8 B-144"]
    assert format_sums(settle(hand._replace(alone=True), answers)) == [
        "-7 B-144 +3 B-145 -4 B-146",
        "+8 B-144",
    ]


def test_leaving_the_cap_and_a_renege() -> None:
    clubs, dirty = answers_of("eau-claire-clubs"), answers_of("dirty-clubs")
    bid = PlayedHand((0, 0), 5, BidContract(0, 3), 0)
    assert format_sums(score_sat_out(bid, clubs)) == ["-3 B-104", "+0 B-104"]
    settled = settle(PlayedHand((2, 3), 5, BidContract(0, 3), 0), clubs)
    assert settled is not None
    assert format_sums(cap_set(settled, (18, 4), clubs)) == ["+5 B-116 -3 B-112", "-3 B-114"]
    assert format_sums(cap_set(settled, (15, 4), clubs)) == format_sums(settled)
    assert format_sums(score_renege(PlayedHand((2, 1, 0), 5, BidContract(1, 3), 1), 1, dirty)) == [
        "-2 BD-78",
        "+5 BD-78",
        "+0 BD-78",
    ]


def test_level_without_a_bidder() -> None:
    """In a club hand the side with more tricks wins (B-120); with single players, none does (BD-53)."""
    for taken, winner in (((2, 3), 1), ((3, 2), 0)):
        assert (
            find_game_winner((-1, -1), PlayedHand(taken, 5), False, answers_of("eau-claire-clubs")) == winner
        )
    assert find_game_winner((0, 0, 4), PlayedHand((2, 3, 0), 5), False, answers_of("dirty-clubs")) == TIE
