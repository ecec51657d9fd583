"""Hands from a score sheet: a table, a row a hand, into records at sheet level (`schemas/sheet.md`).

A sheet says who dealt, who made which trumps, and what was written down: points, melds, marks. An empty cell stays
unknown, and numbers that do not add up are kept as they stand: the scorecard reports them.
"""
