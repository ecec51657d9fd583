"""Command line: begin a season, or an evening of single players; season files and hands as all commands take them."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from enum import StrEnum
from functools import partial
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, TypeVar

import typer

from clabber_audit.archive import is_archive
from clabber_audit.cli import options
from clabber_audit.cli.commands import check_workbook, choose_format, load_asked_law, worst_code
from clabber_audit.cli.options import TableFormat, argument, flag, format_option, option, rules_option
from clabber_audit.cli.output import (
    ask_line,
    destination,
    echo_err,
    leave_out,
    refusals,
    warn_of_lookalikes,
    write_output,
)
from clabber_audit.cli.rulings import for_each_hand, hand_under, prefilter_hands
from clabber_audit.core.errors import ClabberError, Exit, Refused, Unusable, UsageError, printable
from clabber_audit.core.files import read_bounded
from clabber_audit.core.text import inflect

if TYPE_CHECKING:
    from clabber_audit.archive.database import Archive, Compared
    from clabber_audit.league.audit import Audit
    from clabber_audit.league.games import GivenHands
    from clabber_audit.league.players import Players
    from clabber_audit.league.season import Season
    from clabber_audit.league.standings import Standings
    from clabber_audit.records.hand import Hand
    from clabber_audit.records.sheets.headings import Cells
    from clabber_audit.report.html import Paper
    from clabber_audit.rules.bound_ruleset import BoundRuleset


_SEASON_FILE: Final = "season.json"
#: Files of a season's folder that hold no hands.
_NO_HANDS: Final = (_SEASON_FILE, f".{_SEASON_FILE}.lock", "book.toml", ".book.toml.lock")
#: The format of a JSON text: the first in it, which of a ruling is its own and not that of the record in it.
_FORMAT: Final = re.compile(rb'"format"\s*:\s*"([a-z-]+)/')
_START: Final = 1 << 14
#: Key in the context for the folder that the season was given as.
_FOLDER: Final = "clabber_audit.season_folder"


def season_file(ctx: typer.Context, given: str) -> str:
    """Return the path of a season file given as a file or a folder."""
    if not os.path.isdir(given):
        return given
    ctx.meta[_FOLDER] = given
    return os.path.join(given, _SEASON_FILE)


def season_files(given: list[str] | None) -> list[str] | None:
    """Return the paths of season files, each given as a file or a folder."""
    return given and [os.path.join(path, _SEASON_FILE) if os.path.isdir(path) else path for path in given]


class FolderHands(list[str]):
    """Hands that lie in the season’s folder, because none were given."""


def choose_hands(ctx: typer.Context, given: list[str] | None) -> list[str]:
    """Return the given hands, or else those in the season’s folder."""
    return given or (FolderHands(_hands_in_folder(ctx.meta[_FOLDER])) if _FOLDER in ctx.meta else [])


def require_hands(ctx: typer.Context, given: list[str] | None) -> list[str]:
    """Return the given hands, or else those in the season’s folder; fail if there are none."""
    paths = choose_hands(ctx, given)
    if not paths:
        raise typer.BadParameter("no hands were given: name their files or the archive after the season")
    return paths


def _hands_in_folder(folder: str) -> list[str]:
    """Return the archive of a folder, or else its files of records.

    The command lists at its end what is not read: other files, and every folder within.
    """
    from clabber_audit.inputs.records import NotRead, survey

    try:
        inside = list(survey(folder, deep=False))
    except Unusable:
        # The season is reported as unreadable.
        return []
    archives = sorted(file.path for file in inside if isinstance(file, NotRead) and is_archive(file.path))
    if len(archives) > 1:
        named = " and ".join(printable(os.path.basename(path), 80) for path in archives[:2])
        advice = "name the one with the hands after the season"
        raise typer.BadParameter(f"{printable(folder, 200)} holds {named}: {advice}")
    records = []
    for file in inside:
        path = file.path if isinstance(file, NotRead) else file
        if path in archives or os.path.basename(path) in _NO_HANDS:
            continue
        if isinstance(file, NotRead):
            leave_out(file)
        elif not _holds_records(path):
            leave_out(NotRead(path, "hands of a season are read from records, not from rulings and pages"))
        elif archives:
            where = printable(archives[0], 200)
            leave_out(NotRead(path, f"the hands are read from {where}"))
            # A file that cannot be examined is reported when it is read.
            with suppress(OSError):
                if os.path.getmtime(path) > os.path.getmtime(archives[0]):
                    newer = f"{printable(path, 200)} is newer than {where} and is not read"
                    echo_err(f"look: {newer}; archive add puts its hands there")
        else:
            records.append(path)
    return archives or records


def _holds_records(path: str) -> bool:
    """Return False for a page and for a ruling."""
    if not path.lower().removesuffix(".txt").endswith(".json"):
        return not path.lower().endswith(".html")
    try:
        with Path(path).open("rb") as file:
            format = _FORMAT.search(file.read(_START))
    except OSError:
        return True
    return format is None or format[1].endswith(b"-hand")


_Hand = TypeVar("_Hand")


SeasonArgument = Annotated[
    str,
    argument(
        ...,
        "SEASON",
        "The season file (made by `league init`) or its folder, or a table of results; - is standard input.",
        callback=season_file,
    ),
]
_HANDS: Final = (
    "Files or folders of hands, or archives (default: those in the season’s folder); - is standard input."
)
HandsArgument = Annotated[list[str] | None, argument(..., "PATH...", _HANDS, callback=choose_hands)]
WantedHandsArgument = Annotated[list[str] | None, argument(..., "PATH...", _HANDS, callback=require_hands)]
FormatOption = Annotated[TableFormat | None, format_option(TableFormat, default=...)]
LawOption = Annotated[str | None, rules_option("Ruleset to apply instead of the season’s own", default=...)]
NamelessOption = Annotated[
    bool,
    flag("--anonymous", "Show numbers instead of team names, no names of people, no free text.", default=...),
]


class SeasonSource(NamedTuple):
    """Season and hands of a command, and the format of its output."""

    season: str
    hands: list[str]
    ruleset: str | None = None
    #: True if a changed copy of a shipped ruleset is accepted.
    allow_changed_rules: bool = False
    format: TableFormat | None = None
    output: str | None = None
    force: bool = False
    anonymous: bool = False
    #: True if the judge rules on every hand, without the prefilter.
    thorough: bool = False


class Writers(NamedTuple):
    """Writers of one kind of table."""

    paper: Callable[..., Paper]
    json: Callable[..., str]
    rows: Callable[..., Iterable[Cells]]


def with_parameters(
    command: Callable[..., Exit], parameters: Mapping[str, tuple[Any, Any]]
) -> Callable[..., Exit]:
    """Give a command that takes keywords the parameters that typer reads: annotation and default by name."""
    made = [
        Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default)
        for name, (annotation, default) in parameters.items()
    ]
    vars(command)["__signature__"] = Signature(made)
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in made}
    return command


def find_own_parameters(make: Callable[..., Any]) -> dict[str, tuple[Any, Any]]:
    """Return annotation and default of each parameter of a function but the first."""
    _first, *rest = signature(make, eval_str=True).parameters.values()
    return {parameter.name: (parameter.annotation, parameter.default) for parameter in rest}


def write_table(
    source: SeasonSource, find: Callable[[Season, GivenHands], Standings | Audit | Players], writers: Writers
) -> Exit:
    """Compute a table of a season and write it in the requested format."""
    from clabber_audit.league.standings import Standings
    from clabber_audit.records.sheets.headings import csv_text, xlsx_bytes
    from clabber_audit.report.html import render_paper

    format = choose_format(source.output, TableFormat, source.format) or TableFormat.text
    check_workbook(format, source.output)
    season, law = read_season(source)
    compare_with_archive(source.season, season)
    problems: list[ClabberError] = []
    result = find(season, read_hands(source, law, problems))
    paper = partial(writers.paper, result, anonymous=source.anonymous)
    json = partial(writers.json, result, anonymous=source.anonymous)
    rows = partial(writers.rows, result, anonymous=source.anonymous)
    data: str | bytes
    if format is TableFormat.csv:
        data = csv_text(rows())
    elif format is TableFormat.xlsx:
        data = xlsx_bytes({paper().kind: [*rows()]})
    else:
        data = render_paper(format, paper, json)
    write_output(source.output, data, source.force)
    standings = result if isinstance(result, Standings) else result.standings
    return exit_code(standings, bool(problems), source.anonymous)


def read_season(source: SeasonSource) -> tuple[Season, BoundRuleset]:
    """Return a season and the ruleset for its hands. Raise UsageError if season and hands are swapped."""
    from clabber_audit.league.games import require_season_rules
    from clabber_audit.league.season_file import is_season, load
    from clabber_audit.rules.bound_ruleset import law_of
    from clabber_audit.rules.ruleset import SHIPPED

    if source.season == "-" and "-" in source.hands:
        help = "give one of them as a file"
        raise UsageError("standard input cannot be both the season and the hands", "", help)
    for path in source.hands:
        if is_season(path):
            help = "give the season first, and its hands after it"
            raise UsageError(f"{path} is a season, not hands", "", help)
    season = season_of_table(source.season) or load(source.season)
    law = load_asked_law(source.ruleset, source.allow_changed_rules)
    if law is None and season.ruleset not in SHIPPED:
        why = f"the built-in rulesets are {', '.join(SHIPPED)}"
        help = "give that ruleset with --ruleset FILE"
        raise UsageError(f"the season is played by “{season.ruleset}”", why, help)
    law = law or law_of(season.ruleset)
    require_season_rules(law.ruleset)
    if (book := find_book(source.season)) is not None:
        from clabber_audit.archive.club import read_logged_book
        from clabber_audit.rules.bound_ruleset import with_book

        law = with_book(law, read_logged_book(book))
    warn_of_lookalikes(season.names())
    return season, law


def find_book(season: str) -> str | None:
    """Return the book beside a season file, whose decisions change the law of its hands; None if there is none."""
    from clabber_audit.rules.book import BOOK_FILE

    book = os.path.join(os.path.dirname(season), BOOK_FILE)
    return book if season != "-" and os.path.isfile(book) else None


def book_files(season: str) -> list[str]:
    """Return the book beside a season file and the archive whose log it must match, if there are any."""
    if (book := find_book(season)) is None:
        return []
    from clabber_audit.archive.club import archive_of
    from clabber_audit.rules.book_file import read_book

    return [book, *filter(None, [archive_of(read_book(book))])]


def season_of_table(path: str) -> Season | None:
    """Return the season that a table of results without hands makes; None if the path is not a table.

    Rows that are not read are reported. Refused while a name is in doubt, UsageError if there are no results.
    """
    from clabber_audit.inputs.workbooks import results_of
    from clabber_audit.league.season_file import parse_season, season_of_results
    from clabber_audit.records.sheets import WORKBOOKS

    if not path.lower().endswith((*WORKBOOKS, ".csv")):
        return None
    data = season_of_results(results_of(path), Path(path).stem)
    try:
        return parse_season(json.dumps(data).encode())
    except Refused as refused:
        raise Refused([fault._replace(place=None) for fault in refused.faults], path, refused.more) from None


def read_hands(
    source: SeasonSource,
    law: BoundRuleset,
    problems: list[ClabberError],
    echo: Callable[[str], None] = echo_err,
) -> GivenHands:
    """Return the hands of a season with the ruleset that judges them; errors as in `hands_of`."""
    from clabber_audit.league.games import GivenHands

    if source.thorough:
        return GivenHands(hands_of(source, law, problems, echo), law, problems)
    note = _note_left_out(problems, echo)
    hands = prefilter_hands(source.hands, law, note, allow_changed_rules=source.allow_changed_rules)
    return GivenHands(_fail_if_unread(hands, problems), law, problems)


def hands_of(
    source: SeasonSource,
    law: BoundRuleset,
    problems: list[ClabberError],
    echo: Callable[[str], None] = echo_err,
) -> Iterator[Hand]:
    """Yield all hands; refused ones and those of another game are reported and added to `problems`.

    If a file cannot be read the command ends after the last hand: without its hands the table would be wrong, and
    would replace a good one.
    """
    note, make = _note_left_out(problems, echo), partial(hand_under, law=law)
    hands = for_each_hand(source.hands, make, set(), note, allow_changed_rules=source.allow_changed_rules)
    return _fail_if_unread(hands, problems)


def _note_left_out(
    problems: list[ClabberError], echo: Callable[[str], None]
) -> Callable[[ClabberError], None]:
    """Report the files of the season’s folder that cannot be read; return the function that reports a problem."""

    def note(problem: ClabberError) -> None:
        for line in problem.lines:
            echo(line)
        problems.append(problem)

    for problem in refusals():
        note(problem)
    return note


def _fail_if_unread(hands: Iterator[_Hand], problems: list[ClabberError]) -> Iterator[_Hand]:
    """Yield the hands, then end the command if a file could not be read."""
    yield from hands
    unread = {problem.exit_code for problem in problems if not isinstance(problem, Refused)}
    if unread:
        echo_err("error: nothing was written, because not every file could be read")
        raise typer.Exit(int(worst_code(unread)))


def warn_without_hands(source: SeasonSource, echo: Callable[[str], None] = echo_err) -> None:
    """Report that a season is shown without any hand."""
    if not source.hands:
        echo("no hands were given, so only decisions are shown")


def exit_code(
    standings: Standings, refused: bool, anonymous: bool, echo: Callable[[str], None] = echo_err
) -> Exit:
    """Return the exit code of a table, and print its alerts."""
    from clabber_audit.report.league.sections import SeasonNames, alerts

    codes = {Exit.REFUSED} if refused else set()
    for alert in alerts(standings, SeasonNames(standings.season, anonymous)):
        echo(f"look: {alert}")
    if any(match.status == "in_dispute" for match in standings.matches):
        codes.add(Exit.UNDECIDED)
    return worst_code(codes)


#: Seconds to wait for another program.
_PATIENCE: Final = 20


@contextmanager
def lock_season(path: str) -> Iterator[str]:
    """Lock a season file for the block and yield its real path. Raise Unusable if another program has the lock.

    The lock is SQLite's: every system has it, and it goes away with the program, however that ends. It lies in a file
    of its own, since the season file is replaced.
    """
    from clabber_audit.league.season_file import refuse_table

    if path == "-":
        why = "a decision is kept in the season’s file"
        raise UsageError("standard input cannot be written to", why, "give the season as a file")
    refuse_table(path)
    real = Path(os.path.realpath(path))
    if not real.is_file():
        raise Unusable(f"cannot write to {path}", "the file does not exist", "check the name")
    beside = real.with_name(f".{real.name}.lock")
    try:
        with closing(_acquire_lock(beside)):
            try:
                yield str(real)
            finally:
                # On systems that cannot remove a file in use it stays, and does no harm.
                with suppress(OSError):
                    beside.unlink()
    except sqlite3.Error as problem:
        if getattr(problem, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            raise Unusable(f"{path} is in use by another program", "", "try again when it is done") from None
        why = f"{problem}; a lock is put beside it while it is written"
        raise Unusable(f"cannot write to {path}", why, "check the permissions of its folder") from None


def _acquire_lock(beside: Path) -> sqlite3.Connection:
    """Return the lock, held. If its file was removed while we waited, wait for the new one."""
    while True:
        try:
            beside.touch()
        except OSError as problem:
            raise sqlite3.OperationalError(problem.strerror) from None
        try:
            was = beside.stat()
        except FileNotFoundError:
            # The program that held it took it away just now.
            continue
        lock = sqlite3.connect(beside, timeout=_PATIENCE, isolation_level=None)
        try:
            # Nothing is written to it: a killed program leaves no journal behind.
            lock.execute("PRAGMA journal_mode = OFF")
            lock.execute("BEGIN EXCLUSIVE")
            if os.path.samestat(was, beside.stat()):
                return lock
        except FileNotFoundError:
            pass
        except sqlite3.Error:
            lock.close()
            raise
        lock.close()


@contextmanager
def replacing(path: str) -> Iterator[Callable[[str], None]]:
    """Yield a function that replaces the season file; the old text is restored if the block fails after that."""
    from clabber_audit.league.season_file import LARGEST

    before: list[str] = []

    def replace(text: str) -> None:
        old = read_bounded(path, LARGEST).decode()
        _write_season(path, text)
        before.append(old)

    try:
        yield replace
    except BaseException:
        if before:
            _write_season(path, before[0])
        raise


def _write_season(path: str, text: str) -> None:
    with destination(path, force=True, mode=os.stat(path).st_mode & 0o777) as stream:
        stream.write(text)


def season_archive(season: str, found: Season, hands: Sequence[str]) -> str | None:
    """Return the archive named in a season, or else the one archive among the hands."""
    archives = [path for path in hands if is_archive(path)]
    return found.archive or (archive_path_in(season, archives[0]) if len(archives) == 1 else None)


def archive_path_in(season: str, archive: str) -> str:
    """Return the path of an archive relative to the folder of its season."""
    return Path(_relative_path(_folder(season), os.path.realpath(archive))).as_posix()


@contextmanager
def open_season_archive(season: str, archive: str) -> Iterator[Archive]:
    """Open the archive of a season for writing, in one transaction."""
    from clabber_audit.archive.database import open_archive

    # No hand is judged, so changed rules do no harm.
    path = archive_path(season, archive)
    with open_archive(path, write=True, allow_changed_rules=True) as opened, opened.writing():
        yield opened


def record_entries(archive: Archive, season: Season) -> Compared:
    """Add the missing entries of a season to its archive; return how the two differed."""
    from clabber_audit.archive.database import compare_decisions, keep
    from clabber_audit.cli.archive.store import utc_now

    differing = compare_decisions(archive, season)
    keep(archive, season, differing.missing, utc_now())
    return differing


def compare_with_archive(path: str, season: Season) -> None:
    """Report differences between a season file and its archive, if that can be read."""
    from clabber_audit.archive.database import compare_decisions, open_archive

    if season.archive is None:
        return
    try:
        with open_archive(archive_path(path, season.archive), allow_changed_rules=True) as archive:
            differing = compare_decisions(archive, season)
    except Unusable as problem:
        echo_err(f"look: we cannot tell if all decisions are stored: {problem.what}")
        return
    if differing.missing:
        entries = inflect(len(differing.missing), "{count} entry is not", "{count} entries are not")
        echo_err(f"look: {entries} in {season.archive} yet; the next decision adds them, or league keep")
    _report_differences(season.archive, differing)


def report_stored(before: Season, archive: str, differing: Compared, new: int = 1) -> None:
    """Report entries stored with the new ones, and differences that remain."""
    if before.archive is None:
        echo_err(f"from now on the decisions of this season are stored in {archive} too")
    if more := len(differing.missing) - new:
        entries = inflect(more, "{count} entry was not", "{count} entries were not")
        echo_err(f"{entries} in {archive} yet, and were added")
    _report_differences(archive, differing)


def _report_differences(archive: str, differing: Compared) -> None:
    for fate, entries in (("is gone from", differing.gone), ("is different in", differing.otherwise)):
        for kept in entries:
            who, when, why = (printable(str(kept.entry.get(key, "")), 200) for key in ("who", "when", "why"))
            had = f"{archive} has it as “{who}, {when}{f': {why}' if why else ''}”"
            echo_err(f"look: entry {kept.number} {fate} the season file; {had}; league keep puts it back")


def archive_path(season: str, archive: str) -> str:
    """Return the path of the archive that a season names."""
    return _relative_path(os.getcwd(), os.path.join(_folder(season), archive))


def _folder(season: str) -> str:
    return os.path.dirname(os.path.realpath(season)) if season != "-" else os.getcwd()


def _relative_path(folder: str, path: str) -> str:
    try:
        return os.path.relpath(path, folder)
    except ValueError:
        # On another drive.
        return path


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
    output: options.Output = None,
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
    force: options.Force = False,
) -> None:
    """Write a season file: every team meets every other, then the best of them the play-offs.

    Example: clabber-audit league init Otters Herons Owls -o season.json
    """
    from clabber_audit.inputs.workbooks import results_of
    from clabber_audit.league.games import require_season_rules
    from clabber_audit.league.schedule import draw_season, schedule_plan
    from clabber_audit.league.season_file import parse_season, season_of_results
    from clabber_audit.records.formats import fold_name
    from clabber_audit.rules.ruleset import load as load_ruleset

    choose_format(output, ["json"])
    teams = teams or []
    if results and (teams or times != 1 or rounds or start or nights or holidays or venues or divisions):
        what = "--results brings the teams and the rounds"
        raise UsageError(what, "nothing is drawn", "leave out the teams and what is for a schedule")
    if len(teams) < 2 and not results:
        raise UsageError("a season needs two teams", "only one was named", "name two teams or more")
    folded = [*map(fold_name, teams)]
    twice = next((name for place, name in enumerate(teams) if folded[place] in folded[:place]), None)
    if twice is not None:
        help = "name it once"
        raise UsageError(f"“{printable(twice)}” is named twice", "each team needs its own name", help)
    rules = load_ruleset(ruleset)
    require_season_rules(rules)
    if ask:
        if forfeit_points is None:
            forfeit_points = int(_answer("Points for each forfeited game", "0", str.isdecimal))
        if not tie_breaks:
            default = "game_points,head_to_head" if ranking is Ranking.games_won else "head_to_head"
            known = {*BrokenBy}
            names = _answer("Break ties by, in order", default, lambda text: {*text.split(",")} <= known)
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
        warn_of_lookalikes(parse_season(text.encode(errors="surrogatepass")).names())
    except Refused as refused:
        fault = refused.faults[0]
        raise UsageError(fault.what, fault.why, fault.help) from None
    write_output(output, text, force)


#: Output format of a rotation.
RotationFormat = StrEnum("RotationFormat", "text csv html")


def rotation(
    players: list[str] = argument(..., "NAME...", "4 to 41 players, or one file of names."),
    *,
    rounds: int | None = option(None, "--rounds", "N", "Play N rounds (default: all of the chart).", min=1),
    seed: int = option(1, "--seed", "N", "Draw numbers and tables by N; the same N, the same draw.", min=0),
    format: RotationFormat | None = format_option(RotationFormat),
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """Draw an evening of single players: nobody has the same partner twice. No chart can promise that if winners move up.

    As CSV it is the tally sheet that `evening --rotation` adds up; as HTML a page for phones, on which each table types
    its points. What they hand on is merged with `evening tallies.csv --rotation --code CODE`.

    Example: clabber-audit league rotation players.txt --rounds 8 -o tallies.csv
    """
    from clabber_audit.league.schedule import read_player_names
    from clabber_audit.league.schedule import rotation as drawn
    from clabber_audit.report.league.players import rotation_csv, rotation_page, rotation_text

    evening = drawn(read_player_names(players), rounds, seed)
    wanted = choose_format(output, RotationFormat, format) or RotationFormat.text
    write = {"csv": rotation_csv, "html": rotation_page, "text": rotation_text}
    write_output(output, write[wanted](evening), force)
