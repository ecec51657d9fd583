"""Looking at a turned trick.

Since 1992 no trick may be looked at once it is turned (R-092). The older text allows a look until a card has been
played to the next trick (R-091). To look later is a renege. Turning tricks to settle a claim is part of the claim: a
look by the claiming side at the moment of its claim, at the trick that it names, or at any trick if it names none. The
rules of gamerules.com say nothing about it.

Example: with two cards of trick 2 on the table East turns up trick 1.
"""

from clabber_audit.replay import IncidentEvent
from clabber_audit.rules.infraction import Facts, Infraction, LawCase, Words
from clabber_audit.rules.infractions import collect_helper

KIND = "looked_at_trick"


class LookingAtTurnedTrick(Infraction[IncidentEvent]):
    place = "incident"
    number = 7
    game = "clabber"
    incidents = (KIND,)
    exempted_by = ("look_back",)
    bound_with = "look_back", ("until_turned",), "renege"
    words = Words(
        message="{seat} looked at a trick that had been turned",
        fault="looked at a turned trick",
        denied="the record shows no such look",
        help="leave turned tricks alone; if you doubt a play, call it",
    )

    def offends(self, case: LawCase[IncidentEvent]) -> bool:
        """Return True for a look that was too late and no review of the side's own claim."""
        incident = case.event
        return self.has_happened(case) and not (incident.is_review or incident.by_other) and (
            case.toggles.look_back == "until_turned"
            or incident.trick is None
            or incident.at > incident.seating.clocks_of(incident.trick).stop
        )  # fmt: skip

    def has_happened(self, case: LawCase[IncidentEvent]) -> bool:
        """Return True for any look at a turned trick, allowed or not."""
        return case.event.kind == KIND

    def exception(self, facts: Facts, toggles: object) -> str:
        if facts.get("part") == "review":
            return "looking at turned tricks to settle a claim is allowed"
        return "nobody had played to the next trick yet, so looking was allowed"

    def facts(self, case: LawCase[IncidentEvent]) -> Facts:
        incident = case.event
        review = {"part": "review"} if incident.is_review else {}
        looked = {"looked_at": incident.trick} if incident.trick else {}
        return {**review, **looked, **collect_helper(incident)}

    def possible_events(self, case: LawCase[IncidentEvent]) -> list[IncidentEvent]:
        """Return the tricks that may be meant: any complete one where the record names none."""
        incident = case.event
        if incident.trick is not None:
            return [incident]
        fallen = min(incident.at, incident.seating.end) // incident.seating.width
        return [incident._replace(trick=trick) for trick in range(1, max(fallen, 1) + 1)]
