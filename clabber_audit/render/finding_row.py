"""A finding as a row of the table of findings."""

from __future__ import annotations

from typing import Any

from clabber_audit.columns.findings import WHEREABOUTS
from clabber_audit.evidence.finding import Finding
from clabber_audit.ground.errors import Place
from clabber_audit.record.canonical import canonical
from clabber_audit.render.wording import speaker_of
from clabber_audit.ruling.data import finding_data
from clabber_audit.ruling.judge import Ruling


def finding_row(ruling: Ruling, finding: Finding, source: str, place: Place) -> dict[str, Any]:
    """A finding as a row; what does not hold of it is left out."""
    hand = ruling.walk.hand
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
