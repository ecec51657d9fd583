"""Tests of reading season files: strict models, and impossible seasons refused with place, reason and advice."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from clabber_audit.core.errors import RecordError, Refused, Unusable
from clabber_audit.league.season_file import load, parse_season
from tests.league.cases import apply_season_line
from tests.league.seasons import SEASON, encode_season
from tests.transcripts import transcripts


def parse_errors(season: dict[str, Any]) -> list[RecordError]:
    with pytest.raises(Refused) as refused:
        parse_season(encode_season(season))
    return list(refused.value.faults)


def test_valid_season() -> None:
    season = parse_season(encode_season(SEASON))
    assert [team.name for team in season.teams] == ["Owls", "Eagles", "Moose", "Lions"]
    assert season.rounds[1].matches[0].teams == ["owls", "moose"]
    assert (season.ranking, season.game_points_cap, season.games_per_match) == ("games_won", None, 1)


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("refused.md")))
def test_impossible_seasons_are_refused(title: str, lines: list[str]) -> None:
    season = deepcopy(SEASON)
    expected = [line.removeprefix("! ") for line in lines if not apply_season_line(season, line)]
    if expected == ["fine"]:
        assert parse_season(encode_season(season))
        return
    errors = parse_errors(season)
    texts = [f"{fault.what}; {fault.help or fault.why}" for fault in errors]
    assert [text.startswith(one) for text, one in zip(texts, expected, strict=True)] == [True] * len(
        expected
    ), texts
    assert [fault.place for fault in errors] == sorted(fault.place for fault in errors if fault.place)
    assert all(fault.why or fault.help for fault in errors)


def test_errors_have_line_and_column() -> None:
    season = deepcopy(SEASON)
    apply_season_line(season, 'match r1-a {"teams": ["owls", "eagle"]}')
    lines, (fault,) = encode_season(season).decode().splitlines(), parse_errors(season)
    assert fault.place is not None
    assert lines[fault.place.line - 1][fault.place.column - 1 :].startswith('"eagle"')
    assert fault.help == "did you mean “eagles”?"


def test_duplicate_keys_are_refused() -> None:
    text = encode_season(SEASON).replace(b'"season": "2026"', b'"season": "2026", "season": "2027"')
    with pytest.raises(Refused) as refused:
        parse_season(text)
    assert [fault.what for fault in refused.value.faults] == ["duplicate key “season”"]


def test_unreadable_season_files(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="cannot read"):
        load(str(tmp_path / "none.json"))
    (tmp_path / "s.json").write_bytes(b"\xef\xbb\xbf" + encode_season(SEASON))
    assert load(str(tmp_path / "s.json")).title == SEASON["title"]
    (tmp_path / "s.json").write_bytes(b"{")
    with pytest.raises(Refused) as refused:
        load(str(tmp_path / "s.json"))
    assert refused.value.source == str(tmp_path / "s.json")
