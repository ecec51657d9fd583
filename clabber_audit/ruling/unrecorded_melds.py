"""Melds and belle that may have been called in a hand of which nobody recorded any: the sheets that they explain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations, islice, product
from operator import or_
from typing import Final, NamedTuple

from clabber_audit.evidence.verdicts import frame_of
from clabber_audit.evidence.worlds import KEPT, Exhausted, Question, world_with
from clabber_audit.evidence.worlds.asked import BellePlaced, MeldHeld
from clabber_audit.games.clabber.melds import BELLE, Meld, belle_cards, best, within
from clabber_audit.games.clabber.scoring import settle
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.replay import Walk, laid_down_by
from clabber_audit.table.cards import SEATING, SEATS
from clabber_audit.table.seating import Scores

#: How many melds of a side are looked at together where cards are not known.
_TOGETHER: Final = 2
#: How many sets of calls are held against the deals of a hand in which cards are not known.
_MOST: Final = 300


class Call(NamedTuple):
    """A meld that a seat may have called; belle for None."""

    seat: int
    meld: Meld | None

    @property
    def points(self) -> int:
        """Return its points."""
        return self.meld.points if self.meld else BELLE


class Called(NamedTuple):
    """Calls that nobody recorded, and the score that they bring."""

    calls: tuple[Call, ...]
    score: Scores


def explaining(walk: Walk, law: BoundRuleset, made: Scores, told: Sequence[int | None]) -> list[Called]:
    """Return the calls that explain a sheet, fewest first; empty if some number on it has no explanation.

    `made` is what the sides made without melds, `told` what the sheet says for each, None where it says nothing. One
    set of calls that explains all of it is preferred. Else each number that differs needs one of its own.
    """
    assert walk.makers is not None
    plain = settle(made, walk.makers)
    wrong = [side for side, number in enumerate(told) if number not in (None, plain[side])]
    fitting = [called for called in _called(walk, law, made) if any(called.score[side] == told[side] for side in wrong)]
    if not walk.told:
        fitting = [called for called in islice(fitting, _MOST) if _possible(walk, called.calls)]
    if not wrong or any(all(called.score[side] != told[side] for called in fitting) for side in wrong):
        return []
    whole = [
        called
        for called in fitting
        if all(number in (None, own) for number, own in zip(told, called.score, strict=True))
    ]
    return whole or fitting


def _called(walk: Walk, law: BoundRuleset, made: Scores) -> list[Called]:
    """Return the calls that change a score. The melds of one side score at most, those of the other do not matter."""
    assert walk.makers is not None
    found = []
    belles = [(), *((Call(seat, None),) for seat in range(len(SEATS)) if _may_call_belle(walk, seat))]
    for side in range(len(SEATING.sides)):
        for own in product(*(_sets(walk, seat, law.toggles) for seat in SEATING.seats_of(side))):
            melds = tuple(call for calls in own for call in calls)
            if (len(melds) > _TOGETHER and not walk.told) or not _apart(melds):
                continue
            for belle in belles:
                if _excluded(walk, belle, melds, law.toggles) or not (melds or belle):
                    continue
                totals = list(made)
                for call in (*melds, *belle):
                    totals[SEATING.side_of[call.seat]] += call.points
                found.append(Called((*melds, *belle), settle(tuple(totals), walk.makers)))
    return sorted(found, key=lambda called: len(called.calls))


def _apart(calls: Sequence[Call]) -> bool:
    """Return True if no two of some melds share a card."""
    cards = [call.meld.cards for call in calls if call.meld]
    return reduce(or_, cards, 0).bit_count() == sum(mask.bit_count() for mask in cards)


def _sets(walk: Walk, seat: int, toggles: Toggles) -> list[tuple[Call, ...]]:
    """Return the sets of melds that a seat may have called and shown in turn, lesser ones too (R-057, R-058, D-32)."""
    hand, fell = walk.hand, walk.hand.seats.count(seat)
    if fell < 1 + toggles.show_required and laid_down_by(hand) != seat:
        return [()]
    hidden = hand.hidden[seat]
    if toggles.must_declare_all and not hidden:
        whole = best(hand.dealt[seat], toggles.four_tens)
        return [(), tuple(Call(seat, meld) for meld in whole)] if whole else [()]
    may = hand.dealt[seat] | (hand.pool if hidden else 0)
    fits = [meld for meld in within(may, toggles.four_tens) if (meld.cards & ~hand.dealt[seat]).bit_count() <= hidden]
    pairs = [
        (one, other)
        for one, other in combinations(fits, 2)
        if not one.cards & other.cards and ((one.cards | other.cards) & ~hand.dealt[seat]).bit_count() <= hidden
    ]
    melds: list[tuple[Meld, ...]] = [(), *((meld,) for meld in fits), *pairs]
    return [tuple(Call(seat, meld) for meld in some) for some in melds]


def _may_call_belle(walk: Walk, seat: int) -> bool:
    """Return True if a seat may have had both cards of the belle, and the moment to call it has come (R-065)."""
    both, hand = belle_cards(walk.trumps), walk.hand
    may = hand.dealt[seat] | (hand.pool if hand.hidden[seat] else 0)
    if both & ~may or (both & ~hand.dealt[seat]).bit_count() > hand.hidden[seat]:
        return False
    fell = reduce(or_, (card for who, card in zip(hand.seats, hand.cards, strict=True) if who == seat), 0)
    return not both & ~fell or laid_down_by(hand) == seat or not walk.told


def _excluded(walk: Walk, belle: Sequence[Call], melds: Sequence[Call], toggles: Toggles) -> bool:
    """Return True if a card of the belle serves a meld and may not serve twice (D-21)."""
    both = belle_cards(walk.trumps)
    own = [call.meld.cards for call in melds if call.meld and belle and call.seat == belle[0].seat]
    return not toggles.belle_in_run and any(cards & both for cards in own)


def _possible(walk: Walk, calls: Sequence[Call]) -> bool:
    """Return True if in some deal that the record allows every seat held what it called, or that is not found out."""
    layer = laid_down_by(walk.hand)

    def fell(seat: int, king: int | None, queen: int | None) -> bool:
        return king is not None and queen is not None and (KEPT not in (king, queen) or seat == layer)

    wanted: list[tuple[Question, bool]] = [
        (
            MeldHeld(call.seat, (call.meld.cards,))
            if call.meld
            else BellePlaced(call.seat, lambda king, queen, seat=call.seat: fell(seat, king, queen)),  # type: ignore[misc]
            True,
        )
        for call in calls
    ]
    try:
        return world_with([frame_of(walk)], wanted) is not None
    except Exhausted:
        return True


def options(walk: Walk, law: BoundRuleset, seat: int) -> Iterator[Call]:
    """Yield the melds of the best call of a seat whose cards are known, and its belle."""
    yield from (Call(seat, meld) for meld in best(walk.hand.dealt[seat], law.toggles.four_tens))
    both = belle_cards(walk.trumps)
    if both and not both & ~walk.hand.dealt[seat]:
        yield Call(seat, None)
