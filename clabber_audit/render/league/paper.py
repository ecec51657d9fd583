"""The shape of everything that is said of a season: sections of tables and sentences, as a page and as plain text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from clabber_audit.render.frame import Frame
from clabber_audit.render.html import rendered, styled
from clabber_audit.render.pictures import Picture
from clabber_audit.render.plain import Colophon, foot, head, joined, wrapped
from clabber_audit.render.table import Table, Tone, table_lines

#: How many sentences of a list, and how many tie-breaks, go on paper.
_PRINTED: Final = 4
#: How many letters of a sentence stand in a line there.
_LINE: Final = 110


class Item(NamedTuple):
    """A sentence of a list."""

    text: str
    tone: Tone = ""
    #: The page of a site that it is about.
    href: str = ""


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
    #: What tables or folds tell in words, drawn.
    pictures: tuple[Picture, ...] = ()
    #: Whether it goes on paper as well, and whether with all its sentences.
    printed: bool = True
    whole: bool = False
    #: Whether even one table alone shows what it is called.
    captioned: bool = False

    @property
    def empty(self) -> bool:
        """Whether there is nothing in it."""
        return not (self.has_words or self.pictures)

    @property
    def has_words(self) -> bool:
        """Whether there is anything in it that can be read aloud; a picture alone draws what another part tells."""
        return bool(self.text or self.tables or self.items or self.folds)

    @property
    def lines(self) -> int:
        """About how many lines it takes on paper."""
        rows = [row for table in self.tables for row in table.rows]
        told = [" ".join(row.notes) for row in rows] + [
            one.text for one in (self.items if self.whole else self.items[:_PRINTED])
        ]
        told += [fold.summary for fold in self.folds[:_PRINTED]]
        return len(rows) + sum(-(-len(text) // _LINE) for text in told) if self.printed else 0


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


def paper_page(paper: Paper, frame: Frame | None = None) -> str:
    """The paper as a page: no request, no script, the same bytes every time. A `frame` of a site stands around it."""
    style = styled("base.css", "league.css", *(["frame.css"] if frame else []))
    return rendered("league.html.j2", paper=paper, printed_items=_PRINTED, frame=frame, **style)


def paper_text(paper: Paper, *, symbols: bool = True, signed: bool = True) -> str:
    """The paper as text, ending with a newline; without `symbols` our own words are plain ASCII.

    `signed` it says at its foot of what it was made.
    """
    lines = [
        *head(f"{paper.kind}: {paper.title}", paper.context),
        *(line for alert in paper.alerts for line in wrapped(alert, "!! ")),
        *([""] if paper.alerts else ()),
        *wrapped(paper.lead),
        *(line for section in paper.sections if section.has_words for line in _section(section)),
        *(foot(paper.colophon) if signed else ()),
    ]
    text = joined(lines, symbols)
    # Our own words hold blanks at which no line ends.
    return text if symbols else text.replace("\u00a0", " ")


def _section(section: Section) -> Iterator[str]:
    yield from ("", section.title.upper())
    if section.text:
        yield from ("", *wrapped(section.text))
    for table in section.tables:
        yield ""
        if len(section.tables) > 1:
            yield from wrapped(table.caption)
        yield from table_lines(table)
    if section.items:
        yield ""
    for item in section.items:
        yield from wrapped(item.text, "  - ")
    for fold in section.folds:
        yield from ("", *wrapped(fold.summary))
        for row in fold.table.rows:
            yield from wrapped(": ".join(row.cells[:2]), "    ")
