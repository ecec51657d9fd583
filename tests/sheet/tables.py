"""Score sheets to read, with invented teams and players, and their records, written by hand."""

from __future__ import annotations

from typing import Final

from tests.cli import read_text

HEADINGS: Final = [
    "hand", "dealer", "maker", "trump", "ns_cards", "ns_last", "ns_melds", "ew_cards", "ew_last", "ew_belle",
    "ns_score", "ew_score", "remark",
]  # fmt: skip
#: Two hands: the makers win the first, and are set in the second. By hand: 90 + 10 + 20 = 120 and 62; the makers have
#: 72 + 10, East-West 80 + 20 for belle, which are 100.
ROWS: Final = [
    ["1", "N", "S", "H", "90", "10", "20", "62", "", "", "120", "62", ""],
    ["2", "E", "NS", "S", "72", "10", "", "80", "", "20", "XXX", "100", "belle was called late, they say"],
]
#: The same as records.
RECORDS: Final = [
    read_text(f"clabber 1\nhand night-r0{number + 1}\ncontext hand {number}\nsource scoresheet\n{lines}")
    for number, lines in (
        (1, """\
deal N
contract S hearts
score NS 120 EW 62
sheet NS cards 90 last_trick 10 melds 20 EW cards 62
"""),
        (2, """\
deal E
contract NS spades
score NS XXX EW 100
sheet NS cards 72 last_trick 10 EW cards 80 belle 20
remark belle was called late, they say
"""),
    )
]  # fmt: skip


def quote_cell(cell: str) -> str:
    """Quote a cell for CSV if it needs quotes."""
    return '"' + cell.replace('"', '""') + '"' if set(cell) & set(',;\t"\r\n') else cell


def format_table(*rows: list[str], delimiter: str = ",", end: str = "\n") -> str:
    """Write rows as a table, headings first."""
    return "".join(delimiter.join(map(quote_cell, row)) + end for row in (HEADINGS, *rows))


def replace_cell(column: str, text: str, row: int = 0) -> list[list[str]]:
    """Return the rows with one cell of one row replaced."""
    rows = [list(cells) for cells in ROWS]
    rows[row][HEADINGS.index(column)] = text
    return rows
