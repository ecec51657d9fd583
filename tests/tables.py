"""Readers of tables and hands in Markdown."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_SIGNS = str.maketrans("⏎⇥␀␇␌␍", "\n\t\0\a\f\r")


def rows(file: Path) -> list[list[str]]:
    """Return the cells of each row of the tables in a file, without header rows."""
    tables = file.read_text(encoding="utf-8").split("| --- |\n")[1:]
    lines = [line for table in tables for line in table.partition("\n\n")[0].splitlines()]
    return [[cell.strip() for cell in line[1:-1].split("|")] for line in lines]


def tables(file: Path) -> dict[str, list[list[str]]]:
    """Return the rows of the table under each heading of a file.

    Backticks around a whole cell are removed; in a cell ⏎ is a line feed, ⇥ a tab, ␇ a bell, ␌ a form feed, ␍ a carriage
    return and ␀ a zero byte.
    """
    found = {}
    for section in file.read_text(encoding="utf-8").split("\n## ")[1:]:
        heading, _, body = section.partition("\n")
        lines = [line for line in body.splitlines() if line.startswith("|")][2:]
        found[heading] = [[_plain(cell.strip()) for cell in line[1:-1].split("|")] for line in lines]
    return found


def _plain(cell: str) -> str:
    code = re.fullmatch("`([^`]*)`", cell)
    return (code[1] if code else cell).translate(_SIGNS)


def hand_text(title: str) -> str:
    """Return the hand below this heading of `texts.md`, in the text notation."""
    return _hand_texts()[title]


@cache
def _hand_texts() -> dict[str, str]:
    text = Path(__file__).with_name("texts.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^## (.*)\n\n.*\n\n```clab\n((?:.*\n)*?)```$", text, re.MULTILINE))
