"""What a law says of a card and the holding it came from, sorted into the few kinds of holding it can tell apart.

Two cards are alike to a law that asks about certain masks when they lie in the same of them. Which kinds of cards a
hand must hold, and which it may hold, for an answer to come about, is worked out from the law itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from clabber_audit.cards import DECK
from clabber_audit.worlds.frame import Fits
from clabber_audit.worlds.question import among, only

#: Whether a law objects to playing a card from a hand: the card, the hand, and what the law asks about. All masks.
Objects = Callable[..., bool]


class Holding(NamedTuple):
    """Holdings that are the same to a law: one card of each kind needed, and no card but those allowed."""

    needed: tuple[int, ...]
    allowed: int


@lru_cache(maxsize=1024)
def kinds(masks: tuple[int, ...]) -> tuple[int, ...]:
    """The pack parted by which of the masks a card lies in."""
    parts = [DECK]
    for mask in masks:
        parts = [piece for part in parts for piece in (part & mask, part & ~mask) if piece]
    return tuple(parts)


@lru_cache(maxsize=4096)
def holdings(laws: tuple[Objects, ...], card: int, masks: tuple[int, ...], answer: bool) -> tuple[Holding, ...]:
    """The widest kinds of holding from which any of the laws objects to a card, or with `answer` false none does."""
    parts = kinds(masks)
    fitting = set()
    for present in product((False, True), repeat=len(parts)):
        hand = card | sum(part & -part for part, held in zip(parts, present, strict=True) if held)
        if any(law(card, hand, *masks) for law in laws) is answer:
            fitting.add(present)
    found: list[tuple[tuple[bool, ...], tuple[bool, ...]]] = []
    for lowest, highest in sorted(_spans(len(parts)), key=_width, reverse=True):
        inside = product(*[sorted({low, high}) for low, high in zip(lowest, highest, strict=True)])
        wider = any(_within((lowest, highest), other) for other in found)
        if not wider and all(present in fitting for present in inside):
            found.append((lowest, highest))
    return tuple(
        Holding(
            tuple(part for part, held in zip(parts, lowest, strict=True) if held),
            sum(part for part, held in zip(parts, highest, strict=True) if held),
        )
        for lowest, highest in found
    )


_Span = tuple[tuple[bool, ...], tuple[bool, ...]]


def _spans(count: int) -> Iterator[_Span]:
    for each in product(((False, False), (False, True), (True, True)), repeat=count):
        yield tuple(low for low, _ in each), tuple(high for _, high in each)


def _width(span: _Span) -> int:
    return sum(low is not high for low, high in zip(*span, strict=True))


def _within(span: _Span, other: _Span) -> bool:
    return all(low >= wide for low, wide in zip(span[0], other[0], strict=True)) and all(
        high <= wide for high, wide in zip(span[1], other[1], strict=True)
    )


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
