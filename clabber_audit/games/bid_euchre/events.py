"""Events of a hand other than cards in tricks: calls, namings, departures and exchanges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.cards import cards as clock
from clabber_audit.cards.trick import Strain
from clabber_audit.core.errors import Path
from clabber_audit.replay import ExtraPlay


class BidEuchreCall(NamedTuple):
    """One call, as spoken and as it counts."""

    #: Its place among the calls of the record, from 0.
    number: int
    seat: int
    word: str
    #: Seats (as bits) whose turn it was: the first not to have spoken, and the left neighbor of the last speaker.
    turn: int
    #: True if the seat had a call left; else it counts for nothing (B-013, B-039, BD-18).
    counts: bool
    #: The call it counts as: itself or a pass.
    taken_for: str
    #: True if the game has the bid for this seat, and if it is above every earlier bid (B-011).
    exists: bool
    higher: bool
    #: True if the seat is the dealer, who has to bid as nobody else did (B-052, B-075).
    stuck: bool
    hand: int
    #: Number of the caller's unknown cards.
    hidden: int
    #: Pairs of jacks one of which the bid shows; empty if it shows none (B-017).
    shows: tuple[int, ...] = ()
    #: True if it is the three that the holder of the joker owes after all have passed (B-070); None if it is unknown
    #: who holds it.
    owed: bool | None = False
    #: 1 if the seat had used its call before, or had passed for good.
    again: int = 0

    @property
    def at(self) -> int:
        return clock.DECLARING

    @property
    def open(self) -> bool:
        """True if the pair it shows depends on unknown cards."""
        return bool(self.shows) and self.hidden > 0

    @property
    def readings(self) -> list[BidEuchreCall]:
        """The forms the call may have while the holder of the joker is unknown."""
        owed = self._replace(counts=True, turn=1 << self.seat, taken_for=self.word, owed=True)
        return [self] if self.owed is not None else [owed, self._replace(owed=False)]

    @property
    def is_true(self) -> bool | None:
        """True if the hand holds the cards that the call shows; None if unknown."""
        if not self.shows or any(self.hand & pair == pair for pair in self.shows):
            return True
        return None if self.hidden else False


BOTTOMS: Final = "bottoms"
FOUR_OF_A_KIND: Final = "four_of_a_kind"
ACE_NO_FACE: Final = "ace_no_face"

#: The right to a call: fixed, or a function of the hand.
Right = bool | Callable[[int], bool]


class SpecialCall(NamedTuple):
    """Special call made by a seat."""

    #: Its place among the calls of the record, from 0.
    number: int
    seat: int
    word: str
    #: The cards shown for Bottoms.
    cards: int
    #: Predicate of a hand that gives the right to it; True or False if the hand does not matter (B-106, B-121, B-125,
    #: B-126).
    right: Right
    #: True if it was early enough (B-122, BD-58).
    in_time: bool
    #: The caller's known cards, and the number unknown.
    hand: int
    hidden: int
    #: True if the caller had taken Bottoms before, so that the hand is not the one dealt.
    changed: bool = False

    @property
    def at(self) -> int:
        return clock.DECLARING

    @property
    def open(self) -> bool:
        """True if the right to it depends on unknown cards."""
        return self.hidden > 0 and not isinstance(self.right, bool)

    @property
    def is_entitled(self) -> bool | None:
        """True if the caller had the right to it; None if that depends on unknown cards."""
        if isinstance(self.right, bool):
            return self.right
        return None if self.hidden else self.right(self.hand)

    @property
    def is_misdeal(self) -> bool:
        """True if it voids the deal; a late misdeal call does not."""
        return self.word != BOTTOMS and bool(self.is_entitled) and self.in_time

    @property
    def is_carried_out(self) -> bool:
        """True if cards were exchanged: late Bottoms stay as they happened (BD-58)."""
        return self.word == BOTTOMS and self.is_entitled is not False


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
        return find_choosable_cards(self.hand, self.duty.which, self.under)


class Missing(NamedTuple):
    """Cards that were due and never given (B-037, B-078)."""

    #: The seat that owed the cards.
    seat: int
    taker: int

    @property
    def at(self) -> int:
        return clock.DECLARING


def find_choosable_cards(hand: int, which: Which, under: Strain) -> int | None:
    """Return the acceptable cards of a hand before any exchange; None if any will do (BD-24, BD-41).

    Without a trump there is no best one, and any card will do (BD-24).
    """
    if which == "any" or (which == "best_trump" and not hand & under.trump):
        return None
    return _select_outermost(
        hand & under.trump if which == "best_trump" else hand, under, best=which != "worst"
    )


def _select_outermost(cards: int, under: Strain, *, best: bool) -> int:
    """Return the best, or the worst, of some cards: fewest, or most, above them in their suits."""
    above = {
        card: (under.beaters[card] & under.suit_of[card]).bit_count()
        for card in under.suit_of
        if card and card & cards
    }
    wanted = (min if best else max)(above.values(), default=0)
    return sum(card for card, number in above.items() if number == wanted)


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
