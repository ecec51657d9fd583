"""A record made ready for the table: who played what as columns, and what each seat is known to have been dealt.

Nothing here judges. A hand is taken apart into masks, what follows by elimination is filled in, and everything that
cannot physically have happened is listed by `clabber_audit.record.possible`.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import and_, attrgetter
from typing import NamedTuple

from clabber_audit.record.model import HandRecord
from clabber_audit.record.places import KEPT, Open, Pile, narrowed, open_places
from clabber_audit.record.vocabulary import MISCOUNTS, SHOWS_CARD
from clabber_audit.table.cards import BIT, DECK, DECK_SIZE, HAND_SIZE, SEAT, SEATS
from clabber_audit.table.seating import Seating

_BIT: dict[str | None, int] = {None: 0, **BIT}  # type: ignore[dict-item]
_bit_of, _card_of, _seat_of = BIT.__getitem__, _BIT.__getitem__, SEAT.__getitem__
_SEAT_PLAYED, _CARD_PLAYED = attrgetter("seat"), attrgetter("card")
#: The most a miscounted hand can hold.
_MOST_CARDS = 8


class Hand(NamedTuple):
    """One hand: the record, and its cards as masks. Columns run over the plays, tuples over the seats N E S W."""

    record: HandRecord
    #: Who played each card, 0..3.
    seats: Sequence[int]
    #: The bit of each card played; 0 where it is not known.
    cards: Sequence[int]
    #: The cards each seat is known to have been dealt.
    dealt: tuple[int, ...]
    #: How many more cards each seat was dealt, not known which.
    hidden: tuple[int, ...]
    #: Seats (as bits) whose hand was not written down and follows from the cards played or shown.
    rebuilt: int
    #: Clocks of plays whose card was not written down and follows by elimination.
    inferred: tuple[int, ...]
    #: Whether every seat was dealt as many cards.
    even: bool = True
    #: The tricks whose order is lost. Who played which of their cards is only known where it follows.
    piles: tuple[Pile, ...] = ()

    @property
    def seating(self) -> Seating:
        """Who sits at the table, and how wide a trick is."""
        return self.record.seating

    @property
    def pool(self) -> int:
        """The cards of which it is not known who was dealt them."""
        north, east, south, west = self.dealt
        return DECK & ~(north | east | south | west)

    @property
    def whole(self) -> bool:
        """Whether every card dealt and every card played is known."""
        return self.hidden == _NOTHING and 0 not in self.cards


_NOTHING = (0,) * len(SEATS)


class _Whereabouts(NamedTuple):
    """What a record says of the whereabouts of cards, as masks by seat, before anybody compares it."""

    listed: list[int]
    known: list[int]
    sizes: list[int]
    consistent: bool


def _whereabouts(record: HandRecord, seats: Sequence[int], cards: Sequence[int]) -> _Whereabouts:
    """Gather every card the record places with a seat: dealt, turned up, played, shown in a meld or exposed.

    `consistent` says that no card is in two places, none is played or listed twice, and nobody has too many.
    """
    deal = record.deal
    listed = [0, 0, 0, 0]
    sizes = [HAND_SIZE] * len(SEATS)
    miscounted = _miscounted(record)
    # A sum of bits has as many ones as there are cards only while all of them differ.
    once = sum(cards).bit_count() + cards.count(0) == len(cards) <= DECK_SIZE
    for letter, codes in deal.hands.items():
        seat = SEAT[letter]
        listed[seat] = mask = sum(map(_bit_of, codes))
        once = once and mask.bit_count() == len(codes)
        if miscounted and len(deal.hands) == len(SEATS):
            sizes[seat] = len(codes)
    placed = _placed(record)
    once = once and all(mask for _, mask in placed)
    known = listed.copy()
    for seat, mask in [*zip(seats, cards, strict=True), *placed]:
        known[seat] |= mask
    north, east, south, west = known
    counts = list(map(int.bit_count, known))
    apart = (north | east | south | west).bit_count() == sum(counts)
    played = [seats.count(seat) for seat in range(len(SEATS))]
    if miscounted and len(deal.hands) < len(SEATS):
        # A hand is as large as what is written down of it, when that is a whole hand, else as what is seen of it.
        sizes = [
            whole if whole >= HAND_SIZE else max(HAND_SIZE, count, plays)
            for whole, count, plays in zip(map(int.bit_count, listed), counts, played, strict=True)
        ]
    fit = all(count <= size >= plays for count, size, plays in zip(counts, sizes, played, strict=True))
    return _Whereabouts(listed, known, sizes, once and apart and fit and max(sizes) <= _MOST_CARDS)


def _written_in_full(record: HandRecord, seats: Sequence[int], cards: Sequence[int]) -> list[int] | None:
    """The four hands of a record with six cards for each, all cards known, each placed where it was dealt; else None.

    Of a miscounted hand nothing is presumed.
    """
    hands = record.deal.hands
    if len(hands) < len(SEATS) or 0 in cards or _miscounted(record):
        return None
    dealt = [0, 0, 0, 0]
    for letter, codes in hands.items():
        dealt[SEAT[letter]] = sum(map(_bit_of, codes)) if len(codes) == HAND_SIZE else 0
    # As many bits as the pack has cards add up to the pack only when all of them differ; so with the cards played.
    if sum(dealt) != DECK or sum(cards).bit_count() != len(cards):
        return None
    own = all(map(and_, cards, map(dealt.__getitem__, seats)))
    return dealt if own and all(mask and dealt[seat] & mask == mask for seat, mask in _placed(record)) else None


def _miscounted(record: HandRecord) -> bool:
    return bool(record.incidents) and any(incident.kind in MISCOUNTS for incident in record.incidents)


def _placed(record: HandRecord) -> list[tuple[int, int]]:
    """Cards placed with a seat beside deal and play, as seat and mask; the mask is 0 where one names a card twice."""
    deal, found = record.deal, []
    if deal.upcard is not None:
        found.append((SEAT[deal.dealer], BIT[deal.upcard]))
    for meld in record.melds or ():
        if meld.cards and meld.shown != "never" and meld.kind != "belle":
            mask = sum(map(_bit_of, meld.cards))
            found.append((SEAT[meld.seat], mask if mask.bit_count() == len(meld.cards) else 0))
    for incident in record.incidents:
        if incident.kind in SHOWS_CARD and incident.card and incident.seat:
            found.append((SEAT[incident.seat], BIT[incident.card]))
    return found


def hold(record: HandRecord) -> Hand | None:
    """The record as a hand, or None when its cards contradict each other."""
    seats = list(map(_seat_of, map(_SEAT_PLAYED, record.plays)))
    cards = list(map(_card_of, map(_CARD_PLAYED, record.plays)))
    if record.disordered:
        return _hold_piles(record, seats, cards)
    dealt = _written_in_full(record, seats, cards)
    if dealt:
        return Hand(record, seats, cards, tuple(dealt), _NOTHING, 0, ())
    listed, known, sizes, consistent = _whereabouts(record, seats, cards)
    if not consistent:
        return None
    hidden = [size - mask.bit_count() for size, mask in zip(sizes, known, strict=True)]
    if sum(map(bool, hidden)) == 1:
        # All other hands are known: the one that is left holds the rest of the pack.
        last = next(seat for seat, count in enumerate(hidden) if count)
        rest = DECK & ~(known[0] | known[1] | known[2] | known[3])
        if rest.bit_count() == hidden[last]:
            known[last] |= rest
            hidden[last] = 0
    rebuilt = 0
    if listed != known:
        rebuilt = sum(1 << seat for seat in range(len(SEATS)) if not hidden[seat] and listed[seat] != known[seat])
    inferred = _infer(seats, cards, known, hidden) if 0 in cards else ()
    return Hand(record, seats, cards, tuple(known), tuple(hidden), rebuilt, inferred, min(sizes) == max(sizes))


def _infer(seats: list[int], cards: list[int], known: list[int], hidden: list[int]) -> tuple[int, ...]:
    """Fill in each unknown card that is the only one its known hand has left; return the clocks filled."""
    filled = []
    for seat in range(len(SEATS)):
        blanks = [clock for clock, who in enumerate(seats) if who == seat and not cards[clock]]
        left = known[seat]
        for clock, who in enumerate(seats):
            if who == seat:
                left &= ~cards[clock]
        if len(blanks) == 1 and not hidden[seat] and left.bit_count() == 1:
            cards[blanks[0]] = left
            filled.append(blanks[0])
    return tuple(filled)


def _hold_piles(record: HandRecord, seats: list[int], cards: list[int]) -> Hand | None:
    """A record with tricks whose order is lost as a hand, with all that follows about who played which card."""
    piles = _piles(record, cards)
    if len(piles) < len(record.disordered) or sum(cards).bit_count() + cards.count(0) < len(cards):
        return None
    for start, stop, _ in piles:
        cards[start:stop] = [0] * (stop - start)
    listed, known, sizes, consistent = _whereabouts(record, seats, cards)
    if not consistent:
        return None
    for start, stop, pile in piles:
        if any(known[seat] & pile for seat in set(range(len(SEATS))) - set(seats[start:stop])):
            return None
    hidden = [size - mask.bit_count() for size, mask in zip(sizes, known, strict=True)]
    left = open_places(seats, cards, known, hidden, piles)
    fits = narrowed(left.fits)
    if fits is None:
        return None
    inferred = _settle(left._replace(fits=fits), cards, known, hidden)
    rebuilt = sum(1 << seat for seat in range(len(SEATS)) if not hidden[seat] and listed[seat] != known[seat])
    even = min(sizes) == max(sizes)
    return Hand(record, seats, cards, tuple(known), tuple(hidden), rebuilt, inferred, even, piles)


def _piles(record: HandRecord, cards: Sequence[int]) -> tuple[Pile, ...]:
    """The tricks whose order is lost, each once, as far as they have all their cards."""
    tricks = map(record.seating.clocks_of, sorted(set(record.disordered)))
    ends = [(trick.start, trick.stop) for trick in tricks if trick.stop <= len(cards)]
    return tuple(Pile(start, stop, sum(cards[start:stop])) for start, stop in ends)


def _settle(left: Open, cards: list[int], known: list[int], hidden: list[int]) -> tuple[int, ...]:
    """Fill in the cards that can only have fallen at one clock or been dealt to one seat; return the clocks filled."""
    filled = []
    for seat in range(len(SEATS)):
        may = elsewhere = 0
        for place, mask in zip(left.places, left.fits, strict=True):
            if place.seat == seat:
                may |= mask
                if place.clock != KEPT and mask.bit_count() == 1:
                    cards[place.clock] = mask
                    filled.append(place.clock)
            else:
                elsewhere |= mask
        new = may & ~elsewhere & DECK & ~known[seat]
        known[seat] |= new
        hidden[seat] -= new.bit_count()
    return tuple(sorted(filled))
