"""Certificates: why a verdict about hidden cards holds, in a form that somebody else can check.

What is proven or refuted rests on the fewest facts of the record: with any of them left out it falls. What is
undetermined is shown by two complete hands that both agree with the record, one with the infraction and one without.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from clabber_audit.evidence.worlds import Exhausted, World, world_with
from clabber_audit.law.infractions import incident_kinds
from clabber_audit.record.hand import Hand
from clabber_audit.ruling.certificates.certificate import Certificate
from clabber_audit.ruling.certificates.data import certificates_data
from clabber_audit.ruling.certificates.facts import Fact, facts_of, known_by
from clabber_audit.ruling.certificates.fewest import fewest
from clabber_audit.ruling.certificates.statement import Offense, Statement, fault_of
from clabber_audit.ruling.court import Weighed
from clabber_audit.ruling.judge import Ruling

__all__ = ["Certificate", "Fact", "Offense", "Statement", "World", "certificates", "certificates_data"]


def certificates(ruling: Ruling) -> list[Certificate]:
    """The certificates of a ruling: of each finding that cards decide, of claims about a trick, of a lay-down.

    None is given where the search for it would go beyond its budget, where a deal was miscounted and nobody knows how
    many cards each had, or where somebody played who was out of the hand.
    """
    if not _counted(ruling.walk.hand):
        return []
    found = []
    for number, finding in enumerate(ruling.findings):
        fault = fault_of(finding, ruling.walk)
        if fault is None:
            continue
        if finding.verdict == "proven":
            found += _decided(ruling, "finding", number, (fault,))
        elif finding.worlds[0] and finding.worlds[1]:
            worlds = (finding.worlds[0], finding.worlds[1])
            found.append(Certificate(ruling.walk.hand, "finding", number, "undetermined", (fault,), worlds=worlds))
    for weighed in ruling.claims:
        if weighed.either:
            faults = [fault_of(finding, ruling.walk) for finding in weighed.either]
            found += _decided(ruling, "claim", weighed.number, [fault for fault in faults if fault])
        elif weighed.verdict == "refuted":
            found += _decided(ruling, "claim", weighed.number, list(_claimed(ruling, weighed)), denied=True)
    if ruling.walk.hand.record.laydown:
        from clabber_audit.ruling.certificates.laydown import laydown_certificates

        found += laydown_certificates(ruling)
    return found


def _counted(hand: Hand) -> bool:
    """Whether it is known how many cards each had, and that all that fell belongs to tricks.

    Each had as many as are dealt, or what all hands or the whole pack played tell.
    """
    record = hand.record
    miscounted = any(incident_kinds()[incident.kind].miscounts for incident in record.incidents)
    if hand.strays:
        return False
    return not miscounted or len(record.deal.hands) == len(hand.dealt) or len(hand.seats) == hand.pack.size


def _decided(
    ruling: Ruling, about: Literal["finding", "claim"], number: int, faults: Sequence[Offense], denied: bool = False
) -> list[Certificate]:
    """The certificate of what the record decides; none where that is beyond the budget."""
    statement = Statement(tuple(faults), denied, ruling.walk, ruling.law)
    facts = facts_of(ruling.walk)
    try:
        like = world_with(known_by(ruling.walk, facts), [])
        premises = fewest(facts, lambda some: statement.counter(some, like)) if faults else None
    except Exhausted:
        return []
    if premises is None:
        return []
    verdict: Literal["proven", "refuted"] = "refuted" if denied else "proven"
    return [Certificate(ruling.walk.hand, about, number, verdict, tuple(faults), tuple(premises))]


def _claimed(ruling: Ruling, weighed: Weighed) -> Iterator[Offense]:
    """Every fault that a claim about a trick can mean: any by a card of that side in it (D-53)."""
    hand, law = ruling.walk.hand, ruling.law
    claim, seats = hand.record.claims[weighed.number], hand.seats
    if claim.trick is None:
        return
    seating = ruling.walk.hand.seating
    side = seating.side_named(claim.against)
    for at in hand.seating.clocks_of(claim.trick):
        if at < len(seats) and seating.side_of[seats[at]] == side:
            lead = at == hand.seating.lead_of(at)
            bounds = [bound for bound in law.turns if bound.infraction.of_leads is lead]
            bounds += law.duties_at(at, ruling.walk.hand.seating)
            yield from (Offense(bound.infraction.id, seats[at], at) for bound in bounds)
