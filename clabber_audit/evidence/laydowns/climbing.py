"""Looking for a deal by exchanging cards: what is no worse is kept, and after a while another deal is begun from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from clabber_audit.evidence.effort import spend
from clabber_audit.evidence.laydowns.deals import Hands
from clabber_audit.evidence.laydowns.unplaced import Place, Unplaced, in_hands

#: How good a deal is; None when it is what is looked for.
Worth = Callable[[Hands], int | None]
#: How many exchanges are tried from one deal, and how many lead to the next.
_STEPS: Final = 300
_AWAY: Final = 60
#: What an exchange counts for, beside what asking about the deal counts for.
_EXCHANGE: Final = 2


def climbed(worth: Worth, known: Hands, unplaced: Unplaced, seats: Sequence[int], climbs: int) -> Hands | None:
    """The four hands of a deal that is looked for; None when none was come upon.

    It begins with high cards in the hands of the first of `seats`.
    """
    places = unplaced.laid_out(seats)
    if not places:
        return None
    spots = [(number, spot) for number, place in enumerate(places) for spot in range(len(place.lying))]
    # Chance, but the same everywhere: no other method gives the same numbers in every Python.
    chance = Random(0).random

    def exchanged() -> list[tuple[int, int]] | None:
        pair = [spots[int(chance() * len(spots))] for _ in range(2)]
        spend(_EXCHANGE)
        return pair if _exchange(places, *pair) else None

    def deal() -> Hands:
        return tuple(hand | more for hand, more in zip(known, in_hands(places), strict=True))

    for climb in range(climbs):
        for _ in range(_AWAY if climb else 0):
            exchanged()
        best = worth(deal())
        for _ in range(_STEPS):
            if best is None:
                return deal()
            pair = exchanged()
            if pair:
                new = worth(deal())
                if new is None or new >= best:
                    best = new
                else:
                    _exchange(places, *pair)
    return None


def _exchange(places: Sequence[Place], one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Exchange two cards, each for the other; False when they may not lie there, or lie in one place."""
    (here, first), (there, second) = one, other
    mine, yours = places[here].lying[first], places[there].lying[second]
    if here == there or not mine & places[there].fitting or not yours & places[here].fitting:
        return False
    places[here].lying[first], places[there].lying[second] = yours, mine
    return True
