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
from clabber_audit.core.files import atomic_path
from clabber_audit.core.text import escape, escape_line, isolate_right_to_left

if TYPE_CHECKING:
    from clabber_audit.inputs.kinds import NotRead
    from clabber_audit.records.formats import LookAlikes

#: What is printed where a console cannot show a character: `J♥` becomes `JH`.
_PLAIN: Final = {
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
}
#: After how many seconds progress is told first, and then again.
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
        """Write text."""
        self._stream.write(isolate_right_to_left(escape(text)) if self._is_read else escape(text))

    def write_bytes(self, data: bytes) -> None:
        """Write what is no text: a workbook."""
        self._stream.buffer.write(data)


def standard_output() -> Output:
    """Standard output, as it is when this is called."""
    return Output(sys.stdout)


def standard_input() -> BinaryIO:
    """Standard input, as bytes."""
    return sys.stdin.buffer


def tell(text: str, end: str = "\n") -> None:
    """Print to standard output."""
    standard_output().write(text + end)


#: What is said while somebody listens.
_heard: list[list[str]] = []


@contextlib.contextmanager
def overheard() -> Iterator[list[str]]:
    """The lines of talk of the block, which are said as ever."""
    _heard.append([])
    try:
        yield _heard[-1]
    finally:
        _heard.pop()


def say(line: str, end: str = "\n") -> None:
    """A line of talk, to standard error; one that holds a line feed cannot pass for two."""
    for lines in _heard:
        lines.append(line)
    Output(sys.stderr).write(escape_line(line) + end)
    sys.stderr.flush()


def asked(question: str) -> str:
    """The line typed at a terminal after a question, with a line editor where there is one; EOFError at the end."""
    return input(escape_line(question))


def edit(file: Path) -> None:
    """Let somebody edit a file in the editor that VISUAL or EDITOR names; Unusable where that does not end well."""
    import click

    try:
        click.edit(filename=str(file))
    except (click.ClickException, ValueError) as problem:
        raise Unusable(
            "the editor ended with an error", str(problem), "check the variables VISUAL and EDITOR"
        ) from None


def with_bar(
    results: Iterator[_T],
    doing: str,
    total: Callable[[], int | None],
    hands: Callable[[_T], int] = lambda _: 1,
    what: str = "hands",
) -> Iterator[_T]:
    """The same results, with a bar when standard error is a terminal: how many `hands` they are about, of how many."""
    if not sys.stderr.isatty():
        yield from results
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    known = total()
    after = TimeElapsedColumn() if known is None else TimeRemainingColumn()
    counts = (TextColumn("{task.description}"), MofNCompleteColumn(), TextColumn(what), after)
    columns = (SpinnerColumn(),) if known is None else (BarColumn(20),)
    with Progress(*columns, *counts, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(doing, total=known)
        for result in results:
            yield result
            bar.advance(task, hands(result))


def with_progress(
    results: Iterator[_T], doing: str, total: int, what: str, clock: Callable[[], float] = monotonic
) -> Iterator[_T]:
    """The same results, with a bar on a terminal, elsewhere a line now and then: how many are done, how long to go."""
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
            say(f"{doing}: {done:,} of {total:,} {what}, about {long} left")
            due = now + _OFTEN


def is_read_by_a_person() -> bool:
    """Return True if standard output is a terminal."""
    return sys.stdout.isatty()


def is_typed_by_a_person() -> bool:
    """Return True if standard input is a terminal."""
    return sys.stdin.isatty()


def asked_in_secret(question: str) -> str:
    """Return the answer typed at the terminal, without echo."""
    from getpass import getpass

    return getpass(isolate_right_to_left(escape(question)))


def flush() -> None:
    """Hand on what is written to standard output; OSError where nobody takes it."""
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
    """Stand in for standard streams that are closed, so that a command that needs one gets an OSError."""
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_ClosedInput()), encoding="utf-8")
    # What is opened for reading cannot be written. What is said where nobody listens is lost.
    for name, flags in (("stdout", os.O_RDONLY), ("stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.open(os.devnull, flags), "w", encoding="utf-8"))  # noqa: SIM115


def told_of_stream(problem: OSError) -> str:
    """Return the line that says why a standard stream cannot be used."""
    closed = problem.errno == errno.EBADF
    reason = "standard output is closed" if closed else problem.strerror or str(problem)
    return f"error: cannot go on: {printable(reason, 200)}"


def give_up() -> None:
    """Keep the interpreter from complaining when it flushes, at the end, what nobody takes any more."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with contextlib.suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def speak_plainly() -> None:
    """Let no console crash on a suit symbol: what its encoding lacks is written in plain letters."""
    codecs.register_error(_HANDLER, _plainly)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors=_HANDLER)


def _plainly(problem: UnicodeError) -> tuple[str, int]:
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    text = problem.object[problem.start : problem.end]
    return "".join(_PLAIN.get(char, "?") for char in text), problem.end


class _Warnings(logging.Handler):
    """Says what a room below warns of."""

    def emit(self, record: logging.LogRecord) -> None:
        say(record.getMessage())


def say_warnings() -> None:
    """Say what is logged, here as well as everything else."""
    logging.getLogger("clabber_audit").handlers[:] = [_Warnings()]


@contextmanager
def destination(path: str | None, force: bool, mode: int | None = None) -> Iterator[Output]:
    """Standard output (None or `-`) or a file, to write to.

    The file appears whole, in UTF-8, when the block ends well and not at all when it does not. One that exists is
    replaced only with `force`; a link is replaced, not followed. It gets the permissions `mode`, by default those of
    any new file. Unusable when it cannot be written.
    """
    if path is None or path == "-":
        yield standard_output()
        return
    target = Path(path)
    if os.path.isdir(target):
        raise Unusable(f"cannot write {path}", "it is a folder", "give a file name")
    if _is_there(target):
        if not (os.path.isfile(target) or os.path.islink(target)):
            raise Unusable(
                f"cannot write {path}", "it is not a regular file", "give another name, or - for the screen"
            )
        if not force:
            raise Unusable(f"{path} already exists", "", "give another name, or --force to replace it")
    try:
        with (
            atomic_path(target) as temporary,
            open(temporary, "x", encoding="utf-8", newline="\n") as stream,
        ):
            if mode is not None:
                os.chmod(temporary, mode)
            yield Output(stream)
            stream.flush()
            os.fsync(stream.fileno())
    except BrokenPipeError:
        raise
    except OSError as problem:
        raise Unusable(f"cannot write {path}", problem.strerror or str(problem), "check the folder") from None


@contextmanager
def new_folder(target: str) -> Iterator[Path]:
    """A folder that appears whole when the block ends well, and not at all when it does not."""
    place = Path(target)
    try:
        if place.is_symlink() or (place.exists() and not (place.is_dir() and not any(place.iterdir()))):
            raise Unusable(
                f"{target} already exists", "pages are not written among other files", "give a new folder"
            )
        with atomic_path(place) as temporary:
            temporary.mkdir()
            yield temporary
    except OSError as problem:
        raise Unusable(
            f"cannot write to {target}", problem.strerror or str(problem), "give a new folder"
        ) from None


def fill_folder(target: str, files: Mapping[str, bytes], force: bool) -> None:
    """Put files into a folder, each whole or not at all; all others in it stay.

    Unusable, and nothing is written, where one is there already and reads otherwise, unless with `force`.
    """
    place = Path(target)
    try:
        if not force:
            there = next((place / name for name, data in files.items() if _differs(place / name, data)), None)
            if there is not None:
                raise Unusable(
                    f"{there} already exists", "it has other content", "give a new folder, or --force"
                )
        place.mkdir(exist_ok=True)
    except OSError as problem:
        raise Unusable(
            f"cannot write to {target}", problem.strerror or str(problem), "give a new folder"
        ) from None
    for name, data in files.items():
        if force or _differs(place / name, data) is None:
            with destination(str(place / name), force) as stream:
                stream.write_bytes(data)


def _differs(path: Path, data: bytes) -> bool | None:
    """Return True if the file differs from the data, None if there is no file."""
    if not _is_there(path):
        return None
    return not path.is_file() or path.stat().st_size != len(data) or path.read_bytes() != data


def _is_there(target: Path) -> bool:
    """Return True if the path exists; raise Unusable for a name that no file can have."""
    try:
        os.lstat(target)
    except FileNotFoundError:
        return False
    except OSError as problem:
        raise Unusable(
            f"cannot write {target}", problem.strerror or str(problem), "give another name"
        ) from None
    return True


#: The names that this command has met.
_met: list[LookAlikes] = []


def forget() -> None:
    """A command begins: it has met no names."""
    _met.clear()


def meet(names: Iterable[str]) -> list[tuple[str, str]]:
    """Meet names; those that are taken for others, each with the other."""
    from clabber_audit.records.formats import LookAlikes

    if not _met:
        _met.append(LookAlikes())
    return list(_met[0].among(names))


def look(names: Iterable[str]) -> None:
    """Meet names, and warn of each that is taken for another."""
    for warning in warnings(names):
        say(f"warning: {warning}")


def warnings(names: Iterable[str]) -> list[str]:
    """Meet names; what there is to warn of."""
    return [_warning(name, other) for name, other in meet(names)]


def _warning(name: str, other: str) -> str:
    odd = " ".join(f"U+{ord(char):04X}" for char in dict.fromkeys(name) if char not in other)
    what = f"“{printable(name)}” looks like “{printable(other)}” but is spelled differently ({odd})"
    return f"{what}; they count as two; if they are the same, correct one"


#: How many files are listed.
_LISTED: Final = 60
#: How many reasons are listed of the others.
_REASONS: Final = 10
#: The files by path, so that a folder that is read twice is listed once.
_left: dict[str, NotRead] = {}


def leave_out(file: NotRead) -> None:
    """Note a file that is not read."""
    _left[file.path] = file


def refusals() -> Iterator[Refused]:
    """Yield the refusals of the files that were meant to hold hands."""
    yield from (file.fault for file in _left.values() if file.fault)


def list_left_out() -> None:
    """Print the files that were not read, each with the reason, and forget them."""
    files = list(_left.values())
    for file in files[:_LISTED]:
        say(f"not read: {printable(file.path, 200)}: {file.why}")
    for why, count in Counter(file.why for file in files[_LISTED:]).most_common(_REASONS):
        say(f"not read: and {count} more: {why}")
    _left.clear()
