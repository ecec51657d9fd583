"""What each side made, with what the findings keep from scoring: as the hand was played or when play was stopped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.belle import Belle
from clabber_audit.games.clabber.tally import Counted, Denied, Tally
from clabber_audit.games.clabber.tally import as_played as made
from clabber_audit.games.clabber.tally import entitled as melds_of_innocents
from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.law.infraction import Infraction
from clabber_audit.law.infractions import infractions
from clabber_audit.replay import Walk


def as_played(walk: Walk, findings: Sequence[Finding], law: BoundRuleset) -> Tally:
    """The points of the hand as it was played. Melds count unless an infraction denies them."""
    return made(walk, _denied(findings, law.toggles), law.toggles)


def entitled(walk: Walk, findings: Sequence[Finding], law: BoundRuleset, team: int, stop: int) -> tuple[Counted, ...]:
    """The melds that innocents score when play is stopped at clock `stop`."""
    denied = _denied([finding for finding in findings if finding.happened_by(stop)], law.toggles)
    return melds_of_innocents(walk, denied, law.toggles, team, stop)


def denies_belle(infraction: Infraction[Any]) -> bool:
    """Whether a finding of it keeps the belle of its seat from scoring."""
    return infraction.denies and Belle in infraction.steps


_NOTHING: Final = Denied()


def _denied(findings: Sequence[Finding], toggles: Any) -> Denied:
    """What some findings keep from scoring."""
    if not findings:
        return _NOTHING
    book = infractions()
    told = [(finding, book[finding.infraction]) for finding in findings]
    about = [(finding.meld, one) for finding, one in told if finding.meld is not None and finding.verdict == "proven"]
    return Denied(
        frozenset(meld for meld, one in about if one.denies),
        frozenset(meld for meld, one in about if one.denies and one.denies_unshown),
        frozenset(finding.seat for finding, one in told if denies_belle(one)),
        any(finding.verdict != "proven" and one.hangs and one.hangs(finding.facts, toggles) for finding, one in told),
    )
