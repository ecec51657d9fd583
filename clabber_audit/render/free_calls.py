"""Sentences on calls that cost nothing, true or excused, and on those taken back too late."""

from __future__ import annotations

from collections.abc import Iterator

from clabber_audit.render.wording import Speaker
from clabber_audit.ruling.court import Weighed
from clabber_audit.ruling.judge import Ruling

#: A sentence, and the articles that it rests on.
Reason = tuple[str, tuple[str, ...]]


def free_call(ruling: Ruling, claim: Weighed, speaker: Speaker) -> str:
    """Return how a call is told in the verdict that is true without a penalty, excused, or taken back too late."""
    who = _caller(ruling, claim.number, speaker)
    if claim.deed and claim.verdict == "upheld":
        return f"{who} was right, but under these rules it costs nothing"
    if claim.deed and claim.verdict == "not_proven":
        return f"{who} was right about what happened; if it is a renege stays open, so the call costs nothing"
    if claim.excused_by is not None:
        partner = _caller(ruling, claim.excused_by, speaker)
        return f"{who} was wrong, but {partner} called at the same moment and was right, so it costs nothing"
    if claim.verdict == "withdrawn" and claim.penal:
        side = claim.penal.team or 0
        pays = f"{speaker.side(side)} {'pays' if speaker.alone(side) else 'pay'}"
        return f"{who} took it back, {_too_late(ruling, claim)}, so {pays}"
    return ""


def taken_back(ruling: Ruling, claim: Weighed) -> str:
    """Return why a call that was taken back costs all the same; empty where it does not."""
    if claim.verdict != "withdrawn" or claim.penal is None:
        return ""
    return f"it was taken back, {_too_late(ruling, claim)}"


def _too_late(ruling: Ruling, claim: Weighed) -> str:
    if ruling.walk.hand.record.claims[claim.number].reviewed:
        return "but only after tricks were turned over or hands opened"
    return "but under these rules that does not help"


def why_free(ruling: Ruling, claim: Weighed, speaker: Speaker) -> list[Reason]:
    """Return why a call costs nothing: it was true, or a partner's call of the same moment was."""
    if claim.deed:
        articles = ruling.law.articles_without_penalty(claim.deed.infraction)
        free = "under these rules there is no penalty for that" if claim.verdict == "upheld" else "that much is true"
        return [(speaker.finding(claim.deed), ()), (f"{free}, and whoever says so pays nothing", articles)]
    if claim.excused_by is not None:
        partner = _caller(ruling, claim.excused_by, speaker)
        text = f"{partner} called the same side at that moment and was right, so this call costs nothing"
        return [(text, ruling.law.ruleset.carrying("D-62"))]
    return []


def why_not_excused(ruling: Ruling, claim: Weighed, speaker: Speaker) -> Iterator[Reason]:
    """Yield why the good call of the same side does not save a wrong one."""
    if claim.not_excused_by is None:
        return
    good, because = claim.not_excused_by
    who = _caller(ruling, good, speaker)
    text = f"{who} called rightly at another moment; only partners who call at the same moment are judged once"
    if because == "same player":
        text = f"both calls were made by {who}; only a partner’s call at the same moment would have saved the wrong one"
    yield text, ruling.law.ruleset.carrying("D-62")


def _caller(ruling: Ruling, claim: int, speaker: Speaker) -> str:
    by = ruling.walk.hand.record.claims[claim].by
    return speaker.seat(by) if by else "somebody not at the table"
