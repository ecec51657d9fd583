"""The columns of a sheet: what may stand at their heads, and where in a record their cells belong."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.ground.errors import Path
from clabber_audit.notation.words import Vocabulary
from clabber_audit.record.parts import Part

#: How the cells of a column are read.
Kind = Literal[
    "text",
    "date",
    "count",
    "tricks",
    "dealt",
    "points",
    "score",
    "seat",
    "side",
    "suit",
    "bid",
    "yes",
    "word",
    "remark",
]


class Column(NamedTuple):
    """A column: its name as documented, how its cells are read, and the path of a record they belong to."""

    name: str
    kind: Kind
    path: Path


#: A column, with the other names that people give it.
Named = tuple[Column, tuple[str, ...]]


class Table(NamedTuple):
    """The table that a sheet is of: its seats and its sides, and how they are typed."""

    seats: Sequence[str]
    sides: Sequence[str]
    known: Vocabulary


@dataclass(frozen=True)
class Form:
    """How sheets of one kind are written."""

    #: What a row becomes, and what is so in every row.
    model: type[Part]
    begins: Mapping[str, Any]
    named: Sequence[Named]
    #: The columns without which there is no record, and why.
    always: Mapping[str, str]
    #: The table, by the columns of the sheet.
    table: Callable[[Sequence[Column]], Table]
    #: The columns that say who undertook what.
    contract: tuple[str, ...] = ()
    #: What else a sheet has of each side: what it made, and what may stand beside that alone.
    made: str = "score"
    parts: tuple[str, ...] = ()
    #: The words for trumps, and what they are.
    strains: Mapping[str, str] = field(default_factory=dict)
    strains_told: str = ""
    #: What a row is of, and how a first row may read.
    what: str = "a hand"
    example: str = "hand, dealer, maker, trump, ns_score, ew_score"

    @cached_property
    def columns(self) -> Mapping[str, Column]:
        """Every column by its name."""
        return {column.name: column for column, _ in self.named}

    @cached_property
    def _by_key(self) -> Mapping[str, Column]:
        return {_key(name): column for column, others in self.named for name in (column.name, *others)}

    def column_of(self, heading: str) -> Column | None:
        """The column that a heading names, whatever its case, blanks, underscores and order."""
        return self._by_key.get(_key(heading))

    def likely(self, heading: str) -> str:
        """The name of the column that a misspelt heading may have meant, or nothing."""
        key = _key(heading)[:40]
        for names in ({_key(name): column for name, column in self.columns.items()}, self._by_key):
            if found := difflib.get_close_matches(key, list(names), 1, _NEAR):
                return names[found[0]].name
        return ""

    def understood(self, headings: Iterable[str]) -> int:
        """How many columns some headings name."""
        return len({self.column_of(heading) for heading in headings} - {None})


def around() -> Iterator[Named]:
    """The columns of every game that come first: which hand it is, and who dealt."""
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


def beside() -> Iterator[Named]:
    """The columns of every game that come last: where the sheet is from, and what else it says."""
    yield Column("source", "word", ("source", "kind")), ("source kind",)
    yield Column("citation", "text", ("source", "citation")), ("sheet", "sheet no")
    yield Column("recorded_by", "text", ("source", "recorded_by")), ("by", "recorder", "written by", "scorekeeper")
    yield Column("confidence", "word", ("source", "confidence")), ()
    yield Column("remark", "remark", ("remarks",)), ("remarks", "note", "notes", "comment", "comments")


def of_side(side: str, part: str, kind: Kind, path: Path, *others: str) -> Named:
    """A column that each side has, with its other names."""
    return Column(f"{side.lower()}_{part}", kind, path), tuple(f"{side} {name}" for name in others)


#: How like a name a heading must be to be taken for a slip in it.
_NEAR: Final = 0.7
_PAIRS: Final = {
    **{" ".join(pair): pair for pair in ("ns", "ew")},
    "north south": "ns", "northsouth": "ns", "east west": "ew", "eastwest": "ew",
    "p1 p3 p5": "p1p3p5", "p2 p4 p6": "p2p4p6", "p1 p3": "p1p3", "p2 p4": "p2p4",
}  # fmt: skip
#: What a heading is looked up by begins with its side.
_SIDE: Final = re.compile(r"ns|ew|(?:p[1-6])+|[nesw]")


def _key(heading: str) -> str:
    """A heading as it is looked up: small, the side first, without blanks, underscores, hyphens and brackets."""
    words = " ".join(re.findall(r"[^\W_]+|#", heading.casefold()))
    for pair, side in _PAIRS.items():
        words = re.sub(rf"\b{pair}\b", side, words)
    return "".join(sorted(words.split(), key=lambda word: _SIDE.fullmatch(word) is None))
