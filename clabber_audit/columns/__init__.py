"""Hands and findings as the columns of a table, for files that are read column by column."""
