"""Melds and belle of many hands: cards shown that were held, a belle that lay with who called it, what they count."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clabber_audit.games.clabber.melds import belle_cards
from clabber_audit.law.screen.clabber import Beside, played_out
from clabber_audit.law.screen.columns import Columns, Flags, Masks, Places, Words
from clabber_audit.law.screen.falling import Fallen, bits_of
from clabber_audit.table.cards import DECK_SIZE, SEATS, SUIT, TEAMS

#: So many kinds of what is said are remembered.
KINDS: Final = 1 << 16

_TRUMPS: Final = tuple(SUIT.values())
#: By the number of the trump suit, its king and queen.
_BELLES: Final = np.array([belle_cards(trump) for trump in _TRUMPS], np.uint32)
_NOTHING: Final = (0,) * len(SEATS)
#: What stands for the worth of a belle to which some law objects.
_OBJECTED: Final = -1


class Counted(NamedTuple):
    """(n) which hands are clean with their melds, and (2, n) what these count for each side."""

    clean: Flags
    points: Places


class _Said(NamedTuple):
    """(n): whether melds are noted, and no law objects to them; (4, n) the cards shown, and who called belle."""

    noted: Flags
    clean: Flags
    shown: Masks
    callers: Flags


class MeldScreen:
    """What the laws say of melds, each kind asked once."""

    def __init__(self, beside: Beside) -> None:
        self._called = lru_cache(KINDS)(beside.called)
        self._melds_count = lru_cache(KINDS)(beside.melds_count)
        self._ask_belle = beside.belle
        #: What a belle is worth, by the number of its kind.
        self._belles: dict[int, int] = {}

    def counted(self, hands: Columns, fell: Fallen, dealt: Masks, trump: Places) -> Counted:
        """The melds of hands that were played to their end; (4, n) cards were dealt, (n) suits were trumps."""
        said = self._said(hands.melds)
        clean = fell.clean & said.clean & ((said.shown & ~dealt) == 0).all(axis=0)
        points = np.zeros((len(TEAMS), len(trump)), np.int64)
        in_run = np.zeros(len(trump), bool)
        rows = np.flatnonzero(clean & said.shown.any(axis=0))
        if len(rows):
            points[:, rows], in_run[rows] = self._of_melds(hands.melds.only(rows), trump[rows])
        both = _BELLES[trump]
        holds = (dealt & both) == both
        clean &= ~(said.callers & ~holds).any(axis=0)
        # Where nobody noted melds, nothing is known of belle either.
        rows = np.flatnonzero(clean & said.noted & holds.any(axis=0))
        if len(rows):
            seat = holds[:, rows].argmax(axis=0)
            used = ((said.shown[seat, rows] & both[rows]) != 0).astype(np.int64) + in_run[rows]
            called = said.callers[seat, rows]
            worth = self._of_belles(
                hands.only(rows), fell.winners[0, rows], dealt[:, rows], trump[rows], seat, used, called
            )
            clean[rows] = worth != _OBJECTED
            points[seat % len(TEAMS), rows] += worth
        return Counted(clean, points)

    def _said(self, melds: Words) -> _Said:
        called = [self._called(text or b"[]") for text in melds.texts]
        shown = np.array([one.shown if one else _NOTHING for one in called], np.uint32)[melds.at].T
        belle = np.array([one.belle if one else 0 for one in called], np.int64)[melds.at]
        noted = np.array([bool(text) for text in melds.texts], bool)[melds.at]
        clean = np.array([one is not None for one in called], bool)[melds.at]
        return _Said(noted, clean, shown, (belle >> np.arange(len(SEATS))[:, None] & 1).astype(bool))

    def _of_melds(self, melds: Words, trump: Places) -> tuple[Places, Flags]:
        """(2, n): what melds count for each side; (n) whether one of them is a run with king and queen of trumps."""
        keys, at = np.unique(melds.at * len(SUIT) + trump, return_inverse=True)
        told = []
        for text, suit in (divmod(key, len(SUIT)) for key in keys.tolist()):
            called = self._called(melds.texts[text])
            assert called is not None
            told.append(self._melds_count(called.melds, _TRUMPS[suit]))
        return np.array([one.points for one in told], np.int64)[at].T, np.array([one.belle_in_run for one in told])[at]

    def _of_belles(
        self,
        hands: Columns,
        winner: NDArray[np.integer],
        dealt: Masks,
        trump: Places,
        seat: Places,
        used: Places,
        called: Flags,
    ) -> Places:
        """(n): what the belle of a seat counts, whether called or not; `used` in no meld, in one, or in one run.

        Of one kind are those of the same seat for which all fell at the same clocks that a law can see: its first card,
        the second of king and queen and, where a run shows them, its second card.
        """
        fell = (bits_of(hands.cards) & _BELLES[trump][:, None]) != 0
        second = DECK_SIZE - 1 - fell[:, ::-1].argmax(axis=1)
        first, then = (
            (seat - leader) % len(SEATS) for leader in (hands.dealer.astype(np.int64) + 1, winner.astype(np.int64))
        )
        told = (called.astype(np.int64), used, seat, first, then * (used > 1), second)
        kinds, example, at = np.unique(
            np.ravel_multi_index(told, (2, 3, len(SEATS), len(SEATS), len(SEATS), DECK_SIZE)),
            return_index=True,
            return_inverse=True,
        )
        for kind, row in zip(kinds.tolist(), example.tolist(), strict=True):
            if kind not in self._belles:
                melds = hands.melds.texts[hands.melds.at[row]]
                own = tuple(dealt[:, row].tolist())
                hand = played_out(melds, hands.seats[row].tolist(), bits_of(hands.cards[row]).tolist(), own)
                worth = self._ask_belle(hand, _TRUMPS[trump[row]])
                self._belles[kind] = _OBJECTED if worth is None else worth
        return np.array([self._belles[kind] for kind in kinds.tolist()], np.int64)[at]
