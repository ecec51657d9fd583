"""Season files and hands, as the commands of a league read and write them."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple, TypeVar

import typer

from clabber_audit.archive import is_archive
from clabber_audit.cli.commands import worst
from clabber_audit.cli.options import form_of, form_option, rules_option
from clabber_audit.cli.output import destination, leave_out, look, refusals, say
from clabber_audit.core.errors import ClabberError, Exit, Refused, Unusable, UsageError, shown
from clabber_audit.core.files import whole
from clabber_audit.core.text import counted

if TYPE_CHECKING:
    from clabber_audit.archive.database import Archive
    from clabber_audit.archive.log import Compared
    from clabber_audit.league.audit import Audit
    from clabber_audit.league.decisions import Filed
    from clabber_audit.league.games import Given
    from clabber_audit.league.players import Players
    from clabber_audit.league.season import Season
    from clabber_audit.league.standings import Standings
    from clabber_audit.records.hand import Hand
    from clabber_audit.report.league.paper import Paper
    from clabber_audit.rules.bound_ruleset import BoundRuleset

_SEASON_FILE: Final = "season.json"
#: What a text of JSON says of itself first: of a ruling that is its own format, and not that of the record in it.
_FORMAT: Final = re.compile(rb'"format"\s*:\s*"([a-z-]+)/')
_START: Final = 1 << 14
#: By what the hands of a command find the folder that its season was given as.
_FOLDER: Final = "clabber_audit.season_folder"


def season_file(ctx: typer.Context, given: str) -> str:
    """The file of a season that was given as itself or as its folder."""
    if not os.path.isdir(given):
        return given
    ctx.meta[_FOLDER] = given
    return os.path.join(given, _SEASON_FILE)


def season_files(given: list[str] | None) -> list[str] | None:
    """The files of several seasons, each given as itself or as its folder."""
    return given and [os.path.join(one, _SEASON_FILE) if os.path.isdir(one) else one for one in given]


def hands_there(ctx: typer.Context, given: list[str] | None) -> list[str]:
    """The hands that were named; where none were, those that lie in the season’s folder."""
    return given or (_lying_in(ctx.meta[_FOLDER]) if _FOLDER in ctx.meta else [])


def some_hands(ctx: typer.Context, given: list[str] | None) -> list[str]:
    """The same for a command that is nothing without hands."""
    found = hands_there(ctx, given)
    if not found:
        raise typer.BadParameter("no hands were given: name their files or the archive after the season")
    return found


def _lying_in(folder: str) -> list[str]:
    """Return the archive of a folder, which holds what lies beside it, or else its files of records.

    What is not read is listed when the command ends: whatever is no file of records, and every folder within.
    """
    from clabber_audit.inputs.kinds import NotRead, survey

    try:
        inside = list(survey(folder, deep=False))
    except Unusable:
        # The season is reported as unreadable.
        return []
    archives = sorted(file.path for file in inside if isinstance(file, NotRead) and is_archive(file.path))
    if len(archives) > 1:
        named = " and ".join(shown(os.path.basename(path), 80) for path in archives[:2])
        raise typer.BadParameter(f"{shown(folder, 200)} holds {named}: name the one with the hands after the season")
    records = []
    for file in inside:
        path = file.path if isinstance(file, NotRead) else file
        if path in archives or os.path.basename(path) in (_SEASON_FILE, f".{_SEASON_FILE}.lock"):
            continue
        if isinstance(file, NotRead):
            leave_out(file)
        elif not _holds_records(path):
            leave_out(NotRead(path, "hands of a season are read from records, not from rulings and pages"))
        elif archives:
            _pass_over(path, archives[0])
        else:
            records.append(path)
    return archives or records


def _pass_over(path: str, archive: str) -> None:
    """Leave a file of records to the archive beside it; warn if it is newer."""
    from clabber_audit.inputs.kinds import NotRead

    leave_out(NotRead(path, f"the hands are read from {shown(archive, 200)}"))
    if _changed(path) > _changed(archive):
        where = shown(archive, 200)
        say(f"look: {shown(path, 200)} is newer than {where} and is not read; archive add puts its hands there")


def _changed(path: str) -> float:
    try:
        return os.path.getmtime(path)
    except OSError:
        # The reason is reported when it is read.
        return 0.0


def _holds_records(path: str) -> bool:
    """Return False for a page and for a ruling."""
    if not path.lower().removesuffix(".txt").endswith(".json"):
        return not path.lower().endswith(".html")
    try:
        with Path(path).open("rb") as file:
            told = _FORMAT.search(file.read(_START))
    except OSError:
        return True
    return told is None or told[1].endswith(b"-hand")


AnyHand = TypeVar("AnyHand")


class TableForm(StrEnum):
    """How a season is written out."""

    html = "html"
    text = "text"
    json = "json"
    csv = "csv"


SeasonArgument = Annotated[
    str,
    typer.Argument(
        metavar="SEASON",
        help="The season file (made by `league init`) or its folder; - is standard input.",
        callback=season_file,
    ),
]
#: What else is said of hands: what they are if none are named.
_HANDS: Final = "Files or folders of hands, or archives (default: those in the season’s folder); - is standard input."
HandsArgument = Annotated[list[str] | None, typer.Argument(metavar="PATH...", help=_HANDS, callback=hands_there)]
#: The hands of a command that is nothing without them.
WantedHandsArgument = Annotated[list[str] | None, typer.Argument(metavar="PATH...", help=_HANDS, callback=some_hands)]
FormOption = Annotated[TableForm | None, form_option(TableForm)]
LawOption = Annotated[
    str | None,
    rules_option("Ruleset to apply instead of the season’s own"),
]
NamelessOption = Annotated[
    bool, typer.Option("--anonymous", help="Show numbers instead of team names, no names of people, no free text.")
]


class Asked(NamedTuple):
    """What a command of a season was given."""

    season: str
    hands: list[str]
    ruleset: str | None
    form: TableForm | None
    output: str | None
    force: bool
    anonymous: bool
    #: Whether rules called as shipped ones may read otherwise.
    changed: bool
    #: Whether the judge hears every hand.
    thorough: bool = False


class Forms(NamedTuple):
    """How what was found is written: laid out for reading, as JSON and as CSV."""

    paper: Callable[..., Paper]
    json: Callable[..., str]
    csv: Callable[..., str]


def told(find: Callable[[Season, Given], Standings | Audit | Players], forms: Forms, asked: Asked) -> Exit:
    """Find something out about a season and write it."""
    from clabber_audit.cli.output import destination
    from clabber_audit.league.standings import Standings

    form = form_of(asked.output, TableForm, asked.form) or TableForm.text
    played, law = season_of(asked)
    look_there(asked.season, played)
    problems: list[ClabberError] = []
    found = find(played, given(asked, law, problems))
    written = _written(found, forms, form, asked.anonymous)
    with destination(asked.output, asked.force) as stream:
        stream.write(written)
    return ended(found if isinstance(found, Standings) else found.standings, bool(problems), asked.anonymous)


def season_of(asked: Asked) -> tuple[Season, BoundRuleset]:
    """The season in a file, and the law that its hands are judged by; UsageError where one is given as the other."""
    from clabber_audit.cli.options import asked_law
    from clabber_audit.core.errors import UsageError
    from clabber_audit.league.games import refuse_no_season
    from clabber_audit.league.season_file import is_season, load
    from clabber_audit.rules.bound_ruleset import law_of
    from clabber_audit.rules.ruleset import SHIPPED

    if asked.season == "-" and "-" in asked.hands:
        raise UsageError("standard input cannot be both the season and the hands", "", "give one of them as a file")
    for given in asked.hands:
        if is_season(given):
            raise UsageError(f"{given} is a season, not hands", "", "give the season first, and its hands after it")
    season, law = load(asked.season), asked_law(asked.ruleset, asked.changed)
    if law is None and season.ruleset not in SHIPPED:
        why = f"the built-in rulesets are {', '.join(SHIPPED)}"
        raise UsageError(f"the season is played by “{season.ruleset}”", why, "give that ruleset with --ruleset FILE")
    found = law or law_of(season.ruleset)
    refuse_no_season(found.ruleset)
    look(season.names())
    return season, found


def given(asked: Asked, law: BoundRuleset, problems: list[ClabberError], tell: Callable[[str], None] = say) -> Given:
    """The hands of a season, with the law that they are judged by; errors as `hands_of` has them."""
    from clabber_audit.cli.rulings import sifted_hands
    from clabber_audit.league.games import Given

    if asked.thorough:
        return Given(hands_of(asked, law, problems, tell), law, problems)
    _note_left_out(problems, tell)
    found = sifted_hands(asked.hands, law, partial(_note, problems, tell), changed=asked.changed)
    return Given(_to_the_end(found, problems), law, problems)


def hands_of(
    asked: Asked, law: BoundRuleset, problems: list[ClabberError], tell: Callable[[str], None] = say
) -> Iterator[Hand]:
    """All hands, read one by one; what is refused, or of another game, is told, and put among the `problems`.

    Where a file cannot be read the command ends, after all of them were told: without its hands the table would be
    wrong, and would be written over a good one.
    """
    from clabber_audit.cli.rulings import hand_under, made_of_hands

    _note_left_out(problems, tell)
    under = partial(hand_under, law=law)
    found = made_of_hands(asked.hands, under, set(), partial(_note, problems, tell), changed=asked.changed)
    return _to_the_end(found, problems)


def _note_left_out(problems: list[ClabberError], tell: Callable[[str], None]) -> None:
    """Note the files of the season’s folder that were meant to hold hands and cannot be read."""
    for problem in refusals():
        _note(problems, tell, problem)


def _note(problems: list[ClabberError], tell: Callable[[str], None], problem: ClabberError) -> None:
    for line in problem.lines:
        tell(line)
    problems.append(problem)


def _to_the_end(hands: Iterator[AnyHand], problems: list[ClabberError]) -> Iterator[AnyHand]:
    """The hands; the command ends behind them where a file could not be read."""
    yield from hands
    unread = {problem.exit_code for problem in problems if not isinstance(problem, Refused)}
    if unread:
        say("error: nothing was written, because not every file could be read")
        raise typer.Exit(int(worst(unread)))


def say_without_hands(asked: Asked, tell: Callable[[str], None] = say) -> None:
    """Say that a season is shown without any hand, where somebody may have thought that it has some."""
    if not asked.hands:
        tell("no hands were given, so only decisions are shown")


def again(asked: Asked, law: BoundRuleset) -> Given:
    """The hands once more, for another season; what is refused among them was told the first time."""
    return given(asked, law, [], lambda _line: None)._replace(refused=())


def _written(found: Standings | Audit | Players, forms: Forms, form: TableForm, anonymous: bool) -> str:
    """What was found in the form asked for."""
    from clabber_audit.report.league.paper import paper_page, paper_text

    if form is TableForm.json:
        return forms.json(found, anonymous=anonymous)
    if form is TableForm.csv:
        return forms.csv(found, anonymous=anonymous)
    laid_out = forms.paper(found, anonymous=anonymous)
    return paper_page(laid_out) if form is TableForm.html else paper_text(laid_out)


def ended(found: Standings, refused: bool, anonymous: bool, tell: Callable[[str], None] = say) -> Exit:
    """The exit code; what must not be overlooked is said aloud as well, whatever the form."""
    from clabber_audit.report.league.paper import Names, alerts

    codes = {Exit.REFUSED} if refused else set()
    for alert in alerts(found, Names(found.season, anonymous)):
        tell(f"look: {alert}")
    if any(match.status == "in_dispute" for match in found.matches):
        codes.add(Exit.UNDECIDED)
    return worst(codes)


#: How many seconds another program is waited for.
_PATIENCE: Final = 20


@contextmanager
def held(path: str) -> Iterator[str]:
    """The season file, links followed, which nobody else writes to during the block; Unusable when somebody does.

    The lock is SQLite's: every system has it, and it goes away with the program, however that ends. It lies in a file
    of its own, since the season file is replaced.
    """
    if path == "-":
        why = "a decision is kept in the season’s file"
        raise UsageError("standard input cannot be written to", why, "give the season as a file")
    real = Path(os.path.realpath(path))
    if not real.is_file():
        raise Unusable(f"cannot write to {path}", "the file does not exist", "check the name")
    beside = real.with_name(f".{real.name}.lock")
    try:
        with closing(_locked(beside)):
            try:
                yield str(real)
            finally:
                # Where a file in use cannot be taken away it stays, and does no harm.
                with suppress(OSError):
                    beside.unlink()
    except sqlite3.Error as problem:
        if getattr(problem, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            raise Unusable(f"{path} is in use by another program", "", "try again when it is done") from None
        why = f"{problem}; a lock is put beside it while it is written"
        raise Unusable(f"cannot write to {path}", why, "check the permissions of its folder") from None


def _locked(beside: Path) -> sqlite3.Connection:
    """The lock, held. Whoever waited for one that was taken away meanwhile, waits for the one that is there now."""
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
    """What writes a season in the place of the one that is there, which comes back if the block fails after that."""
    from clabber_audit.league.season_file import LARGEST

    before: list[str] = []

    def put(text: str) -> None:
        old = whole(path, LARGEST).decode()
        _put(path, text)
        before.append(old)

    try:
        yield put
    except BaseException:
        if before:
            _put(path, before[0])
        raise


def _put(path: str, text: str) -> None:
    with destination(path, force=True, mode=os.stat(path).st_mode & 0o777) as stream:
        stream.write(text)


def chosen(season: str, found: Season, hands: Sequence[str]) -> str | None:
    """The archive of a season, as its file names it: where it names none, the one that the hands come from."""
    from clabber_audit.archive import is_archive

    archives = [path for path in hands if is_archive(path)]
    return found.archive or (named(season, archives[0]) if len(archives) == 1 else None)


def named(season: str, archive: str) -> str:
    """An archive as the file of a season names it: seen from the folder of the season."""
    return Path(_seen_from(_folder(season), os.path.realpath(archive))).as_posix()


@contextmanager
def held_open(season: str, archive: str) -> Iterator[Archive]:
    """The archive of a season while nobody else writes to it; all that the block puts into it stays, or nothing."""
    from clabber_audit.archive.database import open_archive

    # No hand is judged: whatever rules it keeps, they say nothing here.
    with open_archive(_path(season, archive), write=True, changed=True) as opened, opened.writing():
        yield opened


def entered(archive: Archive, season: Season) -> Compared:
    """Put into the archive what of a season is not there yet; how the two differed."""
    from clabber_audit.archive.log import compared, keep
    from clabber_audit.cli.archive.store import now

    differing = compared(archive, season)
    keep(archive, season, differing.missing, now())
    return differing


def look_there(path: str, season: Season) -> None:
    """Say where the archive of a season and its file differ. What cannot be told is no reason to stop."""
    from clabber_audit.archive.database import open_archive
    from clabber_audit.archive.log import compared

    if season.archive is None:
        return
    try:
        with open_archive(_path(path, season.archive), changed=True) as archive:
            differing = compared(archive, season)
    except Unusable as problem:
        say(f"look: we cannot tell if all decisions are stored: {problem.what}")
        return
    if differing.missing:
        said = counted(len(differing.missing), "{count} entry is not", "{count} entries are not")
        say(f"look: {said} in {season.archive} yet; the next decision adds them, or league keep")
    _differ(season.archive, differing)


def caught_up(before: Season, archive: str, differing: Compared) -> None:
    """Say what the archive of a season took beside the one entry that was made, and what it has otherwise."""
    if before.archive is None:
        say(f"from now on the decisions of this season are stored in {archive} too")
    if more := len(differing.missing) - 1:
        said = counted(more, "{count} entry was not", "{count} entries were not")
        say(f"{said} in {archive} yet, and were added")
    _differ(archive, differing)


def _differ(archive: str, differing: Compared) -> None:
    for said, entries in (("is gone from", differing.gone), ("is different in", differing.otherwise)):
        for kept in entries:
            had = f"{archive} has it as “{_signed(kept)}”"
            say(f"look: entry {kept.number} {said} the season file; {had}; league keep puts it back")


def _signed(kept: Filed) -> str:
    who, when, why = (shown(str(kept.entry.get(key, "")), 200) for key in ("who", "when", "why"))
    return f"{who}, {when}: {why}" if why else f"{who}, {when}"


def _path(season: str, archive: str) -> str:
    return _seen_from(os.getcwd(), os.path.join(_folder(season), archive))


def _folder(season: str) -> str:
    return os.path.dirname(os.path.realpath(season)) if season != "-" else os.getcwd()


def _seen_from(folder: str, path: str) -> str:
    try:
        return os.path.relpath(path, folder)
    except ValueError:
        # On another drive.
        return path
