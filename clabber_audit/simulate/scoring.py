"""A simulated hand when the cards are down: claimed, ruled on, and its score as it goes on the sheet."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.record.formats import model_of
from clabber_audit.ruling.judge import Ruling, adjudicate
from clabber_audit.simulate.claiming import claim

#: What a sheet says for each side: points or a mark.
Score = dict[str, int | str]


class Settled(NamedTuple):
    """A hand that is over."""

    #: Record data, with the claim if one was made, without a score.
    data: dict[str, Any]
    ruling: Ruling
    #: What a sheet without a slip says; empty where nothing is scored.
    score: Score


def settled(random: Random, law: BoundRuleset, data: dict[str, Any], claims: float) -> Settled:
    """A hand claimed and ruled on; `claims` is how often a renege is claimed, from 0 to 1."""
    ruling = _rule(law, data)
    made = claim(random, ruling, claims)
    if made:
        data = {**data, "claims": made}
        ruling = _rule(law, data)
    return Settled(data, ruling, _score(ruling))


def miscounted(random: Random, ruling: Ruling, score: Score) -> Score:
    """A sheet on which one side has a few points too many."""
    if ruling.remedy.score is None:
        return score
    sides = ruling.walk.hand.seating.side_names
    side = random.choice(sides)
    true = ruling.remedy.score[sides.index(side)]
    return {**score, side: true + random.choice((2, 4, 10, 20))}


def _score(ruling: Ruling) -> Score:
    remedy = ruling.remedy
    if remedy.score is None or remedy.marks is None:
        return {}
    sides = ruling.walk.hand.seating.side_names
    points = [int(mark) if mark.removeprefix("-").isdecimal() else mark for mark in remedy.marks]
    return dict(zip(sides, points, strict=True))


def _rule(law: BoundRuleset, data: dict[str, Any]) -> Ruling:
    hand, _ = law.game.held(model_of(law.game.format).model_validate(data))
    assert hand is not None
    return adjudicate(hand, law)
