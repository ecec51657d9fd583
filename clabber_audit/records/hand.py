"""A record prepared for replay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial, reduce
from operator import attrgetter, or_
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from clabber_audit.cards.cards import TURNED, Pack, Seating
from clabber_audit.records.incidents import IN_PLAY, MISCOUNTS, MIXES_UPCARD, SHOWS_CARD
from clabber_audit.records.partial_deal import (
    KEPT,
    NOBODY,
    OpenPlaces,
    SeatCards,
    UnorderedTrick,
    copies_by_seat,
    narrow,
    open_places,
    union,
)

if TYPE_CHECKING:
    from clabber_audit.records.clabber import HandRecord
    from clabber_audit.records.formats import Record

_SEAT_PLAYED, _CARD_PLAYED = attrgetter("seat"), attrgetter("card")


class NamedCards(NamedTuple):
    """Cards that a record names, as masks. A mask has fewer bits than cards if a part names a card twice."""

    seats: list[int]
    #: The card of each clock, 0 if unknown.
    cards: list[int]
    #: Recorded hands, and their numbers of cards, by seat.
    listed: list[int]
    counts: list[int]
    #: Cards shown otherwise: seat, cards, number of cards.
    placed: list[tuple[int, int, int]]


def find_named_cards(record: HandRecord) -> NamedCards:
    """Return the cards that a record names; the cards of unordered tricks have no clock."""
    number = record.seating.number
    seats = list(map(number.__getitem__, map(_SEAT_PLAYED, record.plays)))
    faces: list[str | None] = list(map(_CARD_PLAYED, record.plays))
    if record.disordered:
        lost = find_unordered_plays(record)
        faces = [None if at in lost else card for at, card in enumerate(faces)]
    placed = _find_shown_cards(record)
    copies = copies_by_seat(record.pack, partial(_parts, record, seats, faces, placed))
    listed, counts = [0] * len(number), [0] * len(number)
    for name, codes in record.deal.hands.items():
        seat = number[name]
        listed[seat], counts[seat] = copies.assign(seat, codes), len(codes)
    shown = [(seat, copies.assign(seat, codes), len(codes)) for seat, codes in placed]
    return NamedCards(seats, copies.assign_plays(seats, faces), listed, counts, shown)


def _parts(
    record: HandRecord, seats: Sequence[int], faces: Sequence[str | None], placed: Sequence[SeatCards]
) -> Iterator[SeatCards]:
    """Yield the parts of a record that name cards of one seat."""
    yield from ((record.seating.number[name], codes) for name, codes in record.deal.hands.items())
    yield from placed
    for seat in set(seats):
        yield seat, [card for who, card in zip(seats, faces, strict=True) if who == seat and card]


def find_unordered_plays(record: Record) -> dict[int, int]:
    """Return the clocks of the plays of unordered tricks, each with the number of its trick."""
    return {at: trick for trick in record.disordered for at in record.seating.clocks_of(trick)}


def is_miscounted(record: Record) -> bool:
    """Return True if a hand may have more or fewer cards than its share."""
    return any(incident.kind in MISCOUNTS for incident in record.incidents)


def _find_shown_cards(record: HandRecord) -> list[SeatCards]:
    """Return cards shown by seats other than by play: up-card, melds, exposed cards, a hand laid down."""
    deal, number = record.deal, record.seating.number
    places: list[SeatCards] = []
    if deal.upcard is not None and (holder := upcard_holder(record)):
        places.append((number[holder], (deal.upcard,)))
    for meld in record.melds or ():
        if meld.cards and meld.shown != "never" and meld.kind != "belle":
            places.append((number[meld.seat], meld.cards))
    for incident in record.incidents:
        if incident.kind in SHOWS_CARD and incident.card and incident.seat:
            places.append((number[incident.seat], (incident.card,)))
    if record.laydown and record.laydown.order:
        places.append((number[record.laydown.by], record.laydown.order))
    return places


def upcard_holder(record: HandRecord) -> str | None:
    """Return the seat that had the up-card: the dealer, unless it was mixed up; None if unknown."""
    for incident in record.incidents:
        if incident.kind in MIXES_UPCARD:
            return incident.seat
    return record.deal.dealer


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


def _find_known_hands(record: HandRecord, named: NamedCards) -> tuple[list[int], list[int]] | None:
    """Return the known cards and the size of each hand, by every card the record places with a seat.

    None if a card is in two places, is played or listed twice, or a hand is too large.
    """
    seating, (seats, cards, listed, counted, placed) = record.seating, named
    each, players = seating.each, len(seating.seats)
    miscounted, whole_deal = is_miscounted(record), len(record.deal.hands) == players
    # A sum of bits has as many ones as cards only if all cards differ.
    once = sum(cards).bit_count() + cards.count(0) == len(cards) <= record.pack.size
    once = once and list(map(int.bit_count, listed)) == counted
    once = once and all(mask.bit_count() == count for _, mask, count in placed)
    known = listed.copy()
    for seat, mask in [*zip(seats, cards, strict=True), *((seat, mask) for seat, mask, _ in placed)]:
        known[seat] |= mask
    counts = list(map(int.bit_count, known))
    apart = reduce(or_, known).bit_count() == sum(counts)
    played = [seats.count(seat) for seat in range(players)]
    sizes = counted if miscounted and whole_deal else [each] * players
    if miscounted and not whole_deal:
        # A whole recorded hand has its own size, any other the number of cards seen of it.
        sizes = [
            whole if whole >= each else max(each, count, plays)
            for whole, count, plays in zip(counted, counts, played, strict=True)
        ]
    fit = all(count <= size >= plays for count, size, plays in zip(counts, sizes, played, strict=True))
    return (known, sizes) if once and apart and fit and max(sizes) <= most_cards(seating) else None


def prepare_hand(record: HandRecord) -> Hand | None:
    """Return the record as a hand, or None when its cards contradict each other."""
    named = find_named_cards(record)
    seats, cards, listed, pack = named.seats, named.cards, named.listed, record.pack
    hands = _find_known_hands(record, named)
    piles = find_unordered_tricks(record) if record.disordered else ()
    if hands is None or piles is None:
        return None
    known, sizes = hands
    hidden = [size - mask.bit_count() for size, mask in zip(sizes, known, strict=True)]
    inferred: tuple[int, ...] = ()
    if piles:
        left = open_places(pack, seats, cards, known, hidden, piles=piles)
        ways = [fits for fits in map(narrow, left.ways) if fits is not None]
        if not ways:
            return None
        inferred = _settle(pack, left._replace(ways=ways), cards, known, hidden)
    elif sum(map(bool, hidden)) == 1:
        # All other hands are known: this one holds the rest of the pack.
        last = next(seat for seat, count in enumerate(hidden) if count)
        rest = pack.all_cards & ~reduce(or_, known)
        if rest.bit_count() == hidden[last]:
            known[last] |= rest
            hidden[last] = 0
    if not piles and 0 in cards:
        inferred = infer(pack, seats, cards, known, hidden)
    rebuilt = 0
    if listed != known:
        found = (not count and listed[seat] != known[seat] for seat, count in enumerate(hidden))
        rebuilt = sum(1 << seat for seat, is_rebuilt in enumerate(found) if is_rebuilt)
    even = min(sizes) == max(sizes)
    hand = Hand(record, seats, cards, tuple(known), tuple(hidden), rebuilt, inferred, even, piles)
    if record.incidents and (shown := find_first_shown(record, seats, cards, known)):
        return None if 0 in shown.values() else hand._replace(first_shown=shown)
    return hand


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


def _settle(
    pack: Pack, left: OpenPlaces, cards: list[int], known: list[int], hidden: list[int]
) -> tuple[int, ...]:
    """Fill in cards with only one possible clock or owner; return the clocks filled."""
    filled = []
    fits = union(left.ways)
    for seat in range(len(known)):
        sure = may = elsewhere = 0
        for place, mask in zip(left.places, fits, strict=True):
            if place.seat != seat:
                elsewhere |= mask
                continue
            may |= mask
            if place.clock != KEPT and not mask & ~pack.twins.get(mask & -mask, 0):
                # Of several possible copies, prefer one that the seat is known to have had.
                mask = mask & known[seat] & ~sure or mask & ~sure & ~sum(cards)
                cards[place.clock] = mask & -mask
                sure |= mask & -mask
                filled.append(place.clock)
        new = (may & ~elsewhere & pack.all_cards | sure) & ~known[seat]
        known[seat] |= new
        hidden[seat] -= new.bit_count()
    return tuple(sorted(filled))
