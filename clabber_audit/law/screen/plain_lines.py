"""Lines that hold plain hands, read straight into columns: the fast lane of the door."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any, Final

import numpy as np

from clabber_audit.law.screen.columns import Columns
from clabber_audit.law.screen.lines import BESIDE, NAMED, SCREENED, keys_are_sorted, matching
from clabber_audit.law.screen.lines import names as names_in
from clabber_audit.law.screen.plain import Fell, Flags, Form, Letters, Plain, cards_of, fell, seats_of, words
from clabber_audit.table.cards import DECK_SIZE, HAND_SIZE, SEATS

_PLAY: Final = {"seat": "?", "card": "??"}
_HAND: Final = ["??"] * HAND_SIZE


class _Layout:
    """How a plain hand is laid out in a line: with its keys in the order of the model, or sorted."""

    def __init__(self, sorted_keys: bool) -> None:
        compact = partial(json.dumps, separators=(",", ":"), sort_keys=sorted_keys)
        self._seats = sorted(SEATS) if sorted_keys else list(SEATS)
        self._card_first = sorted_keys
        self._plays = Form(compact([_PLAY] * DECK_SIZE))
        self._hands = Form(compact(dict.fromkeys(SEATS, _HAND)))
        # Plays and hands are looked at once more, those of all lines at once.
        whole = {
            "plays": rf"\[[^]]{{{len(self._plays.text) - 2}}}\]|\[\]",
            "deal_hands": rf"\{{[^}}]{{{len(self._hands.text) - 2}}}\}}",
        }
        self.match = matching(sorted_keys, whole)

    def fell(self, plays: Sequence[bytes]) -> Fell:
        """The plays of hands; of a hand without any they are not known."""
        holes, whole = self._plays.filled_in(_letters([play if play != b"[]" else self._plays.text for play in plays]))
        letters = holes.reshape(len(plays), DECK_SIZE, -1)
        if self._card_first:
            letters = np.roll(letters, 1, axis=2)
        seats, cards, known = fell(letters.reshape(len(plays), -1))
        return Fell(seats, cards, known & whole)

    def dealt(self, hands: Sequence[bytes]) -> tuple[Letters, Flags]:
        """(n, 24): the cards dealt, six to each seat in the order of the seats; (n) whether all of them are cards."""
        holes, whole = self._hands.filled_in(_letters(hands))
        by_seat = cards_of(holes).reshape(len(hands), len(SEATS), HAND_SIZE)
        cards = by_seat[:, [self._seats.index(seat) for seat in SEATS]].reshape(len(hands), -1)
        return cards, whole & (cards.max(axis=1) < DECK_SIZE)


@lru_cache(maxsize=2)
def _layout(sorted_keys: bool) -> _Layout:
    return _Layout(sorted_keys)


def plain_lines(lines: Sequence[bytes], *, canonical: bool = False) -> list[Plain]:
    """The plain hands among some lines, those that are laid out alike together.

    Where only `canonical` ones are wanted: with its keys sorted a plain hand is written as canonical text has it.
    """
    by_layout: dict[bool, list[tuple[Any, ...]]] = {}
    matches = {
        sorted_keys: _layout(sorted_keys).match
        for sorted_keys in {canonical or keys_are_sorted(line) for line in lines}
    }
    for row, line in enumerate(lines):
        sorted_keys = canonical or keys_are_sorted(line)
        match = matches[sorted_keys](line)
        if match is not None:
            parts = match.group(*SCREENED)
            if parts[2] is not None and parts[3] is not None:
                by_layout.setdefault(sorted_keys, []).append((row, match.group(*BESIDE), *parts))
    return [_plain(found, _layout(sorted_keys)) for sorted_keys, found in by_layout.items()]


def _plain(found: Sequence[tuple[Any, ...]], layout: _Layout) -> Plain:
    rows, beside, rulesets, dealer, upcard, hands, calls, melds, plays, score = zip(*found, strict=True)
    played = np.array([play != b"[]" for play in plays])
    seats, cards, known = layout.fell(plays)
    dealt, whole = layout.dealt(hands)
    turned_up = cards_of(_letters(upcard)[:, 1:3])[:, 0]
    keep = np.flatnonzero(whole & (turned_up < DECK_SIZE) & (known | ~played))
    dealers = seats_of(_letters(dealer)[:, 1])
    columns = Columns(dealers, turned_up, dealt, played, seats, cards, words(calls), words(melds), words(score))
    kept = [beside[row] for row in keep.tolist()]
    names = [names_in(*parts[NAMED]) for parts in kept]
    return Plain(np.array(rows)[keep], words(rulesets).only(keep), columns.only(keep), names, kept)


def _letters(texts: Sequence[bytes]) -> Letters:
    """(n, length): the letters of n texts of one length."""
    return np.frombuffer(b"".join(texts), np.uint8).reshape(len(texts), -1)
