"""`league init`: a season file to begin with."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from clabber_audit.cli.options import ForceOption, OutOption, form_of, rules_option
from clabber_audit.ground.errors import Exit, Refused


class SeasonForm(StrEnum):
    """How a season file is written."""

    json = "json"


class Ranking(StrEnum):
    """What teams are ranked by."""

    games_won = "games_won"
    game_points = "game_points"


def init(
    teams: Annotated[list[str], typer.Argument(metavar="TEAM...", help="Two or more team names.")],
    output: OutOption = None,
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="Title of the season.")] = "Season",
    league: Annotated[
        str | None, typer.Option("--league", metavar="NAME", help="Name of the league, as written in the hands.")
    ] = None,
    season: Annotated[
        str | None, typer.Option("--season", metavar="NAME", help="Name of the season, as written in the hands.")
    ] = None,
    start: Annotated[
        str | None,
        typer.Option("--start", metavar="DATE", help="Date of the first round, such as 2026-01-22; one round a week."),
    ] = None,
    games: Annotated[int, typer.Option("--games", min=1, max=100, metavar="N", help="Games in a match.")] = 1,
    ranking: Annotated[
        Ranking, typer.Option("--ranking", metavar="WHAT", help="Rank teams by games_won or game_points.")
    ] = Ranking.games_won,
    cap: Annotated[
        int | None,
        typer.Option("--cap", min=1, max=9999, metavar="N", help="Most points a team can get for one game."),
    ] = None,
    ruleset: Annotated[str, rules_option("Ruleset to apply")] = "ecl-1992",
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The same seed draws the same schedule.")] = 1,
    force: ForceOption = False,
) -> Exit:
    """Write a season file: every team meets every other once.

    Example: clabber-audit league init Otters Herons Owls -o season.json
    """
    import json

    from clabber_audit.cli.output import destination
    from clabber_audit.ground.errors import UsageError, shown
    from clabber_audit.league.games import refuse_no_season
    from clabber_audit.league.schedule import drawn, is_day
    from clabber_audit.record.names import folded
    from clabber_audit.rulesets.ruleset import load

    form_of(output, SeasonForm)
    if len(teams) < 2:
        raise UsageError("a season needs two teams", "only one was named", "name two teams or more")
    twice = next((name for place, name in enumerate(teams) if folded(name) in map(folded, teams[:place])), None)
    if twice is not None:
        raise UsageError(f"“{shown(twice)}” is named twice", "each team needs its own name", "name it once")
    if start is not None and not is_day(start):
        raise UsageError(f"{shown(start)} is not a date", "dates look like 2026-01-22", "correct --start")
    rules = load(ruleset)
    refuse_no_season(rules)
    more = {
        "league": league,
        "season": season,
        "ruleset": rules.id,
        "ranking": str(ranking),
        "game_points_cap": cap,
    }
    data = drawn(title, teams, seed, start, **more, games_per_match=games)
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    _check(text)
    with destination(output, force) as stream:
        stream.write(text)
    return Exit.DONE


def _check(text: str) -> None:
    """A season that would be refused when it is read is not written at all."""
    from clabber_audit.ground.errors import UsageError
    from clabber_audit.league.season import read

    try:
        read(text.encode(errors="surrogatepass"))
    except Refused as refused:
        fault = refused.faults[0]
        raise UsageError(fault.what, fault.why, fault.help) from None
