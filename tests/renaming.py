"""Rotation of tables and permutation of suits, in records and rulings of every game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple


class Renaming(NamedTuple):
    """New names of seats and sides, and of suits."""

    places: dict[str, str]
    suits: dict[str, str]


#: Keys of which the value is a seat or a side, or seats side by side.
_OF_SEATS: Final = {
    "dealer", "due_dealer", "due", "seat", "side", "to", "from", "by", "against", "maker", "moved", "winners", "leader",
    "turn", "seating", "team", "reneging_team", "won", "winner", "next_dealer",
}  # fmt: skip
_OF_SUITS: Final = {"trump", "named", "led", "call"}
_KEPT: Final = {"seats", "id", "ruleset", "format", "kind", "infraction", "quote"}


def rotation(seats: Sequence[str], by: int, suits: str = "CDHS") -> Renaming:
    """Return the renaming that moves everybody by some seats, and renames clubs, diamonds, hearts and spades."""
    places = {seat: seats[(number + by) % len(seats)] for number, seat in enumerate(seats)}
    sides = ["".join(seats[first::2]) for first in range(2)] if len(seats) % 2 == 0 else []
    places |= {side: _rename_seats(side, places) for side in sides}
    return Renaming(places, dict(zip("CDHS", suits, strict=True)))


def _rename_seats(names: str, places: dict[str, str]) -> str:
    """Return a seat, or the seats of a side, under their new names in the order of the table."""
    return "".join(
        sorted((places[one] for one in re.findall(r"P\d|[NESW]", names)), key="NESWP1P2P3P4P5P6".index)
    )


def rename(data: Any, names: Renaming, key: str = "") -> Any:
    """Return a record or ruling with every seat, side, suit and card under its new name."""
    if isinstance(data, dict):
        return {names.places.get(name, name): rename(value, names, name) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [rename(item, names, key) for item in data]
    if not isinstance(data, str) or key in _KEPT or data == "tie":
        return data
    if key in _OF_SEATS:
        return _rename_seats(data, names.places)
    if key in _OF_SUITS:
        return names.suits.get(data, data)
    if key == "line":
        # Each play of a losing line, such as `N:KS`.
        return f"{names.places[data[0]]}:{data[2]}{names.suits[data[3]]}"
    return data[0] + names.suits[data[1]] if re.fullmatch(r"[7-9TJQKA][CDHS]", data) else data
