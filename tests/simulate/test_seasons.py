"""Tests of simulated seasons: a fair schedule, games that end as the rules say, and reproducible bytes."""

from __future__ import annotations

import gc
import json
import re
import shlex
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from itertools import combinations, groupby, pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from clabber_audit.judge.judge import Ruling
from clabber_audit.league.scorecard import games
from clabber_audit.league.season import Season
from clabber_audit.league.season_file import parse_season
from clabber_audit.records.clabber import HandRecord
from clabber_audit.simulate.seasons import MOST_TEAMS, make_teams, season
from tests.cli import ROOT, call
from tests.rules import rule_on
from tests.scale import at_scale
from tests.transcripts import carry_out, follow, transcripts

EXAMPLE = ROOT / "examples" / "season"

#: Clean, average and very irregular seasons; even and odd numbers of teams.
CLEAN: dict[str, Any] = {"seed": 11, "teams": 4, "games": 2, "irregular": 0, "claims": 0, "slips": 0}
USUAL: dict[str, Any] = {"seed": 12, "teams": 5, "games": 1}
WILD: dict[str, Any] = {"seed": 13, "teams": 3, "games": 3, "irregular": 1, "claims": 1, "slips": 1}
OLD: dict[str, Any] = {
    "seed": 14,
    "teams": 3,
    "games": 2,
    "irregular": 0.3,
    "claims": 1,
    "ruleset": "gamerules",
}
SEASONS = [CLEAN, USUAL, WILD, OLD]


def rulings_of(args: dict[str, Any]) -> list[Ruling]:
    """Rule on all hands of a season, each only once."""
    return _rulings_of(tuple(args.items()))


@cache
def _rulings_of(args: tuple[tuple[str, Any], ...]) -> list[Ruling]:
    return [rule_on(record) for record in season(**dict(args)).hands]


def games_of(args: dict[str, Any]) -> list[list[Ruling]]:
    """Group the rulings of a season by game; the hands of a game must be consecutive."""

    def key(ruling: Ruling) -> tuple[int | None, ...]:
        context = ruling.replay.hand.record.context
        assert context is not None
        return context.round, context.table, context.game

    found = [(where, list(rulings)) for where, rulings in groupby(rulings_of(args), key)]
    assert len({where for where, _ in found}) == len(found)
    return [rulings for _, rulings in found]


@pytest.mark.parametrize("args", SEASONS)
def test_the_season_file_is_valid(args: dict[str, Any]) -> None:
    simulated = season(**args).season
    assert parse_season(simulated.model_dump_json(exclude_unset=True).encode()) == simulated


@pytest.mark.parametrize("args", SEASONS)
def test_schedule_is_a_round_robin(args: dict[str, Any]) -> None:
    simulated = season(**args).season
    teams = [team.id for team in simulated.teams]
    met = Counter(frozenset(match.teams) for round in simulated.rounds for match in round.matches)
    assert met == Counter(map(frozenset, combinations(teams, 2)))
    rests = Counter(team for round in simulated.rounds for team in round.byes)
    assert rests == (Counter(teams) if len(teams) % 2 else Counter())
    for round in simulated.rounds:
        assert sorted([*round.byes, *(team for match in round.matches for team in match.teams)]) == sorted(
            teams
        )


def test_rounds_are_a_week_apart() -> None:
    days = [date.fromisoformat(round.day or "") for round in season(**USUAL).season.rounds]
    assert len(days) == 5
    assert {later - earlier for earlier, later in pairwise(days)} == {timedelta(weeks=1)}


@pytest.mark.parametrize("args", SEASONS)
def test_hands_name_their_round_table_and_game(args: dict[str, Any]) -> None:
    """Every scheduled game is played by players of its two teams, and its hands are numbered from one."""
    simulated, rulings = season(**args).season, rulings_of(args)
    assert len({ruling.replay.hand.record.id for ruling in rulings}) == len(rulings)
    rosters = {team.name: set(team.players) for team in simulated.teams}
    names = {team.id: team.name for team in simulated.teams}
    scheduled = {
        (round.number, match.table, game): (round.day, [names[team] for team in match.teams])
        for round in simulated.rounds
        for match in round.matches
        for game in range(1, args["games"] + 1)
    }
    for rulings in games_of(args):
        for number, ruling in enumerate(rulings, 1):
            record = ruling.replay.hand.record
            context = record.context
            assert context is not None
            assert (context.league, context.season) == (simulated.league, simulated.season)
            assert context.hand == number
            assert context.round is not None
            assert context.game is not None
            day, teams = scheduled[context.round, context.table, context.game]
            assert (context.date, [record.teams["NS"], record.teams["EW"]]) == (day, teams)
            assert {record.players["N"], record.players["S"]} <= rosters[teams[0]]
            assert {record.players["E"], record.players["W"]} <= rosters[teams[1]]
            assert len(set(record.players.values())) == 4
            assert record.source is not None
            assert record.source.kind == "software"
        assert context is not None
        scheduled.pop((context.round or 0, context.table, context.game or 0))
    assert not scheduled


@pytest.mark.parametrize("args", SEASONS)
def test_games_end_as_the_rules_say(args: dict[str, Any]) -> None:
    """A game ends when one side has 500 or more and, unless gamerules allows the tie, more than the other."""
    ties = args.get("ruleset") == "gamerules"
    for rulings in games_of(args):
        north_south = east_west = 0
        for number, ruling in enumerate(rulings, 1):
            score = ruling.remedy.score or (0, 0)
            north_south, east_west = north_south + score[0], east_west + score[1]
            over = max(north_south, east_west) >= 500 and (ties or north_south != east_west)
            assert over == (number == len(rulings))


@pytest.mark.parametrize("args", SEASONS)
def test_deal_passes_to_the_left(args: dict[str, Any]) -> None:
    """It stays after two rounds of passes, and after reneges of both teams (R-015, R-028, R-105).

    In gamerules the deal always passes to the left (R-029, R-106).
    """
    seen = set()
    for rulings in games_of(args):
        for before, after in pairwise(rulings):
            dealer, outcome = before.replay.hand.record.deal.dealer, before.remedy.outcome
            again = outcome in ("redeal", "passed_out") and args.get("ruleset") != "gamerules"
            assert after.replay.hand.record.deal.dealer == (
                dealer if again else "NESWN"["NESW".index(dealer) + 1]
            )
            seen.add((dealer, again))
    assert len({dealer for dealer, again in seen if not again}) == 4


def test_a_clean_season_has_no_findings() -> None:
    rulings = rulings_of(CLEAN)
    assert len(rulings) > 40
    assert not [finding for ruling in rulings for finding in ruling.findings]
    assert all(ruling.replay.hand.record.score for ruling in rulings if ruling.remedy.outcome == "scored")


def test_only_wrong_scores_are_found_in_clean_hands_with_slips() -> None:
    """With a slip on every sheet, the hands are those of a clean season, and only wrong scores are found."""
    clean = rulings_of(CLEAN)
    slipped = [rule_on(record) for record in season(**{**CLEAN, "slips": 1}).hands]
    assert [ruling.remedy for ruling in slipped] == [ruling.remedy for ruling in clean]
    for ruling in slipped:
        names = {finding.infraction for finding in ruling.findings}
        assert names == ({"wrong-score"} if ruling.remedy.outcome == "scored" else set())


def test_irregular_hands_and_claims_keep_their_rates() -> None:
    """In a very irregular season at least half the hands have a finding other than the score; reneges are called."""
    rulings = rulings_of(WILD)
    irregular = sum(
        any(finding.infraction != "wrong-score" for finding in ruling.findings) for ruling in rulings
    )
    assert irregular > len(rulings) / 2
    claimed = [ruling for ruling in rulings if ruling.replay.hand.record.claims]
    assert any(weighed.verdict == "upheld" for ruling in claimed for weighed in ruling.claims)
    usual = [rule_on(record) for record in season(12, teams=at_scale(6, 20, ci=6)).hands]
    assert sum(bool(ruling.findings) for ruling in usual) < len(usual) / 8


def test_names_are_unique() -> None:
    teams = make_teams(Random(1), MOST_TEAMS)
    assert len({team.name for team in teams}) == len({team.id for team in teams}) == len(teams)
    players = [player for team in teams for player in team.players]
    assert len(set(players)) == len(players) == 4 * MOST_TEAMS
    assert Season.model_json_schema()["properties"]["teams"]["maxItems"] == MOST_TEAMS


@pytest.mark.full
def test_hands_are_simulated_lazily() -> None:
    """The first hand of a very long season comes at once, and only the hands of the current game are in memory."""
    assert next(season(1, teams=200, games=100).hands).id == "s1-r01-t01-g1-h01"

    def count_rulings() -> int:
        gc.collect()
        return sum(type(thing) is Ruling for thing in gc.get_objects())

    before, often, most = count_rulings(), at_scale(20, 100, ci=20), 0
    for number, record in enumerate(season(2, teams=at_scale(5, 12, ci=5)).hands):
        assert record.context is not None
        most = max(most, record.context.hand or 0)
        if number % often == often - 1:
            assert count_rulings() - before <= most + 1
    assert number > at_scale(25, 200, ci=25)


def read_files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def simulate_season(seed: int) -> dict[str, str]:
    """Return the files of `simulate --whole-season`."""
    with TemporaryDirectory() as folder:
        args = ["--teams", "5", "--irregular", "0.4", "--seed", str(seed)]
        assert call("simulate", "--whole-season", *args, "--force", "-o", folder).code == 0
        return {name: data.decode() for name, data in sorted(read_files(Path(folder)).items())}


@pytest.mark.full
def test_seasons_of_other_seeds_differ() -> None:
    """`tests/reproducible` simulates one in another environment."""
    seven, eight = simulate_season(7), simulate_season(8)
    assert [*seven] == ["hands.jsonl", "season.json"]
    assert not {*seven.values()} & {*eight.values()}


def test_seasons_are_written_completely_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def simulate_broken_season(*args: Any) -> Any:
        played = season(*args)

        def yield_one_then_fail() -> Iterator[HandRecord]:
            yield next(played.hands)
            raise RuntimeError

        return played._replace(hands=yield_one_then_fail())

    monkeypatch.delenv("CLABBER_DEBUG", raising=False)
    monkeypatch.setattr("clabber_audit.simulate.seasons.season", simulate_broken_season)
    old = tmp_path / "old"
    old.mkdir()
    (old / "season.json").write_text("mine")
    assert call("simulate", "--whole-season", "-o", tmp_path / "new").code == 70
    assert call("simulate", "--whole-season", "-o", old, "--force").code == 70
    assert list(tmp_path.iterdir()) == [old]
    assert read_files(old) == {"season.json": b"mine"}


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("commands.md")))
def test_transcript(title: str, lines: list[str], workdir: Path) -> None:
    """Run commands and compare their output and files; the head of `commands.md` explains the lines."""
    own = workdir / "file"
    own.write_text("mine", encoding="utf-8")
    for what, text in follow(lines, call, {"long": "x" * 300}, own):
        carry_out(what, text, {})


def test_example_season_is_up_to_date(workdir: Path) -> None:
    manual = (EXAMPLE / "README.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^    clabber-audit (simulate .*)$", manual, re.MULTILINE)
    Path("examples").mkdir()
    assert call(*shlex.split(command)).code == 0
    committed = read_files(EXAMPLE)
    del committed["README.md"]
    assert read_files(Path("examples/season")) == committed


def test_sheets_and_rulings_of_the_example_differ_in_one_winner(tmp_path: Path) -> None:
    """The documentation names that match. In the sum of a sheet marks count 0, and all other entries as written."""
    call("convert", EXAMPLE / "hands.clab", tmp_path / "hands.jsonl")
    lines = (tmp_path / "hands.jsonl").read_text(encoding="utf-8").splitlines()
    sheets: dict[str, list[int]] = {}
    for data in map(json.loads, lines):
        totals = sheets.setdefault(data["id"].rsplit("-", 1)[0], [0, 0])
        for side, team in enumerate(("NS", "EW")):
            entry = data.get("score", {}).get(team, 0)
            totals[side] += entry if isinstance(entry, int) else 0
    by_sheet = [totals[1] > totals[0] for totals in sheets.values()]
    by_cards = [
        bool(game.winner) for game in games(rule_on(HandRecord.model_validate_json(line)) for line in lines)
    ]
    assert sum(sheet != cards for sheet, cards in zip(by_sheet, by_cards, strict=True)) == 1
