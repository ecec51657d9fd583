"""What the records of one format put into the rows of a hand, and those of others do not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

Row = tuple[Any, ...]


class Own(NamedTuple):
    """The values of a format's own, in the order of the columns."""

    calls: str | None
    #: Whether melds were noted, where a game has any.
    melds_noted: int
    #: The cards of Clabber as they fell, a byte each.
    played: bytes
    #: What was made in the cards of Clabber, by side and part.
    made: Row
    #: The columns of `hands` from the pack on.
    columns: Row
    melds: Sequence[Row] = ()
    sides: Sequence[Row] = ()
