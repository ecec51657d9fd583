"""The season file at the door: strict and closed, what cannot be is refused, each with where, what, why, what to do."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from clabber_audit.core.errors import RecordError, Refused, Unusable
from clabber_audit.league.season_file import load, parse_season
from tests.league.seasons import DECIDED, SEASON, encoded


def faults(season: dict[str, Any]) -> list[RecordError]:
    with pytest.raises(Refused) as refused:
        parse_season(encoded(season))
    return list(refused.value.faults)


def changed(**changes: Any) -> dict[str, Any]:
    return {**deepcopy(SEASON), **changes}


def with_match(**changes: Any) -> dict[str, Any]:
    """The season with its first match changed."""
    season = deepcopy(SEASON)
    season["rounds"][0]["matches"][0].update(changes)
    return season


def result(owls: int = 512, eagles: int = 430, game: int = 1) -> dict[str, Any]:
    return {"game": game, "points": {"owls": owls, "eagles": eagles}}


def lock(**changes: Any) -> dict[str, Any]:
    return {"match": "r1-a", "who": "Agnes", "when": "2026-01-06", "results": [result()], **changes}


def correction(**changes: Any) -> dict[str, Any]:
    was, now = result()["points"], result(eagles=448)["points"]
    return {**DECIDED, "match": "r1-a", "game": 1, "was": was, "now": now, **changes}


def approval(**changes: Any) -> dict[str, Any]:
    return {"match": "r1-a", "team": "owls", "who": "Ruth", "when": "2026-01-06", **changes}


def test_a_season_is_read() -> None:
    season = parse_season(encoded(SEASON))
    assert [team.name for team in season.teams] == ["Owls", "Eagles", "Moose", "Lions"]
    assert season.rounds[1].matches[0].teams == ["owls", "moose"]
    assert (season.ranking, season.game_points_cap, season.games_per_match) == ("games_won", None, 1)


@pytest.mark.parametrize(
    ("season", "what"),
    [
        (with_match(teams=["owls", "owls"]), "“owls” plays itself in match “r1-a”"),
        (with_match(teams=["owls", "moose"]), "“moose” is in round 1 twice"),
        (with_match(teams=["owls", "eagle"]), "there is no team “eagle”"),
        (with_match(id="r2-a"), "two matches have the id “r2-a”"),
        (with_match(home="moose"), "“moose” is at home in match “r1-a” but does not play in it"),
        (with_match(day="2026-02-30"), "there is no day 2026-02-30"),
        (with_match(forfeited={**DECIDED, "by": ["moose"]}), "Moose cannot forfeit match 1 (“r1-a”)"),
        (
            with_match(forfeited={**DECIDED, "by": ["owls"], "games": 2}),
            "2 games are given away in match 1 (“r1-a”)",
        ),
        (
            with_match(forfeited={**DECIDED, "by": ["owls", "eagles"], "games": 1}),
            "both teams forfeit match 1 (“r1-a”), so no games or points can be given away",
        ),
        (changed(rounds=[*SEASON["rounds"], {"number": 3, "matches": []}]), "there are two rounds 3"),
        (changed(rounds=[{"number": 1, "byes": ["owls", "owls"]}]), "“owls” is in round 1 twice"),
        (changed(teams=[*SEASON["teams"], {"id": "o2", "name": " OWLS "}]), "two teams are called “ OWLS ”"),
        (changed(penalties=[{**DECIDED, "team": "owl", "points": 5}]), "there is no team “owl”"),
        (changed(penalties=[{**DECIDED, "team": "owls"}]), "this penalty takes nothing away"),
        (
            changed(approvals=[{"match": "r1-c", "team": "owls", "who": "Ruth", "when": "2026-01-06"}]),
            "there is no match “r1-c”",
        ),
        (
            changed(approvals=[{"match": "r1-a", "team": "moose", "who": "Ruth", "when": "2026-01-06"}]),
            "Moose approves match 1 (“r1-a”) but does not play in it",
        ),
        (
            changed(approvals=[{"match": "r1-a", "team": "owls", "who": "Ruth", "when": "2026-01-06"}] * 2),
            "Owls approves match 1 (“r1-a”) twice",
        ),
        (changed(locks=[lock(), lock()]), "match 1 (“r1-a”) is locked twice"),
        (changed(locks=[lock(results=[result(game=2)])]), "match 1 (“r1-a”) has no game 2"),
        (
            changed(locks=[lock(results=[{"game": 1, "points": {"owls": 512, "moose": 3}}])]),
            "match 1 (“r1-a”) has totals for owls and moose",
        ),
        (changed(corrections=[correction(match="r9")]), "there is no match “r9”"),
        (
            changed(locks=[lock()], corrections=[correction(now=result()["points"])]),
            "this correction changes nothing",
        ),
        (
            changed(locks=[lock()], corrections=[correction(was={"owls": 430, "eagles": 512})]),
            "game 1 of match 1 (“r1-a”) is corrected from 430:512",
        ),
        (
            changed(corrections=[correction()]),
            "game 1 of match 1 (“r1-a”) is corrected, but its result was never locked or approved",
        ),
        (
            changed(approvals=[approval()], corrections=[correction()]),
            "game 1 of match 1 (“r1-a”) is corrected, but its result was never locked or approved",
        ),
        (
            changed(approvals=[approval(results=[result(eagles=420)])], corrections=[correction()]),
            "game 1 of match 1 (“r1-a”) is corrected from 512:430",
        ),
        (
            changed(corrections=[correction(), correction(when="2026-01-02", match="r9")]),
            "a correction of 2026-01-02 comes after one of 2026-01-20",
        ),
    ],
)
def test_what_cannot_be_is_refused(season: dict[str, Any], what: str) -> None:
    errors = faults(season)
    assert what in [fault.what for fault in errors]
    for fault in errors:
        assert fault.place is not None
        assert fault.why or fault.help


def test_all_faults_come_at_once_in_the_order_of_the_text() -> None:
    season = with_match(teams=["owls", "owls"])
    season["penalties"] = [{**DECIDED, "team": "owl", "points": 5}]
    season["teams"][1]["name"] = "owls"
    errors = faults(season)
    assert [fault.what for fault in errors] == [
        "two teams are called “owls”",
        "“owls” plays itself in match “r1-a”",
        "there is no team “owl”",
    ]
    assert [fault.place for fault in errors] == sorted(fault.place for fault in errors if fault.place)


def test_a_fault_stands_where_the_text_has_it() -> None:
    lines = encoded(with_match(teams=["owls", "eagle"])).decode().splitlines()
    (fault,) = faults(with_match(teams=["owls", "eagle"]))
    assert fault.place is not None
    assert lines[fault.place.line - 1][fault.place.column - 1 :].startswith('"eagle"')
    assert fault.help == "did you mean “eagles”?"


@pytest.mark.parametrize(
    ("season", "what", "help"),
    [
        (changed(rankng="games_won"), "unknown field “rankng”", "did you mean “ranking”?"),
        (with_match(tabel=3), "unknown field “tabel”", "did you mean “table”?"),
        (
            with_match(forfeited={**DECIDED, "by": ["owls"], "reason": "x"}),
            "unknown field “reason”",
            "the fields are number, who, when, why, by, games, points, annul",
        ),
        (changed(format="clabber-season/2"), "the format is “clabber-season/2”", "write “clabber-season/1”"),
        (with_match(day="12 Jan"), "rounds.0.matches.0.day is “12 Jan”", "write the date that way"),
        (with_match(id="R1 A"), "rounds.0.matches.0.id is “R1 A”", "choose a simpler id"),
        (changed(title="a\u202eb"), "title contains an invisible character (U+202E)", "remove it"),
        (with_match(table="4"), "rounds.0.matches.0.table is “4”", "correct the value"),
    ],
)
def test_what_is_malformed_is_refused(season: dict[str, Any], what: str, help: str) -> None:
    assert [(fault.what, fault.help) for fault in faults(season)] == [(what, help)]


def test_a_key_that_stands_twice_is_refused() -> None:
    text = encoded(SEASON).replace(b'"season": "2026"', b'"season": "2026", "season": "2027"')
    with pytest.raises(Refused) as refused:
        parse_season(text)
    assert [fault.what for fault in refused.value.faults] == ["duplicate key “season”"]


def test_a_correction_may_follow_a_correction() -> None:
    chain = [correction(), correction(was=result(eagles=448)["points"], now=result(eagles=450)["points"])]
    assert len(parse_season(encoded(changed(locks=[lock()], corrections=chain))).corrections) == 2


def test_a_correction_starts_from_what_was_approved() -> None:
    """Captains who wrote down other results approved one each; what was locked after that stands for both."""
    approvals = [approval(results=[result()]), approval(team="eagles", results=[result(eagles=420)])]
    was = result(eagles=420)["points"]
    for change in (correction(), correction(was=was)):
        assert parse_season(encoded(changed(approvals=approvals, corrections=[change]))).corrections
    (fault,) = faults(changed(approvals=approvals, locks=[lock()], corrections=[correction(was=was)]))
    assert (fault.what, fault.why) == (
        "game 1 of match 1 (“r1-a”) is corrected from 512:420",
        "it was 512:430",
    )


def test_a_season_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="cannot read"):
        load(str(tmp_path / "none.json"))
    (tmp_path / "s.json").write_bytes(b"\xef\xbb\xbf" + encoded(SEASON))
    assert load(str(tmp_path / "s.json")).title == SEASON["title"]
    (tmp_path / "s.json").write_bytes(b"{")
    with pytest.raises(Refused) as refused:
        load(str(tmp_path / "s.json"))
    assert refused.value.source == str(tmp_path / "s.json")
