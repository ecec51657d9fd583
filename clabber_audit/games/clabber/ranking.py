"""Card ranking, card points, the deal and the upcard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from clabber_audit.cards import (
    BIT,
    PACK,
    SEAT,
    SUIT,
    SUIT_OF,
    SUITS,
    RankOrder,
    Strain,
    cards_in,
    left_of,
    strain,
)
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.games.game import DealersOfHand, Outcome
from clabber_audit.records.hand import Hand, open_places_of
from clabber_audit.records.partial_deal import fill, require_one_of

#: Trick order and values in trumps, highest first (R-004).
TRUMP_ORDER: Final = (("J", 20), ("9", 14), ("A", 11), ("T", 10), ("K", 4), ("Q", 3))
#: Trick order and values in plain suits, highest first (R-005).
PLAIN_ORDER: Final = (("A", 11), ("T", 10), ("K", 4), ("Q", 3), ("J", 2), ("9", 0))

#: For the last trick (R-008).
LAST_TRICK: Final = 10
#: All card points of a hand, without the last trick: 162 less ten (R-008).
CARD_POINTS: Final = 152

#: How each suit, or none, orders the pack.
_ORDER: Final = RankOrder(PLAIN_ORDER, TRUMP_ORDER)
#: The strain of each trump suit, by the mask of that suit; under 0 the plain order of all four.
RANKINGS: Final[dict[int, Strain]] = {SUIT.get(suit, 0): strain(PACK, suit, _ORDER) for suit in ("", *SUITS)}


def next_dealer(outcome: Outcome, both_guilty: bool, deals: DealersOfHand, toggles: Toggles) -> int | None:
    """Return the seat that deals next; None while the hand is not over."""
    if outcome in ("unfinished", "undetermined"):
        return None
    if deals.misdeal:
        return deals.due
    if outcome == "redeal":
        return left_of(deals.dealer) if both_guilty and toggles.both_renege == "zero_next" else deals.dealer
    turn_of = deals.dealer if toggles.rotation_after_wrong_deal == "actual" else deals.due
    if outcome == "passed_out" and toggles.all_pass_redeal == "same":
        return deals.dealer
    return left_of(turn_of)


def suits_turned_up(hand: Hand) -> int:
    """Return the suits that may have been turned up, as one mask: that of the up-card, else all the dealer may hold."""
    deal = hand.record.deal
    if deal.upcard:
        return SUIT_OF[BIT[deal.upcard]]
    dealer = SEAT[deal.dealer]
    suits = sum(suit for suit in SUIT.values() if hand.dealt[dealer] & suit)
    if not hand.hidden[dealer]:
        return suits
    left = open_places_of(hand)
    for suit in SUIT.values():
        if not suit & suits and any(
            fill(fits) for fits in require_one_of(left, hand.dealt[dealer], dealer, suit)
        ):
            suits |= suit
    return suits


def hands_with_upcard(hand: Hand, suit: int) -> Iterator[Hand]:
    """Yield the hand with each card that may have been the up-card; itself if the dealer has one of the suit."""
    dealer = SEAT[hand.record.deal.dealer]
    if not suit or hand.dealt[dealer] & suit:
        yield hand
        return
    for card in cards_in(hand.pool & suit if hand.hidden[dealer] else 0):
        dealt, hidden = list(hand.dealt), list(hand.hidden)
        dealt[dealer] |= card
        hidden[dealer] -= 1
        yield hand._replace(dealt=tuple(dealt), hidden=tuple(hidden))
