"""Hands from a score sheet: a table, a row a hand, into records at sheet level (`schemas/sheet.md`).

A sheet says who dealt, who made which trumps, and what was written down: points, melds, marks. An empty cell stays
unknown, and numbers that do not add up are kept as they stand: the scorecard reports them.

`headings` reads and writes CSV and knows the columns of each game, and `rows` makes a record of each row. `workbook`
finds the tables among the cells of a workbook, or of a table with titles, and makes a plain sheet for `rows`.
"""

from typing import Final

#: File extensions of workbooks.
WORKBOOKS: Final = (".xlsx", ".xlsm", ".ods")
