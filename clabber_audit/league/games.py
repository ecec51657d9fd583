"""Of which games a league keeps a season, of which an evening is added up, and what there is for the others."""

from __future__ import annotations

from clabber_audit.games import BID_EUCHRE, CLABBER
from clabber_audit.ground.errors import UsageError
from clabber_audit.rulesets.ruleset import Ruleset


def for_evenings(ruleset: Ruleset) -> bool:
    """Whether rules are of a game that ends with ten games of an evening (B-051)."""
    return ruleset.game is BID_EUCHRE and bool(ruleset.toggles.end == "ten_games")


def refuse_no_season(ruleset: Ruleset) -> None:
    """UsageError, in one sentence, where no season is kept by some rules."""
    if ruleset.game is CLABBER:
        return
    what = f"there are no leagues for {ruleset.title}"
    if for_evenings(ruleset):
        why = "a league is for teams, and here players change partners and keep their own tallies"
        raise UsageError(what, why, "add up the tallies of an evening with `clabber-audit evening`")
    raise UsageError(what, "leagues are for Clabber", "add up a game with `clabber-audit score`")


def refuse_no_evening(ruleset: Ruleset) -> None:
    """UsageError, in one sentence, where an evening is not played by some rules."""
    if not for_evenings(ruleset):
        why = "an evening is ten games in which players change partners"
        help = "give progressive-euchre, or rules that extend it; add up a game with `clabber-audit score`"
        raise UsageError(f"there are no evenings under {ruleset.id}", why, help)
