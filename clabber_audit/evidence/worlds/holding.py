"""What a law says of a card and the holding it came from, sorted into the few kinds of holding it can tell apart.

Two cards are alike to a law that asks about certain masks when they lie in the same of them. Which kinds of cards a
hand must hold, and which it may hold, for an answer to come about, is worked out from the law itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from clabber_audit.evidence.worlds.frame import Fits
from clabber_audit.evidence.worlds.question import only
from clabber_audit.record.places import among

#: Whether a law objects to playing a card from a hand: the card, the hand, and what the law asks about. All masks.
Objects = Callable[..., bool]


class Holding(NamedTuple):
    """Holdings that are the same to a law: one card of each kind needed, and no card but those allowed."""

    needed: tuple[int, ...]
    allowed: int


@lru_cache(maxsize=1024)
def kinds(pack: int, masks: tuple[int, ...]) -> tuple[int, ...]:
    """The cards of a pack parted by which of the masks they lie in."""
    parts = [pack]
    for mask in masks:
        parts = [piece for part in parts for piece in (part & mask, part & ~mask) if piece]
    return tuple(parts)


@lru_cache(maxsize=16384)
def holdings(
    pack: int, laws: tuple[Objects, ...], card: int, masks: tuple[int, ...], answer: bool
) -> tuple[Holding, ...]:
    """The widest kinds of holding from which any of the laws objects to a card, or with `answer` false none does."""
    parts = kinds(pack, masks)
    fitting = 0
    for held in range(1 << len(parts)):
        hand = card | sum(part & -part for part in _chosen(parts, held))
        if any(law(card, hand, *masks) for law in laws) is answer:
            fitting |= 1 << held
    found: list[_Span] = []
    for span in _spans(len(parts)):
        if not span.inside & ~fitting and all(span.inside & ~wider.inside for wider in found):
            found.append(span)
    return tuple(Holding(tuple(_chosen(parts, span.lowest)), sum(_chosen(parts, span.highest))) for span in found)


class _Span(NamedTuple):
    """The holdings between a lowest and a highest: a bit for each kind of card, and `inside` one for each holding."""

    lowest: int
    highest: int
    inside: int


@cache
def _spans(count: int) -> tuple[_Span, ...]:
    """All spans over so many kinds of cards, the widest first."""
    found = []
    for each in product((0, 1, 2), repeat=count):
        lowest = sum(1 << part for part, sort in enumerate(each) if sort == 2)
        highest = sum(1 << part for part, sort in enumerate(each) if sort)
        within = [held for held in range(1 << count) if lowest & ~held == 0 == held & ~highest]
        found.append(_Span(lowest, highest, sum(1 << held for held in within)))
    return tuple(sorted(found, key=lambda span: span.inside.bit_count(), reverse=True))


def _chosen(parts: Sequence[int], held: int) -> Iterator[int]:
    return (part for number, part in enumerate(parts) if held >> number & 1)


def held(fits: Fits, places: Sequence[int], sure: int, holding: Holding) -> Iterator[Fits]:
    """The ways in which the cards at some places, with those that are sure, are such a holding."""
    if sure & ~holding.allowed:
        return
    yield from _with_each(
        only(fits, places, holding.allowed), places, [part for part in holding.needed if not part & sure]
    )


def _with_each(fits: Fits, places: Sequence[int], needed: Sequence[int]) -> Iterator[Fits]:
    if not needed:
        yield fits
        return
    possible = needed[0] & _union(fits, places)
    while possible:
        card = possible & -possible
        possible ^= card
        yield from _with_each(among(fits, places, card), places, needed[1:])


def _union(fits: Fits, places: Sequence[int]) -> int:
    mask = 0
    for place in places:
        mask |= fits[place]
    return mask
