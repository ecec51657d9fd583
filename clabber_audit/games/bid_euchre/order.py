"""How the cards rank under what was named (B-003 to B-006, B-077, B-139)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from clabber_audit.games.bid_euchre.toggles import Toggles
from clabber_audit.table.pack import SUITS, Pack
from clabber_audit.table.strain import Order, Strain, strain

#: What is played without trumps, as records name it: two names for one thing, and low, where the least card is best.
HIGH: Final = ("NT", "HIGH")
LOW: Final = "LOW"

#: Plain suits, highest first (B-003); no card is worth anything but its trick.
_PLAIN: Final = tuple((rank, 0) for rank in "AKQJT987")
#: Trumps: the right bower, then the left, which the strain puts there, then the others (B-004).
_TRUMPS: Final = (("J", 0), *(face for face in _PLAIN if face[0] != "J"))


def strains(pack: Pack, toggles: Toggles) -> dict[str, Strain]:
    """Return the order of a pack by all that may be named.

    The left bower is a trump in every respect (B-005, BD-03); a joker is the best trump and, at no trump, a suit of
    its own (BD-05). Low reverses the whole order (BD-04). Of two equal cards one wins (BD-06).
    """
    return _strains(pack, toggles.bowers == "yes", toggles.joker_nt != "dead", toggles.equal_cards == "last")


@lru_cache(maxsize=64)
def _strains(pack: Pack, bowers: bool, joker_wins: bool, last_of_equals: bool) -> dict[str, Strain]:
    trumps = _TRUMPS if bowers else _PLAIN
    high = Order(_PLAIN, trumps, left_bower=bowers, joker_wins=joker_wins, last_of_equals=last_of_equals)
    low = high._replace(plain=_PLAIN[::-1])
    return {name: strain(pack, name, low if name == LOW else high) for name in (*SUITS, *HIGH, LOW)}
