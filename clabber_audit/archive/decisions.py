"""What was decided in a season, in the log of an archive: every entry of the season file, once, as it was made.

The file is what counts, since people may edit it. The archive shows what it said before: an entry that was made is
taken back by another one, so one that reads otherwise or is gone is told.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from clabber_audit.archive.damage import damaged, told
from clabber_audit.archive.entries import Decided
from clabber_audit.archive.log import log, packed, write
from clabber_audit.archive.opening import Archive
from clabber_audit.archive.row import Row
from clabber_audit.league.season import Season
from clabber_audit.league.season.entries import LISTS
from clabber_audit.league.season.filed import Filed, filed, unfiled
from clabber_audit.record.canonical import canonical

_OF_THIS: Final = "title = ? AND league IS ? AND season IS ?"


class Compared(NamedTuple):
    """The entries of a season beside those that an archive keeps of it, in the order of their numbers."""

    #: In the file and not in the archive yet.
    missing: tuple[Filed, ...]
    #: As the archive keeps them: gone from the file, or reading otherwise there.
    gone: tuple[Filed, ...]
    otherwise: tuple[Filed, ...]


def compared(archive: Archive, season: Season) -> Compared:
    """What of a season is in the file and not in the archive, and the other way round."""
    there = list(filed(season))
    now = {entry.number: entry for entry in there}
    kept = {entry.number: entry for entry in kept_of(archive, season)}
    return Compared(
        tuple(entry for entry in there if entry.number not in kept),
        tuple(entry for number, entry in kept.items() if number not in now),
        tuple(entry for number, entry in kept.items() if number in now and now[number] != entry),
    )


def kept_of(archive: Archive, season: Season) -> list[Filed]:
    """What an archive keeps of a season, in the order of the numbers."""
    return _kept_of(archive, *_called(season))


@told
def seasons_kept(archive: Archive) -> Iterator[Season]:
    """The seasons that an archive keeps decisions of, the first first: each as far as these tell it."""
    query = "SELECT title, league, season FROM decisions GROUP BY title, league, season ORDER BY min(entry)"
    for title, league, season in archive.rows(query):
        try:
            yield unfiled(title, league, season, _kept_of(archive, title, league, season))
        except ValueError as problem:
            raise damaged(archive.path, f"a decision cannot be read: {problem}") from None


@told
def _kept_of(archive: Archive, title: str, league: str | None, season: str | None) -> list[Filed]:
    query = f"SELECT number, kind, decision FROM decisions WHERE {_OF_THIS} ORDER BY number"
    found = []
    for number, kind, text in archive.rows(query, title, league, season):
        kept = Filed(kind, json.loads(text))
        if kind not in LISTS or kept.number != number:
            raise damaged(archive.path, f"decision {number} is not a decision")
        found.append(kept)
    return found


def highest(archive: Archive, season: Season) -> int:
    """The highest number of an entry that an archive keeps of a season; 0 where it keeps none."""
    return max((entry.number or 0 for entry in kept_of(archive, season)), default=0)


def keep(archive: Archive, season: Season, missing: Iterable[Filed], at: str) -> None:
    """Put entries of a season into the log, while nobody else writes."""
    in_order = sorted(missing, key=lambda entry: entry.number or 0)
    new = [Decided(at, _said(season), entry.kind, dict(entry.entry)) for entry in in_order]
    if new:
        first = log(archive, [packed(archive, entry) for entry in new])
        write(archive, "decisions", [row_of(seq, entry) for seq, entry in enumerate(new, first)])


def row_of(seq: int, entry: Decided) -> Row:
    """The row of a decision, made of its entry in the log; KeyError where it says too little."""
    season, decision = entry.season, entry.decision
    return (
        seq,
        season["title"],
        season.get("league"),
        season.get("season"),
        decision["number"],
        entry.kind,
        decision.get("match"),
        decision.get("team"),
        decision.get("of"),
        decision["who"],
        decision["when"],
        decision.get("why"),
        canonical(decision),
    )


def _called(season: Season) -> tuple[str, str | None, str | None]:
    """What a season is told from others by."""
    return season.title, season.league, season.season


def _said(season: Season) -> dict[str, str]:
    said = zip(("title", "league", "season"), _called(season), strict=True)
    return {key: value for key, value in said if value is not None}
