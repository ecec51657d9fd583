"""Lines that hold plain hands, read straight into columns: the fast lane of the door.

What it takes the door takes too, and finds the same in it; a line that it does not know says nothing, and is for the
door to read. It is made from the model of the record, and holds no shape of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clabber_audit.law.screen import Columns, Words
from clabber_audit.record.model import HandRecord, Play
from clabber_audit.record.recognizer import Wanted, recognizer
from clabber_audit.table.cards import DECK_SIZE, HAND_SIZE, RANKS, SEATS, SUITS

_Bytes = NDArray[np.uint8]

#: What is no card, no seat.
_NONE: Final = 99
_HOLE: Final = ord("?")


class _Form:
    """A text that is the same for all hands but for some letters."""

    def __init__(self, text: str) -> None:
        self.text = text.encode()
        self._letters = np.frombuffer(self.text, np.uint8)
        self._holes = self._letters == _HOLE
        self.places = np.flatnonzero(self._holes)

    def filled_in(self, texts: Sequence[bytes]) -> tuple[_Bytes, NDArray[np.bool_]]:
        """(n, holes): what stands in the holes of n texts, each as long as the form; (n) whether the rest is alike."""
        letters = np.frombuffer(b"".join(texts), np.uint8).reshape(len(texts), -1)
        return letters[:, self.places], ((letters == self._letters) | self._holes).all(axis=1)


_PLAY: Final = Play.model_construct(seat="?", card="??").model_dump_json()  # type: ignore[arg-type]
#: 24 plays; four hands of six cards.
_PLAYS: Final = _Form(f"[{','.join([_PLAY] * DECK_SIZE)}]")
_HANDS: Final = _Form(
    "{" + ",".join(f'"{seat}":[{",".join(["%"] * HAND_SIZE)}]' for seat in SEATS).replace("%", '"??"') + "}"
)

_NUMBER: Final = {letter: np.full(256, _NONE, np.uint8) for letter in ("seat", "rank", "suit")}
for _table, _letters, _step in (("seat", SEATS, 1), ("rank", RANKS, 1), ("suit", SUITS, len(RANKS))):
    for _number, _letter in enumerate(_letters):
        _NUMBER[_table][ord(_letter)] = _number * _step


@lru_cache(maxsize=1)
def _line() -> re.Pattern[bytes]:
    """The line of a plain hand; plays and hands are looked at once more, all at once."""
    nothing = dict.fromkeys(("deal_due_dealer", "deal_cut", "contract", "laydown"), "null")
    none = dict.fromkeys(("disordered", "incidents", "claims", "comments"), r"\[\]")
    whole = {
        "plays": rf"\[[^]]{{{len(_PLAYS.text) - 2}}}\]|\[\]",
        "deal_hands": rf"\{{[^}}]{{{len(_HANDS.text) - 2}}}\}}",
        "sheet": r"\{\}",
    }
    wanted = Wanted(_GROUPS, {**nothing, **none, **whole})
    return re.compile(recognizer(HandRecord, wanted).encode())


_GROUPS: Final = (
    *("ruleset", "players", "teams", "deal_dealer", "deal_upcard", "deal_hands"),
    *("declarations", "melds", "plays", "score"),
)


class PlainLines(NamedTuple):
    """The plain hands among some lines."""

    #: (n): which lines they are, and the ruleset that each names, as its JSON text.
    rows: NDArray[np.intp]
    rulesets: Words
    hands: Columns
    #: By hand the text of its players, and that of its teams.
    named: Sequence[tuple[bytes, bytes]]


def plain_lines(lines: Sequence[bytes]) -> PlainLines | None:
    """The plain hands among some lines; None where there is none."""
    fullmatch, group = _line().fullmatch, _GROUPS
    found = []
    for row, line in enumerate(lines):
        match = fullmatch(line)
        if match is not None:
            parts = match.group(*group)
            if parts[4] is not None and parts[5] is not None:
                found.append((row, *parts))
    if not found:
        return None
    rows, rulesets, players, teams, dealer, upcard, hands, calls, melds, plays, score = zip(*found, strict=True)
    played = np.array([play != b"[]" for play in plays])
    seats, cards, fell = _fell([play if play != b"[]" else _PLAYS.text for play in plays])
    letters, whole = _HANDS.filled_in(hands)
    dealt = _cards(letters)
    turned_up = _cards(np.frombuffer(b"".join(upcard), np.uint8).reshape(len(rows), -1)[:, 1:3])[:, 0]
    known = (dealt < DECK_SIZE).all(axis=1) & (turned_up < DECK_SIZE)
    keep = np.flatnonzero(whole & known & (fell | ~played))
    columns = Columns(
        _NUMBER["seat"][np.frombuffer(b"".join(dealer), np.uint8)[1::3]],
        turned_up,
        dealt,
        played,
        seats,
        cards,
        _words(calls),
        _words(melds),
        _words(score),
    )
    named = [(players[row] or b"", teams[row] or b"") for row in keep.tolist()]
    return PlainLines(np.array(rows)[keep], _words(rulesets).only(keep), columns.only(keep), named)


def _fell(plays: Sequence[bytes]) -> tuple[_Bytes, _Bytes, NDArray[np.bool_]]:
    """(n, 24): seats and cards; (n) whether all of them are."""
    letters, whole = _PLAYS.filled_in(plays)
    seats = _NUMBER["seat"][letters[:, 0::3]]
    cards = _cards(letters.reshape(len(plays), -1, 3)[:, :, 1:].reshape(len(plays), -1))
    return seats, cards, whole & (seats < len(SEATS)).all(axis=1) & (cards < DECK_SIZE).all(axis=1)


def _cards(letters: _Bytes) -> _Bytes:
    """The number of each card, by its two letters."""
    return _NUMBER["rank"][letters[:, 0::2]] + _NUMBER["suit"][letters[:, 1::2]]


def _words(texts: Sequence[bytes | None]) -> Words:
    """A part as its texts, each once."""
    known: dict[bytes, int] = {}
    at = [known.setdefault(b"" if text is None or text == b"null" else text, len(known)) for text in texts]
    return Words(list(known), np.array(at))
