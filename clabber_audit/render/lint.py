"""Findings as a good linter prints them: the place, the id, a sentence, what lay on the table, the article, help."""

from __future__ import annotations

from collections.abc import Sequence

from clabber_audit.evidence.finding import Finding
from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import Place
from clabber_audit.law.infractions import infractions
from clabber_audit.render.wording import Speaker, speaker_of
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table.cards import codes, seat_name


def finding_lines(ruling: Ruling, finding: Finding, source: str, place: Place) -> list[str]:
    """A finding as lines of text, the first of them `file:line:column: id: sentence`."""
    speaker = speaker_of(ruling)
    infraction = infractions()[finding.infraction]
    where = f"{source}:{place.line}:{place.column}"
    cost = finding.penalty.replace("_", " ")
    lines = [f"{where}: {finding.infraction}: {speaker.finding(finding)} [{cost}]"]
    lines.append(f"    hand {ruling.walk.hand.record.id}, {speaker.place(finding)}{_table(ruling, finding, speaker)}")
    ruleset = ruling.law.ruleset
    for name in ruleset.binding(finding.infraction):
        article = ruleset.articles[name]
        lines.append(f"    article {name} ({', '.join(article.rules)}; {article.grade}): {article.text}")
    lines.append(f"    help: {infraction.help}")
    return lines


def open_line(ruling: Ruling, findings: Sequence[Finding], source: str, place: Place) -> str:
    """How much of a hand stays open that nobody made a claim about, in one line."""
    plays = len({finding.at for finding in findings if finding.of_card})
    points = sum(not finding.of_card for finding in findings)
    parts = [counted(points, "{count} point", "{count} points")] if points else []
    parts += [counted(plays, "{count} play", "{count} plays")] if plays else []
    why = "what was not written down leaves" if ruling.walk.hand.whole else "unknown cards leave"
    where = f"{source}:{place.line}:{place.column}: hand {ruling.walk.hand.record.id}"
    return f"{where}: {why} {' and '.join(parts)} open; `--all` lists them"


def _table(ruling: Ruling, finding: Finding, speaker: Speaker) -> str:
    """The trick as it lay when a card fell, and the hand held; the line on which a hand laid down loses a trick."""
    if line := finding.facts.get("line"):
        return f": one way it can go: {', '.join(_moved(move, speaker) for move in line)}"
    if not finding.of_card:
        return ""
    walk = ruling.walk
    fell = []
    for clock in walk.clocks_of(walk.hand.seating.trick_of(finding.at)):
        code = codes(walk.cards[clock])
        mark = " ←" if clock == finding.at else ""
        seat = seat_name(walk.hand.seating.seats[walk.hand.seats[clock]])
        fell.append(f"{seat} {speaker.card(code[0] if code else None)}{mark}")
    held = speaker.cards(codes(walk.held(walk.hand.seats[finding.at], finding.at)))
    return f": {', '.join(fell)}; {f'held {held}' if held else 'hand not known'}"


def _moved(move: str, speaker: Speaker) -> str:
    seat, _colon, card = move.partition(":")
    return f"{seat_name(seat)} {speaker.card(card)}"
