"""Melds and belle of many hands: cards shown that were held, a belle that lay with who called it, what they count."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from clabber_audit.games.clabber.melds import belle_cards
from clabber_audit.law.screen.clabber import KINDS, Beside, played_out
from clabber_audit.law.screen.columns import Columns, Flags, Masks, Numbers, Places, Words
from clabber_audit.law.screen.falling import Fallen, bits_of
from clabber_audit.table.cards import DECK_SIZE, SEATS, SUIT, TEAMS

_TRUMPS: Final = tuple(SUIT.values())
#: By the number of the trump suit, its king and queen.
_BELLES: Final = np.array([belle_cards(trump) for trump in _TRUMPS], np.uint32)
_NOTHING: Final = (0,) * len(SEATS)
#: What stands for the worth of a belle to which some law objects.
_OBJECTED: Final = -1


class Counted(NamedTuple):
    """(n) which hands are clean with their melds, and (2, n) what these and belles count for each side."""

    clean: Flags
    melds: Places
    belle: Places


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
        points, belle = np.zeros((2, len(TEAMS), len(trump)), np.int64)
        rows = np.flatnonzero(clean & said.shown.any(axis=0))
        points[:, rows] = self._of_melds(hands.melds.only(rows), trump[rows])
        both = _BELLES[trump]
        holds = (dealt & both) == both
        clean &= ~(said.callers & ~holds).any(axis=0)
        # Where nobody noted melds, nothing is known of belle either.
        rows = np.flatnonzero(clean & said.noted & holds.any(axis=0))
        seat = holds[:, rows].argmax(axis=0)
        shown, called = said.shown[seat, rows], said.callers[seat, rows]
        worth = self._of_belles(
            hands.only(rows), fell.winners[0, rows], dealt[:, rows], trump[rows], seat, shown, called
        )
        clean[rows] = worth != _OBJECTED
        belle[seat % len(TEAMS), rows] = worth
        return Counted(clean, points, belle)

    def _said(self, melds: Words) -> _Said:
        called = [self._called(text or b"[]") for text in melds.texts]
        shown = np.array([one.shown if one else _NOTHING for one in called], np.uint32)[melds.at].T
        belle = np.array([one.belle if one else 0 for one in called], np.int64)[melds.at]
        noted = np.array([bool(text) for text in melds.texts], bool)[melds.at]
        clean = np.array([one is not None for one in called], bool)[melds.at]
        return _Said(noted, clean, shown, (belle >> np.arange(len(SEATS))[:, None] & 1).astype(bool))

    def _of_melds(self, melds: Words, trump: Places) -> Places:
        """(2, n): what melds count for each side."""
        keys, at = np.unique(melds.at * len(SUIT) + trump, return_inverse=True)
        told = []
        for text, suit in (divmod(key, len(SUIT)) for key in keys.tolist()):
            called = self._called(melds.texts[text])
            assert called is not None
            told.append(self._melds_count(called.melds, _TRUMPS[suit]))
        return np.array(told, np.int64).reshape(-1, len(TEAMS))[at].T

    def _of_belles(
        self,
        hands: Columns,
        winner: Numbers,
        dealt: Masks,
        trump: Places,
        seat: Places,
        shown: Masks,
        called: Flags,
    ) -> Places:
        """(n): what the belle of a seat counts, whether called or not, by the cards that the seat has `shown`.

        Of one kind are those in which a law can see the same: whether it was called, whether a meld uses it, and which
        card of the hand the second of the two was; where a run shows both, which card showed that.
        """
        both = _BELLES[trump]
        fell = (bits_of(hands.cards) & both[:, None]) != 0
        # Who shows both shows them in one run: of six cards no two melds have one each.
        second = DECK_SIZE - 1 - fell[:, ::-1].argmax(axis=1)
        used = ((shown & both) != 0).astype(np.int64) + ((shown & both) == both)
        then = (seat - winner) % len(SEATS) * (used > 1)
        told = (called.astype(np.int64), used, then, second)
        keys = np.ravel_multi_index(told, (2, 3, len(SEATS), DECK_SIZE))
        kinds, example, at = np.unique(keys, return_index=True, return_inverse=True)
        for kind, row in zip(kinds.tolist(), example.tolist(), strict=True):
            if kind not in self._belles:
                melds = hands.melds.texts[hands.melds.at[row]]
                own = tuple(dealt[:, row].tolist())
                hand = played_out(melds, hands.seats[row].tolist(), bits_of(hands.cards[row]).tolist(), own)
                worth = self._ask_belle(hand, _TRUMPS[trump[row]])
                self._belles[kind] = _OBJECTED if worth is None else worth
        return np.array([self._belles[kind] for kind in kinds.tolist()], np.int64)[at]
