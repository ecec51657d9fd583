"""Commands that load when they are asked for, the values of their options, errors, and exit codes."""

from __future__ import annotations

import errno
import functools
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup
from typer.exceptions import TyperException
from typer.main import get_command, get_group

from clabber_audit.cli import output
from clabber_audit.core.errors import (
    ClabberError,
    Exit,
    Unusable,
    UsageError,
    bug_lines,
    is_debugging,
    printable,
)
from clabber_audit.core.files import read_bounded
from clabber_audit.core.text import escape_line

if TYPE_CHECKING:
    from clabber_audit.rules.book import Book
    from clabber_audit.rules.bound_ruleset import BoundRuleset
    from clabber_audit.signing import PrivateKey, Signers


AnyFormat = TypeVar("AnyFormat", bound=str)


#: Extensions that promise a format.
_PROMISING: Final = [
    "html",
    "json",
    "jsonl",
    "parquet",
    "sarif",
    "csv",
    "xlsx",
    "clab",
    "db",
    "gz",
    "pdf",
    "xls",
    "ods",
    "docx",
]


#: Formats whose files are JSON as well.
_IN_JSON: Final = dict.fromkeys(("jsonl", "sarif", "record"), "json")


def choose_format(
    path: str | None, formats: Iterable[AnyFormat], given: AnyFormat | None = None
) -> AnyFormat | None:
    """Return the `given` format, else the one that the file extension implies; None if that is unknown.

    Warn if the two differ. Raise UsageError if the extension is that of a format which the command does not write.
    """
    ending = Path(path or "").suffix[1:].lower()
    asked = "html" if ending == "htm" else ending
    format = given or next((known for known in formats if known == asked), None)
    if (asked in _PROMISING and format is None) or (asked == "xlsx" and format != "xlsx"):
        made = f"this command writes {', '.join(formats)}"
        raise UsageError(f"{path} has the wrong extension", made, "give another name")
    if given and asked in _PROMISING and _IN_JSON.get(asked, asked) != _IN_JSON.get(given, given):
        output.echo_err(f"warning: {printable(path, 200)} will hold {given}, not {asked}, by --format")
    return format


def check_signable(format: str, sign: str | None) -> None:
    """Raise UsageError if a ruling would be signed in a format that has no place for signatures."""
    if sign is not None and format not in ("html", "json"):
        raise UsageError(f"a {format} ruling cannot be signed", "", "write to a .html or .json file")


def check_workbook(format: str, path: str | None) -> None:
    """Raise UsageError for a workbook that would go to the screen, Unusable if none can be written."""
    from clabber_audit.records.sheets.headings import require_workbooks

    if format != "xlsx":
        return
    if path in (None, "-") and output.is_read_by_a_person():
        raise UsageError("a workbook cannot be shown on the screen", "", "give a file with -o")
    require_workbooks()


def load_asked_law(
    ruleset: str | None, allow_changed_rules: bool = False, as_of: str | None = None
) -> BoundRuleset | None:
    """Load the ruleset of `--ruleset`, if given; of a line, the text in force on `as_of`. See `ruleset.check_genuine`."""
    if ruleset is None:
        if as_of is not None:
            raise UsageError("--as-of needs a line of rulesets", "", "add --ruleset, such as --ruleset ecl")
        return None
    from clabber_audit.rules.bound_ruleset import law, load_law
    from clabber_audit.rules.lines import period

    found = load_law(ruleset, allow_changed_rules=allow_changed_rules)
    if as_of is None:
        return found
    when = period(as_of)
    if when is None:
        raise UsageError(f"--as-of {as_of}: no date", "", "write it as 1992-12-10")
    if found.history is None:
        help = "leave --as-of out"
        raise UsageError(f"--as-of needs a line of rulesets, and {ruleset} has one text", "", help)
    return law(found.history.find_texts_in_force(when)[-1].ruleset)


def load_asked_book(given: str | None, off: bool, *paths: str) -> Book | None:
    """Return the book of a folder, else that of the season in whose folder all paths lie; None if there is none."""
    if given is not None and off:
        raise UsageError("--book and --no-book do not go together", "", "give one of the two")
    folders = {Path(given)} if given is not None else set() if off else {*map(season_folder, paths)}
    if len(folders) > 1:
        why = "only some of the paths lie in the folder of a season with a book"
        raise UsageError("which book is meant?", why, "name it with --book, or leave it with --no-book")
    folder = next(iter(folders), None)
    if folder is None:
        return None
    from clabber_audit.archive.club import read_logged_book

    return read_logged_book(folder)


def season_folder(path: str) -> Path | None:
    """Return the folder of the season that a path belongs to, if the season has a book; None otherwise."""
    if path == "-":
        return None
    place = Path(os.path.abspath(path))
    for folder in [place, *place.parents][: _LEVELS + 1]:
        # A name that no file can have is reported when it is read.
        if os.path.isfile(folder / "season.json"):
            return folder if os.path.isfile(folder / "book.toml") else None
    return None


#: Folders above a file in which its season is looked for.
_LEVELS: Final = 3
#: Maximum bytes of a signed text.
_LARGEST: Final = 64 << 10

Read = TypeVar("Read")


def text_in(path: str, parse: Callable[[str], Read], what: str) -> Read:
    """Return the parsed content of a text file. Raise Unusable if it cannot be read or parsed."""
    name = "standard input" if path == "-" else printable(path, 200)
    try:
        data = output.standard_input().read(_LARGEST + 1) if path == "-" else read_bounded(path, _LARGEST)
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise Unusable(f"cannot read {name}", why, "check the name and the file") from None
    try:
        if len(data) > _LARGEST:
            raise ValueError(f"it is larger than {_LARGEST >> 10} KiB")
        return parse(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise Unusable(f"{name} is not {what}", "it is not text", "use the original file") from None
    except ValueError as problem:
        help = "use the original file"
        raise Unusable(f"{name} is not {what}", printable(str(problem), 200), help) from None


#: Environment variable for a passphrase.
VARIABLE: Final = "CLABBER_PASSPHRASE"


def parse_day(given: str | None, option: str = "--on") -> str | None:
    """Return the day given to an option, None if none was given. Raise UsageError for any other text."""
    from clabber_audit.league.schedule import is_day

    if given is not None and not is_day(given):
        what, help = f"{printable(given, 40)} is not a date", f"correct {option}"
        raise UsageError(what, "dates look like 2026-01-22", help)
    return given


def load_private_key(path: str) -> PrivateKey:
    """Read the private key in a file, asking for its passphrase if needed."""
    from clabber_audit.signing import read_private_key

    return read_private_key(path, _passphrase)


def signers(paths: Sequence[str] | None) -> list[Signers]:
    """Read files of keys. Raise Unusable if one has none, or signatures cannot be checked here."""
    if not paths:
        return []
    from clabber_audit.signing import Signers, read_trusted_keys, require_packages

    require_packages("cannot check a signature")
    return [Signers(path, tuple(read_trusted_keys(path))) for path in paths]


def _passphrase(path: str) -> str:
    """Return the passphrase of a key from the environment, else from the keyboard."""
    given = os.environ.get(VARIABLE)
    if given is not None:
        return given
    if not output.is_typed_by_a_person():
        why = "it has a passphrase, and there is no keyboard to ask for it"
        raise Unusable(f"cannot open the key {printable(path, 200)}", why, f"set the variable {VARIABLE}")
    try:
        return output.ask_secret(f"Passphrase of {printable(path, 200)}: ")
    except EOFError:
        why = "no passphrase was typed"
        raise Unusable(f"cannot open the key {printable(path, 200)}", why, "try again") from None


#: Codes that any command may end with, besides its own.
_ALWAYS: Final = {Exit.USAGE: "the command was not understood", Exit.UNUSABLE: "a file cannot be used"}
_REFUSED: Final = "a record has an error"
_BOOK: Final = "the book has an error"
_OF_HANDS: Final = {Exit.REFUSED: _REFUSED}
_OF_A_TABLE: Final = {Exit.REFUSED: _REFUSED, Exit.UNDECIDED: "a result is open"}
_CHECKED: Final = {Exit.DONE: "everything holds", Exit.FINDINGS: "a check failed"}

#: Commands of a league that read its hands.
_TABLES: Final = (
    *("standings", "schedule", "players", "report", "site", "open", "packet"),
    *("approve", "lock", "correct", "playoffs"),
)

#: Meaning of the codes of a command, `archive add` in a group.
_OWN: Final[Mapping[str, Mapping[Exit, str]]] = {
    "rule": {Exit.DONE: "ruled", **_OF_HANDS, Exit.UNDECIDED: "not decided"},
    "check": {
        Exit.DONE: "nothing found",
        Exit.FINDINGS: "something was found",
        **_OF_HANDS,
        Exit.UNDECIDED: "a question is not decided",
    },
    "replay": _OF_HANDS,
    "appeal": {
        Exit.DONE: "affirmed, changed or reversed",
        Exit.FINDINGS: "the ruling failed its check",
        **_OF_HANDS,
        Exit.UNDECIDED: "sent back",
        Exit.OTHER_VERSION: Exit.OTHER_VERSION.meaning,
    },
    "sign": {Exit.DONE: "signed", Exit.FINDINGS: "the ruling failed its check", **_OF_HANDS},
    "verify": {
        **_CHECKED,
        **_OF_HANDS,
        Exit.UNDECIDED: "it cannot be checked here",
        Exit.OTHER_VERSION: Exit.OTHER_VERSION.meaning,
    },
    "record": {
        Exit.DONE: "saved, or left with `quit`",
        Exit.USAGE: f"the input ended before `done`, or {_ALWAYS[Exit.USAGE]}",
        **_OF_HANDS,
    },
    "convert": _OF_HANDS,
    "fmt": _OF_HANDS,
    "score": _OF_A_TABLE,
    "evening": _OF_A_TABLE,
    "legal": _OF_HANDS,
    "conformance": {
        Exit.DONE: "every answer is right",
        Exit.FINDINGS: "an answer is wrong",
        Exit.UNDECIDED: "none is wrong, and some questions are not supported",
    },
    "book add": {Exit.REFUSED: _BOOK},
    "book list": {Exit.REFUSED: _BOOK},
    "book show": {Exit.REFUSED: f"{_BOOK}, or {_REFUSED}"},
    "book site": {Exit.REFUSED: f"{_BOOK}, or {_REFUSED}"},
    "book check": {
        Exit.DONE: "nothing is wrong",
        Exit.FINDINGS: "a signature is wrong",
        Exit.REFUSED: f"{_BOOK}, or {_REFUSED}",
    },
    "archive add": {Exit.REFUSED: "a hand was not added"},
    "archive amend": {Exit.REFUSED: "the hand was not amended"},
    "archive show": {Exit.UNDECIDED: "not decided"},
    "archive verify": _CHECKED,
    "archive rebuild": {Exit.DONE: "rebuilt", Exit.FINDINGS: "with --dry-run: something differs"},
    "archive cosign": {Exit.DONE: "cosigned", Exit.FINDINGS: "the log has not only grown"},
    "archive check-proof": _CHECKED | {Exit.UNDECIDED: "it cannot be checked here"},
    "league check-table": {
        Exit.DONE: "a season fits",
        Exit.FINDINGS: "the table is impossible, or out of order",
        Exit.REFUSED: "the table has an error",
        Exit.UNDECIDED: "not settled",
    },
    "league log": _CHECKED | {Exit.UNDECIDED: "it cannot be checked here"},
    **{f"league {name}": _OF_A_TABLE for name in _TABLES},
    "league appeal": _OF_A_TABLE | {Exit.FINDINGS: "the ruling failed its check"},
}


def exit_codes_of(command: str) -> dict[Exit, str]:
    """Return the codes of a command with their meaning, in order."""
    codes = {Exit.DONE: "done", **_ALWAYS, **_OWN.get(command, {})}
    return dict(sorted(codes.items()))


def exit_codes_line(command: str) -> str:
    """Return the codes of a command in a line, for the foot of its help."""
    codes = (f"{int(code)} {words}" for code, words in exit_codes_of(command).items())
    return f"Exit codes: {'; '.join(codes)}."


class _Interruption:
    """Flag that a signal asked the program to end."""

    requested = False


def handle_signals() -> None:
    """Turn SIGTERM, SIGHUP and SIGINT into KeyboardInterrupt; a signal ignored at the start (nohup) stays ignored."""
    signal.signal(signal.SIGTERM, _interrupt)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        signal.signal(signal.SIGHUP, _interrupt)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    sys.unraisablehook = _report_unraisable


def _interrupt(*_: Any) -> None:
    _Interruption.requested = True
    raise KeyboardInterrupt


def _report_unraisable(lost: Any) -> None:
    """Report an exception that nobody can catch; a request to end is kept and not reported."""
    if lost.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(lost)


#: Exit codes from the worst down: a batch ends with the worst that it met.
_WORST_FIRST: Final = (
    Exit.BUG,
    Exit.USAGE,
    Exit.UNUSABLE,
    Exit.REFUSED,
    Exit.OTHER_VERSION,
    Exit.UNDECIDED,
    Exit.FINDINGS,
    Exit.DONE,
)


def worst_code(codes: set[Exit]) -> Exit:
    """Return the exit code of a batch, the worst of its codes."""
    return next(code for code in _WORST_FIRST if code in codes | {Exit.DONE})


def worst_of_checks(codes: set[Exit]) -> Exit:
    """Return the exit code of several checks: one that failed outweighs any that could not be made."""
    return worst_code(codes - {Exit.UNDECIDED, Exit.OTHER_VERSION} if Exit.FINDINGS in codes else codes)


class _PlainHelp:
    """Help without types and bounds, which its sentences give; a text value is not converted."""

    def get_params(self, ctx: Any) -> list[Any]:
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for param in params:
            vars(param)["get_runtime_param"] = _TypedValue
            vars(param)["_get_number_range_help_str"] = _no_text
            if isinstance(param, TyperArgument) or getattr(param, "is_flag", False):
                vars(param)["display_type_rich"] = _no_text
        return params


def _no_text(*_: object, **__: object) -> None:
    """Return no text for a type that needs none."""


class _TypedValue:
    """Value of a parameter; pydantic, which typer converts with, is loaded only if needed."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Convert the typed value to the type that the command wants."""
        several = param.multiple or param.nargs == -1
        wanted = param.type_descriptor.annotation
        if not several and (value is None or (wanted is str and isinstance(value, str))):
            return value
        return type(param).get_runtime_param(param).coerce(value, param=param, ctx=ctx)


class Command(_PlainHelp, TyperCommand):
    """Command."""


class Commands(_PlainHelp, TyperGroup):
    """Group of commands; typed words are escaped in errors."""

    def main(self, *args: Any, **extra: Any) -> Any:
        output.forget_names_and_files()
        return super().main(*args, **extra)

    def make_context(self, *args: Any, **extra: Any) -> Any:
        with _escape_misuse():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: Any) -> Any:
        with _escape_misuse():
            return super().invoke(ctx)


@contextmanager
def _escape_misuse() -> Iterator[None]:
    try:
        yield
    except TyperException as misuse:
        # In our words, without those of the library.
        message = misuse.message.replace("Value error, ", "").replace("Input should be", "it should be")
        misuse.message = escape_line(message)
        raise


def guard(command: Callable[..., Exit | None]) -> Callable[..., None]:
    """Wrap a command so that it always ends with an exit code."""

    @functools.wraps(command)
    def run(*args: Any, **options: Any) -> None:
        try:
            code = _attempt(functools.partial(command, *args, **options))
        except BrokenPipeError:
            output.detach_streams()
            code = Exit.PIPE_CLOSED
        finally:
            output.list_left_out()
        raise typer.Exit(int(code))

    return run


def _attempt(command: Callable[[], Exit | None]) -> Exit:
    """Run a command and return its exit code; errors are reported, except an interruption."""
    try:
        try:
            code = command() or Exit.DONE
            output.flush()
        finally:
            # Even if the exception of the signal was swallowed.
            if _Interruption.requested:
                raise KeyboardInterrupt
    except ClabberError as problem:
        report(problem)
        return problem.exit_code
    except (KeyboardInterrupt, typer.Exit, typer.Abort, BrokenPipeError):
        raise
    except OSError as problem:
        # Errors of files are reported with their names; this one is of a standard stream.
        return _report_lost_stream(problem)
    except Exception as problem:
        if is_debugging():
            raise
        for line in bug_lines(problem):
            output.echo_err(line)
        return Exit.BUG
    return code


def _report_lost_stream(problem: OSError) -> Exit:
    """Report that a standard stream, or the file that the error names, cannot be used; return the exit code."""
    output.detach_streams()
    reason, help = problem.strerror or str(problem), "check the name and the file"
    if problem.errno == errno.EBADF:
        failed = Unusable("cannot go on", "standard output is closed")
    elif problem.filename is not None:
        failed = Unusable(f"cannot use {printable(problem.filename, 200)}", reason, help)
    elif problem.errno in _FULL:
        help = "free some space, or write to another file"
        failed = Unusable("cannot write to standard output", reason, help)
    else:
        failed = Unusable("cannot go on", printable(reason, 200))
    with suppress(OSError):
        report(failed)
    return failed.exit_code


#: Errors of a disk on which nothing more can be written.
_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def run_program(program: Callable[[], object]) -> int:
    """Run the command line and return its exit code; what help and misuse print may fail as a command's output does."""
    code: object = Exit.DONE
    try:
        try:
            program()
        except SystemExit as end:
            # The library ends help with 1 if nobody reads on.
            if isinstance(end.__context__, BrokenPipeError):
                raise end.__context__ from None
            code = end.code
        output.flush()
    except BrokenPipeError:
        output.detach_streams()
        return Exit.PIPE_CLOSED
    except OSError as problem:
        return _report_lost_stream(problem)
    return code if isinstance(code, int) else int(code is not None)


def report(problem: ClabberError) -> None:
    for line in problem.lines:
        output.echo_err(line)


#: Command -> former name of an option, which scripts may still give -> its name now.
FORMER_NAMES: Final[Mapping[str, Mapping[str, str]]] = {
    "check": {"--on": "--cluster"},
    "conformance": {"--answer": "--respond"},
    "convert": {"--to": "--format"},
    "legal": {"--hand": "--cards"},
    "simulate": {"--season": "--whole-season"},
    "league check-table": {"--season": "--show-season"},
    "league correct": {"--to": "--result"},
    "league handicap": {"--since": "--from-round"},
    "league roster": {"--since": "--from-round"},
    "archive check-proof": {"--since": "--grown-from"},
    "archive prove": {"--since": "--grown-from"},
    "archive verify": {"--against": "--checkpoint"},
}

#: Options for help.
HELP: Final = {"help_option_names": ["-h", "--help"]}


def command_group(package: str, about: str, panels: Mapping[str, str]) -> Any:
    """Return the group of commands that a package holds, called like it; see `with_commands`."""
    name = package.rpartition(".")[2]
    app = typer.Typer(name=name, cls=Commands, help=about, no_args_is_help=True, context_settings=HELP)
    return with_commands(get_group(app), package, panels, f"{name} ")


def with_commands(group: Any, package: str, panels: Mapping[str, str], prefix: str = "") -> Any:
    """Return the group with its commands, under the headings and in the order of its help; `prefix` is its name.

    Each command is named by `module.function`, relative to the package; `module.program` is a group of its own, called
    like its module. A trailing `_`, as in `open_`, is not part of a name, and `_` within it becomes a hyphen.
    """
    places = {}
    for panel, names in panels.items():
        for path in names.split():
            module, _, function = path.rpartition(".")
            name = module if function == "program" else function.rstrip("_").replace("_", "-")
            places[name] = (f"{package}.{module}".rstrip("."), function, panel)
    group.commands = _LazyCommands(places, prefix)
    return group


class _LazyCommands(Mapping[str, Any]):
    """Commands by name, loaded when first used."""

    def __init__(self, places: dict[str, tuple[str, str, str]], prefix: str) -> None:
        #: Name -> module, function and heading.
        self._places = places
        self._prefix = prefix
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            module, function, panel = self._places[name]
            found = getattr(import_module(module), function)
            command = found if function == "program" else _LazyCommand(name, found, f"{self._prefix}{name}")
            command.rich_help_panel = panel
            self._loaded[name] = command
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class _LazyCommand(Command):
    """Command with its help; its parameters are built when first used."""

    def __init__(self, name: str, does: Any, whole_name: str) -> None:
        epilog = exit_codes_line(whole_name)
        super().__init__(name, help=cleandoc(does.__doc__ or ""), epilog=epilog, context_settings=HELP)
        self._does, self._whole_name = does, whole_name
        # Deleted, so that `__getattr__` is called for them.
        del self.params, self.callback

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [self._rename_option(arg) for arg in args])

    def _rename_option(self, arg: str) -> str:
        """Return an argument with an option by its present name."""
        name, equals, value = arg.partition("=")
        now = FORMER_NAMES.get(self._whole_name, {}).get(name)
        if now is None:
            return arg
        output.echo_err(f"deprecated: `{self._whole_name} {name}` is now `{self._whole_name} {now}`")
        return f"{now}{equals}{value}"

    def __getattr__(self, name: str) -> Any:
        if name not in ("params", "callback"):
            raise AttributeError(name)
        # A command asked for by itself, as the handbook does, knows `-h` as well.
        alone = typer.Typer(add_completion=False)
        alone.command(name=self.name, cls=Command, context_settings=HELP)(guard(self._does))
        made = get_command(alone)
        self.params, self.callback = made.params, made.callback
        return getattr(self, name)
