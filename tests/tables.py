"""Tables in Markdown."""

from __future__ import annotations

from pathlib import Path


def rows(file: Path) -> list[list[str]]:
    """Return the cells of each row of the tables in a file, without the rows that name the columns."""
    tables = file.read_text(encoding="utf-8").split("| --- |\n")[1:]
    lines = [line for table in tables for line in table.partition("\n\n")[0].splitlines()]
    return [[cell.strip() for cell in line[1:-1].split("|")] for line in lines]
