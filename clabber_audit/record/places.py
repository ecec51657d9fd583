"""The places at the table where cards not written down lay, what may have lain in each, and what follows from that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from clabber_audit.record.copies import Pile, choices
from clabber_audit.table.moments import TURNED
from clabber_audit.table.pack import Pack

#: The clock of a place whose card was not played: later than any card, of however many cards there are.
KEPT: Final = TURNED - 1
#: The seat of a place for a card that nobody was dealt: left over, or of a miscounted deal.
NOBODY: Final = -1

#: For each place the cards that may lie there, as masks.
Fits = list[int]


class Place(NamedTuple):
    """Where a card lies: with whom, and when he played it."""

    seat: int
    clock: int


class Open(NamedTuple):
    """What a record leaves open: places with the cards that fit them, and what each seat is known to have kept."""

    places: list[Place]
    #: What fits the places, for each way in which copies of a face may lie in tricks whose order is lost; else once.
    ways: list[Fits]
    kept: list[int]


def open_places(
    pack: Pack,
    seats: Sequence[int],
    cards: Sequence[int],
    dealt: Sequence[int],
    hidden: Sequence[int],
    piles: Sequence[Pile] = (),
    aside: int = 0,
) -> Open:
    """The places left open by the columns of a hand (`clabber_audit.record.hand.Hand` says what each of them holds)."""
    pool = pack.all & ~aside & ~reduce(or_, dealt)
    places: list[Place] = []
    fits: Fits = []
    kept = []
    for seat in range(len(dealt)):
        blanks = [at for at, who in enumerate(seats) if who == seat and not cards[at]]
        loose = dealt[seat] & ~sum(card for who, card in zip(seats, cards, strict=True) if who == seat)
        if not blanks and not hidden[seat]:
            kept.append(loose)
            continue
        kept.append(0)
        unplayed = loose.bit_count() + hidden[seat] - len(blanks)
        places += [Place(seat, at) for at in [*blanks, *[KEPT] * max(unplayed, 0)]]
        fits += [loose | (pool if hidden[seat] else 0)] * (len(blanks) + max(unplayed, 0))
    spare = pool.bit_count() - sum(hidden)
    for number in range(abs(spare)):
        if spare > 0:
            places.append(Place(NOBODY, KEPT))
            fits.append(pool)
        else:
            # More cards than the pack has: somebody who miscounted held fewer, and it is not known who.
            nothing = 1 << pack.all.bit_length() + number
            fits = [
                mask | nothing if place.clock == KEPT and hidden[place.seat] else mask
                for place, mask in zip(places, fits, strict=True)
            ]
    ways = []
    for lying in choices(pack, piles, cards, dealt):
        way = fits
        for start, stop, pile in lying:
            way = _in_pile(places, way, range(start, stop), pile)
        ways.append(way)
    return Open(places, ways, kept)


def _in_pile(places: Sequence[Place], fits: Fits, trick: range, pile: int) -> Fits:
    """The same with the cards of a pile in the trick of some clocks, and nothing else where they fill it."""
    inside = [place.clock in trick for place in places]
    within = pile if sum(inside) == pile.bit_count() else -1
    return [mask & (within if here else ~pile) for mask, here in zip(fits, inside, strict=True)]


def anywhere(ways: Sequence[Sequence[int]]) -> Fits:
    """What may lie in each place in any of some ways."""
    return [reduce(or_, masks) for masks in zip(*ways, strict=True)]


def among(fits: Sequence[int], places: Sequence[int], card: int) -> Fits:
    """The same with a card at one of some places and nowhere else."""
    return [mask if number in places else mask & ~card for number, mask in enumerate(fits)]


def dealt_one_of(left: Open, known: int, seat: int, cards: int) -> Iterator[Fits]:
    """The ways in which a seat was dealt one of some cards; as it is where one is `known` to have been, or of none."""
    if not cards or known & cards:
        yield from map(list, left.ways)
        return
    own = [number for number, place in enumerate(left.places) if place.seat == seat]
    for fits in left.ways:
        possible = 0
        for number in own:
            possible |= fits[number] & cards
        while possible:
            card = possible & -possible
            possible ^= card
            yield among(fits, own, card)


def fill(fits: Sequence[int], preferred: Sequence[int] = ()) -> list[int] | None:
    """A different card for each place, out of what fits it; None when there is no such filling.

    Where `preferred` names a card for a place, it is put there as far as that can be.
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
    """Give a place a card, moving as few other cards as that takes; false when it cannot have one."""
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
            _move(card, place, filling, owner, came)
            return True
    return False


def _move(card: int, first: int, filling: list[int], owner: dict[int, int], came: dict[int, int]) -> None:
    """Put a free card where it was wanted, the card from there where that was wanted, and so on to the first place."""
    place = -1
    while place != first:
        place = came[card]
        owner[card] = place
        card, filling[place] = filling[place], card


def narrowed(fits: Sequence[int]) -> Fits | None:
    """The same with only what lies in each place in some filling; None when there is none.

    As many cards fit the places as there are places, so one filling comes out of another by rings of places in which
    each takes the card of the next.
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
