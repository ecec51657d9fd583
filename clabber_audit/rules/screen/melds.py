"""Melds and belle of many hands: cards shown that were held, a belle that lay with who called it, what they count."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

import numpy as np

from clabber_audit.cards.cards import DECK_SIZE, SEATS, SUIT, TEAMS
from clabber_audit.games.clabber.melds import belle_cards, rank, winner
from clabber_audit.rules.screen.clabber import KINDS, Beside, played_out
from clabber_audit.rules.screen.columns import Columns, Flags, Masks, Numbers, Places
from clabber_audit.rules.screen.falling import Fallen, bits_of
from clabber_audit.rules.screen.kinds import distinct
from clabber_audit.rules.screen.shown import MELDS, MOST, ShownMelds

_TRUMPS: Final = tuple(SUIT.values())
#: By the number of the trump suit, its king and queen.
_BELLES: Final = np.array([belle_cards(trump) for trump in _TRUMPS], np.uint32)
#: What stands for the worth of a belle to which some law objects.
_OBJECTED: Final = -1
#: What each meld is worth, by its number.
_POINTS: Final = np.array([meld.points if meld else 0 for meld in MELDS])
#: The kinds of belle, as `_of_belles` tells them apart.
_KINDS_OF_BELLE: Final = (2, 3, len(SEATS), DECK_SIZE)


class Counted(NamedTuple):
    """(n) which hands are clean with their melds, and (2, n) what these and belles count for each side."""

    clean: Flags
    melds: Places
    belle: Places


class MeldScreen:
    """What the laws say of melds, each kind asked once."""

    def __init__(self, beside: Beside) -> None:
        self._shown, self._toggles, self._ask_belle = ShownMelds(beside), beside.toggles, beside.belle
        # No meld ranks below all.
        ranks = [[rank(meld, trump, beside.toggles) if meld else () for trump in _TRUMPS] for meld in MELDS]
        #: Every rank that a meld has under some trump suit.
        self._ranks = sorted(set(chain.from_iterable(ranks)))
        numbers = {found: number for number, found in enumerate(self._ranks)}
        #: (melds, 4): the number of the rank of each.
        self._ranked = np.array([[numbers[found] for found in row] for row in ranks])
        self._winner = lru_cache(KINDS)(self._ask_winner)
        #: What a belle is worth, by the number of its kind.
        self._belles: dict[int, int] = {}

    def counted(self, hands: Columns, fell: Fallen, dealt: Masks, trump: Places) -> Counted:
        """The melds of hands that were played to their end; (4, n) cards were dealt, (n) suits were trumps."""
        said = self._shown.shown(hands.melds)
        both = _BELLES[trump]
        holds = (dealt & both) == both
        clean = fell.clean & said.clean & ((said.cards & ~dealt) == 0).all(axis=0) & ~(said.belle & ~holds).any(axis=0)
        points, belle = np.zeros((2, len(TEAMS), len(trump)), np.int64)
        rows = np.flatnonzero(clean & said.melds.any(axis=(0, 1)))
        points[:, rows] = self._counts(said.melds[:, :, rows], trump[rows])
        # Where nobody noted melds, nothing is known of belle either.
        rows = np.flatnonzero(clean & said.noted & holds.any(axis=0))
        seat = holds[:, rows].argmax(axis=0)
        shown, called = said.cards[seat, rows], said.belle[seat, rows]
        worth = self._of_belles(
            hands.only(rows), fell.winners[0, rows], dealt[:, rows], trump[rows], seat, shown, called
        )
        clean[rows] = worth != _OBJECTED
        belle[seat % len(TEAMS), rows] = worth
        return Counted(clean, points, belle)

    def _counts(self, melds: Places, trump: Places) -> Places:
        """(2, n): what melds count for each side, by (2, 4, n) their numbers."""
        ranks, shape = (
            self._ranked[melds, trump].reshape(len(TEAMS) * MOST, -1),
            (len(self._ranks),) * len(TEAMS) * MOST,
        )
        kinds, at = distinct(np.ravel_multi_index(tuple(ranks), shape), math.prod(shape))
        sides = [self._winner(*kind) for kind in np.array(np.unravel_index(kinds, shape)).T.tolist()]
        best = np.array(sides, np.int64)[at]
        counts: Places = _POINTS[melds].sum(axis=1) * (best == np.arange(len(TEAMS))[:, None])
        return counts

    def _ask_winner(self, *numbers: int) -> int:
        """The side whose melds count where they have ranks of such numbers; -1 for neither."""
        ranks = [self._ranks[number] for number in numbers]
        side = winner([list(filter(None, ranks[at : at + MOST])) for at in range(0, len(ranks), MOST)], self._toggles)
        return -1 if side is None else side

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
        keys = np.ravel_multi_index((called.astype(np.int64), used, then, second), _KINDS_OF_BELLE)
        kinds, at = distinct(keys, int(np.prod(_KINDS_OF_BELLE)))
        for number, kind in enumerate(kinds.tolist()):
            if kind not in self._belles:
                row = int((at == number).argmax())
                melds = hands.melds.texts[hands.melds.at[row]]
                own = tuple(dealt[:, row].tolist())
                hand = played_out(melds, hands.seats[row].tolist(), bits_of(hands.cards[row]).tolist(), own)
                worth = self._ask_belle(hand, _TRUMPS[trump[row]])
                self._belles[kind] = _OBJECTED if worth is None else worth
        return np.array([self._belles[kind] for kind in kinds.tolist()], np.int64)[at]
