"""Claiming a renege and not proving it.

Whoever claims a renege against an opponent has to prove it (R-094). By the league's text of 1992 an unproven claim is
a renege only once it went as far as turning over played tricks (R-095, D-50), and taking it back then is too late
(D-58); elsewhere always, and then any claim taken back costs as much. It takes effect by itself.

Example: West has tricks turned over to show that East did not follow, and East had followed.
"""

from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.law.infraction import ClaimWeighed, Facts, Infraction


def offends(claim: ClaimWeighed, toggles: Toggles) -> bool:
    """Refuted, not proven or taken back: where any such claim costs, or once tricks were turned or hands opened."""
    costs = toggles.false_claim == "any_unproven" or claim.reviewed
    return costs and claim.verdict in ("refuted", "not_proven", "withdrawn")


def facts(claim: ClaimWeighed) -> Facts:
    return {"claim": claim.number, "verdict": claim.verdict}


INFRACTION = Infraction(
    steps=(ClaimWeighed,),
    offends=offends,
    facts=facts,
    place="claim",
    message="{seat} claimed a renege and it was {verdict}",
    help="claim only what you can show; before tricks are turned the league lets you take it back",
    number=19,
)
