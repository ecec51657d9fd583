"""Command line: tables and pages of a season, and printed tables."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Callable
from inspect import Parameter
from typing import TYPE_CHECKING, Any

from clabber_audit.cli import folders, options
from clabber_audit.cli.commands import choose_format
from clabber_audit.cli.league import season as seasons
from clabber_audit.cli.options import TextFormat, argument, flag, format_option, option
from clabber_audit.cli.output import capture_messages, echo, echo_err, fill_folder, write_output
from clabber_audit.core.errors import ClabberError, Exit, UsageError, printable
from clabber_audit.core.text import escape_line, inflect

if TYPE_CHECKING:
    from clabber_audit.league.games import GivenHands
    from clabber_audit.league.players import Players
    from clabber_audit.league.season import Season
    from clabber_audit.rules.bound_ruleset import BoundRuleset


def table(hands: Any = seasons.HandsArgument) -> Callable[..., Callable[..., Exit]]:
    """Make a command of a function that returns what to compute of a season and its writers."""

    def command_of(make: Callable[..., tuple[Callable[..., Any], seasons.Writers]]) -> Callable[..., Exit]:
        own = seasons.find_own_parameters(make)

        @functools.wraps(make)
        def command(hands: list[str] | None, **given: Any) -> Exit:
            arguments = {name: given.pop(name) for name in own}
            source = seasons.SeasonSource(hands=hands or [], **given)
            return seasons.write_table(source, *make(source, **arguments))

        shared = {
            "ruleset": (seasons.LawOption, None),
            "format": (seasons.FormatOption, None),
            "output": (options.Output, None),
            "force": (options.Force, False),
            "anonymous": (seasons.NamelessOption, False),
            "allow_changed_rules": (options.Changed, False),
            "thorough": (options.Thorough, False),
        }
        return seasons.with_parameters(
            command,
            {"season": (seasons.SeasonArgument, Parameter.empty), "hands": (hands, None), **own, **shared},
        )

    return command_of


@table()
def standings(_source: seasons.SeasonSource) -> tuple[Callable[..., Any], seasons.Writers]:
    """Show the standings, how ties were broken, and every match.

    Example: clabber-audit league standings season.json season.db -o table.html
    """
    from clabber_audit.league.standings import standings as find
    from clabber_audit.report.league.standings import standings_json, standings_paper, standings_rows

    return find, seasons.Writers(standings_paper, standings_json, standings_rows)


@table()
def schedule(_source: seasons.SeasonSource) -> tuple[Callable[..., Any], seasons.Writers]:
    """Show who meets whom and when, and who has a bye; with hands, also the results.

    Example: clabber-audit league schedule season.json
    """
    from clabber_audit.league.standings import standings as find
    from clabber_audit.report.league.schedule import schedule_json, schedule_paper, schedule_rows

    return find, seasons.Writers(schedule_paper, schedule_json, schedule_rows)


@table(seasons.WantedHandsArgument)
def report(_source: seasons.SeasonSource) -> tuple[Callable[..., Any], seasons.Writers]:
    """Audit a season: reneges called and uncalled, wrong sheets, games with a different winner.

    Example: clabber-audit league report season.json season.db
    """
    from clabber_audit.league.audit import audit
    from clabber_audit.report.league.audit import audit_json, report_paper, report_rows

    return audit, seasons.Writers(report_paper, audit_json, report_rows)


@table(seasons.WantedHandsArgument)
def players(
    source: seasons.SeasonSource,
    least: int = option(1, "--least", "N", "List only players with at least N hands.", min=1),
    player: str | None = option(None, "--player", "NAME", "Show only this player, with partners and rounds."),
    also: list[str] | None = option(
        None,
        "--also",
        "SEASON",
        "Another season of these hands, for comparison (repeatable).",
        callback=seasons.season_files,
    ),
) -> tuple[Callable[..., Any], seasons.Writers]:
    """Count hands, sets, melds and reneges of the players of a season.

    Example: clabber-audit league players season.json season.db --least 20
    """
    from clabber_audit.league.players import players as counted
    from clabber_audit.league.players import select_player
    from clabber_audit.report.league.players import players_json, players_paper, players_rows

    paths = also or []
    if paths and "-" in source.hands:
        what = "the hands of several seasons cannot come from standard input"
        raise UsageError(what, "they have to be read once for each season", "give a file")
    twice = next((path for path in paths if [source.season, *paths].count(path) > 1), None)
    if twice is not None:
        raise UsageError(f"{twice} is given twice", "", "give each season once")
    others = [seasons.read_season(source._replace(season=path)) for path in paths]

    def read_again(law: BoundRuleset) -> GivenHands:
        """Read the hands for another season; errors in them were reported the first time."""
        return seasons.read_hands(source, law, [], lambda _line: None)._replace(refused=())

    def find(season: Season, given: GivenHands) -> Players:
        result = counted(season, given, least)
        result = result._replace(others=tuple(counted(other, read_again(law)) for other, law in others))
        return result if player is None else select_player(result, player)

    return find, seasons.Writers(players_paper, players_json, players_rows)


def packet(
    season: seasons.SeasonArgument,
    *,
    output: str = option(..., "-o --output", "FOLDER", "The folder to write to."),
    hands: seasons.HandsArgument = None,
    week: int | None = option(
        None,
        "--week",
        "N",
        "The round (default: the last one with hands; 0: before the first).",
        min=0,
        max=1000,
    ),
    ruleset: seasons.LawOption = None,
    anonymous: seasons.NamelessOption = False,
    force: options.Force = False,
    allow_changed_rules: options.Changed = False,
) -> Exit:
    """Write the packet of a week: results, table, uncalled reneges, next pairings, blank score sheets, a text to mail.

    Example: clabber-audit league packet season.json season.db --week 7 -o week7/
    """
    from clabber_audit.league.audit import audit
    from clabber_audit.league.waiting import latest_round, report_week
    from clabber_audit.report.league.packet import packet as files_of

    if output == "-":
        raise UsageError("a packet is a folder", "it consists of several files", "give a folder with -o")
    source = seasons.SeasonSource(season, hands or [], ruleset, allow_changed_rules)
    played, law = seasons.read_season(source)
    seasons.warn_without_hands(source)
    problems: list[ClabberError] = []
    found = audit(played, seasons.read_hands(source, law, problems))
    week_report = report_week(found, latest_round(found.standings) if week is None else week)
    files = files_of(week_report, anonymous=anonymous)
    fill_folder(output, files, force)
    echo_err(f"{', '.join(files)} in {printable(output, 200)}")
    return seasons.exit_code(week_report.after, bool(problems), anonymous)


def site(
    season: seasons.SeasonArgument,
    *,
    output: str = option(..., "-o --output", "FOLDER", "A new folder, or an existing site to update."),
    hands: seasons.HandsArgument = None,
    ruleset: seasons.LawOption = None,
    anonymous: seasons.NamelessOption = False,
    clippings: folders.ClippingsOption = None,
    jobs: options.Jobs = None,
    allow_changed_rules: options.Changed = False,
) -> Exit:
    """Write a season as a folder of linked pages: standings, teams, players, matches, every ruling, search and feeds.

    If the site exists, only changes are written. It needs no server.

    Example: clabber-audit league site season/ -o public/
    """
    source = seasons.SeasonSource(season, hands or [], ruleset, allow_changed_rules)
    rules = [*folders.rules_files(ruleset), *seasons.book_files(season)]
    digest = folders.digest_of([season, *source.hands, *rules, *([clippings] if clippings else [])])
    folder = folders.Folder(output, digest, ruleset, clippings is None, anonymous, allow_changed_rules)
    if (before := folders.report_unchanged(folder)) is not None:
        return before

    from clabber_audit.sites.pages import pack_record
    from clabber_audit.sites.season import season_site

    problems: list[ClabberError] = []
    with capture_messages() as messages:
        played, law = seasons.read_season(source)
        records = [pack_record(hand.original) for hand in seasons.hands_of(source, law, problems)]
        printed, pictures = folders.clippings_in(clippings)
        known = folders.histories_in(source.hands, allow_changed_rules=allow_changed_rules)
    audit, made = season_site(
        played, records, law, problems, anonymous=anonymous, clippings=printed, histories=known
    )
    lines: list[str] = []
    seasons.warn_without_hands(source, lines.append)
    code = seasons.exit_code(audit.standings, bool(problems), anonymous, lines.append)
    lines += folders.missing_clippings(made, clippings)
    folders.write_site(folder, made, pictures, jobs, folders.RunEnd(code, tuple(lines), not messages))
    return code


def calendar(
    season: seasons.SeasonArgument,
    team: str | None = option(None, "--team", "TEAM", "Only this team’s matches."),
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """Write the schedule as a calendar file. Postponed matches are on their new day.

    Example: clabber-audit league calendar season.json -o season.ics
    """
    from clabber_audit.league.season import find_team
    from clabber_audit.league.season_file import load
    from clabber_audit.report.league.schedule import season_calendar

    choose_format(output, ["ics"])
    found = load(season)
    written = season_calendar(found, find_team(found, team).id if team is not None else None)
    if written is None:
        help = "write “day” under each round, or draw the season with league init --start"
        raise UsageError("there is nothing to put in a calendar", "no match has a day", help)
    write_output(output, written, force)


def open_(
    season: seasons.SeasonArgument,
    hands: seasons.HandsArgument = None,
    ruleset: seasons.LawOption = None,
    allow_changed_rules: options.Changed = False,
) -> Exit:
    """List what needs a decision, each with the command for it, and everything else to check.

    Example: clabber-audit league open season.json season.db
    """
    from clabber_audit.league.standings import standings as find
    from clabber_audit.league.waiting import notices_left, open_items
    from clabber_audit.report.league import sections
    from clabber_audit.report.league.sections import SeasonNames, open_item_text

    source = seasons.SeasonSource(season, hands or [], ruleset, allow_changed_rules)
    played, law = seasons.read_season(source)
    seasons.compare_with_archive(season, played)
    problems: list[ClabberError] = []
    standings = find(played, seasons.read_hands(source, law, problems))
    items, names = list(open_items(standings)), SeasonNames(standings.season)
    due = inflect(len(items), "{count} item needs a decision.", "{count} items need a decision.")
    echo(due if items else "Nothing needs a decision.")
    for item in items:
        first, *more = item.command
        files = source.hands if item.by_hands else []
        about = next((place for place, word in enumerate(more) if word.startswith("--")), len(more))
        words = ["clabber-audit", "league", first, season, *more[:about], *files, *more[about:]]
        echo(f"\n{open_item_text(item, names)}\n    {escape_line(shlex.join(words))}")
    if look := notices_left(standings, items):
        echo(f"\n{inflect(len(look), 'One thing to check.', '{count} things to check.')}\n")
        for notice in look:
            echo(sections.notice(notice, names))
    return seasons.exit_code(standings, bool(problems), False)


def check_table(
    clipping: str = argument(..., "FILE", "The standings, typed as CSV."),
    *,
    seconds: float = option(10, "--seconds", "N", "Search for at most N seconds.", min=1, max=3600),
    season: bool = flag("--show-season", "Show every game of the season that fits."),
    format: TextFormat | None = format_option(TextFormat),
    output: options.Output = None,
    force: options.Force = False,
) -> Exit:
    """Check printed standings without a hand: can any season give this table?

    Example: clabber-audit league check-table examples/league/clipping.csv
    """
    from clabber_audit.league.printed_table import load_printed_table
    from clabber_audit.league.table_check import check_table
    from clabber_audit.report.league.audit import table_check_json, table_check_text

    checked = check_table(load_printed_table(clipping), seconds=seconds)
    as_json = (choose_format(output, TextFormat, format) or TextFormat.text) is TextFormat.json
    as_text = functools.partial(table_check_text, season=season)
    write_output(output, (table_check_json if as_json else as_text)(checked, clipping), force)
    codes = {"not settled": Exit.UNDECIDED, "a season fits": Exit.DONE}
    return codes.get(checked.verdict, Exit.FINDINGS)
