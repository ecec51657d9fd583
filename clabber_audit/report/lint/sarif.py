"""Findings as SARIF 2.1.0, which code scanning, editors and other viewers of findings read.

What cannot be told is of the kind `open`, whose level the standard fixes as `none` (3.27.9, 3.27.10).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path, PurePath
from typing import Any, Final
from urllib.parse import quote

from clabber_audit.core import HOME, __version__
from clabber_audit.core.errors import Exit, Place, Refused
from clabber_audit.core.errors import Path as RecordPath
from clabber_audit.evidence.finding import Finding
from clabber_audit.judge.data import finding_data
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.canonical import canonical, digest
from clabber_audit.report.lint.text import ALTERED, described, how_much, weight
from clabber_audit.rules.infractions import infractions

_SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
#: What is told besides infractions: its title, what it means, what to do.
_BESIDES: Final = {
    "left-open": (
        "Undecided",
        "Missing cards leave plays of this hand undecided that nobody made a claim about.",
        "list all of it with `clabber-audit check --all`",
    ),
    "altered-ruling": (
        "Altered ruling",
        "A ruling contains its record and its rules. This one does not match what they give.",
        "run `clabber-audit rule` again",
    ),
    "refused": (
        "Invalid record",
        "The record is malformed, or describes something impossible, and is not judged.",
        "correct the record",
    ),
}
_STANDARD_INPUT: Final = {"description": {"text": "standard input"}}


def finding(ruling: Ruling, finding: Finding, source: str, place: Place) -> str:
    """A finding as a result, in a line of JSON."""
    hand = ruling.replay.hand
    data = finding_data(finding, hand)
    name = data.pop("infraction")
    marks = [hand.record.id, name, *(data[key] for key in ("seat", "team", "trick", "at")), finding.path, finding.meld]
    where = _location(source, place, ruling, finding.path)
    more = {"hand": hand.record.id, "ruleset": ruling.law.ruleset.id, **data}
    return _result(name, weight(finding), described(ruling, finding), where, marks, **more)


def left_open(ruling: Ruling, findings: Sequence[Finding], source: str, place: Place) -> str:
    """How much of a hand stays open, as a result."""
    where = _location(source, place, ruling)
    return _result("left-open", "note", [how_much(ruling, findings)], where, [ruling.replay.hand.record.id])


def altered(ruling: Ruling, source: str, place: Place) -> str:
    """That a ruling is not what its record gives, as a result."""
    where = _location(source, place, ruling)
    return _result("altered-ruling", "error", [ALTERED], where, [ruling.replay.hand.record.id])


def refused(problem: Refused) -> str:
    """Why a record was refused, a result for each fault."""
    told = []
    for fault in problem.faults:
        first = f"{fault.what}; {fault.why}" if fault.why else fault.what
        lines = [first, *([f"help: {fault.help}"] if fault.help else ())]
        told.append(
            _result("refused", "error", lines, _location(problem.source, fault.place), [fault.what, fault.path])
        )
    for line in problem.rest:
        told.append(_result("refused", "error", [line], _location(problem.source, None), [line]))
    return "".join(told)


def failed(lines: Sequence[str]) -> str:
    """What else went wrong, as a notification, which is no result."""
    return canonical({"level": "error", "message": {"text": "\n".join(lines)}}) + "\n"


class Log:
    """A log of one run: begun when it is made, each result written as it is found, ended by `close`."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write, self._notifications, self._first = write, list[Any](), True
        #: The files by how a result names them, and their numbers.
        self._files = dict[str, int]()
        driver = {
            "name": "clabber-audit",
            "version": __version__,
            "semanticVersion": __version__,
            "informationUri": HOME,
            "rules": _rules(),
        }
        head = {"$schema": _SCHEMA, "version": "2.1.0"}
        run = {"columnKind": "unicodeCodePoints", "tool": {"driver": driver}}
        self._write(f'{json.dumps(head)[:-1]}, "runs": [{json.dumps(run, ensure_ascii=False)[:-1]}, "results": [')

    def look(self, source: str) -> None:
        """Note that a file is looked at."""
        self._number(_artifact(source))

    def add(self, lines: str) -> None:
        """Write results; keep notifications for the end."""
        for line in filter(None, lines.split("\n")):
            found = json.loads(line)
            if "ruleId" not in found:
                self._notifications.append(found)
                continue
            for location in found["locations"]:
                named = location["physicalLocation"]["artifactLocation"]
                named["index"] = self._number(named)
            self._write(("\n" if self._first else ",\n") + canonical(found))
            self._first = False

    def close(self, code: Exit) -> None:
        """Write what is known at the end."""
        artifacts = [{"location": json.loads(named), "roles": ["analysisTarget"]} for named in self._files]
        invocation = {
            "executionSuccessful": not self._notifications,
            "exitCode": int(code),
            "toolExecutionNotifications": self._notifications,
        }
        rest = {"artifacts": artifacts, "invocations": [invocation]}
        self._write(f"\n], {json.dumps(rest, ensure_ascii=False)[1:]}]}}\n")

    def _number(self, named: dict[str, Any]) -> int:
        return self._files.setdefault(canonical(named), len(self._files))


def _rules() -> list[dict[str, Any]]:
    """What results may be about: every infraction with its manual, and what is told besides."""
    manuals = {name: (one.title, one.manual, one.words.help) for name, one in infractions().items()}
    return [_rule(name, *told) for name, told in (manuals | _BESIDES).items()]


def _rule(name: str, title: str, manual: str, help: str) -> dict[str, Any]:
    paragraphs = [" ".join(paragraph.split()) for paragraph in manual.split("\n\n")]
    page = infractions()[name].source if name in infractions() else "README.md"
    return {
        "id": name,
        "shortDescription": {"text": title},
        "fullDescription": {"text": paragraphs[0]},
        "help": {"text": "\n\n".join([*paragraphs, f"What to do: {help}."])},
        "helpUri": f"{HOME}/blob/v{__version__}/{page}",
        "defaultConfiguration": {"level": "error"},
    }


_NUMBERS: Final = {name: number for number, name in enumerate([*infractions(), *_BESIDES])}


def _result(
    rule: str, weight: str, lines: Sequence[str], location: dict[str, Any], marks: Iterable[Any], **properties: Any
) -> str:
    """A result as a line of JSON; its marks are what it can be known by in a later run."""
    known = digest([rule, *marks])
    result = {
        "ruleId": rule,
        "ruleIndex": _NUMBERS[rule],
        "kind": "open" if weight == "note" else "fail",
        "level": "none" if weight == "note" else weight,
        "message": {"text": "\n".join(lines)},
        "locations": [location],
        # The second is the name that GitHub goes by; it would take two findings in one line for the same.
        "partialFingerprints": {"clabberFinding/v1": known, "primaryLocationLineHash": f"{known[:16]}:1"},
        "properties": properties,
    }
    return canonical(result) + "\n"


def _location(source: str, place: Place | None, ruling: Ruling | None = None, path: RecordPath = ()) -> dict[str, Any]:
    where: dict[str, Any] = {"physicalLocation": {"artifactLocation": _artifact(source)}}
    if place is not None:
        where["physicalLocation"]["region"] = {"startLine": place.line, "startColumn": place.column}
    if ruling is not None:
        name = ruling.replay.hand.record.id
        whole = "/".join(map(str, (name, *path)))
        where["logicalLocations"] = [{"name": name, "fullyQualifiedName": whole, "kind": "hand"}]
    return where


def _artifact(source: str) -> dict[str, Any]:
    """How a file is named: by where it is as seen from here, in the letters of a URI; standard input by what it is."""
    if source in ("", "-"):
        return _STANDARD_INPUT
    path = PurePath(source)
    return {"uri": Path(source).as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))}
