"""The declaring of many hands: each kind asked about once, and the hand of a caller where a law has to know it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from clabber_audit.cards.cards import CARDS_IN_SUIT, SEATS, SUIT
from clabber_audit.rules.bound_ruleset import Bound
from clabber_audit.rules.screen.clabber import KINDS, Beside
from clabber_audit.rules.screen.columns import Columns, Flags, Masks, Places
from clabber_audit.rules.screen.falling import objections
from clabber_audit.rules.screen.kinds import distinct


class Declared(NamedTuple):
    """(n): whether no law objects to the declaring; the number of the maker's seat and of the trump suit, or -1."""

    clean: Flags
    maker: Places
    trump: Places


class _Spoken(NamedTuple):
    """A kind of declaring: whether no law objects to it, and what it came to; -1 for nobody, no trumps."""

    clean: bool = False
    maker: int = -1
    trump: int = -1
    #: The questions about which the hand of a caller decides, by their numbers, and his seat.
    open: tuple[tuple[int, int], ...] = ()


class DeclaringScreen:
    """What the laws say of calls."""

    def __init__(self, beside: Beside) -> None:
        self._ask_spoken, self._toggles = beside.spoken, beside.toggles
        self._spoken = lru_cache(KINDS)(self._ask)
        #: Laws that have to know a hand, each with the call as far as it is told.
        self._questions: list[tuple[Bound, Any]] = []

    def declared(self, hands: Columns, dealt: Masks) -> Declared:
        """What the declaring of some hands came to; (4, n) what was dealt."""
        spoken, at = self._kinds(hands)
        clean, maker, trump = np.array([one[:3] for one in spoken], np.int64).T.take(at, axis=1)
        return Declared((clean != 0) & self._asked_of_hands(spoken, at, dealt), maker, trump)

    def _kinds(self, hands: Columns) -> tuple[list[_Spoken], Places]:
        """Every kind of declaring among some hands, and (n) which of them is a hand's."""
        texts, found = hands.calls.texts, []
        shape = len(texts), len(SEATS), len(SUIT)
        said = hands.calls.at, hands.dealer, hands.upcard // CARDS_IN_SUIT
        kinds, at = distinct(np.ravel_multi_index(said, shape, mode="clip"), math.prod(shape))
        for kind in kinds.tolist():
            rest, suit_up = divmod(kind, len(SUIT))
            text, dealer = divmod(rest, len(SEATS))
            found.append(self._spoken(dealer, suit_up * CARDS_IN_SUIT, texts[text]))
        return found, at

    def _ask(self, dealer: int, upcard: int, calls: bytes) -> _Spoken:
        spoken, open_ = self._ask_spoken(dealer, upcard, calls), []
        for bound, seat, call in spoken.open if spoken else ():
            if (bound, call) not in self._questions:
                self._questions.append((bound, call))
            open_.append((self._questions.index((bound, call)), seat))
        return _Spoken(True, spoken.maker, spoken.trump, tuple(open_)) if spoken else _Spoken()

    def _asked_of_hands(self, spoken: Sequence[_Spoken], at: Places, dealt: Masks) -> Flags:
        """(n): whether no law objects to a call about which it has to know the caller's hand."""
        clean = np.ones(len(at), bool)
        callers: dict[tuple[int, int], dict[int, int]] = {}
        for kind, one in enumerate(spoken):
            for place, (question, seat) in enumerate(one.open):
                callers.setdefault((place, question), {})[kind] = seat
        for (_, question), seats in callers.items():
            bound, call = self._questions[question]
            caller = np.full(len(spoken), -1)
            caller[list(seats)] = list(seats.values())
            caller = caller[at]
            rows = np.flatnonzero(caller >= 0)
            step = call._replace(hand=dealt[caller[rows], rows])
            clean[rows] &= ~objections(bound, step, self._toggles, shape=len(rows))
        return clean
