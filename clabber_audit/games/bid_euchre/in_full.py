"""A hand that is written down in full: of what everybody held and played nothing has to be worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clabber_audit.record.hand import Dealt, Hand
from clabber_audit.record.vocabulary import MISCOUNTS, SHOWS_CARD

if TYPE_CHECKING:
    from clabber_audit.record.bid_euchre.model import BidEuchreRecord

#: What says more of somebody's cards than the hands do.
_MORE: frozenset[str] = frozenset((*SHOWS_CARD, *MISCOUNTS))


def written_in_full(record: BidEuchreRecord) -> Hand | None:
    """The hand of a record in which every card is where whole hands have it; None where one is open, or amiss."""
    deal, seating, bits = record.deal, record.seating, record.pack.bits
    if record.disordered or any(incident.kind in _MORE for incident in record.incidents):
        return None
    if any(said.call == "bottoms" for said in record.declarations or ()):
        return None
    try:
        listed: dict[str, list[str]] = {seat: deal.hands[seat] for seat in seating.seats}  # type: ignore[index, misc]
        left = {face: [*copies] for face, copies in bits.items()}
        held = {seat: _given(cards, left) for seat, cards in listed.items()}
        aside = sum(left[card].pop() for card in deal.blind or [deal.upcard] if card)
        dealt = tuple(map(_mask, held.values()))
        for exchange in record.exchanges or ():
            giver, taker = held[exchange.giver], held[exchange.taker]
            for card in exchange.cards:
                taker.setdefault(card or "", []).insert(0, giver[card or ""].pop(0))
        had = tuple(map(_mask, held.values()))
        # Of two equal cards the first one dealt falls first.
        cards = [held[play.seat][play.card or ""].pop(0) for play in record.plays]
    except (KeyError, IndexError):
        return None
    sizes = set(map(int.bit_count, had))
    if any(len(cards) != seating.each for cards in listed.values()):
        return None
    nothing, number = (0,) * len(had), seating.number
    named = {at: play.named for at, play in enumerate(record.plays) if play.named}
    around = [number[play.seat] for play in record.plays]
    return Hand(
        record, around, cards, had, nothing, 0, (), len(sizes) == 1,
        aside=aside, before_exchanges=Dealt(dealt, nothing), led_as=named, noted=had,
    )  # fmt: skip


def _given(cards: list[str], left: dict[str, list[int]]) -> dict[str, list[int]]:
    """The cards of a hand by face, out of those that are left."""
    held: dict[str, list[int]] = {}
    for card in cards:
        held.setdefault(card, []).append(left[card].pop())
    return held


def _mask(held: dict[str, list[int]]) -> int:
    return sum(map(sum, held.values()))
