"""The hands as dealt: as noted, or rebuilt from a hand played to its end."""

from __future__ import annotations

from tests.family.opinion.specials import Hands
from tests.family.opinion.table import Record, cards_each, seats_of


def played_by(seat: str, record: Record) -> list[str]:
    """The cards a seat played, in order."""
    return [play["card"] for play in record["plays"] if play["seat"] == seat]


def dealt_hands(record: Record) -> Hands:
    """For each seat the cards it was dealt, None where they are not known.

    Who played as many cards as he was dealt showed his whole hand; what he gave away comes back, what he was given
    goes. Bottoms are not undone: with them an unnoted hand stays unknown.
    """
    noted = record["deal"].get("hands") or {}
    hands: Hands = {}
    for seat in seats_of(record):
        cards = list(noted.get(seat) or [])
        hands[seat] = cards if len(cards) == cards_each(record) else rebuilt(seat, record)
    return hands


def rebuilt(seat: str, record: Record) -> list[str] | None:
    """A dealt hand from the plays, None where they do not show it."""
    cards = played_by(seat, record)
    calls = record.get("declarations") or []
    if len(cards) != cards_each(record) or any(one["call"] == "bottoms" for one in calls):
        return None
    for one in reversed(record.get("exchanges") or []):
        if one["to"] == seat:
            for card in one["cards"]:
                cards.remove(card)
        if one["from"] == seat:
            cards += one["cards"]
    return cards
