"""Deeds in a few words: infractions that cards decide, said of a seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clabber_audit.evidence.finding import Finding
from clabber_audit.law.infractions import infractions
from clabber_audit.render.wording import Speaker, listed, suit_of
from clabber_audit.ruling.certificates import Offense


def deed(fault: Offense) -> str:
    """The deed without who did it: `failed to trump`."""
    infraction = infractions()[fault.infraction]
    named = suit_of(fault.suit) if fault.suit else ""
    return infraction.deed.format(title=infraction.title.lower(), suit=named)


def deeds(faults: Iterable[Offense]) -> str:
    """Several deeds of which one is meant: `failed to follow suit or failed to trump`."""
    return listed(list(dict.fromkeys(map(deed, faults))), "or")


def said(faults: Sequence[Offense], speaker: Speaker) -> str:
    """Return seats, deeds and tricks, each seat and trick once: `North failed to trump in trick 2`."""
    places = dict.fromkeys((fault.seat, fault.at if fault.of_card else -1) for fault in faults)
    clauses = []
    for seat, at in places:
        here = deeds(fault for fault in faults if fault.seat == seat and at in (fault.at, -1))
        trick = f" in trick {speaker.seating.trick_of(at)}" if at >= 0 else ""
        clauses.append(f"{speaker.seat(seat)} {here}{trick}")
    return listed(clauses, "or")


def one_of(findings: Sequence[Finding], speaker: Speaker) -> str:
    """Return that one of some findings about cards is true, and that nobody can tell which."""
    faults = [Offense(finding.infraction, finding.seat, finding.at) for finding in findings if finding.seat is not None]
    return (
        f"{said(faults, speaker)}. One of {'the two' if len(faults) == 2 else 'these'} happened; we cannot tell which"
    )
