"""Hands of which only the sheet is kept, as an archive and its site have them (issue 25, point 8)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli import call
from tests.scale import at_scale

#: Forty at full scale, 200 hands.
NIGHTS = [
    f"1931-{month:02}-{day:02}" for month in range(1, 11) for day in (7, 14, 21, 28)[:: at_scale(4, 1, ci=4)]
]
HEADING = "{columns},dealer,ns_team,ew_team,ns_score,ew_score\n"


def sheet(columns: str, *dates: str) -> str:
    """Return a sheet with a game of five hands per date: the Owls make 100 four times and then 112."""
    rows = [
        f"{date},{hand},{'NESW'[hand % 4]},Owls,Eagles,{112 if hand == 5 else 100},{50 if hand == 5 else 62}\n"
        for date in dates
        for hand in range(1, 6)
    ]
    return HEADING.format(columns=columns) + "".join(rows)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folder with an archive of nights of five hands, without a column for the game."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nights.csv").write_text(sheet("date,hand", *NIGHTS[::-1]))
    call("archive", "init", "a.db")
    assert call("archive", "add", "a.db", "nights.csv").code == 0
    return tmp_path


def test_they_are_counted_as_what_they_are(here: Path) -> None:
    stats = json.loads(call("archive", "stats", "a.db", "-f", "json").out)
    assert stats["outcomes"] == {"by_sheet": 5 * len(NIGHTS)}
    listed = call("archive", "list", "a.db").out.splitlines()
    assert len(listed) == 5 * len(NIGHTS)
    assert all("by_sheet" in line for line in listed)
    dates = [line.split()[3] for line in listed]
    assert dates == sorted(dates)
    assert dates[0] == "1931-01-07"


@pytest.mark.full
def test_the_site_has_date_and_teams_and_each_night_is_a_game(here: Path) -> None:
    assert call("archive", "export", "a.db", "site/").code == 0
    pages = {path.name: path.read_text(encoding="utf-8") for path in (here / "site").glob("*.html")}
    games = [name for name in pages if name.startswith("game-")]
    assert len(games) == len(NIGHTS)
    assert not any("no score yet" in page or "Not finished" in page for page in pages.values())
    listed = "".join(page for name, page in pages.items() if name.startswith("index"))
    text = " ".join(re.sub("(?s)<style.*?</style>|<[^>]+>", " ", listed).split())
    assert f"Owls – Eagles, {NIGHTS[-1]}" in text
    assert {*re.findall("Owls – Eagles, (1931-[0-9-]+)", text)} == {*NIGHTS}
    assert "Hands that name no game" not in text


def test_games_of_different_dates_do_not_merge(tmp_path: Path) -> None:
    """One way of writing a date is as good as another, and a row without one is of the night above it."""
    path = tmp_path / "x.csv"
    path.write_text(sheet("date,hand", "1931-11-05", "1931-11-12"))
    apart = json.loads(call("score", path, "-f", "json").out)["games"]
    assert [(game["state"], game["totals"]) for game in apart] == [("won", {"NS": 512, "EW": 298})] * 2
    path.write_text(
        path.read_text().replace("1931-11-12", "1931-11-05").replace("1931-11-05,1,", '"Nov 5, 1931",1,', 1)
    )
    (together,) = json.loads(call("score", path, "-f", "json").out)["games"]
    assert together["state"] == "unclear", "the innocent twin: one night, and every number twice"
    path.write_text(sheet("date,hand", "1931-11-05").replace("1931-11-05,3", ",3"))
    (one,) = json.loads(call("score", path, "-f", "json").out)["games"]
    assert len(one["hands"]) == 5


def test_a_game_with_round_and_number_may_take_two_nights(tmp_path: Path) -> None:
    rows = sheet("date,round,game,hand", "1931-11-05,1,1").replace("1931-11-05,1,1,5", "1931-11-06,1,1,5")
    path = tmp_path / "x.csv"
    path.write_text(rows)
    (one,) = json.loads(call("score", path, "-f", "json").out)["games"]
    assert one["totals"] == {"NS": 512, "EW": 298}
