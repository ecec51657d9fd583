"""The shape of a column: what it is called, what it holds and what it means."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """What a column holds."""

    text = "text"
    number = "number"
    #: Any part of a record, as compact JSON.
    json = "JSON"
    #: The cards dealt to each seat: `N:ASTSAH E:QSQDJD`.
    dealt = "dealt"
    #: The cards as they fell, each with its seat: `W:KS N:AS`.
    plays = "plays"


class Column(NamedTuple):
    """A column; where a hand does not say what it is for, it is null."""

    name: str
    kind: Kind
    #: What it means, in a line.
    help: str
    #: Where it stands in the record, for a column of hands.
    path: tuple[str, ...] = ()
