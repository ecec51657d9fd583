"""Rotations: every chart counted again, and the evening that is drawn from it."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from clabber_audit.core.errors import UsageError
from clabber_audit.league.rotations import FEWEST, MOST, chart, rotation
from tests.cli import run


@pytest.mark.parametrize("count", range(FEWEST, MOST + 1))
def test_nobody_has_a_partner_twice_and_everybody_plays_as_often(count: int) -> None:
    rounds = chart(count)
    pairs = [frozenset(pair) for tables in rounds for n, s, e, w in tables for pair in ((n, s), (e, w))]
    games = Counter(player for tables in rounds for table in tables for player in table)
    assert len(set(pairs)) == len(pairs)
    assert set(games) == set(range(count))
    assert max(games.values()) - min(games.values()) == 0
    # Who sits out: nobody of 4m, one of 4m + 1, two of 4m + 2, three of 4m + 3.
    assert {count - 4 * len(tables) for tables in rounds} == {count % 4}
    if count % 4 < 2:
        assert len(pairs) == count * (count - 1) // 2


@pytest.mark.parametrize(
    "count", [count for count in range(FEWEST, MOST + 1) if count % 4 < 2 and count != 33]
)
def test_every_two_players_oppose_each_other_twice(count: int) -> None:
    """Whist tournament; of 33 no such chart is known here."""
    met = Counter(
        frozenset((one, other))
        for tables in chart(count)
        for north, south, east, west in tables
        for one in (north, south)
        for other in (east, west)
    )
    assert {met[frozenset(pair)] for pair in combinations(range(count), 2)} == {2}


def test_an_evening_is_drawn_by_its_seed_alone() -> None:
    names = [f"Player {number}" for number in range(1, 14)]
    evening = rotation(names, 8, seed=7)
    assert evening == rotation(names[::-1], 8, seed=7)
    assert evening != rotation(names, 8, seed=8)
    assert [len(round.tables) for round in evening] == [3] * 8
    assert [len(round.out) for round in evening] == [1] * 8


def test_nobody_keeps_a_table_all_evening() -> None:
    evening = rotation([f"Player {number}" for number in range(16)])
    for name in evening[0].tables[0]:
        tables = {place for round in evening for place, table in enumerate(round.tables) if name in table}
        assert len(tables) > 1


@pytest.mark.parametrize(
    ("count", "rounds", "word"), [(3, 1, "4 to 41"), (42, 1, "4 to 41"), (8, 8, "7 rounds")]
)
def test_what_no_chart_has_is_refused(count: int, rounds: int, word: str) -> None:
    with pytest.raises(UsageError, match=word):
        rotation([str(number) for number in range(count)], rounds)


def test_the_command_writes_the_tally_sheet_that_evening_reads(tmp_path: Path) -> None:
    names = tmp_path / "players.txt"
    names.write_text("Ann\nBob\nCy\n\nDee\nEve\n", encoding="utf-8")
    drawn = run("league", "rotation", names, "--rounds", "3", "-f", "csv")
    filled = tmp_path / "tallies.csv"
    filled.write_text(drawn.out.replace(",,\n", ",8,5\n"), encoding="utf-8")
    added = run("evening", filled, "-f", "json")
    assert (drawn.code, added.code) == (0, 0)
    assert all(name in added.out for name in ("Ann", "Bob", "Cy", "Dee", "Eve"))


@pytest.mark.parametrize(
    ("names", "word"), [(["Ann", "ann", "Bob", "Cy"], "two players"), (["none.txt"], "none.txt")]
)
def test_names_that_make_no_evening_are_told(names: list[str], word: str) -> None:
    done = run("league", "rotation", *names)
    assert done.code in (2, 5)
    assert word in done.err
