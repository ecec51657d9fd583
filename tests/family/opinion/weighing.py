"""Claims as every game weighs them: in their order, by what came before each, and by what it may mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tests.family.opinion.findings import Clock, Finding, moment

Claim = dict[str, Any]
#: A place in the order of a moment behind all that can be noted.
_LAST = 64


def when(claim: Claim) -> tuple[int, int]:
    """The moment of a claim, with its place in the order of that moment."""
    return moment(claim["at"]), claim.get("order") or 0


@dataclass(kw_only=True)
class Weighing:
    """A hand while its claims are weighed, and what those weighed so far did. A game says who is on which side."""

    record: dict[str, Any]
    findings: list[Finding]
    #: The claims that showed nothing.
    lost: list[Finding] = field(default_factory=list)
    #: The clock of the first claim that stopped the play.
    stop: Clock = None

    #: The offenses that are of a card in a trick.
    of_cards: ClassVar[tuple[str, ...]] = ()

    def side_of(self, seat: str) -> str:
        raise NotImplementedError

    def side_named(self, name: str) -> str:
        """The side of a seat, or the side itself."""
        raise NotImplementedError

    def side(self, finding: Finding) -> str | None:
        """The side of whoever did it, if the record says who."""
        return None if finding["seat"] is None else self.side_of(finding["seat"])

    def falls(self, finding: Finding) -> bool:
        """Return True if it happens as a card falls, so that it needs a smaller clock to have come before."""
        return finding["infraction"] in self.of_cards

    def claims(self) -> Iterator[tuple[int, Claim]]:
        """The claims with their numbers, by clock, then as listed."""
        yield from sorted(enumerate(self.record.get("claims") or ()), key=lambda pair: when(pair[1]))

    def is_before(self, finding: Finding, clock: Clock) -> bool:
        """Return True if something had happened at a clock (what a claim names)."""
        at, then = moment(finding["at"]), moment(clock)
        return at < then if self.falls(finding) else at <= then

    def came_before(self, finding: Finding, claim: Claim) -> bool:
        """Return True if something came before a claim; of one moment, by the order of what happened in it."""
        same = moment(finding["at"]) == moment(claim["at"])
        if same and (finding.get("at_order") or 0) > (claim.get("order") or _LAST):
            return False
        return self.is_before(finding, claim["at"])

    def is_cut_off(self, finding: Finding) -> bool:
        """Return True if a finding lies after the stop; claims and the sheet are no play (a stopped hand)."""
        if self.stop is None or finding["infraction"] in ("unproven-claim", "wrong-score"):
            return False
        return not self.is_before(finding, self.stop)

    def named_trick(self, claim: Claim) -> int | None:
        """The trick a claim names, ignored when what it names is no card's (fine print)."""
        name = claim.get("infraction")
        return claim.get("trick") if name is None or name in self.of_cards else None

    def is_in(self, finding: Finding, trick: int | None) -> bool:
        """Return True if a finding is of a card in a trick, where one is named."""
        return trick is None or (finding["infraction"] in self.of_cards and finding["trick"] == trick)

    def fits(self, claim: Claim, finding: Finding) -> bool:
        """Return True if a finding is among what the claim names."""
        if self.side(finding) != self.side_named(claim["against"]):
            return False
        trick = self.named_trick(claim)
        if trick is not None:
            return self.is_in(finding, trick)
        return claim.get("infraction") in (None, finding["infraction"])

    def seen(self, claim: Claim) -> list[Finding]:
        """The findings that a claim may be about."""
        return [
            finding
            for finding in self.findings
            if self.came_before(finding, claim) and self.fits(claim, finding) and not self.is_cut_off(finding)
        ]

    def linked(self, claim: Claim, fitting: list[Finding]) -> Finding:
        """The kind named by the seat or side named, else one that costs the hand, else the first (fine print)."""
        for one in fitting:
            if one["infraction"] == claim.get("infraction") and claim["against"] in (
                one["seat"],
                self.side(one),
            ):
                return one
        costly = [one for one in fitting if one["penalty"] == "renege"]
        return (costly or fitting)[0]

    def done_by(self, claim: Claim, deeds: Iterable[Finding]) -> list[str | None]:
        """The sides that did what a claim may mean though it is no offense; None for what nobody knows who did."""
        trick = self.named_trick(claim)
        return [
            self.side(deed) or self.side_unsaid(deed, claim)
            for deed in deeds
            if self.came_before(deed, claim) and not self.is_cut_off(deed) and self.is_in(deed, trick)
        ]

    def side_unsaid(self, deed: Finding, claim: Claim) -> str | None:
        """The side that did what the record has no seat for: by an outsider it is whom the claim accuses."""
        return self.side_named(claim["against"]) if deed.get("outsider") else None

    def is_beyond(self, claim: Claim, played: int, width: int) -> bool:
        """Return True if a claim is of what was played after the cards that were written down."""
        clock, trick = moment(claim["at"]), self.named_trick(claim)
        clock = clock if self.stop is None else min(moment(self.stop), clock)
        later = trick is not None and width * (trick - 1) >= played and clock >= played
        return clock >= moment("turned") or later

    def by_partner(self, claim: Claim) -> Iterator[tuple[int, Claim]]:
        """The claims of the partner against the same side at the same clock, which may save a wrong one."""
        for number, other in enumerate(self.record["claims"]):
            if (
                other["by"] not in (None, claim["by"])
                and self.side_of(other["by"]) == self.side_of(claim["by"])
                and self.side_named(other["against"]) == self.side_named(claim["against"])
                and moment(other["at"]) == moment(claim["at"])
            ):
                yield number, other
