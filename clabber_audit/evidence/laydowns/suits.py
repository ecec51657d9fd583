"""The suits under names that do not depend on what they are called, so that an effort gives out at the same place.

Suits are told apart only by what lies where, by which is trump and which was led, and by the order stated. They are
sorted by that; suits between which it makes no difference are as good as each other.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from clabber_audit.evidence.laydowns.hidden import OpenPosition
from clabber_audit.evidence.laydowns.position import Laid
from clabber_audit.table.cards import CARDS_IN_SUIT, SEATS, SUIT, SUITS

_FIRST = SUIT[SUITS[0]]


class Names(NamedTuple):
    """For each suit of the pack the number of the one whose name it takes."""

    taken: tuple[int, ...]

    @property
    def back(self) -> Names:
        """The renaming undone."""
        return Names(tuple(self.taken.index(suit) for suit in range(len(SUITS))))

    def cards(self, mask: int) -> int:
        """A set of cards under the other names."""
        return sum(_of_suit(mask, suit) << CARDS_IN_SUIT * name for suit, name in enumerate(self.taken))

    def table(self, table: OpenPosition) -> OpenPosition:
        """A table under the other names."""
        here, unplaced = table
        return OpenPosition(
            here._replace(hands=self._each(here.hands), led=self.cards(here.led), winning=self.cards(here.winning)),
            unplaced.renamed(self.cards),
        )

    def laid(self, laid: Laid) -> Laid:
        """A lay-down under the other names."""
        return laid._replace(trump=self.cards(laid.trump), order=self._each(laid.order))

    def _each(self, masks: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(map(self.cards, masks))


#: Every suit under its own name.
SAME: Final = Names(tuple(range(len(SUITS))))


def names(table: OpenPosition, laid: Laid) -> Names:
    """The renaming that sorts the suits of a table, by what lies with the layer before what lies with others."""
    here, unplaced = table
    around = [
        column[(laid.seat + step) % len(SEATS)]
        for column in (here.hands, unplaced.loose, unplaced.banned)
        for step in range(len(SEATS))
    ]
    masks = (laid.trump, here.led, here.winning, *around, unplaced.pool, *laid.order)
    suits = sorted(range(len(SUITS)), key=lambda suit: [_of_suit(mask, suit) for mask in masks])
    return Names(tuple(suits.index(suit) for suit in range(len(SUITS))))


def _of_suit(mask: int, suit: int) -> int:
    """The cards of one suit, as if it were the first."""
    return mask >> CARDS_IN_SUIT * suit & _FIRST
