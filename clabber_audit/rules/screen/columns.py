"""Many hands as columns, wherever they come from: what the screen looks at, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

#: One number, or one yes or no, for each hand; of what falls, a row of them for each clock.
Numbers: TypeAlias = NDArray[np.unsignedinteger[Any]]
Masks: TypeAlias = NDArray[np.uint32] | NDArray[np.uint64]
Flags: TypeAlias = NDArray[np.bool_]
Places: TypeAlias = NDArray[np.integer[Any]]


class Words(NamedTuple):
    """A part of a record as its JSON text, such as its calls: every text that there is, and which of them a hand has.

    Where nobody noted the part the text is empty.
    """

    texts: Sequence[bytes]
    #: The place among the texts, for each hand.
    at: Places

    def only(self, rows: Places) -> Words:
        """The words of some of the hands."""
        return Words(self.texts, self.at[rows])


class Columns(NamedTuple):
    """Plain hands, n of them, all under one ruleset.

    A hand is plain that was written down in full: the four hands and the up-card, 24 cards in the order in which they
    fell or none at all; and nothing of what only some have: no contract, incident, claim, lay-down or sheet, no trick
    whose order is lost, no cut, and nobody else who should have dealt.

    A card is its number, 0 to 23, in the order of `table.cards.CODES`; a seat its number in `SEATS`.
    """

    #: (n): who dealt, and the card turned up.
    dealer: Numbers
    upcard: Numbers
    #: (n, 24): the cards dealt, six to North, six to East and so on.
    dealt: Numbers
    #: (n): whether 24 cards fell; (n, 24) who played each and which it was, anything where none fell.
    played: Flags
    seats: Numbers
    cards: Numbers
    #: The calls and melds, and what the sheet says.
    calls: Words
    melds: Words
    score: Words

    def only(self, rows: Places) -> Columns:
        """Some of the hands, or all of them."""
        if len(rows) == len(self.dealer):
            return self
        dealer, upcard, dealt, played, seats, cards, *words = self
        return Columns(
            dealer[rows],
            upcard[rows],
            dealt[rows],
            played[rows],
            seats[rows],
            cards[rows],
            *(part.only(rows) for part in words),
        )
