"""Cards falling, of many hands at once: the walk of `replay.cards_falling` and the law's own predicates, on columns.

Here clocks are rows and hands are columns: an array of (24, n) holds the cards of n hands, each as a bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clabber_audit.law.bound_ruleset import Bound, BoundRuleset
from clabber_audit.law.screen.columns import Flags, Masks, Numbers, Places
from clabber_audit.law.screen.withheld import WithheldError
from clabber_audit.table.pack import Pack
from clabber_audit.table.seating import Seating
from clabber_audit.table.strain import Strain


class Faces(NamedTuple):
    """What is looked up of each card under each strain, by the number of the strain and that of the card."""

    suit: Masks
    beaters: Masks
    worth: NDArray[np.int64]
    #: By the number of the strain.
    trumps: Masks


class Fallen(NamedTuple):
    """What came of the cards that fell in many hands: in six rows the tricks."""

    #: Whether everybody played, in his turn, cards that he had been dealt, and no law objects to any of them.
    clean: Flags
    winners: Numbers
    points: NDArray[np.int64]


def bits_of(cards: Numbers) -> Masks:
    """The bit of each card, by its number."""
    return np.left_shift(np.uint32(1), cards.astype(np.uint32))


def faces(strains: Sequence[Strain], pack: Pack) -> Faces:
    """The tables of some strains, which have their numbers by them."""
    looked_up = [[strain.faces[card] for card in pack.face] for strain in strains]
    suit, beaters, worth = (np.array([[face[which] for face in row] for row in looked_up]) for which in range(3))
    trumps = np.array([strain.trump for strain in strains])
    return Faces(suit.astype(np.uint32), beaters.astype(np.uint32), worth.astype(np.int64), trumps.astype(np.uint32))


class Falling(NamedTuple):
    """The walk through hands that were played to the end, at tables of one kind."""

    law: BoundRuleset
    pack: Pack
    seating: Seating
    faces: Faces

    def walked(self, seats: Numbers, cards: Numbers, dealt: Masks, strain: Places, leader: Numbers) -> Fallen:
        """What came of n hands: (24, n) who played and which card, by its number; (4, n) what each was dealt."""
        width, every = self.seating.width, np.arange(cards.shape[1])
        bits = bits_of(cards)
        looked_up = strain * self.pack.size + cards
        beats, worth = self.faces.beaters.take(looked_up), self.faces.worth.take(looked_up)
        suits, trumps = self.faces.suit.take(looked_up), self.faces.trumps[strain]
        holding = dealt[seats, every]
        clean = ((holding & bits) != 0).all(axis=0) & (np.bitwise_or.reduce(bits, axis=0) == self.pack.all)
        left = np.full(len(every), self.pack.all, np.uint32)
        winners, points = [], []
        for at, (card, seat) in enumerate(zip(bits, seats, strict=True)):
            place = at % width
            hand = holding[at] & left
            clean &= seat == (leader + place) % len(self.seating.seats)
            if not place:
                opened = np.where((self.pack.all & ~left & trumps) != 0, trumps, np.uint32(0))
                whole = np.full(len(every), self.pack.all, np.uint32)
                clean &= ~_guilty(self.law.leads, hand != card, card, hand, whole, trumps, opened)
                led, winning, winner, value = suits[at], beats[at], seat, worth[at]
            else:
                above, choice = winning & trumps, hand != card
                clean &= ~_guilty(self.law.off_suit, choice & (suits[at] != led), card, hand, led, trumps, above)
                clean &= ~_guilty(self.law.trumps, choice & (suits[at] == trumps), card, hand, led, trumps, above)
                takes = (card & winning) != 0
                winning, winner = np.where(takes, beats[at], winning), np.where(takes, seat, winner)
                value = value + worth[at]
            left = left & ~card
            if place == width - 1:
                leader = winner
                winners.append(winner)
                points.append(value)
        return Fallen(clean, np.array(winners), np.array(points))


def _guilty(bounds: Iterable[Bound], among: Flags, *table: Masks) -> Flags:
    """Of which hands some law objects to the card, if it is one about which it is asked."""
    found = np.zeros(len(among), bool)
    for bound in bounds:
        found |= objections(bound, *table, count=len(among))
    return found & among


def objections(bound: Bound, *columns: Any, count: int) -> Flags:
    """To which of many steps, asked as one with columns in it, a law objects; to all of them where it cannot say."""
    try:
        return np.broadcast_to(np.asarray(bound.offends(*columns), bool), count)
    except (WithheldError, ValueError, TypeError, AttributeError):
        # A law that is no predicate over masks stops at a column: it is neither true nor false, and no number.
        return np.ones(count, bool)
