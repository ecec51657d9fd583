"""Reneges by kind, drawn."""

from __future__ import annotations

from collections.abc import Iterable

from clabber_audit.law.infractions import infractions
from clabber_audit.render.pictures import Counted, Picture, bars


def kinds_picture(counts: Iterable[tuple[str, int, int]]) -> tuple[Picture, ...]:
    """How many of each infraction were called, and behind them how many were not; nothing where there were none."""
    ordered = sorted(counts, key=lambda count: -(count[1] + count[2]))
    rows = [
        Counted(infractions()[kind].title, called, uncalled, f"{called} called, {uncalled} not")
        for kind, called, uncalled in ordered
    ]
    words = f"Reneges by kind: {'; '.join(f'{row.name}, {row.said}' for row in rows)}."
    return (bars("Called (full) and uncalled (hollow)", words, rows),) if rows else ()
