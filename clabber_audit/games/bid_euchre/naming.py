"""Naming trump, going alone, dropping out and exchanging cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from clabber_audit.cards import cards as clock
from clabber_audit.cards.pack import SUITS
from clabber_audit.cards.seating import Seating
from clabber_audit.cards.strain import Strain
from clabber_audit.games.bid_euchre.auction import How, Obligation
from clabber_audit.games.bid_euchre.table import HIGH, NO_TRUMP
from clabber_audit.games.bid_euchre.toggles import BidEuchreToggles
from clabber_audit.records.bid_euchre_words import WITHOUT_PARTNER


class Naming(NamedTuple):
    """Trump naming by a seat."""

    #: Its place among the calls of the record, from 0.
    number: int
    seat: int
    #: Name of the strain in records.
    name: str
    alone: bool
    at: int
    #: True if the seat had won the bid, or held the joker (B-070); None if unknown. Another seat's naming (B-014, B-103)
    #: can also be invalid (BD-16) or late (BD-19) only if the hand is played by it.
    by_maker: bool | None
    #: True if the game has what was named, and lets the player go alone.
    allowed: bool
    alone_allowed: bool
    #: True if it came before the first card, or with it in some games (B-040, B-072, BD-19).
    in_time: bool
    #: True if the right depends on an unlocated joker.
    open: bool = False

    @property
    def readings(self) -> list[Naming]:
        """The naming with each possible holder of the joker."""
        return [self._replace(by_maker=held, open=False) for held in (True, False)] if self.open else [self]


class GoingAlone(NamedTuple):
    """Bidder who goes alone while naming trumps."""

    #: Its place among the calls of the record, from 0.
    number: int
    seat: int
    at: int
    #: True if the game allows it.
    allowed: bool


class NamingResult(NamedTuple):
    """Result of the naming."""

    namings: tuple[Naming, ...]
    #: The strain played; None if unknown.
    name: str | None
    alone: bool

    @property
    def lone(self) -> list[GoingAlone]:
        """Namings in which the winner of the bid declared to play alone."""
        own = [one for one in self.namings if one.by_maker and one.alone]
        return [GoingAlone(one.number, one.seat, one.at, one.alone_allowed) for one in own]


#: Naming as recorded: place among the calls, seat, strain, if alone, clock.
RecordedNaming = tuple[int, int, str, bool, int]


def played_alone(contract: Obligation, toggles: BidEuchreToggles) -> bool:
    """Return True if a bid by itself means playing alone (B-037, B-039, B-055, B-079, BD-14)."""
    return contract.kind in WITHOUT_PARTNER or (
        contract.kind.endswith("_pepper") and toggles.pepper_play == "alone"
    )


def naming(
    recorded: Iterable[RecordedNaming],
    contract: Obligation | None,
    how: How,
    seating: Seating,
    toggles: BidEuchreToggles,
    noted: tuple[str | None, bool] = (None, False),
    *,
    joker: int = 0,
) -> NamingResult:
    """Judge the namings and return the strain played; `noted` is the strain of a recorded contract.

    `joker` are the seats, as bits, one of which must play as holder of the joker, if unknown.

    The bidder's own first naming counts, or else the first by any seat: the hand is scored as it was played (BD-16). A
    club turned up and a hand that all passed leave nothing to name (B-091, B-097).
    """
    namings = tuple(_judge_naming(one, contract, how, seating, toggles, joker) for one in recorded)
    if contract is None:
        return NamingResult(namings, {"club": "C", "no_bid": HIGH[0]}.get(how), False)
    own = [one for one in namings if one.by_maker]
    if namings and not own and contract.kind != "hc":
        namings = (_judged(namings[0], contract, toggles), *namings[1:])
    name, alone = noted
    chosen = (alone or any(one.alone for one in own)) and _may_choose(seating, toggles)
    if contract.kind == "hc" and not own:
        # The bid itself names it (B-094).
        name = HIGH[0]
    elif namings:
        name = (own or namings)[0].name
    return NamingResult(namings, name, chosen or played_alone(contract, toggles))


def _judge_naming(
    recorded: RecordedNaming,
    contract: Obligation | None,
    how: How,
    seating: Seating,
    toggles: BidEuchreToggles,
    joker: int,
) -> Naming:
    number, seat, name, alone, at = recorded
    if contract is None or seat != contract.maker:
        may_hold_joker = bool(joker >> seat & 1)
        by_maker = None if how == "unknown" and (may_hold_joker or not joker) else False
        return Naming(number, seat, name, alone, at, by_maker, True, True, True, may_hold_joker)
    lone = not alone or played_alone(contract, toggles) or _may_choose(seating, toggles)
    return _judged(Naming(number, seat, name, alone, at, True, True, lone, True), contract, toggles)


def _judged(one: Naming, contract: Obligation, toggles: BidEuchreToggles) -> Naming:
    """Return a naming, judged if allowed (BD-16) and in time (BD-19)."""
    strains = HIGH if contract.kind == "hc" else (*SUITS, *NO_TRUMP[toggles.no_trump])
    latest = 1 if toggles.naming == "with_lead" else 0
    return one._replace(allowed=one.name in strains, in_time=one.at <= latest)


def _may_choose(seating: Seating, toggles: BidEuchreToggles) -> bool:
    """Return True if a bidder may choose to play alone, which is a matter of tables of four (B-143)."""
    return toggles.alone == "by_choice" and len(seating.seats) == 4


def leader(
    contract: Obligation | None, name: str | None, dealer: int, seating: Seating, toggles: BidEuchreToggles
) -> int | None:
    """Return the leader to the first trick, skipping seats that are out (BD-32); None if unknown or all are out.

    The bidder (B-018, BD-08); the dealer's left if all passed (B-106) or the game has it so. In Pfeffer that is so
    with trumps, and without them it is the bidder's right (B-057, B-058).
    """
    first = seating.left_of(dealer)
    if contract is not None and toggles.leader == "bidder":
        first = contract.maker
    elif contract is not None and toggles.leader == "pfeffer":
        if name is None:
            return None
        first = first if name in SUITS else seating.right_of(contract.maker)
    return next(iter(seating.around[first]), None)


class Leaving(NamedTuple):
    """Declaration of a seat that it is out."""

    #: Its place among the calls of the record, from 0.
    number: int
    seat: int
    at: int
    #: True if the seat may leave this hand, and if it left before the first card (B-090, B-104, BD-51, BD-57).
    allowed: bool
    in_time: bool


#: Departure as recorded: place among the calls, seat, clock.
RecordedLeaving = tuple[int, int, int]


def leavings(
    recorded: Iterable[RecordedLeaving],
    contract: Obligation | None,
    seating: Seating,
    before: Sequence[int],
    toggles: BidEuchreToggles,
) -> tuple[tuple[Leaving, ...], int]:
    """Judge the departures; return them, and the seats that left, as bits. A late or forbidden one does not count.

    Either partner speaks for both (BD-57); a seat that is out already is ignored.
    """
    found, gone = [], 0
    for number, seat, at in recorded:
        if gone >> seat & 1:
            continue
        leaving = Leaving(number, seat, at, _may_leave(seat, contract, seating, before, toggles), at <= 0)
        found.append(leaving)
        if leaving.allowed and leaving.in_time:
            gone |= seating.sides[seating.side_of[seat]]
    return tuple(found), gone


def _may_leave(
    seat: int, contract: Obligation | None, seating: Seating, before: Sequence[int], toggles: BidEuchreToggles
) -> bool:
    """Return True if the game allows it and another side has bid (B-091, B-104, B-106, BD-51)."""
    if toggles.drop_out == "no" or contract is None:
        return False
    bidders = seating.side_of[contract.maker]
    if seating.side_of[seat] == bidders:
        return False
    # At some tables also not if the bid would end the game; the full list is lost (B-105, BD-56).
    ends = toggles.target is not None and before[bidders] - contract.tricks <= toggles.target
    return not (toggles.sit_out_forbidden == "club_and_game" and ends)


def laid_down(contract: Obligation | None, alone: bool, seating: Seating) -> int:
    """Return the partners of a lone player, as bits (B-037, B-055, B-143)."""
    if contract is None or not alone:
        return 0
    return seating.sides[seating.side_of[contract.maker]] & ~(1 << contract.maker)


def seats_without_plays(named: int, played: Sequence[int]) -> int:
    """Return those of some seats, as bits, that played no card; 0 if no card was recorded.

    Some calls take a seat out of play that the rules do not: alone in a game without that call, or by a seat that did
    not bid, a drop-out that is not allowed. The plays show if the seat sat out all the same, so that no other seat is
    out of turn by it (the record: who plays).
    """
    return named & ~sum(1 << seat for seat in set(played)) if played else 0


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
        return clock.DECLARING

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
        return choice(self.hand, self.duty.which, self.under)


class Missing(NamedTuple):
    """Cards that were due and never given (B-037, B-078)."""

    #: The seat that owed the cards.
    seat: int
    taker: int

    @property
    def at(self) -> int:
        return clock.DECLARING


def owed(
    contract: Obligation | None,
    under: Strain | None,
    alone: bool,
    seating: Seating,
    toggles: BidEuchreToggles,
) -> list[Owed]:
    """Return the exchanges that the game has."""
    if contract is None:
        return []
    maker = contract.maker
    partner, left = (maker + len(seating.seats) // 2) % len(seating.seats), seating.left_of(maker)
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


def choice(hand: int, which: Which, under: Strain) -> int | None:
    """Return the acceptable cards of a hand before any exchange; None if any will do (BD-24, BD-41).

    Without a trump there is no best one, and any card will do (BD-24).
    """
    if which == "any" or (which == "best_trump" and not hand & under.trump):
        return None
    return _outermost(hand & under.trump if which == "best_trump" else hand, under, best=which != "worst")


def _outermost(cards: int, under: Strain, *, best: bool) -> int:
    """Return the best, or the worst, of some cards: fewest, or most, above them in their suits."""
    above = {
        card: (under.beaters[card] & under.suit_of[card]).bit_count()
        for card in under.suit_of
        if card and card & cards
    }
    wanted = (min if best else max)(above.values(), default=0)
    return sum(card for card, number in above.items() if number == wanted)


#: Exchange as recorded: giver, taker, the known cards, and the number of all.
Handed = tuple[int, int, int, int]


def exchanges(
    handed: Iterable[Handed],
    duties: Sequence[Owed],
    hands: Sequence[int],
    hidden: Sequence[int],
    under: Strain | None,
) -> tuple[list[CardsExchanged], list[Missing]]:
    """Judge the recorded exchanges; return them, and those missing."""
    found: list[CardsExchanged] = []
    ways = set[tuple[int, int]]()
    for number, (giver, taker, cards, how_many) in enumerate(handed):
        duty = next((one for one in duties if (one.giver, one.taker) == (giver, taker)), None)
        due = duty.number if duty else 0
        if how_many != due or (giver, taker) in ways:
            duty = None
        ways.add((giver, taker))
        known = (hands[giver], hidden[giver])
        found.append(CardsExchanged(number, giver, taker, cards, how_many, duty, *known, under, due))
    missing = [one for one in duties if one.due and (one.giver, one.taker) not in ways]
    return found, [Missing(one.giver, one.taker) for one in missing]
