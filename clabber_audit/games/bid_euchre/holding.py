"""Where the cards of a record lay: dealt, left over, taken for Bottoms, handed over, played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from clabber_audit.ground.errors import Path
from clabber_audit.record.bid_euchre.leaving import partners
from clabber_audit.record.bid_euchre.words import ENDS, MOVES_CARDS
from clabber_audit.record.mentions import Mention
from clabber_audit.record.vocabulary import SHOWS_CARD
from clabber_audit.table.cards import seat_name

if TYPE_CHECKING:
    from clabber_audit.record.bid_euchre.model import BidEuchreRecord

#: In place of a seat: the cards that nobody was dealt.
BLIND = "blind"


def mentions(record: BidEuchreRecord) -> Iterator[Mention]:
    """The cards that the record places with a seat as dealt, or in the blind.

    A card that came to a seat after the deal is mentioned where it came from; one that leaves a hand which may hold
    cards nobody noted is mentioned as anybody's.
    """
    for seat, codes in record.deal.hands.items():
        for place, card in enumerate(codes):
            how = f"in {seat_name(seat)}’s hand"
            yield Mention(card, seat, ("deal", "hands", seat, place), how, "hands")
    if record.deal.upcard:
        yield Mention(record.deal.upcard, BLIND, ("deal", "upcard"), "as the up-card", "up-card")
    for place, blind in enumerate(record.deal.blind or ()):
        if blind:
            yield Mention(blind, BLIND, ("deal", "blind", place), "in the blind", "blind")
    yield from _after_the_deal(record, _Came(record))


class _Came:
    """The cards that came into hands after the deal, and the seats to which others came that nobody noted."""

    def __init__(self, record: BidEuchreRecord) -> None:
        self.cards = Counter[tuple[str, str]]()
        #: Each seat to which cards came that nobody noted, with those from whom they may be.
        self.unseen = unrecorded(record)
        self._waiting: list[tuple[Sequence[str], Mention]] = []

    def give(self, seat: str, card: str | None, giver: str = BLIND) -> None:
        """One more card comes to a seat."""
        if card is None:
            self.unseen.setdefault(seat, set()).update((giver, *self.unseen.get(giver, ())))
        else:
            self.cards[seat, card] += 1

    def _take(self, seats: Iterable[str], card: str) -> bool:
        """Whether a card that is gone is one that came to some seats; then they have it no longer."""
        holder = next((seat for seat in seats if self.cards[seat, card]), None)
        if holder is not None:
            self.cards[holder, card] -= 1
        return holder is not None

    def leaves(self, seat: str, card: str, path: Path, how: str) -> Iterator[Mention]:
        """The mention of a card that leaves a hand, unless it came there after the deal."""
        if self._take([seat], card):
            return
        if seat in self.unseen:
            self.anybodys(self.unseen[seat], card, path, how)
        else:
            yield Mention(card, seat, path, how, "left")

    def anybodys(self, seats: Iterable[str], card: str, path: Path, how: str) -> None:
        """A card that may be one that came to some seats, or anybody's: it waits for those of which more is known."""
        self._waiting.append((tuple(seats), Mention(card, None, path, how, "left")))

    def last(self) -> Iterator[Mention]:
        """The mentions of the cards that waited."""
        yield from (mention for seats, mention in self._waiting if not self._take(seats, mention.card))


def unrecorded(record: BidEuchreRecord) -> dict[str, set[str]]:
    """Who may have exchanged cards with whom where nobody noted whether it was done (BD-80).

    Partners do where one of them plays alone or for all the tricks; whoever has called high or low does with the player
    at his left (B-078).
    """
    found = dict[str, set[str]]()
    if record.exchanges is not None:
        return found
    said = record.declarations or ()
    with_partner = {one.seat for one in said if one.alone or one.call in MOVES_CARDS}
    with_left = {one.seat for one in said if one.trump in ENDS}
    contract, seats = record.contract, record.seats
    if contract and contract.maker in seats:
        with_partner |= {contract.maker} if contract.alone or contract.kind in MOVES_CARDS else set()
        with_left |= {contract.maker} if contract.trump in ENDS else set()
    pairs = [(one, other) for one in with_partner for other in partners(seats, one)]
    pairs += [(one, seats[(seats.index(one) + 1) % len(seats)]) for one in with_left if one in seats]
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return found


def _after_the_deal(record: BidEuchreRecord, came: _Came) -> Iterator[Mention]:
    for number, said in enumerate(record.declarations or ()):
        if said.call == "bottoms":
            how = f"shown by {seat_name(said.seat)} for Bottoms"
            for place, card in enumerate(said.cards or ()):
                yield Mention(card, said.seat, ("declarations", number, "cards", place), how, f"call {number}")
            # The right to them is judged elsewhere: the three under the up-card may be the caller's (B-121).
            for taken in (record.deal.blind or [])[1:4] if len(record.deal.blind or ()) > 3 else [None]:
                came.give(said.seat, taken)
    for number, exchange in enumerate(record.exchanges or ()):
        for place, handed in enumerate(exchange.cards):
            how = f"passed by {seat_name(exchange.giver)}"
            if handed:
                yield from came.leaves(exchange.giver, handed, ("exchanges", number, "cards", place), how)
            came.give(exchange.taker, handed, exchange.giver)
    yield from _shown(record, came)
    yield from _played(record, came)
    yield from came.last()


def _shown(record: BidEuchreRecord, came: _Came) -> Iterator[Mention]:
    for number, incident in enumerate(record.incidents):
        seat, card = incident.seat, incident.card
        if incident.kind in SHOWS_CARD and card and seat and seat not in came.unseen and not came.cards[seat, card]:
            how = f"exposed by {seat_name(seat)}"
            yield Mention(card, seat, ("incidents", number, "card"), how, f"incident {number}")


def _played(record: BidEuchreRecord, came: _Came) -> Iterator[Mention]:
    """The cards played; those of a trick whose order is lost are anybody's who played to it."""
    lost = {at: trick for trick in record.disordered for at in record.seating.clocks_of(trick)}
    for place, play in enumerate(record.plays):
        if not play.card:
            continue
        if place not in lost:
            how = f"played by {seat_name(play.seat)} in trick {record.seating.trick_of(place)}"
            yield from came.leaves(play.seat, play.card, ("plays", place), how)
        else:
            came.anybodys(record.seats, play.card, ("plays", place), f"in trick {lost[place]}")
