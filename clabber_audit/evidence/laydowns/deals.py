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
#: What a look for a deal counts for, and a deal tried, beside the reasons looked through.
_DEAL: Final = 6
_TRIED: Final = 30
#: How many reasons are looked through for one piece of work.
_REASONS: Final = 40


class Lies(NamedTuple):
    """That a hand holds a card, or that it does not."""

    seat: int
    card: int
    there: bool = True


Reason = tuple[Lies, ...]
#: The reason why a deal is not the one looked for; None when it is.
Wanting = Callable[[Hands], Reason | None]


def single(cards: int) -> list[int]:
    """The cards of a set, one by one."""
    return [1 << place for place in range(cards.bit_length()) if cards >> place & 1]


def held(hands: Hands, unplaced: Unplaced, seats: Sequence[int]) -> Reason:
    """The whole deal as a reason: where every open card lies, seat by seat."""
    return tuple(Lies(seat, card) for seat in seats for card in single(hands[seat] & unplaced.cards))


class TooMany(Spent):
    """More deals would have to be tried than was allowed."""


class Deals:
    """The deals that are possible, those in which high cards lie with the first of `seats` before others."""

    def __init__(self, hands: Hands, unplaced: Unplaced, seats: Sequence[int], trump: int) -> None:
        self._hands, self._open, self._seats, self._trump = hands, unplaced, seats, trump
        self._reasons: list[Reason] = []
        #: The same as cards that hands hold, and cards that they do not.
        self._masks: list[tuple[int, int]] = []
        self._left = 0

    def leave_out(self, reason: Reason) -> None:
        """From now on no deal is tried of which that is true."""
        self._reasons.append(reason)
        self._masks.append((_masked(reason, there=True), _masked(reason, there=False)))

    def find(self, wanting: Wanting, most: int) -> Hands | None:
        """The four hands of a deal that is not wanting; None when every deal is. TooMany after trying so many.

        What was found wanting before is not tried again.
        """
        self._left = most
        return self._found(wanting, self._hands, self._open)

    def _found(self, wanting: Wanting, hands: Hands, unplaced: Unplaced) -> Hands | None:
        settled = self._settled(hands, unplaced)
        if settled is None:
            return None
        hands, unplaced = settled
        filled = unplaced.filled(self._seats, self._trump)
        if filled is None:
            return None
        deal = tuple(known | more for known, more in zip(hands, filled, strict=True))
        reason = self._kept(deal, hands) or self._asked(wanting, deal)
        if reason is None:
            return deal
        for lies in reason:
            if _told(lies, hands, unplaced) is not None:
                continue
            other = _with(lies._replace(there=not lies.there), hands, unplaced)
            found = self._found(wanting, *other) if other[1].possible else None
            if found:
                return found
            hands, unplaced = _with(lies, hands, unplaced)
            if not unplaced.possible:
                return None
        return None

    def _settled(self, hands: Hands, unplaced: Unplaced) -> tuple[Hands, Unplaced] | None:
        """The same with what follows where all of a reason is true but for one thing; None when no deal is left."""
        left: Sequence[int] = range(len(self._reasons))
        follows: Lies | None = None
        while True:
            spend(_DEAL + len(left) // _REASONS)
            here, may = _packed(hands), _packed([unplaced.may_hold(seat) for seat in range(len(hands))])
            some, left, follows = left, [], None
            for number in some:
                there, elsewhere = self._masks[number]
                if there & ~(here | may) or elsewhere & here:
                    continue
                left.append(number)
                count = (there & ~here).bit_count() + (elsewhere & may).bit_count()
                if not count:
                    return None
                if count == 1 and not follows:
                    follows = next(lies for lies in self._reasons[number] if _told(lies, hands, unplaced) is None)
            if not follows:
                return hands, unplaced
            hands, unplaced = _with(follows._replace(there=not follows.there), hands, unplaced)
            if not unplaced.possible:
                return None

    def _kept(self, deal: Hands, hands: Hands) -> Reason | None:
        """Of the reasons that are true of a deal one with fewest cards that are not known to lie in `hands`."""
        dealt, here = _packed(deal), _packed(hands)
        true = [
            ((there & ~here).bit_count() + elsewhere.bit_count(), number)
            for number, (there, elsewhere) in enumerate(self._masks)
            if not (there & ~dealt or elsewhere & dealt)
        ]
        return self._reasons[min(true)[1]] if true else None

    def _asked(self, wanting: Wanting, deal: Hands) -> Reason | None:
        self._left -= 1
        if self._left < 0:
            raise TooMany
        spend(_TRIED)
        reason = wanting(deal)
        if reason is not None:
            self.leave_out(reason)
        return reason


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


def _with(lies: Lies, hands: Hands, unplaced: Unplaced) -> tuple[Hands, Unplaced]:
    """The hands when it is so."""
    if not lies.there:
        return hands, unplaced.without(lies.seat, lies.card)
    more = tuple(hand | lies.card if seat == lies.seat else hand for seat, hand in enumerate(hands))
    return more, unplaced.given(lies.seat, lies.card)
