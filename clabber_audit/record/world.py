"""A world: one complete hand that a record may stand for."""

from typing import NamedTuple

from clabber_audit.table.strain import Strain


class World(NamedTuple):
    """A complete hand: what was named, the card of each clock, what each seat was dealt. All cards are masks."""

    strain: Strain
    cards: tuple[int, ...]
    dealt: tuple[int, ...]
