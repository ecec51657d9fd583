"""Command line: tables and pages of a season."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Callable
from enum import StrEnum
from inspect import Parameter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clabber_audit.cli.folders import ClippingsOption, JobsOption
from clabber_audit.cli.league.season import (
    FormOption,
    HandsArgument,
    LawOption,
    NamelessOption,
    SeasonArgument,
    SeasonSource,
    WantedHandsArgument,
    Writers,
    exit_code,
    hands_of,
    own_parameters,
    read_hands,
    read_season,
    season_files,
    warn_without_hands,
    with_parameters,
    write_table,
)
from clabber_audit.cli.options import (
    ChangedOption,
    ForceOption,
    OutOption,
    ThoroughOption,
    form_of,
    rules_option,
)
from clabber_audit.cli.output import ask_line, captured_talk, destination, fill_folder, say, tell
from clabber_audit.core.errors import ClabberError, Exit, Refused, UsageError, printable
from clabber_audit.core.text import counted as counted_text
from clabber_audit.core.text import escape_line

if TYPE_CHECKING:
    from clabber_audit.league.games import GivenHands
    from clabber_audit.league.players import Players
    from clabber_audit.league.season import Season
    from clabber_audit.rules.bound_ruleset import BoundRuleset


def table(hands: Any = HandsArgument) -> Callable[..., Callable[..., Exit]]:
    """Make a command of a function that returns what to compute of a season and its writers."""

    def command_of(make: Callable[..., tuple[Callable[..., Any], Writers]]) -> Callable[..., Exit]:
        own = own_parameters(make)

        @functools.wraps(make)
        def command(hands: list[str] | None, **given: Any) -> Exit:
            arguments = {name: given.pop(name) for name in own}
            source = SeasonSource(hands=hands or [], **given)
            return write_table(source, *make(source, **arguments))

        shared = {
            "ruleset": (LawOption, None),
            "form": (FormOption, None),
            "output": (OutOption, None),
            "force": (ForceOption, False),
            "anonymous": (NamelessOption, False),
            "changed": (ChangedOption, False),
            "thorough": (ThoroughOption, False),
        }
        return with_parameters(
            command, {"season": (SeasonArgument, Parameter.empty), "hands": (hands, None), **own, **shared}
        )

    return command_of


@table()
def standings(_source: SeasonSource) -> tuple[Callable[..., Any], Writers]:
    """Show the standings, how ties were broken, and every match.

    Example: clabber-audit league standings season.json season.db -o table.html
    """
    from clabber_audit.league.standings import standings as find
    from clabber_audit.report.league.data import standings_json, standings_rows
    from clabber_audit.report.league.standings import standings_paper

    return find, Writers(standings_paper, standings_json, standings_rows)


@table()
def schedule(_source: SeasonSource) -> tuple[Callable[..., Any], Writers]:
    """Show who meets whom and when, and who has a bye; with hands, also the results.

    Example: clabber-audit league schedule season.json
    """
    from clabber_audit.league.standings import standings as find
    from clabber_audit.report.league.data import schedule_json, schedule_rows
    from clabber_audit.report.league.standings import schedule_paper

    return find, Writers(schedule_paper, schedule_json, schedule_rows)


@table(WantedHandsArgument)
def report(_source: SeasonSource) -> tuple[Callable[..., Any], Writers]:
    """Audit a season: reneges called and uncalled, wrong sheets, games with a different winner.

    Example: clabber-audit league report season.json season.db
    """
    from clabber_audit.league.audit import audit
    from clabber_audit.report.league.audit import report_paper
    from clabber_audit.report.league.data import audit_json, report_rows

    return audit, Writers(report_paper, audit_json, report_rows)


@table(WantedHandsArgument)
def players(
    source: SeasonSource,
    least: Annotated[
        int, typer.Option("--least", metavar="N", min=1, help="List only players with at least N hands.")
    ] = 1,
    player: Annotated[
        str | None,
        typer.Option("--player", metavar="NAME", help="Show only this player, with partners and rounds."),
    ] = None,
    also: Annotated[
        list[str] | None,
        typer.Option(
            "--also",
            metavar="SEASON",
            help="Another season of these hands, for comparison (repeatable).",
            callback=season_files,
        ),
    ] = None,
) -> tuple[Callable[..., Any], Writers]:
    """Count hands, sets, melds and reneges of the players of a season.

    Example: clabber-audit league players season.json season.db --least 20
    """
    from clabber_audit.league.players import only
    from clabber_audit.league.players import players as counted
    from clabber_audit.report.league.players import players_json, players_paper, players_rows

    paths = also or []
    if paths and "-" in source.hands:
        what = "the hands of several seasons cannot come from standard input"
        raise UsageError(what, "they have to be read once for each season", "give a file")
    twice = next((path for path in paths if [source.season, *paths].count(path) > 1), None)
    if twice is not None:
        raise UsageError(f"{twice} is given twice", "", "give each season once")
    others = [read_season(source._replace(season=path)) for path in paths]

    def again(law: BoundRuleset) -> GivenHands:
        """Read the hands for another season; errors in them were reported the first time."""
        return read_hands(source, law, [], lambda _line: None)._replace(refused=())

    def find(season: Season, given: GivenHands) -> Players:
        result = counted(season, given, least)
        result = result._replace(others=tuple(counted(other, again(law)) for other, law in others))
        return result if player is None else only(result, player)

    return find, Writers(players_paper, players_json, players_rows)


def packet(
    season: SeasonArgument,
    *,
    output: Annotated[str, typer.Option("-o", "--output", metavar="FOLDER", help="The folder to write to.")],
    hands: HandsArgument = None,
    week: Annotated[
        int | None,
        typer.Option(
            "--week",
            min=0,
            max=1000,
            metavar="N",
            help="The round (default: the last one with hands; 0: before the first).",
        ),
    ] = None,
    ruleset: LawOption = None,
    anonymous: NamelessOption = False,
    force: ForceOption = False,
    changed: ChangedOption = False,
) -> Exit:
    """Write the packet of a week: results, table, uncalled reneges, next pairings, blank score sheets, a text to mail.

    Example: clabber-audit league packet season.json season.db --week 7 -o week7/
    """
    from clabber_audit.league.audit import audit
    from clabber_audit.league.waiting import latest_round, weekly
    from clabber_audit.report.league.packet import packet as files_of

    if output == "-":
        raise UsageError("a packet is a folder", "it consists of several files", "give a folder with -o")
    source = SeasonSource(season, hands or [], ruleset, changed)
    played, law = read_season(source)
    warn_without_hands(source)
    problems: list[ClabberError] = []
    found = audit(played, read_hands(source, law, problems))
    week_report = weekly(found, latest_round(found.standings) if week is None else week)
    files = files_of(week_report, anonymous=anonymous)
    fill_folder(output, files, force)
    say(f"{', '.join(files)} in {printable(output, 200)}")
    return exit_code(week_report.after, bool(problems), anonymous)


def site(
    season: SeasonArgument,
    *,
    output: Annotated[
        str,
        typer.Option("-o", "--output", metavar="FOLDER", help="A new folder, or an existing site to update."),
    ],
    hands: HandsArgument = None,
    ruleset: LawOption = None,
    anonymous: NamelessOption = False,
    clippings: ClippingsOption = None,
    jobs: JobsOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Write a season as a folder of linked pages: standings, teams, players, matches, every ruling, search and feeds.

    If the site exists, only changes are written. It needs no server.

    Example: clabber-audit league site season/ -o public/
    """
    from clabber_audit.cli.folders import (
        Folder,
        PreviousRun,
        clippings_in,
        digest_of,
        histories_in,
        missing_clippings,
        report_unchanged,
        rules_files,
        write_site,
    )

    source = SeasonSource(season, hands or [], ruleset, changed)
    given = [season, *source.hands, *rules_files(ruleset), *([clippings] if clippings else [])]
    folder = Folder(output, digest_of(given), ruleset, clippings is None, anonymous, changed)
    if (before := report_unchanged(folder)) is not None:
        return before

    from clabber_audit.sites.plan import packed
    from clabber_audit.sites.season import season_site

    problems: list[ClabberError] = []
    with captured_talk() as heard:
        played, law = read_season(source)
        records = [packed(hand.as_written) for hand in hands_of(source, law, problems)]
        printed, pictures = clippings_in(clippings)
        known = histories_in(source.hands, changed=changed)
    found, made = season_site(
        played, records, law, problems, anonymous=anonymous, clippings=printed, histories=known
    )
    lines: list[str] = []
    warn_without_hands(source, lines.append)
    code = exit_code(found.standings, bool(problems), anonymous, lines.append)
    lines += missing_clippings(made, clippings)
    write_site(folder, made, pictures, jobs, PreviousRun(code, tuple(lines), not heard))
    return code


class CalendarForm(StrEnum):
    """Output format of a calendar."""

    ics = "ics"


def calendar(
    season: SeasonArgument,
    team: Annotated[
        str | None, typer.Option("--team", metavar="TEAM", help="Only this team’s matches.")
    ] = None,
    output: OutOption = None,
    force: ForceOption = False,
) -> Exit:
    """Write the schedule as a calendar file. Postponed matches are on their new day.

    Example: clabber-audit league calendar season.json -o season.ics
    """
    from clabber_audit.league.season import team_called
    from clabber_audit.league.season_file import load
    from clabber_audit.report.league.calendar import season_calendar

    form_of(output, CalendarForm)
    found = load(season)
    written = season_calendar(found, team_called(found, team).id if team is not None else None)
    if written is None:
        help = "write “day” under each round, or draw the season with league init --start"
        raise UsageError("there is nothing to put in a calendar", "no match has a day", help)
    with destination(output, force) as stream:
        stream.write_bytes(written)
    return Exit.DONE


def open_(
    season: SeasonArgument,
    hands: HandsArgument = None,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """List what needs a decision, each with the command for it, and everything else to be looked at.

    Example: clabber-audit league open season.json season.db
    """
    from clabber_audit.cli.league.season import compare_with_archive
    from clabber_audit.league.standings import standings as find
    from clabber_audit.league.waiting import looked_at, waiting
    from clabber_audit.report.league import paper
    from clabber_audit.report.league.paper import SeasonNames, waits

    source = SeasonSource(season, hands or [], ruleset, changed)
    played, law = read_season(source)
    compare_with_archive(season, played)
    problems: list[ClabberError] = []
    found = find(played, read_hands(source, law, problems))
    items, names = list(waiting(found)), SeasonNames(found.season)
    tell(
        counted_text(len(items), "{count} item needs a decision.", "{count} items need a decision.")
        if items
        else "Nothing needs a decision."
    )
    for item in items:
        first, *more = item.command
        files = source.hands if item.by_hands else []
        about = next((place for place, word in enumerate(more) if word.startswith("--")), len(more))
        words = ["clabber-audit", "league", first, season, *more[:about], *files, *more[about:]]
        tell(f"\n{waits(item, names)}\n    {escape_line(shlex.join(words))}")
    if look := looked_at(found, items):
        tell(f"\n{counted_text(len(look), 'One thing is', '{count} things are')} to be looked at.\n")
        for notice in look:
            tell(paper.notice(notice, names))
    return exit_code(found, bool(problems), False)


class SeasonForm(StrEnum):
    """Output format of a season file."""

    json = "json"


class Ranking(StrEnum):
    """Criterion by which teams are ranked."""

    games_won = "games_won"
    game_points = "game_points"


class BrokenBy(StrEnum):
    """Comparison of teams that are level in the ranking."""

    games_won = "games_won"
    game_points = "game_points"
    head_to_head = "head_to_head"


def _answer(question: str, default: str, is_valid: Callable[[str], bool]) -> str:
    """Ask until an answer is valid; an empty one, and the end of the input, mean the default."""
    while True:
        try:
            text = ask_line(f"{question} [{default}]: ").strip().replace(", ", ",") or default
        except EOFError:
            return default
        if is_valid(text):
            return text
        say(f"“{printable(text, 40)}” is no answer; {default} is one")


def init(
    teams: Annotated[
        list[str] | None, typer.Argument(metavar="TEAM...", help="Two or more team names.")
    ] = None,
    *,
    output: OutOption = None,
    results: Annotated[
        str | None,
        typer.Option(
            "--results", metavar="FILE", help="Take teams, rounds and results from a table without hands."
        ),
    ] = None,
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="Title of the season.")] = "Season",
    league: Annotated[
        str | None,
        typer.Option("--league", metavar="NAME", help="Name of the league, as written in the hands."),
    ] = None,
    season: Annotated[
        str | None,
        typer.Option("--season", metavar="NAME", help="Name of the season, as written in the hands."),
    ] = None,
    start: Annotated[
        str | None,
        typer.Option("--start", metavar="DATE", help="Date of the first round, such as 2026-01-22."),
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
    times: Annotated[
        int, typer.Option("--times", metavar="N", min=1, max=10, help="Meet N times, home and away in turn.")
    ] = 1,
    rounds: Annotated[
        int | None,
        typer.Option("--rounds", metavar="N", min=1, max=400, help="Play only the first N rounds."),
    ] = None,
    nights: Annotated[
        list[str] | None,
        typer.Option("--night", metavar="DAY", help="Play on this weekday, such as Thursday (repeatable)."),
    ] = None,
    holidays: Annotated[
        list[str] | None,
        typer.Option("--skip", metavar="DATE", help="Do not play on this date (repeatable)."),
    ] = None,
    venues: Annotated[
        list[str] | None,
        typer.Option("--venue", metavar="NAME=TABLES", help="Play here, at so many tables (repeatable)."),
    ] = None,
    divisions: Annotated[
        list[str] | None,
        typer.Option(
            "--division", metavar="NAME=TEAM,...", help="Let these teams play among themselves (repeatable)."
        ),
    ] = None,
    tie_breaks: Annotated[
        list[BrokenBy] | None,
        typer.Option(
            "--tie-break", metavar="WHAT", help="Break ties by this, then by the next (repeatable)."
        ),
    ] = None,
    forfeit_points: Annotated[
        int | None,
        typer.Option(
            "--forfeit-points", min=0, max=9999, metavar="N", help="Points for each forfeited game."
        ),
    ] = None,
    playoff: Annotated[
        int | None,
        typer.Option("--playoff", min=2, max=64, metavar="N", help="Let the first N teams play play-offs."),
    ] = None,
    best_of: Annotated[
        int | None,
        typer.Option("--best-of", min=1, max=99, metavar="N", help="Games of a match in the play-offs."),
    ] = None,
    final_best_of: Annotated[
        int | None,
        typer.Option("--final-best-of", min=1, max=99, metavar="N", help="Games of the final, if different."),
    ] = None,
    ask: Annotated[
        bool, typer.Option("--ask", help="Ask for forfeits, ties and play-offs if they are not given.")
    ] = False,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="The same seed draws the same schedule.")
    ] = 1,
    force: ForceOption = False,
) -> Exit:
    """Write a season file: every team meets every other, then the best of them the play-offs.

    Example: clabber-audit league init Otters Herons Owls -o season.json
    """
    import json

    from clabber_audit.inputs.readers import results_of
    from clabber_audit.league.games import refuse_no_season
    from clabber_audit.league.schedule import drawn, schedule_plan
    from clabber_audit.league.season_file import read, season_of_results
    from clabber_audit.records.formats import fold_name
    from clabber_audit.rules.ruleset import load as load_ruleset

    form_of(output, SeasonForm)
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
        data = drawn(title, teams, seed, plan, **more, games_per_match=games)
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    # A season that would be refused when it is read is not written.
    try:
        read(text.encode(errors="surrogatepass"))
    except Refused as refused:
        fault = refused.faults[0]
        raise UsageError(fault.what, fault.why, fault.help) from None
    with destination(output, force) as stream:
        stream.write(text)
    return Exit.DONE
