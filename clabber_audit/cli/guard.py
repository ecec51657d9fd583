"""What stands between a command and the shell: every error becomes a message and an exit code, never a traceback."""

from __future__ import annotations

import codecs
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
    """Let no console crash on a suit symbol: what its encoding lacks is written in plain letters."""
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
            code = command(*args, **options) or Exit.DONE
            sys.stdout.flush()
        except ClabberError as problem:
            report(problem)
            code = problem.exit_code
        except BrokenPipeError:
            # The reader has gone; keep the interpreter from complaining when it flushes at the end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = Exit.PIPE_CLOSED
        except (KeyboardInterrupt, typer.Exit, typer.Abort):
            raise
        except Exception as problem:
            if os.environ.get("CLABBER_DEBUG"):
                raise
            what = f"{type(problem).__name__}: {problem}"
            say(f"error: this is a bug in clabber-audit ({shown(what, 200)})")
            say("help: please report it with the record; CLABBER_DEBUG=1 shows where it happened")
            code = Exit.BUG
        raise typer.Exit(int(code))

    return run


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
    lines.append(f"error: {shown(problem.what, 400)}" + (f": {problem.why}" if problem.why else ""))
    if problem.help:
        lines.append(f"    help: {problem.help}")
    return lines
