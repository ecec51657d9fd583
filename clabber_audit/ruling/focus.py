"""What a ruling turns on: the claim, the finding and the trick that everything else on the page explains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.ruling.court import Weighed
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table.moments import number

#: Of claims that changed nothing, which to speak of first.
_WEIGHT: Final = ("upheld", "not_proven", "refuted", "moot", "out_of_time", "inadmissible", "withdrawn")


class Focus(NamedTuple):
    """The point in question. Tricks count from 1, seats are indices."""

    claim: Weighed | None
    #: The finding that decides: what the claim proved, what it cost its side, or what voids the deal.
    finding: Finding | None
    #: Where both sides are guilty, the finding against each.
    both: tuple[Finding, ...]
    #: Where nobody claimed anything and one proven renege went uncalled, that one.
    silent: Finding | None
    trick: int | None
    #: Whose hands matter, each at which clock.
    hands: tuple[tuple[int, int], ...]

    @property
    def told(self) -> tuple[Finding, ...]:
        """The findings of which the verdict speaks."""
        if self.both:
            return self.both
        either = self.claim.either if self.claim else ()
        return either or tuple(finding for finding in (self.finding or self.silent,) if finding)


def focus(ruling: Ruling) -> Focus:
    """What the ruling turns on."""
    claims = heard(ruling)
    guilty = [weighed for weighed in claims if weighed.guilty is not None]
    claim = guilty[0] if guilty else min(claims, key=lambda each: _WEIGHT.index(each.verdict), default=None)
    if claim:
        finding = claim.finding or claim.penal
    else:
        finding = next((finding for finding in ruling.findings if finding.penalty == "redeal"), None)
    against: dict[int | None, Finding] = {}
    for weighed in guilty:
        if found := weighed.finding or weighed.penal:
            against.setdefault(weighed.guilty, found)
    both = tuple(against.values()) if len(against) > 1 else ()
    reneges = [] if claim or finding else ruling.reneges
    silent = reneges[0] if len(reneges) == 1 else None
    told = [each for each in (*both, finding) if each]
    trick = _trick(ruling, claim, told)
    return Focus(claim, finding, both, silent, trick, _hands(ruling, claim, told, trick))


def heard(ruling: Ruling) -> list[Weighed]:
    """The claims in the order they were heard."""
    claims = ruling.walk.hand.record.claims
    return sorted(ruling.claims, key=lambda weighed: (number(claims[weighed.number].at), weighed.number))


def _trick(ruling: Ruling, claim: Weighed | None, told: Sequence[Finding]) -> int | None:
    """The trick of what was proven, else the one a claim names, else of a moment or card at fault.

    Of a claim that is about none of these it is the last; where nobody claimed anything there is none.
    """
    seating, played = ruling.walk.hand.seating, len(ruling.walk.cards)
    if not played:
        return None
    last = seating.trick_of(played - 1)
    proven = [finding for finding in told if finding.of_card]
    if proven:
        return proven[0].trick
    named: int | None = ruling.walk.hand.record.claims[claim.number].trick if claim else None
    if named and named <= last:
        return named
    moments = [finding for finding in told if not finding.of_claim]
    if moments:
        return min(seating.trick_of(max(moments[0].at - 1, 0)), last)
    faults = [finding for finding in ruling.findings if finding.of_card]
    if faults:
        return min(faults, key=lambda finding: finding.verdict != "proven").trick
    return last if claim else None


def _hands(
    ruling: Ruling, claim: Weighed | None, told: Sequence[Finding], trick: int | None
) -> tuple[tuple[int, int], ...]:
    """The offender's hand before the card at fault, or when laid down; else those accused before their card."""
    about = [finding for finding in told if finding.of_card or finding.of_laydown]
    found = [(finding.seat, finding.at) for finding in about if finding.seat is not None]
    if found or trick is None:
        return tuple(found)
    fault = offense_in(ruling, trick)
    if fault and fault.seat is not None:
        return ((fault.seat, fault.at),)
    if not claim or not all(finding.of_claim for finding in told):
        return ()
    against = ruling.walk.hand.record.claims[claim.number].against
    clocks, seating = ruling.walk.clocks_of(trick), ruling.walk.hand.seating
    fallen = [(ruling.walk.hand.seats[at], at) for at in clocks]
    return tuple(
        (seat, at)
        for seat, at in fallen
        if seating.seats[seat] == against or (against in seating.side_names and seating.side_of[seat] == claim.accused)
    )


def offense_in(ruling: Ruling, trick: int) -> Finding | None:
    """The first card at fault in a trick, a proven one before one that is open."""
    found = [finding for finding in ruling.findings if finding.of_card and finding.trick == trick]
    return min(found, key=lambda finding: finding.verdict != "proven", default=None)
