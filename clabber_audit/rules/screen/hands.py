"""The screen of one law: columns of hands in, and which of them are certainly clean."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from clabber_audit.cards.cards import DECK, HAND_SIZE, PACK, SEATING, SEATS, SUIT, TEAMS
from clabber_audit.games.clabber.ranking import LAST_TRICK
from clabber_audit.games.clabber.scoring import Points
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.screen.clabber import Beside, understood
from clabber_audit.rules.screen.columns import Columns, Flags, Masks, Places
from clabber_audit.rules.screen.declaring import DeclaringScreen
from clabber_audit.rules.screen.falling import Fallen, Falling, bits_of, faces
from clabber_audit.rules.screen.melds import MeldScreen
from clabber_audit.rules.screen.sheets import SheetScreen

#: Cards, the last trick, melds, belle: the fields of `Points`.
_PARTS: Final = len(Points._fields)


def screen_of(law: BoundRuleset) -> Screen | None:
    """The screen of a law; None where it is of a game, or speaks of a kind of step, that no screen understands."""
    return Screen(law) if understood(law) else None


class Settled(NamedTuple):
    """What n hands came to, as far as they are certainly clean and were played; of others it says anything."""

    #: (n): whether a hand is certainly clean; one that is not may be all the same.
    clean: Flags
    #: (n): the number of the maker's seat and that of the trump suit in `SUIT`; -1 where all passed.
    maker: Places
    trump: Places
    #: (4, 2, n): the points for cards, for the last trick, for melds and for belle, each by side.
    made: Places


class Screen:
    """The screen of one law."""

    def __init__(self, law: BoundRuleset) -> None:
        self.law, beside = law, Beside(law)
        strains = law.order(PACK).strains
        self._falling = Falling(law, PACK, SEATING, faces([strains[suit] for suit in SUIT], PACK))
        self._declaring, self._melds, self._sheets = DeclaringScreen(beside), MeldScreen(beside), SheetScreen(beside)

    def clean(self, hands: Columns) -> Flags:
        """(n): whether a hand is certainly clean; one that is not may be all the same."""
        return self.settled(hands).clean

    def settled(self, hands: Columns) -> Settled:
        """What the hands came to that are certainly clean, and which these are."""
        dealt, clean = _dealt(hands)
        declared, maker, trump = self._declaring.declared(hands, dealt)
        clean &= declared & (hands.played == (trump >= 0))
        made = np.zeros((_PARTS, len(TEAMS), len(clean)), np.int64)
        rows = np.flatnonzero(clean & hands.played)
        if len(rows):
            clean[rows], made[:, :, rows] = self._played(hands.only(rows), dealt[:, rows], trump[rows])
        passed = clean & ~hands.played
        # Who has not played has shown nothing.
        clean &= hands.played | np.array([text in (b"", b"[]") for text in hands.melds.texts], bool)[hands.melds.at]
        rows = np.flatnonzero(clean)
        makers = np.where(passed, -1, maker % len(TEAMS))
        clean[rows] = self._sheets.agree(hands.score.only(rows), made.sum(axis=0)[:, rows], makers[rows])
        return Settled(clean, maker, trump, made)

    def _played(self, hands: Columns, dealt: Masks, trump: Places) -> tuple[Flags, Places]:
        """(n): whether the cards and the melds of hands that were played to their end are clean.

        And what was made in them, as `Settled` has it.
        """
        leader = (hands.dealer + 1) % len(SEATS)
        fell = self._falling.replayed(hands.seats.T, hands.cards.T, dealt, trump, leader)
        clean, melds, belle = self._melds.counted(hands, fell, dealt, trump)
        return clean, np.array([*_of_tricks(fell), melds, belle])


def _of_tricks(fell: Fallen) -> tuple[Places, Places]:
    """(2, n): what each side has of the cards, and for the last trick."""
    side = fell.winners % len(TEAMS)
    taken = [side == own for own in range(len(TEAMS))]
    cards = [(fell.points * own).sum(axis=0, dtype=np.int64) for own in taken]
    return np.array(cards), np.array([own[-1] for own in taken]) * LAST_TRICK


def _dealt(hands: Columns) -> tuple[Masks, Flags]:
    """(4, n): the hands dealt; and (n) whether they are the whole pack, the up-card the dealer's."""
    cards = bits_of(np.ascontiguousarray(hands.dealt.T)).reshape(len(SEATS), HAND_SIZE, -1)
    dealt = np.bitwise_or.reduce(cards, axis=1)
    dealers = dealt[hands.dealer % len(SEATS), np.arange(len(hands.dealer))]
    whole = (np.bitwise_or.reduce(dealt, axis=0) == DECK) & (hands.dealer < len(SEATS))
    # What is no card is another bit or none.
    return dealt, whole & ((dealers & bits_of(hands.upcard)) != 0)
