"""Outcome of a hand, judged or passed over as clean, as games and seasons need it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from clabber_audit.cards import SEATING, SEATS, Seating
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.game import DealersOfHand, Outcome
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.claims import ClaimFacts, weigh_claims
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.judge.scoring import Remedy
from clabber_audit.judge.scoring.clabber import score_finished_hand
from clabber_audit.records.base import RecordNotes, notes_of
from clabber_audit.records.clabber import Claim
from clabber_audit.records.formats import digest, record_data
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.events import FailedClaim


@dataclass(frozen=True)
class RulingBehind:
    """Ruling behind a summary, or the text of a clean hand with its law, judged when its ruling is asked for."""

    given: Ruling | None = None
    text: bytes = b""
    law: BoundRuleset | None = None

    @cached_property
    def ruling(self) -> Ruling:
        """Full ruling."""
        if self.given is not None:
            return self.given
        assert self.law is not None
        return adjudicate(parse_hand(self.text), self.law)

    @property
    def digest(self) -> str:
        """SHA-256 of the record, hexadecimal."""
        return digest(record_data(self.given.replay.hand.original) if self.given else json.loads(self.text))


class Summary(NamedTuple):
    """Result of a hand. Seats and sides are indices."""

    noted: RecordNotes
    seating: Seating
    law: BoundRuleset
    dealer: int
    #: Who should have dealt, where the record says so.
    due_dealer: int | None
    #: True if cards were written down as they fell, and if the sheet breaks its score down.
    has_cards: bool
    has_parts: bool
    findings: tuple[Finding, ...]
    remedy: Remedy
    makers: int | None
    makers_set: bool
    next_dealer: int | None
    behind: RulingBehind

    @property
    def ruling(self) -> Ruling:
        """Full ruling; a hand that was not judged is judged now."""
        return self.behind.ruling

    @property
    def digest(self) -> str:
        """SHA-256 of the record, hexadecimal."""
        return self.behind.digest

    @property
    def written_scores(self) -> tuple[int | str | None, ...]:
        """Scores on the sheet, by side."""
        return tuple(map(self.noted.score.get, self.seating.side_names))

    @property
    def reneges(self) -> list[Finding]:
        """Proven reneges, called or not."""
        return [finding for finding in self.findings if finding.is_renege]


def summary(ruling: Ruling) -> Summary:
    """Return the summary of a ruling."""
    record, seating = ruling.replay.hand.record, ruling.replay.hand.seating
    due = record.deal.due_dealer
    return Summary(
        noted=notes_of(record),
        seating=seating,
        law=ruling.law,
        dealer=seating.number[record.deal.dealer],
        due_dealer=seating.number[due] if due else None,
        has_cards=bool(record.plays),
        has_parts=bool(record.sheet),
        findings=ruling.findings,
        remedy=ruling.remedy,
        makers=ruling.replay.makers,
        makers_set=ruling.makers_set,
        next_dealer=ruling.next_dealer,
        behind=RulingBehind(ruling),
    )


#: Outcomes remembered.
_REMEMBERED: Final = 1 << 9


@dataclass(frozen=True)
class CleanHand:
    """Clean hand under a law, with its outcome."""

    #: The record as a line of JSON.
    text: bytes
    noted: RecordNotes
    #: Seats of the dealer and of the maker, who is -1 if all passed, and the points that each side made.
    dealer: int
    maker: int
    made: tuple[int, ...]


class Uncontested:
    """Cached outcomes of clean hands under a law."""

    def __init__(self, law: BoundRuleset) -> None:
        self._law = law
        self.remedy = lru_cache(_REMEMBERED)(self._remedy)
        self.next_dealer = lru_cache(self._next_dealer)

    def _remedy(self, made: tuple[int, ...], maker: int) -> Remedy:
        """Return the outcome by the points each side made and the seat of the maker, -1 if all passed."""
        return (
            Remedy("passed_out")
            if maker < 0
            else score_finished_hand(made, SEATING.side_of[maker], self._law)
        )

    def _next_dealer(self, outcome: Outcome, dealer: int) -> int | None:
        deals = DealersOfHand(dealer, dealer, misdeal=False, seating=SEATING)
        return self._law.game.next_dealer(outcome, False, deals, self._law.toggles)

    def summary(self, hand: CleanHand) -> Summary:
        """Return the summary of a hand."""
        remedy, played = self.remedy(hand.made, hand.maker), hand.maker >= 0
        makers = SEATING.side_of[hand.maker] if played else None
        following = self.next_dealer(remedy.outcome, hand.dealer)
        return Summary(
            hand.noted, SEATING, self._law, hand.dealer, None, played, False, (), remedy, makers,
            remedy.has_set(makers), following, RulingBehind(text=hand.text, law=self._law),
        )  # fmt: skip


class _CostsError(Exception):
    """An unproven claim is an infraction itself."""


def are_without_effect(claims: Sequence[Claim], dealer: int, maker: int, law: BoundRuleset) -> bool:
    """Return True if no claim is upheld or costs anything.

    The hand was recorded in full, with calls and melds, and no law objects to it. False if it was passed out, which
    makes the `maker` -1.
    """
    if maker < 0:
        return False
    # A true claim without a penalty looks wrong here, so that the hand is judged.
    facts = ClaimFacts(
        law,
        SEATING,
        dealer,
        maker,
        first_cards=_FIRST_CARDS[dealer],
        evaluate=lambda _names: [],
        wrong_claim=lambda _claim: [],
        one_holds=lambda _findings: False,
    )

    def charge(claim: FailedClaim) -> list[Finding]:
        if any(bound.offends(claim, law.toggles) for bound in law.others.get(FailedClaim, ())):
            raise _CostsError
        return []

    try:
        result = weigh_claims(claims, facts, charge)
    except _CostsError:
        return False
    return not result.guilty and not result.misdeal


#: Clock of each seat's first card, by dealer.
_FIRST_CARDS: Final = tuple(
    tuple((seat - SEATING.left_neighbor(dealer)) % len(SEATS) for seat in range(len(SEATS)))
    for dealer in range(len(SEATS))
)
