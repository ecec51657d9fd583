"""Laws on leads that no shipped ruleset has: that of `CONTRIBUTING.md`, and two about the first lead alone.

One of them looks at a rank.
"""

from __future__ import annotations

from typing import Any, Final

from clabber_audit.replay import Lead
from clabber_audit.rules.bound_ruleset import BoundRuleset, bind, law_of
from clabber_audit.rules.infraction import Infraction, LawCase, load_infraction
from tests.recipe import example

_RECIPE: Final = example("leading_trumps_early")
EARLY: Final = load_infraction(_RECIPE)
_Early: Final[Any] = type(EARLY)


class OpeningWithATrump(_Early):  # type: ignore[misc]
    """Infraction of leading a trump to the first trick; any later lead is free (R-032)."""

    id = "opening-with-a-trump"

    def offends(self, case: LawCase[Lead]) -> Any:
        lead = case.event
        return ((lead.card & lead.trump) != 0) & (lead.trick == 1) & ((lead.hand & ~lead.trump) != 0)


OPENING: Final = OpeningWithATrump()


class KeepingTheJackBack(_Early):  # type: ignore[misc]
    """Infraction of leading another card to the first trick while holding the jack of trumps."""

    id = "keeping-the-jack-back"
    game = ""
    looks_at = "J"

    def offends(self, case: LawCase[Lead]) -> Any:
        lead = case.event
        return (lead.trick == 1) & ((lead.card & self.cards_owed(case)) == 0) & (self.cards_owed(case) != 0)

    def cards_owed(self, case: LawCase[Lead]) -> int:
        """Return the jacks of trumps in the hand."""
        return case.event.hand & case.event.trump & case.pack.rank["J"]


JACK: Final = KeepingTheJackBack()


def with_lead(infraction: Infraction[Any], base: str = "wp") -> BoundRuleset:
    """Return the law of a ruleset with one law on leads, at the price of a renege."""
    law = law_of(base)
    return law._replace(leads=(bind(infraction, "renege", law.toggles, ("D-99",), 99),))
