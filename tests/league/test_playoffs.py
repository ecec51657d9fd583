"""Settings of play-offs, and those that cannot be; `decisions.md` has how they are drawn and played."""

from __future__ import annotations

from pathlib import Path

import pytest

from clabber_audit.league.playoffs import bracket
from clabber_audit.league.season import Season
from clabber_audit.league.season_file import parse_season
from tests.cli import call

TEAMS = ("Owls", "Eagles", "Moose", "Lions")


@pytest.mark.parametrize(("places", "order"), [(2, [1, 2]), (4, [1, 4, 2, 3]), (8, [1, 8, 4, 5, 2, 7, 3, 6])])
def test_the_best_two_can_meet_in_the_final_alone(places: int, order: list[int]) -> None:
    assert bracket(places) == order


def begun(*options: str) -> Season:
    assert call("league", "init", *TEAMS, *options, "-o", "new.json").code == 0
    return parse_season(Path("new.json").read_bytes())


def test_the_settings_are_set_or_asked_at_the_beginning(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ("--playoff", "4", "--best-of", "3", "--final-best-of", "5", "--forfeit-points", "500")
    season = begun(*options, "--tie-break", "head_to_head")
    assert season.playoffs is not None
    assert (season.playoffs.teams, season.playoffs.best_of, season.playoffs.final_best_of) == (4, 3, 5)
    assert (season.forfeit_points, season.tie_breaks) == (500, ["head_to_head"])
    answers = iter(["all of them", "500", "head_to_head, game_points", "2", "7"])
    monkeypatch.setattr("builtins.input", lambda _question: next(answers))
    Path("new.json").unlink()
    season = begun("--ask")
    assert season.playoffs is not None
    assert (season.forfeit_points, season.playoffs.teams, season.playoffs.best_of) == (500, 2, 7)
    assert season.tie_breaks == ["head_to_head", "game_points"]
    assert call("league", "init", *TEAMS, "--best-of", "3").code == 2
    assert call("league", "init", *TEAMS, "--playoff", "8").code == 2
