"""The screen of one law: columns of hands in, and which of them are certainly clean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from clabber_audit.games.clabber.auction import Call
from clabber_audit.games.clabber.ranking import LAST_TRICK
from clabber_audit.games.clabber.scoring import Points
from clabber_audit.law.bound_ruleset import Bound, BoundRuleset
from clabber_audit.law.screen.clabber import KINDS, Beside, Spoken, understood
from clabber_audit.law.screen.columns import Columns, Flags, Masks, Places, Words
from clabber_audit.law.screen.falling import Falling, bits_of, faces, objections
from clabber_audit.law.screen.melds import MeldScreen
from clabber_audit.law.screen.withheld import told_only
from clabber_audit.table.cards import CARDS_IN_SUIT, DECK, DECK_SIZE, HAND_SIZE, PACK, SEATING, SEATS, SUIT, TEAMS

#: Cards, the last trick, melds, belle: the fields of `Points`.
_PARTS: Final = len(Points._fields)
#: More than a side can make in a hand.
_MOST: Final = 1 << 11


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
        self._melds = MeldScreen(beside)
        self._spoken = lru_cache(KINDS)(beside.spoken)
        self._agrees = lru_cache(KINDS)(beside.agrees)

    def clean(self, hands: Columns) -> Flags:
        """(n): whether a hand is certainly clean; one that is not may be all the same."""
        return self.settled(hands).clean

    def settled(self, hands: Columns) -> Settled:
        """What the hands came to that are certainly clean, and which these are."""
        dealt, clean = _dealt(hands)
        spoken, at = self._declared(hands)
        clean &= np.array([one is not None for one in spoken], bool)[at]
        trump = np.array([one.trump if one else -1 for one in spoken], np.int64)[at]
        maker = np.array([one.maker if one else -1 for one in spoken], np.int64)[at]
        clean &= (hands.played == (trump >= 0)) & self._asked_of_hands(spoken, at, dealt)
        made = np.zeros((_PARTS, len(TEAMS), len(clean)), np.int64)
        rows = np.flatnonzero(clean & hands.played)
        if len(rows):
            played = hands.only(rows), dealt[:, rows], trump[rows], maker[rows] % len(TEAMS)
            clean[rows], made[:, :, rows] = self._played(*played)
        rows = np.flatnonzero(clean & ~hands.played)
        if len(rows):
            clean[rows] = self._passed_out(hands.only(rows))
        return Settled(clean, maker, trump, made)

    def _declared(self, hands: Columns) -> tuple[list[Spoken | None], Places]:
        """Every kind of declaring among some hands, and (n) which of them is a hand's."""
        suit = hands.upcard.astype(np.int64) // CARDS_IN_SUIT
        keys, at = np.unique((hands.calls.at * len(SEATS) + hands.dealer) * len(SUIT) + suit, return_inverse=True)
        found = []
        for key in keys.tolist():
            rest, suit_up = divmod(key, len(SUIT))
            text, dealer = divmod(rest, len(SEATS))
            found.append(self._spoken(dealer, suit_up * CARDS_IN_SUIT, hands.calls.texts[text]))
        return found, at

    def _asked_of_hands(self, spoken: Sequence[Spoken | None], at: Places, dealt: Masks) -> Flags:
        """(n): whether no law objects to a call about which it has to know the caller's hand."""
        clean = np.ones(len(at), bool)
        callers: dict[tuple[int, int, Call], tuple[Bound, Places]] = {}
        for kind, one in enumerate(spoken):
            for number, (bound, call) in enumerate(one.open if one else ()):
                alike = bound.number, number, call._replace(number=0, seat=0, turn=0, word="", turned_up=0)
                _, seats = callers.setdefault(alike, (bound, np.full(len(spoken), -1)))
                seats[kind] = call.seat
        for (_, _, call), (bound, seats) in callers.items():
            rows = np.flatnonzero(seats[at] >= 0)
            hand = dealt[seats[at[rows]], rows]
            step = told_only(call._replace(hand=hand), "hand", "suit", "round", "valid")  # type: ignore[arg-type]
            clean[rows] = ~objections(bound, step, self.law.toggles, shape=len(rows))
        return clean

    def _passed_out(self, hands: Columns) -> Flags:
        """(n): whether nothing is noted of melds, and nothing for either side."""
        quiet = np.array([text in (b"", b"[]") for text in hands.melds.texts], bool)[hands.melds.at]
        nothing = np.zeros(len(quiet), np.int64)
        return quiet & self._sheet_agrees(hands.score, np.stack([nothing, nothing]), nothing - 1)

    def _played(self, hands: Columns, dealt: Masks, trump: Places, makers: Places) -> tuple[Flags, Places]:
        """(n): whether the cards, the melds and the sheet of hands that were played to their end are clean.

        And what was made in them, as `Settled` has it.
        """
        leader = (hands.dealer + 1) % len(SEATS)
        fell = self._falling.walked(hands.seats.T, hands.cards.T, dealt, trump, leader)
        clean, melds, belle = self._melds.counted(hands, fell, dealt, trump)
        side = fell.winners % len(TEAMS)
        cards = [(fell.points * (side == own)).sum(axis=0, dtype=np.int64) for own in range(len(TEAMS))]
        made = np.array([cards, [LAST_TRICK * (side[-1] == own) for own in range(len(TEAMS))], melds, belle])
        rows = np.flatnonzero(clean)
        clean[rows] = self._sheet_agrees(hands.score.only(rows), made.sum(axis=0)[:, rows], makers[rows])
        return clean, made

    def _sheet_agrees(self, score: Words, made: Places, makers: Places) -> Flags:
        """(n): whether no law objects to what the sheet says, by (2, n) what the sides made and who made trumps."""
        noted = np.array([bool(text) for text in score.texts], bool)[score.at]
        agrees = ~noted
        rows = np.flatnonzero(noted)
        shape = (len(score.texts), _MOST, _MOST, len(TEAMS) + 1)
        asked = np.ravel_multi_index((score.at[rows], *made[:, rows], makers[rows] + 1), shape)
        keys, at = np.unique(asked, return_inverse=True)
        kinds = np.stack(np.unravel_index(keys, shape), axis=1).tolist()
        told = [self._agrees(score.texts[text], (own, other), side - 1) for text, own, other, side in kinds]
        agrees[rows] = np.array(told, bool)[at]
        return agrees


def _dealt(hands: Columns) -> tuple[Masks, Flags]:
    """(4, n): the hands dealt; and (n) whether they are the whole pack, the up-card the dealer's."""
    known = (hands.dealt < DECK_SIZE).all(axis=1) & (hands.upcard < DECK_SIZE) & (hands.dealer < len(SEATS))
    cards = bits_of(hands.dealt).reshape(-1, len(SEATS), HAND_SIZE)
    dealt = np.ascontiguousarray(np.bitwise_or.reduce(cards, axis=2).T)
    up = bits_of(hands.upcard)
    turned_up = (dealt[hands.dealer % len(SEATS), np.arange(len(up))] & up) != 0
    return dealt, known & turned_up & (np.bitwise_or.reduce(dealt, axis=0) == DECK)
