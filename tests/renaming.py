"""Tables turned round and suits renamed, in records of every game and in what is ruled on them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple


class Renaming(NamedTuple):
    """Other names for seats and sides, and for suits."""

    places: dict[str, str]
    suits: dict[str, str]


#: Keys of which the value is a seat or a side, or seats side by side.
_OF_SEATS: Final = {
    "dealer", "due_dealer", "due", "seat", "side", "to", "from", "by", "against", "maker", "moved", "winners", "leader",
    "turn", "seating", "team", "reneging_team", "won", "winner", "next_dealer",
}  # fmt: skip
_OF_SUITS: Final = {"trump", "named", "led", "call"}
_KEPT: Final = {"seats", "id", "ruleset", "format", "kind", "infraction", "quote"}


def around(seats: Sequence[str], by: int, suits: str = "CDHS") -> Renaming:
    """Return the names with everybody so many seats further, and other names for clubs, diamonds, hearts and spades."""
    places = {seat: seats[(number + by) % len(seats)] for number, seat in enumerate(seats)}
    sides = ["".join(seats[first::2]) for first in range(2)] if len(seats) % 2 == 0 else []
    places |= {side: _turned(side, places) for side in sides}
    return Renaming(places, dict(zip("CDHS", suits, strict=True)))


def _turned(names: str, places: dict[str, str]) -> str:
    """Return a seat, or seats side by side, under their other names, in the order of the table."""
    return "".join(
        sorted((places[one] for one in re.findall(r"P\d|[NESW]", names)), key="NESWP1P2P3P4P5P6".index)
    )


def renamed(data: Any, names: Renaming, key: str = "") -> Any:
    """Return a record, or what was ruled on it, with every seat, side, suit and card under its other name."""
    if isinstance(data, dict):
        return {names.places.get(name, name): renamed(value, names, name) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [renamed(item, names, key) for item in data]
    if not isinstance(data, str) or key in _KEPT or data == "tie":
        return data
    if key in _OF_SEATS:
        return _turned(data, names.places)
    if key in _OF_SUITS:
        return names.suits.get(data, data)
    if key == "line":
        # Each play of a losing line, such as `N:KS`.
        return f"{names.places[data[0]]}:{data[2]}{names.suits[data[3]]}"
    return data[0] + names.suits[data[1]] if re.fullmatch(r"[7-9TJQKA][CDHS]", data) else data
