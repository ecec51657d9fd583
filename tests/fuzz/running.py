"""Runner of fuzz inputs within this process, under limits, and its complaints about the result."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, NoReturn
from unicodedata import category

from clabber_audit.core.errors import Exit
from tests.cli import call_as_main
from tests.fuzz.inputs import Input
from tests.scale import slowness

#: Limits of each input, in seconds of a usual processor and in additional bytes.
CPU: Final = 5.0
MEMORY: Final = 500_000_000
#: A command is stopped only long after its limit, to distinguish a slow one from a loop.
PATIENCE: Final = 4 * CPU

_CODES: Final = frozenset(Exit) - {Exit.BUG, Exit.INTERRUPTED, Exit.PIPE_CLOSED}
_SEASONS: Final = ("league standings", "league schedule", "league players", "league report", "league site")
#: Codes after which nothing may have been written, and the commands that go on with the rest and write that. What was
#: typed at the prompt is kept.
_REFUSED: Final = {
    Exit.USAGE: ("check", "record"),
    Exit.REFUSED: ("check", "convert", "score", "fmt", "record", "archive add", *_SEASONS),
    Exit.UNUSABLE: ("check", "score", "fmt", "record", "archive add"),
}
#: Kinds of characters that have no business on a terminal: controls, marks of direction, halves, private ones, ends of
#: lines that are none; but for line feeds, and the returns before them that CSV has.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_ENDS: Final = frozenset("\r\n")


class FuzzedRun(NamedTuple):
    """Result of a command."""

    code: int | str
    out: bytes
    err: str
    seconds: float


class TooLong(BaseException):
    """A command did not end by itself. A BaseException, so that the program cannot report it as an error."""


def run(args: tuple[str, ...], stdin: bytes) -> FuzzedRun:
    """Run a command in the current folder, under limits."""
    code: int | str
    start = time.process_time()
    try:
        with _limit_resources():
            code, out, err = call_as_main(args, stdin)
    except TooLong:
        code, out, err = "no end", b"", b""
    return FuzzedRun(code, out, err.decode(errors="replace"), time.process_time() - start)


@contextlib.contextmanager
def _limit_resources() -> Iterator[None]:
    """Limit memory and processor time; a command that exceeds them fails visibly."""
    before, most = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if sys.platform == "linux" else 0
    if pages:
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY, most))
    handler = signal.signal(signal.SIGVTALRM, _raise_too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, handler)
        resource.setrlimit(resource.RLIMIT_AS, (before, most))


def _raise_too_long(*_: Any) -> NoReturn:
    raise TooLong


def working_folder() -> TemporaryDirectory[str]:
    """Yield a folder for inputs, in memory if possible: a disk waits for every synced file."""
    return TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)


def complaints(case: Input, folder: Path) -> list[str]:
    inputs = folder / "in"
    inputs.mkdir(exist_ok=True)
    for name, data in case.files.items():
        (inputs / name).write_bytes(data)
    before = os.getcwd()
    os.chdir(inputs)
    try:
        done = run(case.args, case.stdin)
    finally:
        os.chdir(before)
    return [*_check_output(case, done), *_check_files(case, done, folder)]


def _check_output(case: Input, done: FuzzedRun) -> Iterator[str]:
    """Yield complaints about the exit code, the output and the time taken."""
    if done.code not in _CODES:
        yield f"exit code {done.code}: {done.err.strip()[-300:]!r}"
    if done.seconds > CPU * slowness():
        yield f"{done.seconds:.1f} seconds"
    if done.code in _REFUSED and not done.err.strip():
        yield f"exit code {done.code} and nothing said"
    for words in ("Traceback", "out of memory"):
        if words in done.err:
            yield words
    texts = [done.err] if "xlsx" in case.args else [done.err, done.out.decode(errors="replace")]
    for text in texts:
        if odd := _unprintable_chars(text):
            at = text.index(odd[0])
            yield f"raw {''.join(odd)!a} in {text[max(0, at - 60) : at + 20]!a}"
    if (
        done.code in (Exit.DONE, Exit.FINDINGS, Exit.UNDECIDED)
        and "json" in case.args
        and done.out.startswith(b"{")
    ):
        try:
            json.loads(done.out)
        except ValueError as problem:
            yield f"broken JSON: {problem}"


def _unprintable_chars(text: str) -> list[str]:
    """Return the characters of a text that must not be printed on a terminal."""
    odd = {char for char in {*text} - _ENDS if not char.isprintable()}
    return sorted(char for char in odd if category(char) in _UNSEEN or ord(char) & 0xFFFE == 0xFFFE)


def _check_files(case: Input, done: FuzzedRun, folder: Path) -> Iterator[str]:
    """Yield complaints about the files left in the folder, and delete them all."""
    before = {Path("in", name): data for name, data in case.files.items()}
    command = " ".join(case.args[: 1 + (case.args[0] in ("archive", "league"))])
    refused = done.code in _REFUSED and command not in _REFUSED[Exit(done.code)]
    named = {*case.writes, *(part for word in case.args for part in Path(word).parts)}
    for place, folders, names in os.walk(folder, topdown=False):
        for name in names:
            path = Path(place, name)
            parts = path.relative_to(folder).parts
            was, data = before.pop(Path(*parts), None), path.read_bytes()
            path.unlink()
            if was is None and (refused or not {*parts} & named):
                yield f"{name!r} is left behind"
            elif was is not None and data != was and (refused or name not in case.writes):
                yield f"{name!r} was changed"
        for name in {*folders} - {"in"}:
            Path(place, name).rmdir()
    for gone in before:
        if gone.name not in case.writes:
            yield f"{gone.name!r} is gone"
