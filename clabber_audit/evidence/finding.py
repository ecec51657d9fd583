"""The shape of a finding: an infraction found, and how sure it is."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from clabber_audit.cards.cards import number
from clabber_audit.core.errors import Path
from clabber_audit.records.hand import Hand
from clabber_audit.records.partial_deal import Completion
from clabber_audit.rules.articles import Penalty
from clabber_audit.rules.infraction import ORDER, Facts

Verdict = Literal["proven", "undetermined"]
#: The parts of a record in which each entry may say its own moment.
_DATED: Final = ("declarations", "incidents", "claims")


class Finding(NamedTuple):
    """An infraction found. Seats and teams are indices, clocks integers."""

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
    #: Where it stands among findings of one clock.
    order: tuple[int, int, int]
    #: Whether it stands on a card falling, and so needs the card to have fallen.
    falls: bool
    #: Whether it is about a lead that was another seat's.
    led_for_another: bool
    #: The number of the meld it is about, in the record.
    meld: int | None = None
    #: A world in which it happened and one in which it did not, where the record allows both and they were sought.
    worlds: tuple[Completion | None, Completion | None] = (None, None)
    #: Whether the search for such worlds was given up, so that it is undetermined only for that.
    exhausted: bool = False
    #: The part of the record that it is about; empty for the whole.
    path: Path = ()
    #: Whether it is about a card that belongs to no trick.
    stray: bool = False
    #: Its place among the findings of its ruling, from 0: that is how claims and remarks name it.
    number: int = -1

    @property
    def by_a_card(self) -> bool:
        """Whether it is about a card falling, in its turn or out of it, to a trick or to none."""
        return self.order[0] in (ORDER["turn"], ORDER["duty"])

    @property
    def of_card(self) -> bool:
        """Whether it is about a card that lies in a trick."""
        return self.by_a_card and not self.stray

    @property
    def of_laydown(self) -> bool:
        """Whether it is about a hand laid down."""
        return self.order[0] == ORDER["laydown"]

    @property
    def of_claim(self) -> bool:
        """Whether it is about a claim, which brought it on its own side."""
        return self.order[0] == ORDER["claim"]

    @property
    def of_score(self) -> bool:
        """Whether it is about what the sheet says."""
        return self.order[0] == ORDER["score"]

    @property
    def of_breakdown(self) -> bool:
        """True if it is about what the sheet breaks down, and not about its score or its running total."""
        return self.of_score and self.facts.get("part", "after") != "after"

    @property
    def is_renege(self) -> bool:
        """Whether it is a renege, and proven."""
        return self.penalty == "renege" and self.verdict == "proven"

    def recorded_at(self, hand: Hand) -> int:
        """When it happened, in cards recorded: as somebody wrote it down, or by where its card stands in the record.

        A card that belongs to no trick counts there as any other.
        """
        if len(self.path) > 1:
            part, place, *_ = self.path
            if part == "plays" and self.by_a_card:
                return int(place)
            if part in _DATED:
                noted = getattr(hand.record, str(part))[place].at
                return hand.recorded_after(self.at) if noted is None else number(noted)
        return hand.recorded_at(self.at)

    def provable_at(self, hand: Hand) -> int | None:
        """From when it could be proven, in cards recorded."""
        if self.provable_from is None:
            return None
        if self.stray:
            # The card shows it as it falls.
            return self.recorded_at(hand) + 1
        at_once = self.provable_from == self.at
        return self.recorded_at(hand) if at_once else hand.recorded_after(self.provable_from)

    def happened_by(self, clock: int) -> bool:
        """Whether it had happened at `clock`: a card at a smaller clock, a call at that clock too."""
        return self.at < clock if self.falls else self.at <= clock
