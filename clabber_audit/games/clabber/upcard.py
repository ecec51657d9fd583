"""The up-card where nobody wrote it down: it is the dealer's all the same, one of the cards he was dealt (R-014)."""

from __future__ import annotations

from collections.abc import Iterator

from clabber_audit.record.hand import Hand, left_open
from clabber_audit.record.places import dealt_one_of, fill
from clabber_audit.table.cards import BIT, SEAT, SUIT, SUIT_OF


def suits_turned_up(hand: Hand) -> int:
    """The suits that may have been turned up, as one mask: that of the up-card noted, else all the dealer may hold."""
    deal = hand.record.deal
    if deal.upcard:
        return SUIT_OF[BIT[deal.upcard]]
    dealer = SEAT[deal.dealer]
    found = sum(suit for suit in SUIT.values() if hand.dealt[dealer] & suit)
    if not hand.hidden[dealer]:
        return found
    left = left_open(hand)
    for suit in SUIT.values():
        if not suit & found and any(fill(fits) for fits in dealt_one_of(left, hand.dealt[dealer], dealer, suit)):
            found |= suit
    return found


def hands_with_upcard(hand: Hand, suit: int) -> Iterator[Hand]:
    """The hand with each card that the dealer may have turned up; itself where he is known to have one of the suit."""
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
