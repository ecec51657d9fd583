"""Tests of season decisions in the log of an archive: none is lost, and no change goes unnoticed."""

from __future__ import annotations

import json
import shlex
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from clabber_audit.archive import database
from clabber_audit.archive.database import compare_decisions, load_decisions, open_archive
from clabber_audit.archive.verify import complaints
from clabber_audit.cli.league.decide import Options, decide
from clabber_audit.cli.league.season import SeasonSource
from clabber_audit.league.season_file import load
from tests.archive.archives import add_records, make_archive
from tests.archive.test_datasette import QUERIES
from tests.cli import call
from tests.killed import kill_at_write
from tests.league.seasons import SEASON, SIGNED, encode_season, game, league
from tests.transcripts import carry_out, follow, transcripts

FINE = ("penalty", "Owls", "--points", "50", *SIGNED)
HANDS = game(1, ("Owls", "Eagles"), (512, 430))


@pytest.fixture
def workdir(workdir: Path) -> Path:
    """Folder with a season and the archive that stores its hands."""
    (workdir / "season.json").write_bytes(encode_season({**SEASON, "archive": "season.db"}))
    make_archive(workdir, HANDS, "season.db")
    return workdir


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("archive.md")))
def test_transcript(title: str, lines: list[str], workdir: Path) -> None:
    """The head of `archive.md` explains the lines."""
    for what, text in follow(lines, call, {"signed": shlex.join(SIGNED)}, workdir / "season.json"):
        if what == "edit":
            season = {**json.loads((workdir / "season.json").read_text(encoding="utf-8")), **json.loads(text)}
            remaining = {key: value for key, value in season.items() if value is not None}
            (workdir / "season.json").write_bytes(encode_season(remaining))
        elif what == "numbers":
            assert list_numbers() == [*map(int, text.split())]
        elif what == "agree":
            assert_in_sync()
        else:
            carry_out(what, text, {})


def run_league(command: str, *args: str) -> str:
    result = league(command, *args)
    assert result.code == 0, result
    return result.err


def list_numbers(archive: str = "season.db") -> list[int | None]:
    """Return the numbers of the entries stored in the archive, which must verify."""
    with open_archive(archive) as opened:
        assert not list(complaints(opened))
        return [entry.number for entry in load_decisions(opened, load("season.json"))]


def assert_in_sync() -> None:
    """Assert that the season file and the archive hold the same decisions."""
    with open_archive("season.db") as opened:
        assert compare_decisions(opened, load("season.json")) == ((), (), ())


def test_decisions_in_sql(workdir: Path) -> None:
    run_league(*FINE)
    run_league("undo", "1", *SIGNED)
    columns = "title, season, kind, team, who, decided_on, why"
    with closing(sqlite3.connect("season.db")) as conn, conn:
        fine = conn.execute(f"SELECT {columns} FROM decisions WHERE number = 1").fetchone()
        query = QUERIES["decisions_and_what_took_them_back"]["sql"]
        undone_by = conn.execute(query, {"season": "2026"}).fetchall()
    assert fine == (SEASON["title"], "2026", "penalties", "owls", "Agnes", "2026-01-20", "as agreed")
    assert [(row[2], row[-1]) for row in undone_by] == [(1, "2"), (2, None)]


def test_decisions_and_hands_share_one_numbering(workdir: Path) -> None:
    """A decision takes the next number of the log, which no hand then gets."""
    run_league(*FINE)
    with open_archive("season.db", write=True) as opened:
        add_records(opened, game(1, ("Moose", "Lions"), (470, 505)))
    run_league("note", "rain", "--by", "Agnes")
    assert list_numbers() == [1, 2]
    with open_archive("season.db") as opened:
        assert [row[0] for row in opened.rows("SELECT hand FROM hands ORDER BY hand")] == [
            *range(5),
            *range(6, 11),
        ]
        assert [row[0] for row in opened.rows("SELECT entry FROM decisions ORDER BY entry")] == [5, 11]
    assert json.loads(call("archive", "stats", "season.db", "-f", "json").out)["decisions"] == 2


def test_archive_path_is_relative_to_the_season_file(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (workdir / "season.json").write_bytes(encode_season(SEASON))
    (workdir / "elsewhere").mkdir()
    monkeypatch.chdir(workdir / "elsewhere")
    text = call("league", "keep", "../season.json", "../season.db").err
    assert text == "season.db keeps the decisions of ../season.json from now on: nothing was missing\n"
    assert call("league", "penalty", "../season.json", *FINE[1:]).code == 0
    monkeypatch.chdir(workdir)
    assert list_numbers() == [1]


def test_a_decision_survives_being_killed_at_any_write(
    workdir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    season, archive = Path("season.json"), Path("season.db")
    before = season.read_bytes(), archive.read_bytes()
    left: list[tuple[int, int]] = []
    while kill_at_write(len(left), monkeypatch, lambda: league(*FINE)):
        penalties = len(load("season.json").penalties)
        with open_archive("season.db") as opened:
            left.append((penalties, len(load_decisions(opened, load("season.json")))))
        assert ("1 entry is not in season.db yet" in league("log").err) == (left[-1] == (1, 0))
        text = run_league("note", "the next one", "--by", "Agnes")
        assert ("1 entry was not in season.db yet" in text) == (left[-1] == (1, 0))
        assert_in_sync()
        assert list_numbers() == [*range(1, penalties + 2)]
        season.write_bytes(before[0])
        archive.write_bytes(before[1])
    # First in neither, then only in the file, finally in both; never only in the archive.
    assert set(left) == {(0, 0), (1, 0), (1, 1)}
    assert sorted(left) == left


def _write_note_or_hands(text: str) -> int:
    if text.startswith("hands"):
        with open_archive("season.db", write=True) as opened:
            add_records(opened, game(int(text[-1]), ("Moose", "Lions"), (470, 505), 2))
        return 0
    options = Options(SeasonSource("season.json", []), "Agnes", "2026-01-20", text)
    return decide(options, "notes", lambda _draft: {})


def test_concurrent_writers_lose_nothing(workdir: Path) -> None:
    texts = [f"note {number}" for number in range(6)] + ["hands 2", "hands 3"]
    with ThreadPoolExecutor(3) as all_at_once:
        assert set(all_at_once.map(_write_note_or_hands, texts)) == {0}
    assert list_numbers() == [*range(1, 7)]
    assert_in_sync()
    assert sorted(note.why for note in load("season.json").notes) == texts[:6]
    with open_archive("season.db") as opened:
        assert opened.value("SELECT count(*) FROM hands") == 15


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the disk full whenever the archive commits."""

    def run_on_full_disk(conn: sqlite3.Connection, path: str, statement: str) -> None:
        if statement == "COMMIT":
            conn.execute("PRAGMA max_page_count = 1")
            conn.execute("CREATE TABLE too_large AS SELECT zeroblob(100000)")
        patiently_before(conn, path, statement)

    patiently_before = database.run_patiently
    monkeypatch.setattr(database, "run_patiently", run_on_full_disk)
    yield
    monkeypatch.undo()


@pytest.mark.usefixtures("full_disk")
def test_a_full_archive_leaves_the_season_file_unchanged(workdir: Path) -> None:
    before = (workdir / "season.json").read_bytes(), (workdir / "season.db").read_bytes()
    assert league(*FINE).failed(5, "season.db cannot grow: the disk is full")
    assert ((workdir / "season.json").read_bytes(), (workdir / "season.db").read_bytes()) == before
