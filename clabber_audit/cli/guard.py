"""What stands between a command and the shell: every error becomes a message and an exit code, never a traceback."""

from __future__ import annotations

import codecs
import contextlib
import functools
import os
import sys
from collections.abc import Callable
from typing import Any, Final

import typer

from clabber_audit.errors import ClabberError, Exit, Refused, shown

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
_HANDLER: Final = "clabber-plain"

#: Exit codes from the worst down: a batch ends with the worst that it met.
_WORST_FIRST: Final = (Exit.BUG, Exit.USAGE, Exit.UNUSABLE, Exit.REFUSED, Exit.UNDECIDED, Exit.FINDINGS, Exit.DONE)


def worst(codes: set[Exit]) -> Exit:
    """The exit code of a batch that met these."""
    return next(code for code in _WORST_FIRST if code in codes | {Exit.DONE})


def _plainly(problem: UnicodeError) -> tuple[str, int]:
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    text = problem.object[problem.start : problem.end]
    return "".join(_PLAIN.get(char, "?") for char in text), problem.end


def speak_plainly() -> None:
    """Let no console crash on a suit symbol: what its encoding lacks is written in plain letters.

    It works for what is printed; `typer.echo` takes an ASCII console for a mistake and writes UTF-8 to it.
    """
    codecs.register_error(_HANDLER, _plainly)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors=_HANDLER)


def guarded(command: Callable[..., Exit | None]) -> Callable[..., None]:
    """A command that ends with an exit code whatever happens in it."""

    @functools.wraps(command)
    def run(*args: Any, **options: Any) -> None:
        try:
            code = _attempt(functools.partial(command, *args, **options))
        except BrokenPipeError:
            _give_up_output()
            code = Exit.PIPE_CLOSED
        raise typer.Exit(int(code))

    return run


def _attempt(command: Callable[[], Exit | None]) -> Exit:
    try:
        code = command() or Exit.DONE
        sys.stdout.flush()
    except ClabberError as problem:
        report(problem)
        return problem.exit_code
    except (KeyboardInterrupt, typer.Exit, typer.Abort, BrokenPipeError):
        raise
    except OSError as problem:
        # Of a file it is told where its name is known; what is left are the standard streams.
        _give_up_output()
        say(f"error: cannot go on: {shown(problem.strerror or str(problem), 200)}")
        return Exit.UNUSABLE
    except Exception as problem:
        if debugging():
            raise
        for line in bug_lines(problem):
            say(line)
        return Exit.BUG
    return code


def _give_up_output() -> None:
    """Keep the interpreter from complaining when it flushes, at the end, what nobody takes any more."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with contextlib.suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def debugging() -> bool:
    """Whether a bug may show its traceback."""
    return bool(os.environ.get("CLABBER_DEBUG"))


def bug_lines(problem: Exception, source: str = "") -> list[str]:
    """A bug as people read it, with the record's `source` where that is known."""
    what = shown(f"{type(problem).__name__}: {problem}", 200)
    return [
        f"{f'{shown(source, 200)}: ' if source else ''}error: this is a bug in clabber-audit ({what})",
        "help: please report it with the record; CLABBER_DEBUG=1 shows where it happened",
    ]


def say(line: str) -> None:
    """A line of talk, to standard error."""
    print(line, file=sys.stderr, flush=True)


def report(problem: ClabberError) -> None:
    """Print an error to standard error."""
    for line in report_lines(problem):
        say(line)


def report_lines(problem: ClabberError) -> list[str]:
    """An error as people read it: where, what, why, what to do."""
    lines = []
    if isinstance(problem, Refused):
        for fault in problem.faults:
            where = ":".join([shown(problem.source or "-", 200), *map(str, fault.place or ())])
            lines.append(f"{where}: refused: {fault.what}" + (f"; {fault.why}" if fault.why else ""))
            if fault.help:
                lines.append(f"    help: {fault.help}")
        return lines
    lines.append(f"error: {shown(problem.what, 400)}" + (f": {shown(problem.why, 400)}" if problem.why else ""))
    if problem.help:
        lines.append(f"    help: {shown(problem.help, 400)}")
    return lines
