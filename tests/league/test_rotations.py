"""Tests of rotations: the properties of every chart, and the evening that is drawn from one."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from clabber_audit.core.errors import UsageError
from clabber_audit.league.schedule import FEWEST, MOST, chart, check_sum, rotation, scores_in
from tests.cli import call


@pytest.mark.parametrize("count", range(FEWEST, MOST + 1))
def test_partners_never_repeat_and_everybody_plays_equally_often(count: int) -> None:
    rounds = chart(count)
    pairs = [frozenset(pair) for tables in rounds for n, s, e, w in tables for pair in ((n, s), (e, w))]
    games = Counter(player for tables in rounds for table in tables for player in table)
    assert len(set(pairs)) == len(pairs)
    assert set(games) == set(range(count))
    assert max(games.values()) - min(games.values()) == 0
    # Players sitting out: none of 4m, one of 4m + 1, two of 4m + 2, three of 4m + 3.
    assert {count - 4 * len(tables) for tables in rounds} == {count % 4}
    if count % 4 < 2:
        assert len(pairs) == count * (count - 1) // 2


@pytest.mark.parametrize(
    "count", [count for count in range(FEWEST, MOST + 1) if count % 4 < 2 and count != 33]
)
def test_every_two_players_oppose_each_other_twice(count: int) -> None:
    """A whist tournament; no such chart for 33 players is known here."""
    met = Counter(
        frozenset((one, other))
        for tables in chart(count)
        for north, south, east, west in tables
        for one in (north, south)
        for other in (east, west)
    )
    assert {met[frozenset(pair)] for pair in combinations(range(count), 2)} == {2}


def test_evening_depends_only_on_its_seed() -> None:
    names = [f"Player {number}" for number in range(1, 14)]
    evening = rotation(names, 8, seed=7)
    assert evening == rotation(names[::-1], 8, seed=7)
    assert evening != rotation(names, 8, seed=8)
    assert [len(round.tables) for round in evening] == [3] * 8
    assert [len(round.out) for round in evening] == [1] * 8


def test_players_change_tables() -> None:
    evening = rotation([f"Player {number}" for number in range(16)])
    for name in evening[0].tables[0]:
        tables = {place for round in evening for place, table in enumerate(round.tables) if name in table}
        assert len(tables) > 1


@pytest.mark.parametrize(
    ("count", "rounds", "word"), [(3, 1, "4 to 41"), (42, 1, "4 to 41"), (8, 8, "7 rounds")]
)
def test_sizes_without_a_chart_are_refused(count: int, rounds: int, word: str) -> None:
    with pytest.raises(UsageError, match=word):
        rotation([str(number) for number in range(count)], rounds)


def test_evening_reads_the_drawn_tally_sheet(tmp_path: Path) -> None:
    names = tmp_path / "players.txt"
    names.write_text("Ann\nBob\nCy\n\nDee\nEve\n", encoding="utf-8")
    drawn = call("league", "rotation", names, "--rounds", "3", "-f", "csv")
    filled = tmp_path / "tallies.csv"
    filled.write_text(drawn.out.replace(",,\n", ",8,5\n"), encoding="utf-8")
    added = call("evening", filled, "-f", "json")
    assert (drawn.code, added.code) == (0, 0)
    assert all(name in added.out for name in ("Ann", "Bob", "Cy", "Dee", "Eve"))


#: Six players, three rounds of one table: two sit out each round.
SIX = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay"]


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """Return a drawn tally sheet without scores."""
    path = tmp_path / "tallies.csv"
    assert call("league", "rotation", *SIX, "--rounds", "3", "-o", path).code == 0
    return path


def seats_by_round(sheet: Path) -> list[list[str]]:
    """Return north, south, east and west of each round."""
    rows = [line.split(",") for line in sheet.read_text().splitlines()[1:]]
    return [[row[2], row[4], row[3], row[5]] for row in rows]


def standings(*args: str | Path) -> dict[str, tuple[int, int, int]]:
    """Return place, games and total of each player."""
    rows = call("evening", *args, "--rotation", "-f", "csv").out.splitlines()[1:]
    return {
        row.split(",")[2]: (int(row.split(",")[0]), int(row.split(",")[3]), int(row.split(",")[-1]))
        for row in rows
    }


def test_players_are_ranked_by_points_a_game(sheet: Path) -> None:
    """Sitting out costs nothing: 98 in one game ranks above 98 and 60 in two."""
    found = standings(sheet, "--code", "1.1=98:64 2.1=60:102")
    first, second = seats_by_round(sheet)[:2]
    for name in SIX:
        own = [98 if name in first[:2] else 64] if name in first else []
        own += [60 if name in second[:2] else 102] if name in second else []
        if own:
            assert found[name][1:] == (len(own), sum(own))
    averages = {name: total / games for name, (_place, games, total) in found.items()}
    for name, (place, _games, _total) in found.items():
        assert place == 1 + sum(other > averages[name] for other in averages.values())


def test_scores_of_several_phones_are_merged_by_code_and_by_file(sheet: Path, tmp_path: Path) -> None:
    typed = sheet.read_text().splitlines()
    other = tmp_path / "other.csv"
    other.write_text("\n".join([typed[0], typed[2][:-2] + ",102,60"]) + "\n")
    codes = tmp_path / "codes.txt"
    codes.write_text(f"3.1=70:90 #{check_sum('3.1=70:90')}\n")
    whole = standings(sheet, other, "--code", "1.1=98:64", "--code", str(codes))
    assert sum(games for _place, games, _total in whole.values()) == 12
    assert whole == standings(sheet, "--code", "1.1=98:64 2.1=102:60 3.1=70:90")


def test_miscopied_codes_are_refused() -> None:
    whole = f"1.2=98:64 #{check_sum('1.2=98:64')}"
    assert scores_in(whole) == {(1, 2): (98, 64)}
    for wrong in (whole.replace("98", "89"), whole.replace("1.2", "2.1"), "1.2=98", "", "#12"):
        with pytest.raises(UsageError):
            scores_in(wrong)


def test_the_page_for_phones_has_every_table_and_loads_nothing(sheet: Path, tmp_path: Path) -> None:
    page = tmp_path / "cards.html"
    assert call("league", "rotation", *SIX, "--rounds", "3", "-o", page).code == 0
    text = page.read_text()
    assert text.count("<input") == 6
    assert all(name in text for name in SIX)
    assert "http:" not in text
    assert "https:" not in text
