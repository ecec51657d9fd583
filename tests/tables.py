"""Tables in Markdown."""

from __future__ import annotations

from pathlib import Path


def rows(file: Path, heading: str = "") -> list[list[str]]:
    """Return the cells of each row of the tables in a file, or under a heading, without the rows that name the columns."""
    text = file.read_text(encoding="utf-8")
    if heading:
        text = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [
        line for table in text.split("| --- |\n")[1:] for line in table.partition("\n\n")[0].splitlines()
    ]
    return [[cell.strip() for cell in line[1:-1].split("|")] for line in lines]
