"""Outcomes and scores of hands of Clabber.

The score of a hand is worked out in steps, each in one place:

* `games/clabber/scoring.py`: what cards and melds make by the rules, all cards known and the denied melds given;
* `clabber_ranges.py`, beside this: which melds the findings deny, and the least and the most over all completions;
* here: outcome, score and marks of a ruling, the unrecorded calls that explain a sheet, and why each meld scores;
* `report/scores.py`: the same in words and sums.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import islice, product
from operator import or_
from typing import Any, Final, NamedTuple

from clabber_audit.cards import SEATING, SEATS, TEAMS, Scores, is_within_hand
from clabber_audit.evidence.completions import (
    BelleOffends,
    BudgetExhausted,
    CompletionQuestion,
    MeldHeld,
    find_completion,
    frame_of,
)
from clabber_audit.evidence.evaluate import evaluate_events
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.melds import (
    CARD_POINTS,
    BelleCall,
    MeldEntry,
    belle_cards,
    best_melds,
    melds_of,
    melds_unrecorded,
    rank_meld,
)
from clabber_audit.games.clabber.scoring import (
    Counted,
    Tally,
    TeamPoints,
    count_melds,
    find_sheet_slips,
    format_mark,
    list_entitled_melds,
    renege_price,
    score_as_played,
    score_renege,
    settle,
)
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.judge.scoring import OPEN, Range, Remedy, Scoring, trick_data
from clabber_audit.judge.scoring.clabber_ranges import (
    certain_points,
    denies_belle,
    find_denied_melds,
    possible_melds,
    range_as_played,
    range_when_stopped,
)
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.hand import KEPT
from clabber_audit.records.vocabulary import RENEGE_MARK
from clabber_audit.replay import Replay, find_laydown_seat
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.infraction import ScoreCompared, Trait
from clabber_audit.rules.infractions import infractions


class ClabberScoring(Scoring):
    """Scoring of Clabber."""

    def tally(self, replay: Replay, findings: Sequence[Finding], law: BoundRuleset) -> Tally:
        """Return the points of each side as played, if they are the same in every completion."""
        tally = score_as_played(replay, find_denied_melds(findings, law.toggles), law.toggles)
        if replay.cards and not replay.is_complete:
            tally = tally._replace(points=certain_points(replay, law, tally.points))
        return tally

    def score_unclaimed(self, replay: Replay, tally: Tally, law: BoundRuleset, *, void: bool) -> Remedy:
        record = replay.hand.record
        if void:
            return Remedy("redeal")
        if replay.declared.unplayed:
            return Remedy("passed_out")
        sheet_only = not replay.cards and record.contract is not None and len(record.sheet) == len(TEAMS)
        if not (replay.is_over or sheet_only or find_laydown_seat(replay.hand) is not None):
            return Remedy("unfinished")
        if tally.points is None or replay.makers is None:
            return score_by_range(range_as_played(replay, law), replay.makers, law)
        return score_finished_hand(tuple(made.total for made in tally.points), replay.makers, law)

    def reopen(self, replay: Replay, remedy: Remedy, tally: Tally, law: BoundRuleset) -> Remedy:
        """Return the outcome with an open score if unrecorded melds explain the sheet."""
        written = replay.hand.record.score
        unrecorded = replay.cards and replay.trumps and melds_unrecorded(replay)
        if not (written and unrecorded and replay.makers is not None):
            return remedy
        if remedy.outcome != "scored" or remedy.score is None or tally.points is None:
            return remedy
        if RENEGE_MARK in written.values():
            return remedy
        sheet = [written.get(name) for name in replay.hand.seating.side_names]
        numbers = [0 if isinstance(line, str) else line for line in sheet]
        result = explaining_calls(replay, law, tuple(made.total for made in tally.points), numbers)
        if not result:
            return remedy
        reach = Range.over([remedy.score, *(called.score for called in result)])
        return score_by_range(reach, replay.makers, law)._replace(explained=tuple(result))

    def score_all_guilty(self, base: Remedy, law: BoundRuleset) -> Remedy:
        """Return the outcome if both sides are guilty: redeal, or nothing for either (R-105, R-106)."""
        if law.toggles.both_renege == "redeal_same":
            return Remedy("redeal")
        nothing, sides = law.toggles.zero_mark, len(SEATING.sides)
        return Remedy("redeal", (0,) * sides, (nothing,) * sides)

    def score_stopped(
        self, replay: Replay, guilty: int, stop: int, findings: Sequence[Finding], law: BoundRuleset
    ) -> Remedy:
        """Return the outcome of a renege: its price and their melds for the opponents, nothing for the guilty (R-104, D-42).

        With unknown cards or unrecorded melds, melds are named as long as they make up the minimum.
        """
        (innocents,) = replay.hand.seating.other_sides(guilty)
        price, has_melds = renege_price(law.toggles), law.toggles.renege_melds
        denied = find_denied_melds(findings, law.toggles, stop)
        awarded = list_entitled_melds(replay, denied, law.toggles, innocents, stop) if has_melds else ()
        certain = not has_melds or (replay.is_complete and not melds_unrecorded(replay))
        result = None if certain else range_when_stopped(replay, law, guilty, stop)
        score = score_renege(guilty, price + sum(item.points for item in awarded))
        if result and score[innocents] != result.low[innocents]:
            score, awarded = result.low, ()
        is_open = result is not None and not result.is_certain
        marks = [OPEN if is_open else str(own) for own in score]
        marks[guilty] = law.toggles.renege_mark
        return Remedy(
            "renege",
            None if is_open else score,
            tuple(marks),
            guilty,
            awarded,
            result if is_open else None,
            price=price,
        )

    def data_of_tricks(self, ruling: Any) -> dict[str, Any]:
        """Return the tricks with their points."""
        seating, tricks = ruling.replay.hand.seating, ruling.replay.tricks
        return {"tricks": [trick_data(trick, seating, points=trick.points) for trick in tricks]}

    def data_of_result(self, ruling: Any) -> dict[str, Any]:
        """Return the points of each side."""
        points = ruling.points and [{**own._asdict(), "total": own.total} for own in ruling.points]
        return {"points": points and ruling.replay.hand.seating.map_by_side(points)}

    def check_sheet_alone(self, replay: Replay, law: BoundRuleset) -> list[Finding]:
        """Return the findings on a score that contradicts its breakdown: a side scores the sum, or nothing if set."""
        record = replay.hand.record
        if record.plays or RENEGE_MARK in record.score.values():
            return []
        events = [
            ScoreCompared(team, written, own.total, reneged=False)
            for team, own in enumerate(_list_sheet_breakdowns(record))
            if own is not None and isinstance(written := record.score.get(TEAMS[team]), int) and written
        ]
        return evaluate_events(events, replay, law)

    def check_breakdown(self, replay: Replay, law: BoundRuleset) -> list[Finding]:
        """Return the findings on a breakdown that no hand can give."""
        record = replay.hand.record
        stopped = RENEGE_MARK in record.score.values() or record.laydown or record.claims
        played_out = not record.plays and record.contract is not None and not stopped
        found = find_sheet_slips(_list_sheet_breakdowns(record), played_out, law.toggles.melds)
        return evaluate_events(list(found), replay, law)


def score_finished_hand(made: Scores, makers: int, law: BoundRuleset) -> Remedy:
    """Return the outcome of a finished hand, by the points of each side."""
    score = settle(made, makers, law.toggles)
    marks = [_mark(own, side, makers, law) for side, own in enumerate(score)]
    return Remedy("scored", score, tuple(marks))


def score_by_range(found: Range | None, makers: int | None, law: BoundRuleset) -> Remedy:
    """Return the outcome of a hand with unknown cards, by its score range."""
    if found is None:
        return Remedy("undetermined")
    marks = tuple(
        _mark(found.low[team], team, makers, law) if found.low[team] == found.high[team] else OPEN
        for team in range(len(found.low))
    )
    if found.is_certain:
        return Remedy("scored", found.low, marks)
    return Remedy("undetermined", None, None if set(marks) == {OPEN} else marks, range=found)


def _mark(score: int, team: int, makers: int | None, law: BoundRuleset) -> str:
    known = format_mark(score, team, makers, law.toggles)
    return OPEN if known is None else known


def _list_sheet_breakdowns(record: HandRecord) -> list[TeamPoints | None]:
    """Return the breakdown of each side's score on the sheet; None for a side without one."""
    return [TeamPoints.of_line(record.sheet[team]) if team in record.sheet else None for team in TEAMS]


#: Maximum of unrecorded melds of a side considered together if cards are unknown.
_TOGETHER: Final = 2
#: Maximum of sets of calls tested if cards are unknown.
_MOST_CALLS: Final = 300


class Called(NamedTuple):
    """Unrecorded calls and the score that they give."""

    calls: tuple[Counted, ...]
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
    results, both = list[Called](), belle_cards(replay.trumps)
    belles = [
        (),
        *(
            (Counted(seat, law.toggles.meld_belle, None, True),)
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
                own_melds = [
                    call.meld.cards for call in melds if call.meld and belle and call.seat == belle[0].seat
                ]
                # A card of the belle that serves a meld may not serve twice at some tables (D-21).
                excluded = not law.toggles.belle_in_run and any(cards & both for cards in own_melds)
                if excluded or not (melds or belle):
                    continue
                totals = list(made)
                for call in (*melds, *belle):
                    totals[call.team] += call.points
                results.append(Called((*melds, *belle), settle(tuple(totals), replay.makers, law.toggles)))
    return sorted(results, key=lambda called: len(called.calls))


def _find_meld_sets(replay: Replay, seat: int, toggles: Toggles) -> list[tuple[Counted, ...]]:
    """Return the sets of melds that a seat may have called and shown in turn (R-057, R-058, D-32)."""
    hand, fell = replay.hand, replay.hand.seats.count(seat)
    if fell < 1 + toggles.show_required and find_laydown_seat(hand) != seat:
        return [()]
    hidden = hand.hidden[seat]
    if toggles.must_declare_all and not hidden:
        whole = best_melds(hand.dealt[seat], toggles.melds)
        return [(), count_melds(seat, whole)] if whole else [()]
    may = hand.dealt[seat] | (hand.pool if hidden else 0)
    sets = possible_melds(hand.dealt[seat], may, hidden, toggles.melds)
    return [count_melds(seat, melds) for melds in sets]


def _can_call_belle(replay: Replay, seat: int) -> bool:
    """Return True if a seat may have had both cards of the belle, and the moment to call it has come (R-065)."""
    both, hand = belle_cards(replay.trumps), replay.hand
    may = hand.dealt[seat] | (hand.pool if hand.hidden[seat] else 0)
    if both & ~may or (both & ~hand.dealt[seat]).bit_count() > hand.hidden[seat]:
        return False
    fell = reduce(or_, (card for who, card in zip(hand.seats, hand.cards, strict=True) if who == seat), 0)
    return not both & ~fell or find_laydown_seat(hand) == seat or not replay.is_complete


def _can_all_be_called(replay: Replay, calls: Sequence[Counted]) -> bool:
    """Return True if some completion has every meld called, or that is not settled."""
    layer = find_laydown_seat(replay.hand)

    def fell(seat: int, king: int | None, queen: int | None) -> bool:
        return king is not None and queen is not None and (KEPT not in (king, queen) or seat == layer)

    wanted: list[tuple[CompletionQuestion, bool]] = [
        (
            MeldHeld(call.seat, (call.meld.cards,))
            if call.meld
            else BelleOffends(call.seat, lambda king, queen, seat=call.seat: fell(seat, king, queen)),  # type: ignore[misc]
            True,
        )
        for call in calls
    ]
    try:
        return find_completion([frame_of(replay)], wanted) is not None
    except BudgetExhausted:
        return True


def best_calls(replay: Replay, law: BoundRuleset, seat: int) -> Iterator[Counted]:
    """Yield the melds of the best call of a seat whose cards are known, and its belle."""
    yield from count_melds(seat, best_melds(replay.hand.dealt[seat], law.toggles.melds))
    both = belle_cards(replay.trumps)
    if both and not both & ~replay.hand.dealt[seat]:
        yield Counted(seat, law.toggles.meld_belle, None, True)


class MeldOfScore(NamedTuple):
    """Meld or belle that was recorded, or forgotten."""

    seat: int
    kind: str
    cards: int
    #: Points; None if it does not count.
    points: int | None
    #: Why it scores or does not, such as `highest` or `outranked`.
    reason: str
    #: Clause with {seat} and {kind} that says why it is denied.
    denied: str = ""


def melds_of_score(ruling: Any) -> Iterator[MeldOfScore]:
    """Yield the melds in record order, then the belles; none if melds are not recorded."""
    replay, toggles = ruling.replay, ruling.law.toggles
    if not ruling.law.game.melds or replay.hand.record.melds is None:
        return
    melds = melds_of(replay)
    counted = [item for item in ruling.tally.melds if item.meld]
    ranks = [rank_meld(item.meld, replay.trumps, toggles) for item in counted if item.meld]
    for entry in melds.entries:
        item = next((item for item in counted if _is_same_meld(item, entry)), None)
        if item:
            counted.remove(item)
        points, reason, denied = None, "open", _explain_denied(ruling, entry)
        if denied:
            reason = "denied"
        elif item and item.scores:
            own = rank_meld(item.meld, replay.trumps, toggles) if item.meld else ()
            points, reason = item.points, "highest" if ranks.count(own) == 1 else "level_partners"
            reason = reason if own == max(ranks) else "beside_highest"
        elif item:
            some_score = any(other.meld and other.scores for other in ruling.tally.melds)
            reason = "outranked" if some_score else "level"
        elif not is_within_hand(entry.announced):
            reason = "unannounced"
        elif not is_within_hand(entry.shown):
            reason = "unshown"
        yield MeldOfScore(entry.seat, entry.kind, entry.cards, points, reason, denied)
    scoring = {item.seat: item.points for item in ruling.tally.melds if item.meld is None}
    forgotten = {
        finding.seat: finding
        for finding in ruling.findings
        if denies_belle(infractions()[finding.infraction])
    }
    for seat, points in scoring.items():
        yield MeldOfScore(seat, "belle", 0, points, "belle")
    for call in melds.belle_calls:
        if call.seat not in scoring and call.seat not in forgotten and not call.again:
            denied = _explain_denied(ruling, call)
            yield MeldOfScore(call.seat, "belle", 0, None, "denied" if denied else "open", denied)
    for seat, finding in forgotten.items():
        if seat is not None:
            yield MeldOfScore(seat, "belle", 0, None, "late" if "called" in finding.facts else "uncalled")


def _is_same_meld(item: Counted, entry: MeldEntry) -> bool:
    """Return True if a counted meld is that of an entry."""
    if item.meld is None or item.seat != entry.seat or item.meld.kind != entry.kind:
        return False
    return not entry.cards or item.meld.cards & ~entry.cards == 0


def _explain_denied(ruling: Any, call: MeldEntry | BelleCall) -> str:
    """Return the reason why a meld does not score, in the words of the infraction; empty if none."""
    proven = [
        finding for finding in ruling.findings if finding.meld == call.number and finding.verdict == "proven"
    ]
    named = [infractions()[finding.infraction] for finding in proven]
    for infraction in named:
        if Trait.DENIES_MELD in infraction.traits:
            return (
                infraction.explain_unscored(ruling.law.case_of(infraction.id, call))
                or infraction.title.lower()
            )
    return ""


def last_of_score(replay: Replay) -> tuple[int | None, int | None]:
    """Return the team of the last trick, and the card points of a lay-down; None if undetermined or absent."""
    tricks, layer = replay.tricks, find_laydown_seat(replay.hand)
    if layer is None:
        return tricks[-1].team if replay.is_over else None, None
    if any(trick.team is None or trick.points is None for trick in tricks):
        return None, None
    left = CARD_POINTS - sum(trick.points or 0 for trick in tricks)
    return replay.hand.seating.side_of[layer], left
