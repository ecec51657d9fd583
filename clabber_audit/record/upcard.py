"""The up-card where nobody wrote it down: it is the dealer's all the same, one of the cards he was dealt (R-014)."""

from __future__ import annotations

from collections.abc import Iterator

from clabber_audit.record.hand import Hand
from clabber_audit.record.places import Fits, Open, among, fill, open_places
from clabber_audit.table.cards import BIT, DECK, SEAT, SUIT, SUIT_OF


def suits_turned_up(hand: Hand) -> int:
    """The suits that may have been turned up, as one mask: that of the up-card noted, else all the dealer may hold."""
    deal = hand.record.deal
    if deal.upcard:
        return SUIT_OF[BIT[deal.upcard]]
    dealer = SEAT[deal.dealer]
    found = sum(suit for suit in SUIT.values() if hand.dealt[dealer] & suit)
    if not hand.hidden[dealer]:
        return found
    left = open_places(hand.seats, hand.cards, hand.dealt, hand.hidden, hand.piles)
    for suit in SUIT.values():
        if not suit & found and any(fill(fits) for fits in with_upcard(left, hand, suit)):
            found |= suit
    return found


def with_upcard(left: Open, hand: Hand, suit: int) -> Iterator[Fits]:
    """The ways in which the dealer was dealt a card of the suit turned up, one where he is known to have been.

    A suit of 0 says that the calls tell nothing about the up-card.
    """
    dealer = SEAT[hand.record.deal.dealer]
    if not suit or hand.dealt[dealer] & suit:
        yield list(left.fits)
        return
    own = [number for number, place in enumerate(left.places) if place.seat == dealer]
    possible = 0
    for number in own:
        possible |= left.fits[number] & suit & DECK
    while possible:
        card = possible & -possible
        possible ^= card
        yield among(left.fits, own, card)


def hands_with_upcard(hand: Hand, suit: int) -> Iterator[Hand]:
    """The hand with each card that the dealer may have turned up, as `with_upcard` has it."""
    dealer = SEAT[hand.record.deal.dealer]
    if not suit or hand.dealt[dealer] & suit:
        yield hand
        return
    possible = hand.pool & suit if hand.hidden[dealer] else 0
    while possible:
        card = possible & -possible
        possible ^= card
        dealt, hidden = list(hand.dealt), list(hand.hidden)
        dealt[dealer] |= card
        hidden[dealer] -= 1
        yield hand._replace(dealt=tuple(dealt), hidden=tuple(hidden))
