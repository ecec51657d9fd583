"""Trial of a decision on hands that were ruled without it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, NamedTuple

from clabber_audit.judge.judge import Ruling, judged_anew
from clabber_audit.judge.other_rulesets import decision as everything_of
from clabber_audit.judge.other_rulesets import law_with
from clabber_audit.judge.precedents import decides
from clabber_audit.rules.lines import period_of


class TriedHand(NamedTuple):
    """Hand that a decision changes: its ruling without it, and with it."""

    before: Ruling
    after: Ruling
    #: True if it was played since the decision.
    since: bool


class Trial(NamedTuple):
    """Hands on which a decision was tried (B6)."""

    #: Number of hands tried, and of those of another game.
    tried: int
    skipped: int
    #: Those with another outcome, side or score; those that only read otherwise; those that cannot be ruled.
    changed: tuple[TriedHand, ...]
    worded: tuple[TriedHand, ...]
    unruled: tuple[TriedHand, ...]


def trial(rulings: Iterable[Ruling], answers: Mapping[str, Any], game: str, day: date | None = None) -> Trial:
    """Try answers on hands, whatever their dates, beside all else in force at each hand's date."""
    tried = skipped = 0
    changed, worded, unruled = list[TriedHand](), list[TriedHand](), list[TriedHand]()
    for before in rulings:
        record, law = before.replay.hand.record, None
        if before.law.game.id == game:
            law = law_with(before.law, answers)
        if law is None or law.game.strange(record, law.toggles):
            skipped += 1
            continue
        tried += 1
        when = period_of(record)
        found = TriedHand(before, judged_anew(before, law), bool(day and when and day <= when.first))
        pair = (found.before, found.after)
        if any(one.remedy.outcome == "undetermined" or one.remedy.range is not None for one in pair):
            unruled.append(found)
        elif decides(found.before) != decides(found.after):
            changed.append(found)
        elif everything_of(found.before) != everything_of(found.after):
            worded.append(found)
    return Trial(tried, skipped, tuple(changed), tuple(worded), tuple(unruled))
