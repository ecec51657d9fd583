"""What a hand comes to, in a clause: who scores what, and who deals next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from clabber_audit.games.clabber.scoring import RENEGE
from clabber_audit.render import family
from clabber_audit.render.wording import Speaker, bare, side, suit_of
from clabber_audit.ruling.by_points import beyond
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.remedies import Remedy
from clabber_audit.table.cards import SEATING, TEAMS
from clabber_audit.table.seating import Scores


def result(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    """What a remedy gives, in a clause: the ruling's own, or the one without any claim."""
    return _RESULTS[ruling.law.game.id](ruling, remedy, speaker)


def _of_points(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    if remedy.outcome == "renege" and remedy.reneging_team is not None:
        told = ", ".join(f"{speaker.team(team)} score {scored_by(team, remedy)}" for team in remedy.innocents)
        return f"{told} and {side(remedy.reneging_team)} nothing"
    if remedy.outcome == "scored" and remedy.score:
        return _scored(ruling, remedy, remedy.score, speaker)
    return _unscored(ruling, remedy, speaker)


def scored_by(team: int, remedy: Remedy) -> str:
    """What a team scores: a number, or the least and the most where that is open."""
    if remedy.range is None or remedy.known[team] is not None:
        return str(remedy.known[team] or "nothing")
    low, high = remedy.range.low[team], remedy.range.high[team]
    if not remedy.range.reached:
        return f"no less than {low} and no more than {high}"
    if not low:
        return f"nothing, or up to {high},"
    return f"at least {low}, up to {high},"


def makers(ruling: Ruling, speaker: Speaker) -> str:
    """The makers' team and the suit they made, as in `East-West (Eagles), who made spades`."""
    if ruling.walk.makers is None:
        return "the makers"
    if not ruling.walk.trumps:
        return speaker.team(ruling.walk.makers)
    return f"{speaker.team(ruling.walk.makers)}, who made {suit_of(ruling.walk.trumps)},"


def standing(ruling: Ruling, speaker: Speaker) -> str:
    """Whether the makers are ahead, level or behind, in a clause; empty when there is nothing to compare."""
    points, team = ruling.tally.points, ruling.walk.makers
    if points is None or team is None or ruling.unclaimed.outcome != "scored" or ruling.unclaimed.settled:
        return ""
    own, others = points[team].total, max(points[other].total for other in SEATING.others(team))
    makers = f"the makers, {speaker.side(team)},"
    if not ruling.makers_set:
        return f"{makers} have {own} to {others}, so each side scores its own"
    if own == others:
        return f"{own} to {own}: {makers} need more, so they are set"
    return f"{makers} have {own} to {others}, so they are set"


def _both(remedy: Remedy, speaker: Speaker) -> str:
    """What each side scores, without a word about who made trumps."""
    first, *others = range(len(TEAMS))
    told = ", ".join(f"{speaker.team(team)} {scored_by(team, remedy).rstrip(',')}" for team in others)
    return f"{speaker.team(first)} score {scored_by(first, remedy)} and {told}"


def _scored(ruling: Ruling, remedy: Remedy, score: Scores, speaker: Speaker) -> str:
    if ruling.walk.makers is None:
        return _both(remedy, speaker)
    team = ruling.walk.makers
    if ruling.makers_set:
        others = ", ".join(f"{speaker.team(other)} {score[other]}" for other in SEATING.others(team))
        return f"{makers(ruling, speaker)} are set and score nothing, {others}"
    others = ", ".join(f"{speaker.team(other)} {score[other] or 'nothing'}" for other in SEATING.others(team))
    return f"{makers(ruling, speaker)} score {score[team]}, {others}"


def _unscored(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    dealer = None if ruling.next_dealer is None else bare(ruling.next_dealer)
    if remedy.outcome in ("redeal", "passed_out"):
        nothing = "nobody scores"
        return f"{nothing} and {dealer} deals" if dealer else nothing
    if remedy.outcome == "unfinished":
        return f"on the sheet: {speaker.written}" if speaker.written else "there is no score yet"
    if remedy.range is None:
        return "the score cannot be told"
    return f"the score cannot be told: {_both(remedy, speaker)}"


def renege_sum(remedy: Remedy) -> str:
    """What innocents score, as a sum: `162 + 20 = 182`; the 162 alone without melds; a range where that is open."""
    if remedy.range and remedy.innocents:
        return scored_by(remedy.innocents[0], remedy).rstrip(",")
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
    """What a remedy gives, and how that is written on the sheet."""
    told, written = result(ruling, remedy, speaker), marks(ruling, remedy)
    return f"{told} (written {written})" if written else told


def as_written(ruling: Ruling) -> str:
    """What the sheet says: `North-South 91, East-West XXX`."""
    score = ruling.walk.hand.record.score
    names = ruling.walk.hand.seating.side_names
    return ", ".join(f"{side(team)} {score[team]}" for team in names if team in score)


#: How each game tells what a hand comes to.
_RESULTS: Final[dict[str, Callable[[Ruling, Remedy, Speaker], str]]] = {
    "clabber": _of_points,
    "bid-euchre": family.result,
}
