"""Weighing of claims, the same in every game: in order, by the events before each and the findings it may mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tests.family.opinion.findings import Clock, Finding, moment
from tests.family.opinion.table import seats_of

Claim = dict[str, Any]
#: Place after all events of a moment.
_LAST = 64


def when(claim: Claim) -> tuple[int, int]:
    """Return the moment of a claim, and its place among the events of that moment."""
    return moment(claim["at"]), claim.get("order") or 0


def is_by_all(agreement: dict[str, Any], record: dict[str, Any]) -> bool:
    return not agreement.get("by") or {*agreement["by"]} >= {*seats_of(record)}


def is_dealt_again(record: dict[str, Any], verdicts: Iterable[str]) -> bool:
    """Return True if all agreed to deal again and no claim had to be decided (D-86, BD-81)."""
    agreed = [
        one for one in record.get("agreements") or () if one["what"] == "redeal" and is_by_all(one, record)
    ]
    return bool(agreed) and not {*verdicts} & {"upheld", "refuted", "not_proven"}


@dataclass(kw_only=True)
class Weighing:
    """Claims of a hand being weighed, and the effects of those weighed so far; a game defines the sides."""

    record: dict[str, Any]
    findings: list[Finding]
    #: Findings for claims that proved nothing.
    lost: list[Finding] = field(default_factory=list)
    #: The clock of the first claim that stopped the play.
    stop: Clock = None

    #: Offenses about a card of a trick.
    of_cards: ClassVar[tuple[str, ...]] = ()

    def side_of(self, seat: str) -> str:
        raise NotImplementedError

    def side_named(self, name: str) -> str:
        """Return the side of a seat or side."""
        raise NotImplementedError

    def side(self, finding: Finding) -> str | None:
        """Return the side that committed the fault; None if the record does not say."""
        return None if finding["seat"] is None else self.side_of(finding["seat"])

    def falls(self, finding: Finding) -> bool:
        """Return True if a finding happens as a card is played, and so comes before later clocks only."""
        return finding["infraction"] in self.of_cards

    def claims(self) -> Iterator[tuple[int, Claim]]:
        """Yield the claims with their numbers, by clock, then as listed."""
        yield from sorted(enumerate(self.record.get("claims") or ()), key=lambda pair: when(pair[1]))

    def is_before(self, finding: Finding, clock: Clock) -> bool:
        """Return True if a finding had happened by a clock."""
        at, then = moment(finding["at"]), moment(clock)
        return at < then if self.falls(finding) else at <= then

    def came_before(self, finding: Finding, claim: Claim) -> bool:
        """Return True if a finding came before a claim; within one moment, by the order of its events."""
        same = moment(finding["at"]) == moment(claim["at"])
        if same and (finding.get("at_order") or 0) > (claim.get("order") or _LAST):
            return False
        return self.is_before(finding, claim["at"])

    def is_cut_off(self, finding: Finding) -> bool:
        """Return True if a finding lies after the stop; claims and the sheet are not play (a stopped hand)."""
        if self.stop is None or finding["infraction"] in ("unproven-claim", "wrong-score"):
            return False
        return not self.is_before(finding, self.stop)

    def get_claimed_trick(self, claim: Claim) -> int | None:
        """Return the trick that a claim names; None if its infraction is not about a card (fine print)."""
        name = claim.get("infraction")
        return claim.get("trick") if name is None or name in self.of_cards else None

    def is_in(self, finding: Finding, trick: int | None) -> bool:
        """Return True if a finding is about a card of the trick, or if no trick is named."""
        return trick is None or (finding["infraction"] in self.of_cards and finding["trick"] == trick)

    def fits(self, claim: Claim, finding: Finding) -> bool:
        """Return True if the claim may mean the finding."""
        if self.side(finding) != self.side_named(claim["against"]):
            return False
        trick = self.get_claimed_trick(claim)
        if trick is not None:
            return self.is_in(finding, trick)
        return claim.get("infraction") in (None, finding["infraction"])

    def find_candidates(self, claim: Claim) -> list[Finding]:
        """Return the findings that a claim may mean."""
        return [
            finding
            for finding in self.findings
            if self.came_before(finding, claim) and self.fits(claim, finding) and not self.is_cut_off(finding)
        ]

    def pick_finding(self, claim: Claim, fitting: list[Finding]) -> Finding:
        """Return the finding of the named kind and accused, else a costly one, else the first (fine print)."""
        for one in fitting:
            if one["infraction"] == claim.get("infraction") and claim["against"] in (
                one["seat"],
                self.side(one),
            ):
                return one
        costly = [one for one in fitting if one["penalty"] == "renege"]
        return (costly or fitting)[0]

    def find_doers(self, claim: Claim, deeds: Iterable[Finding]) -> list[str | None]:
        """Return the sides of deeds without an offense that a claim may mean; None for an unknown side."""
        trick = self.get_claimed_trick(claim)
        return [
            self.side(deed) or self.side_unsaid(deed, claim)
            for deed in deeds
            if self.came_before(deed, claim) and not self.is_cut_off(deed) and self.is_in(deed, trick)
        ]

    def side_unsaid(self, deed: Finding, claim: Claim) -> str | None:
        """Return the side of a deed without a seat: for an outsider's deed, the side that the claim accuses."""
        return self.side_named(claim["against"]) if deed.get("outsider") else None

    def is_beyond(self, claim: Claim, played: int, width: int) -> bool:
        """Return True if a claim is about cards played after the last one recorded."""
        clock, trick = moment(claim["at"]), self.get_claimed_trick(claim)
        clock = clock if self.stop is None else min(moment(self.stop), clock)
        later = trick is not None and width * (trick - 1) >= played and clock >= played
        return clock >= moment("turned") or later

    def by_partner(self, claim: Claim) -> Iterator[tuple[int, Claim]]:
        """Yield the partner's claims against the same side at the same clock, which may save a wrong one."""
        for number, other in enumerate(self.record["claims"]):
            if (
                other["by"] not in (None, claim["by"])
                and self.side_of(other["by"]) == self.side_of(claim["by"])
                and self.side_named(other["against"]) == self.side_named(claim["against"])
                and moment(other["at"]) == moment(claim["at"])
            ):
                yield number, other
