"""Play-offs: drawn from the table stage by stage, best of several games, outside of the table, undone like all else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clabber_audit.core.errors import Refused
from clabber_audit.league.playoffs import bracket
from clabber_audit.league.season_file import parse_season
from tests.cli import call, put
from tests.league.seasons import SEASON, encoded, game, league

#: Owls 3 won, Eagles 2, Moose 1, Lions 0.
HANDS = [
    *game(1, ("Owls", "Eagles"), (512, 430)),
    *game(1, ("Moose", "Lions"), (505, 470)),
    *game(2, ("Owls", "Moose"), (520, 410)),
    *game(2, ("Eagles", "Lions"), (530, 400)),
    *game(3, ("Owls", "Lions"), (540, 300)),
    *game(3, ("Eagles", "Moose"), (550, 450)),
]
BY = ("--by", "Agnes", "--on", "2026-01-26")


def begin(hands: list[dict[str, Any]] = HANDS, **changes: Any) -> None:
    Path("season.json").write_bytes(encoded({**SEASON, "playoffs": {"teams": 4, "best_of": 3}, **changes}))
    put(Path("hands.jsonl"), hands)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    begin()


def drawn(*args: str) -> list[tuple[str, list[list[str]], list[str]]]:
    """Draw a stage, and return stage, matches and byes of all draws."""
    done = league("playoffs", "hands.jsonl", *args, *BY)
    assert done.code == 0, done.err
    draws = json.loads(Path("season.json").read_text())["draws"]
    rounds = [draw["round"] for draw in draws]
    return [
        (round["stage"], [match["teams"] for match in round["matches"]], round["byes"]) for round in rounds
    ]


def standings() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(league("standings", "hands.jsonl", "-f", "json").out)
    return data


@pytest.mark.parametrize(("places", "order"), [(2, [1, 2]), (4, [1, 4, 2, 3]), (8, [1, 8, 4, 5, 2, 7, 3, 6])])
def test_the_best_two_can_meet_in_the_final_alone(places: int, order: list[int]) -> None:
    assert bracket(places) == order


def test_from_the_table_to_the_champion() -> None:
    """First plays fourth, second third; two games won of three are enough, and none of it is in the table."""
    assert (
        "clabber-audit league playoffs season.json hands.jsonl --by NAME" in league("open", "hands.jsonl").out
    )
    semifinals = [["owls", "lions"], ["eagles", "moose"]]
    assert drawn("--day", "2026-01-26") == [("Semifinal", semifinals, [])]
    table = standings()["table"]
    more = [
        *(*game(4, ("Owls", "Lions"), (500, 410)), *game(4, ("Owls", "Lions"), (510, 430), 2)),
        *game(4, ("Eagles", "Moose"), (420, 515)),
        *game(4, ("Eagles", "Moose"), (560, 415), 2),
    ]
    put(Path("hands.jsonl"), [*HANDS, *more])
    # One game each: the second semifinal is open, so there is no final yet.
    assert league("playoffs", "hands.jsonl", *BY).code == 4
    assert "1 match has no result yet" in league("playoffs", "hands.jsonl", *BY).err
    put(Path("hands.jsonl"), [*HANDS, *more, *game(4, ("Eagles", "Moose"), (480, 505), 3)])
    assert drawn()[1] == ("Final", [["owls", "moose"]], [])
    final = [*game(5, ("Owls", "Moose"), (490, 500)), *game(5, ("Owls", "Moose"), (450, 530), 2)]
    put(Path("hands.jsonl"), [*HANDS, *more, *game(4, ("Eagles", "Moose"), (480, 505), 3), *final])
    text = league("standings", "hands.jsonl").out
    assert "Season won by Moose, in the final against Owls." in text
    assert "Semifinal (round 4), January 26, 2026" in text
    assert standings()["table"] == table
    assert league("playoffs", "hands.jsonl", *BY).code == 2
    schedule = json.loads(league("schedule", "hands.jsonl", "-f", "json").out)
    assert [one["stage"] for one in schedule["rounds"]] == [None, None, None, "Semifinal", "Final"]
    # Two games were enough, and the third is not missing.
    assert [len(match["games"]) for match in schedule["rounds"][3]["matches"]] == [2, 3]
    assert schedule["rounds"][4]["matches"][0]["status"] == "played"


def test_a_match_of_the_play_offs_is_locked_by_the_games_it_took() -> None:
    drawn()
    put(
        Path("hands.jsonl"),
        [*HANDS, *game(4, ("Owls", "Lions"), (500, 410)), *game(4, ("Lions", "Owls"), (430, 510), 2)],
    )
    assert league("lock", "Owls - Lions, round 4", "hands.jsonl", *BY).code == 0
    results = json.loads(Path("season.json").read_text())["locks"][0]["results"]
    assert [result["points"] for result in results] == [
        {"owls": 500, "lions": 410},
        {"owls": 510, "lions": 430},
    ]


def test_three_teams_give_the_first_a_bye() -> None:
    begin(playoffs={"teams": 3, "best_of": 1, "final_best_of": 5})
    assert drawn() == [("Semifinal", [["eagles", "moose"]], ["owls"])]
    put(Path("hands.jsonl"), [*HANDS, *game(4, ("Eagles", "Moose"), (400, 500))])
    assert drawn()[1] == ("Final", [["owls", "moose"]], [])
    assert json.loads(Path("season.json").read_text())["draws"][1]["round"]["matches"][0]["games"] == 5


def test_a_forfeit_decides_a_match_of_the_play_offs() -> None:
    begin(playoffs={"teams": 3}, forfeit_points=500)
    drawn()
    league("forfeit", "Eagles - Moose, round 4", "--team", "Eagles", *BY, "--why", "nobody came")
    assert json.loads(Path("season.json").read_text())["forfeits"][0]["points"] == 500
    assert drawn()[1] == ("Final", [["owls", "moose"]], [])


def test_an_open_season_draws_nothing() -> None:
    begin(HANDS[:-5])
    done = league("playoffs", "hands.jsonl", *BY)
    assert done.code == 4
    assert "open: match 6" in done.err
    assert "playoffs" not in league("open", "hands.jsonl").out


def test_shared_places_are_asked_and_never_drawn_by_chance() -> None:
    """Eagles and Moose have won alike and made as many points, and their game is tied in nothing but a third place."""
    level = [
        *game(1, ("Owls", "Eagles"), (500, 400)),
        *game(1, ("Lions", "Moose"), (500, 400)),
        *game(2, ("Owls", "Moose"), (400, 500)),
        *game(2, ("Eagles", "Lions"), (500, 400)),
        *game(3, ("Owls", "Lions"), (500, 400)),
        *game(3, ("Eagles", "Moose"), (500, 400)),
    ]
    begin(level, tie_breaks=["game_points"])
    done = league("playoffs", "hands.jsonl", *BY)
    assert done.code == 2
    assert "--seeds" in done.err
    assert drawn("--seeds", "Eagles,Owls,Lions,Moose")[0][1] == [["eagles", "moose"], ["owls", "lions"]]


def test_a_draw_is_undone_and_its_round_is_gone() -> None:
    drawn()
    assert league("undo", "1", *BY, "--why", "game 6 was miscopied").code == 0
    assert len(json.loads(league("schedule", "-f", "json").out)["rounds"]) == 3
    assert league("lock", "Owls - Lions, round 4", "hands.jsonl", *BY).code == 2
    assert len(drawn()) == 2
    # A stage with a lock on one of its matches stays until that is undone.
    put(
        Path("hands.jsonl"),
        [*HANDS, *game(4, ("Owls", "Lions"), (500, 410)), *game(4, ("Owls", "Lions"), (510, 430), 2)],
    )
    league("lock", "Owls - Lions, round 4", "hands.jsonl", *BY)
    assert league("undo", "3", *BY, "--why", "again").code == 2


@pytest.mark.parametrize(
    "changes",
    [
        {"playoffs": {"teams": 5}},
        {"playoffs": {"teams": 4, "best_of": 2}},
        {"tie_breaks": ["coin"]},
        {"draws": [{"number": 1, "who": "A", "when": "2026-01-26", "seeds": ["owls", "moose"],
                    "round": {"number": 4, "stage": "Final", "matches": [{"id": "f", "teams": ["owls", "lions"]}]}}]},
        {"draws": [{"number": 1, "who": "A", "when": "2026-01-26", "seeds": ["owls", "moose"],
                    "round": {"number": 3, "stage": "Final", "matches": [{"id": "f", "teams": ["owls", "moose"]}]}}]},
    ],
)  # fmt: skip
def test_play_offs_that_cannot_be_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        parse_season(encoded({**SEASON, **changes}))


def test_ties_are_broken_in_the_order_of_the_season() -> None:
    """Owls and Eagles won twice; the Owls won their match, the Eagles made more points."""
    hands = [
        *game(1, ("Owls", "Eagles"), (512, 430)),
        *game(1, ("Moose", "Lions"), (505, 470)),
        *game(2, ("Owls", "Moose"), (500, 410)),
        *game(2, ("Eagles", "Lions"), (600, 400)),
        *game(3, ("Owls", "Lions"), (300, 500)),
        *game(3, ("Eagles", "Moose"), (600, 450)),
    ]
    begin(hands)
    assert [row["team"] for row in standings()["table"]][:2] == ["eagles", "owls"]
    begin(hands, tie_breaks=["head_to_head", "game_points"])
    assert [row["team"] for row in standings()["table"]][:2] == ["owls", "eagles"]
    assert "Ranked by games won, then head-to-head, then points." in league("standings", "hands.jsonl").out


def test_the_settings_are_set_or_asked_at_the_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    teams = ("Owls", "Eagles", "Moose", "Lions")
    options = ("--playoff", "4", "--best-of", "3", "--final-best-of", "5", "--forfeit-points", "500")
    done = call("league", "init", *teams, *options, "--tie-break", "head_to_head", "-o", "a.json")
    assert done.code == 0
    season = parse_season(Path("a.json").read_bytes())
    assert season.playoffs is not None
    assert (season.playoffs.teams, season.playoffs.best_of, season.playoffs.final_best_of) == (4, 3, 5)
    assert (season.forfeit_points, season.tie_breaks) == (500, ["head_to_head"])
    answers = iter(["all of them", "500", "head_to_head, game_points", "2", "7"])
    monkeypatch.setattr("builtins.input", lambda _question: next(answers))
    assert call("league", "init", *teams, "--ask", "-o", "b.json").code == 0
    season = parse_season(Path("b.json").read_bytes())
    assert season.playoffs is not None
    assert (season.forfeit_points, season.playoffs.teams, season.playoffs.best_of) == (500, 2, 7)
    assert season.tie_breaks == ["head_to_head", "game_points"]
    assert call("league", "init", *teams, "--best-of", "3").code == 2
    assert call("league", "init", *teams, "--playoff", "8").code == 2
