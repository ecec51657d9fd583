"""The columns of a table of findings, one a row; called as in the tables of an archive."""

from __future__ import annotations

from typing import Final

from clabber_audit.columns.column import Column, Kind
from clabber_audit.columns.hands import HANDS

_WHEREABOUTS: Final = ("league", "season", "date", "round", "table_no", "game", "number")
#: Where and when a hand was played: the same columns as in a table of hands.
WHEREABOUTS: Final = tuple(column for column in HANDS if column.name in _WHEREABOUTS)

FINDINGS: Final = (
    Column("source", Kind.text, "the file"),
    Column("line", Kind.number, "the line in it, or the row"),
    Column("hand", Kind.text, "the id of the hand"),
    Column("ruleset", Kind.text, "the rules it was judged by"),
    *WHEREABOUTS,
    Column("finding", Kind.number, "its number among the findings of the hand, from 0"),
    Column("infraction", Kind.text, "the id of the infraction, which `explain` explains"),
    Column("seat", Kind.text, "who committed it"),
    Column("player", Kind.text, "his name"),
    Column("team", Kind.text, "the side that committed it"),
    Column("trick", Kind.number, "the trick, from 1"),
    Column("at", Kind.text, "when: the number of cards on the table before, or a word for what lies before and after"),
    Column("verdict", Kind.text, "`proven` or `undetermined`; from `audited` also `refused` and `bug`"),
    Column("provable_from", Kind.text, "from when the cards proved it"),
    Column("penalty", Kind.text, "what it costs: `renege`, `redeal`, `meld_void`, `void` or `note`"),
    Column("rules", Kind.json, "the rows of the articles that bind it"),
    Column("facts", Kind.json, "what was found"),
    Column("message", Kind.text, "the same as a sentence"),
)  # fmt: skip
