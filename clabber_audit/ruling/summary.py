"""What became of a hand: what a game and a season go on with once it is ruled on."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from clabber_audit.evidence.finding import Finding
from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.record.canonical import digest, record_data
from clabber_audit.record.noted import Noted, noted_in
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.remedies import Remedy
from clabber_audit.table.seating import Seating


class Whole(Protocol):
    """Where the rest of it is, for whoever asks for more than a summary."""

    @property
    def ruling(self) -> Ruling:
        """The ruling."""

    @property
    def digest(self) -> str:
        """The hash of the record."""


class Summary(NamedTuple):
    """What became of a hand. Seats and sides are indices."""

    noted: Noted
    seating: Seating
    law: BoundRuleset
    dealer: int
    #: Who should have dealt, where the record says so.
    due_dealer: int | None
    #: Whether cards were written down as they fell, and whether the sheet breaks its score down.
    has_cards: bool
    has_parts: bool
    findings: tuple[Finding, ...]
    remedy: Remedy
    makers: int | None
    makers_set: bool
    next_dealer: int | None
    whole: Whole

    @property
    def ruling(self) -> Ruling:
        """The ruling; of a hand that nobody judged the judge hears it now."""
        return self.whole.ruling

    @property
    def digest(self) -> str:
        """The hash of the record, as hexadecimal digits."""
        return self.whole.digest

    @property
    def written(self) -> tuple[int | str | None, ...]:
        """What the sheet says, by side."""
        return tuple(map(self.noted.score.get, self.seating.side_names))

    @property
    def reneges(self) -> list[Finding]:
        """The reneges that are proven, called or not."""
        return [finding for finding in self.findings if finding.is_renege]


class _Judged(NamedTuple):
    """A hand that the judge has heard."""

    ruling: Ruling

    @property
    def digest(self) -> str:
        return digest(record_data(self.ruling.walk.hand.record))


def summary(ruling: Ruling) -> Summary:
    """What a ruling comes to."""
    record, seating = ruling.walk.hand.record, ruling.walk.hand.seating
    due = record.deal.due_dealer
    return Summary(
        noted_in(record),
        seating,
        ruling.law,
        seating.number[record.deal.dealer],
        seating.number[due] if due else None,
        bool(record.plays),
        bool(record.sheet),
        ruling.findings,
        ruling.remedy,
        ruling.walk.makers,
        ruling.makers_set,
        ruling.next_dealer,
        _Judged(ruling),
    )
