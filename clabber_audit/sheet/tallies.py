"""A tally sheet: a row for each table of each game of an evening, who sat there and what the two pairs made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from pydantic import Field

from clabber_audit.notation.bid_euchre.words import vocabulary
from clabber_audit.record.bid_euchre.words import COMPASS
from clabber_audit.record.parts import Identifier, Name, Part, Text
from clabber_audit.sheet.columns import Column, Form, Named, Table, around, of_side
from clabber_audit.sheet.heading import has_heading, is_sheet
from clabber_audit.sheet.rows import Entry, entries
from clabber_audit.table.cards import TEAMS

Pair = Literal["NS", "EW"]


class TableOfGame(Part):
    """One table in one game."""

    id: Identifier
    game: Annotated[int, Field(ge=1, le=1000)]
    table: Annotated[int, Field(ge=1, le=1000)]
    players: dict[Literal["N", "E", "S", "W"], Name]
    score: dict[Pair, int]
    up: Pair | None = Field(None, description="who moved up, if the points do not show it")
    remarks: list[Text] = Field(default=[])


def _columns() -> Iterator[Named]:
    for column, others in around():
        if column.name in ("id", "north", "east", "south", "west"):
            yield column, others
        elif column.name in ("game", "table"):
            yield Column(column.name, column.kind, (column.name,)), others
    for pair in TEAMS:
        yield of_side(pair, "score", "points", ("score", pair), "", "points", "scored", "tally")
    yield Column("up", "word", ("up",)), ("goes up", "went up", "moved up", "winners")
    yield Column("remark", "remark", ("remarks",)), ("remarks", "note", "notes", "comment", "comments")


_WHO: Final = "every player keeps a tally"
TALLIES: Final = Form(
    TableOfGame,
    {},
    tuple(_columns()),
    always={
        "game": "each row needs its game",
        "table": "each row needs its table; 1 is the head table",
        **dict.fromkeys(("north", "east", "south", "west"), _WHO),
    },
    table=lambda _columns: Table(COMPASS, TEAMS, vocabulary(COMPASS)),
    what="a table",
    example="game, table, north, east, south, west, ns, ew",
)


def tallies(data: bytes, name: str) -> Iterator[Entry]:
    """Return the rows of a tally sheet."""
    return entries(data, name, (TALLIES,))


def is_tallies(line: str) -> bool:
    """Return True if a line is the heading of a tally sheet."""
    return has_heading(line, TALLIES) and not is_sheet(line)
