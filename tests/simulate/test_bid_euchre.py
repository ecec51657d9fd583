"""Tests of simulated hands of the Bid Euchre family: legal if regular, and irregular as the second opinion says."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from clabber_audit.games.bid_euchre.game import BID_EUCHRE
from clabber_audit.records.bid_euchre import BidEuchreRecord
from clabber_audit.records.formats import record_data
from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import parse
from clabber_audit.records.notation.writer import write
from clabber_audit.report.data import ruling_data
from clabber_audit.rules.bound_ruleset import law_of
from clabber_audit.simulate.hands import BidEuchreHand
from clabber_audit.simulate.seasons import simulate_hands
from tests.family.opinion.judging import rule
from tests.rules import OF_BID_EUCHRE, rule_on
from tests.scale import at_random, at_scale


@cache
def hands(ruleset: str, irregular: float) -> list[Any]:
    return list(simulate_hands(7, at_random(8, 150), irregular, 0.5, ruleset))


def opinion(record: Any) -> Any:
    """Return the second opinion on a record with every list that it reads filled in."""
    return rule({"incidents": [], "claims": [], **record_data(record)})


@pytest.mark.parametrize("ruleset", OF_BID_EUCHRE[:: at_scale(4, 1)])
def test_regular_hands_have_no_findings(ruleset: str) -> None:
    """Neither the program nor the second opinion finds anything, and the score is what both say."""
    for record in hands(ruleset, 0):
        second = opinion(record)
        assert (second["findings"], rule_on(record).findings) == ([], ()), record.id
        assert record.score == (second["score"] or {}), record.id


@pytest.mark.parametrize("ruleset", OF_BID_EUCHRE[:: at_scale(4, 1)])
def test_both_opinions_agree_on_irregular_hands(ruleset: str) -> None:
    for record in hands(ruleset, 1):
        ours, theirs = ruling_data(rule_on(record), whole=False), opinion(record)
        found, expected = (
            Counter((one["infraction"], one["seat"]) for one in findings["findings"])
            for findings in (ours, theirs)
        )
        assert found == expected, record.id
        assert ours["score"] == theirs["score"], record.id


@pytest.mark.parametrize("ruleset", [name for name in OF_BID_EUCHRE if name.startswith("eau-claire")])
def test_no_call_is_dated_after_the_last_card(ruleset: str) -> None:
    """B-104: all others drop out and no card is played, so trump cannot have been named at the second card."""
    left = []
    for number in [415, 1205, 1234, *range(at_random(20, 1500))]:
        table = BidEuchreHand(Random(f"clabber 1 {number}"), law_of(ruleset), number)
        table.play_out(1)
        head = {"format": "bid-euchre-hand/1", "id": "so-far", "ruleset": ruleset}
        record = BidEuchreRecord.model_validate({**head, **table.to_data()})
        assert BID_EUCHRE.prepare(record)[1] == [], number
        left.append(not table.plays and any(data["call"] == "out" for data in table.declarations))
    assert any(left)


@pytest.mark.parametrize("ruleset", OF_BID_EUCHRE)
def test_simulated_hands_are_never_refused(ruleset: str) -> None:
    for record in simulate_hands(3, at_random(10, 500), 1, 0.7, ruleset):
        assert BID_EUCHRE.prepare(record)[1] == [], record.id
        assert BID_EUCHRE.table_faults(record, law_of(ruleset).toggles) == [], record.id


@pytest.mark.full
def test_every_pack_and_number_of_players() -> None:
    dealt = {(record.pack_name, len(record.seats)) for name in OF_BID_EUCHRE for record in hands(name, 0)}
    assert dealt == {
        ("24", 4), ("25", 4), ("20", 3), ("28", 5), ("32", 6), ("48", 4), ("48", 6),
    }  # fmt: skip


@pytest.mark.full
def test_every_call_and_event_of_each_game_is_simulated() -> None:
    """Over enough hands each game has all its own calls and events, so that tests on simulated hands try them all."""
    counts: Counter[str] = Counter()
    for name in OF_BID_EUCHRE:
        for record in [*hands(name, 0), *hands(name, 1)]:
            for declaration in record.declarations:
                call = declaration.call
                bid = "HC" if call.endswith("HC") else "number"
                counts[bid if call[0].isdigit() else call] += 1
                counts["alone"] += declaration.alone
                counts[declaration.trump or ""] += 1
            counts["exchange"] += len(record.exchanges or ())
            counts["named"] += sum(play.named is not None for play in record.plays)
            counts["claim"] += len(record.claims)
    words = "small_pepper big_pepper pepper loner pfeffer bottoms ace_no_face out number HC pass alone exchange named"
    for word in (*words.split(), "claim", *"CDHS", "NT", "LOW"):
        assert counts[word], word


def test_hands_are_reproducible_and_round_trip() -> None:
    for name in OF_BID_EUCHRE[:: at_scale(4, 1)]:
        records = hands(name, 1)[:4]
        assert list(map(record_data, records)) == list(map(record_data, simulate_hands(7, 4, 1, 0.5, name)))
        assert list(map(record_data, records)) == [
            record_data(parse(HandText(write(record), 1))) for record in records
        ]
