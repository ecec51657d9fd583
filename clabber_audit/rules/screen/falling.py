"""Cards falling, of many hands at once: the walk of `replay.cards_falling` and the law's own predicates, on columns.

Here clocks are rows and hands are columns: an array of (24, n) holds the cards of n hands, each as a bit. A card is
looked up by its number, its place in the pack.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clabber_audit.cards.pack import Pack
from clabber_audit.cards.seating import Seating
from clabber_audit.cards.strain import Strain
from clabber_audit.rules.bound_ruleset import Bound, BoundRuleset
from clabber_audit.rules.screen.columns import Flags, Masks, Numbers, Places
from clabber_audit.rules.screen.withheld import WithheldError


class Faces(NamedTuple):
    """What is looked up of each card under each strain, by the number of the strain and that of the card."""

    #: The bit of each card, by its number alone.
    bits: Masks
    suit: Masks
    beaters: Masks
    worth: NDArray[np.uint16]
    #: By the number of the strain.
    trumps: Masks


class Fallen(NamedTuple):
    """What came of the cards that fell in many hands: in rows the tricks."""

    #: Whether everybody played, in his turn, cards that he had been dealt, and no law objects to any of them.
    clean: Flags
    winners: Numbers
    points: NDArray[np.uint16]


def bits_of(cards: Numbers) -> Masks:
    """The bit of each card, by its number."""
    return np.left_shift(np.uint32(1), cards.astype(np.uint32))


def faces(strains: Sequence[Strain], pack: Pack) -> Faces:
    """The tables of some strains, which have their numbers by them; OverflowError of a pack too wide for columns."""
    looked_up = [[strain.faces[card] for card in pack.face] for strain in strains]
    suit, beaters, worth = ([[face[which] for face in row] for row in looked_up] for which in range(3))
    masks: Any = np.uint32 if pack.all.bit_length() <= np.iinfo(np.uint32).bits else np.uint64
    bits, suits, higher = (np.array(found, masks) for found in ([*pack.face], suit, beaters))
    return Faces(bits, suits, higher, np.array(worth, np.uint16), np.array([strain.trump for strain in strains], masks))


class Falling(NamedTuple):
    """The walk through hands that were played to the end, at tables of one kind."""

    law: BoundRuleset
    pack: Pack
    seating: Seating
    faces: Faces

    def replayed(self, seats: Numbers, cards: Numbers, dealt: Masks, strain: Places, leader: Numbers) -> Fallen:
        """What came of n hands: (24, n) who played and which card, by its number; (4, n) what each went into play with.

        All tricks are walked through at once, place by place: who leads the next is asked when all winners are known.
        """
        count = cards.shape[1]
        seats, cards = np.ascontiguousarray(seats), np.ascontiguousarray(cards)
        bits, looked_up = self.faces.bits.take(cards, mode="clip"), cards + strain * self.pack.size
        beats, suits = self.faces.beaters.take(looked_up, mode="clip"), self.faces.suit.take(looked_up, mode="clip")
        trumps = self.faces.trumps.take(strain, mode="clip")
        left = _left(bits)
        hand = dealt.take(seats * np.intp(count) + np.arange(count), mode="clip") & left
        around = self.seating.around
        clean = ((hand & bits) != 0).all(axis=0) & (left[0] == np.bitwise_or.reduce(dealt[list(around[0])], axis=0))
        width = self.seating.width
        seat, card, hand, suit, beat = (
            column.reshape(-1, width, count).swapaxes(0, 1) for column in (seats, bits, hand, suits, beats)
        )
        winner, winning, above = seat[0], beat[0], []
        for place in range(1, width):
            above.append(winning & trumps)
            takes = (card[place] & winning) != 0
            winning, winner = _either(takes, beat[place], winning), _either(takes, seat[place], winner)
        follows = card[1:], hand[1:], suit[0], trumps, np.array(above)
        choice = hand != card
        guilty = choice[1:] & (
            _guilty(self.law.off_suit, suit[1:] != suit[0], *follows)
            | _guilty(self.law.trumps, suit[1:] == trumps, *follows)
        )
        clean &= ~guilty.any(axis=(0, 1))
        if self.law.leads:
            clean &= ~(choice[0] & self._guilty_leads(card[0], hand[0], left[::width], trumps)).any(axis=0)
        leads = np.concatenate([leader.astype(seats.dtype)[None], winner[:-1]])
        # Whoever is out leads no trick.
        turns = np.array(around, seats.dtype).T.take(leads, axis=1, mode="clip")
        clean &= (seat == turns).all(axis=(0, 1))
        points = self.faces.worth.take(looked_up, mode="clip").reshape(-1, width, count).sum(axis=1, dtype=np.uint16)
        return Fallen(clean, winner, points)

    def _guilty_leads(self, card: Masks, hand: Masks, left: Masks, trumps: Masks) -> Flags:
        """To which leads some law objects, by the cards `left` in play before each."""
        whole = np.full(card.shape, self.pack.all, card.dtype)
        opened = trumps * ((left[0] & ~left & trumps) != 0)
        return _guilty(self.law.leads, np.ones(card.shape, bool), card, hand, whole, trumps, opened)


def _left(bits: Masks) -> Masks:
    """By clock the cards that fall then or later."""
    left = bits.copy()
    for at in range(len(left) - 1, 0, -1):
        left[at - 1] |= left[at]
    return left


def _either(takes: Flags, one: Any, other: Any) -> Any:
    """The one where it takes, else the other; `where` would guess which, and guess wrong as often as not."""
    return other ^ (one ^ other) * takes


def _guilty(bounds: Iterable[Bound], among: Flags, *table: Masks) -> Flags:
    """To which cards some law objects, of those about which it is asked."""
    found = np.zeros(among.shape, bool)
    for bound in bounds:
        found |= objections(bound, *table, shape=among.shape)
    return found & among


def objections(bound: Bound, *columns: Any, shape: int | tuple[int, ...]) -> Flags:
    """To which of many steps, asked as one with columns in it, a law objects; to all of them where it cannot say."""
    try:
        return np.broadcast_to(np.asarray(bound.offends(*columns), bool), shape)
    except (WithheldError, ValueError, TypeError, AttributeError):
        # A law that is no predicate over masks stops at a column: it is neither true nor false, and no number.
        return np.ones(shape, bool)
