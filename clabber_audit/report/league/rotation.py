"""Rotation of an evening as text, and as the tally sheet that the scores go into."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clabber_audit.league.rotations import RotationRound
from clabber_audit.records.sheets.tables import csv_text
from clabber_audit.report.page import inline_scripts, inline_styles, rendered

_HEADINGS = ("game", "table", "north", "east", "south", "west", "ns_score", "ew_score")


def rotation_text(evening: Sequence[RotationRound]) -> str:
    """Return who plays with whom, against whom and where, round by round."""
    return "\n".join(_lines(evening)) + "\n"


def _lines(evening: Sequence[RotationRound]) -> Iterator[str]:
    for round in evening:
        yield f"Round {round.number}"
        for number, seats in enumerate(round.tables, 1):
            yield f"  table {number}: {seats.north} and {seats.south} against {seats.east} and {seats.west}"
        if round.out:
            yield f"  sits out: {', '.join(round.out)}"


def rotation_page(evening: Sequence[RotationRound]) -> str:
    """Return a page on which phones take the scores, and hand them on as a code or a file."""
    return rendered(
        "rotation.html.j2",
        rounds=evening,
        **inline_styles("base.css", "search.css"),
        **inline_scripts("rotation.js"),
    )


def rotation_csv(evening: Sequence[RotationRound]) -> str:
    """Return the tally sheet of an evening, a row a table, with room for the points of each pair."""
    rows = [
        (round.number, number, seats.north, seats.east, seats.south, seats.west, None, None)
        for round in evening
        for number, seats in enumerate(round.tables, 1)
    ]
    return csv_text([_HEADINGS, *rows])
