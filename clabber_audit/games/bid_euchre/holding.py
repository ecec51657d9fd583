"""Where the cards of a record lay: dealt, left over, taken for Bottoms, handed over, played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from clabber_audit.ground.errors import Path
from clabber_audit.record.bid_euchre.leaving import partners
from clabber_audit.record.bid_euchre.model import BidEuchreRecord
from clabber_audit.record.bid_euchre.words import MOVES_CARDS
from clabber_audit.record.mentions import Mention
from clabber_audit.record.vocabulary import MISCOUNTS, SHOWS_CARD
from clabber_audit.table.cards import seat_name

#: In place of a seat: the cards that nobody was dealt.
BLIND = "blind"


def plainly_held(record: BidEuchreRecord) -> bool:
    """Whether every card is where whole hands, all written down, have it, so that nobody need look any further."""
    deal, each, seats = record.deal, record.seating.each, record.seating.seats
    unusual = record.disordered or any(incident.kind in (*SHOWS_CARD, *MISCOUNTS) for incident in record.incidents)
    if unusual or any(len(deal.hands.get(seat, ())) != each for seat in record.seats):
        return False
    if any(said.call == "bottoms" for said in record.declarations or ()):
        return False
    held = {str(seat): Counter[str](codes) for seat, codes in deal.hands.items()}
    named = sum(held.values(), Counter(deal.blind or [deal.upcard]))
    if any(card and count > len(record.pack.bits.get(card, ())) for card, count in named.items()):
        return False
    for exchange in record.exchanges or ():
        handed = Counter(card for card in exchange.cards if card)
        if handed.total() < len(exchange.cards) or not handed <= held.get(exchange.giver, Counter()):
            return False
        held[exchange.giver] -= handed
        held.setdefault(exchange.taker, Counter()).update(handed)
    fell: dict[str, list[str | None]] = {seat: [] for seat in seats}
    for play in record.plays:
        fell.setdefault(play.seat, []).append(play.card)
    return all(
        len(cards) <= held.get(seat, Counter()).total() and Counter(filter(None, cards)) <= held.get(seat, Counter())
        for seat, cards in fell.items()
    )


def mentions(record: BidEuchreRecord) -> Iterator[Mention]:
    """The cards that the record places with a seat as dealt, or in the blind.

    A card that came to a seat after the deal is mentioned where it came from; one that leaves a hand which may hold
    cards nobody noted is mentioned as anybody's.
    """
    for seat, codes in record.deal.hands.items():
        for place, card in enumerate(codes):
            how = f"was dealt to {seat_name(seat)}"
            yield Mention(card, seat, ("deal", "hands", seat, place), how, "hands")
    if record.deal.upcard:
        yield Mention(record.deal.upcard, BLIND, ("deal", "upcard"), "was turned up", "up-card")
    for place, blind in enumerate(record.deal.blind or ()):
        if blind:
            yield Mention(blind, BLIND, ("deal", "blind", place), "lies in the blind", "blind")
    yield from _after_the_deal(record, _Came(record))


class _Came:
    """The cards that came into hands after the deal, and the seats to which others came that nobody noted."""

    def __init__(self, record: BidEuchreRecord) -> None:
        self.cards = Counter[tuple[str, str]]()
        self.unseen = _unrecorded(record)

    def give(self, seat: str, card: str | None) -> None:
        """One more card comes to a seat."""
        if card is None:
            self.unseen.add(seat)
        else:
            self.cards[seat, card] += 1

    def take(self, seat: str, card: str) -> bool:
        """Whether a card that leaves a seat is one that came to it; then it has it no longer."""
        came = self.cards[seat, card] > 0
        self.cards[seat, card] -= came
        return came

    def leaves(self, seat: str, card: str, path: Path, how: str) -> Iterator[Mention]:
        """The mention of a card that leaves a hand, unless it came there after the deal."""
        if not self.take(seat, card):
            yield Mention(card, None if seat in self.unseen else seat, path, how, "left")


def _unrecorded(record: BidEuchreRecord) -> set[str]:
    """Who may have exchanged cards with a partner where nobody noted whether it was done (BD-80)."""
    if record.exchanges is not None:
        return set()
    said = {one.seat for one in record.declarations or () if one.alone or one.call in MOVES_CARDS}
    contract = record.contract
    if contract and (contract.alone or contract.kind in MOVES_CARDS) and contract.maker in record.seats:
        said.add(contract.maker)
    return {*map(str, said), *(other for seat in said for other in partners(record.seats, seat))}


def _after_the_deal(record: BidEuchreRecord, came: _Came) -> Iterator[Mention]:
    for number, said in enumerate(record.declarations or ()):
        if said.call == "bottoms":
            how = f"is shown by {seat_name(said.seat)} for Bottoms"
            for place, card in enumerate(said.cards or ()):
                yield Mention(card, said.seat, ("declarations", number, "cards", place), how, f"call {number}")
            # Whether he was entitled to them is for others to say: the three under the up-card may be his (B-121).
            for taken in (record.deal.blind or [])[1:4] if len(record.deal.blind or ()) > 3 else [None]:
                came.give(said.seat, taken)
    for number, exchange in enumerate(record.exchanges or ()):
        for place, handed in enumerate(exchange.cards):
            how = f"is handed over by {seat_name(exchange.giver)}"
            if handed:
                yield from came.leaves(exchange.giver, handed, ("exchanges", number, "cards", place), how)
            came.give(exchange.taker, handed)
    yield from _shown(record, came)
    yield from _played(record, came)


def _shown(record: BidEuchreRecord, came: _Came) -> Iterator[Mention]:
    for number, incident in enumerate(record.incidents):
        seat, card = incident.seat, incident.card
        if incident.kind in SHOWS_CARD and card and seat and seat not in came.unseen and not came.cards[seat, card]:
            how = f"is exposed by {seat_name(seat)}"
            yield Mention(card, seat, ("incidents", number, "card"), how, f"incident {number}")


def _played(record: BidEuchreRecord, came: _Came) -> Iterator[Mention]:
    """The cards played; those of a trick whose order is lost are anybody's who played to it."""
    lost = {at: trick for trick in record.disordered for at in record.seating.clocks_of(trick)}
    for place, play in enumerate(record.plays):
        if not play.card:
            continue
        if place not in lost:
            how = f"is played by {seat_name(play.seat)} as card {place + 1}"
            yield from came.leaves(play.seat, play.card, ("plays", place), how)
        elif not any(came.take(seat, play.card) for seat in record.seats):
            yield Mention(play.card, None, ("plays", place), f"lies in trick {lost[place]}", "left")
