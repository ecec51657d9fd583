"""Terminal output and output files."""

from __future__ import annotations

import codecs
import contextlib
import errno
import io
import logging
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO, Final, TextIO, TypeVar

from clabber_audit.core.errors import Refused, Unusable, printable
from clabber_audit.core.files import atomic_path, unusable_if_fails
from clabber_audit.core.text import escape, escape_line, isolate_right_to_left

if TYPE_CHECKING:
    from clabber_audit.inputs.records import NotRead
    from clabber_audit.records.formats import LookAlikes

#: Replacements for characters that a console cannot show: `J♥` becomes `JH`.
PLAIN: Final = {
    "♣": "C",
    "♦": "D",
    "♥": "H",
    "♠": "S",
    "“": '"',
    "”": '"',
    "‘": "'",
    "’": "'",
    "…": "...",
    "–": "-",
    "—": "-",
    "←": "<-",
    "→": "->",
    "·": "-",
    "−": "-",
    "\u00a0": " ",
}
#: Seconds until the first line of progress, and between later ones.
_SOON: Final = 2
_OFTEN: Final = 10
_MINUTE: Final = 60
_HANDLER: Final = "clabber-plain"

_T = TypeVar("_T")


class Output:
    """Destination of a result, standard output or a file: text with invisible characters escaped, or bytes.

    On a terminal, words that are read from right to left are isolated as well; in a file or a pipe text is only itself.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_read = stream.isatty()

    def write(self, text: str) -> None:
        self._stream.write(isolate_right_to_left(escape(text)) if self._is_read else escape(text))

    def write_bytes(self, data: bytes) -> None:
        self._stream.buffer.write(data)


def standard_output() -> Output:
    return Output(sys.stdout)


def standard_input() -> BinaryIO:
    return sys.stdin.buffer


def echo(text: str, end: str = "\n") -> None:
    standard_output().write(text + end)


#: Lines being captured, innermost last.
_captured: list[list[str]] = []


@contextlib.contextmanager
def capture_messages() -> Iterator[list[str]]:
    """Collect the lines that the block prints to standard error."""
    _captured.append([])
    try:
        yield _captured[-1]
    finally:
        _captured.pop()


def echo_err(line: str, end: str = "\n") -> None:
    """Print a line to standard error, with line feeds escaped."""
    for lines in _captured:
        lines.append(line)
    Output(sys.stderr).write(escape_line(line) + end)
    sys.stderr.flush()


def ask_line(question: str) -> str:
    """Return the line typed after a question; raise EOFError at the end of input."""
    return input(escape_line(question))


def edit(file: Path) -> None:
    """Open a file in the editor of VISUAL or EDITOR. Raise Unusable if that fails."""
    import click

    try:
        click.edit(filename=str(file))
    except (click.ClickException, ValueError) as problem:
        help = "check the variables VISUAL and EDITOR"
        raise Unusable("the editor ended with an error", str(problem), help) from None


def with_bar(
    results: Iterator[_T],
    doing: str,
    total: Callable[[], int | None],
    hands: Callable[[_T], int] = lambda _: 1,
    what: str = "hands",
) -> Iterator[_T]:
    """Yield the results, with a progress bar if standard error is a terminal; `hands` counts those of a result."""
    if not sys.stderr.isatty():
        yield from results
        return
    from rich import progress
    from rich.console import Console

    known = total()
    after = progress.TimeElapsedColumn() if known is None else progress.TimeRemainingColumn()
    title, unit = progress.TextColumn("{task.description}"), progress.TextColumn(what)
    counts = (title, progress.MofNCompleteColumn(), unit, after)
    columns = (progress.SpinnerColumn(),) if known is None else (progress.BarColumn(20),)
    with progress.Progress(*columns, *counts, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(doing, total=known)
        for result in results:
            yield result
            bar.advance(task, hands(result))


def with_progress(
    results: Iterator[_T], doing: str, total: int, what: str, clock: Callable[[], float] = monotonic
) -> Iterator[_T]:
    """Yield the results, with a bar on a terminal, elsewhere with a line of progress now and then."""
    if sys.stderr.isatty():
        yield from with_bar(results, doing, lambda: total, what=what)
        return
    begun = clock()
    due = begun + _SOON
    for done, result in enumerate(results, 1):
        yield result
        now = clock()
        if now >= due and done < total:
            left = (now - begun) / done * (total - done)
            long = f"{left:.0f} seconds" if left < _MINUTE else f"{left / _MINUTE:.0f} min"
            echo_err(f"{doing}: {done:,} of {total:,} {what}, about {long} left")
            due = now + _OFTEN


def is_read_by_a_person() -> bool:
    return sys.stdout.isatty()


def is_typed_by_a_person() -> bool:
    return sys.stdin.isatty()


def ask_secret(question: str) -> str:
    from getpass import getpass

    return getpass(isolate_right_to_left(escape(question)))


def flush() -> None:
    sys.stdout.flush()


class _ClosedInput(io.RawIOBase):
    """Standard input that is closed."""

    def __init__(self) -> None:
        # Its number is taken, else the next file that is opened would be standard input.
        self._number = os.open(os.devnull, os.O_RDONLY)

    def fileno(self) -> int:
        return self._number

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        raise OSError(errno.EIO, "standard input is closed")


def open_closed_streams() -> None:
    """Replace closed standard streams by ones that raise OSError when used."""
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_ClosedInput()), encoding="utf-8")
    # A stream opened for reading raises OSError when written; talk to a closed stderr is dropped.
    for name, flags in (("stdout", os.O_RDONLY), ("stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.open(os.devnull, flags), "w", encoding="utf-8"))  # noqa: SIM115


def detach_streams() -> None:
    """Redirect broken standard streams, so that the final flush does not fail."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with contextlib.suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def replace_unencodable() -> None:
    """Write characters that the console lacks in plain letters instead of failing."""
    codecs.register_error(_HANDLER, _replace_unprintable)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors=_HANDLER)


def _replace_unprintable(problem: UnicodeError) -> tuple[str, int]:
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    text = problem.object[problem.start : problem.end]
    return "".join(PLAIN.get(char, "?") for char in text), problem.end


class _Warnings(logging.Handler):
    """Handler that prints logged warnings to standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        echo_err(record.getMessage())


def say_warnings() -> None:
    """Print logged warnings."""
    logging.getLogger("clabber_audit").handlers[:] = [_Warnings()]


@contextmanager
def destination(path: str | None, force: bool, mode: int | None = None) -> Iterator[Output]:
    """Open standard output (None or `-`) or a file for writing.

    The file appears whole, in UTF-8, if the block succeeds, else not at all. An existing one is replaced only with
    `force`; a link is replaced, not followed. `mode` sets its permissions. Raise Unusable if it cannot be written.
    """
    if path is None or path == "-":
        yield standard_output()
        return
    target = Path(path)
    if os.path.isdir(target):
        raise Unusable(f"cannot write {path}", "it is a folder", "give a file name")
    if _is_there(target):
        if not (os.path.isfile(target) or os.path.islink(target)):
            help = "give another name, or - for the screen"
            raise Unusable(f"cannot write {path}", "it is not a regular file", help)
        if not force:
            raise Unusable(f"{path} already exists", "", "give another name, or --force to replace it")
    try:
        with atomic_path(target) as temporary, open(temporary, "x", encoding="utf-8", newline="\n") as stream:
            if mode is not None:
                os.chmod(temporary, mode)
            yield Output(stream)
            stream.flush()
            os.fsync(stream.fileno())
    except BrokenPipeError:
        raise
    except OSError as problem:
        raise Unusable(f"cannot write {path}", problem.strerror or str(problem), "check the folder") from None


def write_output(path: str | None, data: str | bytes, force: bool) -> None:
    """Write a text or bytes to a destination."""
    with destination(path, force) as stream:
        (stream.write_bytes if isinstance(data, bytes) else stream.write)(data)  # type: ignore[arg-type]


@contextmanager
def make_folder(target: str) -> Iterator[Path]:
    """Make a folder that appears only when the block ends well."""
    place = Path(target)
    with unusable_if_fails(f"cannot write to {target}", "give a new folder"):
        if place.is_symlink() or (place.exists() and not (place.is_dir() and not any(place.iterdir()))):
            help = "give a new folder"
            raise Unusable(f"{target} already exists", "pages are not written among other files", help)
        with atomic_path(place) as temporary:
            temporary.mkdir()
            yield temporary


def fill_folder(target: str, files: Mapping[str, bytes], force: bool) -> None:
    """Write files into a folder, each whole or not at all.

    Raise Unusable, writing nothing, if one exists with other content, unless `force`.
    """
    place = Path(target)
    with unusable_if_fails(f"cannot write to {target}", "give a new folder"):
        if not force:
            there = next((place / name for name, data in files.items() if _differs(place / name, data)), None)
            if there is not None:
                help = "give a new folder, or --force"
                raise Unusable(f"{there} already exists", "it has other content", help)
        place.mkdir(exist_ok=True)
    for name, data in files.items():
        if force or _differs(place / name, data) is None:
            write_output(str(place / name), data, force)


def _differs(path: Path, data: bytes) -> bool | None:
    """Return True if the file differs from the data, None if there is no file."""
    if not _is_there(path):
        return None
    return not path.is_file() or path.stat().st_size != len(data) or path.read_bytes() != data


def _is_there(target: Path) -> bool:
    """Return True if the path exists. Raise Unusable for a name that no file can have."""
    with unusable_if_fails(f"cannot write {target}", "give another name"):
        try:
            os.lstat(target)
        except FileNotFoundError:
            return False
    return True


#: Names that this command has met.
_names_met: list[LookAlikes] = []


def forget_names_and_files() -> None:
    """Forget the names that an earlier command of this process has met, and the files that it left out."""
    _names_met.clear()
    _left.clear()


def find_lookalikes(names: Iterable[str]) -> list[tuple[str, str]]:
    """Note names, and return the look-alikes, each with the name it resembles."""
    from clabber_audit.records.formats import LookAlikes

    if not _names_met:
        _names_met.append(LookAlikes())
    return list(_names_met[0].find_among(names))


def lookalike_warnings(names: Iterable[str]) -> Iterator[str]:
    """Note names, and yield the warnings about look-alikes."""
    for name, other in find_lookalikes(names):
        own, others = (
            [char for char in one if char not in two] for one, two in ((name, other), (other, name))
        )
        # The letters of another alphabet may be in the name that came first.
        odd = [char for char in (*own, *others) if not char.isascii()] or own
        codes = " ".join(f"U+{ord(char):04X}" for char in dict.fromkeys(odd))
        what = f"“{printable(name)}” looks like “{printable(other)}” but is spelled differently ({codes})"
        yield f"{what}; they count as two; if they are the same, correct one"


def warn_of_lookalikes(names: Iterable[str]) -> None:
    """Record names and warn about look-alikes."""
    for warning in lookalike_warnings(names):
        echo_err(f"warning: {warning}")


#: Files listed, at most.
_LISTED: Final = 60
#: Reasons listed for the others, at most.
_REASONS: Final = 10
#: Files not read, by path.
_left: dict[str, NotRead] = {}


def leave_out(file: NotRead) -> None:
    _left[file.path] = file


def refusals() -> Iterator[Refused]:
    """Yield the refusals of the files that were meant to hold hands."""
    yield from (file.fault for file in _left.values() if file.fault)


def list_left_out() -> None:
    """Print the files that were not read, each with the reason, and forget them."""
    files = list(_left.values())
    for file in files[:_LISTED]:
        echo_err(f"not read: {printable(file.path, 200)}: {file.why}")
    for why, count in Counter(file.why for file in files[_LISTED:]).most_common(_REASONS):
        echo_err(f"not read: and {count} more: {why}")
    _left.clear()
