"""What stands between a command and the shell: every error becomes a message and an exit code, never a traceback."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup
from typer.exceptions import TyperException

from clabber_audit.cli.ending import end_if_told
from clabber_audit.cli.left_out import list_left_out
from clabber_audit.cli.lookalikes import forget
from clabber_audit.cli.screen import flush, give_up, say, told_of_stream
from clabber_audit.ground.characters import visible_line
from clabber_audit.ground.errors import ClabberError, Exit, bug_lines, debugging

#: Exit codes from the worst down: a batch ends with the worst that it met.
_WORST_FIRST: Final = (
    *(Exit.BUG, Exit.USAGE, Exit.UNUSABLE, Exit.REFUSED, Exit.OTHER_VERSION),
    *(Exit.UNDECIDED, Exit.FINDINGS, Exit.DONE),
)


def worst(codes: set[Exit]) -> Exit:
    """The exit code of a batch that met these."""
    return next(code for code in _WORST_FIRST if code in codes | {Exit.DONE})


class _Plainly:
    """Help without types where they say nothing, as of a flag or a name; bounds stand in its words.

    A text is taken as it was typed.
    """

    def get_params(self, ctx: Any) -> list[Any]:
        """The options and arguments."""
        found: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for param in found:
            vars(param)["get_runtime_param"] = _AsTyped
            vars(param)["_get_number_range_help_str"] = _nothing
            if isinstance(param, TyperArgument) or getattr(param, "is_flag", False):
                vars(param)["display_type_rich"] = _nothing
        return found


def _nothing(*_: object, **__: object) -> None:
    """What is said of a type that speaks for itself."""


class _AsTyped:
    """The value of a parameter. Pydantic, with which typer converts what is typed, is loaded where that is needed."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value that was typed, of the type that the command wants."""
        several = param.multiple or param.nargs == -1
        wanted = param.type_descriptor.annotation
        if not several and (value is None or (wanted is str and isinstance(value, str))):
            return value
        return type(param).get_runtime_param(param).coerce(value, param=param, ctx=ctx)


class Command(_Plainly, TyperCommand):
    """A command."""


class Commands(_Plainly, TyperGroup):
    """Commands whose misuse is told with what was typed escaped, as everything else is."""

    def make_context(self, *args: Any, **extra: Any) -> Any:
        """Understand the options of the group."""
        with _told_escaped():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: Any) -> Any:
        """Understand and run the command."""
        with _told_escaped():
            return super().invoke(ctx)


@contextmanager
def _told_escaped() -> Iterator[None]:
    try:
        yield
    except TyperException as misuse:
        misuse.message = visible_line(_plain(misuse.message))
        raise


def _plain(told: str) -> str:
    """What is wrong with a value, without the words of the library that says so."""
    return told.replace("Value error, ", "").replace("Input should be", "it should be")


def guarded(command: Callable[..., Exit | None]) -> Callable[..., None]:
    """A command that ends with an exit code whatever happens in it."""

    @functools.wraps(command)
    def run(*args: Any, **options: Any) -> None:
        forget()
        try:
            code = _attempt(functools.partial(command, *args, **options))
        except BrokenPipeError:
            give_up()
            code = Exit.PIPE_CLOSED
        finally:
            list_left_out()
        raise typer.Exit(int(code))

    return run


def _attempt(command: Callable[[], Exit | None]) -> Exit:
    try:
        try:
            code = command() or Exit.DONE
            flush()
        finally:
            end_if_told()
    except ClabberError as problem:
        report(problem)
        return problem.exit_code
    except (KeyboardInterrupt, typer.Exit, typer.Abort, BrokenPipeError):
        raise
    except OSError as problem:
        # Of a file it is told where its name is known; what is left are the standard streams.
        return _without_stream(problem)
    except Exception as problem:
        if debugging():
            raise
        for line in bug_lines(problem):
            say(line)
        return Exit.BUG
    return code


def _without_stream(problem: OSError) -> Exit:
    """Return the exit code for a standard stream that cannot be used, after a line about it."""
    give_up()
    with suppress(OSError):
        say(told_of_stream(problem))
    return Exit.UNUSABLE


def ended(program: Callable[[], object]) -> int:
    """Run the command line and return its exit code; what help and misuse print may fail as a command's output does."""
    code: object = Exit.DONE
    try:
        try:
            program()
        except SystemExit as end:
            code = end.code
        flush()
    except BrokenPipeError:
        give_up()
        return Exit.PIPE_CLOSED
    except OSError as problem:
        return _without_stream(problem)
    return code if isinstance(code, int) else int(code is not None)


def report(problem: ClabberError) -> None:
    """Print an error to standard error."""
    for line in problem.lines:
        say(line)
