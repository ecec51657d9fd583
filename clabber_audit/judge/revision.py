"""Hands that a change of the rules decides otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.judge.other_rulesets import RulesetComparison, compare, decision, quoted
from clabber_audit.records.hand import Hand
from clabber_audit.rules.bound_ruleset import BoundRuleset
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
        found = [one.theirs or one.ours for one in quoted(self.before, self.comparison)]
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
        if record.format != before.game.format or before.game.strange(record, before.toggles):
            skipped += 1
            continue
        tried += 1
        ruling = adjudicate(hand, before)
        comparison = compare(ruling, after)
        ours, theirs = (decision(one)._replace(marks=None) for one in (ruling, comparison.theirs))
        if ours != theirs:
            changed.append(RevisedHand(ruling, comparison, own))
    return Revision(before.ruleset, after.ruleset, tried, skipped, tuple(changed))
