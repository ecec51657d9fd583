"""What a hand comes to, in a clause: who scores what, and who deals next."""

from __future__ import annotations

from gettext import gettext as _

from clabber_audit.adjudicate import Ruling
from clabber_audit.cards import TEAMS
from clabber_audit.games.clabber.ranking import CARD_POINTS, LAST_TRICK
from clabber_audit.remedies import Remedy
from clabber_audit.render.wording import Speaker, bare, side, suit_of


def result(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    """What a remedy gives, in a clause: the ruling's own, or the one without any claim."""
    if remedy.outcome == "renege" and remedy.score and remedy.reneging_team is not None:
        offenders, innocents = remedy.reneging_team, 1 - remedy.reneging_team
        return _("{innocents} score {score} and {offenders} nothing").format(
            innocents=speaker.team(innocents), score=remedy.score[innocents], offenders=side(offenders)
        )
    if remedy.outcome == "scored" and remedy.score:
        return _scored(ruling, remedy.score, speaker)
    return _unscored(ruling, remedy)


def is_set(ruling: Ruling) -> bool:
    """Whether the makers are set in the hand as it was played."""
    points, makers = ruling.tally.points, ruling.walk.makers
    return points is not None and makers is not None and points[makers].total <= points[1 - makers].total


def makers(ruling: Ruling, speaker: Speaker) -> str:
    """The makers' team and the suit they made, as in `East-West (Eagles), who made spades`."""
    if ruling.walk.makers is None:
        return _("the makers")
    if not ruling.walk.trump:
        return speaker.team(ruling.walk.makers)
    return _("{team}, who made {suit},").format(team=speaker.team(ruling.walk.makers), suit=suit_of(ruling.walk.trump))


def standing(ruling: Ruling) -> str:
    """Whether the makers are ahead, level or behind, in a clause; empty when there is nothing to compare."""
    points, team = ruling.tally.points, ruling.walk.makers
    if points is None or team is None or ruling.unclaimed.outcome != "scored":
        return ""
    own, others = points[team].total, points[1 - team].total
    if own > others:
        clause = _("the makers, {team}, are ahead with {own} to {others}: each side scores its own")
    elif own == others:
        clause = _("the makers, {team}, are level at {own}, which is not enough: they are set")
    else:
        clause = _("the makers, {team}, are behind with {own} to {others}: they are set")
    return clause.format(team=side(team), own=own, others=others)


def _scored(ruling: Ruling, score: tuple[int, int], speaker: Speaker) -> str:
    team = ruling.walk.makers or 0
    if is_set(ruling):
        return _("{makers} are set and score nothing, {others} {score}").format(
            makers=makers(ruling, speaker), others=speaker.team(1 - team), score=score[1 - team]
        )
    return _("{makers} score {made}, {others} {score}").format(
        makers=makers(ruling, speaker),
        made=score[team],
        others=speaker.team(1 - team),
        score=score[1 - team] or _("nothing"),
    )


def _unscored(ruling: Ruling, remedy: Remedy) -> str:
    dealer = None if ruling.next_dealer is None else bare(ruling.next_dealer)
    if remedy.outcome in ("redeal", "passed_out"):
        nothing = _("nobody scores")
        return _("{nothing} and {dealer} deals").format(nothing=nothing, dealer=dealer) if dealer else nothing
    if remedy.outcome == "unfinished":
        return _("there is no score yet")
    return _("the score cannot be told")


def renege_sum(remedy: Remedy) -> str:
    """What innocents score, as a sum: `162 + 20 = 182`; the 162 alone without melds."""
    parts = [CARD_POINTS + LAST_TRICK, *(item.points for item in remedy.awarded)]
    total = sum(parts)
    return f"{' + '.join(map(str, parts))} = {total}" if len(parts) > 1 else str(total)


def marks(remedy: Remedy) -> str:
    """The marks of both teams: `North-South R, East-West 182`; an empty text when nothing is written."""
    if remedy.marks is None:
        return ""
    return ", ".join(f"{side(team)} {mark}" for team, mark in zip(TEAMS, remedy.marks, strict=True))
