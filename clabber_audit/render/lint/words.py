"""What linters say of findings, in lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from clabber_audit.evidence.finding import Finding
from clabber_audit.ground.counted import counted
from clabber_audit.law.infractions import infractions
from clabber_audit.render.wording import Speaker, speaker_of
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table.cards import codes, seat_name

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
    lines.append(f"hand {ruling.walk.hand.record.id}, {speaker.place(finding)}{_table(ruling, finding, speaker)}")
    law = ruling.law
    for name in law.articles[finding.infraction]:
        article = law.ruleset.articles[name]
        lines.append(f"rule {name}: {article.text}")
    return [*lines, f"help: {infractions()[finding.infraction].help}"]


def how_much(ruling: Ruling, findings: Sequence[Finding]) -> str:
    """How much of a hand stays open, in a clause that begins with the hand."""
    plays = len({finding.at for finding in findings if finding.of_card})
    points = sum(not finding.of_card for finding in findings)
    parts = [counted(points, "{count} point", "{count} points")] if points else []
    parts += [counted(plays, "{count} play", "{count} plays")] if plays else []
    why = "something was not written down" if ruling.walk.hand.whole else "cards are missing"
    them = "it" if plays + points == 1 else "them"
    said = f"{' and '.join(parts)} cannot be checked because {why}; use --all to list {them}"
    return f"hand {ruling.walk.hand.record.id}: {said}"


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
    return f": {', '.join(fell)}; {f'held {held}' if held else 'hand unknown'}"


def _moved(move: str, speaker: Speaker) -> str:
    seat, _colon, card = move.partition(":")
    return f"{seat_name(seat)} {speaker.card(card)}"
