"""Cards under a strain: suit, height, winner of a trick, legal cards (B-003 to B-006)."""

from __future__ import annotations

from tests.family.opinion.laws import Law

SUITS = "CDHS"
JOKER = "JK"
LOW_TO_HIGH = "789TJQKA"
SAME_COLOR = {"C": "S", "S": "C", "D": "H", "H": "D"}


def suit_of(card: str, strain: str, law: Law) -> str:
    """Return the suit of a card (B-005, BD-05).

    The left bower and the joker are trumps; without trumps the joker is a suit of its own.
    """
    if card == JOKER:
        return strain if strain in SUITS else JOKER
    if strain in SUITS and law["bowers"] == "yes" and card == "J" + SAME_COLOR[strain]:
        return strain
    return card[1]


def height(card: str, strain: str, law: Law) -> int:
    """Return the height of a card in its suit, from the joker down (B-004); low reverses it (BD-04)."""
    if card == JOKER:
        return 100
    if strain in SUITS and law["bowers"] == "yes":
        if card == "J" + strain:
            return 90
        if card == "J" + SAME_COLOR[strain]:
            return 80
    place = LOW_TO_HIGH.index(card[0])
    return -place if strain == "LOW" else place


def suit_led(cards: list[str], strain: str, law: Law, named: str | None = None) -> str:
    """Return the suit of the first card; at no-trump, the suit named with a joker led (BD-40)."""
    led = suit_of(cards[0], strain, law)
    if led == JOKER and named is not None:
        return named
    return led


def winning_card(cards: list[str], strain: str, law: Law, named: str | None = None) -> int:
    """Return the place of the winning card of a trick, from 0: the highest trump, else of the suit led (B-022).

    At no-trump the joker beats everything (BD-05). A dead joker wins only if it was led and nobody followed the suit
    named with it. Of two equal cards the first wins (BD-06).
    """
    led = suit_led(cards, strain, law, named)
    trumps = [place for place, card in enumerate(cards) if suit_of(card, strain, law) == strain]
    if strain not in SUITS and law["joker_nt"] == "beats_all":
        trumps = [place for place, card in enumerate(cards) if card == JOKER]
    following = [place for place, card in enumerate(cards) if suit_of(card, strain, law) == led]
    candidates = trumps or following or [0]
    best = max(height(cards[place], strain, law) for place in candidates)
    equals = [place for place in candidates if height(cards[place], strain, law) == best]
    return equals[0] if law["equal_cards"] == "first" else equals[-1]


def legal_cards(
    hand: list[str], table: list[str], strain: str, law: Law, named: str | None = None
) -> list[str]:
    """Return the cards of the suit led, else all: there is no duty to trump or to beat (B-019 to B-021)."""
    if not table:
        return list(hand)
    led = suit_led(table, strain, law, named)
    return [card for card in hand if suit_of(card, strain, law) == led] or list(hand)
