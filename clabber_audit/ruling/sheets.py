"""A sheet by itself: a breakdown that no hand can give, and a score that is not the sum of one."""

from __future__ import annotations

from clabber_audit.evidence.asking import put
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.scoring import Points, slips
from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.law.infraction import ScoreCompared, SheetDoubted
from clabber_audit.record.model import HandRecord
from clabber_audit.record.words import RENEGE_MARK
from clabber_audit.replay import Walk
from clabber_audit.table.cards import TEAMS


def beside_breakdown(walk: Walk, law: BoundRuleset) -> list[Finding]:
    """A score beside a breakdown, where nobody wrote who made trumps: a side scores the sum, or nothing if set."""
    record = walk.hand.record
    if record.plays or RENEGE_MARK in record.score.values():
        return []
    steps = [
        ScoreCompared(team, written, own.total, reneged=False)
        for team, own in enumerate(_broken_down(record))
        if own is not None and isinstance(written := record.score.get(TEAMS[team]), int) and written
    ]
    return put(steps, walk, law)


def broken_down_wrongly(walk: Walk, law: BoundRuleset) -> list[Finding]:
    """What the sheet breaks down and no hand can give. Cards and last trick are whole only of a hand played out."""
    record = walk.hand.record
    stopped = RENEGE_MARK in record.score.values() or record.laydown or record.claims
    told = slips(_broken_down(record), played_out=not record.plays and record.contract is not None and not stopped)
    return put([SheetDoubted(*slip) for slip in told], walk, law)


def _broken_down(record: HandRecord) -> list[Points | None]:
    """What the sheet breaks down, by team."""
    lines = [record.sheet.get(team) for team in TEAMS]
    return [None if line is None else Points(line.cards, line.last_trick, line.melds, line.belle) for line in lines]
