"""Hands that a change of the rules decides otherwise, as a paper and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from clabber_audit.core.text import counted
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.revision import RevisedHand, Revision
from clabber_audit.report.layout import Colophon, PageRow, PageTable, Tone, columns
from clabber_audit.report.paper import Paper, Section
from clabber_audit.report.phrases import hand_name
from clabber_audit.report.verdict import first_line


def revision_paper(found: Revision) -> Paper:
    """Return a revision as a paper."""
    lead = counted(
        found.tried,
        f"{len(found.changed)} of 1 hand would be ruled otherwise.",
        f"{len(found.changed)} of {found.tried} hands would be ruled otherwise.",
    )
    if found.skipped:
        more = "1 is" if found.skipped == 1 else f"{found.skipped} are"
        lead += f" {more} of another game or table and were not tried."
    own = (found.before.id, found.after.id)
    of_these = [one for one in found.changed if one.own in own]
    others = [one for one in found.changed if one.own not in own]
    sections = (
        Section("hands", "Hands", tables=tuple(_table(of_these, found))),
        Section("others", "Hands kept under other rules", tables=tuple(_table(others, found))),
    )
    title = f"{found.before.title} and {found.after.title}"
    colophon = Colophon((), (found.before.caption, found.after.caption))
    tone: Tone = "fault" if found.changed else "fair"
    return Paper("Change of rules", title, lead, sections, colophon, tone=tone)


def _table(hands: Sequence[RevisedHand], found: Revision) -> Iterator[PageTable]:
    if hands:
        heads = columns("Hand", f"By {found.before.id}", f"By {found.after.id}")
        yield PageTable("Hands ruled otherwise", heads, tuple(map(_row, hands)))


def _row(one: RevisedHand) -> PageRow:
    theirs = one.comparison.theirs
    articles = [(name, theirs.law.ruleset.articles.get(name)) for name in one.articles]
    notes = [
        f"{name}: {article.text}" if article else f"{name}: no longer an article"
        for name, article in articles
    ]
    hand = hand_name(one.before.replay.hand.record)
    return PageRow((hand, first_line(one.before), first_line(theirs)), tuple(notes))


def revision_data(found: Revision) -> dict[str, Any]:
    """Return a revision as data."""
    return {
        "from": found.before.id,
        "to": found.after.id,
        "hands": found.tried,
        "not_tried": found.skipped,
        "changed": [
            {
                "id": one.before.replay.hand.record.id,
                "ruleset": one.own,
                "from": _result(one.before),
                "to": _result(one.comparison.theirs),
                "articles": one.articles,
            }
            for one in found.changed
        ],
    }


def _result(ruling: Ruling) -> dict[str, Any]:
    """Return the outcome and the score of a ruling by side."""
    remedy = ruling.remedy
    score = None if remedy.score is None else ruling.replay.hand.seating.by_side(remedy.score)
    return {"outcome": remedy.outcome, "score": score, "headline": first_line(ruling)}
