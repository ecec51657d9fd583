"""From the deal to the first card: calls, naming trump, going alone, dropping out and exchanging cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial, reduce
from operator import attrgetter, or_
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from clabber_audit.cards import DECLARING, SUITS, Pack, Seating, Strain, clock_of
from clabber_audit.games.bid_euchre.auction import (
    BOTTOMS,
    BidAuction,
    BidContract,
    KnownCards,
    SpecialCall,
    judge_calls,
    special_calls,
)
from clabber_audit.games.bid_euchre.hand import (
    HIGH,
    NO_TRUMP,
    Moved,
    find_unrecorded_exchanges,
    prepare_hand,
    strains,
)
from clabber_audit.games.bid_euchre.toggles import BidEuchreToggles
from clabber_audit.games.game import GoingAlone, Naming
from clabber_audit.records.bid_euchre_words import SPECIAL_CALLS, WITHOUT_PARTNER, table
from clabber_audit.records.hand import Hand
from clabber_audit.replay import CardOrder, Declaration, ExtraPlay, PlayEvents, PossibleStrain

if TYPE_CHECKING:
    from clabber_audit.records.bid_euchre import BidEuchreRecord


class Leaving(NamedTuple):
    """Declaration of a seat that it is out."""

    #: Its place among the calls of the record, from 0.
    number: int
    seat: int
    at: int
    #: True if the seat may leave this hand, and if it left before the first card (B-090, B-104, BD-51, BD-57).
    allowed: bool
    in_time: bool


#: The cards the giver must choose from.
Which = Literal["any", "best", "worst", "best_trump"]


class Owed(NamedTuple):
    """Exchange that the game has: cards that one seat gives to another."""

    giver: int
    taker: int
    number: int
    which: Which
    #: True if they must be given; else they may (B-037, B-078, B-143).
    due: bool


class CardsExchanged(NamedTuple):
    """Cards handed over."""

    #: Its place among the exchanges, from 0.
    number: int
    #: The giving seat.
    seat: int
    taker: int
    #: The known cards, and the number of all.
    cards: int
    how_many: int
    #: The exchange of the game that it carries out; None if the game has none this way and of so many cards, or one was
    #: made before.
    duty: Owed | None
    #: The giver's known cards before any exchange, and the number of unknown ones.
    hand: int
    hidden: int
    #: The strain named; None if unknown.
    under: Strain | None
    #: Number of cards that the giver owes the taker; 0 if the game has no such exchange.
    due: int = 0

    @property
    def at(self) -> int:
        return DECLARING

    @property
    def open(self) -> bool:
        """True if correctness depends on unknown cards."""
        unseen = self.hidden > 0 or self.gave_unknown
        return self.duty is not None and self.duty.which != "any" and unseen

    @property
    def gave_unknown(self) -> bool:
        """True if a card given is unknown."""
        return self.cards.bit_count() < self.how_many

    @property
    def choice(self) -> int | None:
        """The cards the giver could choose from; None if any will do, or if unknown."""
        if self.duty is None or self.under is None or self.hidden:
            return None
        return find_choosable_cards(self.hand, self.duty.which, self.under)


class Missing(NamedTuple):
    """Cards that were due and never given (B-037, B-078)."""

    #: The seat that owed the cards.
    seat: int
    taker: int

    @property
    def at(self) -> int:
        return DECLARING


def find_choosable_cards(hand: int, which: Which, under: Strain) -> int | None:
    """Return the acceptable cards of a hand before any exchange; None if any will do (BD-24, BD-41).

    Without a trump there is no best one, and any card will do (BD-24).
    """
    if which == "any" or (which == "best_trump" and not hand & under.trump):
        return None
    cards = hand & under.trump if which == "best_trump" else hand
    # The best have fewest cards above them in their suits, the worst most.
    above = {
        card: (under.beaters[card] & under.suit_of[card]).bit_count()
        for card in under.suit_of
        if card and card & cards
    }
    wanted = (max if which == "worst" else min)(above.values(), default=0)
    return sum(card for card, number in above.items() if number == wanted)


class BidEuchreEvents(NamedTuple):
    """Events of a hand other than bids and cards in tricks, a sequence for each kind."""

    specials: Sequence[SpecialCall] = ()
    namings: Sequence[Naming] = ()
    lone: Sequence[GoingAlone] = ()
    leavings: Sequence[Leaving] = ()
    exchanges: Sequence[CardsExchanged] = ()
    missing: Sequence[Missing] = ()
    extra_plays: Sequence[ExtraPlay] = ()


class Preliminaries(NamedTuple):
    """Calls, exchanges and contract of a hand before its first card, and the hand as it then goes into play."""

    #: The hands before the auction.
    deal: KnownCards
    auction: BidAuction
    #: The contract, by the calls or as recorded.
    contract: BidContract | None
    #: Name of the strain played, and its order, or that supposed; None if unknown.
    name: str | None
    strain: Strain | None
    alone: bool
    #: Events other than bids; those of cards that belong to no trick come with the plays.
    events: BidEuchreEvents
    #: Seats, as bits, that left, and all who are out of the hand: those, and partners of a lone player.
    left: int
    out: int
    #: The first leader; None if unknown, or if there is no play.
    leader: int | None
    #: The cards that moved, and the hand with them where they went.
    moved: Moved
    hand: Hand

    @property
    def seats_out_by_no_rule(self) -> int:
        """Seats, as bits, that are out by no rule: they only played no card."""
        return self.out & ~self.left & ~find_partners_out(self.contract, self.alone, self.deal.seating)

    @property
    def is_sat_out(self) -> bool:
        """True if all but the bidder's side have left, so that no card is played (B-104, BD-52)."""
        seating, contract = self.deal.seating, self.contract
        if contract is None or not self.left:
            return False
        return seating.all_seats & ~self.left & ~seating.sides[seating.side_of[contract.maker]] == 0

    @property
    def fate(self) -> str:
        """Fate of a hand without plays: misdeal, thrown in, or left to the bidders; empty for any other."""
        if any(call.is_misdeal for call in self.events.specials):
            return "redeal"
        if self.is_sat_out:
            return "sat_out"
        return self.auction.how if self.auction.how in ("passed_out", "annulled") else ""


def replay_preliminaries(
    hand: Hand, toggles: BidEuchreToggles, strains: dict[str, Strain], supposed: Strain | None
) -> Preliminaries:
    """Apply the rules to the calls and exchanges of a record; `supposed` is the strain if none is recorded.

    Exchanges under these rules narrow what was dealt, so the auction may be judged again.
    """
    before = _apply_rules(hand, toggles, strains, supposed)
    record: BidEuchreRecord = hand.record
    specials = () if toggles.call_window is None else before.events.specials
    called = [call.number for call in specials if call.word == BOTTOMS]
    if list(before.moved.bottoms) != called or set(before.moved.unsure or ()) != set(
        find_unrecorded_exchanges(record)
    ):
        before = _apply_rules(prepare_hand(record, before.moved) or hand, toggles, strains, supposed)
    return before


def _apply_rules(
    hand: Hand, toggles: BidEuchreToggles, strains: dict[str, Strain], supposed: Strain | None
) -> Preliminaries:
    """Apply the rules to the calls and exchanges of a record once, given the hands."""
    record: BidEuchreRecord = hand.record
    dealt, first, seats = hand.before_exchanges, hand.pack.first_copy, record.seating
    assert dealt is not None, "a hand of the family is prepared with the cards dealt"
    seating, number = table(seats.seats, seats.each, toggles.partners == "no"), seats.number
    upcard = record.deal.upcard
    blind = sum(first[card] for card in record.deal.blind or [upcard])
    dealer = number[record.deal.dealer]
    deal = KnownCards(hand.pack, seating, dealer, dealt.hands, dealt.hidden, first[upcard], blind)
    declarations = list(enumerate(record.declarations or ()))
    # The calls, and the contract: theirs, or that of a record without them.
    calls = [
        (
            at,
            number[declaration.seat],
            declaration.call,
            reduce(or_, (first[card] for card in declaration.cards or ()), 0),
        )
        for at, declaration in declarations
        if declaration.call not in ("trump", "out")
    ]
    specials, _ = special_calls(calls, deal, toggles)
    bids = ((at, seat, word) for at, seat, word, _ in calls if word not in SPECIAL_CALLS)
    auctioned = judge_calls(bids, deal, toggles)
    contract, noted = auctioned.contract, record.contract
    silent = auctioned.how == "unknown" and not any(call.counts for call in auctioned.calls)
    if contract is None and noted and silent:
        maker = number.get(noted.maker)
        if maker is None:
            # Of a side that is named either partner stands for it.
            maker = seating.seats_of(seating.side_named(noted.maker))[0]
        contract = BidContract(maker, noted.tricks, noted.kind, noted.forced)
    # The naming of trump, the players who leave, and the exchanges.
    namings, name, alone = _judge_namings(record, contract, auctioned, seating, toggles)
    strain = strains[name] if name else supposed
    lone = [
        GoingAlone(naming.number, naming.seat, naming.at, naming.alone_allowed)
        for naming in namings
        if naming.by_maker and naming.alone
    ]
    gone = [
        (at, number[declaration.seat], _clock_of(declaration.at))
        for at, declaration in declarations
        if declaration.call == "out"
    ]
    departures, left = judge_leavings(
        gone, contract, seating, totals_before(record, seating, toggles), toggles
    )
    duties = list_owed_exchanges(contract, strain, alone, seating, toggles)
    handed, missing = _judge_exchanges(record, duties, deal, strain)
    # Who is out, and who leads.
    out = left | find_partners_out(contract, alone, seating)
    # Some calls take a seat out of play that the rules do not: alone in a game without that call, or by a seat that
    # did not bid, a drop-out that is not allowed. The plays show if the seat sat out all the same, so that no other
    # seat is out of turn by it (the record: who plays).
    out |= record.seating.out & ~out & ~sum(1 << seat for seat in set(hand.seats)) if hand.seats else 0
    playing = table(seating.seats, seating.each, seating.alone, out)
    leads = None
    if contract is not None or auctioned.how in ("club", "no_bid"):
        leads = leader(contract, strain.name if strain else None, dealer, playing, toggles)
    carried_out = [call.number for call in specials if call.is_carried_out]
    unsure = {record.seats[seat] for owed in duties for seat in (owed.giver, owed.taker)}
    before = Preliminaries(
        deal=deal,
        auction=auctioned,
        contract=contract,
        name=name,
        strain=strain,
        alone=alone,
        events=BidEuchreEvents(specials, namings, lone, departures, handed, missing),
        left=left,
        out=out,
        leader=leads,
        moved=Moved(carried_out, unsure if record.exchanges is None else ()),
        hand=hand,
    )
    return before._replace(
        hand=_remove_seats_out(hand, playing, playing.all_seats if before.is_sat_out else out)
    )


def totals_before(record: BidEuchreRecord, seating: Seating, toggles: BidEuchreToggles) -> tuple[int, ...]:
    """Return the running scores before a hand by side; for a side without one, the score a game begins with."""
    scores: dict[Any, int] = record.before
    return tuple(scores.get(side, toggles.start) for side in seating.side_names)


def _clock_of(at: int | str | None) -> int:
    return DECLARING if at is None else clock_of(at)


def is_played_alone(contract: BidContract, toggles: BidEuchreToggles) -> bool:
    """Return True if a bid by itself means playing alone (B-037, B-039, B-055, B-079, BD-14)."""
    return contract.kind in WITHOUT_PARTNER or (
        contract.kind.endswith("_pepper") and toggles.pepper_play == "alone"
    )


def _judge_namings(
    record: BidEuchreRecord,
    contract: BidContract | None,
    auctioned: BidAuction,
    seating: Seating,
    toggles: BidEuchreToggles,
) -> tuple[list[Naming], str | None, bool]:
    """Judge the namings; return them, the name of the strain played, and True if the bidder plays alone.

    The bidder's own first naming counts, or else the first by any seat: the hand is scored as it was played (BD-16). A
    club turned up and a hand that all passed leave nothing to name (B-091, B-097).
    """
    # A bidder may choose to play alone at tables of four (B-143).
    may_choose = toggles.alone == "by_choice" and len(seating.seats) == 4
    # Seats, one of which must play as holder of the joker, if unknown.
    joker = 0 if contract else auctioned.joker
    namings: list[Naming] = []
    for number, declaration in enumerate(record.declarations or ()):
        if declaration.call != "trump":
            continue
        seat, name, at = seating.number[declaration.seat], declaration.trump or "", _clock_of(declaration.at)
        naming = Naming(number, seat, name, declaration.alone, at)
        if contract is not None and seat == contract.maker:
            may_be_alone = not declaration.alone or is_played_alone(contract, toggles) or may_choose
            naming = _check_naming(naming._replace(alone_allowed=may_be_alone), contract, toggles)
        else:
            holds = bool(joker >> seat & 1)
            by_maker = None if auctioned.how == "unknown" and (holds or not joker) else False
            naming = naming._replace(by_maker=by_maker, open=holds)
        namings.append(naming)
    if contract is None:
        return namings, {"club": "C", "no_bid": HIGH[0]}.get(auctioned.how), False
    own = [naming for naming in namings if naming.by_maker]
    if namings and not own and contract.kind != "hc":
        namings[0] = _check_naming(namings[0], contract, toggles)
    noted = record.contract
    alone = may_choose and (bool(noted and noted.alone) or any(naming.alone for naming in own))
    played: str | None = noted.trump if noted else None
    if contract.kind == "hc" and not own:
        # The bid itself names it (B-094).
        played = HIGH[0]
    elif namings:
        played = (own or namings)[0].name
    return namings, played, alone or is_played_alone(contract, toggles)


def _check_naming(naming: Naming, contract: BidContract, toggles: BidEuchreToggles) -> Naming:
    """Return a naming, judged if allowed (BD-16) and in time (BD-19)."""
    strains = HIGH if contract.kind == "hc" else (*SUITS, *NO_TRUMP[toggles.no_trump])
    latest = 1 if toggles.naming == "with_lead" else 0
    return naming._replace(allowed=naming.name in strains, in_time=naming.at <= latest)


def leader(
    contract: BidContract | None, name: str | None, dealer: int, seating: Seating, toggles: BidEuchreToggles
) -> int | None:
    """Return the leader to the first trick, skipping seats that are out (BD-32); None if unknown or all are out.

    The bidder (B-018, BD-08); the dealer's left if all passed (B-106) or the game has it so. In Pfeffer that is so
    with trumps, and without them it is the bidder's right (B-057, B-058).
    """
    first = seating.left_neighbor(dealer)
    if contract is not None and toggles.leader == "bidder":
        first = contract.maker
    elif contract is not None and toggles.leader == "pfeffer":
        if name is None:
            return None
        first = first if name in SUITS else seating.right_neighbor(contract.maker)
    return next(iter(seating.clockwise[first]), None)


#: Departure as recorded: place among the calls, seat, clock.
RecordedLeaving = tuple[int, int, int]


def judge_leavings(
    recorded: Iterable[RecordedLeaving],
    contract: BidContract | None,
    seating: Seating,
    before: Sequence[int],
    toggles: BidEuchreToggles,
) -> tuple[tuple[Leaving, ...], int]:
    """Judge the departures; return them, and the seats that left, as bits. A late or forbidden one does not count.

    The game must allow it, and another side must have bid (B-091, B-104, B-106, BD-51). Either partner speaks for both
    (BD-57); a seat that is out already is ignored.
    """
    leavings, gone = [], 0
    for number, seat, at in recorded:
        if gone >> seat & 1:
            continue
        allowed = False
        if toggles.drop_out != "no" and contract is not None:
            bidders = seating.side_of[contract.maker]
            # At some tables also not if the bid would end the game; the full list is lost (B-105, BD-56).
            ends = toggles.target is not None and before[bidders] - contract.tricks <= toggles.target
            forbidden = toggles.sit_out_forbidden == "club_and_game" and ends
            allowed = seating.side_of[seat] != bidders and not forbidden
        leaving = Leaving(number, seat, at, allowed, at <= 0)
        leavings.append(leaving)
        if leaving.allowed and leaving.in_time:
            gone |= seating.sides[seating.side_of[seat]]
    return tuple(leavings), gone


def find_partners_out(contract: BidContract | None, alone: bool, seating: Seating) -> int:
    """Return the partners of a lone player, as bits (B-037, B-055, B-143)."""
    if contract is None or not alone:
        return 0
    return seating.sides[seating.side_of[contract.maker]] & ~(1 << contract.maker)


def list_owed_exchanges(
    contract: BidContract | None,
    under: Strain | None,
    alone: bool,
    seating: Seating,
    toggles: BidEuchreToggles,
) -> list[Owed]:
    """Return the exchanges that the game has."""
    if contract is None:
        return []
    maker = contract.maker
    partner, left = (maker + len(seating.seats) // 2) % len(seating.seats), seating.left_neighbor(maker)
    if toggles.exchange == "passed_card" and contract.kind == "pepper":
        # The best card of the suit asked for, against any (B-036, B-037).
        return [Owed(partner, maker, 1, "best_trump", True), Owed(maker, partner, 1, "any", True)]
    if (
        toggles.exchange == "best_for_worst"
        and under is not None
        and not under.trump
        and contract.kind != "pfeffer"
    ):
        # The caller's best against the worst of the player at his left (B-078, B-079).
        return [Owed(maker, left, 1, "best", True), Owed(left, maker, 1, "worst", True)]
    if toggles.pepper_play == "alone" and contract.kind == "small_pepper":
        # A card each way, any (BD-14).
        return [Owed(partner, maker, 1, "any", True), Owed(maker, partner, 1, "any", True)]
    if toggles.exchange == "any_two" and alone:
        # Any two, or as many as a house says, against as many, if he likes (B-143, BD-67).
        number = toggles.exchange_cards
        return [Owed(maker, partner, number, "any", False), Owed(partner, maker, number, "any", False)]
    return []


def _judge_exchanges(
    record: BidEuchreRecord, duties: Sequence[Owed], deal: KnownCards, under: Strain | None
) -> tuple[list[CardsExchanged], list[Missing]]:
    """Judge the recorded exchanges; return them, and those missing. A record without them omits them."""
    if record.exchanges is None:
        return [], []
    seats, first = deal.seating.number, deal.pack.first_copy
    exchanges: list[CardsExchanged] = []
    ways = set[tuple[int, int]]()
    for number, handed in enumerate(record.exchanges):
        giver, taker = seats[handed.giver], seats[handed.taker]
        cards, how_many = sum(first[card] for card in handed.cards), len(handed.cards)
        duty = next((owed for owed in duties if (owed.giver, owed.taker) == (giver, taker)), None)
        due = duty.number if duty else 0
        if how_many != due or (giver, taker) in ways:
            duty = None
        ways.add((giver, taker))
        known = (deal.hands[giver], deal.hidden[giver])
        exchanges.append(CardsExchanged(number, giver, taker, cards, how_many, duty, *known, under, due))
    missing = [owed for owed in duties if owed.due and (owed.giver, owed.taker) not in ways]
    return exchanges, [Missing(owed.giver, owed.taker) for owed in missing]


def _remove_seats_out(hand: Hand, playing: Seating, gone: int) -> Hand:
    """Return the hand without the cards of the seats that are gone, given as bits."""
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
    return CardOrder(ranked, ranked[HIGH[0]], partial(declare, toggles), attrgetter("calls"), events_of)


def declare(toggles: BidEuchreToggles, hand: Hand, order: CardOrder, supposed: Strain | None) -> Declaration:
    """Return the declaration of a hand: auction, naming and departures."""
    before = replay_preliminaries(hand, toggles, order.strains, supposed)
    contract, seating = before.contract, before.hand.seating
    possible: list[PossibleStrain] = []
    if before.strain is None and not before.fate:
        # No strain is recorded (B-042, B-077, B-094, BD-16).
        high_card = HIGH if toggles.special_bids == "high_card" else ()
        names = dict.fromkeys((*SUITS, *NO_TRUMP[toggles.no_trump], *high_card))
        possible = [PossibleStrain(order.strains[name], 0) for name in names if name != HIGH[1]]
    return Declaration(
        calls=before.auction.calls,
        maker=contract and contract.maker,
        makers=None if contract is None else seating.side_of[contract.maker],
        strain=before.strain or (order.plain if before.fate else None),
        called=bool(before.events.namings),
        unplayed=before.fate,
        turned_up=0,
        hand=before.hand._replace(
            leaders=seating.clockwise[0] if before.leader is None else (before.leader,)
        ),
        possible=possible,
        preliminaries=before,
    )


def events_of(declared: Declaration, _plays: PlayEvents) -> BidEuchreEvents:
    """Return the events other than bids and cards in tricks, the cards that belong to no trick among them."""
    before: Preliminaries = declared.preliminaries
    hand, plays = declared.hand, declared.hand.record.plays
    extra = []
    for place in hand.extra_plays:
        at, seat = hand.to_trick_clock(place), hand.seating.number[plays[place].seat]
        trick = min(hand.seating.trick_of(at), hand.seating.each)
        card, out = hand.pack.first_copy[plays[place].card], bool(hand.seating.out >> seat & 1)
        extra.append(ExtraPlay(place, seat, card, at, trick, out))
    return before.events._replace(extra_plays=extra)
