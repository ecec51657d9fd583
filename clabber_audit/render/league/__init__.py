"""A season written out: standings, schedule and audit as page, text, table and JSON."""
