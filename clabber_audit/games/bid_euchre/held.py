"""A record of the family made ready for the table: what each seat was dealt, and what it went into play with.

Nothing here judges. What was handed over was handed over, whether or not the game has it so (BD-80).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from clabber_audit.games.bid_euchre.holding import unrecorded
from clabber_audit.games.bid_euchre.in_full import written_in_full
from clabber_audit.record.copies import Pile, given_out
from clabber_audit.record.hand import Dealt, Hand, infer
from clabber_audit.record.places import NOBODY
from clabber_audit.record.vocabulary import MISCOUNTS, SHOWS_CARD

if TYPE_CHECKING:
    from clabber_audit.record.bid_euchre.model import BidEuchreRecord

#: Bottoms are three cards for three (B-121), of a blind of four.
_BOTTOM, _BLIND = 3, 4


class _Seat:
    """What is known of one seat's cards, from the deal on."""

    def __init__(self, listed: Sequence[str], size: int) -> None:
        self.dealt, self.held = Counter(listed), Counter(listed)
        self.size = size
        #: Cards of his that nobody noted: as dealt, and by now.
        self.hidden = self.unseen = size - len(listed)
        #: Whether a card left him of which nobody noted which.
        self.loose = False

    def leave(self, card: str | None) -> bool:
        """A card leaves; False where he cannot have had it."""
        self.size -= 1
        if card is None:
            self.loose = True
        elif self.held[card]:
            self.held[card] -= 1
        elif not self.show(Counter((card,))):
            return False
        else:
            self.held[card] -= 1
        return True

    def come(self, card: str | None) -> None:
        """A card comes to him."""
        self.size += 1
        if card is None:
            self.unseen += 1
        else:
            self.held[card] += 1

    def show(self, cards: Counter[str]) -> bool:
        """Some cards at once turn out to be his; False where they cannot be."""
        new = cards - self.held
        self.held |= cards
        if self.loose:
            # Which of those noted he still has is not known: those are that are seen.
            return True
        self.unseen -= new.total()
        fresh = Counter({card: count for card, count in new.items() if self.hidden})
        if fresh.total() <= self.hidden:
            self.dealt += fresh
            self.hidden -= fresh.total()
        return self.unseen >= 0


class Moved(NamedTuple):
    """What may have changed hands: the Bottoms carried out, by number of the call; seats whose exchange is not noted.

    None for the seats: those that the record allows.
    """

    bottoms: Collection[int]
    unsure: Collection[str] | None = None


def hold(record: BidEuchreRecord, moved: Moved | None = None, plain: Hand | None = None) -> Hand | None:
    """The record as a hand, or None where its cards contradict each other.

    What cards moved is for the law to say; without it, whatever the record allows. `plain` is the hand of a record that
    is written down in full, once somebody has it.
    """
    if moved is None:
        return next((hand for may in _may_have_moved(record) if (hand := hold(record, may, plain))), None)
    unsure = unrecorded(record) if moved.unsure is None else moved.unsure
    if not (moved.bottoms or unsure) and (hand := plain or written_in_full(record)):
        return hand
    listed = listed_hands(record)
    seats = {seat: _Seat(listed[seat], _size(record, seat)) for seat in record.seating.seats}
    fell = _fell(record)
    aside = Counter[str](card for card in record.deal.blind or [record.deal.upcard] if card)
    if any(one.hidden < 0 for one in seats.values()) or not _moves(record, moved, seats, aside):
        return None
    noted = [Counter[str]() if one.loose or name in unsure else +one.held for name, one in seats.items()]
    for name, one in seats.items():
        played = Counter(card for play, card in zip(record.plays, fell, strict=True) if play.seat == name and card)
        if name in unsure:
            one.loose = True
        if not one.show(played) or sum(play.seat == name for play in record.plays) > one.size:
            return None
        if one.loose:
            one.held = played
    if not _shown(record, seats):
        return None
    aside -= sum((one.held for one in seats.values()), Counter[str]())
    _rest(record, seats, aside)
    hand = _as_hand(record, seats, aside, fell)
    return hand and hand._replace(noted=_as_masks(hand, noted))


def _as_masks(hand: Hand, cards: Sequence[Counter[str]]) -> tuple[int, ...]:
    """Some of the cards that each seat held, by seat, as masks."""
    return tuple(
        sum(card for card in hand.pack.face if card & held and _place(hand, card, held) < own[hand.pack.face[card]])
        for own, held in zip(cards, hand.dealt, strict=True)
    )


def _place(hand: Hand, card: int, held: int) -> int:
    """The place of a card among those of its face that are held, from 0."""
    return (hand.pack.twins[card] & held & (card - 1)).bit_count()


def _may_have_moved(record: BidEuchreRecord) -> Iterator[Moved]:
    """What may have changed hands, the likeliest first: all Bottoms called, one of them, none; at last, anything."""
    called = [number for number, said in enumerate(record.declarations or ()) if said.call == "bottoms"]
    yield Moved(called)
    if called:
        yield from (Moved((number,)) for number in called)
        yield Moved(())
    yield Moved((), record.seating.seats)


def listed_hands(record: BidEuchreRecord) -> dict[str, Sequence[str]]:
    """The hands as they are written down, by seat; nothing for one that is not."""
    noted: dict[str, Sequence[str]] = {str(seat): cards for seat, cards in record.deal.hands.items()}
    return {seat: noted.get(seat, ()) for seat in record.seating.seats}


def _size(record: BidEuchreRecord, seat: str) -> int:
    """How many cards a seat was dealt, which is another number where that was noted as a fault."""
    listed, each = len(listed_hands(record)[seat]), record.seating.each
    miscounted = any(incident.kind in MISCOUNTS for incident in record.incidents)
    whole = len(record.deal.hands) == len(record.seating.seats)
    plays = sum(play.seat == seat for play in record.plays)
    return (listed if whole else max(each, listed, plays)) if miscounted else each


def _fell(record: BidEuchreRecord) -> list[str | None]:
    """The cards by clock; not those of tricks of which it is lost who played what."""
    lost = {at for trick in record.disordered for at in record.seating.clocks_of(trick)}
    return [None if at in lost else play.card for at, play in enumerate(record.plays)]


def _moves(record: BidEuchreRecord, moved: Moved, seats: dict[str, _Seat], aside: Counter[str]) -> bool:
    """Carry out what changed hands, in order; False where somebody gives what he cannot have.

    What is known of the cards left over changes with them.
    """
    blind = record.deal.blind or ()
    for number in moved.bottoms:
        said = (record.declarations or ())[number]
        if not all(map(seats[said.seat].leave, said.cards or ())):
            return False
        taken: Sequence[str | None] = blind[1:] if len(blind) == _BLIND else [None] * _BOTTOM
        for card in taken:
            seats[said.seat].come(card)
        aside.subtract(filter(None, blind[1:]))
        aside.update(said.cards or ())
    for exchange in record.exchanges or ():
        if not all(map(seats[exchange.giver].leave, exchange.cards)):
            return False
        for handed in exchange.cards:
            seats[exchange.taker].come(handed)
    return True


def _shown(record: BidEuchreRecord, seats: dict[str, _Seat]) -> bool:
    """Cards that everybody saw in somebody's hand."""
    return all(
        seats[incident.seat].show(Counter((incident.card,)))
        for incident in record.incidents
        if incident.kind in SHOWS_CARD and incident.card and incident.seat in seats
    )


def _rest(record: BidEuchreRecord, seats: dict[str, _Seat], aside: Counter[str]) -> None:
    """Where one hand alone is open, and nothing else, the rest of the pack is in it."""
    open_ones = [one for one in seats.values() if one.size > one.held.total()]
    if len(open_ones) != 1 or open_ones[0].loose:
        return
    (last,) = open_ones
    pack = Counter({face: len(copies) for face, copies in record.pack.bits.items()})
    rest = pack - sum((one.held for one in seats.values()), aside)
    if last.held.total() + rest.total() == last.size:
        last.show(last.held + rest)


def _as_hand(
    record: BidEuchreRecord, seats: dict[str, _Seat], left: Counter[str], fell: Sequence[str | None]
) -> Hand | None:
    pack, number = record.pack, record.seating.number
    held = [tuple(one.held.elements()) for one in seats.values()]
    around = [number[play.seat] for play in record.plays]

    def parts() -> Iterator[tuple[int, Sequence[str]]]:
        yield from enumerate(held)
        yield len(held), tuple(left.elements())

    copies = given_out(pack, parts)
    known = [copies.of(seat, faces) for seat, faces in enumerate(held)]
    aside = copies.of(len(held), tuple(left.elements()))
    apart = reduce(or_, known, aside).bit_count() == sum(map(len, held)) + left.total()
    hidden = [one.size - one.held.total() for one in seats.values()]
    piles = _piles(record)
    if not apart or min(hidden) < 0 or piles is None:
        return None
    cards = copies.played(around, fell)
    inferred = infer(pack, around, cards, known, hidden) if 0 in cards and not piles else ()
    listed = [len(faces) for faces in listed_hands(record).values()]
    rebuilt = sum(1 << seat for seat, one in enumerate(seats.values()) if not hidden[seat] and listed[seat] < one.size)
    sizes = {one.size for one in seats.values()}
    dealt = _dealt(record, seats)
    named = {at: play.named for at, play in enumerate(record.plays) if play.named}
    return Hand(
        record, around, cards, tuple(known), tuple(hidden), rebuilt, inferred, len(sizes) == 1, piles,
        aside=aside, before_exchanges=dealt, led_as=named,
    )  # fmt: skip


def _dealt(record: BidEuchreRecord, seats: dict[str, _Seat]) -> Dealt:
    """What was dealt, before anything changed hands. Where one hand alone is open, the rest of the pack is in it."""
    aside = Counter[str](card for card in record.deal.blind or [record.deal.upcard] if card)
    left = Counter(record.pack.face.values()) - aside
    left -= sum((one.dealt for one in seats.values()), Counter[str]())
    hidden = [one.hidden for one in seats.values()]
    alone = hidden.count(0) == len(hidden) - 1 and left.total() == sum(hidden)
    faces = [tuple((one.dealt + left if alone and one.hidden else one.dealt).elements()) for one in seats.values()]
    copies = given_out(record.pack, lambda: enumerate(faces))
    known = tuple(copies.of(seat, own) for seat, own in enumerate(faces))
    return Dealt(known, (0,) * len(hidden) if alone else tuple(hidden))


def _piles(record: BidEuchreRecord) -> tuple[Pile, ...] | None:
    """The tricks of which it is lost who played what; None where a card stands in one too often."""
    copies, found = given_out(record.pack, list), []
    for trick in map(record.seating.clocks_of, sorted(set(record.disordered))):
        faces = [play.card for play in record.plays[trick.start : trick.stop] if play.card]
        cards = copies.of(NOBODY, faces)
        if cards.bit_count() != len(faces):
            return None
        found.append(Pile(trick.start, trick.stop, cards))
    return tuple(found)
