"""Calling a renege and not proving it.

A player who calls a renege on an opponent has to prove it.

In Clabber an unproven claim is a renege by itself (R-094). By the league's rules of 1992 it is one only if tricks were
turned over for it, or a hand opened (R-095, D-50): before that it costs nothing, and after that withdrawing it does not
help (D-58). Elsewhere it always is, and a claim withdrawn without a review costs the same.

In Bid Euchre and its kin it costs nothing, or two points if the table agreed on that (BD-73).

Example: West has tricks turned over to show that East did not follow, and East had followed.
"""

from typing import Final

from clabber_audit.rules.infraction import FailedClaim, Infraction, LawCase, Words

#: Verdicts on claims that prove nothing.
_UNPROVEN: Final = ("refuted", "not_proven", "withdrawn")


class UnprovenClaim(Infraction[FailedClaim]):
    place = "claim"
    number = 19
    event_facts = (("claim", "number"), ("verdict", "verdict"))
    words = Words(
        message="{seat} called a renege and could not prove it",
        fault="claim not proven",
        claimed="{whom} failed to prove a claim",
        denied="{whom} made no claim that failed",
        help="call only what you can prove, or withdraw before any trick is turned over",
    )

    def offends(self, case: LawCase[FailedClaim]) -> bool:
        """Return True if a claim failed or was withdrawn, and the ruleset charges it as it was made.

        Where two points are charged, a claim taken back before that is free (BD-73).
        """
        claim = case.event
        free = {"any_unproven": (), "minus_two": ("withdrawn",)}.get(case.toggles.false_claim, _UNPROVEN)
        return self.has_happened(case) and (claim.reviewed or claim.verdict not in free)

    def has_happened(self, case: LawCase[FailedClaim]) -> bool:
        """Return True for any claim that proved nothing, whatever it costs."""
        return case.event.verdict in _UNPROVEN
