"""Unrecorded melds and belles that explain the score on a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import islice, product
from operator import or_
from typing import Final, NamedTuple

from clabber_audit.cards.cards import SEATING, SEATS, Scores
from clabber_audit.evidence.budget import Spent
from clabber_audit.evidence.completions import BellePlaced, CompletionQuestion, MeldHeld, find_completion
from clabber_audit.evidence.evaluate import frame_of
from clabber_audit.games.clabber.melds import MeldCards, belle_cards, best_melds
from clabber_audit.games.clabber.scoring import settle
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.judge.possible_scores import possible_melds
from clabber_audit.records.partial_deal import KEPT
from clabber_audit.replay import Replay, find_layer
from clabber_audit.rules.bound_ruleset import BoundRuleset

#: Maximum of unrecorded melds of a side considered together if cards are unknown.
_TOGETHER: Final = 2
#: Maximum of sets of calls tested if cards are unknown.
_MOST_CALLS: Final = 300


class PossibleMeld(NamedTuple):
    """Meld that a seat may have called; belle if None."""

    seat: int
    meld: MeldCards | None
    points: int


class Called(NamedTuple):
    """Unrecorded calls and the score that they give."""

    calls: tuple[PossibleMeld, ...]
    score: Scores


def explaining_calls(
    replay: Replay, law: BoundRuleset, made: Scores, written: Sequence[int | None]
) -> list[Called]:
    """Return the unrecorded calls that explain a sheet, fewest first; empty if a number has no explanation.

    `made` are the points without melds, `written` the numbers on the sheet, None if blank. Calls that explain all
    numbers are preferred; else each number that differs needs calls of its own.
    """
    assert replay.makers is not None
    plain = settle(made, replay.makers, law.toggles)
    wrong = [side for side, number in enumerate(written) if number not in (None, plain[side])]
    fitting = [
        called
        for called in _choose_calls(replay, law, made)
        if any(called.score[side] == written[side] for side in wrong)
    ]
    if not replay.is_complete:
        fitting = [
            called for called in islice(fitting, _MOST_CALLS) if _can_all_be_called(replay, called.calls)
        ]
    if not wrong or any(all(called.score[side] != written[side] for called in fitting) for side in wrong):
        return []
    whole = [
        called
        for called in fitting
        if all(number in (None, own) for number, own in zip(written, called.score, strict=True))
    ]
    return whole or fitting


def _choose_calls(replay: Replay, law: BoundRuleset, made: Scores) -> list[Called]:
    """Return the calls that change a score: of one side's melds only, since the others do not score."""
    assert replay.makers is not None
    results = []
    belles = [
        (),
        *(
            (PossibleMeld(seat, None, law.toggles.meld_belle),)
            for seat in range(len(SEATS))
            if _can_call_belle(replay, seat)
        ),
    ]
    for side in range(len(SEATING.sides)):
        for own in product(*(_find_meld_sets(replay, seat, law.toggles) for seat in SEATING.seats_of(side))):
            melds = tuple(call for calls in own for call in calls)
            masks = [call.meld.cards for call in melds if call.meld]
            shared = reduce(or_, masks, 0).bit_count() < sum(mask.bit_count() for mask in masks)
            if shared or (len(melds) > _TOGETHER and not replay.is_complete):
                continue
            for belle in belles:
                if _is_belle_excluded(replay, belle, melds, law.toggles) or not (melds or belle):
                    continue
                totals = list(made)
                for call in (*melds, *belle):
                    totals[SEATING.side_of[call.seat]] += call.points
                results.append(Called((*melds, *belle), settle(tuple(totals), replay.makers, law.toggles)))
    return sorted(results, key=lambda called: len(called.calls))


def _find_meld_sets(replay: Replay, seat: int, toggles: Toggles) -> list[tuple[PossibleMeld, ...]]:
    """Return the sets of melds that a seat may have called and shown in turn (R-057, R-058, D-32)."""
    hand, fell = replay.hand, replay.hand.seats.count(seat)
    if fell < 1 + toggles.show_required and find_layer(hand) != seat:
        return [()]
    hidden = hand.hidden[seat]
    if toggles.must_declare_all and not hidden:
        whole = best_melds(hand.dealt[seat], toggles.melds)
        return [(), tuple(PossibleMeld(seat, meld, meld.points) for meld in whole)] if whole else [()]
    may = hand.dealt[seat] | (hand.pool if hidden else 0)
    sets = possible_melds(hand.dealt[seat], may, hidden, toggles.melds)
    return [tuple(PossibleMeld(seat, meld, meld.points) for meld in melds) for melds in sets]


def _can_call_belle(replay: Replay, seat: int) -> bool:
    """Return True if a seat may have had both cards of the belle, and the moment to call it has come (R-065)."""
    both, hand = belle_cards(replay.trumps), replay.hand
    may = hand.dealt[seat] | (hand.pool if hand.hidden[seat] else 0)
    if both & ~may or (both & ~hand.dealt[seat]).bit_count() > hand.hidden[seat]:
        return False
    fell = reduce(or_, (card for who, card in zip(hand.seats, hand.cards, strict=True) if who == seat), 0)
    return not both & ~fell or find_layer(hand) == seat or not replay.is_complete


def _is_belle_excluded(
    replay: Replay, belle: Sequence[PossibleMeld], melds: Sequence[PossibleMeld], toggles: Toggles
) -> bool:
    """Return True if a card of the belle serves a meld and may not serve twice (D-21)."""
    both = belle_cards(replay.trumps)
    own = [call.meld.cards for call in melds if call.meld and belle and call.seat == belle[0].seat]
    return not toggles.belle_in_run and any(cards & both for cards in own)


def _can_all_be_called(replay: Replay, calls: Sequence[PossibleMeld]) -> bool:
    """Return True if some completion has every meld called, or that is not settled."""
    layer = find_layer(replay.hand)

    def fell(seat: int, king: int | None, queen: int | None) -> bool:
        return king is not None and queen is not None and (KEPT not in (king, queen) or seat == layer)

    wanted: list[tuple[CompletionQuestion, bool]] = [
        (
            MeldHeld(call.seat, (call.meld.cards,))
            if call.meld
            else BellePlaced(call.seat, lambda king, queen, seat=call.seat: fell(seat, king, queen)),  # type: ignore[misc]
            True,
        )
        for call in calls
    ]
    try:
        return find_completion([frame_of(replay)], wanted) is not None
    except Spent:
        return True


def best_calls(replay: Replay, law: BoundRuleset, seat: int) -> Iterator[PossibleMeld]:
    """Yield the melds of the best call of a seat whose cards are known, and its belle."""
    yield from (
        PossibleMeld(seat, meld, meld.points)
        for meld in best_melds(replay.hand.dealt[seat], law.toggles.melds)
    )
    both = belle_cards(replay.trumps)
    if both and not both & ~replay.hand.dealt[seat]:
        yield PossibleMeld(seat, None, law.toggles.meld_belle)
