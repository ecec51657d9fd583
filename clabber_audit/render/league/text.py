"""What is said of a season in plain text, 78 columns wide."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from clabber_audit.render.league.paper import Paper, Section, Table
from clabber_audit.render.text import ASCII

_WIDTH: Final = 78
_GAP: Final = 2
#: What our own words hold beside the signs that every text may hold.
_PLAIN: Final = str.maketrans({"−": "-", "\u00a0": " "})


def paper_text(paper: Paper, *, symbols: bool = True) -> str:
    """The paper as text, ending with a newline; without `symbols` our own words are plain ASCII."""
    lines = [
        *_wrapped(f"{paper.kind}: {paper.title}"),
        *(_wrapped(", ".join(paper.context)) if paper.context else ()),
        "",
        *(line for alert in paper.alerts for line in _wrapped(alert, "!! ")),
        *([""] if paper.alerts else ()),
        *_wrapped(paper.lead),
        *(line for section in paper.sections for line in _section(section)),
        *_foot(paper),
    ]
    text = "\n".join(line.rstrip() for line in lines) + "\n"
    return text if symbols else text.translate(_PLAIN).translate(ASCII)


def _section(section: Section) -> Iterator[str]:
    yield from ("", section.title.upper())
    if section.text:
        yield from ("", *_wrapped(section.text))
    for table in section.tables:
        yield ""
        if len(section.tables) > 1:
            yield from _wrapped(table.caption)
        yield from _table(table)
    if section.items:
        yield ""
    for item in section.items:
        yield from _wrapped(item.text, "  - ")
    for fold in section.folds:
        yield from ("", *_wrapped(fold.summary))
        for row in fold.table.rows:
            yield from _wrapped(": ".join(row.cells[:2]), "    ")


def _table(table: Table) -> Iterator[str]:
    widths = _widths(table)
    heads = [column.head for column in table.columns]
    if any(column.numeric for column in table.columns):
        yield from _line(table, heads, widths)
        yield "-" * (sum(widths) + _GAP * (len(widths) - 1))
    for row in table.rows:
        yield from _line(table, row.cells, widths)
        for note in row.notes:
            yield from _wrapped(note, "        ")


def _widths(table: Table) -> list[int]:
    """As wide as what stands in a column; the widest that holds words gives way until all fit."""
    cells = [[column.head, *(row.cells[place] for row in table.rows)] for place, column in enumerate(table.columns)]
    widths = [max(map(len, column)) for column in cells]
    words = [place for place, column in enumerate(table.columns) if not column.numeric]
    while sum(widths) + _GAP * (len(widths) - 1) > _WIDTH:
        widest = max(words, key=lambda place: widths[place])
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


def _foot(paper: Paper) -> Iterator[str]:
    yield ""
    yield from _wrapped(f"Under {paper.colophon.ruleset}")
    yield f"clabber-audit {paper.colophon.version}"
    yield from ("SHA-256 of the season", f"  {paper.colophon.season}")
    yield from ("SHA-256 of the records", f"  {paper.colophon.records}")


def _wrapped(text: str, first: str = "") -> list[str]:
    return textwrap.wrap(
        text, _WIDTH, initial_indent=first, subsequent_indent=" " * len(first), break_on_hyphens=False
    ) or [first]
