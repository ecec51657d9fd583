"""Tables: the one shape in which rows are shown, on a page and in plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from clabber_audit.render.plain import WIDTH, wrapped

#: How a line is set off: as a fault, as open, as settled, or not at all.
Tone = Literal["", "fault", "open", "fair"]

#: How far columns stand apart in a text.
_GAP: Final = 2
#: What words need at least; a table of very many numbers is wider than a text otherwise is.
_NARROWEST: Final = 8


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


def table_lines(table: Table) -> Iterator[str]:
    """A table in plain text, with the notes under each row."""
    widths = _widths(table)
    heads = [column.head for column in table.columns]
    if any(column.numeric for column in table.columns):
        yield from _line(table, heads, widths)
        yield "-" * (sum(widths) + _GAP * (len(widths) - 1))
    for row in table.rows:
        yield from _line(table, row.cells, widths)
        for note in row.notes:
            yield from wrapped(note, "        ")


def _widths(table: Table) -> list[int]:
    """As wide as what stands in a column; the widest that holds words gives way until all fit, or it is too narrow."""
    cells = [[column.head, *(row.cells[place] for row in table.rows)] for place, column in enumerate(table.columns)]
    widths = [max(map(len, column)) for column in cells]
    words = [place for place, column in enumerate(table.columns) if not column.numeric]
    while words and sum(widths) + _GAP * (len(widths) - 1) > WIDTH:
        widest = max(words, key=lambda place: widths[place])
        if widths[widest] <= _NARROWEST:
            break
        widths[widest] -= 1
    return widths


def _line(table: Table, cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """A row, over as many lines as its longest cell needs."""
    wrapped = [textwrap.wrap(cell, width) or [""] for cell, width in zip(cells, widths, strict=True)]
    for number in range(max(map(len, wrapped))):
        parts = [
            f"{(lines[number] if number < len(lines) else ''):{'>' if column.numeric else '<'}{width}}"
            for column, lines, width in zip(table.columns, wrapped, widths, strict=True)
        ]
        yield (" " * _GAP).join(parts)
