"""A record put to the rules of what comes before the first card: what was said, named, handed over, and who plays."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from clabber_audit.games.bid_euchre.auction import Auction, auction
from clabber_audit.games.bid_euchre.contract import Contract, Deal
from clabber_audit.games.bid_euchre.exchanging import Owed, exchanges, owed
from clabber_audit.games.bid_euchre.held import Moved, hold
from clabber_audit.games.bid_euchre.holding import unrecorded
from clabber_audit.games.bid_euchre.leaving import laid_down, leavings
from clabber_audit.games.bid_euchre.naming import Named, leader, naming
from clabber_audit.games.bid_euchre.special_calls import BOTTOMS, special_calls
from clabber_audit.games.bid_euchre.steps import Spoken
from clabber_audit.games.bid_euchre.toggles import Toggles
from clabber_audit.record.bid_euchre.words import SPECIAL_CALLS
from clabber_audit.record.hand import Hand
from clabber_audit.table import moments as clock
from clabber_audit.table.seating import Seating
from clabber_audit.table.strain import Strain

if TYPE_CHECKING:
    from clabber_audit.record.bid_euchre.model import BidEuchreRecord

_NOT_BIDS: Final = (*SPECIAL_CALLS, "trump", "out")


class Before(NamedTuple):
    """What came before the first card: all that was said and done, and the hand as it then went into play."""

    spoken: Spoken
    hand: Hand
    strain: Strain | None
    #: What changed hands by it.
    moved: Moved


def before_play(hand: Hand, toggles: Toggles, strains: dict[str, Strain], supposed: Strain | None) -> Before:
    """Put a record to the rules; `supposed` is taken for what was named where the record does not tell.

    What changed hands under these rules tells more of what was dealt than what may have, and so comes to be put again.
    """
    before = put(hand, toggles, strains, supposed)
    record: BidEuchreRecord = hand.record
    specials = () if toggles.call_window is None else before.spoken.specials
    called = [call.number for call in specials if call.word == BOTTOMS]
    if list(before.moved.bottoms) != called or before.moved.unsure != set(unrecorded(record)):
        before = put(hold(record, before.moved) or hand, toggles, strains, supposed)
    return before


def put(hand: Hand, toggles: Toggles, strains: dict[str, Strain], supposed: Strain | None = None) -> Before:
    """Put a record to the rules once, as it is held."""
    record: BidEuchreRecord = hand.record
    deal = _deal(hand, toggles)
    seating = deal.seating
    specials, _ = special_calls(_said(record, deal), deal, toggles)
    auctioned = auction(
        ((number, seat, word) for number, seat, word, _ in _said(record, deal) if word not in _NOT_BIDS), deal, toggles
    )
    contract = auctioned.contract
    if contract is None and not any(call.counts for call in auctioned.calls) and auctioned.how == "unknown":
        contract = _noted(record, seating)
    named = _named(record, contract, auctioned, seating, toggles)
    strain = strains[named.name] if named.name else supposed
    went, left = leavings(_leaving(record), contract, seating, totals_before(record, seating, toggles), toggles)
    asked = owed(contract, strain, named.alone, seating, toggles)
    handed, missing = _handed(record, asked, deal, strain)
    out = left | laid_down(contract, named.alone, seating)
    playing = table(seating.seats, seating.each, seating.alone, out)
    first = None
    if contract is not None or auctioned.how in ("club", "no_bid"):
        first = leader(contract, strain.name if strain else None, deal.dealer, playing, toggles)
    spoken = Spoken(deal, specials, auctioned, contract, named, went, handed, missing, left, out, first)
    carried_out = [call.number for call in specials if call.carried_out]
    return Before(spoken, _into_play(hand, spoken), strain, Moved(carried_out, _unsure(record, asked)))


@lru_cache(maxsize=256)
def table(seats: tuple[str, ...], each: int, alone: bool, out: int) -> Seating:
    """A table, the same for the same people."""
    return Seating(seats, each, alone, out)


def totals_before(record: BidEuchreRecord, seating: Seating, toggles: Toggles) -> tuple[int, ...]:
    """The running scores before a hand, by side; where none are noted those a game begins with."""
    told: dict[Any, int] = record.before
    return tuple(told.get(side, toggles.start) for side in seating.side_names)


def sat_out(spoken: Spoken) -> bool:
    """Whether everybody but the bidder's side has left, so that no card is played (B-104, BD-52)."""
    seating, contract = spoken.deal.seating, spoken.contract
    if contract is None or not spoken.left:
        return False
    return seating.everybody & ~spoken.left & ~seating.sides[seating.side_of[contract.maker]] == 0


def _deal(hand: Hand, toggles: Toggles) -> Deal:
    record: BidEuchreRecord = hand.record
    dealt, first = hand.before_exchanges, hand.pack.first
    assert dealt is not None, "a hand of the family is held with what was dealt"
    seats, upcard = record.seating, record.deal.upcard
    blind = sum(first[card] for card in record.deal.blind or [upcard])
    return Deal(
        hand.pack,
        table(seats.seats, seats.each, toggles.partners == "no", 0),
        seats.number[record.deal.dealer],
        dealt.hands,
        dealt.hidden,
        first[upcard],
        blind,
    )


def _said(record: BidEuchreRecord, deal: Deal) -> Iterator[tuple[int, int, str, int]]:
    """The calls and special calls: the place of each among all that was said, the seat, the word, cards shown."""
    for number, said in enumerate(record.declarations or ()):
        if said.call not in ("trump", "out"):
            cards = 0
            for card in said.cards or ():
                cards |= deal.pack.first[card]
            yield number, deal.seating.number[said.seat], said.call, cards


def _at(at: int | str | None) -> int:
    return clock.DECLARING if at is None else clock.number(at)


def _noted(record: BidEuchreRecord, seating: Seating) -> Contract | None:
    """The contract that somebody wrote down; where it names a side, either partner stands for it."""
    noted = record.contract
    if noted is None:
        return None
    maker = seating.number.get(noted.maker)
    if maker is None:
        maker = seating.seats_of(seating.side_named(noted.maker))[0]
    return Contract(maker, noted.tricks, noted.kind, noted.forced)


def _named(
    record: BidEuchreRecord, contract: Contract | None, came: Auction, seating: Seating, toggles: Toggles
) -> Named:
    noted = record.contract
    said = (
        (number, seating.number[one.seat], one.trump or "", one.alone, _at(one.at))
        for number, one in enumerate(record.declarations or ())
        if one.call == "trump"
    )
    told = (noted.trump, noted.alone) if noted else (None, False)
    return naming(said, contract, came.how, seating, toggles, told, 0 if contract else came.joker)


def _leaving(record: BidEuchreRecord) -> Iterator[tuple[int, int, int]]:
    for number, said in enumerate(record.declarations or ()):
        if said.call == "out":
            yield number, record.seating.number[said.seat], _at(said.at)


def _handed(record: BidEuchreRecord, asked: list[Owed], deal: Deal, strain: Strain | None) -> Any:
    """How the exchanges stood; nothing is said of them where nobody noted any (BD-80)."""
    if record.exchanges is None:
        return [], []
    number, first = deal.seating.number, deal.pack.first
    handed = [
        (number[one.giver], number[one.taker], sum(first[card] for card in one.cards), len(one.cards))
        for one in record.exchanges
    ]
    return exchanges(handed, asked, deal.hands, deal.hidden, strain)


def _unsure(record: BidEuchreRecord, asked: list[Owed]) -> set[str]:
    """The seats of which nobody noted whether they exchanged what the game lets them exchange."""
    if record.exchanges is not None:
        return set()
    return {record.seats[seat] for one in asked for seat in (one.giver, one.taker)}


def _into_play(hand: Hand, spoken: Spoken) -> Hand:
    """The hand as it is played, without those who are out of it."""
    dealt = spoken.deal.seating
    playing = table(dealt.seats, dealt.each, dealt.alone, spoken.out)
    gone = playing.everybody if sat_out(spoken) else spoken.out
    stray = tuple(at for at, seat in enumerate(hand.seats) if gone >> seat & 1)
    if not stray:
        return hand._replace(table=playing)
    own = [at for at in range(len(hand.seats)) if at not in stray]
    now = {at: place for place, at in enumerate(own)}
    return hand._replace(
        table=playing,
        seats=[hand.seats[at] for at in own],
        cards=[hand.cards[at] for at in own],
        inferred=tuple(now[at] for at in hand.inferred if at in now),
        led_as={now[at]: suit for at, suit in hand.led_as.items() if at in now},
        strays=stray,
    )
