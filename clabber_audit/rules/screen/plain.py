"""Plain hands found in a file, as columns, and how their cards are read: whole columns of letters at once.

What is taken here the door takes too, and finds the same in it; of all else nothing is said, and the door reads it. It
is made from the model of the record (`record.recognizer`), and holds no shape of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from clabber_audit.cards.cards import CODES, DECK_SIZE, SEATS
from clabber_audit.rules.screen.columns import Words

Letters = NDArray[np.uint8]
Flags = NDArray[np.bool_]

#: What is no card, no seat.
_NONE: Final = 99
_HOLE: Final = ord("?")


#: Columns of hands, as their family has them.
Hands = TypeVar("Hands")


class Plain(NamedTuple, Generic[Hands]):
    """The plain hands among some lines or rows."""

    #: (n): which they are, and the ruleset that each names, as its JSON text.
    rows: NDArray[np.intp]
    rulesets: Words
    hands: Hands
    #: By hand the names of its players and teams.
    names: Sequence[tuple[str, ...]]
    #: Of lines, by hand, the line taken apart: a group for each part, as its JSON text.
    matches: Sequence[re.Match[bytes]] = ()


class Form:
    """A text that is the same for all hands but for some letters, which are `?` in it."""

    def __init__(self, text: str) -> None:
        self.text = text.encode()
        self._letters = np.frombuffer(self.text, np.uint8)
        self._holes = self._letters == _HOLE
        self._places = np.flatnonzero(self._holes)

    def filled_in(self, letters: Letters) -> tuple[Letters, Flags]:
        """(n, holes): what stands in the holes of n texts as long as the form; (n) whether the rest is alike."""
        alike = letters == self._letters
        alike |= self._holes
        return letters.take(self._places, axis=1), alike.all(axis=1)


class Fell(NamedTuple):
    """(n, 24): who played each card, and which; (n) whether all of them are seats and cards."""

    seats: Letters
    cards: Letters
    known: Flags


def fell(letters: Letters) -> Fell:
    """The plays of hands, three letters each: seat, rank and suit."""
    seats = seats_of(letters[:, 0::3])
    cards = cards_of(letters.reshape(len(letters), -1, 3)[:, :, 1:].reshape(len(letters), -1))
    known = seats.max(axis=1) < len(SEATS)
    known &= cards.max(axis=1) < DECK_SIZE
    return Fell(seats, cards, known)


def seats_of(letters: Letters) -> Letters:
    """The number of each seat by its letter; far too large for what is none."""
    return _SEAT[letters]


def cards_of(letters: Letters) -> Letters:
    """The number of each card by its two letters; far too large for what is none."""
    return _CARD[np.ascontiguousarray(letters).view(np.uint16)]


def words(texts: Sequence[bytes | None]) -> Words:
    """A part of many hands as its texts, each once; what is not noted is empty."""
    known: dict[bytes, int] = {}
    places = {
        text: known.setdefault(b"" if text is None or text == b"null" else text, len(known))
        for text in dict.fromkeys(texts)
    }
    return Words(list(known), np.fromiter(map(places.__getitem__, texts), np.intp, len(texts)))


def letters_of(texts: Sequence[bytes]) -> Letters:
    """(n, length): the letters of n texts of one length."""
    return np.frombuffer(b"".join(texts), np.uint8).reshape(len(texts), -1)


_SEAT: Final = np.full(1 << 8, _NONE, np.uint8)
_SEAT[list(SEATS.encode())] = range(len(SEATS))
#: By both letters of a card, as one number.
_CARD: Final = np.full(1 << 16, _NONE, np.uint8)
_CARD[np.frombuffer("".join(CODES).encode(), np.uint16)] = range(DECK_SIZE)
