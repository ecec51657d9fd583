"""The score of a game of points: a set, a renege, a re-deal, a hand passed out (R-069 to R-075, R-103 to R-106)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.beside import melds_unrecorded
from clabber_audit.games.clabber.scoring import RENEGE, mark, reneged, settle
from clabber_audit.games.clabber.tally import Tally
from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.record.words import RENEGE_MARK
from clabber_audit.replay import Trick, Walk
from clabber_audit.ruling.possible_scores import certain_points, scores, stopped_scores
from clabber_audit.ruling.remedies import OPEN, Progress, Range, Remedy, Stopped, Told
from clabber_audit.ruling.tally import as_played, entitled
from clabber_audit.ruling.unrecorded_melds import explaining
from clabber_audit.table.cards import SEATING
from clabber_audit.table.seating import Scores, Seating


def made(walk: Walk, findings: Sequence[Finding], law: BoundRuleset) -> Tally:
    """The points of each side as the hand was played, where they are the same in every world."""
    tally = as_played(walk, findings, law)
    if walk.cards and not walk.told:
        tally = tally._replace(points=certain_points(walk, law, tally.points))
    return tally


def unclaimed(walk: Walk, table: Progress, tally: Tally, law: BoundRuleset) -> Remedy:
    """The outcome of a hand when no claim changes it."""
    if table.void:
        return Remedy("redeal")
    if table.unplayed:
        return Remedy("passed_out")
    if not table.finished:
        return Remedy("unfinished")
    if tally.points is None or table.makers is None:
        return uncertain(scores(walk, law), walk.makers, law)
    return scored(tuple(made.total for made in tally.points), table.makers, law)


def scored(made: Scores, makers: int, law: BoundRuleset) -> Remedy:
    """The outcome of a hand that was played, by what each side made in it."""
    score = settle(made, makers)
    marks = [_mark(own, side, makers, law) for side, own in enumerate(score)]
    return Remedy("scored", score, tuple(marks))


def uncertain(found: Range | None, makers: int | None, law: BoundRuleset) -> Remedy:
    """The outcome of a hand whose cards are not all known, by what it can score; certain where every world agrees."""
    if found is None:
        return Remedy("undetermined")
    marks = tuple(
        _mark(found.low[team], team, makers, law) if found.low[team] == found.high[team] else OPEN
        for team in range(len(found.low))
    )
    if found.certain:
        return Remedy("scored", found.low, marks)
    return Remedy("undetermined", None, None if set(marks) == {OPEN} else marks, range=found)


def _mark(score: int, team: int, makers: int | None, law: BoundRuleset) -> str:
    said = mark(score, team, makers, law.toggles)
    return OPEN if said is None else said


def reopened(walk: Walk, remedy: Remedy, tally: Tally, law: BoundRuleset) -> Remedy:
    """Return the outcome with the score open between both ends where melds that nobody recorded explain the sheet."""
    written = walk.hand.record.score
    if not (written and melds_unrecorded(walk) and walk.cards and walk.trumps and walk.makers is not None):
        return remedy
    if remedy.outcome != "scored" or tally.points is None or RENEGE_MARK in written.values():
        return remedy
    told = [written.get(name) for name in walk.hand.seating.side_names]
    numbers = [0 if isinstance(one, str) else one for one in told]
    found = explaining(walk, law, tuple(made.total for made in tally.points), numbers)
    if not found or remedy.score is None:
        return remedy
    scores = [remedy.score, *(called.score for called in found)]
    low, high = (tuple(map(end, zip(*scores, strict=True))) for end in (min, max))
    return uncertain(Range(low, high), walk.makers, law)._replace(explained=tuple(found))


def all_guilty(base: Remedy, law: BoundRuleset) -> Remedy:
    """Both sides guilty: dealt again, or nothing for either (R-105, R-106)."""
    if law.toggles.both_renege == "redeal_same":
        return Remedy("redeal")
    nothing, sides = law.toggles.zero_mark, len(SEATING.sides)
    return Remedy("redeal", (0,) * sides, (nothing,) * sides)


def stopped(walk: Walk, at: Stopped, law: BoundRuleset) -> Remedy:
    """One side guilty: its opponents score 162 and their melds, it scores nothing (R-104, D-42).

    Where cards are not known, or nobody recorded melds, melds are named as far as they make up the least.
    """
    (innocents,) = walk.hand.seating.others(at.guilty)
    awarded = entitled(walk, at.findings, law, innocents, at.stop)
    certain = walk.told and not melds_unrecorded(walk)
    found = None if certain else stopped_scores(walk, law, at.guilty, at.stop)
    score = reneged(at.guilty, sum(item.points for item in awarded))
    if found and score[innocents] != found.low[innocents]:
        score, awarded = found.low, ()
    is_open = found is not None and not found.certain
    marks = [OPEN if is_open else str(own) for own in score]
    marks[at.guilty] = law.toggles.renege_mark
    return Remedy("renege", None if is_open else score, tuple(marks), at.guilty, awarded, found if is_open else None)


def charged(walk: Walk, remedy: Remedy, unproven: Sequence[Finding], law: BoundRuleset) -> Remedy:
    """What proved nothing is a renege where it costs anything, which the claims have told."""
    return remedy


def beyond(remedy: Remedy) -> tuple[int, int] | None:
    """The least and the most that innocents score beside the 162 and the melds awarded; None where that is all.

    So it is with melds that some innocent has in every deal, one in this and another in that: these have no name.
    """
    if remedy.reneging_team is None:
        return None
    named = RENEGE + sum(item.points for item in remedy.awarded)
    side = remedy.innocents[0]
    if remedy.range:
        return remedy.range.low[side] - named, remedy.range.high[side] - named
    rest = remedy.score[side] - named if remedy.score else 0
    return (rest, rest) if rest else None


def told(ruling: Any) -> Told:
    """The tricks with their points, and the points of each side."""
    seating, points = ruling.walk.hand.seating, ruling.points
    made = points and {
        side: {**own._asdict(), "total": own.total} for side, own in zip(seating.side_names, points, strict=True)
    }
    return Told({"tricks": [_trick(trick, seating) for trick in ruling.walk.tricks]}, {"points": made})


def _trick(trick: Trick, seating: Seating) -> dict[str, Any]:
    leader, winner, points, team = trick
    data = {
        "leader": seating.seats[leader],
        "winner": None if winner is None else seating.seats[winner],
        "points": points,
    }
    return {**data, "team": seating.side_names[team]} if winner is None and team is not None else data


def marked(mark: str, side: int, remedy: Remedy) -> str:
    """Every mark tells: that of a renege, and all others that nothing is scored (D-76, D-77)."""
    return mark
