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
    what = f"there are no leagues for {ruleset.title}"
    if for_evenings(ruleset):
        why = "a league is for teams, and here players change partners and keep their own tallies"
        raise UsageError(what, why, "add up the tallies of an evening with `clabber-audit evening`")
    raise UsageError(what, "leagues are for Clabber", "add up a game with `clabber-audit score`")
