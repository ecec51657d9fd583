"""The entries of a season: everything that somebody decided, in one place, and which of them hold.

Nothing is deleted. An entry is taken back by another one, which can be taken back in its turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from clabber_audit.ground.errors import Path
from clabber_audit.league.season.model import Entry, Match, Season

#: The lists of a season that hold entries.
LISTS: Final = (
    "penalties",
    "approvals",
    "locks",
    "corrections",
    "postponements",
    "forfeits",
    "substitutions",
    "roster_changes",
    "handicaps",
    "notes",
    "withdrawals",
)
#: The entries that a match may hold itself.
_OF_A_MATCH: Final = ("postponed", "forfeited")


def entries(season: Season) -> Iterator[tuple[Path, Entry]]:
    """Every entry, taken back or not, with its path."""
    for index, round in enumerate(season.rounds):
        for place, match in enumerate(round.matches):
            for key in _OF_A_MATCH:
                if entry := getattr(match, key):
                    yield ("rounds", index, "matches", place, key), entry
    for key in LISTS:
        for index, entry in enumerate(getattr(season, key)):
            yield (key, index), entry


def taken_back(season: Season) -> set[int]:
    """The numbers of the entries that do not hold any more."""
    found: set[int] = set()
    for withdrawal in sorted(season.withdrawals, key=lambda entry: entry.number or 0, reverse=True):
        if withdrawal.number not in found:
            found.add(withdrawal.of)
    return found


def standing(season: Season, key: str) -> Iterator[tuple[int, Any]]:
    """The entries of a list that hold, with their places in it."""
    back = taken_back(season)
    return ((index, entry) for index, entry in enumerate(getattr(season, key)) if entry.number not in back)


def in_force(season: Season) -> Season:
    """The season with only what holds in it: every match knows whether it is put off or given up."""
    if not (season.withdrawals or season.postponements or season.forfeits):
        return season
    lists = {key: [entry for _index, entry in standing(season, key)] for key in LISTS}
    back = taken_back(season)
    put_off = {entry.match: entry for entry in lists["postponements"]}
    given_up = {entry.match: entry for entry in lists["forfeits"]}

    def now(match: Match) -> Match:
        own = {key: entry for key in _OF_A_MATCH if (entry := getattr(match, key)) and entry.number not in back}
        postponed = put_off.get(match.id, own.get("postponed"))
        forfeited = given_up.get(match.id, own.get("forfeited"))
        return match.model_copy(update={"postponed": postponed, "forfeited": forfeited})

    rounds = [round.model_copy(update={"matches": [*map(now, round.matches)]}) for round in season.rounds]
    return season.model_copy(update={**lists, "rounds": rounds})
