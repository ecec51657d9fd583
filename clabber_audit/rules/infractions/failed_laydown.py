"""Laying down a hand that can lose a trick.

A player who lays a hand down by agreement, claiming all remaining tricks, must win them all: if an opponent can show
one way to lose a trick, it is a renege (R-100, R-109, league rule 10). Any legal play by all four counts; the cards of
the hand laid down follow the order stated, if one was stated (D-72). A trick won by the partner is not lost (D-73).

Example: West lays down nine of trump and ace of hearts; leading the nine would let East's jack in.
"""

from clabber_audit.rules.infraction import UNANSWERED, Facts, Infraction, LawCase, LaydownSearched, Words


class FailedLaydown(Infraction[LaydownSearched]):
    place = "laydown"
    number = 20
    game = "clabber"
    certified = "laydown"
    words = Words(
        message="{seat} laid down, but could still lose a trick",
        fault="lay-down fails",
        claimed="{whom} laid down and could still lose a trick",
        denied="{whom} wins every trick no matter what is played",
        help="lay down only if you win every trick no matter what is played, or say the order",
        doubt="{seat} could still lose a trick after laying down",
        deed="laid down a hand that can lose a trick",
    )

    def offends(self, case: LawCase[LaydownSearched]) -> bool:
        """Return True if the lay-down was agreed and some line loses a trick."""
        laydown = case.event
        return laydown.agreed and laydown.is_good is False

    def has_happened(self, case: LawCase[LaydownSearched]) -> bool:
        """Return True if a line loses a trick, whether laying down was agreed on or not."""
        return case.event.is_good is False

    def facts(self, case: LawCase[LaydownSearched]) -> Facts:
        """Return the losing line, and the result of a search that gave no answer.

        Where it is open a line loses only in some deals: the two completions show that, and no line is a fact.
        """
        laydown = case.event
        unanswered: Facts = {"search": laydown.result.value} if laydown.result in UNANSWERED else {}
        if laydown.asks:
            unanswered["articles"] = list(laydown.asks)
        return {"line": [] if any(laydown.completions) else list(laydown.line), **unanswered}

    def evident_from(self, case: LawCase[LaydownSearched]) -> int | None:
        """Return None: closed hands decide, never the cards on the table."""
        return None
