"""Kinds of what is said: each asked about once, and what came of it kept as a row of numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from clabber_audit.rules.screen.clabber import KINDS
from clabber_audit.rules.screen.columns import Places, Words

#: Numbers below so many times their count are counted off, others sorted.
_THIN: Final = 16


class Told:
    """What came of each text that was asked about, as a row of so many numbers; of new ones all are asked together."""

    def __init__(self, ask: Callable[[Sequence[bytes]], Places], numbers: int) -> None:
        self._ask = ask
        self._places: dict[bytes, int] = {}
        self._rows = np.empty((0, numbers), np.int32)

    def of(self, words: Words) -> Places:
        """(n, numbers): by hand the row of its text."""
        places = list(map(self._places.get, words.texts))
        if None in places:
            self._learn([text for text, place in zip(words.texts, places, strict=True) if place is None], words.texts)
            places = list(map(self._places.get, words.texts))
        return self._rows.take(np.array(places, np.intp)[words.at], axis=0)

    def _learn(self, new: Sequence[bytes], texts: Sequence[bytes]) -> None:
        """Ask about new ones; where that would be too many, remember none but these texts."""
        if len(self._places) + len(new) > KINDS:
            self._places, self._rows, new = {}, self._rows[:0], texts
        self._rows = np.concatenate([self._rows, self._ask(new).astype(np.int32)])
        self._places |= zip(new, range(len(self._places), len(self._rows)), strict=True)


def distinct(numbers: Places, below: int) -> tuple[Places, Places]:
    """The different ones of some numbers from 0, all `below` a bound, and (n) which of them each is."""
    if below > _THIN * len(numbers):
        found, at = np.unique(numbers, return_inverse=True)
        return found, at
    places = np.zeros(below, np.intp)
    places[numbers] = 1
    found = places.nonzero()[0]
    places[found] = np.arange(len(found))
    return found, places[numbers]
