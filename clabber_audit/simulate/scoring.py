"""A simulated hand when the cards are down: claimed, ruled on, and its score as it goes on the sheet."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.record.hand import hold
from clabber_audit.record.model import HandRecord
from clabber_audit.ruling.judge import Ruling, adjudicate
from clabber_audit.simulate.claiming import claim
from clabber_audit.table.cards import TEAMS

#: What a sheet says for each team: points or a mark.
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
    """A sheet on which one team has a few points too many."""
    if ruling.remedy.score is None:
        return score
    team = random.choice(TEAMS)
    true = ruling.remedy.score[TEAMS.index(team)]
    return {**score, team: true + random.choice((2, 4, 10, 20))}


def _score(ruling: Ruling) -> Score:
    remedy = ruling.remedy
    if remedy.score is None or remedy.marks is None:
        return {}
    return {team: int(mark) if mark.isdecimal() else mark for team, mark in zip(TEAMS, remedy.marks, strict=True)}


def _rule(law: BoundRuleset, data: dict[str, Any]) -> Ruling:
    hand = hold(HandRecord.model_validate(data))
    assert hand is not None
    return adjudicate(hand, law)
