"""Cutting too few cards.

At least four cards are left in each part of the cut (R-012, league rule 1). A short cut is cut again; once the cards
are dealt it is noted and costs nothing.

Example: the player at the dealer's right leaves three cards in one part.
"""

from clabber_audit.cards import right_of
from clabber_audit.replay import Dealing
from clabber_audit.rules.infraction import Infraction, LawCase, Words

FEWEST = 4


class ShortCut(Infraction[Dealing]):
    place = "deal"
    number = 33
    game = "clabber"
    event_facts = (("cut", "cut"),)
    words = Words(
        message="{seat} left only {cut} in one part of the cut",
        fault="cut too few",
        denied="the cut was large enough",
        help="leave at least four cards in each part",
    )

    def offends(self, case: LawCase[Dealing]) -> bool:
        dealing = case.event
        return dealing.cut is not None and dealing.cut < FEWEST

    def offender(self, case: LawCase[Dealing]) -> int | None:
        """Return the cutter, who sits at the dealer's right (R-011)."""
        return right_of(case.event.dealer)
