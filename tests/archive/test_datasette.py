"""An archive reads well in Datasette, with the metadata file that is shipped."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from clabber_audit.archive.opening import open_archive
from tests.archive.shelves import shelf
from tests.cli import RENEGE as RENEGED
from tests.cli import ROOT, changed

METADATA = json.loads((ROOT / "schemas" / "datasette.json").read_text(encoding="utf-8"))
SEASON = METADATA["databases"]["season"]
HAND = changed(RENEGED, context={"round": 3, "date": "2026-01-22"}, remarks=["the ten was thrown off"])


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shelf(tmp_path_factory.mktemp("season"), [HAND], "season.db")


def asked(season: Path, *paths: str) -> list[Any]:
    """What Datasette answers: data where that was asked for, else the page."""
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

    # A thread of its own: where a browser was opened before, a loop runs in this one already.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, ask()).result()


@pytest.mark.full
@pytest.mark.filterwarnings("ignore")
def test_every_table_and_view_opens_with_its_description(season: Path) -> None:
    names = list(SEASON["tables"])
    pages = asked(season, *(f"/season/{name}" for name in names))
    for name, page in zip(names, pages, strict=True):
        described = SEASON["tables"][name].get("description")
        assert described is None or described.split(".")[0] in page


def test_the_metadata_names_what_is_there(season: Path) -> None:
    with open_archive(str(season)) as archive:
        there = {row[0] for row in archive.rows("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")}
        for name, table in SEASON["tables"].items():
            columns = {row[1] for row in archive.rows(f"PRAGMA table_info({name})")}
            assert {*table.get("columns", ()), *table.get("facets", ()), *table.get("sortable_columns", ())} <= columns
    assert {name for name in there if not name.startswith("words_")} == set(SEASON["tables"])


@pytest.mark.full
@pytest.mark.filterwarnings("ignore")
def test_the_questions_of_a_secretary_are_answered(season: Path) -> None:
    reneges, differing, words = asked(
        season,
        "/season/reneges_of_a_player.json?infraction=failure-to-follow&player=Ruth&round=3&_shape=array",
        "/season/sheets_that_differ.json?_shape=array",
        "/season/words_in_names_sources_and_remarks.json?words=ten&_shape=array",
    )
    assert [(row["id"], row["trick"], row["verdict"]) for row in reneges] == [("renege", 2, "proven")]
    assert differing == []
    assert [row["remarks"] for row in words] == ["the ten was thrown off"]
