"""Errors with place, reason, advice and exit code."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Sequence
from enum import IntEnum
from importlib.util import find_spec
from typing import Final, NamedTuple, Self

from clabber_audit.core.text import escape_line, inflect, join_words


class Exit(IntEnum):
    """Exit codes of the command line, with the meanings that the reference and the man page print."""

    DONE = 0, "done, nothing found"
    FINDINGS = 1, "`check` found something; or a ruling, archive, proof, signature or answer failed its check"
    USAGE = 2, "the command was not understood"
    REFUSED = 3, "a record has an error: it is malformed, or describes something impossible"
    UNDECIDED = (
        4,
        "the record does not settle the question, or a search ended first; or a tested program does not support it",
    )
    UNUSABLE = 5, "a file or archive cannot be used: missing, locked, full, damaged, newer"
    OTHER_VERSION = (
        6,
        "another version wrote the page of a ruling: the ruling was checked, the words of the page were not",
    )
    BUG = 70, "a bug in the program"
    INTERRUPTED = 130, "interrupted"
    PIPE_CLOSED = 141, "the program reading the output stopped"

    meaning: str

    def __new__(cls, code: int, meaning: str = "") -> Self:
        """Return a code with its meaning."""
        exit_code = int.__new__(cls, code)
        exit_code._value_, exit_code.meaning = code, meaning
        return exit_code


class TextPlace(NamedTuple):
    """Line and column of a text, both from 1, in characters."""

    line: int
    column: int


#: Path into a record, as in `("plays", 3, "card")`.
Path = tuple[str | int, ...]


class RecordError(NamedTuple):
    """Reason to refuse a record: what, why, what to do, the place in the record and in its text, and an excerpt."""

    what: str
    why: str = ""
    help: str = ""
    path: Path = ()
    place: TextPlace | None = None
    excerpt: tuple[str, ...] = ()


def not_utf8_fault(error: UnicodeDecodeError, help: str, why: str = "", line: int = 1) -> RecordError:
    """Return the fault of bytes that are not UTF-8; `line` is the number of their first line."""
    before = error.object[: error.start].decode(errors="replace")
    place = TextPlace(line + before.count("\n"), len(before) - before.rfind("\n"))
    return RecordError(f"byte {error.object[error.start]:#04x} is not UTF-8 text", why, help, place=place)


#: Limit of faults reported for one record.
MOST_FAULTS: Final = 20
#: Limit of faults with an excerpt of their line.
_SHOWN_FAULTS: Final = 10


class ClabberError(Exception):
    """Error reported in a line or two, with an exit code and without a traceback."""

    exit_code = Exit.USAGE

    def __init__(self, what: str, why: str = "", help: str = "", excerpt: tuple[str, ...] = ()) -> None:
        super().__init__(what)
        self.what, self.why, self.help, self.excerpt = what, why, help, excerpt

    @property
    def lines(self) -> list[str]:
        """The message: what, why, what to do."""
        lines = [
            f"error: {printable(self.what, 400)}" + (f": {printable(self.why, 400)}" if self.why else "")
        ]
        lines += [f"    {line}" for line in self.excerpt]
        return lines + ([f"    help: {printable(self.help, 400)}"] if self.help else [])

    def __str__(self) -> str:
        return "\n".join(self.lines)


class UsageError(ClabberError):
    """Command that was not understood."""


class Undecided(ClabberError):
    """Question that the record does not settle."""

    exit_code = Exit.UNDECIDED


class Unusable(ClabberError):
    """File that cannot be used: missing, unreadable, of the wrong kind, already there."""

    exit_code = Exit.UNUSABLE


def unknown_error(where: str, what: str, word: str, known: Iterable[str], help: str = "") -> Unusable:
    """Return the error for a word that is not known, with the closest one; without one `help`, or all words."""
    from difflib import get_close_matches

    close = get_close_matches(word, known := list(filter(None, known)), 1)
    help = f"did you mean “{close[0]}”?" if close else help or f"it may be {join_words(known, 'or')}"
    return Unusable(f"{where} unknown {what} “{printable(word)}”", "", help)


class Refused(ClabberError):
    """Record refused for one or more faults; `source` names its file.

    At most `MOST_FAULTS` are reported; `more` counts the others, `unread` the lines not read.
    """

    exit_code = Exit.REFUSED

    def __init__(
        self, faults: Sequence[RecordError], source: str = "", more: int = 0, unread: int = 0
    ) -> None:
        self.faults = tuple(faults[:MOST_FAULTS])
        self.more = more + len(faults) - len(self.faults)
        self.unread = unread
        self.source = source
        super().__init__("; ".join(fault.what for fault in self.faults))

    @property
    def lines(self) -> list[str]:
        """The messages: place, what, why, what to do."""
        lines, source = [], printable(self.source or "-", 200)
        for number, fault in enumerate(self.faults):
            where = ":".join([source, *map(str, fault.place or ())])
            lines.append(f"{where}: error: {fault.what}" + (f"; {fault.why}" if fault.why else ""))
            lines += [f"    {line}" for line in fault.excerpt if number < _SHOWN_FAULTS]
            if fault.help:
                lines.append(f"    help: {fault.help}")
        return [*lines, *(f"{source}: {line}" for line in self.rest)]

    @property
    def rest(self) -> list[str]:
        """Lines that count the unreported faults and unread lines."""
        rest = [f"and {self.more} more"] if self.more else []
        if self.unread:
            rest.append(f"{inflect(self.unread, '1 more line was', '{count} more lines were')} not read")
        return rest


def printable(value: object, most: int = 80) -> str:
    """Return a value for a message: on one line, invisible characters escaped, truncated."""
    text = value if isinstance(value, str) else str(value)
    quoted = escape_line(text[: most + 1])
    return quoted if len(quoted) <= most else quoted[:most] + "…"


def is_debugging() -> bool:
    return bool(os.environ.get("CLABBER_DEBUG"))


def bug_lines(problem: Exception, source: str = "") -> list[str]:
    """Return the message for a bug, with the `source` of the record if known."""
    what = printable(f"{type(problem).__name__}: {problem}", 200)
    return [
        f"{f'{printable(source, 200)}: ' if source else ''}error: this is a bug in clabber-audit ({what})",
        "help: please report it, and include the record; CLABBER_DEBUG=1 shows where it happened",
    ]


def require(module: str, package: str, cannot: str, remedy: str) -> None:
    """Raise Unusable, with the remedy, if a module is not installed."""
    if find_spec(module) is None:
        raise Unusable(cannot, f"the package {package} is not installed", remedy)


#: Characters of a long line shown on either side of the place.
_BEFORE: Final = 40
_AFTER: Final = 30


def excerpt(line: str, column: int) -> tuple[str, str]:
    """Return the part of a line around a column, counted from 1, and a caret below it."""
    at = min(column, len(line) + 1) - 1
    first, last = max(0, at - _BEFORE), at + _AFTER
    before = ("…" if first else "") + escape_line(line[first:at].replace("\t", " "))
    after = escape_line(line[at:last].replace("\t", " ")) + ("…" if last < len(line) else "")
    return before + after.rstrip(), " " * sum(map(_width, before)) + "^"


def with_excerpts(faults: Iterable[RecordError], lines: Sequence[str], first: int = 1) -> list[RecordError]:
    """Add the excerpt of its line to each fault; `first` is the number of the first line."""
    quoted = []
    for fault in faults:
        at = fault.place.line - first if fault.place else -1
        line = lines[at] if 0 <= at < len(lines) else ""
        around = excerpt(line, fault.place.column) if fault.place and line.strip() else ()
        quoted.append(fault._replace(excerpt=around))
    return quoted


def _width(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
