"""The questions that a law puts to a world: about a card that fell, a turn, a call, a belle, a meld held."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from clabber_audit.evidence.worlds.frame import KEPT, Fits, Frame
from clabber_audit.evidence.worlds.holding import Holding, Objects, held, holdings, kinds
from clabber_audit.evidence.worlds.question import only
from clabber_audit.evidence.worlds.tricks import tables, won_by
from clabber_audit.games.clabber.melds import belle_cards
from clabber_audit.record.places import among
from clabber_audit.replay import Turn, turns_of


class CardFell(NamedTuple):
    """Whether any of some laws about duty objects to the card that fell at a clock."""

    clock: int
    laws: tuple[Objects, ...]

    def ways(self, frame: Frame, fits: Fits, answer: bool) -> Iterator[Fits]:
        """The ways in which the answer comes about, as `Question` has them."""
        seat = frame.hand.seats[self.clock]
        later, sure, pack = frame.later(seat, self.clock), frame.sure(seat, self.clock), frame.hand.pack.all
        for table in tables(frame, fits, self.clock):
            masks = (table.led, frame.strain.trump, table.above)
            for kind in kinds(pack, masks):
                played = kind & frame.possible(self.clock, table.fits)
                if not played:
                    continue
                fallen = table.fits
                if not frame.cards[self.clock]:
                    fallen = only(fallen, [frame.place_at(self.clock)], kind)
                for holding in holdings(pack, self.laws, played & -played, masks, answer):
                    yield from held(fallen, later, sure, holding)


class TurnCame(NamedTuple):
    """Whether any of some laws about turns objects to the card that fell at a clock."""

    clock: int
    laws: tuple[Callable[[Turn], bool], ...]

    def ways(self, frame: Frame, fits: Fits, answer: bool) -> Iterator[Fits]:
        """The ways in which the answer comes about, as `Question` has them."""
        start = frame.hand.seating.lead_of(self.clock)
        if not start:
            if any(self._objected(frame, leader) is answer for leader in frame.hand.to_lead):
                yield fits
            return
        before = frame.hand.seating.lead_of(start - 1)
        for winner in range(before, start):
            if self._objected(frame, frame.hand.seats[winner]) is answer:
                yield from won_by(frame, fits, before, winner)

    def _objected(self, frame: Frame, leader: int) -> bool:
        """Whether a law objects where a seat was to lead the trick."""
        turns = turns_of(frame.hand, frame.hand.seating.lead_of(self.clock), [leader])
        return any(law(turn) for turn in turns if turn.clock == self.clock for law in self.laws)


class HandDealt(NamedTuple):
    """Whether a law objects to the hand that a seat was dealt, when it asks whether the hand has cards of a suit."""

    seat: int
    suit: int
    law: Callable[[int], bool]

    def ways(self, frame: Frame, fits: Fits, answer: bool) -> Iterator[Fits]:
        """The ways in which the answer comes about, as `Question` has them."""
        own, sure = frame.own(self.seat), frame.sure(self.seat, -1)
        for holding in holdings(frame.hand.pack.all, (self._objects,), 0, (self.suit,), answer):
            yield from held(fits, own, sure, holding)

    def _objects(self, _card: int, hand: int, _suit: int) -> bool:
        return self.law(hand)


class TurnedUp(NamedTuple):
    """Whether the card turned up, which was dealt to a seat, was one of some cards."""

    dealer: int
    cards: int

    def ways(self, frame: Frame, fits: Fits, answer: bool) -> Iterator[Fits]:
        """The ways in which the answer comes about, as `Question` has them."""
        some = Holding((self.cards if answer else frame.hand.pack.all & ~self.cards,), -1)
        yield from held(fits, frame.own(self.dealer), frame.sure(self.dealer, -1), some)


class BellePlaced(NamedTuple):
    """Whether a law objects to a belle, by where king and queen of trumps lay with a seat.

    The law is asked with the clocks at which the two fell: KEPT where a card was held to the end, None where another
    seat had it.
    """

    seat: int
    law: Callable[[int | None, int | None], bool]

    def ways(self, frame: Frame, fits: Fits, answer: bool) -> Iterator[Fits]:
        """The ways in which the answer comes about, as `Question` has them."""
        both = belle_cards(frame.strain.trump)
        king, queen = both & -both, both & (both - 1)
        for first, kings in self._lying(frame, fits, king):
            for second, queens in self._lying(frame, kings, queen):
                if self.law(first, second) is answer:
                    yield queens

    def _lying(self, frame: Frame, fits: Fits, card: int) -> Iterator[tuple[int | None, Fits]]:
        """Where a card of the belle may have lain with the seat, and last with somebody else."""
        if card in frame.cards:
            at = frame.cards.index(card)
            yield (at if frame.hand.seats[at] == self.seat else None), fits
            return
        if card & frame.kept[self.seat]:
            yield KEPT, fits
            return
        own = frame.own(self.seat)
        for clock in sorted({frame.places[number].clock for number in own}):
            there = [number for number in own if frame.places[number].clock == clock]
            if any(fits[number] & card for number in there):
                yield clock, among(fits, there, card)
        if not card & frame.hand.dealt[self.seat]:
            yield None, only(fits, own, ~card)


class MeldHeld(NamedTuple):
    """Whether a seat was dealt any of some melds, given as masks."""

    seat: int
    melds: tuple[int, ...]

    def ways(self, frame: Frame, fits: Fits, answer: bool) -> Iterator[Fits]:
        """The ways in which the answer comes about, as `Question` has them."""
        own, sure = frame.own(self.seat), frame.sure(self.seat, -1)
        melds = [mask & ~sure for mask in self.melds]
        if answer:
            for missing in melds:
                yield from self._with(fits, own, missing)
        else:
            yield from self._without(fits, own, melds)

    def _with(self, fits: Fits, own: list[int], missing: int) -> Iterator[Fits]:
        while missing:
            card = missing & -missing
            missing ^= card
            fits = among(fits, own, card)
        if all(fits):
            yield fits

    def _without(self, fits: Fits, own: list[int], melds: list[int]) -> Iterator[Fits]:
        """Of every meld one card lies elsewhere."""
        possible = 0
        for number in own:
            possible |= fits[number]
        whole = [mask for mask in melds if mask & ~possible == 0]
        if not whole:
            yield fits
            return
        rest = min(whole, key=int.bit_count)
        while rest:
            card = rest & -rest
            rest ^= card
            yield from self._without(only(fits, own, ~card), own, melds)


class StillHeld(NamedTuple):
    """That a seat still held one of some cards after the card at a clock."""

    clock: int
    seat: int
    cards: int

    def ways(self, frame: Frame, fits: Fits, answer: bool) -> Iterator[Fits]:
        """As `Question` has them."""
        holding = Holding((self.cards,), -1) if answer else Holding((), ~self.cards)
        yield from held(fits, frame.later(self.seat, self.clock), frame.sure(self.seat, self.clock), holding)
