"""Hands from a score sheet: a table, a row a hand, into records at sheet level (`schemas/sheet.md`).

A sheet says who dealt, who made which trumps, and what was written down: points, melds, marks. An empty cell stays
unknown, and numbers that do not add up are kept as they stand: the scorecard reports them.

`tables` reads and writes CSV, `headings` knows the columns of each game, and `rows` makes a record of each row. Of a
workbook or a table with titles, `grids` gives the cells, and `workbook` finds the tables among them and makes a plain
sheet for `rows`.
"""

from typing import Final

#: File extensions of workbooks.
WORKBOOKS: Final = (".xlsx", ".xlsm", ".ods")
