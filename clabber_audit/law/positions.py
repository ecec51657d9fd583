"""A position: cards on the table, a hand to play from, and what may be played of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from clabber_audit.law.bound_ruleset import BoundRuleset, legal_cards
from clabber_audit.replay import opened, standing
from clabber_audit.table.pack import Pack
from clabber_audit.table.strain import Strain


class Position(NamedTuple):
    """Where a trick stands for whoever plays next, in masks."""

    #: The cards of the hand, in the order given; of two equal ones each is its own.
    held: tuple[int, ...]
    led: int
    #: The trumps that beat what lies there; before a lead, what leading trumps turns on.
    above: int
    #: What may be played.
    allowed: int
    #: Which card of the trick wins, from 0; -1 where none lies there.
    best: int


def position(
    law: BoundRuleset, pack: Pack, strain: Strain, hand: Sequence[str], trick: Sequence[str], played: Sequence[str] = ()
) -> Position:
    """The position of some cards; `played` are those of earlier tricks, on which a lead may depend."""
    faces = [*hand, *trick, *played]
    bits = [pack.bits[face][faces[:place].count(face)] for place, face in enumerate(faces)]
    held, table, fallen = bits[: len(hand)], bits[len(hand) : len(hand) + len(trick)], bits[len(hand) + len(trick) :]
    on_table = standing(table, strain)
    above = on_table.above(strain.trump) if table else opened(strain.trump, sum(fallen))
    allowed = legal_cards(law, sum(held), on_table.led, strain.trump, above)
    return Position(tuple(held), on_table.led, above, allowed, on_table.best if table else -1)
