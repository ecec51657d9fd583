"""Verdict on printed standings as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from clabber_audit.core.text import inflect
from clabber_audit.league.printed_table import Contradiction, PointsBound, PrintedMatch
from clabber_audit.league.table_check import CheckedTable
from clabber_audit.report.layout import to_json_text

FORMAT: Final = "clabber-table-check/1"

_VERDICTS: Final = {
    "impossible": "impossible: no season gives this table",
    "out of order": "out of order: these rows do not stand in this order",
    "a season fits": "a season fits",
    "not settled": "not settled",
}


def table_check_text(checked: CheckedTable, name: str, *, season: bool = False) -> str:
    """Return the verdict on a table as text; with `season`, every game of the season that fits."""
    return "\n".join(_lines(checked, name, season)) + "\n"


def _lines(checked: CheckedTable, name: str, season: bool) -> Iterator[str]:
    yield f"{name}: {_VERDICTS[checked.verdict]}"
    for contradiction in checked.contradictions:
        yield f"  {_subject(contradiction)}: {contradiction.why}"
    if checked.unsettled:
        yield f"  {checked.unsettled}"
    for above, below in checked.misplaced:
        by = "points" if checked.table.by_points else "games won first, then points"
        yield f"  Order: {below} belongs above {above} ({by})."
    for sentence in checked.unlikely:
        yield f"  Very unlikely, not impossible: {sentence}."
    for bound in checked.bounds:
        yield f"  {_describe_bound(bound)}"
    if checked.season:
        matches = inflect(len(checked.season), "1 match", "{count} matches")
        yield f"  The season found has {matches}; counted again from its scores, it gives the table."
    if season:
        yield from (f"    {_match(match)}" for match in checked.season)
    yield "  Taken for granted: " + "; ".join(checked.assumptions) + "."


def _subject(contradiction: Contradiction) -> str:
    """Return the rows of a contradiction; without a row, its results."""
    if not contradiction.rows:
        return "; ".join(map(str, contradiction.results))
    return ", ".join(contradiction.rows)


def _describe_bound(bound: PointsBound) -> str:
    numbers = f"{bound.least}" if bound.least == bound.most else f"{bound.least} to {bound.most}"
    condition = " if it has played as many games as most others" if bound.level else ""
    return f"Missing: {bound.what}: {numbers}{condition}."


def _match(match: PrintedMatch) -> str:
    scores = "  ".join(f"{game.home}:{game.away}" for game in match.games)
    return f"{match.home} {match.home_wins}, {match.away} {len(match.games) - match.home_wins}   {scores}"


def table_check_json(checked: CheckedTable, name: str) -> str:
    """Return the verdict on a table as JSON, `clabber-table-check/1`."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "file": name,
        "verdict": checked.verdict,
        "contradictions": [
            {
                "rows": contradiction.rows,
                "results": [str(result) for result in contradiction.results],
                "why": contradiction.why,
            }
            for contradiction in checked.contradictions
        ],
        "misplaced": [{"above": above, "below": below} for above, below in checked.misplaced],
        "unlikely": checked.unlikely,
        "missing": [bound._asdict() for bound in checked.bounds],
        "season": [match._asdict() for match in checked.season],
        "unsettled": checked.unsettled,
        "assumptions": checked.assumptions,
    }
    return to_json_text(data)
