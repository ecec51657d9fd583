"""A record prepared for replay, as its game prepares it (`games/*/hand.py`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from clabber_audit.cards import TURNED, Pack, Seating
from clabber_audit.records.incidents import IN_PLAY, MISCOUNTS, SHOWS_CARD
from clabber_audit.records.partial_deal import (
    NOBODY,
    OpenPlaces,
    UnorderedTrick,
    copies_by_seat,
    open_places,
)

if TYPE_CHECKING:
    from clabber_audit.records.formats import Record


def find_unordered_plays(record: Record) -> dict[int, int]:
    """Return the clocks of the plays of unordered tricks, each with the number of its trick."""
    return {at: trick for trick in record.disordered for at in record.seating.clocks_of(trick)}


def is_miscounted(record: Record) -> bool:
    """Return True if a hand may have more or fewer cards than its share."""
    return any(incident.kind in MISCOUNTS for incident in record.incidents)


def find_shown_in_play(record: Any) -> dict[int, Any]:
    """Return the incident by clock of each card that was shown first in the act of playing, if another fell."""
    shown: dict[int, Any] = {}
    for incident in sorted(record.incidents, key=lambda incident: incident.order or 0):
        in_play = incident.kind in IN_PLAY or (incident.in_play and incident.kind in SHOWS_CARD)
        if in_play and incident.card and isinstance(incident.at, int):
            shown.setdefault(incident.at, incident)
    return {
        at: incident
        for at, incident in shown.items()
        if at < len(record.plays) and incident.card != record.plays[at].card
    }


def find_first_shown(
    record: Any, seats: Sequence[int], cards: Sequence[int], known: Sequence[int]
) -> dict[int, int]:
    """Return the bit by clock of each card that was shown first in the act of playing; of two copies one not yet played."""
    shown = {}
    for at, incident in find_shown_in_play(record).items():
        held = known[seats[at]] & record.pack.mask[incident.card] & ~sum(cards[:at])
        shown[at] = held & -held
    return shown


def find_unordered_tricks(record: Record) -> tuple[UnorderedTrick, ...] | None:
    """Return the unordered tricks; None if one is listed twice, lacks a card or has one twice."""
    copies, tricks = copies_by_seat(record.pack, list), []
    for trick in map(record.seating.clocks_of, sorted(set(record.disordered))):
        faces = [play.card for play in record.plays[trick.start : trick.stop] if play.card]
        pile = copies.assign(NOBODY, faces)
        if trick.stop <= len(record.plays) and pile.bit_count() == len(faces):
            tricks.append(UnorderedTrick(trick.start, trick.stop, pile))
    return tuple(tricks) if len(tricks) == len(record.disordered) else None


#: Most cards beyond its share that a miscounted hand can hold.
_TOO_MANY = 2
_NOTHING_NAMED: Final[Mapping[int, str]] = MappingProxyType({})
_NO_CARDS: Final[Mapping[int, int]] = MappingProxyType({})


class DealtHands(NamedTuple):
    """Dealt hands by seat: known cards, and the number unknown."""

    hands: tuple[int, ...]
    hidden: tuple[int, ...]


class Hand(NamedTuple):
    """One hand: the record, and its cards as masks. Columns run over the plays, tuples over the seats."""

    record: Any
    #: The seat that played each card.
    seats: Sequence[int]
    #: The bit of each card played; 0 if unknown.
    cards: Sequence[int]
    #: Known cards of each seat: as dealt, or after exchanges as it went into play.
    dealt: tuple[int, ...]
    #: Number of unknown cards of each seat.
    hidden: tuple[int, ...]
    #: Seats (as bits) with an unrecorded hand that follows from the cards played or shown.
    rebuilt: int
    #: Clocks of plays with an unrecorded card that follows by elimination.
    inferred: tuple[int, ...]
    #: True if all hands are of equal size.
    even: bool = True
    #: Unordered tricks: their cards are known, not who played which.
    piles: tuple[UnorderedTrick, ...] = ()
    #: Known cards left over.
    aside: int = 0
    #: The deal, if cards may have changed hands since; else None.
    before_exchanges: DealtHands | None = None
    #: The cards of each seat by deal and exchange alone, without the plays; else None.
    noted: tuple[int, ...] | None = None
    #: The seating if a law changes the recorded one; else None.
    table: Seating | None = None
    #: The possible first leaders, if not just the seat at the dealer's left; else empty.
    leaders: Sequence[int] = ()
    #: Clock of a joker led without trumps -> the suit named with it.
    led_as: Mapping[int, str] = _NOTHING_NAMED
    #: Card that was shown first in the act of playing, by the clock of the card that replaced it.
    first_shown: Mapping[int, int] = _NO_CARDS
    #: Recorded clocks of cards that belong to no trick and are in no column.
    extra_plays: tuple[int, ...] = ()
    #: The record as written, if `record` is one of several versions of it.
    written: Any = None

    @property
    def original(self) -> Any:
        """Record as written, with its accounts."""
        return self.written or self.record

    @property
    def seating(self) -> Seating:
        seating: Seating = self.table or self.record.seating
        return seating

    @property
    def possible_leaders(self) -> Sequence[int]:
        """Seats that may have been to lead first; one if known."""
        if self.leaders:
            return self.leaders
        return (self.seating.left_neighbor(self.seating.number[self.record.deal.dealer]),)

    @property
    def pack(self) -> Pack:
        pack: Pack = self.record.pack
        return pack

    @property
    def pool(self) -> int:
        return self.pack.all_cards & ~self.aside & ~reduce(or_, self.dealt)

    def to_recorded_clock(self, clock: int) -> int:
        """Return the recorded clock of a card, given its clock among the cards of tricks."""
        for extra in self.extra_plays if 0 <= clock < TURNED else ():
            clock += extra <= clock
        return clock

    def recorded_clock_after(self, count: int) -> int:
        """Return the recorded clock at which `count` cards had fallen to tricks."""
        return self.to_recorded_clock(count - 1) + 1 if self.extra_plays and 0 < count < TURNED else count

    def to_trick_clock(self, clock: int) -> int:
        """Return the clock among the cards of tricks, given a recorded clock."""
        return clock - sum(extra < clock for extra in self.extra_plays) if clock < TURNED else clock

    @property
    def is_whole(self) -> bool:
        """True if every card dealt and every card played is known."""
        return not any(self.hidden) and 0 not in self.cards


def most_cards(seating: Seating) -> int:
    return seating.each + _TOO_MANY


def infer(
    pack: Pack, seats: list[int], cards: list[int], known: list[int], hidden: list[int]
) -> tuple[int, ...]:
    """Fill in the unknown cards of each known hand that has one face left; return the clocks filled."""
    filled = []
    for seat, more in enumerate(hidden):
        blanks = [clock for clock, who in enumerate(seats) if who == seat and not cards[clock]]
        left = known[seat]
        for clock, who in enumerate(seats):
            if who == seat:
                left &= ~cards[clock]
        if blanks and not more and not left & ~pack.twins[left & -left]:
            for clock in blanks:
                cards[clock] = left & -left
                left ^= cards[clock]
            filled += blanks
    return tuple(filled)


def open_places_of(hand: Hand) -> OpenPlaces:
    left = open_places(
        hand.pack, hand.seats, hand.cards, hand.dealt, hand.hidden, piles=hand.piles, aside=hand.aside
    )
    for at, card in hand.first_shown.items():
        # A card shown in the act of playing had not fallen before.
        before = [place.seat == hand.seats[at] and place.clock < at for place in left.places]
        left.ways[:] = [
            [mask & ~card if is_before else mask for mask, is_before in zip(way, before, strict=True)]
            for way in left.ways
        ]
    return left
