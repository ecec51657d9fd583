"""Hands that a change of the rules, or a decision of a club, decides otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, NamedTuple

from clabber_audit.judge.decision import decision, map_by_version, result
from clabber_audit.judge.judge import Ruling, adjudicate, judge_again
from clabber_audit.judge.other_rulesets import RulesetComparison, compare, law_with, quote_articles
from clabber_audit.records.hand import Hand
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.lines import period_of
from clabber_audit.rules.ruleset import Ruleset


class RevisedHand(NamedTuple):
    """Hand that two rulesets decide differently."""

    before: Ruling
    comparison: RulesetComparison
    #: Id of the ruleset that the hand is kept under.
    own: str

    @property
    def articles(self) -> list[str]:
        """Ids of the articles that make the difference, those of the new rules where they have any."""
        found = [
            articles.theirs or articles.ours for articles in quote_articles(self.before, self.comparison)
        ]
        return list(dict.fromkeys(name for names in found for name in names))


class Revision(NamedTuple):
    """Hands tried under two rulesets."""

    before: Ruleset
    after: Ruleset
    #: Number of hands tried, and of hands of another game or table.
    tried: int
    skipped: int
    changed: tuple[RevisedHand, ...]


def revise(hands: Iterable[tuple[Hand, str]], before: BoundRuleset, after: BoundRuleset) -> Revision:
    """Judge hands, each with the id of its own ruleset, under two rulesets; marks alone are no change."""
    tried = skipped = 0
    changed: list[RevisedHand] = []
    for hand, own in hands:
        record = hand.record
        if record.format != before.game.format or before.game.table_faults(record, before.toggles):
            skipped += 1
            continue
        tried += 1
        ruling = adjudicate(hand, before)
        comparison = compare(ruling, after)
        ours, theirs = (decision(ruling)._replace(marks=None) for ruling in (ruling, comparison.theirs))
        if ours != theirs:
            changed.append(RevisedHand(ruling, comparison, own))
    return Revision(before.ruleset, after.ruleset, tried, skipped, tuple(changed))


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


def try_answers(
    rulings: Iterable[Ruling], answers: Mapping[str, Any], game: str, day: date | None = None
) -> Trial:
    """Try answers on hands of any date, with everything else that was in force when each was played."""
    tried = skipped = 0
    changed, worded, unruled = list[TriedHand](), list[TriedHand](), list[TriedHand]()
    for before in rulings:
        record, law = before.replay.hand.record, None
        if before.law.game.id == game:
            law = law_with(before.law, answers)
        if law is None or law.game.table_faults(record, law.toggles):
            skipped += 1
            continue
        tried += 1
        when = period_of(record)
        hand = TriedHand(before, judge_again(before, law), bool(day and when and day <= when.first))
        pair = (hand.before, hand.after)
        if any(ruling.remedy.outcome == "undetermined" or ruling.remedy.range is not None for ruling in pair):
            unruled.append(hand)
        elif map_by_version(hand.before, result) != map_by_version(hand.after, result):
            changed.append(hand)
        elif decision(hand.before) != decision(hand.after):
            worded.append(hand)
    return Trial(tried, skipped, tuple(changed), tuple(worded), tuple(unruled))
