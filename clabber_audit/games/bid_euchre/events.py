"""Events before play and events other than plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from clabber_audit.cards import cards as clock
from clabber_audit.cards.pack import SUITS, Pack
from clabber_audit.cards.seating import Seating
from clabber_audit.cards.strain import Strain
from clabber_audit.core.errors import Path
from clabber_audit.games.bid_euchre.auction import (
    BOTTOMS,
    BidAuction,
    BidEuchreCall,
    KnownCards,
    Obligation,
    SpecialCall,
    auction,
    special_calls,
)
from clabber_audit.games.bid_euchre.hand import Moved, prepare_hand, unrecorded
from clabber_audit.games.bid_euchre.naming import (
    CardsExchanged,
    GoingAlone,
    Leaving,
    Missing,
    Naming,
    NamingResult,
    Owed,
    exchanges,
    laid_down,
    leader,
    leavings,
    naming,
    owed,
    seats_without_plays,
)
from clabber_audit.games.bid_euchre.scoring import PlayedHand
from clabber_audit.games.bid_euchre.table import HIGH, NO_TRUMP, strains
from clabber_audit.games.bid_euchre.toggles import BidEuchreToggles
from clabber_audit.records.bid_euchre_words import SPECIAL_CALLS
from clabber_audit.records.hand import Hand
from clabber_audit.replay.tricks import CardOrder, Declaration, ExtraPlay, PlaysByColumn, PossibleStrain

if TYPE_CHECKING:
    from clabber_audit.records.bid_euchre import BidEuchreRecord


class Preliminaries(NamedTuple):
    """Calls, exchanges and contract of a hand before its first card."""

    #: The hands before the auction.
    deal: KnownCards
    specials: Sequence[SpecialCall]
    auction: BidAuction
    #: The contract, by the calls or as recorded, and the naming.
    contract: Obligation | None
    named: NamingResult
    leavings: Sequence[Leaving]
    exchanges: Sequence[CardsExchanged]
    missing: Sequence[Missing]
    #: Seats, as bits, that left, and all who are out of the hand: those, and partners of a lone player.
    left: int
    out: int
    #: The first leader; None if unknown, or if there is no play.
    leader: int | None

    @property
    def unasked(self) -> int:
        """Seats, as bits, that are out by no rule: they only played no card."""
        return self.out & ~self.left & ~laid_down(self.contract, self.named.alone, self.deal.seating)


def to_be_scored(spoken: Preliminaries, seating: Seating, taken: tuple[int, ...]) -> PlayedHand:
    """Return a hand ready for scoring, given the tricks that each side took."""
    contract = spoken.contract
    out = sum(side for side in seating.sides if side & spoken.left) if seating.alone else 0
    bidders = None if contract is None else seating.side_of[contract.maker]
    return PlayedHand(taken, seating.each, contract, bidders, spoken.named.alone, out)


class SideEvents(NamedTuple):
    """Events of a hand other than calls of the auction and cards in tricks, a sequence for each kind."""

    specials: Sequence[SpecialCall] = ()
    namings: Sequence[Naming] = ()
    lone: Sequence[GoingAlone] = ()
    leavings: Sequence[Leaving] = ()
    exchanges: Sequence[CardsExchanged] = ()
    missing: Sequence[Missing] = ()
    extra_plays: Sequence[ExtraPlay] = ()


#: The kinds of event that only this family has.
EVENTS: Final[frozenset[type]] = frozenset(
    (BidEuchreCall, SpecialCall, Naming, GoingAlone, Leaving, CardsExchanged, Missing, ExtraPlay)
)


def path_of(event: Any) -> Path:
    """Return the path of an event in the record."""
    if isinstance(event, Missing):
        return ("exchanges",)
    part = {CardsExchanged: "exchanges", ExtraPlay: "plays"}.get(type(event), "declarations")
    return part, event.number


class BeforePlay(NamedTuple):
    """Events before the first card, and the hand as it then went into play."""

    spoken: Preliminaries
    hand: Hand
    strain: Strain | None
    #: The cards that moved.
    moved: Moved


def before_play(
    hand: Hand, toggles: BidEuchreToggles, strains: dict[str, Strain], supposed: Strain | None
) -> BeforePlay:
    """Apply the rules to the calls and exchanges of a record; `supposed` is the strain if none is recorded.

    Exchanges under these rules narrow what was dealt, so the auction may be judged again.
    """
    before = apply_rules(hand, toggles, strains, supposed)
    record: BidEuchreRecord = hand.record
    specials = () if toggles.call_window is None else before.spoken.specials
    called = [call.number for call in specials if call.word == BOTTOMS]
    if list(before.moved.bottoms) != called or set(before.moved.unsure or ()) != set(unrecorded(record)):
        before = apply_rules(prepare_hand(record, before.moved) or hand, toggles, strains, supposed)
    return before


def apply_rules(
    hand: Hand, toggles: BidEuchreToggles, strains: dict[str, Strain], supposed: Strain | None = None
) -> BeforePlay:
    """Apply the rules to the calls and exchanges of a record once, given the hands."""
    record: BidEuchreRecord = hand.record
    deal = _deal(hand, toggles)
    seating = deal.seating
    calls = list(_recorded_calls(record, deal))
    specials, _ = special_calls(calls, deal, toggles)
    bids = ((number, seat, word) for number, seat, word, _ in calls if word not in SPECIAL_CALLS)
    auctioned = auction(bids, deal, toggles)
    contract = auctioned.contract
    if contract is None and not any(call.counts for call in auctioned.calls) and auctioned.how == "unknown":
        contract = _recorded_contract(record, seating)
    named = _judge_namings(record, contract, auctioned, seating, toggles)
    strain = strains[named.name] if named.name else supposed
    departures, left = leavings(
        _recorded_leavings(record), contract, seating, totals_before(record, seating, toggles), toggles
    )
    duties = owed(contract, strain, named.alone, seating, toggles)
    handed, missing = _judged_exchanges(record, duties, deal, strain)
    out = left | laid_down(contract, named.alone, seating)
    out |= seats_without_plays(record.seating.out & ~out, hand.seats)
    playing = table(seating.seats, seating.each, seating.alone, out)
    first = None
    if contract is not None or auctioned.how in ("club", "no_bid"):
        first = leader(contract, strain.name if strain else None, deal.dealer, playing, toggles)
    spoken = Preliminaries(
        deal, specials, auctioned, contract, named, departures, handed, missing, left, out, first
    )
    carried_out = [call.number for call in specials if call.carried_out]
    unsure = {record.seats[seat] for one in duties for seat in (one.giver, one.taker)}
    moved = Moved(carried_out, unsure if record.exchanges is None else ())
    return BeforePlay(spoken, _into_play(hand, spoken), strain, moved)


@lru_cache(maxsize=256)
def table(seats: tuple[str, ...], each: int, alone: bool, out: int) -> Seating:
    """Return a table, cached."""
    return Seating(seats, each, alone, out)


def totals_before(record: BidEuchreRecord, seating: Seating, toggles: BidEuchreToggles) -> tuple[int, ...]:
    """Return the running scores before a hand by side; for a side without one, the score a game begins with."""
    scores: dict[Any, int] = record.before
    return tuple(scores.get(side, toggles.start) for side in seating.side_names)


def sat_out(spoken: Preliminaries) -> bool:
    """Return True if all but the bidder's side have left, so that no card is played (B-104, BD-52)."""
    seating, contract = spoken.deal.seating, spoken.contract
    if contract is None or not spoken.left:
        return False
    return seating.everybody & ~spoken.left & ~seating.sides[seating.side_of[contract.maker]] == 0


def _deal(hand: Hand, toggles: BidEuchreToggles) -> KnownCards:
    record: BidEuchreRecord = hand.record
    dealt, first = hand.before_exchanges, hand.pack.first
    assert dealt is not None, "a hand of the family is prepared with the cards dealt"
    seats, upcard = record.seating, record.deal.upcard
    blind = sum(first[card] for card in record.deal.blind or [upcard])
    return KnownCards(
        hand.pack,
        table(seats.seats, seats.each, toggles.partners == "no", 0),
        seats.number[record.deal.dealer],
        dealt.hands,
        dealt.hidden,
        first[upcard],
        blind,
    )


def _recorded_calls(record: BidEuchreRecord, deal: KnownCards) -> Iterator[tuple[int, int, str, int]]:
    """Yield the calls and special calls: place in the record, seat, word, cards shown."""
    for number, said in enumerate(record.declarations or ()):
        if said.call not in ("trump", "out"):
            cards = 0
            for card in said.cards or ():
                cards |= deal.pack.first[card]
            yield number, deal.seating.number[said.seat], said.call, cards


def _at(at: int | str | None) -> int:
    return clock.DECLARING if at is None else clock.number(at)


def _recorded_contract(record: BidEuchreRecord, seating: Seating) -> Obligation | None:
    """Return the recorded contract; if it names a side, either partner stands for it."""
    noted = record.contract
    if noted is None:
        return None
    maker = seating.number.get(noted.maker)
    if maker is None:
        maker = seating.seats_of(seating.side_named(noted.maker))[0]
    return Obligation(maker, noted.tricks, noted.kind, noted.forced)


def _judge_namings(
    record: BidEuchreRecord,
    contract: Obligation | None,
    auctioned: BidAuction,
    seating: Seating,
    toggles: BidEuchreToggles,
) -> NamingResult:
    noted = record.contract
    namings = (
        (number, seating.number[one.seat], one.trump or "", one.alone, _at(one.at))
        for number, one in enumerate(record.declarations or ())
        if one.call == "trump"
    )
    recorded = (noted.trump, noted.alone) if noted else (None, False)
    return naming(
        namings, contract, auctioned.how, seating, toggles, recorded, joker=0 if contract else auctioned.joker
    )


def _recorded_leavings(record: BidEuchreRecord) -> Iterator[tuple[int, int, int]]:
    for number, said in enumerate(record.declarations or ()):
        if said.call == "out":
            yield number, record.seating.number[said.seat], _at(said.at)


def _judged_exchanges(
    record: BidEuchreRecord, duties: list[Owed], deal: KnownCards, strain: Strain | None
) -> Any:
    if record.exchanges is None:
        return [], []
    number, first = deal.seating.number, deal.pack.first
    handed = [
        (number[one.giver], number[one.taker], sum(first[card] for card in one.cards), len(one.cards))
        for one in record.exchanges
    ]
    return exchanges(handed, duties, deal.hands, deal.hidden, strain)


def _into_play(hand: Hand, spoken: Preliminaries) -> Hand:
    """Return the hand without the seats that are out."""
    dealt = spoken.deal.seating
    playing = table(dealt.seats, dealt.each, dealt.alone, spoken.out)
    gone = playing.everybody if sat_out(spoken) else spoken.out
    extra = tuple(at for at, seat in enumerate(hand.seats) if gone >> seat & 1)
    if not extra:
        return hand._replace(table=playing)
    own = [at for at in range(len(hand.seats)) if at not in extra]
    now = {at: place for place, at in enumerate(own)}
    return hand._replace(
        table=playing,
        seats=[hand.seats[at] for at in own],
        cards=[hand.cards[at] for at in own],
        inferred=tuple(now[at] for at in hand.inferred if at in now),
        led_as={now[at]: suit for at, suit in hand.led_as.items() if at in now},
        first_shown={now[at]: card for at, card in hand.first_shown.items() if at in now},
        extra_plays=extra,
    )


@lru_cache(maxsize=64)
def order(toggles: BidEuchreToggles, pack: Pack) -> CardOrder:
    """Return the card order of a pack, with the functions that read the calls and other events of a hand."""
    ranked = strains(pack, toggles)
    return CardOrder(ranked, ranked[HIGH[0]], partial(declared, toggles), attrgetter("calls"), side_events)


def declared(toggles: BidEuchreToggles, hand: Hand, order: CardOrder, supposed: Strain | None) -> Declaration:
    """Return the declaration of a hand: auction, naming and departures."""
    before = before_play(hand, toggles, order.strains, supposed)
    spoken, seating = before.spoken, before.hand.seating
    contract, unplayed = spoken.contract, _unplayed(spoken)
    return Declaration(
        spoken.auction.calls,
        contract and contract.maker,
        None if contract is None else seating.side_of[contract.maker],
        before.strain or (order.plain if unplayed else None),
        bool(spoken.named.namings),
        unplayed,
        0,
        before.hand._replace(leaders=seating.around[0] if spoken.leader is None else (spoken.leader,)),
        () if before.strain is not None or unplayed else _possible_strains(spoken, order, toggles),
        spoken,
    )


def _unplayed(spoken: Preliminaries) -> str:
    """Return the fate of a hand without plays: misdeal, thrown in, or left to the bidders."""
    if any(call.misdeals for call in spoken.specials):
        return "redeal"
    if sat_out(spoken):
        return "sat_out"
    return spoken.auction.how if spoken.auction.how in ("passed_out", "annulled") else ""


def _possible_strains(
    spoken: Preliminaries, order: CardOrder, toggles: BidEuchreToggles
) -> list[PossibleStrain]:
    """Return the strains possible where none is recorded (B-042, B-077, B-094, BD-16)."""
    high_card = HIGH if toggles.special_bids == "high_card" else ()
    names = dict.fromkeys((*SUITS, *NO_TRUMP[toggles.no_trump], *high_card))
    return [PossibleStrain(order.strains[name], 0) for name in names if name != HIGH[1]]


def side_events(declared: Declaration, _plays: PlaysByColumn) -> SideEvents:
    """Return the events other than plays, and the cards of seats that are out."""
    spoken: Preliminaries = declared.before
    naming, exchanges = spoken.named, (spoken.exchanges, spoken.missing)
    return SideEvents(
        spoken.specials, naming.namings, naming.lone, spoken.leavings, *exchanges, extra_plays(declared.hand)
    )


def extra_plays(hand: Hand) -> list[ExtraPlay]:
    """Return the cards that belong to no trick."""
    number, first = hand.seating.number, hand.pack.first
    plays = hand.record.plays
    found = []
    for place in hand.extra_plays:
        at = hand.played_by(place)
        trick = min(hand.seating.trick_of(at), hand.seating.each)
        seat = number[plays[place].seat]
        found.append(
            ExtraPlay(place, seat, first[plays[place].card], at, trick, bool(hand.seating.out >> seat & 1))
        )
    return found
