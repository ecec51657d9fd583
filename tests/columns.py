"""`python -m tests.columns` writes the tables of columns in docs/columns.md."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from clabber_audit.records.columns import FINDINGS, HANDS, Column, ColumnType

PAGE: Final = Path(__file__).parents[1] / "docs" / "columns.md"
_LISTS: Final = {"hands": HANDS, "findings": FINDINGS}
_TYPES: Final = {ColumnType.number: "number", ColumnType.json: "JSON"}


def render_table(columns: Sequence[Column]) -> str:
    """Render columns as a Markdown table."""
    rows = [f"| `{column.name}` | {_TYPES.get(column.kind, 'text')} | {column.help} |" for column in columns]
    return "\n".join(["| column | holds | what |", "| --- | --- | --- |", *rows])


def render_page() -> str:
    """Return the page with its tables rendered from the current columns."""
    page = PAGE.read_text(encoding="utf-8")
    for name, columns in _LISTS.items():
        begin, end = f"<!-- columns of {name} -->\n", f"\n<!-- end of {name} -->"
        before, _, rest = page.partition(begin)
        page = before + begin + render_table(columns) + end + rest.partition(end)[2]
    return page


if __name__ == "__main__":
    PAGE.write_text(render_page(), encoding="utf-8")
