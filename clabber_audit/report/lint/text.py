"""Findings as text, and what every linter form writes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, Protocol

from clabber_audit.cards.cards import codes, seat_name
from clabber_audit.core.errors import Place, Refused, shown
from clabber_audit.core.text import counted
from clabber_audit.evidence.finding import Finding
from clabber_audit.judge.data import finding_data
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.canonical import canonical
from clabber_audit.records.columns import WHEREABOUTS
from clabber_audit.report.phrases import Speaker, speaker_of
from clabber_audit.rules.infractions import infractions


class Linter(Protocol):
    """A form of the findings of hands: whole lines of each thing there is to tell, empty where it is left to the talk.

    The source is the name of a file, or `-`; the place is where the part of the record stands in it.
    """

    def finding(self, ruling: Ruling, finding: Finding, source: str, place: Place) -> str:
        """A finding."""

    def left_open(self, ruling: Ruling, findings: Sequence[Finding], source: str, place: Place) -> str:
        """How much of a hand stays open that nobody made a claim about."""

    def altered(self, ruling: Ruling, source: str, place: Place) -> str:
        """That a ruling is not what its record gives."""

    def refused(self, problem: Refused) -> str:
        """Why a record was refused."""

    def failed(self, lines: Sequence[str]) -> str:
        """What else went wrong, as people are told it."""


#: How much a finding weighs: it costs something, it is only noted, or it cannot be told whether it happened.
Weight = Literal["error", "warning", "note"]
#: What is said of a ruling that its own record does not give.
ALTERED: Final = "this ruling does not match its record; run `rule` again"


def weight(finding: Finding) -> Weight:
    """How much a finding weighs."""
    if finding.verdict == "undetermined":
        return "note"
    return "warning" if finding.penalty == "note" else "error"


def title(ruling: Ruling, finding: Finding) -> str:
    """What the infraction is called in the game of a hand."""
    return infractions()[finding.infraction].title_in(ruling.law.game)


def described(ruling: Ruling, finding: Finding) -> list[str]:
    """A finding in lines: a sentence with the cost, the hand and what lay on the table, the articles, help."""
    speaker = speaker_of(ruling)
    lines = [f"{speaker.finding(finding)} [{finding.penalty.replace('_', ' ')}]"]
    lines.append(f"hand {ruling.replay.hand.record.id}, {speaker.place(finding)}{_table(ruling, finding, speaker)}")
    law = ruling.law
    for name in law.articles[finding.infraction]:
        article = law.ruleset.articles[name]
        lines.append(f"rule {name}: {article.text}")
    return [*lines, f"help: {infractions()[finding.infraction].words.help}"]


def how_much(ruling: Ruling, findings: Sequence[Finding]) -> str:
    """How much of a hand stays open, in a clause that begins with the hand."""
    plays = len({finding.at for finding in findings if finding.of_card})
    points = sum(not finding.of_card for finding in findings)
    parts = [counted(points, "{count} point", "{count} points")] if points else []
    parts += [counted(plays, "{count} play", "{count} plays")] if plays else []
    why = "something was not written down" if ruling.replay.hand.whole else "cards are missing"
    them = "it" if plays + points == 1 else "them"
    said = f"{' and '.join(parts)} cannot be checked because {why}; use --all to list {them}"
    return f"hand {ruling.replay.hand.record.id}: {said}"


def _table(ruling: Ruling, finding: Finding, speaker: Speaker) -> str:
    """The trick as it lay when a card fell, and the hand held; the line on which a hand laid down loses a trick."""
    if line := finding.facts.get("line"):
        return f": one way it can go: {', '.join(_moved(move, speaker) for move in line)}"
    if not finding.of_card:
        return ""
    replay = ruling.replay
    fell = []
    for clock in replay.clocks_of(replay.hand.seating.trick_of(finding.at)):
        code = codes(replay.cards[clock])
        mark = " ←" if clock == finding.at else ""
        seat = seat_name(replay.hand.seating.seats[replay.hand.seats[clock]])
        fell.append(f"{seat} {speaker.card(code[0] if code else None)}{mark}")
    held = speaker.cards(codes(replay.held(replay.hand.seats[finding.at], finding.at)))
    return f": {', '.join(fell)}; {f'held {held}' if held else 'hand unknown'}"


def _moved(move: str, speaker: Speaker) -> str:
    seat, _colon, card = move.partition(":")
    return f"{seat_name(seat)} {speaker.card(card)}"


def finding(ruling: Ruling, finding: Finding, source: str, place: Place) -> str:
    """A finding as lines of text, the first of them `file:line:column: id: sentence`."""
    first, *others = described(ruling, finding)
    return f"{_where(source, place)}: {finding.infraction}: {first}\n" + "".join(f"    {line}\n" for line in others)


def left_open(ruling: Ruling, findings: Sequence[Finding], source: str, place: Place) -> str:
    """How much of a hand stays open that nobody made a claim about, in one line."""
    return f"{_where(source, place)}: {how_much(ruling, findings)}\n"


def altered(ruling: Ruling, source: str, place: Place) -> str:
    """That a ruling is not what its record gives, in one line."""
    return f"{shown(source, 200)}: {ALTERED}\n"


def refused(problem: Refused) -> str:
    """Nothing: people are told on standard error."""
    return ""


def failed(lines: Sequence[str]) -> str:
    """Nothing: people are told on standard error."""
    return ""


def _where(source: str, place: Place) -> str:
    return f"{shown(source, 200)}:{place.line}:{place.column}"


def finding_row(ruling: Ruling, finding: Finding, source: str, place: Place) -> dict[str, Any]:
    """A finding as a row; what does not hold of it is left out."""
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
