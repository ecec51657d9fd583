"""The shape of everything that is said of a season: sections of tables and sentences, the same for page and text."""

from __future__ import annotations

from typing import Literal, NamedTuple

#: How a line is set off: as a fault, as open, as settled, or not at all.
Tone = Literal["", "fault", "open", "fair"]


class Column(NamedTuple):
    """A column of a table."""

    head: str
    #: Whether it holds numbers, which stand at the right.
    numeric: bool = False
    #: Whether it is what the table is ordered by.
    leading: bool = False


class Row(NamedTuple):
    """A row of a table; the cell numbered `Table.head` names it."""

    cells: tuple[str, ...]
    #: What is to be said under it.
    notes: tuple[str, ...] = ()
    tone: Tone = ""
    anchor: str = ""


class Table(NamedTuple):
    """A table with its caption."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    #: Which column names the rows.
    head: int = 0


class Item(NamedTuple):
    """A sentence of a list."""

    text: str
    tone: Tone = ""


class Fold(NamedTuple):
    """Something to look into: what it comes to, and how."""

    summary: str
    table: Table


class Section(NamedTuple):
    """A part with its heading."""

    id: str
    title: str
    text: str = ""
    tables: tuple[Table, ...] = ()
    items: tuple[Item, ...] = ()
    folds: tuple[Fold, ...] = ()
    #: Whether it goes on paper as well.
    printed: bool = True

    @property
    def empty(self) -> bool:
        """Whether there is nothing in it."""
        return not (self.text or self.tables or self.items or self.folds)


class Colophon(NamedTuple):
    """By what it was made, and of what."""

    version: str
    #: The SHA-256 of the season file's data, and over the records of all hands that were used.
    season: str
    records: str
    ruleset: str


class Paper(NamedTuple):
    """Everything that is said, in the order in which it is read."""

    kind: str
    title: str
    context: tuple[str, ...]
    lead: str
    tone: Tone
    #: What must not be overlooked.
    alerts: tuple[str, ...]
    sections: tuple[Section, ...]
    colophon: Colophon
