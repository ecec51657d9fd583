"""Tables in plain text."""

from __future__ import annotations

from clabber_audit.report.layout import PageRow, PageTable, TableColumn, table_lines


def test_a_table_of_more_numbers_than_a_line_holds_is_wider_and_whole() -> None:
    """The grid of 26 teams: the names give way as far as they can still be read."""
    columns = (TableColumn("Team"), *(TableColumn(str(number), numeric=True) for number in range(1, 27)))
    lines = list(table_lines(PageTable("Grid", columns, (PageRow(("25. Bitterns", *("1" * 26))),))))
    assert [line[:8].rstrip() for line in lines] == ["Team", "--------", "25.", "Bitterns"]
    assert lines[2].split()[1:] == ["1"] * 26


def test_a_table_of_numbers_alone_has_nothing_that_gives_way() -> None:
    columns = tuple(TableColumn(str(10**number), numeric=True) for number in range(16))
    (_heads, _rule, line) = table_lines(PageTable("Powers", columns, (PageRow(tuple("7" * 16)),)))
    assert line.split() == ["7"] * 16
