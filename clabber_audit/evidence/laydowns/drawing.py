"""Trumps drawn first, then high cards: the line that wins wherever the cards lie that are not known."""

from __future__ import annotations

from clabber_audit.evidence.laydowns.hidden import OpenPosition
from clabber_audit.evidence.laydowns.order import masters
from clabber_audit.evidence.laydowns.position import Laid


def draws_trumps(table: OpenPosition, laid: Laid) -> bool:
    """Whether the layer is to lead and wins every trick by leading his trumps from the top, then all else.

    For that nobody may have more trumps than he has above all others, and none of his other cards may be beaten. In
    the order of tricks.
    """
    here, unplaced = table
    layer, trump = laid.seat, laid.trump
    if here.fallen or here.turn != layer or unplaced.need[layer]:
        return False
    mine, size = here.hands[layer], here.hands[layer].bit_count()
    others = most = 0
    for seat, known in enumerate(here.hands):
        if seat == layer:
            continue
        more = unplaced.may_hold(seat)
        if known.bit_count() + unplaced.need[seat] > size:
            return False
        others |= known | more
        most = max(most, (known & trump).bit_count() + min((more & trump).bit_count(), unplaced.need[seat]))
    above = mine & trump & -1 << (others & trump).bit_length()
    return above.bit_count() >= most and masters(mine & ~trump, others & ~trump)
