"""A world: one complete hand that a record may stand for."""

from typing import NamedTuple


class World(NamedTuple):
    """A complete hand: the trump suit, the card of each clock, what each seat was dealt. All cards are masks."""

    trump: int
    cards: tuple[int, ...]
    dealt: tuple[int, ...]
