"""Findings as workflow commands: GitHub shows each beside the line of the file that it is about.

The form and its escapes are those of GitHub's page on workflow commands. Each command is one line, whatever a record
holds: a line that does not begin with one could be read as another.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Final

from clabber_audit.core.errors import Place, Refused, shown
from clabber_audit.evidence.finding import Finding
from clabber_audit.judge.judge import Ruling
from clabber_audit.report.lint.text import ALTERED, Weight, described, how_much, title, weight

_COMMANDS: Final[dict[Weight, str]] = {"error": "error", "warning": "warning", "note": "notice"}
#: The percent sign first: the others bring new ones.
_ESCAPES: Final = (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"))
_ESCAPES_IN_PROPERTIES: Final = (*_ESCAPES, (":", "%3A"), (",", "%2C"))


def finding(ruling: Ruling, finding: Finding, source: str, place: Place) -> str:
    """A finding as a command; what is only noted is a warning, what cannot be told a notice."""
    return command(weight(finding), title(ruling, finding), "\n".join(described(ruling, finding)), source, place)


def left_open(ruling: Ruling, findings: Sequence[Finding], source: str, place: Place) -> str:
    """How much of a hand stays open, as a notice."""
    return command("note", "Undecided", how_much(ruling, findings), source, place)


def altered(ruling: Ruling, source: str, place: Place) -> str:
    """That a ruling is not what its record gives, as an error."""
    return command("error", "Altered ruling", ALTERED, source, place)


def refused(problem: Refused) -> str:
    """Why a record was refused, an error for each fault."""
    told = []
    for fault in problem.faults:
        help = f"help: {fault.help}" if fault.help else ""
        what = f"{fault.what}; {fault.why}" if fault.why else fault.what
        lines = "\n".join(filter(None, [what, *fault.excerpt, help]))
        told.append(command("error", "Invalid record", lines, problem.source or "-", fault.place))
    told += [command("error", "Invalid record", line, problem.source or "-") for line in problem.rest]
    return "".join(told)


def failed(lines: Sequence[str]) -> str:
    """What else went wrong, as an error."""
    return command("error", "Not done", "\n".join(line.removeprefix("error: ") for line in lines))


def warned(text: str) -> str:
    """What is told besides, as a warning."""
    return command("warning", "Warning", text)


def command(weight: Weight, title: str, message: str, source: str = "-", place: Place | None = None) -> str:
    """A workflow command as a line; one about standard input names no file."""
    properties = {"title": title}
    if source != "-":
        properties = {"file": shown(PurePath(source).as_posix(), 4096)}
        if place is not None:
            properties |= {"line": str(place.line), "col": str(place.column)}
        properties["title"] = title
    listed = ",".join(f"{name}={_escaped(text, _ESCAPES_IN_PROPERTIES)}" for name, text in properties.items())
    return f"::{_COMMANDS[weight]} {listed}::{_escaped(message, _ESCAPES)}\n"


def _escaped(text: str, escapes: Sequence[tuple[str, str]]) -> str:
    for char, escape in escapes:
        text = text.replace(char, escape)
    return text
