"""Findings: infractions found, with their verdict and the completions that it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from clabber_audit.cards import clock_of
from clabber_audit.core.errors import Path
from clabber_audit.records.hand import Hand
from clabber_audit.records.partial_deal import Completion
from clabber_audit.rules.articles import Penalty
from clabber_audit.rules.infraction import ORDER, Facts

#: Undetermined: completions of both kinds exist. Not settled: the search ended first. Not supported: there is no search.
Verdict = Literal["proven", "undetermined", "not_settled", "not_supported"]
#: Limit of the factor of search budgets, so that a ruling from elsewhere cannot ask for a search without end.
MOST_EFFORT: Final = 100
#: The parts of a record in which each entry may say its own moment.
_DATED: Final = ("declarations", "incidents", "claims")


class Witnesses(NamedTuple):
    """Completion with an infraction and one without it; None if there is none."""

    guilty: Completion | None
    innocent: Completion | None
    #: Number of steps after which the search ended without an answer, so that a missing completion may still exist.
    exhausted: int = 0
    #: False if no search handles the event.
    supported: bool = True

    @property
    def verdict(self) -> Verdict:
        """Proven if it holds in every completion; undetermined only if both kinds are known, or neither is needed."""
        if not self.supported:
            return "not_supported"
        if self.exhausted and not (self.guilty and self.innocent):
            return "not_settled"
        return "undetermined" if self.innocent or self.exhausted else "proven"

    @property
    def is_proven(self) -> bool:
        """True if it holds in every completion."""
        return self.verdict == "proven"


def join_witnesses(answers: Sequence[Witnesses]) -> Witnesses:
    """Return the witnesses of an event under one or another of several suppositions, from those under each."""
    return Witnesses(
        next((answer.guilty for answer in answers if answer.guilty), None),
        next((answer.innocent for answer in answers if answer.innocent), None),
        max(answer.exhausted for answer in answers),
        all(answer.supported for answer in answers),
    )


class Finding(NamedTuple):
    """Infraction found, with its verdict. Seats and teams are indices, clocks integers."""

    infraction: str
    seat: int | None
    team: int | None
    #: From 1: of a card its trick, of an incident the trick it names, else None.
    trick: int | None
    #: When it happened: for a card, the number of cards on the table before it.
    at: int
    verdict: Verdict
    #: The first clock at which the cards then face up or already played proved it; None when none did.
    provable_from: int | None
    penalty: Penalty
    #: The catalogue rows of the articles that bind it.
    rules: tuple[str, ...]
    facts: Facts
    #: Sort key among findings of one clock.
    order: tuple[int, int, int]
    #: True if it concerns the card being played, so that it happens when the card falls.
    falls: bool
    #: True if it is about a lead that was another seat's.
    led_for_another: bool
    #: The number of the meld it is about, in the record.
    meld: int | None = None
    #: A completion in which it happened and one in which it did not, if found.
    completions: tuple[Completion | None, Completion | None] = (None, None)
    #: Number of steps after which the search for completions ended without an answer.
    searched: int = 0
    #: The part of the record that it is about; empty for the whole.
    path: Path = ()
    #: True if it is about a card that belongs to no trick.
    stray: bool = False
    #: Its place among the findings of its ruling, from 0: that is how claims and remarks name it.
    number: int = -1

    @property
    def is_open(self) -> bool:
        """True unless it is proven."""
        return self.verdict != "proven"

    @property
    def by_a_card(self) -> bool:
        """True if it is about a card played, in turn or not, in a trick or in none."""
        return self.order[0] in (ORDER["turn"], ORDER["duty"])

    @property
    def of_card(self) -> bool:
        """True if it is about a card in a trick."""
        return self.by_a_card and not self.stray

    @property
    def of_laydown(self) -> bool:
        """True if it is about a lay-down."""
        return self.order[0] == ORDER["laydown"]

    @property
    def of_claim(self) -> bool:
        """True if it is about an unproven claim, so against the claimant's side."""
        return self.order[0] == ORDER["claim"]

    @property
    def of_score(self) -> bool:
        """True if it is about the score sheet."""
        return self.order[0] == ORDER["score"]

    @property
    def of_breakdown(self) -> bool:
        """True if it is about the breakdown on the sheet, not its score or running total."""
        return self.of_score and self.facts.get("part", "after") != "after"

    @property
    def voids_deal(self) -> bool:
        """True if it is proven and costs a new deal: a misdeal."""
        return self.penalty == "redeal" and self.verdict == "proven"

    @property
    def is_renege(self) -> bool:
        """True if it is a proven renege."""
        return self.penalty == "renege" and self.verdict == "proven"

    def recorded_at(self, hand: Hand) -> int:
        """Return its clock in recorded cards: as written, or by the place of its card in the record.

        Cards that belong to no trick are counted.
        """
        if len(self.path) > 1:
            part, place, *_ = self.path
            if part == "plays" and self.by_a_card:
                return int(place)
            if part in _DATED:
                noted = getattr(hand.record, str(part))[place].at
                return hand.recorded_clock_after(self.at) if noted is None else clock_of(noted)
        return hand.to_recorded_clock(self.at)

    def provable_at(self, hand: Hand) -> int | None:
        """Return the clock from which it was provable, in recorded cards."""
        if self.provable_from is None:
            return None
        if self.stray:
            # The card proves it as it falls.
            return self.recorded_at(hand) + 1
        at_once = self.provable_from == self.at
        return self.recorded_at(hand) if at_once else hand.recorded_clock_after(self.provable_from)

    def precedes(self, clock: int) -> bool:
        """Return True if it had happened by a clock: a card before it, a call at it too."""
        return self.at < clock if self.falls else self.at <= clock
