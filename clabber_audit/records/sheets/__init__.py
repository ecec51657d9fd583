"""Hands from a score sheet: a table, a row a hand, into records at sheet level (`schemas/sheet.md`).

A sheet says who dealt, who made which trumps, and what was written down: points, melds, marks. What it leaves empty
stays unknown, and what does not add up is kept as it stands: telling so is the scorecard's part.
"""

from clabber_audit.records.sheets.headings import FORMS, SheetColumn, SheetForm, is_sheet
from clabber_audit.records.sheets.rows import LARGEST_SHEET, RowResult, entries

__all__ = ["FORMS", "LARGEST_SHEET", "RowResult", "SheetColumn", "SheetForm", "entries", "is_sheet"]
