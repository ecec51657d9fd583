"""What is said of a season in plain text, 78 columns wide."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from clabber_audit.render.league.paper import Paper, Section
from clabber_audit.render.table import table_lines, wrapped
from clabber_audit.render.text import ASCII

#: What our own words hold beside the signs that every text may hold.
_PLAIN: Final = str.maketrans({"−": "-", "\u00a0": " "})


def paper_text(paper: Paper, *, symbols: bool = True) -> str:
    """The paper as text, ending with a newline; without `symbols` our own words are plain ASCII."""
    lines = [
        *wrapped(f"{paper.kind}: {paper.title}"),
        *(wrapped(", ".join(paper.context)) if paper.context else ()),
        "",
        *(line for alert in paper.alerts for line in wrapped(alert, "!! ")),
        *([""] if paper.alerts else ()),
        *wrapped(paper.lead),
        *(line for section in paper.sections for line in _section(section)),
        *_foot(paper),
    ]
    text = "\n".join(line.rstrip() for line in lines) + "\n"
    return text if symbols else text.translate(_PLAIN).translate(ASCII)


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


def _foot(paper: Paper) -> Iterator[str]:
    yield ""
    yield from wrapped(f"Under {paper.colophon.ruleset}")
    yield f"clabber-audit {paper.colophon.version}"
    yield from ("SHA-256 of the season", f"  {paper.colophon.season}")
    yield from ("SHA-256 of the records", f"  {paper.colophon.records}")
