"""The sheets of many hands: what is noted for a side beside what is ruled for it, each pair asked about once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final

import numpy as np

from clabber_audit.cards.cards import TEAMS
from clabber_audit.games.clabber.scoring import settle
from clabber_audit.rules.screen.clabber import KINDS, Beside, sheet
from clabber_audit.rules.screen.columns import Flags, Places, Words
from clabber_audit.rules.screen.kinds import Told, distinct

#: More than a side can make in a hand.
_MOST: Final = 1 << 11


class SheetScreen:
    """What the laws say of sheets."""

    def __init__(self, beside: Beside) -> None:
        self._agrees = lru_cache(KINDS)(beside.agrees_with)
        #: What is noted for a side, by its number.
        self._words = list[int | str | None]([None])
        self._numbers = dict[int | str | None, int]({None: 0})
        self._noted = Told(self._numbered, len(TEAMS))

    def agree(self, score: Words, made: Places, makers: Places) -> Flags:
        """(n): whether no law objects to what sheets say, by (2, n) what the sides made and who made trumps.

        Of a hand that nobody made, -1, nothing is ruled for either side.
        """
        agree = np.ones(len(makers), bool)
        sides: Any = made
        ruled = sum(np.array(settle(sides, side)) * (makers == side) for side in range(len(TEAMS)))
        for side, (noted, points) in enumerate(zip(self._noted.of(score).T, ruled, strict=True)):
            kinds, at = distinct(noted * _MOST + points, len(self._words) * _MOST)
            asked = zip(*(part.tolist() for part in np.divmod(kinds, _MOST)), strict=True)
            told = [self._agrees(side, self._words[word], worth) for word, worth in asked]
            agree &= np.array(told, bool)[at]
        return agree

    def _numbered(self, texts: Sequence[bytes]) -> Places:
        """What sheets say for each side, by its number."""
        noted = [list(map(sheet(text).get, TEAMS)) for text in texts]
        for word in chain.from_iterable(noted):
            if word not in self._numbers:
                self._numbers[word] = len(self._words)
                self._words.append(word)
        return np.array([[self._numbers[word] for word in one] for one in noted])
