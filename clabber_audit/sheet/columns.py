"""The columns of a sheet: what may stand at their heads, and where in a record their cells belong."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

from clabber_audit.ground.errors import Path
from clabber_audit.table.cards import TEAMS

#: How the cells of a column are read.
Kind = Literal["text", "date", "count", "points", "score", "seat", "side", "suit", "word", "remark"]


class Column(NamedTuple):
    """A column: its name as documented, how its cells are read, and the path of a record they belong to."""

    name: str
    kind: Kind
    path: Path


def _columns() -> Iterator[tuple[Column, tuple[str, ...]]]:
    """Every column, with the other names that people give it."""
    yield Column("id", "text", ("id",)), ()
    yield Column("ruleset", "text", ("ruleset",)), ("rules",)
    yield Column("league", "text", ("context", "league")), ()
    yield Column("season", "text", ("context", "season")), ("year",)
    yield Column("venue", "text", ("context", "venue")), ("place", "bar", "club", "hall")
    yield Column("date", "date", ("context", "date")), ("day", "played", "played on")
    yield Column("round", "count", ("context", "round")), ("week",)
    yield Column("table", "count", ("context", "table")), ()
    yield Column("game", "count", ("context", "game")), ()
    yield Column("hand", "count", ("context", "hand")), ("no", "nr", "number", "hand no", "hand number", "#")
    yield Column("north", "text", ("players", "N")), ("n",)
    yield Column("east", "text", ("players", "E")), ("e",)
    yield Column("south", "text", ("players", "S")), ("s",)
    yield Column("west", "text", ("players", "W")), ("w",)
    yield Column("dealer", "seat", ("deal", "dealer")), ("deal", "dealt", "deals", "dealt by")
    yield Column("due_dealer", "seat", ("deal", "due_dealer")), ("due", "due to deal")
    makers = ("bidder", "bid", "made", "made by", "makers", "declarer", "trump maker", "maker of trump")
    yield Column("maker", "side", ("contract", "maker")), makers
    yield Column("trump", "suit", ("contract", "trump")), ("trumps", "suit", "trump suit")
    for team in TEAMS:
        start = team.lower()
        yield Column(f"{start}_team", "text", ("teams", team)), _of(team, "name", "team name")
        cards = ("card", "card points", "tricks", "trick points")
        yield Column(f"{start}_cards", "points", ("sheet", team, "cards")), _of(team, *cards)
        last = ("last trick", "last ten")
        yield Column(f"{start}_last", "points", ("sheet", team, "last_trick")), _of(team, *last)
        yield Column(f"{start}_melds", "points", ("sheet", team, "melds")), _of(team, "meld")
        yield Column(f"{start}_belle", "points", ("sheet", team, "belle")), _of(team, "bella", "bell", "beller")
        yield Column(f"{start}_score", "score", ("score", team)), (team, *_of(team, "scored", "mark", "result"))
    yield Column("source", "word", ("source", "kind")), ("source kind",)
    yield Column("citation", "text", ("source", "citation")), ("sheet", "sheet no")
    yield Column("recorded_by", "text", ("source", "recorded_by")), ("by", "recorder", "written by", "scorekeeper")
    yield Column("confidence", "word", ("source", "confidence")), ()
    yield Column("remark", "remark", ("remarks",)), ("remarks", "note", "notes", "comment", "comments")


def _of(team: str, *names: str) -> tuple[str, ...]:
    return tuple(f"{team} {name}" for name in names)


#: How like a name a heading must be to be taken for a slip in it.
_NEAR: Final = 0.7
_PAIRS: Final = {"n s": "ns", "north south": "ns", "northsouth": "ns", "e w": "ew", "east west": "ew", "eastwest": "ew"}


def _key(heading: str) -> str:
    """A heading as it is looked up: small, the team first, without blanks, underscores, hyphens and brackets."""
    words = " ".join(re.findall(r"[^\W_]+|#", heading.casefold()))
    for pair, team in _PAIRS.items():
        words = re.sub(rf"\b{pair}\b", team, words)
    return "".join(sorted(words.split(), key=lambda word: word not in ("ns", "ew")))


COLUMNS: Final[Mapping[str, Column]] = {column.name: column for column, _ in _columns()}
_BY_KEY: Final[Mapping[str, Column]] = {
    _key(name): column for column, others in _columns() for name in (column.name, *others)
}


def column_of(heading: str) -> Column | None:
    """The column that a heading names, whatever its case, blanks, underscores and order."""
    return _BY_KEY.get(_key(heading))


def likely(heading: str) -> str:
    """The name of the column that a misspelt heading may have meant, or nothing."""
    key = _key(heading)[:40]
    for names in ({_key(name): column for name, column in COLUMNS.items()}, _BY_KEY):
        if found := difflib.get_close_matches(key, list(names), 1, _NEAR):
            return names[found[0]].name
    return ""
