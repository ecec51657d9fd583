"""The season file at the door: strict and closed, what cannot be is refused, each with where, what, why, what to do."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from clabber_audit.core.errors import RecordError, Refused, Unusable
from clabber_audit.league.season_file import load, parse_season
from tests.league.cases import changes_season
from tests.league.seasons import SEASON, encode_season
from tests.transcripts import transcripts


def faults(season: dict[str, Any]) -> list[RecordError]:
    with pytest.raises(Refused) as refused:
        parse_season(encode_season(season))
    return list(refused.value.faults)


def test_a_season_is_read() -> None:
    season = parse_season(encode_season(SEASON))
    assert [team.name for team in season.teams] == ["Owls", "Eagles", "Moose", "Lions"]
    assert season.rounds[1].matches[0].teams == ["owls", "moose"]
    assert (season.ranking, season.game_points_cap, season.games_per_match) == ("games_won", None, 1)


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("refused.md")))
def test_an_impossible_season_is_refused(title: str, lines: list[str]) -> None:
    season = deepcopy(SEASON)
    told = [line.removeprefix("! ") for line in lines if not changes_season(season, line)]
    if told == ["fine"]:
        assert parse_season(encode_season(season))
        return
    errors = faults(season)
    texts = [f"{fault.what}; {fault.help or fault.why}" for fault in errors]
    assert [text.startswith(one) for text, one in zip(texts, told, strict=True)] == [True] * len(told), texts
    assert [fault.place for fault in errors] == sorted(fault.place for fault in errors if fault.place)
    assert all(fault.why or fault.help for fault in errors)


def test_a_fault_stands_where_the_text_has_it() -> None:
    season = deepcopy(SEASON)
    changes_season(season, 'match r1-a {"teams": ["owls", "eagle"]}')
    lines, (fault,) = encode_season(season).decode().splitlines(), faults(season)
    assert fault.place is not None
    assert lines[fault.place.line - 1][fault.place.column - 1 :].startswith('"eagle"')
    assert fault.help == "did you mean “eagles”?"


def test_a_key_that_stands_twice_is_refused() -> None:
    text = encode_season(SEASON).replace(b'"season": "2026"', b'"season": "2026", "season": "2027"')
    with pytest.raises(Refused) as refused:
        parse_season(text)
    assert [fault.what for fault in refused.value.faults] == ["duplicate key “season”"]


def test_a_season_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="cannot read"):
        load(str(tmp_path / "none.json"))
    (tmp_path / "s.json").write_bytes(b"\xef\xbb\xbf" + encode_season(SEASON))
    assert load(str(tmp_path / "s.json")).title == SEASON["title"]
    (tmp_path / "s.json").write_bytes(b"{")
    with pytest.raises(Refused) as refused:
        load(str(tmp_path / "s.json"))
    assert refused.value.source == str(tmp_path / "s.json")
