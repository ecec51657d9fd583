"""The rows of hands that are certainly clean, a thousand at a time: the columns of the screen say what the judge would.

It errs by silence only, as the screen does: of all other hands nothing is said, and the judge rules on them. It needs
numpy, the extra `fast`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from clabber_audit.archive.laws import held_in
from clabber_audit.archive.row import Row
from clabber_audit.archive.rows import Played, Rows, Scored, row_of_hand, written
from clabber_audit.archive.rows_of_clabber import NOTHING, OF_SEAT, calls_in, melds_in
from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.law.screen.columns import Columns, Words
from clabber_audit.law.screen.hands import Screen, screen_of
from clabber_audit.law.screen.lines import BESIDE
from clabber_audit.law.screen.plain import Plain
from clabber_audit.law.screen.plain_lines import plain_lines
from clabber_audit.record.piecemeal import part
from clabber_audit.ruling.clean import REMEMBERED, Uncontested
from clabber_audit.table.cards import PACK, SEATS, SUIT, TEAMS


def rows_of_clean(texts: Sequence[bytes], law: str) -> Iterator[tuple[int, Rows]]:
    """The rows of those among some records that are certainly clean under a law, given as its text, with their places.

    All of these records are in canonical text.
    """
    court = _court(law)
    if court is not None:
        for plain in plain_lines(texts, canonical=True):
            yield from _rows(plain, court)


class _Court(Uncontested):
    """A law with its screen, and what follows from it for a clean hand."""

    def __init__(self, law: BoundRuleset, screen: Screen) -> None:
        super().__init__(law)
        self.screen, order = screen, law.order(PACK)
        #: The seats and the names of what is trumps, by their numbers; -1 where all passed.
        self.seats: dict[int | None, str | None] = {**dict(enumerate(SEATS)), -1: None, None: None}
        self.trumps = {number: order.strains[suit].name for number, suit in enumerate(SUIT)} | {-1: order.plain.name}


@lru_cache(maxsize=4)
def _court(law: str) -> _Court | None:
    bound = held_in(law).law
    screen = screen_of(bound)
    return None if screen is None else _Court(bound, screen)


class _Noted(NamedTuple):
    """What a record says beside the cards, as far as the row of a hand asks for it: a plain one has no comments."""

    id: str
    context: Any
    players: Any
    teams: Any
    source: Any
    remarks: Any
    comments: Sequence[Any] = ()


def _rows(plain: Plain[Columns], court: _Court) -> Iterator[tuple[int, Rows]]:
    settled = court.screen.settled(plain.hands)
    keep = np.flatnonzero(settled.clean)
    hands, made = plain.hands.only(keep), settled.made[:, :, keep].transpose(2, 1, 0)
    numbers = (keep, plain.rows[keep], hands.dealer, settled.maker[keep], settled.trump[keep])
    columns = (
        *(column.tolist() for column in (*numbers, made.reshape(len(keep), -1), made.sum(axis=2))),
        _played(hands),
        *map(_each, (hands.calls, hands.melds, hands.score), (_calls, _melds, _sheet)),
    )
    for row, place, dealer, maker, trump, parts, total, cards, calls, (noted, melds), sheet in zip(
        *columns, strict=True
    ):
        remedy = court.came_to(tuple(total), maker)
        score, marks = remedy.score or _NEITHER, remedy.marks or _NEITHER
        agrees = None if sheet == _NEITHER else True
        next_dealer = court.next_dealer(remedy.outcome, dealer)
        name, context, *around = plain.matches[row].group(*BESIDE)
        record = _Noted(part("id", name), part("context", context), *_around(*around))
        played = Played(SEATS[dealer], court.seats[maker], court.trumps[trump], calls, noted, cards)
        told = Scored(remedy.outcome, None, parts, score, marks, score, sheet, agrees, court.seats[next_dealer])
        yield place, Rows(row_of_hand(record, played, told, NOTHING), melds, (), (), ())


_NEITHER: Final[Row] = (None,) * len(TEAMS)


def _played(hands: Columns) -> list[bytes]:
    """The cards played in each hand, as its row has them; none where all passed."""
    bytes_of = (hands.seats * OF_SEAT + hands.cards).astype(np.uint8)
    return [row.tobytes() if any_played else b"" for row, any_played in zip(bytes_of, hands.played, strict=True)]


def _each(words: Words, made: Callable[[bytes], Any]) -> list[Any]:
    """What is made of a part of each hand, of each text once."""
    return list(map([made(text) for text in words.texts].__getitem__, words.at.tolist()))


@lru_cache(REMEMBERED)
def _calls(text: bytes) -> str | None:
    return calls_in(part("declarations", text or None))


@lru_cache(REMEMBERED)
def _melds(text: bytes) -> tuple[int, list[Row]]:
    melds = part("melds", text or None)
    return int(melds is not None), melds_in(melds)


@lru_cache(REMEMBERED)
def _sheet(text: bytes) -> Row:
    return written(part("score", text or None))


@lru_cache(REMEMBERED)
def _around(*texts: bytes | None) -> tuple[Any, ...]:
    """What many hands have in common: who sat there, and where the records come from."""
    return tuple(map(part, BESIDE[-len(texts) :], texts))
