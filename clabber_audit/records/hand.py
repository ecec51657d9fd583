"""A record prepared for replay, as its game prepares it (`games/*/hand.py`), and what is open in it.

A partial deal has the unrecorded cards and the places that may hold them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from clabber_audit.cards import TURNED, Pack, Seating, Strain, cards_in, clock_of
from clabber_audit.records.incidents import IN_PLAY, MISCOUNTS, SHOWS_CARD

if TYPE_CHECKING:
    from clabber_audit.records.formats import Record


#: Seat, and cards of its that one part of a record names.
SeatCards = tuple[int, Sequence[str]]


class UnorderedTrick(NamedTuple):
    """Trick with known cards in unknown order: its clocks, from `start` to before `stop`, and its cards.

    Equal cards are counted by their first copies: which copies lie in the trick is unknown.
    """

    start: int
    stop: int
    cards: int


class Copies(NamedTuple):
    """Copies of equal cards, assigned to seats."""

    pack: Pack
    #: Number of copies of a face that belong to the seats before, by seat and face.
    before: Mapping[tuple[int, str], int]

    def assign(self, seat: int, faces: Sequence[str]) -> int:
        """Return the copies that a seat has of some faces; fewer than named if there are too many."""
        if self.pack.copies == 1:
            return sum(map(self.pack.first_copy.__getitem__, faces))
        return sum(self._assign_in_order(seat, faces))

    def _assign_in_order(self, seat: int, faces: Sequence[str]) -> Iterator[int]:
        named = Counter[str]()
        for face in faces:
            copies = self.pack.bits[face]
            yield copies[min(self.before.get((seat, face), 0) + named[face], len(copies) - 1)]
            named[face] += 1

    def assign_plays(self, seats: Sequence[int], faces: Sequence[str | None]) -> list[int]:
        """Return the cards played by clock; 0 for an unknown card."""
        if self.pack.copies == 1:
            return list(map(self.pack.first_copy.__getitem__, faces))
        cards = [0] * len(faces)
        for seat in set(seats):
            clocks = [at for at, who in enumerate(seats) if who == seat and faces[at]]
            for at, card in zip(
                clocks, self._assign_in_order(seat, [faces[at] or "" for at in clocks]), strict=True
            ):
                cards[at] = card
        return cards


def copies_by_seat(pack: Pack, parts: Callable[[], Iterable[SeatCards]]) -> Copies:
    """Assign copies of equal cards to seats, given the parts of a record that name cards."""
    before: dict[tuple[int, str], int] = {}
    if pack.copies > 1:
        most = Counter[tuple[int, str]]()
        for seat, faces in parts():
            most |= Counter((seat, face) for face in faces)
        given = Counter[str]()
        for (seat, face), count in sorted(most.items()):
            before[seat, face] = given[face]
            given[face] += count
    return Copies(pack, before)


def copy_choices(
    pack: Pack, piles: Sequence[UnorderedTrick], fallen: Sequence[int], dealt: Sequence[int]
) -> Iterator[tuple[UnorderedTrick, ...]]:
    """Yield the ways to assign copies that have not `fallen` to unordered tricks; copies of one owner are alike.

    There is one way in a single pack, and none if a card is elsewhere too.
    """
    if not piles:
        yield ()
        return
    (start, stop, pile), *rest = piles
    settled = sum(fallen[start:stop])
    #: The faces of the pile with unknown owner, each with its count.
    copies = pack.mask.items()
    counts = {face: (pile & of).bit_count() - (settled & of).bit_count() for face, of in copies}
    missing = [(face, count) for face, count in counts.items() if count > 0]
    for chosen in _choose_copies(pack, missing, ~sum(fallen), dealt):
        for others in copy_choices(pack, rest, [*fallen, chosen], dealt):
            yield (UnorderedTrick(start, stop, chosen), *others)


def _choose_copies(
    pack: Pack, missing: Sequence[tuple[str, int]], free: int, dealt: Sequence[int]
) -> Iterator[int]:
    """Yield the sets of the given number of copies of some faces, out of the `free` cards."""
    if not missing:
        yield 0
        return
    (face, count), *rest = missing
    alike: dict[tuple[tuple[bool, ...], ...], int] = {}
    for cards in combinations([card for card in pack.bits[face] if card & free], count):
        alike.setdefault(tuple(tuple(bool(card & hand) for hand in dealt) for card in cards), sum(cards))
    for more in alike.values():
        for others in _choose_copies(pack, rest, free, dealt):
            yield more | others


#: Clock of a card that was not played; later than any card of any pack.
KEPT: Final = TURNED - 1
#: Seat of a card that was not dealt: left over, or of a miscounted deal.
NOBODY: Final = -1

#: Place -> possible cards, as a mask.
Candidates = list[int]


class Slot(NamedTuple):
    """Unknown card: its seat, and its clock if played."""

    seat: int
    clock: int


class OpenPlaces(NamedTuple):
    """Unknown part of a record: places with their candidate cards, and the cards each seat certainly kept."""

    places: list[Slot]
    #: Candidates for the places, one list for each way to place copies in out-of-order tricks.
    ways: list[Candidates]
    kept: list[int]


def open_places(
    pack: Pack,
    seats: Sequence[int],
    cards: Sequence[int],
    dealt: Sequence[int],
    hidden: Sequence[int],
    *,
    piles: Sequence[UnorderedTrick] = (),
    aside: int = 0,
) -> OpenPlaces:
    """Return the unknown cards of a hand, given its columns (see `Hand`)."""
    pool = pack.all_cards & ~aside & ~reduce(or_, dealt)
    places: list[Slot] = []
    fits: Candidates = []
    kept = []
    for seat in range(len(dealt)):
        blanks = [at for at, who in enumerate(seats) if who == seat and not cards[at]]
        loose = dealt[seat] & ~sum(card for who, card in zip(seats, cards, strict=True) if who == seat)
        if not blanks and not hidden[seat]:
            kept.append(loose)
            continue
        kept.append(0)
        unplayed = loose.bit_count() + hidden[seat] - len(blanks)
        places += [Slot(seat, at) for at in [*blanks, *[KEPT] * max(unplayed, 0)]]
        fits += [loose | (pool if hidden[seat] else 0)] * (len(blanks) + max(unplayed, 0))
    spare = pool.bit_count() - sum(hidden)
    for number in range(abs(spare)):
        if spare > 0:
            places.append(Slot(NOBODY, KEPT))
            fits.append(pool)
        else:
            # More cards than the pack has: an unknown player who miscounted held fewer.
            nothing = 1 << pack.all_cards.bit_length() + number
            fits = [
                mask | nothing if place.clock == KEPT and hidden[place.seat] else mask
                for place, mask in zip(places, fits, strict=True)
            ]
    ways = []
    for tricks in copy_choices(pack, piles, cards, dealt):
        way = fits
        for start, stop, pile in tricks:
            # The clocks of a trick have cards of its pile.
            inside = [start <= place.clock < stop for place in places]
            within = pile if sum(inside) == pile.bit_count() else -1
            way = [mask & (within if here else ~pile) for mask, here in zip(way, inside, strict=True)]
        ways.append(way)
    return OpenPlaces(places, ways, kept)


def union(ways: Sequence[Sequence[int]]) -> Candidates:
    return [reduce(or_, masks) for masks in zip(*ways, strict=True)]


def restrict_card(fits: Sequence[int], places: Sequence[int], card: int) -> Candidates:
    """Return the candidates with a card limited to some places."""
    return [mask if number in places else mask & ~card for number, mask in enumerate(fits)]


def require_one_of(left: OpenPlaces, known: int, seat: int, cards: int) -> Iterator[Candidates]:
    """Yield the candidates in which a seat was dealt one of some cards.

    They are unchanged if `known` already has one, or if none is required.
    """
    if not cards or known & cards:
        yield from map(list, left.ways)
        return
    own = [number for number, place in enumerate(left.places) if place.seat == seat]
    for fits in left.ways:
        for card in cards_in(cards & reduce(or_, (fits[number] for number in own), 0)):
            yield restrict_card(fits, own, card)


def fill(fits: Sequence[int], preferred: Sequence[int] = ()) -> list[int] | None:
    """Return a different candidate card for each place; None if there is no such assignment.

    A `preferred` card is used for its place if possible.
    """
    filling = [0] * len(fits)
    owner: dict[int, int] = {}
    for place, card in enumerate(preferred):
        if card & fits[place] and card not in owner:
            filling[place] = card
            owner[card] = place
    empty = [place for place, card in enumerate(filling) if not card]
    for place in sorted(empty, key=lambda place: fits[place].bit_count()):
        if not _settle(place, fits, filling, owner):
            return None
    return filling


def _settle(place: int, fits: Sequence[int], filling: list[int], owner: dict[int, int]) -> bool:
    """Assign a card to a place along an augmenting path; return False if there is none."""
    came: dict[int, int] = {}
    waiting, tried = [place], 0
    for here in waiting:
        rest = fits[here] & ~tried
        while rest:
            card = rest & -rest
            rest ^= card
            tried |= card
            came[card] = here
            if card in owner:
                waiting.append(owner[card])
                continue
            # Shift the cards along the path.
            here = -1
            while here != place:
                here = came[card]
                owner[card] = here
                card, filling[here] = filling[here], card
            return True
    return False


def keep_assignable(fits: Sequence[int]) -> Candidates | None:
    """Return the candidates that occur in some assignment; None if there is no assignment.

    There are as many cards as places, so any assignment follows from another by cycles of places, each taking the card
    of the next.
    """
    filling = fill(fits) if all(fits) else None
    if filling is None:
        return None
    numbers = range(len(fits))
    takes = [sum(1 << other for other in numbers if fits[number] & filling[other]) for number in numbers]
    leads = takes.copy()
    for between in numbers:
        for number in numbers:
            if leads[number] >> between & 1:
                leads[number] |= leads[between]
    return [
        sum(filling[other] for other in numbers if takes[number] >> other & 1 and leads[other] >> number & 1)
        for number in numbers
    ]


class Completion(NamedTuple):
    """Complete hand: strain, card by clock, cards dealt by seat. Cards are masks."""

    strain: Strain
    cards: tuple[int, ...]
    dealt: tuple[int, ...]


#: Cost of an impossible card; more than all cards are worth.
_NEVER: Final = 1 << 20


def find_heaviest(
    fits: Sequence[int], counting: Sequence[bool], value: Mapping[int, int]
) -> list[int] | None:
    """Return a different candidate card for each place that maximizes the value of the `counting` places.

    None if there is no assignment. Cards missing from `value` are worth nothing.
    """
    cards = cards_in(reduce(or_, fits, 0))
    if len(cards) < len(fits):
        return None
    worth = [value.get(card, 0) for card in cards]
    costs = [
        [
            (-points if counts else 0) if card & mask else _NEVER
            for card, points in zip(cards, worth, strict=True)
        ]
        for mask, counts in zip(fits, counting, strict=True)
    ]
    holder = _find_cheapest(costs, len(cards))
    filling = [0] * len(fits)
    for card, place in zip(cards, holder, strict=True):
        if place >= 0:
            filling[place] = card
    return filling if all(card & mask for card, mask in zip(filling, fits, strict=True)) else None


def _find_cheapest(costs: Sequence[Sequence[int]], count: int) -> list[int]:
    """Return for each card its place, or -1, in the assignment of least cost that fills all places."""
    place_price, card_price = [0] * len(costs), [0] * (count + 1)
    #: The extra card stands for the place being assigned.
    holder = [-1] * (count + 1)
    for place in range(len(costs)):
        holder[count] = place
        here = count
        slack, came = [_NEVER * 4] * count, [count] * count
        waiting = list(range(count))
        reached = [count]
        while holder[here] >= 0:
            row, price = costs[holder[here]], place_price[holder[here]]
            least, nearest = _NEVER * 4, -1
            for card in waiting:
                over = row[card] - price - card_price[card]
                if over < slack[card]:
                    slack[card], came[card] = over, here
                if slack[card] < least:
                    least, nearest = slack[card], card
            for card in reached:
                place_price[holder[card]] += least
                card_price[card] -= least
            for card in waiting:
                slack[card] -= least
            waiting.remove(nearest)
            reached.append(nearest)
            here = nearest
        while here != count:
            before = came[here]
            holder[here] = holder[before]
            here = before
    return holder[:count]


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
    during = {at: incident for at, incident in shown.items() if at < len(record.plays)}
    return {at: incident for at, incident in during.items() if incident.card != record.plays[at].card}


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
    def laydown_clock(self) -> int:
        """The clock of the lay-down, within the cards that fell; 0 for one in the deal or the calls."""
        return max(0, min(clock_of(self.record.laydown.at), len(self.cards)))

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
    known = hand.pack, hand.seats, hand.cards, hand.dealt, hand.hidden
    left = open_places(*known, piles=hand.piles, aside=hand.aside)
    for at, card in hand.first_shown.items():
        # A card shown in the act of playing had not fallen before.
        before = [place.seat == hand.seats[at] and place.clock < at for place in left.places]
        left.ways[:] = [
            [mask & ~card if is_before else mask for mask, is_before in zip(way, before, strict=True)]
            for way in left.ways
        ]
    return left
