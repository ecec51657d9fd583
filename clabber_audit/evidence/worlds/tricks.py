"""How a trick stands in a world: what was led, the highest trump, who won it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from clabber_audit.evidence.worlds.frame import Fits, Frame
from clabber_audit.evidence.worlds.question import only
from clabber_audit.replay import suit_of_lead
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
    start, pack = frame.hand.seating.lead_of(clock), frame.hand.pack
    if clock == start:
        yield from _before_lead(frame, fits, clock)
        return
    strain = _strain_of(frame, start)
    for led, cards in sorted(_leads(frame, fits, start).items()):
        lead_is = _narrowed(frame, fits, start, cards)
        earlier = range(start, clock)
        plain = pack.all & ~strain.trump
        stands: list[tuple[int, Iterable[tuple[int, int]]]] = [(strain.trump, [(at, plain) for at in earlier])]
        for card in _cards(strain.trump):
            above = strain.beaters[card] & strain.trump
            stands += [(above, strain.won_by(card, at, earlier)) for at in earlier if frame.possible(at, fits) & card]
        for above, lying in stands:
            narrower = _all_narrowed(frame, lead_is, lying)
            if narrower is not None:
                yield Table(led, above, narrower)


def _before_lead(frame: Frame, fits: Fits, clock: int) -> Iterator[Table]:
    """A trump has fallen before, and it is known where the first did; or none has."""
    trump, pack, without = frame.strain.trump, frame.hand.pack, fits
    for at in range(clock):
        first = _narrowed(frame, without, at, trump)
        if first is not None:
            yield Table(pack.all, trump, first)
        rest = _narrowed(frame, without, at, pack.all & ~trump)
        if rest is None:
            return
        without = rest
    yield Table(pack.all, 0, without)


def won_by(frame: Frame, fits: Fits, start: int, winner: int) -> Iterator[Fits]:
    """Every way in which the card at the clock `winner` wins the trick that begins at `start`."""
    strain = _strain_of(frame, start)
    for card in _cards(frame.possible(winner, fits)):
        lying = strain.won_by(card, winner, range(start, start + frame.hand.seating.width))
        narrower = _all_narrowed(frame, fits, lying)
        if narrower is not None:
            yield narrower


def _all_narrowed(frame: Frame, fits: Fits | None, lying: Iterable[tuple[int, int]]) -> Fits | None:
    """The same with only some cards at each of some clocks; None when that cannot be."""
    for clock, mask in lying:
        fits = _narrowed(frame, fits, clock, mask)
        if fits is None:
            return None
    return fits


def _narrowed(frame: Frame, fits: Fits | None, clock: int, mask: int) -> Fits | None:
    """The same with only the cards of `mask` at a clock; None when that cannot be."""
    if fits is None:
        return None
    if card := frame.cards[clock]:
        return fits if card & mask else None
    place = frame.place_at(clock)
    return only(fits, [place], mask) if fits[place] & mask else None


def _strain_of(frame: Frame, start: int) -> Strain:
    """How the cards rank in the trick that begins at a clock."""
    return frame.strain.led_by(frame.cards[start], frame.hand.led_as.get(start))


def _leads(frame: Frame, fits: Fits, start: int) -> dict[int, int]:
    """Each suit that the lead at a clock may ask for, with the cards that ask for it."""
    found = dict[int, int]()
    for card in _cards(frame.possible(start, fits)):
        led = suit_of_lead(frame.strain, card, frame.hand.led_as.get(start))
        found[led] = found.get(led, 0) | card
    return found


def _cards(mask: int) -> Iterator[int]:
    while mask:
        yield mask & -mask
        mask &= mask - 1
