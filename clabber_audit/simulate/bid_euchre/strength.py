"""What a hand may be worth: roughly, as players count before they bid."""

from __future__ import annotations

from typing import Final

from clabber_audit.table.pack import SUITS
from clabber_audit.table.strain import Strain

#: What partner brings, of each card dealt.
PARTNER: Final = 0.2
#: A trump that one or two cards beat, and the best card of a plain suit, which may be trumped.
_SECOND, _MASTER = 0.6, 0.7


def tricks_in(hand: int, strain: Strain) -> float:
    """About how many tricks a hand wins by itself when that is named."""
    worth = 0.0
    for card, suit in strain.suit_of.items():
        if not card & hand:
            continue
        higher = (strain.beaters[card] & suit & ~hand).bit_count()
        if suit & strain.trump or not strain.trump:
            worth += 1 if not higher else _SECOND if higher <= 2 and suit & strain.trump else 0
        else:
            worth += _MASTER if not higher else 0
    return worth


def best_named(hand: int, names: tuple[str, ...], strains: dict[str, Strain]) -> tuple[str, float]:
    """What is best named with a hand, and about how many tricks it then wins."""
    worth = {name: tricks_in(hand, strains[name]) for name in names or SUITS}
    name = max(worth, key=lambda name: worth[name])
    return name, worth[name]
