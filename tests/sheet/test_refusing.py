"""Tests of refused score sheets: bad cells, headings, encodings and contradictions."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from clabber_audit.core.errors import RecordError, Refused, TextPlace
from clabber_audit.games.clabber.melds import team_sums
from clabber_audit.games.clabber.toggles import USUAL
from clabber_audit.records.sheets.headings import FORMS
from clabber_audit.records.sheets.rows import entries
from tests.cli import call
from tests.rules import OF_CLABBER
from tests.scale import at_scale
from tests.second_opinion.cards import PACK, meld_sets, melds_within, worth
from tests.second_opinion.judging import MELD_SUMS
from tests.sheet.tables import HEADINGS, ROWS, format_table, replace_cell
from tests.tables import tables

#: The head of `cells.md` explains them.
CELLS = tables(Path(__file__).with_name("cells.md"))


def sheet_errors(text: str | bytes) -> list[RecordError]:
    """Return all errors of a sheet."""
    data = text.encode() if isinstance(text, str) else text
    try:
        return [fault for entry in entries(data, "x.csv") if entry.refused for fault in entry.refused.faults]
    except Refused as refused:
        return list(refused.faults)


def only_error(text: str | bytes) -> RecordError:
    (found,) = sheet_errors(text)
    return found


@pytest.mark.parametrize(
    ("column", "written", "cell", "expected", "help"),
    [
        *CELLS["Cells that cannot be read"],
        ("ew_score", "9" * 400, "L3", "points or one of the marks", ""),
        ("remark", "a\u202eb", "M3", "U+202E", "remove it"),
        ("remark", "a\x1cb", "M3", "U+001C", "remove it"),
        ("remark", "x" * 2001, "M3", "the limit is 2000", "shorten"),
    ],
)
def test_bad_cells(column: str, written: str, cell: str, expected: str, help: str) -> None:
    fault = only_error(format_table(*replace_cell(column, written, row=1)))
    assert fault.what.startswith(f"row 3, column {column} ({cell}) ")
    assert expected in fault.why
    assert help in fault.help
    assert fault.place is not None
    assert fault.place.line == 3
    before = [len(text) + 1 for text in ROWS[1][: HEADINGS.index(column)]]
    assert fault.place.column == 1 + sum(before)
    assert len(fault.what) < 150, "what is quoted is cut short"


@pytest.mark.parametrize(("column", "cell", "why"), CELLS["Cells left empty"])
def test_required_cells(column: str, cell: str, why: str) -> None:
    fault = only_error(format_table(*replace_cell(column, "", row=1)))
    assert fault.what == f"row 3, column {column} ({cell}) is empty"
    assert why in fault.why


@pytest.mark.parametrize("name", sorted(FORMS[0].columns))
def test_misspelled_headings_never_mean_another_column(name: str) -> None:
    """Every heading without any one letter is refused or means the same column."""
    fine = dict.fromkeys(("dealer", "maker", "trump", "ns_cards", "ew_cards", "ns_score", "ew_score"), "")
    headings = [other for other in fine if other != name]
    for at in range(len(name)):
        misspelt = name[:at] + name[at + 1 :]
        if not misspelt or misspelt[0] == "_":
            continue
        errors = sheet_errors(",".join([*headings, misspelt]) + "\n")
        meant = FORMS[0].column_of(misspelt)
        assert meant is (None if errors else FORMS[0].columns[name]), misspelt
        for fault in errors:
            assert fault.what == f"row 1, column {misspelt} ({chr(ord('A') + len(headings))}1)"
            assert fault.place == TextPlace(1, sum(len(other) + 1 for other in headings) + 1)


def test_a_misspelled_heading_gets_a_suggestion() -> None:
    fault = only_error(format_table(*ROWS).replace("dealer", "delaer"))
    assert "did you mean dealer?" in fault.help
    fault = only_error(format_table(*ROWS).replace("ns_cards", "ns_crads"))
    assert "did you mean ns_cards?" in fault.help
    assert fault.what == "row 1, column ns_crads (E1)"


def test_an_unknown_heading_is_refused_with_advice() -> None:
    fault = only_error(format_table(*ROWS).replace("remark", "weather"))
    own = "If the column is your own, put its heading in parentheses, such as (total)"
    assert fault.help == f"`clabber-audit schema sheet` lists the columns. {own}"


def test_all_errors_are_reported_at_once() -> None:
    rows = replace_cell("dealer", "Q")
    rows[0][HEADINGS.index("trump")] = "Q"
    rows[1][HEADINGS.index("hand")] = "Q"
    assert [fault.what.split(" is ")[0] for fault in sheet_errors(format_table(*rows))] == [
        "row 2, column dealer (B2)", "row 2, column trump (D2)", "row 3, column hand (A3)",
    ]  # fmt: skip


def test_a_bad_row_does_not_stop_the_next() -> None:
    found = list(entries(format_table(*replace_cell("dealer", "Q")).encode(), "x.csv"))
    assert [entry.record is None for entry in found] == [True, False]


def test_other_encodings_are_refused() -> None:
    fault = only_error(b"dealer,ns,ew,remark\nN,91,71,caf\xe9\n")
    assert fault.what == "byte 0xe9 is not UTF-8 text"
    assert fault.place == TextPlace(2, 12)
    assert "UTF-16" in only_error("dealer,ns,ew\n".encode("utf-16")).what
    assert "empty" in only_error(b"").what
    assert "4 MiB" in only_error(b"," * (4 << 20) + b"\n").what


_HEADINGS = "hand,dealer,maker,trump,ns_cards,ns_last,ns_melds,ns_belle,ew_cards,ew_last,ew_melds,ew_belle,ns_score,ew_score"


@pytest.mark.parametrize("ruleset", OF_CLABBER[:: at_scale(4, 1)])
@pytest.mark.parametrize(("row", "column", "message"), CELLS["Rows that contradict themselves"])
def test_contradictions_are_found_in_sheets_and_records(
    tmp_path: Path, row: str, column: str, message: str, ruleset: str
) -> None:
    sheet = tmp_path / "night.csv"
    sheet.write_text(f"{_HEADINGS}\n{row}\n", encoding="utf-8")
    done = call("check", str(sheet), "--ruleset", ruleset)
    assert done.code == 1
    lines = [line for line in done.out.splitlines() if "wrong-score" in line and not line.startswith(" ")]
    assert any(line.startswith(f"{sheet}:2:{column}: ") and message in line for line in lines), lines
    record = tmp_path / "night.jsonl"
    assert call("convert", str(sheet), str(record)).code == 0
    assert call("check", str(record), "--ruleset", ruleset).printed(1, message)


def test_possible_sums_of_melds() -> None:
    """Enumerates every two hands of a team: each card of a meld is in one of the two hands (R-056)."""
    sums = {0}
    hands = []
    for melds in meld_sets(PACK):
        cards = frozenset(card for meld in melds for card in meld["cards"])
        if len(cards) <= 6:
            hands.append((cards, worth(melds)))
    assert melds_within(PACK)
    for (one, points), (other, more) in combinations(hands, 2):
        if not one & other:
            sums.add(points + more)
    assert sums == set(MELD_SUMS) == team_sums(USUAL)
