"""A record of Clabber prepared for replay."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import attrgetter, or_
from typing import TYPE_CHECKING, NamedTuple

from clabber_audit.cards import Pack, seat_name
from clabber_audit.core.errors import Path
from clabber_audit.records.contradictions import Mention
from clabber_audit.records.hand import (
    Hand,
    find_first_shown,
    find_unordered_plays,
    find_unordered_tricks,
    infer,
    is_miscounted,
    most_cards,
)
from clabber_audit.records.incidents import MIXES_UPCARD, SHOWS_CARD
from clabber_audit.records.partial_deal import (
    KEPT,
    OpenPlaces,
    SeatCards,
    copies_by_seat,
    narrow,
    open_places,
    union,
)

if TYPE_CHECKING:
    from clabber_audit.records.clabber import HandRecord

_SEAT_PLAYED, _CARD_PLAYED = attrgetter("seat"), attrgetter("card")


def mentions(record: HandRecord) -> Iterator[Mention]:
    """Yield the cards that a record places with a seat, but for those of unordered tricks and of a lay-down."""
    unordered = find_unordered_plays(record)
    for seat, codes in record.deal.hands.items():
        for place, card in enumerate(codes):
            path: Path = ("deal", "hands", seat, place)
            yield Mention(card, seat, path, f"in {seat_name(seat)}’s hand", "hands")
    yield from _upcard(record)
    for place, play in enumerate(record.plays):
        if play.card and place not in unordered:
            how = f"played by {seat_name(play.seat)} in trick {record.seating.trick_of(place)}"
            yield Mention(play.card, play.seat, ("plays", place), how, "plays")
    yield from _shown_cards(record)


def _upcard(record: HandRecord) -> Iterator[Mention]:
    deal = record.deal
    if deal.upcard and (holder := upcard_holder(record)):
        whose = "of the dealer, " if holder == deal.dealer else "that was taken by "
        how = f"as the up-card {whose}{seat_name(holder)}"
        yield Mention(deal.upcard, holder, ("deal", "upcard"), how, "up-card")


def _shown_cards(record: HandRecord) -> Iterator[Mention]:
    """Yield the cards of melds shown, and exposed cards."""
    for number, meld in enumerate(record.melds or ()):
        if meld.shown != "never" and meld.kind != "belle":
            how = f"shown by {seat_name(meld.seat)} in a meld"
            for place, card in enumerate(meld.cards):
                yield Mention(card, meld.seat, ("melds", number, "cards", place), how, f"meld {number}")
    for number, incident in enumerate(record.incidents):
        if incident.kind in SHOWS_CARD and incident.card and incident.seat:
            path, how = ("incidents", number, "card"), f"exposed by {seat_name(incident.seat)}"
            yield Mention(incident.card, incident.seat, path, how, f"incident {number}")


def laid_down(record: HandRecord) -> Iterator[Mention]:
    """Yield the cards of the order stated with a lay-down."""
    if laydown := record.laydown:
        how = f"laid down by {seat_name(laydown.by)}"
        for place, card in enumerate(laydown.order):
            yield Mention(card, laydown.by, ("laydown", "order", place), how, "laydown")


def upcard_holder(record: HandRecord) -> str | None:
    """Return the seat that had the up-card: the dealer, unless it was mixed up; None if unknown."""
    for incident in record.incidents:
        if incident.kind in MIXES_UPCARD:
            return incident.seat
    return record.deal.dealer


class _KnownCards(NamedTuple):
    """Cards that a record names, as masks, by every part that places them with a seat."""

    seats: list[int]
    #: The card of each clock, 0 if unknown; the cards of unordered tricks have no clock.
    cards: list[int]
    #: Recorded hands, known cards and sizes of the hands, by seat.
    listed: list[int]
    known: list[int]
    sizes: list[int]


def _known_cards(record: HandRecord) -> _KnownCards | None:
    """Return the cards that a record names.

    None if a card is in two places, is played or listed twice, or a hand is too large.
    """
    seating, number = record.seating, record.seating.number
    each, players = seating.each, len(seating.seats)
    seats = list(map(number.__getitem__, map(_SEAT_PLAYED, record.plays)))
    faces: list[str | None] = list(map(_CARD_PLAYED, record.plays))
    if record.disordered:
        unordered = find_unordered_plays(record)
        faces = [None if at in unordered else card for at, card in enumerate(faces)]
    hands: list[SeatCards] = [(number[name], codes) for name, codes in record.deal.hands.items()]
    shown: dict[str, tuple[int, list[str]]] = {}
    for mention in (*_upcard(record), *_shown_cards(record), *laid_down(record)):
        shown.setdefault(mention.group, (number[str(mention.seat)], []))[1].append(mention.card)

    def parts() -> Iterator[SeatCards]:
        yield from hands
        yield from shown.values()
        for seat in set(seats):
            yield seat, [card for who, card in zip(seats, faces, strict=True) if who == seat and card]

    copies = copies_by_seat(record.pack, parts)
    cards = copies.assign_plays(seats, faces)
    listed, counted = [0] * players, [0] * players
    for seat, codes in hands:
        listed[seat], counted[seat] = copies.assign(seat, codes), len(codes)
    placed = [(seat, copies.assign(seat, codes), len(codes)) for seat, codes in shown.values()]
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
    sizes = [each] * players
    if is_miscounted(record):
        # A whole recorded hand has its own size, any other the number of cards seen of it.
        whole_deal = len(hands) == players
        sizes = [
            size if whole_deal or size >= each else max(each, count, plays)
            for size, count, plays in zip(counted, counts, played, strict=True)
        ]
    fit = all(count <= size >= plays for count, size, plays in zip(counts, sizes, played, strict=True))
    possible = once and apart and fit and max(sizes) <= most_cards(seating)
    return _KnownCards(seats, cards, listed, known, sizes) if possible else None


def prepare_hand(record: HandRecord) -> Hand | None:
    """Return the record as a hand, or None when its cards contradict each other."""
    read = _known_cards(record)
    piles = find_unordered_tricks(record) if record.disordered else ()
    if read is None or piles is None:
        return None
    pack, (seats, cards, listed, known, sizes) = record.pack, read
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
