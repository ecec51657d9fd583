"""Papers: sections of text, tables and pictures, as a page or as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from clabber_audit.report.html import inline_scripts, inline_styles, render
from clabber_audit.report.layout import (
    Colophon,
    PageRow,
    PageTable,
    Picture,
    Tone,
    foot,
    head,
    join_lines,
    table_lines,
    wrap,
)
from clabber_audit.report.provenance import PageFrame

#: Maximum number of sentences of a list, and of tie-breaks, that are printed.
_PRINTED: Final = 4
#: Letters in a printed line.
_LINE: Final = 110


class Item(NamedTuple):
    """Sentence of a list."""

    text: str
    tone: Tone = ""
    #: The page of a site that it is about.
    href: str = ""


class Fold(NamedTuple):
    """Folded table with its summary."""

    summary: str
    table: PageTable


class Section(NamedTuple):
    """Section of a paper."""

    id: str
    title: str
    text: str = ""
    tables: tuple[PageTable, ...] = ()
    items: tuple[Item, ...] = ()
    folds: tuple[Fold, ...] = ()
    #: Drawings of tables or folds.
    pictures: tuple[Picture, ...] = ()
    #: True if it is printed.
    printed: bool = True
    #: True if all its sentences are printed, not only the first.
    whole: bool = False
    #: True if even a single table shows its caption.
    captioned: bool = False

    @property
    def is_empty(self) -> bool:
        return not (self.has_words or self.pictures)

    @property
    def has_words(self) -> bool:
        """True if there is text in it; a picture alone only repeats another section."""
        return bool(self.text or self.tables or self.items or self.folds)

    @property
    def lines(self) -> int:
        """Approximate number of lines on paper."""
        rows = [row for table in self.tables for row in table.rows]
        texts = [" ".join(row.notes) for row in rows] + [
            one.text for one in (self.items if self.whole else self.items[:_PRINTED])
        ]
        texts += [fold.summary for fold in self.folds[:_PRINTED]]
        return len(rows) + sum(-(-len(text) // _LINE) for text in texts) if self.printed else 0


class Paper(NamedTuple):
    """Paper in reading order."""

    kind: str
    title: str
    lead: str
    sections: tuple[Section, ...]
    colophon: Colophon = Colophon(())
    context: tuple[str, ...] = ()
    tone: Tone = ""
    #: Loud notices.
    alerts: tuple[str, ...] = ()


def paper_page(paper: Paper, frame: PageFrame | None = None) -> str:
    """Render a paper as an HTML page, deterministic and without requests; a site puts its `frame` around it."""
    style = inline_styles("base.css", "league.css", *(["frame.css"] if frame else []))
    # The table of a season can be drawn as a picture: on its site, and if it fills no further page.
    is_drawn = bool(frame and paper.sections and paper.sections[0].id == "table")
    script = inline_scripts("share.js") if is_drawn else {"script": "", "script_hash": ""}
    return render("league.html.j2", paper=paper, printed_items=_PRINTED, frame=frame, **style, **script)


def paper_text(paper: Paper, *, signed: bool = True) -> str:
    """Render a paper as text, ending with a newline; if `signed`, with the colophon."""
    lines = [*head(f"{paper.kind}: {paper.title}", paper.context)]
    lines += [line for alert in paper.alerts for line in wrap(alert, "!! ")]
    lines += [*([""] if paper.alerts else ()), *wrap(paper.lead)]
    for section in paper.sections:
        if not section.has_words:
            continue
        lines += ["", section.title.upper()]
        lines += ["", *wrap(section.text)] if section.text else []
        for table in section.tables:
            caption = wrap(table.caption) if len(section.tables) > 1 else []
            lines += ["", *caption, *table_lines(table)]
        lines += [""] if section.items else []
        for item in section.items:
            lines += wrap(item.text, "  - ")
        for fold in section.folds:
            lines += ["", *wrap(fold.summary)]
            for row in fold.table.rows:
                lines += wrap(": ".join(row.cells[:2]), "    ")
    return join_lines([*lines, *(foot(paper.colophon) if signed else ())])


def render_paper(
    form: str, paper: Callable[[], Paper], json: Callable[[], str] | None = None, *, signed: bool = True
) -> str:
    """Render a paper as `html` or `text`, or what it reports as `json`; a text has the colophon if it is `signed`."""
    if form == "json" and json is not None:
        return json()
    return paper_page(paper()) if form == "html" else paper_text(paper(), signed=signed)


#: Approximate size of a leaf, in bytes of rows and sentences.
_LARGEST: Final = 90_000
#: Bytes of markup for a row, a cell, a sentence, a card in it, a point of a line.
_ROW, _CELL, _ITEM, _CARD = 120, 110, 110, 110
_POINT: Final = 10
_SUITS: Final = "♠♥♦♣"


def leaves(paper: Paper) -> list[Paper]:
    """Split a paper into leaves of limited size, each with the headings of its sections."""
    split: list[list[Section]] = [[]]
    weight = 0
    for piece, own in _pieces(paper):
        if weight and weight + own > _LARGEST:
            split.append([])
            weight = 0
        weight += own
        parts = split[-1]
        if parts and parts[-1].id == piece.id:
            parts[-1] = _merge(parts[-1], piece)
        else:
            parts.append(piece)
    return [paper._replace(sections=tuple(parts)) for parts in split]


def _pieces(paper: Paper) -> Iterator[tuple[Section, int]]:
    """Yield the sections in pieces of a row or a sentence, each with its size in bytes."""
    for section in paper.sections:
        empty = section._replace(tables=(), items=(), folds=(), pictures=())
        yield empty, len(section.text) + _ITEM
        for picture in section.pictures:
            points = sum(len(piece) for track in picture.tracks for piece in track.pieces)
            marks = sum(len(track.marks) for track in picture.tracks)
            drawn = (
                len(picture.labels) + len(picture.levels) + len(picture.bars) + len(picture.tracks) + marks
            )
            size = 2 * _ROW + len(picture.words) + _ITEM * drawn + _POINT * points
            yield empty._replace(pictures=(picture,)), size
        for table in section.tables:
            for row in table.rows:
                yield empty._replace(tables=(table._replace(rows=(row,)),)), _row_size(row)
        for item in section.items:
            yield (
                empty._replace(items=(item,)),
                _ITEM + len(item.text) + _CARD * sum(map(item.text.count, _SUITS)),
            )
        for fold in section.folds:
            yield (
                empty._replace(folds=(fold,)),
                _ITEM + len(fold.summary) + sum(map(_row_size, fold.table.rows)),
            )


def _merge(section: Section, other: Section) -> Section:
    """Return two pieces of a section as one."""
    tables = section.tables + other.tables
    if (
        section.tables
        and other.tables
        and section.tables[-1]._replace(rows=()) == other.tables[0]._replace(rows=())
    ):
        table = section.tables[-1]._replace(rows=section.tables[-1].rows + other.tables[0].rows)
        tables = (*section.tables[:-1], table, *other.tables[1:])
    return section._replace(
        pictures=section.pictures + other.pictures,
        tables=tables,
        items=section.items + other.items,
        folds=section.folds + other.folds,
    )


def _row_size(row: PageRow) -> int:
    return _ROW + sum(_CELL + len(cell) for cell in row.cells) + sum(_ITEM + len(note) for note in row.notes)
