"""How a trick stands in a world: what was led, the highest trump, who won it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from clabber_audit.evidence.worlds.frame import Fits, Frame
from clabber_audit.evidence.worlds.question import only
from clabber_audit.table.cards import DECK
from clabber_audit.table.strain import Strain


class Table(NamedTuple):
    """The trick before a card falls, as masks: the suit led and the trumps above the highest one.

    Before a lead the whole pack, and what `opened` says of the trumps.
    """

    led: int
    above: int
    fits: Fits


def tables(frame: Frame, fits: Fits, clock: int) -> Iterator[Table]:
    """Every way in which the trick may stand before the card at a clock falls to it."""
    start, trump, beaters = frame.hand.seating.lead_of(clock), frame.strain.trump, frame.strain.beaters
    if clock == start:
        yield from _before_lead(frame, fits, clock)
        return
    for led in _suits(frame.possible(start, fits), frame.strain):
        lead_is = _narrowed(frame, fits, start, led)
        earlier = range(start, clock)
        highest = [(0, trump), *((card, beaters[card] & trump) for card in _cards(trump))]
        for card, above in highest:
            below = DECK & ~above & ~card
            if not card:
                below = DECK & ~trump
            for at in earlier if card else (start,):
                narrower: Fits | None = lead_is
                for other in earlier:
                    mask = card if card and other == at else below
                    narrower = _narrowed(frame, narrower, other, mask) if narrower is not None else None
                if narrower is not None:
                    yield Table(led, above, narrower)


def _before_lead(frame: Frame, fits: Fits, clock: int) -> Iterator[Table]:
    """A trump has fallen before, and it is known where the first did; or none has."""
    trump, without = frame.strain.trump, fits
    for at in range(clock):
        first = _narrowed(frame, without, at, trump)
        if first is not None:
            yield Table(DECK, trump, first)
        rest = _narrowed(frame, without, at, DECK & ~trump)
        if rest is None:
            return
        without = rest
    yield Table(DECK, 0, without)


def won_by(frame: Frame, fits: Fits, start: int, winner: int) -> Iterator[Fits]:
    """Every way in which the card at the clock `winner` wins the trick that begins at `start`."""
    strain = frame.strain
    for card in _cards(frame.possible(winner, fits)):
        narrower = _narrowed(frame, fits, winner, card)
        if not card & strain.trump:
            # A plain card wins only what was led in its own suit.
            narrower = _narrowed(frame, narrower, start, strain.suit_of[card])
        for other in range(start, start + frame.hand.seating.width):
            if other != winner:
                narrower = _narrowed(frame, narrower, other, DECK & ~strain.beaters[card] & ~card)
        if narrower is not None:
            yield narrower


def _narrowed(frame: Frame, fits: Fits | None, clock: int, mask: int) -> Fits | None:
    """The same with only the cards of `mask` at a clock; None when that cannot be."""
    if fits is None or not frame.possible(clock, fits) & mask:
        return None
    return fits if frame.cards[clock] else only(fits, [frame.place_at(clock)], mask)


def _suits(mask: int, strain: Strain) -> list[int]:
    return sorted({strain.suit_of[card] for card in _cards(mask)})


def _cards(mask: int) -> Iterator[int]:
    mask &= DECK
    while mask:
        yield mask & -mask
        mask &= mask - 1
