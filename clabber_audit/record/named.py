"""The cards that a record names, as bits: what fell, the hands written down, and what is placed with a seat beside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from clabber_audit.record.copies import Part, Pile, given_out
from clabber_audit.record.places import NOBODY
from clabber_audit.record.vocabulary import SHOWS_CARD

if TYPE_CHECKING:
    from clabber_audit.record.model import HandRecord

_SEAT_PLAYED, _CARD_PLAYED = attrgetter("seat"), attrgetter("card")


class Named(NamedTuple):
    """The cards that a record names, as masks; the mask of a part that names one card twice has too few ones."""

    seats: list[int]
    #: The card of each clock, 0 where it is not known.
    cards: list[int]
    #: By seat the hand as it is written down, and how many cards that names.
    listed: list[int]
    counts: list[int]
    #: By seat what is placed with it beside deal and play, and how many cards those are.
    placed: list[tuple[int, int, int]]


def named_by(record: HandRecord) -> Named:
    """The cards that a record names; those of tricks whose order is lost fell at no clock."""
    number = record.seating.number
    seats = list(map(number.__getitem__, map(_SEAT_PLAYED, record.plays)))
    fell: list[str | None] = list(map(_CARD_PLAYED, record.plays))
    if record.disordered:
        for at in _lost(record):
            fell[at] = None
    placed = _placed(record)
    copies = given_out(record.pack, partial(_parts, record, seats, fell, placed))
    listed, counts = [0] * len(number), [0] * len(number)
    for name, codes in record.deal.hands.items():
        seat = number[name]
        listed[seat], counts[seat] = copies.of(seat, codes), len(codes)
    beside = [(seat, copies.of(seat, codes), len(codes)) for seat, codes in placed]
    return Named(seats, copies.played(seats, fell), listed, counts, beside)


def _parts(
    record: HandRecord, seats: Sequence[int], fell: Sequence[str | None], placed: Sequence[Part]
) -> Iterator[Part]:
    """The parts of a record that each name cards of one seat."""
    yield from ((record.seating.number[name], codes) for name, codes in record.deal.hands.items())
    yield from placed
    for seat in set(seats):
        yield seat, [card for who, card in zip(seats, fell, strict=True) if who == seat and card]


def _lost(record: HandRecord) -> list[int]:
    """The clocks of tricks whose order is lost."""
    return [at for trick in record.disordered for at in record.seating.clocks_of(trick) if at < len(record.plays)]


def _placed(record: HandRecord) -> list[Part]:
    """Return the cards placed with a seat other than by deal and play: up-card, melds, exposures, a hand laid down."""
    deal, number = record.deal, record.seating.number
    found: list[Part] = []
    if deal.upcard is not None:
        found.append((number[deal.dealer], (deal.upcard,)))
    for meld in record.melds or ():
        if meld.cards and meld.shown != "never" and meld.kind != "belle":
            found.append((number[meld.seat], meld.cards))
    for incident in record.incidents:
        if incident.kind in SHOWS_CARD and incident.card and incident.seat:
            found.append((number[incident.seat], (incident.card,)))
    if record.laydown and record.laydown.order:
        found.append((number[record.laydown.by], record.laydown.order))
    return found


def piles_of(record: HandRecord) -> tuple[Pile, ...] | None:
    """The tricks whose order is lost; None when one is named twice, lacks a card or has one twice."""
    copies, found = given_out(record.pack, list), []
    for trick in map(record.seating.clocks_of, sorted(set(record.disordered))):
        faces = [play.card for play in record.plays[trick.start : trick.stop] if play.card]
        pile = copies.of(NOBODY, faces)
        if trick.stop <= len(record.plays) and pile.bit_count() == len(faces):
            found.append(Pile(trick.start, trick.stop, pile))
    return tuple(found) if len(found) == len(record.disordered) else None
