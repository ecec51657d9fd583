"""Hands the prefilter found clean."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from hashlib import sha256
from typing import Any, Final, NoReturn

import numpy as np
from pydantic import TypeAdapter

from clabber_audit.cards.cards import SEATING, SEATS
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.game import Deals, Outcome
from clabber_audit.games.parse import read
from clabber_audit.judge.claims import Court, hear
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.judge.remedies import Remedy
from clabber_audit.judge.scoring import scored
from clabber_audit.judge.summary import Summary
from clabber_audit.records.base import Noted
from clabber_audit.records.canonical import digest
from clabber_audit.records.clabber import Claim, part
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.events import ClaimWeighed
from clabber_audit.rules.screen.hands import Screen
from clabber_audit.rules.screen.lines import BESIDE, keys_are_sorted
from clabber_audit.rules.screen.plain_lines import plain_lines

#: So many texts of a part of a record are remembered, and so many scores and tables.
REMEMBERED: Final = 1 << 12
_FEW: Final = 1 << 9


@dataclass(frozen=True)
class CleanHand:
    """A hand that is certainly clean under some law."""

    #: Its record as a line of JSON.
    text: bytes
    #: The parts of the record that `Noted` has, in that order, as their JSON texts; None for what is left out.
    around: tuple[bytes | None, ...]
    #: The seats of the dealer and of the maker, who is -1 where all passed, and what each side made.
    dealer: int
    maker: int
    made: tuple[int, ...]

    @cached_property
    def noted(self) -> Noted:
        """What its record says around the cards."""
        name, ruleset, context, players, teams, score = self.around
        named = None if ruleset is None else part("ruleset", ruleset)
        return Noted(part("id", name), named, part("context", context), *_at(players, teams), part("score", score))


@lru_cache(_FEW)
def _at(players: bytes | None, teams: bytes | None) -> tuple[Any, Any]:
    """Who sat at a table, which many hands have in common."""
    return part("players", players), part("teams", teams)


class Uncontested:
    """What follows under a law where nobody objects to anything."""

    def __init__(self, law: BoundRuleset) -> None:
        self._law = law
        self.came_to = lru_cache(_FEW)(self._came_to)
        self.next_dealer = lru_cache(self._next_dealer)

    def _came_to(self, made: tuple[int, ...], maker: int) -> Remedy:
        """The outcome by what each side made, and who made trumps: a seat, or -1 where all passed."""
        return Remedy("passed_out") if maker < 0 else scored(made, SEATING.side_of[maker], self._law)

    def _next_dealer(self, outcome: Outcome, dealer: int) -> int | None:
        """Who deals after a hand."""
        deals = Deals(dealer, dealer, misdeal=False, seating=SEATING)
        return self._law.game.next_dealer(outcome, False, deals, self._law.toggles)

    def summary(self, hand: CleanHand) -> Summary:
        """What became of a hand."""
        remedy, played = self.came_to(hand.made, hand.maker), hand.maker >= 0
        makers = SEATING.side_of[hand.maker] if played else None
        following = self.next_dealer(remedy.outcome, hand.dealer)
        return Summary(
            hand.noted, SEATING, self._law, hand.dealer, None, played, False, (), remedy, makers,
            remedy.sets(makers), following, _Unheard(hand.text, self._law),
        )  # fmt: skip


@dataclass(frozen=True)
class _Unheard:
    """A hand that no judge has heard yet."""

    text: bytes
    law: BoundRuleset

    @cached_property
    def ruling(self) -> Ruling:
        return adjudicate(read(self.text), self.law)

    @property
    def digest(self) -> str:
        # With its keys sorted a plain hand is written as canonical text has it.
        return sha256(self.text).hexdigest() if keys_are_sorted(self.text) else digest(json.loads(self.text))


def clean_in_columns(lines: Sequence[bytes], screen: Screen) -> Iterator[tuple[int, CleanHand]]:
    """The hands that are certainly clean, with their places among the lines."""
    for plain in plain_lines(lines):
        settled = screen.settled(plain.hands)
        keep = np.flatnonzero(settled.clean)
        rulesets, score = plain.rulesets.only(keep), plain.hands.score.only(keep)
        columns = (keep, plain.rows[keep], plain.hands.dealer[keep], settled.maker[keep], rulesets.at, score.at)
        made = settled.made[:, :, keep].sum(axis=0).T
        for row, place, dealer, maker, named, said, own in zip(
            *(column.tolist() for column in columns), made.tolist(), strict=True
        ):
            name, context, players, teams, *_ = plain.matches[row].group(*BESIDE)
            around = name, rulesets.texts[named] or None, context, players, teams, score.texts[said] or None
            yield place, CleanHand(lines[place], around, dealer, maker, tuple(own))


_CLAIMS: Final = TypeAdapter(list[Claim])


class _CostsError(Exception):
    """A claim that nobody proved is an infraction itself."""


def come_to_nothing(claims: bytes, dealer: int, maker: int, law: BoundRuleset) -> bool:
    """Whether claims, as their JSON text, are neither upheld nor cost anything.

    The hand was written down in full, calls and melds among it, and no law objects to anything in it. Where it was not
    played to its end, which makes the `maker` -1, nothing is said of claims.
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
        hearing = hear(_CLAIMS.validate_json(claims), court, partial(_charged, law))
    except _CostsError:
        return False
    return not hearing.guilty and not hearing.misdeal


#: By dealer the clock of each seat's first card.
_FIRST_CARDS: Final = tuple(
    tuple((seat - SEATING.left_of(dealer)) % len(SEATS) for seat in range(len(SEATS))) for dealer in range(len(SEATS))
)


def _charged(law: BoundRuleset, claim: ClaimWeighed) -> list[Finding]:
    """What an unproven claim comes to, if it is nothing."""
    if any(bound.offends(claim, law.toggles) for bound in law.others.get(ClaimWeighed, ())):
        raise _CostsError
    return []


def _nothing(_asked: object) -> list[Finding]:
    """Leave true claims without a penalty to the judge: unheard, they only look worse than they are."""
    return []


def _none_holds(found: Sequence[Finding]) -> NoReturn:
    raise AssertionError("nothing was found")
