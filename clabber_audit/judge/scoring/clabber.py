"""Outcomes and scores of hands of Clabber."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clabber_audit.cards.cards import SEATING, TEAMS, Scores
from clabber_audit.evidence.evaluate import evaluate_events
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.melds import melds_unrecorded
from clabber_audit.games.clabber.scoring import (
    Tally,
    TeamPoints,
    mark,
    renege_price,
    score_renege,
    settle,
    slips,
)
from clabber_audit.judge.possible_scores import (
    certain_points,
    list_entitled_melds,
    score_as_played,
    score_stopped_hand,
    scores,
)
from clabber_audit.judge.remedies import GameData, Range, Remedy
from clabber_audit.judge.scoring.base import OPEN, Scoring, trick_data
from clabber_audit.judge.unrecorded_melds import explaining_calls
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.vocabulary import RENEGE_MARK
from clabber_audit.replay import Replay, find_layer
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.events import ScoreCompared, SheetDoubted


class ClabberScoring(Scoring):
    """Scoring of Clabber."""

    def tally(self, replay: Replay, findings: Sequence[Finding], law: BoundRuleset) -> Tally:
        """Return the points of each side as played, if they are the same in every completion."""
        tally = score_as_played(replay, findings, law)
        if replay.cards and not replay.is_complete:
            tally = tally._replace(points=certain_points(replay, law, tally.points))
        return tally

    def score_unclaimed(self, replay: Replay, tally: Tally, law: BoundRuleset, *, void: bool) -> Remedy:
        """Return the outcome of a hand without claims; `void` if the deal is."""
        record = replay.hand.record
        if void:
            return Remedy("redeal")
        if replay.declared.unplayed:
            return Remedy("passed_out")
        sheet_only = not replay.cards and record.contract is not None and len(record.sheet) == len(TEAMS)
        if not (replay.is_over or sheet_only or find_layer(replay.hand) is not None):
            return Remedy("unfinished")
        if tally.points is None or replay.makers is None:
            return uncertain(scores(replay, law), replay.makers, law)
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
        scores = [remedy.score, *(called.score for called in result)]
        low, high = (tuple(map(end, zip(*scores, strict=True))) for end in (min, max))
        return uncertain(Range(low, high), replay.makers, law)._replace(explained=tuple(result))

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
        awarded = list_entitled_melds(replay, findings, law, innocents, stop) if has_melds else ()
        certain = not has_melds or (replay.is_complete and not melds_unrecorded(replay))
        result = None if certain else score_stopped_hand(replay, law, guilty, stop)
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

    def data(self, ruling: Any) -> GameData:
        """Return the tricks with their points, and the points of each side."""
        seating, points = ruling.replay.hand.seating, ruling.points
        made = points and seating.map_by_side([{**own._asdict(), "total": own.total} for own in points])
        tricks = [trick_data(trick, seating, points=trick.points) for trick in ruling.replay.tricks]
        return GameData({"tricks": tricks}, {"points": made})

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
        doubts = slips(_list_sheet_breakdowns(record), played_out, law.toggles.melds)
        return evaluate_events([SheetDoubted(*slip) for slip in doubts], replay, law)


def score_finished_hand(made: Scores, makers: int, law: BoundRuleset) -> Remedy:
    """Return the outcome of a finished hand, by the points of each side."""
    score = settle(made, makers, law.toggles)
    marks = [_mark(own, side, makers, law) for side, own in enumerate(score)]
    return Remedy("scored", score, tuple(marks))


def uncertain(found: Range | None, makers: int | None, law: BoundRuleset) -> Remedy:
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
    known = mark(score, team, makers, law.toggles)
    return OPEN if known is None else known


def _list_sheet_breakdowns(record: HandRecord) -> list[TeamPoints | None]:
    lines = [record.sheet.get(team) for team in TEAMS]
    return [
        None if line is None else TeamPoints(line.cards, line.last_trick, line.melds, line.belle)
        for line in lines
    ]
