"""Clauses on the result of a hand: the score of each side, and the next deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from clabber_audit.games.clabber.scoring import RENEGE, settle
from clabber_audit.render import family
from clabber_audit.render.wording import Speaker, kind, listed, side, suit_of
from clabber_audit.ruling.by_points import beyond
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.remedies import Remedy
from clabber_audit.table.cards import SEATING, TEAMS
from clabber_audit.table.seating import Scores


def result(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    """Return the result of a remedy in a clause: the ruling's own, or the one without any claim."""
    return _RESULTS[ruling.law.game.id](ruling, remedy, speaker)


def _of_points(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    if remedy.outcome == "renege" and remedy.reneging_team is not None:
        told = "; ".join(f"{speaker.the_team(team)} score {scored_by(team, remedy)}" for team in remedy.innocents)
        return f"{told}; {speaker.the_team(remedy.reneging_team)} score 0"
    if remedy.outcome == "scored" and remedy.score:
        return _scored(ruling, remedy, remedy.score, speaker)
    return _unscored(ruling, remedy, speaker)


def scored_by(team: int, remedy: Remedy) -> str:
    """Return what a team scores: a number, or both ends where that is open."""
    if remedy.range is None or remedy.known[team] is not None:
        return str(remedy.known[team] or 0)
    low, high = remedy.range.low[team], remedy.range.high[team]
    return f"{low} to {high}" if remedy.range.reached else f"between {low} and {high}"


def standing(ruling: Ruling, speaker: Speaker) -> str:
    """Return a clause on how the makers stand: ahead, level or behind; empty when there is nothing to compare."""
    points, team = ruling.tally.points, ruling.walk.makers
    if points is None or team is None or ruling.unclaimed.outcome != "scored" or ruling.unclaimed.settled:
        return ""
    own, others = points[team].total, max(points[other].total for other in SEATING.others(team))
    makers = speaker.the_side(team)
    if not ruling.makers_set:
        kept = ", so both sides keep their points" if others else ""
        return f"{makers} made trump and won, {own} to {others}{kept}"
    if own == others:
        return f"it is {own} to {own}; {makers} made trump and needed more, so they are set"
    return f"{makers} made trump but lost, {own} to {others}, so they are set"


def _both(remedy: Remedy, speaker: Speaker) -> str:
    """Return what each side scores, without a word about the maker of trump."""
    return ", ".join(f"{speaker.team(team)} {scored_by(team, remedy)}" for team in range(len(TEAMS)))


def _scored(ruling: Ruling, remedy: Remedy, score: Scores, speaker: Speaker) -> str:
    makers = ruling.walk.makers
    first = 0 if makers is None else makers
    told = "; ".join(f"{speaker.the_team(other)} score {score[other]}" for other in SEATING.others(first))
    if makers is None:
        return f"{speaker.the_team(first)} score {score[first]}; {told}"
    named = f"made {suit_of(ruling.walk.trumps)} trump" if ruling.walk.trumps else "made trump"
    if ruling.makers_set:
        return f"{speaker.the_team(makers)} {named}, are set and score 0; {told}"
    return f"{speaker.the_team(makers)} {named} and score {score[makers]}; {told}"


def _unscored(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    if remedy.outcome in ("redeal", "passed_out", "annulled"):
        return f"nobody scores{', and ' + told if (told := family.deals_next(ruling, speaker)) else ''}"
    if remedy.outcome == "unfinished":
        return f"on the sheet: {speaker.written}" if speaker.written else "there is no score yet"
    if remedy.range is None:
        return "too little was written down to work out a score"
    return f"the score cannot be worked out: {_both(remedy, speaker)}"


def unrecorded(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    """Yield the score if no meld was called, and the one if those were that explain the sheet, a clause each."""
    if not ruling.remedy.explained or ruling.points is None or ruling.walk.makers is None:
        return
    first = ruling.remedy.explained[0]
    plain = settle(tuple(made.total for made in ruling.points), ruling.walk.makers)

    def scores(numbers: Sequence[int]) -> str:
        return listed([f"{speaker.team(side)} {number}" for side, number in enumerate(numbers)])

    named = [
        f"{speaker.seat(call.seat)} called {f'a {kind(call.meld.kind)}' if call.meld else 'belle'}"
        for call in first.calls
    ]
    yield f"nobody wrote down the melds; if none was called, the score is {scores(plain)}"
    yield f"if {listed(named)}, the score is {scores(first.score)}"


def renege_sum(remedy: Remedy) -> str:
    """Return the score of the innocents as a sum: `162 + 20 = 182`; a range where that is open."""
    if remedy.range and remedy.innocents:
        return scored_by(remedy.innocents[0], remedy)
    parts = [RENEGE, *(item.points for item in remedy.awarded), *(beyond(remedy) or ())[:1]]
    total = sum(parts)
    return f"{' + '.join(map(str, parts))} = {total}" if len(parts) > 1 else str(total)


def marks(ruling: Ruling, remedy: Remedy) -> str:
    """The marks of the sides: `North-South R, East-West 182`; empty where nothing is written but the points."""
    if remedy.marks is None or remedy.settled:
        return ""
    names = ruling.walk.hand.seating.side_names
    return ", ".join(f"{side(name)} {mark}" for name, mark in zip(names, remedy.marks, strict=True))


def result_with_marks(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    """Return the result of a remedy, with its marks on the sheet."""
    told, written = result(ruling, remedy, speaker), marks(ruling, remedy)
    return f"{told} (on the sheet: {written})" if written else told


def as_written(ruling: Ruling) -> str:
    """Return the score on the sheet: `North-South 91, East-West XXX`."""
    score = ruling.walk.hand.record.score
    names = ruling.walk.hand.seating.side_names
    return ", ".join(f"{side(team)} {score[team]}" for team in names if team in score)


#: How each game tells what a hand comes to.
_RESULTS: Final[dict[str, Callable[[Ruling, Remedy, Speaker], str]]] = {
    "clabber": _of_points,
    "bid-euchre": family.result,
}
