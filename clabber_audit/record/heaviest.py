"""The filling of places that is worth most: a matching of least cost, one place put in after the other.

Every place has a price and so has every card; a place takes a card where the two prices meet the card's worth. Kuhn and
Munkres: to put in one more place, prices move until a chain of exchanges ends at a card that is free.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

#: More than all cards together are worth: what does not fit costs so much.
_NEVER: Final = 1 << 20


def heaviest(fits: Sequence[int], counting: Sequence[bool], value: Mapping[int, int]) -> list[int] | None:
    """A different card for each place, out of what fits it, so that the places that count hold the most value.

    None when there is no filling. What has no value in `value` is worth nothing.
    """
    every = 0
    for mask in fits:
        every |= mask
    cards = [1 << number for number in range(every.bit_length()) if every >> number & 1]
    if len(cards) < len(fits):
        return None
    worth = [value.get(card, 0) for card in cards]
    costs = [
        [(-points if counts else 0) if card & mask else _NEVER for card, points in zip(cards, worth, strict=True)]
        for mask, counts in zip(fits, counting, strict=True)
    ]
    holder = _cheapest(costs, len(cards))
    filling = [0] * len(fits)
    for card, place in zip(cards, holder, strict=True):
        if place >= 0:
            filling[place] = card
    return filling if all(card & mask for card, mask in zip(filling, fits, strict=True)) else None


def _cheapest(costs: Sequence[Sequence[int]], count: int) -> list[int]:
    """For each of the cards the place that takes it, or -1, so that all places are filled at the least cost."""
    place_price, card_price = [0] * len(costs), [0] * (count + 1)
    #: One card more than there are stands for the place that is being put in.
    holder = [-1] * (count + 1)
    for place in range(len(costs)):
        holder[count] = place
        here = count
        slack, came = [_NEVER * 4] * count, [count] * count
        waiting = list(range(count))
        reached = [count]
        while holder[here] >= 0:
            row, price = costs[holder[here]], place_price[holder[here]]
            least, nearest = _NEVER * 4, -1
            for card in waiting:
                over = row[card] - price - card_price[card]
                if over < slack[card]:
                    slack[card], came[card] = over, here
                if slack[card] < least:
                    least, nearest = slack[card], card
            for card in reached:
                place_price[holder[card]] += least
                card_price[card] -= least
            for card in waiting:
                slack[card] -= least
            waiting.remove(nearest)
            reached.append(nearest)
            here = nearest
        while here != count:
            before = came[here]
            holder[here] = holder[before]
            here = before
    return holder[:count]
