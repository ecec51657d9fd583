"""Command line: begin a season, or an evening of single players."""

from __future__ import annotations

import json
from collections.abc import Callable
from enum import StrEnum

from clabber_audit.cli.options import (
    ForceOption,
    OutOption,
    argument,
    flag,
    form_of,
    form_option,
    option,
    rules_option,
)
from clabber_audit.cli.output import ask_line, echo_err, write_output
from clabber_audit.core.errors import Refused, UsageError, printable

#: Criterion by which teams are ranked.
Ranking = StrEnum("Ranking", "games_won game_points")
#: Comparison of teams that are level in the ranking.
BrokenBy = StrEnum("BrokenBy", "games_won game_points head_to_head")


def _answer(question: str, default: str, is_valid: Callable[[str], bool]) -> str:
    """Ask until an answer is valid; an empty one, and the end of the input, mean the default."""
    while True:
        try:
            text = ask_line(f"{question} [{default}]: ").strip().replace(", ", ",") or default
        except EOFError:
            return default
        if is_valid(text):
            return text
        echo_err(f"“{printable(text, 40)}” is no answer; {default} is one")


def init(
    teams: list[str] | None = argument(None, "TEAM...", "Two or more team names."),
    *,
    output: OutOption = None,
    results: str | None = option(
        None, "--results", "FILE", "Take teams, rounds and results from a table without hands."
    ),
    title: str = option("Season", "--title", "TEXT", "Title of the season."),
    league: str | None = option(None, "--league", "NAME", "Name of the league, as written in the hands."),
    season: str | None = option(None, "--season", "NAME", "Name of the season, as written in the hands."),
    start: str | None = option(None, "--start", "DATE", "Date of the first round, such as 2026-01-22."),
    games: int = option(1, "--games", "N", "Games in a match.", min=1, max=100),
    ranking: Ranking = option(
        Ranking.games_won, "--ranking", "WHAT", "Rank teams by games_won or game_points."
    ),
    cap: int | None = option(None, "--cap", "N", "Most points a team can get for one game.", min=1, max=9999),
    ruleset: str = rules_option("Ruleset to apply", default="ecl-1992"),
    times: int = option(1, "--times", "N", "Meet N times, home and away in turn.", min=1, max=10),
    rounds: int | None = option(None, "--rounds", "N", "Play only the first N rounds.", min=1, max=400),
    nights: list[str] | None = option(
        None, "--night", "DAY", "Play on this weekday, such as Thursday (repeatable)."
    ),
    holidays: list[str] | None = option(None, "--skip", "DATE", "Do not play on this date (repeatable)."),
    venues: list[str] | None = option(
        None, "--venue", "NAME=TABLES", "Play here, at so many tables (repeatable)."
    ),
    divisions: list[str] | None = option(
        None, "--division", "NAME=TEAM,...", "Let these teams play among themselves (repeatable)."
    ),
    tie_breaks: list[BrokenBy] | None = option(
        None, "--tie-break", "WHAT", "Break ties by this, then by the next (repeatable)."
    ),
    forfeit_points: int | None = option(
        None, "--forfeit-points", "N", "Points for each forfeited game.", min=0, max=9999
    ),
    playoff: int | None = option(
        None, "--playoff", "N", "Let the first N teams play play-offs.", min=2, max=64
    ),
    best_of: int | None = option(None, "--best-of", "N", "Games of a match in the play-offs.", min=1, max=99),
    final_best_of: int | None = option(
        None, "--final-best-of", "N", "Games of the final, if different.", min=1, max=99
    ),
    ask: bool = flag("--ask", "Ask for forfeits, ties and play-offs if they are not given."),
    seed: int = option(1, "--seed", "N", "The same seed draws the same schedule."),
    force: ForceOption = False,
) -> None:
    """Write a season file: every team meets every other, then the best of them the play-offs.

    Example: clabber-audit league init Otters Herons Owls -o season.json
    """
    from clabber_audit.inputs.workbooks import results_of
    from clabber_audit.league.games import refuse_no_season
    from clabber_audit.league.schedule import draw_season, schedule_plan
    from clabber_audit.league.season_file import parse_season, season_of_results
    from clabber_audit.records.formats import fold_name
    from clabber_audit.rules.ruleset import load as load_ruleset

    form_of(output, ["json"])
    teams = teams or []
    if results and (teams or times != 1 or rounds or start or nights or holidays or venues or divisions):
        what = "--results brings the teams and the rounds"
        raise UsageError(what, "nothing is drawn", "leave out the teams and what is for a schedule")
    if len(teams) < 2 and not results:
        raise UsageError("a season needs two teams", "only one was named", "name two teams or more")
    twice = next(
        (name for place, name in enumerate(teams) if fold_name(name) in map(fold_name, teams[:place])), None
    )
    if twice is not None:
        raise UsageError(
            f"“{printable(twice)}” is named twice", "each team needs its own name", "name it once"
        )
    rules = load_ruleset(ruleset)
    refuse_no_season(rules)
    if ask:
        if forfeit_points is None:
            forfeit_points = int(_answer("Points for each forfeited game", "0", str.isdecimal))
        if not tie_breaks:
            default = "game_points,head_to_head" if ranking is Ranking.games_won else "head_to_head"
            names = _answer(
                "Break ties by, in order", default, lambda text: {*text.split(",")} <= {*BrokenBy}
            )
            tie_breaks = [BrokenBy(name) for name in names.split(",")]
        if playoff is None:
            playoff = int(_answer("Teams in the play-offs, 0 for none", "0", str.isdecimal)) or None
        if playoff and best_of is None:
            best_of = int(_answer("Play-off matches are best of", "1", str.isdecimal))
    if playoff is None and (best_of or final_best_of):
        raise UsageError("--best-of is for play-offs", "", "say with --playoff how many teams play them")
    finals = {"best_of": best_of or 1, **({"final_best_of": final_best_of} if final_best_of else {})}
    more = {
        "tie_breaks": list(map(str, tie_breaks)) if tie_breaks else None,
        "forfeit_points": forfeit_points or None,
        "playoffs": {"teams": playoff, **finals} if playoff else None,
        "league": league,
        "season": season,
        "ruleset": rules.id,
        "ranking": str(ranking),
        "game_points_cap": cap,
    }
    if results:
        data = season_of_results(results_of(results), title)
        data |= {key: value for key, value in more.items() if value is not None}
    else:
        plan = schedule_plan(
            teams,
            times=times,
            rounds=rounds,
            start=start,
            nights=nights or [],
            holidays=holidays or [],
            venues=venues or [],
            divisions=divisions or [],
        )
        data = draw_season(title, teams, seed, plan, **more, games_per_match=games)
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    # A season that would be refused when it is read is not written.
    try:
        parse_season(text.encode(errors="surrogatepass"))
    except Refused as refused:
        fault = refused.faults[0]
        raise UsageError(fault.what, fault.why, fault.help) from None
    write_output(output, text, force)


#: Output format of a rotation.
RotationForm = StrEnum("RotationForm", "text csv html")


def rotation(
    players: list[str] = argument(..., "NAME...", "4 to 41 players, or one file of names."),
    *,
    rounds: int | None = option(None, "--rounds", "N", "Play N rounds (default: all of the chart).", min=1),
    seed: int = option(1, "--seed", "N", "Draw numbers and tables by N; the same N, the same draw.", min=0),
    form: RotationForm | None = form_option(RotationForm),
    output: OutOption = None,
    force: ForceOption = False,
) -> None:
    """Draw an evening of single players: nobody has the same partner twice. No chart can promise that if winners move up.

    As CSV it is the tally sheet that `evening --rotation` adds up; as HTML a page for phones, on which each table types
    its points. What they hand on is merged with `evening tallies.csv --rotation --code CODE`.

    Example: clabber-audit league rotation players.txt --rounds 8 -o tallies.csv
    """
    from clabber_audit.league.schedule import read_player_names
    from clabber_audit.league.schedule import rotation as drawn
    from clabber_audit.report.league.evening import rotation_csv, rotation_page, rotation_text

    evening = drawn(read_player_names(players), rounds, seed)
    wanted = form_of(output, RotationForm, form) or RotationForm.text
    write = {
        RotationForm.csv: rotation_csv,
        RotationForm.html: rotation_page,
        RotationForm.text: rotation_text,
    }
    write_output(output, write[wanted](evening), force)
