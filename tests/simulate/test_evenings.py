"""Tests of simulated evenings of Progressive Euchre: moves after the bell, and tallies (B-047 to B-051)."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from typing import Any

import pytest

from clabber_audit.league.evening import Evening, find_played_tables
from clabber_audit.league.evening import evening as added_up
from clabber_audit.records.bid_euchre import BidEuchreRecord
from clabber_audit.records.formats import record_data
from clabber_audit.rules.bound_ruleset import law as bound
from clabber_audit.rules.bound_ruleset import law_of
from clabber_audit.simulate.seasons import evening
from tests.family.opinion.scoring import BellTable, after_the_bell
from tests.rules import rule_on
from tests.rulesets.files import house
from tests.scale import at_scale

TABLES = at_scale(2, 3)


@cache
def hands() -> tuple[Any, ...]:
    return tuple(evening(4, TABLES, irregular=0.2))


@cache
def add_up_evening() -> Evening:
    return added_up(*find_played_tables(map(rule_on, hands())))


@pytest.mark.full
def test_head_table_plays_eight_hands_and_everybody_deals_twice() -> None:
    """A hand dealt again after a misdeal has the same dealer (B-047)."""
    for game in range(1, 11):
        at_the_head = [hand for hand in hands() if (hand.context.game, hand.context.table) == (game, 1)]
        counted = [one for one in at_the_head if rule_on(one).remedy.outcome != "redeal"]
        assert Counter(one.deal.dealer for one in counted) == dict.fromkeys("NESW", 2)


def test_moves_agree_with_the_second_opinion() -> None:
    by_game: dict[int, list[Any]] = defaultdict(list)
    for sat in add_up_evening().tables:
        by_game[sat.game].append(sat)
    for game in range(1, 10):
        ordered = [
            BellTable(sat.pairs, (2 * (sat.winners == 0), 2 * (sat.winners == 1))) for sat in by_game[game]
        ]
        expected = [{player for pair in pairs for player in pair} for pairs in after_the_bell(ordered)]
        assert [set(sat.players) for sat in by_game[game + 1]] == expected
        before = {frozenset(pair) for sat in by_game[game] for pair in sat.pairs}
        assert not before & {frozenset(pair) for sat in by_game[game + 1] for pair in sat.pairs}


def test_tallies_add_up_to_the_rulings() -> None:
    total: Counter[str] = Counter()
    for record in hands():
        score = rule_on(record).remedy.score or (0, 0)
        for pair, points in zip(("NS", "EW"), score, strict=True):
            for seat in pair:
                total[record.players[seat]] += points
    assert {line.player: line.total for line in add_up_evening().lines} == total
    assert add_up_evening().is_over
    assert add_up_evening().odd == ()


def test_first_hand_notes_who_changed_seats() -> None:
    """He sat in another seat of the same table before (B-049)."""
    seat_of: dict[tuple[int, str], str] = {}
    for record in hands():
        seat_of |= {(record.context.game, name): seat for seat, name in record.players.items()}
    moved = [record for record in hands() if record.context.moved]
    assert len(moved) == 9 * TABLES
    for record in moved:
        assert record.context.hand == 1
        mover = record.players[record.context.moved]
        assert seat_of[record.context.game - 1, mover] != record.context.moved


def test_last_hand_may_tie_a_table() -> None:
    """With two points to East-West in the last hand, both sides have the same total (BD-27)."""
    law = bound(house("progressive-euchre", '[toggles]\ntable_tie = "last_hand"'))
    first = next(hand for hand in hands() if rule_on(hand).remedy.score not in (None, (0, 0)))
    north_south, east_west = rule_on(first).remedy.score or (0, 0)
    sheet = {
        **{key: value for key, value in record_data(first).items() if key in ("format", "ruleset", "players", "deal")},
        "id": "last", "plays": [], "score": {"NS": east_west, "EW": north_south},
        "context": {"game": first.context.game, "table": first.context.table, "hand": 99},
    }  # fmt: skip
    last = BidEuchreRecord.model_validate(sheet)
    for asked, up in ((law, int(north_south > east_west)), (law_of("progressive-euchre"), None)):
        rulings = [rule_on(one, asked) for one in (first, last)]
        (sat,) = find_played_tables(rulings).tables
        assert (sat.is_tied, sat.up) == (True, up)
