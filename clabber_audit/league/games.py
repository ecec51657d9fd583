"""Of which games a league keeps a season, and what there is for the others."""

from __future__ import annotations

from clabber_audit.games import CLABBER
from clabber_audit.ground.errors import UsageError
from clabber_audit.league.evening.standing import for_evenings
from clabber_audit.rulesets.ruleset import Ruleset


def refuse_others(ruleset: Ruleset) -> None:
    """UsageError, in one sentence, where no season is kept by some rules."""
    if ruleset.game is CLABBER:
        return
    what = f"no season is kept of {ruleset.title}"
    if for_evenings(ruleset):
        why = "league counts teams, and there every player changes partners and keeps a tally of his own"
        raise UsageError(what, why, "add the tallies of an evening up with: clabber-audit evening")
    raise UsageError(what, "league counts the points of Clabber", "add a game up with: clabber-audit score")
