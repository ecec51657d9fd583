"""Hands the prefilter found clean."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Final, NoReturn

from clabber_audit.cards.cards import SEATING, SEATS
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.game import DealersOfHand, Outcome
from clabber_audit.games.parse import read
from clabber_audit.judge.claims import Court, hear
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.judge.remedies import Remedy
from clabber_audit.judge.scoring import scored
from clabber_audit.judge.summary import Summary
from clabber_audit.records.base import Noted
from clabber_audit.records.canonical import digest
from clabber_audit.records.clabber import Claim
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.events import ClaimWeighed

#: Outcomes remembered.
_REMEMBERED: Final = 1 << 9


@dataclass(frozen=True)
class CleanHand:
    """Clean hand under a law, with its outcome."""

    #: The record as a line of JSON.
    text: bytes
    noted: Noted
    #: Seats of the dealer and of the maker, who is -1 if all passed, and the points that each side made.
    dealer: int
    maker: int
    made: tuple[int, ...]


class Uncontested:
    """Outcomes under a law of hands to which nobody objects."""

    def __init__(self, law: BoundRuleset) -> None:
        self._law = law
        self.came_to = lru_cache(_REMEMBERED)(self._came_to)
        self.next_dealer = lru_cache(self._next_dealer)

    def _came_to(self, made: tuple[int, ...], maker: int) -> Remedy:
        """Return the outcome by the points each side made and the seat of the maker, -1 if all passed."""
        return Remedy("passed_out") if maker < 0 else scored(made, SEATING.side_of[maker], self._law)

    def _next_dealer(self, outcome: Outcome, dealer: int) -> int | None:
        deals = DealersOfHand(dealer, dealer, misdeal=False, seating=SEATING)
        return self._law.game.next_dealer(outcome, False, deals, self._law.toggles)

    def summary(self, hand: CleanHand) -> Summary:
        """Return the summary of a hand."""
        remedy, played = self.came_to(hand.made, hand.maker), hand.maker >= 0
        makers = SEATING.side_of[hand.maker] if played else None
        following = self.next_dealer(remedy.outcome, hand.dealer)
        return Summary(
            hand.noted, SEATING, self._law, hand.dealer, None, played, False, (), remedy, makers,
            remedy.sets(makers), following, _Unheard(hand.text, self._law),
        )  # fmt: skip


@dataclass(frozen=True)
class _Unheard:
    """Hand that is judged when its ruling is asked for."""

    text: bytes
    law: BoundRuleset

    @cached_property
    def ruling(self) -> Ruling:
        return adjudicate(read(self.text), self.law)

    @property
    def digest(self) -> str:
        return digest(json.loads(self.text))


class _CostsError(Exception):
    """An unproven claim is an infraction itself."""


def come_to_nothing(claims: Sequence[Claim], dealer: int, maker: int, law: BoundRuleset) -> bool:
    """Return True if no claim is upheld or costs anything.

    The hand was recorded in full, with calls and melds, and no law objects to it. False if it was passed out, which
    makes the `maker` -1.
    """
    if maker < 0:
        return False
    court = Court(
        law.toggles,
        law.game.hearing(law.toggles),
        findings=(),
        void=False,
        laid_down=False,
        first_cards=_FIRST_CARDS[dealer],
        maker=maker,
        piles=(),
        seating=SEATING,
        mixed=(),
        binding=law.binding,
        unrecorded=frozenset(),
        deeds=_nothing,
        wrong_claim=_nothing,
        recorded=None,
        dealer=dealer,
        one_holds=_none_holds,
    )
    try:
        hearing = hear(claims, court, partial(_charged, law))
    except _CostsError:
        return False
    return not hearing.guilty and not hearing.misdeal


#: Clock of each seat's first card, by dealer.
_FIRST_CARDS: Final = tuple(
    tuple((seat - SEATING.left_of(dealer)) % len(SEATS) for seat in range(len(SEATS)))
    for dealer in range(len(SEATS))
)


def _charged(law: BoundRuleset, claim: ClaimWeighed) -> list[Finding]:
    """Return no finding; _CostsError if a law objects to the unproven claim."""
    if any(bound.offends(claim, law.toggles) for bound in law.others.get(ClaimWeighed, ())):
        raise _CostsError
    return []


def _nothing(_asked: object) -> list[Finding]:
    # True claims without a penalty look worse than they are: then the judge hears the hand.
    return []


def _none_holds(found: Sequence[Finding]) -> NoReturn:
    raise AssertionError("nothing was found")
