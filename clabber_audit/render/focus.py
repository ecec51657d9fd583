"""What a ruling turns on: the claim, the finding and the trick that everything else on the page explains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.law.infractions import infractions
from clabber_audit.render.wording import of_card
from clabber_audit.ruling.claims import Weighed
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table.cards import SEAT, SEATS, TEAMS, team_of
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
    claim = _decisive(ruling)
    finding = _finding(ruling, claim)
    both = _guilt_of_both(ruling)
    silent = None if claim or finding else _silent(ruling)
    trick = _trick(ruling, claim, (*both, finding))
    return Focus(claim, finding, both, silent, trick, _hands(ruling, claim, (*both, finding), trick))


def heard(ruling: Ruling) -> list[Weighed]:
    """The claims in the order they were heard."""
    claims = ruling.walk.hand.record.claims
    return sorted(ruling.claims, key=lambda weighed: (number(claims[weighed.number].at), weighed.number))


def unproven(ruling: Ruling, weighed: Weighed) -> Finding | None:
    """The finding that a claim not proven brought on its own side."""
    return next(
        (finding for finding in ruling.findings if finding.of_claim and finding.facts["claim"] == weighed.number),
        None,
    )


def accused(ruling: Ruling, weighed: Weighed) -> int:
    """The team that a claim is against."""
    against = ruling.walk.hand.record.claims[weighed.number].against
    return TEAMS.index(against) if against in TEAMS else team_of(SEAT[against])


def condemned(ruling: Ruling, weighed: Weighed) -> int | None:
    """The team that a claim makes guilty of a renege, the accused or its own; None when neither."""
    if weighed.verdict == "upheld":
        costs = weighed.finding is None or weighed.finding.penalty == "renege"
        return accused(ruling, weighed) if costs else None
    penal = unproven(ruling, weighed)
    return penal.team if penal and penal.penalty == "renege" else None


def _decisive(ruling: Ruling) -> Weighed | None:
    claims = heard(ruling)
    guilty = [weighed for weighed in claims if condemned(ruling, weighed) is not None]
    if guilty:
        return guilty[0]
    return min(claims, key=lambda weighed: _WEIGHT.index(weighed.verdict), default=None)


def _finding(ruling: Ruling, claim: Weighed | None) -> Finding | None:
    if claim:
        return claim.finding or unproven(ruling, claim)
    return next((finding for finding in ruling.findings if finding.penalty == "redeal"), None)


def _guilt_of_both(ruling: Ruling) -> tuple[Finding, ...]:
    by_team: dict[int, Finding] = {}
    for weighed in heard(ruling):
        team, finding = condemned(ruling, weighed), weighed.finding or unproven(ruling, weighed)
        if team is not None and finding:
            by_team.setdefault(team, finding)
    return tuple(by_team.values()) if len(by_team) == len(TEAMS) else ()


def _silent(ruling: Ruling) -> Finding | None:
    """The one proven renege of a hand without claims; None when there are none or several."""
    found = [finding for finding in ruling.findings if finding.penalty == "renege" and finding.verdict == "proven"]
    return found[0] if len(found) == 1 else None


def _trick(ruling: Ruling, claim: Weighed | None, told: Sequence[Finding | None]) -> int | None:
    """The trick of what was proven, else the one a claim names, else of a moment or card at fault, else the last."""
    last = (len(ruling.walk.cards) + 3) // 4
    if not last:
        return None
    proven = [finding for finding in told if finding and of_card(finding)]
    if proven:
        return proven[0].trick
    named = ruling.walk.hand.record.claims[claim.number].trick if claim else None
    if named and named <= last:
        return named
    moments = [finding for finding in told if finding and not finding.of_claim]
    if moments:
        return min(max((moments[0].at + 3) // 4, 1), last)
    faults = sorted(filter(of_card, ruling.findings), key=lambda finding: finding.verdict != "proven")
    return faults[0].trick if faults else last


def _hands(
    ruling: Ruling, claim: Weighed | None, told: Sequence[Finding | None], trick: int | None
) -> tuple[tuple[int, int], ...]:
    """The offender's hand before the card at fault, or when laid down; else those accused before their card."""
    found = [
        (finding.seat, finding.at) for finding in told if finding and _about_hand(finding) and finding.seat is not None
    ]
    if found or trick is None:
        return tuple(found)
    fault = offence_in(ruling, trick)
    if fault and fault.seat is not None:
        return ((fault.seat, fault.at),)
    if not claim or any(finding and not finding.of_claim for finding in told):
        return ()
    against = ruling.walk.hand.record.claims[claim.number].against
    team = accused(ruling, claim)
    clocks = range(4 * trick - 4, min(4 * trick, len(ruling.walk.cards)))
    fallen = [(ruling.walk.hand.seats[at], at) for at in clocks]
    return tuple(
        (seat, at) for seat, at in fallen if SEATS[seat] == against or (against in TEAMS and team_of(seat) == team)
    )


def _about_hand(finding: Finding) -> bool:
    return of_card(finding) or infractions()[finding.infraction].place == "laydown"


def offence_in(ruling: Ruling, trick: int) -> Finding | None:
    """The first card at fault in a trick, a proven one before one that is open."""
    found = [finding for finding in ruling.findings if of_card(finding) and finding.trick == trick]
    return min(found, key=lambda finding: finding.verdict != "proven", default=None)
