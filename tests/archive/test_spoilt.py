"""A spoilt archive is told as one by every command that reads it: exit code 5 or what is wrong, and never a bug."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from clabber_audit.archive.database import open_archive
from clabber_audit.archive.hands import amend
from clabber_audit.records.formats import record_data
from clabber_audit.simulate.seasons import simulate_hands
from tests.archive.shelves import AT, put, ruled, shelf
from tests.archive.spoiling import DEFINITIONS, by_bytes, by_pages, by_sql, statements
from tests.cli import CLAIMED, GOOD, RENEGE, call, changed, encoded
from tests.scale import at_random, scaled

#: Every command that reads an archive.
READING = (
    ["archive", "list", "x.db"], ["archive", "list", "x.db", "-f", "json", "--player", "Ruth"],
    ["archive", "stats", "x.db"], ["archive", "search", "x.db", "Ruth"], ["archive", "checkpoint", "x.db"],
    ["archive", "show", "x.db", "claimed", "--history"], ["archive", "show", "x.db", "claimed", "-f", "record"],
    ["archive", "export", "x.db", "-"], ["convert", "x.db", "-"], ["check", "x.db"], ["archive", "verify", "x.db"],
    ["score", "x.db"], ["replay", "x.db", "--hand", "claimed"], ["archive", "add", "x.db", "more.json"],
    ["archive", "rebuild", "x.db"], ["archive", "rebuild", "x.db", "--dry-run"],
    ["league", "standings", "season.json", "x.db"], ["rule", "x.db", "--hand", "claimed", "-f", "json"],
)  # fmt: skip
SEASON = b"""{"format": "clabber-season/1", "title": "T", "teams": [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}],
"rounds": []}"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with what the commands read beside an archive."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "season.json").write_bytes(SEASON)
    (tmp_path / "more.json").write_bytes(encoded(changed(GOOD, id="more")))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """An archive with everything in it, on small pages."""
    melded = next(
        record_data(record)
        for record in simulate_hands(3, 200)
        if sum(1 for meld in record.melds or () if meld.cards) > 1
    )
    path = shelf(
        tmp_path_factory.mktemp("whole"),
        [GOOD, melded, changed(RENEGE, id="elsewhere", ruleset="wp", remarks=["the ten"])],
    )
    with open_archive(str(path), write=True) as archive:
        put(archive, [CLAIMED])
        amend(archive, ruled(changed(GOOD, remarks=["the seven was an ace"])), AT, "Mae", "misread")
    with closing(sqlite3.connect(path)) as conn:
        conn.executescript("PRAGMA page_size = 1024; VACUUM")
    return path.read_bytes()


def told(data: bytes, commands: Iterable[list[str]]) -> list[str]:
    wrong = []
    for command in commands:
        Path("x.db").write_bytes(data)
        for left in ("x.db-journal", "x.db-wal"):
            Path(left).unlink(missing_ok=True)
        done = call(*command)
        if (
            done.code not in (0, 1, 4, 5)
            or "Traceback" in done.err
            or (done.code == 5 and "x.db" not in done.err)
        ):
            wrong.append(f"{' '.join(command)}: {done.code} {done.err[:300]}")
    return wrong


def some(random: Random) -> list[list[str]]:
    """A few of the commands."""
    return random.sample(READING, scaled(2, 4))


@pytest.mark.parametrize("spoil", [by_bytes, by_pages])
def test_bytes_and_pages(whole: bytes, spoil: object) -> None:
    random = Random(1)
    assert callable(spoil)
    wrong = []
    for number in range(at_random(6, 150)):
        wrong += [f"{number}: {line}" for line in told(spoil(whole, random), some(random))]
    assert wrong == []


def test_values_of_every_type_in_every_column(whole: bytes) -> None:
    random, wrong, spoilt = Random(2), [], 0
    tried = random.sample(list(statements(whole)), at_random(8, 300))
    for statement in tried:
        data = by_sql(whole, statement)
        spoilt += data != whole
        wrong += [f"{statement}: {line}" for line in told(data, some(random))]
    assert wrong == []
    assert spoilt > len(tried) // 2


@pytest.mark.parametrize("definition", DEFINITIONS)
def test_what_an_archive_does_not_define_is_refused_by_every_command(whole: bytes, definition: str) -> None:
    """Whatever it is called: `sqliteXstat1` is none of SQLite's own tables."""
    Path("x.db").write_bytes(whole)
    with closing(sqlite3.connect("x.db")) as conn:
        conn.create_function("folded", 1, str, deterministic=True)
        conn.executescript(definition)
    data = Path("x.db").read_bytes()
    for command in Random(definition).sample(READING, scaled(4, len(READING))):
        done = call(*command)
        assert (done.code, done.out) == (5, ""), command
        # A definition that itself calls a function of the program is not even read.
        assert "does not have the layout of an archive" in done.err or "unsafe use of folded()" in done.err
    assert Path("x.db").read_bytes() == data
