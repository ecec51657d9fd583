"""Lines that hold plain hands, read straight into columns: the fast lane of the door."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final

import numpy as np

from clabber_audit.cards.cards import DECK_SIZE, HAND_SIZE, SEATS
from clabber_audit.rules.screen.columns import Columns
from clabber_audit.rules.screen.lines import BESIDE, NAMED, SCREENED, keys_are_sorted, matching
from clabber_audit.rules.screen.lines import names as names_in
from clabber_audit.rules.screen.plain import (
    Fell,
    Flags,
    Form,
    Letters,
    Plain,
    cards_of,
    fell,
    letters_of,
    seats_of,
    words,
)

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
        expression = matching(sorted_keys, whole)
        self.match = expression.fullmatch
        #: The numbers of the groups that are looked at: what is `SCREENED`, and the names.
        self.parts = [expression.groupindex[name] for name in (*SCREENED, *BESIDE[NAMED])]

    def fell(self, plays: Sequence[bytes]) -> Fell:
        """The plays of hands; of a hand without any they are not known."""
        holes, whole = self._plays.filled_in(
            letters_of([play if play != b"[]" else self._plays.text for play in plays])
        )
        letters = holes.reshape(len(plays), DECK_SIZE, -1)
        if self._card_first:
            letters = np.roll(letters, 1, axis=2)
        seats, cards, known = fell(letters.reshape(len(plays), -1))
        return Fell(seats, cards, known & whole)

    def dealt(self, hands: Sequence[bytes | None]) -> tuple[Letters, Flags]:
        """(n, 24): the cards dealt, six to each seat in the order of the seats; (n) whether all of them are cards."""
        holes, whole = self._hands.filled_in(letters_of([hand or self._hands.text for hand in hands]))
        by_seat = cards_of(holes).reshape(len(hands), len(SEATS), HAND_SIZE)
        cards = by_seat[:, [self._seats.index(seat) for seat in SEATS]].reshape(len(hands), -1)
        return cards, whole & (cards.max(axis=1) < DECK_SIZE)


@lru_cache(maxsize=2)
def _layout(sorted_keys: bool) -> _Layout:
    return _Layout(sorted_keys)


def plain_lines(lines: Sequence[bytes], *, canonical: bool = False) -> list[Plain[Columns]]:
    """The plain hands among some lines, those that are laid out alike together.

    Where only `canonical` ones are wanted: with its keys sorted a plain hand is written as canonical text has it.
    """
    by_layout: dict[bool, list[int]] = {}
    for row, line in enumerate(lines):
        by_layout.setdefault(canonical or keys_are_sorted(line), []).append(row)
    found = []
    for sorted_keys, rows in by_layout.items():
        layout = _layout(sorted_keys)
        matches = [(row, match) for row in rows if (match := layout.match(lines[row])) is not None]
        if matches:
            found.append(_plain(matches, layout))
    return found


def _plain(found: Sequence[tuple[int, re.Match[bytes]]], layout: _Layout) -> Plain[Columns]:
    rows, matches = zip(*found, strict=True)
    parts = zip(*[match.group(*layout.parts) for match in matches], strict=True)
    rulesets, dealer, upcard, hands, calls, melds, plays, score, *named = parts
    played = np.array([play != b"[]" for play in plays])
    seats, cards, known = layout.fell(plays)
    dealt, whole = layout.dealt(hands)
    turned_up = cards_of(letters_of([card or b"null" for card in upcard])[:, 1:3])[:, 0]
    keep = np.flatnonzero(whole & (turned_up < DECK_SIZE) & (known | ~played))
    dealers = seats_of(letters_of(dealer)[:, 1])
    columns = Columns(dealers, turned_up, dealt, played, seats, cards, words(calls), words(melds), words(score))
    names = list(map(names_in, *named))
    at = keep.tolist()
    return Plain(
        np.array(rows)[keep],
        words(rulesets).only(keep),
        columns.only(keep),
        [names[row] for row in at],
        [matches[row] for row in at],
    )
