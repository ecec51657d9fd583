"""An archive that an older version of the program made opens, proves what it proved, and is brought up when written to.

`version-1.db.gz` was made with the tables of version 1: thirteen hands under two rulesets, one of them amended, with
claims, melds, an incomplete record and a sheet that was wrong.
"""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from clabber_audit.archive import database
from clabber_audit.archive.database import VERSION, create, open_archive
from clabber_audit.archive.hands import copy
from clabber_audit.archive.merkle import parse
from clabber_audit.archive.search import Sought, history, list_hands, rulings, search_hands
from clabber_audit.archive.verify import complaints
from clabber_audit.core.errors import Unusable
from tests.archive.shelves import add_records, line_of
from tests.archive.spoiling import EDITS, run_sql
from tests.cli import RENEGE, copy_with

OLD = gzip.decompress((Path(__file__).parent / "version-1.db.gz").read_bytes())
#: As they were printed when the archive had so many entries.
PAPERS = [
    "otters 10 MAAJW-R5T8P-AGDE1-8GPBB-W",
    "otters 11 XJYXN-VC16G-XX2W2-K70A9-8",
    "otters 14 028NS-6WY6W-D4PF5-16ZDB-H",
]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "otters.db"
    path.write_bytes(OLD)
    return path


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as conn, conn:
        return int(conn.execute("PRAGMA user_version").fetchone()[0])


def dump_sources(path: Path) -> list[tuple[object, ...]]:
    """Return all stored rows that derive from nothing else: log, growth, rulesets and the archive's name."""
    with closing(sqlite3.connect(path)) as conn, conn:
        tables = ("log", "growth", "rulesets", "about")
        return [row for table in tables for row in conn.execute(f"SELECT * FROM {table} ORDER BY 1")]


def test_it_is_of_an_older_version(old: Path) -> None:
    assert version(old) == 1 < VERSION


def test_what_is_only_read_stays_as_it_was_to_the_byte(old: Path) -> None:
    with open_archive(str(old)) as archive:
        assert not list(complaints(archive, list(map(parse, PAPERS))))
        assert len(list(list_hands(archive, Sought()))) == 13
        assert [hand.id for hand in list_hands(archive, Sought(differing=True))] == [
            "thursday-h06",
            "belle-sets",
        ]
        assert [hand.id for hand in list_hands(archive, Sought(ruleset="corner-bar"))] == [
            f"sim-4-00000{number}" for number in (1, 2, 3)
        ]
        assert "ten-comes-home" in dict(search_hands(archive, "ruth owls"))
        assert [entry.by for entry in history(archive, "belle-sets")] == [None, "Ruth"]
        assert {hand.id: hand.outcome for hand in list_hands(archive, Sought())} == {
            ruling.replay.hand.record.id: ruling.remedy.outcome for ruling in rulings(archive, Sought())
        }
        with pytest.raises(Unusable, match="cannot be written"):
            archive.value("DELETE FROM sides")
    assert line_of(old) == PAPERS[-1]
    assert old.read_bytes() == OLD


def test_what_is_written_to_is_brought_up_and_keeps_its_log_and_its_checkpoints(old: Path) -> None:
    before = dump_sources(old)
    with open_archive(str(old), write=True) as archive:
        add_records(archive, [copy_with(RENEGE, id="one-more")])
    assert version(old) == VERSION
    assert set(before) < set(dump_sources(old))
    with open_archive(str(old)) as archive:
        assert not list(complaints(archive, list(map(parse, PAPERS))))
        assert len(list(list_hands(archive, Sought()))) == 14


def test_one_brought_up_is_as_one_made_anew(old: Path, tmp_path: Path) -> None:
    with open_archive(str(old), write=True), create(str(tmp_path / "new.db")):
        pass
    defined = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"
    with closing(sqlite3.connect(old)) as brought_up, closing(sqlite3.connect(tmp_path / "new.db")) as new:
        assert brought_up.execute(defined).fetchall() == new.execute(defined).fetchall()


def test_a_backup_of_it_proves_what_it_proves(old: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    with open_archive(str(old)) as archive:
        assert copy(archive, str(target)) == PAPERS[-1]
    assert set(dump_sources(target)) == set(dump_sources(old))


def test_what_stops_on_the_way_up_leaves_it_as_it_was(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop_at_the_end(conn: sqlite3.Connection) -> None:
        database.migrate(conn)
        conn.execute("what no table understands")

    monkeypatch.setattr(database, "migrate", stop_at_the_end)
    with pytest.raises(Unusable):
        open_archive(str(old), write=True)
    monkeypatch.undo()
    assert version(old) == 1
    assert line_of(old) == PAPERS[-1]


@pytest.mark.parametrize("harm", [sql for (sql,) in EDITS["Other layouts of an archive of version 1"]])
def test_an_old_one_that_is_laid_out_otherwise_is_refused(old: Path, harm: str) -> None:
    run_sql(old, harm)
    with pytest.raises(Unusable, match="does not have the layout of an archive"):
        open_archive(str(old))


@pytest.mark.parametrize(("spoil", "told"), EDITS["Spoilt rows of an archive of version 1"])
def test_what_was_spoilt_in_an_old_one_is_found(old: Path, spoil: str, told: str) -> None:
    run_sql(old, spoil)
    with open_archive(str(old)) as archive:
        assert any(told in complaint for complaint in complaints(archive))
