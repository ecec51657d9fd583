"""Not dealing one card at a time.

Once the cards are dealt it is noted, and it costs nothing.

In Clabber cards are dealt one at a time, six times round (R-013, league rule 2).

In Bid Euchre and its kin they are dealt one at a time (B-008), in Hasenpfeffer in two batches of three (B-068), and in
Eau Claire in packets, never one at a time (B-095).

Example: the dealer gives two cards at a time in the last rounds.
"""

from clabber_audit.replay import IncidentEvent
from clabber_audit.rules.infraction import Facts, Infraction, LawCase, Words
from clabber_audit.rules.infractions import collect_quote

NOT_SINGLY = "not_dealt_singly"
SINGLY = "dealt_singly"


class DealtUnevenly(Infraction[IncidentEvent]):
    place = "incident"
    number = 34
    incidents = (NOT_SINGLY, SINGLY)
    words = Words(
        message="the cards were not dealt one at a time",
        messages={"singly": "the cards were dealt one at a time"},
        fault="not dealt one at a time",
        faults={"singly": "dealt one at a time"},
        claimed="the cards were dealt the wrong way",
        denied="the record shows nothing wrong with the deal",
        help="deal clockwise, the right number at a time",
        titles={"bid-euchre": "Dealing the wrong way for this game"},
    )

    def offends(self, case: LawCase[IncidentEvent]) -> bool:
        """Return True if the way noted is not the game’s."""
        return case.event.kind == {None: None, "singly": NOT_SINGLY}.get(case.toggles.dealing, SINGLY)

    def has_happened(self, case: LawCase[IncidentEvent]) -> bool:
        """Return True for what was noted where nobody says how to deal, else for a breach."""
        return case.event.kind in (NOT_SINGLY, SINGLY) if case.toggles.dealing is None else self.offends(case)

    def facts(self, case: LawCase[IncidentEvent]) -> Facts:
        incident = case.event
        return {**collect_quote(incident), **({"part": "singly"} if incident.kind == SINGLY else {})}
