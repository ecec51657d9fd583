"""Laying down a hand without agreement.

All hands are played out unless laying down was agreed on before play (R-108, league rule 10). Without that it exposes
the hand: a renege in the league (D-71).

Example: East, sure of the rest, puts all cards face up; nothing was agreed.
"""

from clabber_audit.rules.infraction import Infraction, LawCase, LaydownSearched, Words


class UnagreedLaydown(Infraction[LaydownSearched]):
    place = "laydown"
    number = 21
    game = "clabber"
    words = Words(
        message="{seat} laid down, and the table had not agreed to that",
        fault="laid down without agreement",
        denied="{whom} did not lay down without agreement",
        help="play it out, or agree before the game that hands may be laid down",
    )

    def offends(self, case: LawCase[LaydownSearched]) -> bool:
        return not case.event.agreed
