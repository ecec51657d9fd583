"""What does not fit in an archive: in its log, or in a table that is made from the log and can be made again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from clabber_audit.archive.row import Row
from clabber_audit.archive.writer import PARTS
from clabber_audit.ground.errors import shown

#: The tables of hands, each with the number of the hand in its first column.
OF_HANDS: Final = ("hands", *PARTS)
#: The tables that hold nothing of their own: they are made from the log.
MADE: Final = (*OF_HANDS, "decisions", "words")


class Due(NamedTuple):
    """What the log gives: all the rows of a table that have this number in their first column."""

    table: str
    #: The number of a hand, or of the entry of a decision; None where no row is meant, but an index of the table.
    number: int | None
    rows: Sequence[Row] = ()
    #: What the hand is called, where the log has it.
    name: str = ""


class Complaint(NamedTuple):
    """What does not fit, in a sentence."""

    told: str
    #: What has to be there instead; None where it is the log that does not fit, or what it rests on.
    due: Due | None = None


def otherwise(due: Due, kept: Sequence[Row]) -> Complaint:
    """That a table of hands does not hold what is due, given what it holds."""
    hand, table = f"hand {due.number} ({shown(due.name, 64)})", due.table
    if table != "hands":
        return Complaint(f"{table}: those of {hand} differ from the log", due)
    return Complaint(f"{table}: {hand} {'differs from the log' if kept else 'is in the log but missing here'}", due)


def surplus(table: str, number: int) -> Complaint:
    """That a table of hands holds something under a number of which the log has no hand."""
    return Complaint(f"{table}: hand {number} is not in the log", Due(table, number))
