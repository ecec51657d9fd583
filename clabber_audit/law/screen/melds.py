"""Melds and belle of many hands: cards shown that were held, a belle that lay with who called it, what they count."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from clabber_audit.games.clabber.melds import belle_cards
from clabber_audit.law.screen.clabber import Beside, Called, played_out
from clabber_audit.law.screen.columns import Columns, Flags, Masks, Numbers, Places
from clabber_audit.law.screen.falling import bits_of
from clabber_audit.table.cards import DECK_SIZE, SEATS, SUIT, TEAMS

#: So many kinds of what is said are remembered.
KINDS: Final = 1 << 16

_TRUMPS: Final = tuple(SUIT.values())
#: By the number of the trump suit, its king and queen.
_BELLES: Final = np.array([belle_cards(trump) for trump in _TRUMPS], np.uint32)


class _Belle(NamedTuple):
    """Of which hands some seat was dealt king and queen of trumps, which, whether it called, and when the last fell."""

    rows: Places
    seat: Places
    called: Flags
    second: Places


class MeldScreen:
    """What the laws say of melds, each kind asked once."""

    def __init__(self, beside: Beside) -> None:
        self._called = lru_cache(KINDS)(beside.called)
        self._melds_count = lru_cache(KINDS)(beside.melds_count)
        self._ask_belle = beside.belle
        self._belles: dict[int, int | None] = {}

    def counted(
        self, hands: Columns, among: Flags, dealt: Masks, trump: Places, leader: Numbers
    ) -> tuple[Flags, Sequence[Places]]:
        """(n): which hands, among some, have clean melds, and by side what these count; (4, n) cards were dealt."""
        texts, at = hands.melds
        called = [self._called(text or b"[]") for text in texts]
        clean = among & np.array([one is not None for one in called], bool)[at]
        shown = np.array([one.shown if one else _NOTHING for one in called], np.uint32).T[:, at]
        clean &= ((shown & ~dealt) == 0).all(axis=0)
        counts = [np.zeros(len(at), np.int64) for _ in TEAMS]
        self._count_melds(called, np.flatnonzero(clean & shown.any(axis=0)), at, trump, counts)
        # Where nobody noted melds, nothing is known of belle either.
        noted = np.array([bool(text) for text in texts], bool)[at]
        callers = np.array([one.belle if one else 0 for one in called], np.uint8)[at]
        clean &= self._belles_clean(hands, clean & noted, callers, shown, dealt, trump, leader, counts)
        return clean, counts

    def _count_melds(
        self, called: Sequence[Called | None], rows: Places, at: Places, trump: Places, counts: Sequence[Places]
    ) -> None:
        kinds, kind = np.unique(at[rows] * len(SUIT) + trump[rows], return_inverse=True)
        told = []
        for text, suit in (divmod(one, len(SUIT)) for one in kinds.tolist()):
            one = called[text]
            assert one is not None
            told.append(self._melds_count(one.melds, _TRUMPS[suit]))
        for side, own in enumerate(counts):
            own[rows] += np.array([one[side] for one in told], np.int64)[kind]

    def _belles_clean(
        self,
        hands: Columns,
        among: Flags,
        callers: Numbers,
        shown: Masks,
        dealt: Masks,
        trump: Places,
        leader: Numbers,
        counts: Sequence[Places],
    ) -> Flags:
        """(n): which hands have a clean belle or none, and by side what it counts.

        One that is used in a meld, or called by who did not hold it, the judge hears.
        """
        both = _BELLES[trump]
        holds = (dealt & both) == both
        holders = np.bitwise_or.reduce(holds << np.arange(len(SEATS), dtype=np.uint8)[:, None], axis=0)
        clean = ~among | ((callers & ~holders) == 0)
        clean &= ~(among & (holds & ((shown & both) != 0)).any(axis=0))
        rows = np.flatnonzero(among & clean & (holders != 0))
        seat = holds[:, rows].argmax(axis=0)
        fell = (bits_of(hands.cards[rows]) & both[rows, None]) != 0
        second = DECK_SIZE - 1 - fell[:, ::-1].argmax(axis=1)
        first = (seat - leader[rows]) % len(SEATS)
        calls = callers[rows] != 0
        keys = ((calls * len(SEATS) + seat) * len(SEATS) + first) * DECK_SIZE + second
        kinds, example, kind = np.unique(keys, return_index=True, return_inverse=True)
        for key, row in zip(kinds.tolist(), rows[example].tolist(), strict=True):
            if key not in self._belles:
                cards, own = bits_of(hands.cards[row]).tolist(), tuple(dealt[:, row].tolist())
                hand = played_out(int(holds[:, row].argmax()), hands.seats[row].tolist(), cards, own)
                self._belles[key] = self._ask_belle(hand, _TRUMPS[trump[row]], bool(callers[row]))
        told = [self._belles[key] for key in kinds.tolist()]
        clean[rows] = np.array([one is not None for one in told], bool)[kind]
        worth = np.array([one or 0 for one in told], np.int64)[kind]
        for side, points in enumerate(counts):
            points[rows] += np.where(seat % 2 == side, worth, 0)
        return clean


_NOTHING: Final = (0,) * len(SEATS)
