"""Cards that change hands before the first trick: who owes whom which, and what was handed over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from clabber_audit.games.bid_euchre.contract import Contract
from clabber_audit.games.bid_euchre.toggles import Toggles
from clabber_audit.table import moments as clock
from clabber_audit.table.seating import Seating
from clabber_audit.table.strain import Strain

#: Which of his cards the giver has to choose from.
Which = Literal["any", "best", "worst", "best_trump"]


class Owed(NamedTuple):
    """Cards that one seat gives to another, where the game has an exchange."""

    giver: int
    taker: int
    number: int
    which: Which
    #: Whether they must be given; else they may (B-037, B-078, B-143).
    due: bool


class Exchange(NamedTuple):
    """Cards handed over."""

    #: Its place among the exchanges, from 0.
    number: int
    giver: int
    taker: int
    #: The cards, as far as somebody noted them, and how many there were.
    cards: int
    how_many: int
    #: What it answers to; None where the game gives no exchange this way, of so many cards, or one was made before.
    duty: Owed | None
    #: What the giver is known to have held before anything was handed over, and how many more cards.
    hand: int
    hidden: int
    #: What was named; None where that is not known.
    under: Strain | None
    #: How many cards the game has the giver hand to the taker; 0 where it has no such exchange.
    due: int = 0

    @property
    def seat(self) -> int:
        """Who gave."""
        return self.giver

    @property
    def at(self) -> int:
        """The clock of all exchanges."""
        return clock.DECLARING

    @property
    def open(self) -> bool:
        """Whether it hangs on cards that are not known if they were the right ones."""
        unseen = self.hidden > 0 or self.cards.bit_count() < self.how_many
        return self.duty is not None and self.duty.which != "any" and unseen

    @property
    def choice(self) -> int | None:
        """The cards of his that the giver could choose from; None where any will do, or where it is not known."""
        if self.duty is None or self.under is None or self.hidden:
            return None
        return choice(self.hand, self.duty.which, self.under)


class Missing(NamedTuple):
    """Cards that were due and never given (B-037, B-078)."""

    giver: int
    taker: int

    @property
    def seat(self) -> int:
        """Who should have given."""
        return self.giver

    @property
    def at(self) -> int:
        """The clock of all exchanges."""
        return clock.DECLARING


def owed(
    contract: Contract | None, under: Strain | None, alone: bool, seating: Seating, toggles: Toggles
) -> list[Owed]:
    """What the game lets the players hand over."""
    if contract is None:
        return []
    maker = contract.maker
    partner, left = (maker + len(seating.seats) // 2) % len(seating.seats), seating.left_of(maker)
    if toggles.exchange == "passed_card" and contract.kind == "pepper":
        # The best card of the suit asked for, against any (B-036, B-037).
        return [Owed(partner, maker, 1, "best_trump", True), Owed(maker, partner, 1, "any", True)]
    if toggles.exchange == "best_for_worst" and under is not None and not under.trump and contract.kind != "pfeffer":
        # The caller's best against the worst of the player at his left (B-078, B-079).
        return [Owed(maker, left, 1, "best", True), Owed(left, maker, 1, "worst", True)]
    if toggles.pepper_play == "alone" and contract.kind == "small_pepper":
        # A card each way, any (BD-14).
        return [Owed(partner, maker, 1, "any", True), Owed(maker, partner, 1, "any", True)]
    if toggles.exchange == "any_two" and alone:
        # Any two against any two, if he likes (B-143, BD-67).
        return [Owed(maker, partner, 2, "any", False), Owed(partner, maker, 2, "any", False)]
    return []


def choice(hand: int, which: Which, under: Strain) -> int | None:
    """The cards of a hand that will do, as it was before anything was handed over; None where any will (BD-24, BD-41).

    Without a trump there is no best one, and any card will do (BD-24).
    """
    if which == "any" or (which == "best_trump" and not hand & under.trump):
        return None
    return _outermost(hand & under.trump if which == "best_trump" else hand, under, best=which != "worst")


def _outermost(cards: int, under: Strain, *, best: bool) -> int:
    """The best, or the worst, of some cards: those with the fewest, or the most, above them in their suits."""
    above = {
        card: (under.beaters[card] & under.suit_of[card]).bit_count() for card in under.suit_of if card and card & cards
    }
    wanted = (min if best else max)(above.values(), default=0)
    return sum(card for card, number in above.items() if number == wanted)


#: Cards handed over, as it was noted: giver, taker, the cards, and how many with those that nobody noted.
Handed = tuple[int, int, int, int]


def exchanges(
    handed: Iterable[Handed],
    asked: Sequence[Owed],
    hands: Sequence[int],
    hidden: Sequence[int],
    under: Strain | None,
) -> tuple[list[Exchange], list[Missing]]:
    """How each exchange stood, and which were not made, of a hand of which the exchanges were noted."""
    found: list[Exchange] = []
    ways = set()
    for number, (giver, taker, cards, how_many) in enumerate(handed):
        duty = next((one for one in asked if (one.giver, one.taker, one.number) == (giver, taker, how_many)), None)
        if (giver, taker) in ways:
            duty = None
        ways.add((giver, taker))
        due = next((one.number for one in asked if (one.giver, one.taker) == (giver, taker)), 0)
        found.append(Exchange(number, giver, taker, cards, how_many, duty, hands[giver], hidden[giver], under, due))
    return found, [Missing(one.giver, one.taker) for one in asked if one.due and (one.giver, one.taker) not in ways]
