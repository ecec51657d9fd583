"""The entries of a season each by itself, as the lists of the file hold them, wherever they stand in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter

from clabber_audit.league.season.entries import LISTS, entries
from clabber_audit.league.season.model import Season

#: The lists that stand for what a match holds itself.
_LISTED: Final = {"postponed": "postponements", "forfeited": "forfeits"}


class Filed(NamedTuple):
    """An entry: the list that it belongs to, and what it says there, without what goes without saying."""

    kind: str
    entry: Mapping[str, Any]

    @property
    def number(self) -> int | None:
        """The number by which it is taken back; None where nobody gave it one yet."""
        return self.entry.get("number")


def filed(season: Season) -> Iterator[Filed]:
    """Every entry, taken back or not, in the order of the file."""
    for path, entry in entries(season):
        said = entry.model_dump(mode="json", exclude_defaults=True)
        if path[0] == "rounds":
            _, round, _, place, key = path
            match = season.rounds[int(round)].matches[int(place)]
            yield Filed(_LISTED[str(key)], {"match": match.id, **said})
        else:
            yield Filed(str(path[0]), said)


def unfiled(title: str, league: str | None, season: str | None, kept: Iterable[Filed]) -> Season:
    """A season of which only the entries are known, no team and no match; ValueError for what is no entry."""
    lists: dict[str, list[Any]] = {key: [] for key in LISTS}
    for one in kept:
        lists[one.kind].append(one.entry)
    kinds = {key: Season.model_fields[key].annotation or list for key in LISTS}
    read = {key: TypeAdapter(kinds[key]).validate_python(own) for key, own in lists.items()}
    return Season.model_construct(title=title, league=league, season=season, teams=[], rounds=[], **read)
