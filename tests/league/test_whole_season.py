"""Test of a season run by commands alone, from the draw to the trophy: four teams at a desk, twelve at full scale."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from clabber_audit.archive.database import compare_decisions, open_archive
from clabber_audit.league.season_file import load
from tests.cli import call, write_records
from tests.league.seasons import Json, game
from tests.scale import at_scale

NAMES = (
    *("Owls", "Eagles", "Moose", "Lions", "Otters", "Herons"),
    *("Badgers", "Foxes", "Bears", "Wolves", "Hawks", "Ravens"),
)
#: The team that comes first in the list wins each game 510 to 400; among the first two, 510 to 505.
WON, LOST, CLOSE = 510, 400, 505
AGNES = ("--by", "Agnes", "--on", "2026-03-20")
WHY = ("--why", "as the captains agreed")


class SeasonRun:
    """Season with its schedule, its archive and the hands of its matches."""

    def __init__(self, teams: tuple[str, ...]) -> None:
        self.teams = teams
        named = ("--league", "Riverside Monday League", "--season", "2026", "--title", "Monday League")
        self.run_command("league", "init", *teams, *named, "--start", "2026-01-05", "-o", "season.json")
        self.run_command("archive", "init", "season.db")
        self.run_command("league", "keep", "season.json", "season.db")
        rounds = json.loads(self.run_command("league", "schedule", "season.json", "-f", "json"))["rounds"]
        by_id = {team.id: team.name for team in load("season.json").teams}
        self.rounds = {
            match["number"]: (round["number"], *(by_id[team] for team in match["teams"]))
            for round in rounds
            for match in round["matches"]
        }

    def run_command(self, *words: str) -> str:
        result = call(*words)
        assert result.code == 0, result
        return result.out

    def league(self, command: str, *words: str) -> str:
        return self.run_command("league", command, "season.json", *words)

    def number(self, one: str, other: str) -> str:
        """Return the number of the match between two teams."""
        return next(str(number) for number, met in self.rounds.items() if {one, other} == set(met[1:]))

    def hands(self, number: str) -> list[Json]:
        """Return the hands of a match as recorded."""
        round, *met = self.rounds[int(number)]
        strong = min(met, key=self.teams.index)
        lost = CLOSE if {*met} == set(self.teams[:2]) else LOST
        totals = tuple(WON if team == strong else lost for team in met)
        return game(round, (met[0], met[1]), (totals[0], totals[1]))

    def add_matches(self, *numbers: str, **more: Any) -> list[str]:
        """Add the hands of matches to the archive and return the files that hold them."""
        files = [f"match-{number}.jsonl" for number in numbers]
        for number, file in zip(numbers, files, strict=True):
            write_records(Path(file), [{**hand, **more} for hand in self.hands(number)])
        self.run_command("archive", "add", "season.db", *files)
        return files

    def standings(self) -> Json:
        data: Json = json.loads(self.league("standings", "season.db", "-f", "json"))
        return data


@pytest.fixture
def season(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SeasonRun:
    monkeypatch.chdir(tmp_path)
    return SeasonRun(NAMES[: at_scale(4, 12, ci=6)])


@pytest.mark.full
def test_from_the_draw_to_the_trophy(season: SeasonRun) -> None:
    """The first team forfeits to the last, and loses to the second once a miscopied hand is corrected.

    In all other games, the team that comes first in the list wins. So the second team wins all its games, the first
    loses two, the last wins one. Ties are ranked by game points (R-111): the third team has 510 for each win and 400
    for each loss, minus 50; the first has 500 for its loss to the second and nothing for its forfeit.
    """
    first, second, third, fourth, *_ = season.teams
    last = season.teams[-1]
    for team, captain in ((first, "Ruth"), (second, "Carl")):
        season.league("roster", team, "--add", captain, "--captain", captain, *AGNES, *WHY)
    season.league("roster", third, "--add", "Ida", "--add", "Gus", *AGNES, *WHY)

    season.league("forfeit", season.number(first, last), "--team", first, *AGNES, "--why", "nobody came")
    put_off = season.number(third, fourth)
    season.league("postpone", put_off, "--until", "2026-02-02", *AGNES, "--why", "snow")
    assert "postponed" in season.league("schedule")

    protested, substituted = season.number(first, second), season.number(second, third)
    special = (season.number(first, last), put_off, protested, substituted)
    others = [number for number in map(str, season.rounds) if number not in special]
    for number, file in zip(others, season.add_matches(*others), strict=True):
        season.league("lock", number, file, *AGNES)

    # A substitute is a stranger until the entry is made.
    _round, *met = season.rounds[int(substituted)]
    seats = "NESW" if met[0] == third else "ENWS"
    (file,) = season.add_matches(
        substituted, players=dict(zip(seats, ("Ida", "Carl", "Zoe", "Carl"), strict=True))
    )
    stranger = f"Zoe played for {third} but is not on its roster"
    assert stranger in season.league("open", "season.db")
    season.league(
        "substitute", substituted, "--team", third, "--player", "Zoe", "--instead-of", "Gus", *AGNES, *WHY
    )
    assert stranger not in season.league("open", "season.db")
    season.league("lock", substituted, file, *AGNES)

    # Both captains approve, and it is locked; then it shows that the last hand was miscopied.
    (file,) = season.add_matches(protested)
    for captain in ("Ruth", "Carl"):
        season.league("approve", protested, file, "--by", captain, "--on", "2026-03-20")
    season.league("lock", protested, file, *AGNES)
    protest_note = ("Hand 5 was miscopied", "--match", protested, "--protest")
    season.league("note", *protest_note, "--by", "Carl", "--on", "2026-03-21")
    protest = int(re.findall(r"^(\d+)\. Protest", season.league("log"), re.MULTILINE)[0])
    before = {row["name"]: row["won"] for row in season.standings()["table"]}
    amended = season.hands(protested)[-1]
    side = "NS" if amended["teams"]["NS"] == first else "EW"
    amended["score"][side] -= WON - 500
    write_records(Path("amended.json"), [amended])
    season.run_command(
        "archive", "amend", "season.db", "amended.json", "--by", "Agnes", "--why", "as on the sheet"
    )
    command = re.findall(r"clabber-audit league (correct .*?) --by NAME", season.league("open", "season.db"))
    assert len(command) == 1
    words = command[0].split()
    season.league("correct", words[2], *words[3:], *AGNES, "--why", "hand 5 was miscopied")
    season.league("note", "Put right", "--answers", str(protest), "--by", "Agnes", "--on", "2026-03-21")

    season.league("penalty", third, "--points", "50", *AGNES, "--why", "no shirts")
    season.league("penalty", fourth, "--games", "1", *AGNES, "--why", "a slip")
    season.league("undo", str(protest + 4), *AGNES, "--why", "wrong team")
    lead = f"matches: {second}, with"
    assert lead in season.league("standings", "season.db")
    season.league("lock", put_off, *season.add_matches(put_off), *AGNES)

    page = season.league("standings", "season.db")
    assert f"The {second} won the season, with" in " ".join(page.split())
    assert "provisional" not in page
    assert "!!" not in page
    assert season.league("open", "season.db") == "Nothing needs a decision.\n"
    count = len(season.teams)
    won = {first: count - 3, second: count - 1, last: 1}
    assert (before[first], before[second]) == (count - 2, count - 2)
    table = [(row["name"], row["won"], row["points"]) for row in season.standings()["table"]]
    assert [row[0] for row in table] == [second, third, first, *season.teams[3:]]
    assert table[:3] == [
        (second, count - 1, CLOSE + WON * (count - 2)),
        (third, count - 3, WON * (count - 3) + LOST * 2 - 50),
        (first, count - 3, WON * (count - 3) + 500),
    ]
    expected = {team: won.get(team, count - 1 - place) for place, team in enumerate(season.teams)}
    assert {row[0]: row[1] for row in table} == expected
    assert call("archive", "verify", "season.db").code == 0
    with open_archive("season.db") as archive:
        assert compare_decisions(archive, load("season.json")) == ((), (), ())
