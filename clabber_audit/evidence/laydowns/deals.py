"""Looking for a deal of a certain kind without trying all: a deal that is not of it tells which others are not either.

What is tried and found wanting leaves its reason: some hand holds these cards and lacks those. Every deal of which the
same is true is wanting too, so the search goes on only among deals in which one of those things is different.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from clabber_audit.evidence.effort import Spent, spend
from clabber_audit.evidence.laydowns.unplaced import Unplaced
from clabber_audit.table.cards import DECK_SIZE

Hands = tuple[int, ...]
#: What a look for a deal counts for, beside the reasons looked through.
_DEAL: Final = 2
#: How many reasons are looked through for one piece of work.
_REASONS: Final = 16


class Lies(NamedTuple):
    """That a hand holds a card, or that it does not."""

    seat: int
    card: int
    there: bool = True


Reason = tuple[Lies, ...]
#: The reason why a deal is not the one looked for; None when it is.
Wanting = Callable[[Hands], Reason | None]


def held(hands: Hands, unplaced: Unplaced, seats: Sequence[int]) -> Reason:
    """The whole deal as a reason: where every open card lies, seat by seat."""
    cards = [(seat, 1 << place) for seat in seats for place in range(hands[seat].bit_length())]
    return tuple(Lies(seat, card) for seat, card in cards if card & hands[seat] & unplaced.cards)


class Deals:
    """The deals that are possible, those in which high cards lie with the first of `seats` before others."""

    def __init__(self, wanting: Wanting, seats: Sequence[int], trump: int, most: int) -> None:
        """Try no more than `most` deals."""
        self._wanting, self._seats, self._trump, self._most = wanting, seats, trump, most
        self._reasons: list[Reason] = []
        #: The same as cards that hands hold, and cards that they do not.
        self._masks: list[tuple[int, int]] = []
        self.tried = 0

    def find(self, hands: Hands, unplaced: Unplaced, gone: int = 0) -> Hands | None:
        """The four hands of a deal that is not wanting; None when every deal is. `Spent` after too many.

        The reasons of the numbers `gone`, as bits, are known to be true of no deal that is left.
        """
        reason = None
        here = _packed(hands)
        may = here | _packed([unplaced.may_hold(seat) for seat in range(len(hands))])
        left = ((1 << len(self._reasons)) - 1) & ~gone
        spend(_DEAL + left.bit_count() // _REASONS)
        while left:
            first = left & -left
            there, elsewhere = self._masks[first.bit_length() - 1]
            if not (there & ~may or elsewhere & here):
                reason = self._reasons[first.bit_length() - 1]
                break
            left ^= first
            gone |= first
        if reason is None:
            filled = unplaced.filled(self._seats, self._trump)
            if filled is None:
                return None
            deal = tuple(known | more for known, more in zip(hands, filled, strict=True))
            if self.tried >= self._most:
                raise Spent
            self.tried += 1
            reason = self._wanting(deal)
            if reason is None:
                return deal
            self._reasons.append(reason)
            self._masks.append((_masked(reason, there=True), _masked(reason, there=False)))
        return self._otherwise(reason, hands, unplaced, gone)

    def _otherwise(self, reason: Reason, hands: Hands, unplaced: Unplaced, gone: int) -> Hands | None:
        """A deal of which a reason is not true."""
        for lies in reason:
            told = _told(lies, hands, unplaced)
            if told is False:
                # What was settled before leaves no room for it.
                return self.find(hands, unplaced, gone)
            if told:
                continue
            other = _settled(lies._replace(there=not lies.there), hands, unplaced)
            found = self.find(*other, gone) if other[1].possible else None
            if found:
                return found
            hands, unplaced = _settled(lies, hands, unplaced)
            if not unplaced.possible:
                return None
        return None


def _packed(hands: Sequence[int]) -> int:
    """Four hands side by side in one mask."""
    return sum(hand << DECK_SIZE * seat for seat, hand in enumerate(hands))


def _masked(reason: Reason, there: bool) -> int:
    return sum({lies.card << DECK_SIZE * lies.seat for lies in reason if lies.there is there})


def _told(lies: Lies, hands: Hands, unplaced: Unplaced) -> bool | None:
    """Whether it is so; None while that is open."""
    if lies.card & hands[lies.seat]:
        return lies.there
    return None if lies.card & unplaced.may_hold(lies.seat) else not lies.there


def _settled(lies: Lies, hands: Hands, unplaced: Unplaced) -> tuple[Hands, Unplaced]:
    """The hands when it is so."""
    if not lies.there:
        return hands, unplaced.without(lies.seat, lies.card)
    more = tuple(hand | lies.card if seat == lies.seat else hand for seat, hand in enumerate(hands))
    return more, unplaced.given(lies.seat, lies.card)
