"""Findings as text, as GitHub workflow commands and as SARIF 2.1.0."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path, PurePath
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.cards import CODE, codes, seat_name
from clabber_audit.core import HOME, __version__
from clabber_audit.core.errors import Exit, Refused, TextPlace, printable
from clabber_audit.core.text import pluralize
from clabber_audit.evidence.finding import Finding
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.columns import WHEREABOUTS
from clabber_audit.records.formats import canonical, digest
from clabber_audit.report.data import finding_data
from clabber_audit.report.wording import Speaker, explain_unanswered, speaker_of
from clabber_audit.rules.infractions import infractions

#: Weight of a finding: with a penalty, without one, not proven.
Weight = Literal["error", "warning", "note"]


class Rule(NamedTuple):
    """Rule of a linter: its title, its manual, and advice."""

    title: str
    manual: str
    help: str


#: The rules that are no infractions.
_OTHER_RULES: Final = {
    "left-open": Rule(
        "Undecided",
        "Missing cards leave plays of this hand undecided that nobody made a claim about.",
        "list all of it with `clabber-audit check --all`",
    ),
    "altered-ruling": Rule(
        "Altered ruling",
        "A ruling contains its record and its rules. This one does not match what they give.",
        "run `clabber-audit rule` again",
    ),
    "refused": Rule(
        "Invalid record",
        "The record is malformed, or describes something impossible, and is not judged.",
        "correct the record",
    ),
}


class Diagnostic(NamedTuple):
    """Finding, or problem with a record, in the terms of linters."""

    #: Id of an infraction or of another rule; empty for a failure of the program.
    rule: str
    title: str
    weight: Weight
    lines: Sequence[str]
    #: Name of the file, `-` for standard input.
    source: str = "-"
    place: TextPlace | None = None
    #: Lines of the file around a fault.
    excerpt: Sequence[str] = ()
    ruling: Ruling | None = None
    finding: Finding | None = None
    #: Identity in a later run, with its rule.
    marks: Sequence[Any] = ()


def diagnose_finding(ruling: Ruling, finding: Finding, source: str, place: TextPlace) -> Diagnostic:
    """Return the diagnostic of a finding: sentence and cost, hand and trick, articles, help."""
    speaker, law, infraction = speaker_of(ruling), ruling.law, infractions()[finding.infraction]
    lines = [
        f"{speaker.finding(finding)} [{finding.penalty.replace('_', ' ')}]",
        *filter(None, [explain_unanswered(finding, ruling.effort)]),
        f"hand {ruling.replay.hand.record.id}, {speaker.place(finding)}{_table(ruling, finding, speaker)}",
        *(f"rule {name}: {law.ruleset.articles[name].text}" for name in law.articles[finding.infraction]),
        f"help: {infraction.words.help}",
    ]
    weight: Weight = "warning" if finding.penalty == "note" else "error"
    if finding.is_open:
        weight = "note"
    title = infraction.title_in(law.game)
    return Diagnostic(infraction.id, title, weight, lines, source, place, ruling=ruling, finding=finding)


def diagnose_open(ruling: Ruling, findings: Sequence[Finding], source: str, place: TextPlace) -> Diagnostic:
    """Return the diagnostic of the undetermined findings that no claim is about."""
    plays = len({finding.at for finding in findings if finding.in_trick})
    points = sum(not finding.in_trick for finding in findings)
    parts = [pluralize(count, noun) for count, noun in ((points, "point"), (plays, "play")) if count]
    why = "something was not written down" if ruling.replay.hand.is_whole else "cards are missing"
    them, name = "it" if plays + points == 1 else "them", ruling.replay.hand.record.id
    text = f"hand {name}: {' and '.join(parts)} cannot be checked because {why}; use --all to list {them}"
    return _diagnose("left-open", "note", [text], source, place=place, ruling=ruling, marks=[name])


def diagnose_altered(ruling: Ruling, source: str, place: TextPlace) -> Diagnostic:
    """Return the diagnostic of a ruling that its own record does not give."""
    text, marks = "this ruling does not match its record; run `rule` again", [ruling.replay.hand.record.id]
    return _diagnose("altered-ruling", "error", [text], source, place=place, ruling=ruling, marks=marks)


def diagnose_refused(problem: Refused) -> list[Diagnostic]:
    """Return a diagnostic for each fault of a refused record."""
    source, diagnostics = problem.source or "-", list[Diagnostic]()
    for fault in problem.faults:
        lines = [f"{fault.what}; {fault.why}" if fault.why else fault.what]
        lines += [f"help: {fault.help}"] if fault.help else []
        where, marks = {"place": fault.place, "excerpt": fault.excerpt}, [fault.what, fault.path]
        diagnostics.append(_diagnose("refused", "error", lines, source, **where, marks=marks))
    rest = (_diagnose("refused", "error", [line], source, marks=[line]) for line in problem.rest)
    return [*diagnostics, *rest]


def _diagnose(rule: str, weight: Weight, lines: Sequence[str], source: str, **fields: Any) -> Diagnostic:
    """Return the diagnostic of a rule that is not an infraction."""
    return Diagnostic(rule, _OTHER_RULES[rule].title, weight, lines, source, **fields)


def diagnose_failure(lines: Sequence[str]) -> Diagnostic:
    """Return the diagnostic of a failure that the record did not cause."""
    return Diagnostic("", "Not done", "error", lines)


def _table(ruling: Ruling, finding: Finding, speaker: Speaker) -> str:
    """Return the trick in which a card fell, and the hand held, or the line on which a lay-down loses a trick."""
    if line := finding.facts.get("line"):
        moves = (move.partition(":") for move in line)
        played = ", ".join(f"{seat_name(seat)} {speaker.card(card)}" for seat, _, card in moves)
        return f": one way it can go: {played}"
    if not finding.in_trick:
        return ""
    replay, fell = ruling.replay, list[str]()
    for clock in replay.clocks_of(replay.hand.seating.trick_of(finding.at)):
        mark = " ←" if clock == finding.at else ""
        seat = seat_name(replay.hand.seating.seats[replay.hand.seats[clock]])
        fell.append(f"{seat} {speaker.card(CODE.get(replay.cards[clock]))}{mark}")
    held = speaker.cards(codes(replay.hand_at(replay.hand.seats[finding.at], finding.at)))
    return f": {', '.join(fell)}; {f'held {held}' if held else 'hand unknown'}"


def format_text(one: Diagnostic) -> str:
    """Return lines of text, the first of them `file:line:column: id: sentence`; refusals go to standard error."""
    if one.ruling is None:
        return ""
    where = printable(one.source, 200)
    if one.place and one.rule != "altered-ruling":
        where += f":{one.place.line}:{one.place.column}"
    rule = f"{one.rule}: " if one.finding else ""
    first, *others = one.lines
    return f"{where}: {rule}{first}\n" + "".join(f"    {line}\n" for line in others)


#: Workflow commands of GitHub, and the escapes of its documentation.
_COMMANDS: Final[dict[Weight, str]] = {"error": "error", "warning": "warning", "note": "notice"}
_ESCAPES: Final = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTIES: Final = _ESCAPES | str.maketrans({":": "%3A", ",": "%2C"})


def format_github(one: Diagnostic) -> str:
    """Return a workflow command, always one line: another line of a record could be read as a command."""
    properties = {"title": one.title}
    if one.source != "-":
        properties = {"file": printable(PurePath(one.source).as_posix(), 4096)}
        if one.place is not None:
            properties |= {"line": str(one.place.line), "col": str(one.place.column)}
        properties["title"] = one.title
    first, *others = one.lines or [""]
    lines = [first, *one.excerpt, *others]
    if not one.rule:
        lines = [line.removeprefix("error: ") for line in one.lines]
    listed = ",".join(f"{name}={text.translate(_IN_PROPERTIES)}" for name, text in properties.items())
    message = "\n".join(lines).translate(_ESCAPES)
    return f"::{_COMMANDS[one.weight]} {listed}::{message}\n"


def github_warning(text: str) -> str:
    return format_github(Diagnostic("", "Warning", "warning", [text]))


def format_sarif(one: Diagnostic) -> str:
    """Return a result as a line of JSON, or a notification for a failure.

    What is undetermined is of the kind `open`, whose level the standard fixes as `none` (3.27.9, 3.27.10).
    """
    message = {"text": "\n".join(one.lines)}
    if not one.rule:
        return canonical({"level": "error", "message": message}) + "\n"
    location: dict[str, Any] = {"physicalLocation": {"artifactLocation": _artifact(one.source)}}
    if one.place is not None:
        region = {"startLine": one.place.line, "startColumn": one.place.column}
        location["physicalLocation"]["region"] = region
    marks, properties, path = one.marks, dict[str, Any](), tuple[str | int, ...]()
    name = one.ruling.replay.hand.record.id if one.ruling else ""
    if one.ruling and one.finding:
        path, data = one.finding.path, finding_data(one.finding, one.ruling.replay.hand)
        data.pop("infraction")
        place = (data[key] for key in ("seat", "team", "trick", "at"))
        marks = [name, one.rule, *place, path, one.finding.meld]
        properties = {"hand": name, "ruleset": one.ruling.law.ruleset.id, **data}
    if one.ruling:
        full_name = "/".join(map(str, (name, *path)))
        location["logicalLocations"] = [{"name": name, "fullyQualifiedName": full_name, "kind": "hand"}]
    known = digest([one.rule, *marks])
    result = {
        "ruleId": one.rule,
        "ruleIndex": list(_rules()).index(one.rule),
        "kind": "open" if one.weight == "note" else "fail",
        "level": "none" if one.weight == "note" else one.weight,
        "message": message,
        "locations": [location],
        # GitHub goes by the second name and would otherwise take two findings in one line for the same.
        "partialFingerprints": {"clabberFinding/v1": known, "primaryLocationLineHash": f"{known[:16]}:1"},
        "properties": properties,
    }
    return canonical(result) + "\n"


@lru_cache(maxsize=1)
def _rules() -> dict[str, Rule]:
    """Return every rule by its id: the infractions with their manuals, then the others."""
    own = {name: Rule(one.title, one.manual, one.words.help) for name, one in infractions().items()}
    return own | _OTHER_RULES


def _artifact(source: str) -> dict[str, Any]:
    """Return the location of a file: relative as a URI, absolute as a file URI, or standard input in words."""
    from urllib.parse import quote

    if source in ("", "-"):
        return {"description": {"text": "standard input"}}
    path = PurePath(source)
    return {"uri": Path(source).as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))}


#: The linter formats by name.
FORMATS: Final[dict[str, Callable[[Diagnostic], str]]] = {
    "text": format_text,
    "github": format_github,
    "sarif": format_sarif,
}


class SarifLog:
    """SARIF log of one run, written as results come in and ended by `close`."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write, self._notifications, self._first = write, list[Any](), True
        #: Numbers of the files by their locations in results.
        self._files = dict[str, int]()
        rules = []
        for name, rule in _rules().items():
            paragraphs = [" ".join(paragraph.split()) for paragraph in rule.manual.split("\n\n")]
            page = infractions()[name].source if name in infractions() else "README.md"
            described = {
                "id": name,
                "shortDescription": {"text": rule.title},
                "fullDescription": {"text": paragraphs[0]},
                "help": {"text": "\n\n".join([*paragraphs, f"What to do: {rule.help}."])},
                "helpUri": f"{HOME}/blob/v{__version__}/{page}",
                "defaultConfiguration": {"level": "error"},
            }
            rules.append(described)
        driver = {
            "name": "clabber-audit",
            "version": __version__,
            "semanticVersion": __version__,
            "informationUri": HOME,
            "rules": rules,
        }
        schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
        head = {"$schema": schema, "version": "2.1.0"}
        run = {"columnKind": "unicodeCodePoints", "tool": {"driver": driver}}
        opened = json.dumps(run, ensure_ascii=False)[:-1]
        self._write(f'{json.dumps(head)[:-1]}, "runs": [{opened}, "results": [')

    def add_file(self, source: str) -> None:
        """Add a file to the files audited."""
        self._number(_artifact(source))

    def add(self, lines: str) -> None:
        """Write results; keep notifications for the end."""
        for line in filter(None, lines.split("\n")):
            result = json.loads(line)
            if "ruleId" not in result:
                self._notifications.append(result)
                continue
            for location in result["locations"]:
                artifact = location["physicalLocation"]["artifactLocation"]
                artifact["index"] = self._number(artifact)
            self._write(("\n" if self._first else ",\n") + canonical(result))
            self._first = False

    def close(self, code: Exit) -> None:
        """Write the files, the notifications and the exit code."""
        files = map(json.loads, self._files)
        artifacts = [{"location": artifact, "roles": ["analysisTarget"]} for artifact in files]
        invocation = {
            "executionSuccessful": not self._notifications,
            "exitCode": int(code),
            "toolExecutionNotifications": self._notifications,
        }
        rest = {"artifacts": artifacts, "invocations": [invocation]}
        self._write(f"\n], {json.dumps(rest, ensure_ascii=False)[1:]}]}}\n")

    def _number(self, artifact: dict[str, Any]) -> int:
        return self._files.setdefault(canonical(artifact), len(self._files))


def finding_row(ruling: Ruling, finding: Finding, source: str, place: TextPlace) -> dict[str, Any]:
    """Return a finding as a row of the table of findings, without empty cells."""
    hand = ruling.replay.hand
    data, context = finding_data(finding, hand), hand.record.context
    cells = {
        "source": source,
        "line": place.line,
        "hand": hand.record.id,
        "ruleset": ruling.law.ruleset.id,
        **{column.name: getattr(context, column.path[1]) for column in WHEREABOUTS if context},
        "finding": finding.number,
        "infraction": data["infraction"],
        "seat": data["seat"],
        "player": hand.record.players.get(data["seat"]),
        "team": data["team"],
        "trick": data["trick"],
        "at": str(data["at"]),
        "verdict": data["verdict"],
        "provable_from": None if data["provable_from"] is None else str(data["provable_from"]),
        "penalty": data["penalty"],
        "rules": canonical(data["rules"]),
        "facts": canonical(data["facts"]),
        "message": speaker_of(ruling).finding(finding),
    }
    return {name: cell for name, cell in cells.items() if cell is not None}
