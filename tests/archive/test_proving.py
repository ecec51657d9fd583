"""Every single edit of what an archive stores is found, and nothing is found where nothing was edited."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from clabber_audit.archive.checkpoint import parse
from clabber_audit.archive.decisions import keep
from clabber_audit.archive.opening import open_archive
from clabber_audit.archive.proving import complaints
from clabber_audit.archive.reading import checkpoint_line
from clabber_audit.archive.writer import amend
from clabber_audit.cli.archive import looking
from clabber_audit.ground.errors import Unusable
from clabber_audit.league.season.filed import filed
from clabber_audit.record.canonical import record_data
from clabber_audit.simulate import simulated
from tests.archive.shelves import AT, dump, put, ruled, shelf
from tests.archive.spoiling import pages, rows
from tests.cli import CLAIMED, GOOD, RENEGE, call, changed
from tests.league.seasons import season
from tests.league.standing import DECIDED
from tests.scale import at_random, scaled

TABLES = ("log", "growth", "about", "rulesets", "decisions", "hands", "melds", "findings", "claims")


def found(path: Path, *against: str) -> list[str]:
    """What is wrong with an archive; what keeps it from being opened counts as one thing."""
    try:
        with open_archive(str(path)) as archive:
            return list(complaints(archive, [parse(line) for line in against]))
    except Unusable as problem:
        return [problem.what]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with everything in it: melds, findings, claims, two rulesets, an amendment, a decision, batches."""
    melded = next(
        record_data(record) for record in simulated(3, 200) if sum(1 for meld in record.melds or () if meld.cards) > 1
    )
    other = changed(RENEGE, id="elsewhere", ruleset="wp", teams={"NS": "Otters"}, remarks=["the ten"])
    path = shelf(tmp_path_factory.mktemp("whole"), [GOOD, melded])
    with open_archive(str(path), write=True) as archive:
        put(archive, [CLAIMED, other])
        amend(archive, ruled(changed(GOOD, remarks=["the seven was an ace"])), AT, "Mae", "misread")
        decided = season(penalties=[{**DECIDED, "number": 1, "team": "owls", "points": 50}])
        with archive.writing():
            keep(archive, decided, filed(decided), AT)
    with closing(sqlite3.connect(path)) as conn:
        # The smallest pages, so that little of the file is unused.
        conn.executescript("PRAGMA page_size = 512; VACUUM")
    assert found(path) == []
    return path


def edits(path: Path) -> Iterator[str]:
    """Every single value set to something else, every row left out, and every row of a table put in twice."""
    with closing(sqlite3.connect(path)) as conn:
        for table in TABLES:
            columns = [(row[1], row[2]) for row in conn.execute(f"PRAGMA table_info({table})")]
            keys = [row[1] for row in conn.execute(f"PRAGMA table_info({table})") if row[5]] or ["rowid"]
            quoted = ", ".join(f"quote({key})" for key in keys)
            for row in conn.execute(f"SELECT {quoted} FROM {table}").fetchall():
                where = " AND ".join(f"{key} = {value}" for key, value in zip(keys, row, strict=True))
                yield f"DELETE FROM {table} WHERE {where}"
                for column, kind in columns:
                    for value in other_values(column, kind):
                        yield f"UPDATE {table} SET {column} = {value} WHERE {where} AND {column} IS NOT {value}"


def other_values(column: str, kind: str) -> list[str]:
    if kind == "INTEGER":
        return [f"coalesce({column}, 0) + 1", "NULL"]
    if kind == "BLOB":
        return [f"{column} || x'00'", f"substr({column}, 2)", "zeroblob(32)"]
    return [f"coalesce({column}, '') || 'x'", "NULL", "''"]


def unguarded(path: Path) -> sqlite3.Connection:
    """A connection that lets everything through; the triggers are put back before it closes. No disk is waited for."""
    conn = sqlite3.connect(path, isolation_level=None)
    conn.executescript("PRAGMA ignore_check_constraints = ON; PRAGMA synchronous = OFF")
    return conn


def test_every_edit_of_a_value_and_every_row_left_out_is_found(whole: Path, tmp_path: Path) -> None:
    """At a desk every sixteenth of them."""
    copy, count = tmp_path / "copy.db", 0
    tried = list(edits(whole))[:: scaled(16, 1)]
    for edit in tried:
        copy.write_bytes(whole.read_bytes())
        with closing(unguarded(copy)) as conn:
            triggers = list(conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
            for name, _ in triggers:
                conn.execute(f"DROP TRIGGER {name}")
            try:
                changed_rows = conn.execute(edit).rowcount
            except sqlite3.IntegrityError:
                continue
            for _, sql in triggers:
                conn.execute(sql)
        if changed_rows:
            count += 1
            assert found(copy), edit
    assert count > len(tried) // 2


INSERTS = (
    "INSERT INTO log SELECT 9, hand, sha256, entry FROM log WHERE seq = 0",
    "INSERT INTO log SELECT 6, 6, sha256, entry FROM log WHERE seq = 0",
    "INSERT INTO growth SELECT 9, 9, root, peaks, checkpoint FROM growth WHERE step = 1",
    "INSERT INTO about SELECT * FROM about",
    "INSERT INTO rulesets SELECT 9, id, title, 'x', law FROM rulesets LIMIT 1",
    "CREATE TEMP TABLE t AS SELECT * FROM melds LIMIT 1; UPDATE t SET meld = 9; INSERT INTO melds SELECT * FROM t",
    """CREATE TEMP TABLE t AS SELECT * FROM findings LIMIT 1; UPDATE t SET finding = 9;
    INSERT INTO findings SELECT * FROM t""",
    "CREATE TEMP TABLE t AS SELECT * FROM claims LIMIT 1; UPDATE t SET claim = 9; INSERT INTO claims SELECT * FROM t",
    """CREATE TEMP TABLE t AS SELECT * FROM decisions; UPDATE t SET entry = 0, number = 2;
    INSERT INTO decisions SELECT * FROM t""",
    # Two entries, and two ids, change places.
    """UPDATE log SET seq = 99 WHERE seq = 1; UPDATE log SET seq = 1 WHERE seq = 2;
    UPDATE log SET seq = 2 WHERE seq = 99""",
    """UPDATE hands SET id = 'x' WHERE id = 'claimed'; UPDATE hands SET id = 'claimed' WHERE id = 'elsewhere';
    UPDATE hands SET id = 'elsewhere' WHERE id = 'x'""",
    # A word that no hand holds, and one that is no longer found.
    "INSERT INTO words (rowid, remarks) VALUES (0, 'jack')",
    "INSERT INTO words (words, rowid, north) VALUES ('delete', 0, 'Ruth')",
    "INSERT INTO words (words) VALUES ('delete-all')",
)


@pytest.mark.parametrize("insert", INSERTS)
def test_rows_put_in_or_swapped_are_found(whole: Path, tmp_path: Path, insert: str) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(whole.read_bytes())
    with closing(unguarded(copy)) as conn:
        triggers = list(conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
        conn.executescript("".join(f"DROP TRIGGER {name};" for name, _ in triggers) + insert)
        for _, sql in triggers:
            conn.execute(sql)
    assert found(copy), insert


def flipped_at(path: Path, tmp_path: Path, places: list[int]) -> tuple[int, int]:
    """Flip a bit at each place; how many flips changed what the archive says, and how many of these were not found.

    A flip that changes nothing that is stored, in the unused part of a page, must raise no alarm.
    """
    data, wanted, copy = path.read_bytes(), dump(path), tmp_path / "copy.db"
    said = missed = 0
    for place in places:
        flipped = bytearray(data)
        flipped[place] ^= 1 << place % 8
        copy.write_bytes(flipped)
        alarm = found(copy)
        try:
            same = dump(copy) == wanted
        except (Unusable, sqlite3.Error, UnicodeDecodeError):
            same = False
        if not same:
            said += 1
            missed += not alarm
    return said, missed


def test_flipped_bits_are_found(whole: Path, tmp_path: Path) -> None:
    """In every page, every row and every entry of an index; at a desk in every fourth of them."""
    data, random = whole.read_bytes(), Random(1)
    parts = [*pages(data), *rows(data)][:: scaled(8, 1)]
    places = [random.choice(part) for part in parts for _ in range(at_random(1, 4))]
    said, missed = flipped_at(whole, tmp_path, places)
    assert said > len(places) // 4
    assert missed == 0


@pytest.mark.full
def test_an_untouched_archive_raises_no_alarm_however_it_was_filled(tmp_path: Path) -> None:
    records = [record_data(record) for record in simulated(5, 60, irregular=0.2)]
    for number, sizes in enumerate(([60], [1] * 60, [7] * 9, [59, 1])):
        path = shelf(tmp_path, [], f"a{number}.db")
        rest = list(records)
        with open_archive(str(path), write=True) as archive:
            for size in sizes:
                put(archive, rest[:size])
                rest = rest[size:]
        assert found(path) == []
        with closing(sqlite3.connect(path)) as conn:
            conn.execute("VACUUM")
        assert found(path) == []


def test_x02_checkpoints(tmp_path: Path) -> None:
    records = [record_data(record) for record in simulated(5, 9)]
    path, papers = shelf(tmp_path, []), []
    with open_archive(str(path), write=True) as archive:
        for record in records:
            papers.append(checkpoint_line(archive))
            put(archive, [record])
        papers.append(checkpoint_line(archive))
    assert len(set(papers)) == 10
    # Older ones, the newest, and the one of size 0 fit.
    assert found(path, *papers) == []
    # A newer one than the archive: something is missing.
    (tmp_path / "short").mkdir()
    short = shelf(tmp_path / "short", records[:4])
    assert found(short, papers[4]) == []
    assert any("5 entries, the archive has 4" in line for line in found(short, papers[5]))
    # The same size and another order: the first size that differs is told.
    (tmp_path / "y").mkdir()
    swapped = shelf(tmp_path / "y", [records[0], records[2], records[1], *records[3:]])
    complaints_ = found(swapped, *papers)
    assert complaints_[0].startswith("the first 2 entries are not those")
    # Of another archive.
    other = shelf(tmp_path, records, "foxes.db")
    assert any("of the archive “otters”, this one is “foxes”" in line for line in found(other, papers[9]))
    # Mistyped.
    wrong = papers[9][:-3] + ("0" if papers[9][-3] != "0" else "1") + papers[9][-2:]
    done = call("archive", "verify", path, "--against", wrong)
    assert done.code == 5
    assert "mistyped" in done.err


def test_verify_says_what_it_proves(whole: Path) -> None:
    with open_archive(str(whole)) as archive:
        line = checkpoint_line(archive)
    done = call("archive", "verify", whole, "--against", line.lower())
    assert (done.code, done.out) == (0, "")
    assert line in done.err


@pytest.mark.full
def test_several_processes_find_what_one_does(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(whole.read_bytes())
    with closing(unguarded(copy)) as conn:
        conn.executescript("UPDATE hands SET remarks = 'x'; UPDATE claims SET at = 'x'; DELETE FROM melds")
    alone = call("archive", "verify", copy, "--jobs", "1")
    monkeypatch.setattr(looking, "_FEW", 0)
    assert call("archive", "verify", copy, "--jobs", "2") == alone
    assert (alone.code, alone.out.count("claims: "), alone.out.count("hands: ")) == (1, 1, 4)


def test_a_rewritten_archive_is_found_by_an_older_checkpoint_and_by_nothing_else(tmp_path: Path) -> None:
    """The promise, and its limit: who rewrites everything alike is found only by paper."""
    (tmp_path / "true").mkdir()
    (tmp_path / "forged").mkdir()
    honest = shelf(tmp_path / "true", [GOOD, RENEGE])
    forged = shelf(tmp_path / "forged", [GOOD, changed(GOOD, id="renege")])
    with open_archive(str(honest)) as archive:
        paper = checkpoint_line(archive)
    assert found(forged) == []
    assert found(forged, paper) == ["the first 2 entries are not those that the checkpoint was written for"]
