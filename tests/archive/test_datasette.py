"""Tests of archives in Datasette with the shipped metadata file."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from clabber_audit.api import read_all
from clabber_audit.archive.database import open_archive
from clabber_audit.games.parse import parse_hand
from clabber_audit.league.games import GivenHands
from clabber_audit.league.players import Players, players
from clabber_audit.league.season_file import load
from clabber_audit.records.formats import record_data
from clabber_audit.rules.bound_ruleset import law_of
from tests.archive.archives import make_archive
from tests.cli import RENEGE as RENEGED
from tests.cli import ROOT, copy_with

#: Its page of the documentation.
PAGE = ROOT / "docs" / "how-to" / "archivist" / "ask-in-sql.md"
METADATA = json.loads((ROOT / "schemas" / "datasette.json").read_text(encoding="utf-8"))
SEASON = METADATA["databases"]["season"]
QUERIES = SEASON["queries"]
EXAMPLE = ROOT / "examples" / "season"
HAND = copy_with(RENEGED, context={"round": 3, "date": "2026-01-22"}, remarks=["the ten was thrown off"])


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_archive(tmp_path_factory.mktemp("season"), [HAND], "season.db")


def fetch_pages(season: Path, *paths: str) -> list[Any]:
    from datasette.app import Datasette

    async def ask() -> list[Any]:
        server = Datasette([str(season)], metadata=METADATA)
        await server.invoke_startup()
        answers = []
        for path in paths:
            answer = await server.client.get(path)
            assert answer.status_code == 200, (path, answer.text)
            answers.append(answer.json() if ".json" in path else answer.text)
        return answers

    # Use another thread: after a browser test, an event loop already runs in this one.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, ask()).result()


@pytest.mark.full
@pytest.mark.filterwarnings("ignore")
def test_tables_and_views_have_descriptions(season: Path) -> None:
    names = list(SEASON["tables"])
    pages = fetch_pages(season, *(f"/season/{name}" for name in names))
    for name, page in zip(names, pages, strict=True):
        described = SEASON["tables"][name].get("description")
        assert described is None or described.split(".")[0] in page


def test_metadata_names_existing_tables_and_columns(season: Path) -> None:
    with open_archive(str(season)) as archive:
        there = {
            row[0] for row in archive.rows("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
        }
        for name, table in SEASON["tables"].items():
            columns = {row[1] for row in archive.rows(f"PRAGMA table_info({name})")}
            assert {
                *table.get("columns", ()),
                *table.get("facets", ()),
                *table.get("sortable_columns", ()),
            } <= columns
    assert {name for name in there if not name.startswith("words_")} == set(SEASON["tables"])


@pytest.mark.full
@pytest.mark.filterwarnings("ignore")
def test_canned_queries(season: Path) -> None:
    reneges, differing, words = fetch_pages(
        season,
        "/season/reneges_of_a_player.json?infraction=failure-to-follow&player=Ruth&round=3&_shape=array",
        "/season/sheets_that_differ.json?_shape=array",
        "/season/words_in_names_sources_and_remarks.json?words=ten&_shape=array",
    )
    assert [(row["id"], row["trick"], row["verdict"]) for row in reneges] == [("renege", 2, "proven")]
    assert differing == []
    assert [row["remarks"] for row in words] == ["the ten was thrown off"]


@pytest.fixture(scope="module")
def example() -> list[dict[str, Any]]:
    """Records of the shipped season."""
    return [record_data(item.record) for item in read_all(EXAMPLE / "hands.clab") if item.record]


@pytest.fixture(scope="module")
def example_players(example: list[dict[str, Any]]) -> Players:
    hands = [parse_hand(json.dumps(record).encode()) for record in example]
    return players(load(str(EXAMPLE / "season.json")), GivenHands(hands, law_of("ecl-1992")))


@pytest.fixture(scope="module")
def answer(example: list[dict[str, Any]], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    path = make_archive(tmp_path_factory.mktemp("example"), example, "season.db")
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        yield lambda name, **hands: db.execute(
            QUERIES[name]["sql"], {"season": "", "least": "", **hands}
        ).fetchall()


def test_standings_query_equals_the_league(answer: Any, example_players: Players) -> None:
    names = {team.id: team.name for team in example_players.standings.season.teams}
    expected = [
        (names[row.tally.team], row.tally.played, row.tally.won, row.tally.lost, row.tally.points)
        for row in example_players.standings.rows
    ]
    assert [row[:5] for row in answer("table_of_the_teams")] == expected
    assert answer("table_of_the_teams", season="2026") == answer("table_of_the_teams")
    assert answer("table_of_the_teams", season="1931") == []


def test_game_totals_equal_the_league(answer: Any, example_players: Players) -> None:
    season = example_players.standings.season
    expected = {
        (
            match.round.number,
            frozenset((season.name_of(team), match.total(game, team)) for team in match.match.teams),
        )
        for match in example_players.standings.matches
        for game in match.games
    }
    found = answer("games_played")
    assert {(row[1], frozenset(((row[3], row[6]), (row[4], row[7])))) for row in found} == expected
    assert {row[8] for row in found} == {1}


def test_figures_of_players_equal_the_league(answer: Any, example_players: Players) -> None:
    expected = {
        player.name: (
            player.sums.hands,
            round(player.sums.points / player.sums.hands, 1),
            player.sums.made,
            player.sums.set,
        )
        for player in example_players.everybody
    }
    found = answer("players_hands_and_points")
    assert {row[0]: row[2:] for row in found} == expected
    assert answer("players_hands_and_points", least="12") == [row for row in found if row[2] >= 12]
    pairs = {
        tuple(sorted(player.name for player in pair.players)): (
            pair.sums.hands,
            pair.sums.made,
            pair.sums.set,
        )
        for pair in example_players.pairs
    }
    assert {row[:2]: (row[2], *row[4:]) for row in answer("partners_hands_and_points")} == pairs


def test_reneges_equal_the_league(answer: Any, example_players: Players) -> None:
    expected = {
        (player.name, count.infraction, count.caught, count.uncalled)
        for player in example_players.everybody
        for count in player.kinds
    }
    assert expected
    assert {*answer("reneges_by_player")} == expected


def test_melds_are_those_called(answer: Any, example: list[dict[str, Any]]) -> None:
    expected: dict[str, list[int]] = {}
    for record in example:
        for meld in record.get("melds") or ():
            expected.setdefault(record["players"][meld["seat"]], [0, 0])[meld["kind"] == "belle"] += 1
    assert {player: [melds, belles] for player, melds, belles, _hands in answer("melds_called")} == expected


@pytest.mark.full
def test_commands_of_the_documentation_page(season: Path, tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8").partition("In [Datasette]")[2].partition("\n\n")[0]
    first, second = re.findall("`([^`]+(?:metadata.json))`", text)
    (tmp_path / "season.db").write_bytes(season.read_bytes())
    tools = Path(sys.executable).parent
    words, _, file = first.partition(" > ")
    metadata = subprocess.run(
        [tools / words.split()[0], *words.split()[1:]], capture_output=True, check=True, cwd=tmp_path
    )
    (tmp_path / file).write_bytes(metadata.stdout)
    program, *options = shlex.split(second)
    question = "/season/reneges_by_player.json?season=&_shape=array"
    done = subprocess.run(
        [tools / program, *options, "--get", question], capture_output=True, check=True, cwd=tmp_path
    )
    assert [(row["player"], row["infraction"]) for row in json.loads(done.stdout)] == [
        ("Ruth", "failure-to-follow")
    ]
