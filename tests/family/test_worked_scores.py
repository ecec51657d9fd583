"""The scores of the worked cases: contract and tricks as the case has them, what follows from them is ours."""

from __future__ import annotations

from typing import Any

import pytest

from clabber_audit.games.bid_euchre.auction import Contract
from clabber_audit.games.bid_euchre.scoring import Played, Settled, capped, charged, reneged, sat_out, settle, stands
from clabber_audit.games.bid_euchre.toggles import Toggles
from tests.family.book import Asked, book
from tests.family.opinion import judging
from tests.family.opinion import scoring as ending
from tests.family.opinion import table as tables
from tests.family.opinion.laws import Law, law_of
from tests.family.opinion.table import Record, side_of, sides_of
from tests.family.rules import answered_otherwise

SCORED = [asked for asked in book() if "score" in asked.block.expected]


@pytest.mark.parametrize("asked", SCORED, ids=lambda asked: asked.id)
def test_the_score_of_a_worked_case(asked: Asked) -> None:
    block, expected = asked.block, asked.block.expected
    assert block.record is not None
    record, law = block.record, law_of(block.ruleset, block.toggles)
    toggles, ruling = answered_otherwise(block.ruleset, block.toggles), judging.rule(record, block.toggles)
    sides = sides_of(record, law)
    upheld = [
        claim for claim, verdict in zip(record.get("claims", []), ruling["claims"], strict=True) if verdict == "upheld"
    ]
    played = _played(record, ruling, upheld, law)
    settled = _as_it_ended(ruling["outcome"], played, upheld, record, law, toggles)
    assert settled is not None
    before = tuple(ending.scores_before(record, law)[side] for side in sides)
    for one in ruling["findings"]:
        if one["infraction"] == "unproven-claim":
            settled = charged(settled, sides.index(side_of(one["seat"], record, law)), toggles)
    settled = capped(settled, before, toggles)
    assert dict(zip(sides, settled.points, strict=True)) == expected["score"]
    after = tuple(map(sum, zip(before, settled.points, strict=True)))
    if "after" in expected:
        assert dict(zip(sides, after, strict=True)) == expected["after"]
    if "hickeys" in expected:
        assert dict(zip(sides, settled.hickeys, strict=True)) == expected["hickeys"]
    if "win" in expected:
        guilty = ruling["outcome"] == "renege" and _guilty(upheld, record, law) == played.bidders
        made = ruling["outcome"] == "sat_out" or (ruling["outcome"] == "renege" and not guilty) or played.made
        won = stands(after, played, made, toggles)
        assert (sides[won] if isinstance(won, int) else won or "nobody") == expected["win"]


def _guilty(upheld: list[dict[str, Any]], record: Record, law: Law) -> int:
    return sides_of(record, law).index(tables.side_named(upheld[0]["against"], record, law))


def _as_it_ended(
    outcome: str, played: Played, upheld: list[dict[str, Any]], record: Record, law: Law, toggles: Toggles
) -> Settled | None:
    if outcome == "renege":
        return reneged(played, _guilty(upheld, record, law), toggles)
    return sat_out(played, toggles) if outcome == "sat_out" else settle(played, toggles)


def _played(record: Record, ruling: judging.Ruling, upheld: list[dict[str, Any]], law: Law) -> Played:
    hand, sides = judging.Hand(record, law), sides_of(record, law)
    until = upheld[0]["at"] if ruling["outcome"] == "renege" else None
    taken = judging.tricks_taken(record, hand, law, until) or dict.fromkeys(sides, 0)
    told = ruling["contract"]
    seats = tables.seats_of(record)
    contract = told and Contract(seats.index(told["maker"]), told["tricks"], told["kind"], told["forced"])
    bidders = told and sides.index(side_of(told["maker"], record, law))
    out = sum(1 << sides.index(seat) for seat in hand.gone if not law["sides"])
    return Played(
        tuple(taken[side] for side in sides),
        tables.cards_each(record),
        contract,
        bidders,
        alone=bool(told and told["alone"]),
        out=out,
        lost=judging.lone_is_lost(hand, law),
    )
