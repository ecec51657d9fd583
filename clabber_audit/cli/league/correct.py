"""`league correct`: a new result in place of one that was locked or approved."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from clabber_audit.cli.league.common import HandsArgument, LawOption, season_of
from clabber_audit.cli.league.deciding import (
    ByOption,
    Deciding,
    DryOption,
    Made,
    MatchArgument,
    OnOption,
    SeasonFileArgument,
    WhyOption,
    decide,
    points_of,
)
from clabber_audit.cli.options import ChangedOption
from clabber_audit.ground.errors import Exit, UsageError

if TYPE_CHECKING:
    from clabber_audit.league.season import Season
    from clabber_audit.league.standings import Standings


def correct(
    season: SeasonFileArgument,
    match: MatchArgument,
    by: ByOption,
    why: WhyOption,
    to: Annotated[str, typer.Option("--to", metavar="RESULT", help="The new totals, such as 512:448.")],
    game: Annotated[int, typer.Option("--game", min=1, metavar="N", help="Which game of the match.")] = 1,
    hands: HandsArgument = None,
    on: OnOption = None,
    dry: DryOption = False,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Correct a result that was locked or approved. The standings go by it, and say so where the hands differ.

    Example: clabber-audit league correct season.json 3 --to 512:448 --by Agnes --why "hand 4 was miscopied"
    """
    from clabber_audit.league.season.called import match_called
    from clabber_audit.league.season.decisions import result_of

    asked = Deciding(season, hands, by, on, why, dry, ruleset, changed)

    def make(found: Season, table: Callable[[], Standings]) -> Made:
        of = match_called(found, match)
        was = result_of(found, of, game)
        if was is None:
            why_not = "until it is locked or approved, the result comes from the hands alone"
            raise UsageError(
                f"the result of game {game} of that match has not been locked or approved",
                why_not,
                "correct the hands, or lock the result first",
            )
        now = points_of(of, to)
        law = season_of(asked.asked)[1]
        if law.game.stands(tuple(now.values()), law.toggles) == "unfinished":
            raise UsageError(f"at {to} the game is not over", "nobody has reached what it takes to win", "correct --to")
        return "corrections", {"match": of.id, "game": game, "was": was, "now": now}

    return decide(asked, make, announce=True)
