"""What is said of a season in plain text, 78 columns wide."""

from __future__ import annotations

from collections.abc import Iterator

from clabber_audit.render.league.paper import Paper, Section
from clabber_audit.render.plain import foot, head, joined, wrapped
from clabber_audit.render.table import table_lines


def paper_text(paper: Paper, *, symbols: bool = True) -> str:
    """The paper as text, ending with a newline; without `symbols` our own words are plain ASCII."""
    lines = [
        *head(f"{paper.kind}: {paper.title}", paper.context),
        *(line for alert in paper.alerts for line in wrapped(alert, "!! ")),
        *([""] if paper.alerts else ()),
        *wrapped(paper.lead),
        *(line for section in paper.sections for line in _section(section)),
        *foot(paper.colophon),
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
