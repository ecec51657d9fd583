"""Which certificates are those of what a ruling turns on."""

from __future__ import annotations

from collections.abc import Sequence

from clabber_audit.ruling.certificates.certificate import Certificate
from clabber_audit.ruling.focus import Focus
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table.cards import SEAT


def decisive(ruling: Ruling, found: Sequence[Certificate], point: Focus) -> list[Certificate]:
    """Return the certificates of what the ruling turns on.

    Of a claim that cannot be decided the first finding that it means; without a claim what is open in the trick in
    question. Of claims that are not examined none.
    """
    unsettled = point.claim is not None and point.claim.verdict == "not_proven"
    told = {("finding", finding.number) for finding in point.told}
    told |= {("claim", weighed.number) for weighed in ruling.claims if weighed.penal in point.told}
    if point.claim and (point.claim.verdict == "upheld" or (point.claim.verdict == "refuted" and not point.leads)):
        told.add(("claim", point.claim.number))
        if any(one.about == "laydown" and one.faults[0].infraction == _named(ruling, point) for one in found):
            told.add(("laydown", 0))
    certain = [one for one in found if (one.about, one.number) in told and one.verdict != "undetermined"]
    if not unsettled and (certain or point.claim):
        return certain
    some = [one for one in found if one.about == "finding" and one.verdict == "undetermined"]
    if point.claim:
        meant = {finding.number for finding in point.claim.meant}
        some = [one for one in some if one.number in meant]
    return [*certain, *([min(some, key=lambda one: _unlike(ruling, point, one))] if some else [])]


def _named(ruling: Ruling, point: Focus) -> str | None:
    """The infraction that the claim names."""
    return ruling.walk.hand.record.claims[point.claim.number].infraction if point.claim else None


def _unlike(ruling: Ruling, point: Focus, certificate: Certificate) -> tuple[bool, bool, bool]:
    """How far an open finding is from what the claim names, or else from the trick in question."""
    finding, named = ruling.findings[certificate.number], _named(ruling, point)
    seat = SEAT.get(ruling.walk.hand.record.claims[point.claim.number].against) if point.claim else None
    return (
        named is not None and finding.infraction != named,
        seat is not None and finding.seat != seat,
        finding.trick != point.trick,
    )
