"""Tests of opening archives: other, damaged, newer and hostile files are refused unchanged, or warned about."""

from __future__ import annotations

import gzip
import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest

from clabber_audit.archive import database
from clabber_audit.archive.database import VERSION, create, doubts, open_archive
from clabber_audit.archive.hands import copy
from clabber_audit.archive.merkle import parse
from clabber_audit.archive.search import Sought, checkpoint_line, history, list_hands, rulings, search_hands
from clabber_audit.archive.verify import complaints, complaints_of
from clabber_audit.core.errors import Unusable
from clabber_audit.records.formats import record_data
from clabber_audit.simulate.seasons import simulate_hands
from tests.archive.archives import add_records, dump, make_archive, read_checkpoint
from tests.archive.damage import EDITS, damage_by_sql, run_sql
from tests.cli import COMMAND, GOOD, RENEGE, call, copy_with, encode_record, environment
from tests.scale import at_random

COMMANDS = (
    ["rebuild"],
    ["list"],
    ["stats"],
    ["verify"],
    ["checkpoint"],
    ["search", "Ruth"],
    ["show", "good"],
    ["add", "good.json"],
)


@pytest.fixture
def archive_path(workdir: Path) -> Path:
    (workdir / "good.json").write_bytes(encode_record(GOOD))
    return make_archive(workdir, [RENEGE])


def cut_last_page(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-4096])


def damage_third_page(path: Path) -> None:
    """Damage the header of the third page, which belongs to a table."""
    data = bytearray(path.read_bytes())
    data[2 * 4096 : 2 * 4096 + 8] = b"\xff" * 8
    path.write_bytes(data)


SPOILED: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (Path.unlink, "there is no archive"),
    "empty": (lambda path: path.write_bytes(b""), "is empty"),
    "text": (lambda path: path.write_text("clabber 1\nhand x\n"), "is not an archive"),
    "truncated": (cut_last_page, "damaged"),
    "page": (damage_third_page, "damaged"),
    **{sql: (partial(run_sql, sql=sql), said) for sql, said in EDITS["What no command uses"]},
}  # fmt: skip


#: `rebuild` repairs derived tables, damaged or missing.
CANNOT = [
    (name, args)
    for name in SPOILED
    for args in COMMANDS
    if args != ["rebuild"] or name not in ("page", "DROP TABLE claims")
]


@pytest.mark.parametrize(("name", "args"), CANNOT, ids=[f"{name}-{args[0]}" for name, args in CANNOT])
def test_s05_unusable_archives_are_reported(archive_path: Path, name: str, args: list[str]) -> None:
    spoil, text = SPOILED[name]
    spoil(archive_path)
    before = archive_path.read_bytes() if archive_path.exists() else None
    done = call("archive", args[0], archive_path, *args[1:])
    assert done.failed(5, text)
    assert "Traceback" not in done.err
    assert not done.out
    assert (archive_path.read_bytes() if archive_path.exists() else None) == before


def test_analyze_statistics_are_accepted(archive_path: Path) -> None:
    run_sql(archive_path, "ANALYZE")
    assert call("archive", "verify", archive_path).code == 0


def test_impossible_file_names_are_reported() -> None:
    for name in ("x" * 5_000, "", "a\0b"):
        done = call("archive", "list", name)
        assert done.code == 5
        assert "cannot" in done.err or "there is no" in done.err


def test_folder_and_strange_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo.db")
    for place in (tmp_path, tmp_path / "fifo.db"):
        with pytest.raises(Unusable) as refused:
            open_archive(str(place))
        assert refused.value.why == "it is not a regular file"


def test_init_never_overwrites(archive_path: Path, tmp_path: Path) -> None:
    before = archive_path.read_bytes()
    (tmp_path / "link.db").symlink_to("nowhere.db")
    for path in (archive_path, tmp_path / "link.db", tmp_path):
        assert call("archive", "init", path, "--origin", "new").code == 5
    assert archive_path.read_bytes() == before
    assert not (tmp_path / "nowhere.db").exists()


def test_special_characters_of_uris_in_file_names(tmp_path: Path) -> None:
    """SQLite opens files by URI; characters of a file name must not act as parts of it."""
    for name in ("a?mode=memory.db", "b%2e.db", "c#d.db", "e&f=1.db", "-g.db", "h i.db"):
        path = tmp_path / name
        create(str(path), "x").close()
        assert path.exists()
        open_archive(str(path)).close()


def test_s06_wait_for_another_writer_then_report_it(
    archive_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(database, "SILENT", 20)
    monkeypatch.setattr(database, "PATIENT", 50)
    with closing(sqlite3.connect(archive_path)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert call("archive", "add", archive_path, "good.json").failed(5, "in use by another program")
        assert "waiting for it" in caplog.text, "the wait is told once it is long"
        assert call("archive", "list", archive_path).code == 0
    assert call("archive", "add", archive_path, "good.json").code == 0


def test_two_archives_open_for_writing_take_turns(archive_path: Path) -> None:
    with (
        open_archive(str(archive_path), write=True) as one,
        open_archive(str(archive_path), write=True) as two,
    ):
        assert add_records(one, [GOOD]).new == 1
        assert add_records(two, [GOOD, copy_with(GOOD, id="third")])[:2] == (1, 1)
    assert call("archive", "verify", archive_path).code == 0


@contextmanager
def read_only_copy(path: Path, folder: int = 0o555) -> Iterator[Path]:
    """Copy an archive to where another user, as whom the test goes on, can only read it; nothing may change it.

    For root no file is read-only.
    """
    user = os.geteuid()
    with tempfile.TemporaryDirectory() as name:
        archive = Path(name) / "otters.db"
        shutil.copy(path, archive)
        archive.chmod(0o444)
        Path(name).chmod(folder)
        if user == 0:
            os.seteuid(65534)
        try:
            yield archive
        finally:
            os.seteuid(user)
        assert archive.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("folder", [0o755, 0o555])
def test_s06_read_only_files_are_read(archive_path: Path, folder: int) -> None:
    more = Path("good.json").read_bytes()
    for command in COMMANDS[:-1]:
        # Loads what it needs while that may be read.
        call("archive", command[0], archive_path, *command[1:])
    assert call("archive", "add", archive_path, "-", "--dry-run", stdin=more).code == 0
    with read_only_copy(archive_path, folder) as archive:
        assert call("archive", "list", archive).out.startswith("renege")
        assert call("archive", "verify", archive).code == 0
        assert call("archive", "add", archive, "-", stdin=more).failed(5, "cannot be written")


def test_reading_never_writes(archive_path: Path) -> None:
    before = archive_path.read_bytes(), archive_path.stat().st_mtime_ns
    for args in COMMANDS[:-1]:
        call("archive", args[0], archive_path, *args[1:])
    assert (archive_path.read_bytes(), archive_path.stat().st_mtime_ns) == before
    with open_archive(str(archive_path)) as archive, pytest.raises(Unusable):
        add_records(archive, [GOOD])


def test_settings_of_connections(archive_path: Path) -> None:
    with open_archive(str(archive_path)) as archive:
        for name, value in (
            ("trusted_schema", 0),
            ("foreign_keys", 1),
            ("cell_size_check", 1),
            ("mmap_size", 0),
        ):
            assert archive.value(f"PRAGMA {name}") == value, name


@pytest.mark.parametrize("sql", [sql for (sql,) in EDITS["What the tables refuse"]])
def test_constraints_of_the_tables(archive_path: Path, sql: str) -> None:
    before = dump(archive_path)
    with open_archive(str(archive_path), write=True) as archive, pytest.raises(sqlite3.IntegrityError):
        archive.conn.execute(sql)
    assert dump(archive_path) == before


def test_readers_see_one_snapshot(archive_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer waits for readers, who see none of its changes, and no partial archive looks damaged."""
    monkeypatch.setattr(database, "SILENT", 20)
    monkeypatch.setattr(database, "PATIENT", 50)
    with open_archive(str(archive_path)) as reading:
        before = checkpoint_line(reading)
        with open_archive(str(archive_path), write=True) as writing, pytest.raises(Unusable, match="in use"):
            add_records(writing, [GOOD])
        assert list(complaints(reading)) == []
        assert checkpoint_line(reading) == before
    with open_archive(str(archive_path)) as opened:
        copy = opened.copy()
    with copy, open_archive(str(archive_path), write=True) as writing:
        assert add_records(writing, [GOOD]).new == 1, "who looks through a copy holds nobody up"
        assert list(complaints_of(copy)) == []
        assert checkpoint_line(copy) == before
    assert call("archive", "verify", archive_path).code == 0


@pytest.mark.full
def test_readers_during_an_add(archive_path: Path) -> None:
    """Hands are added one by one all the time; no reading command reports damage."""
    more = [record_data(record) for record in simulate_hands(5, at_random(10, 120))]
    (archive_path.parent / "more.jsonl").write_bytes(b"".join(map(encode_record, more)))
    with subprocess.Popen(
        [*COMMAND, "archive", "add", str(archive_path), "more.jsonl", "--batch", "1"],
        env=environment(),
        cwd=archive_path.parent,
    ) as adding:
        rounds = 0
        while adding.poll() is None or not rounds:
            for args in (*COMMANDS[:-2], ["check", "otters.db"], ["archive", "export", "otters.db", "-"]):
                done = (
                    call(*args)
                    if args[0] in ("check", "archive")
                    else call("archive", args[0], archive_path, *args[1:])
                )
                assert done.code in (0, 1), (args, done)
                assert "restore" not in done.err
                assert args[0] == "check" or done.code == 0, (args, done)
            rounds += 1
        assert adding.returncode == 0
    assert call("archive", "verify", archive_path).code == 0


def test_checkpoint_must_match_the_log(archive_path: Path) -> None:
    for (edit,) in EDITS["Checkpoints that are not those of the log"]:
        copy = archive_path.parent / "copy.db"
        copy.write_bytes(damage_by_sql(archive_path.read_bytes(), edit))
        assert copy.read_bytes() != archive_path.read_bytes()
        for args in (["archive", "checkpoint"], ["score"], ["archive", "stats"]):
            done = call(*args, copy)
            assert (done.code, done.out) == (5, ""), (edit, args)
            assert "checkpoint" in done.err or "damaged" in done.err


def list_warnings(path: Path) -> list[str]:
    before = [place.lstat().st_mode for place in (path, path.resolve(), path.parent, path.resolve().parent)]
    done = call("score", path)
    assert done.printed(0, "otters 1 ")
    assert before == [
        place.lstat().st_mode for place in (path, path.resolve(), path.parent, path.resolve().parent)
    ]
    return done.err.splitlines()


@pytest.mark.parametrize(("name", "shown"), [("link.db", "link.db"), ("a\x1b[31mb.db", r"a\u001b[31mb.db")])
def test_p04_warning_for_a_link(archive_path: Path, name: str, shown: str) -> None:
    """Its name is escaped; without a link there is no warning."""
    assert list_warnings(archive_path) == []
    link = archive_path.parent / name
    link.symlink_to(archive_path)
    [text] = list_warnings(link)
    assert text.startswith(f"warning: {archive_path.parent / shown} is a link to {archive_path}: ")


@pytest.mark.parametrize("mode", [0o777, 0o1777, 0o703])
def test_p04_warning_for_a_world_writable_folder(archive_path: Path, mode: int) -> None:
    """Also one like /tmp, where nobody can delete the file of others but anybody can add a journal."""
    archive_path.parent.chmod(mode)
    [text] = list_warnings(archive_path)
    assert text.startswith(f"warning: {archive_path} is in a folder that anyone may write to, ")


def test_p04_warning_for_a_link_into_a_world_writable_folder(archive_path: Path, tmp_path: Path) -> None:
    safe, link = tmp_path / "safe", tmp_path / "safe" / "link.db"
    safe.mkdir()
    link.symlink_to(archive_path)
    tmp_path.chmod(0o777)
    assert [" is a link " in text or " is in a folder " in text for text in list_warnings(link)] == [
        True,
        True,
    ]


def test_p04_warning_for_an_archive_of_another_user(
    archive_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(doubts(str(archive_path))) == []
    monkeypatch.setattr(os, "geteuid", lambda: archive_path.stat().st_uid + 1)
    [text] = doubts(str(archive_path))
    assert text.startswith("belongs to someone else, who may change it")
    assert call("archive", "verify", archive_path).code == 0


OLD = gzip.decompress((Path(__file__).parent / "version-1.db.gz").read_bytes())
#: Checkpoints printed when the archive had this many entries.
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


def archive_version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as conn, conn:
        return int(conn.execute("PRAGMA user_version").fetchone()[0])


def dump_sources(path: Path) -> list[tuple[object, ...]]:
    """Return all stored rows that are not derived: log, growth, rulesets and the archive's name."""
    with closing(sqlite3.connect(path)) as conn, conn:
        tables = ("log", "growth", "rulesets", "about")
        return [row for table in tables for row in conn.execute(f"SELECT * FROM {table} ORDER BY 1")]


def test_example_is_of_an_older_version(old: Path) -> None:
    assert archive_version(old) == 1 < VERSION


def test_reading_does_not_upgrade(old: Path) -> None:
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
    assert read_checkpoint(old) == PAPERS[-1]
    assert old.read_bytes() == OLD


def test_writing_upgrades_and_keeps_log_and_checkpoints(old: Path) -> None:
    before = dump_sources(old)
    with open_archive(str(old), write=True) as archive:
        add_records(archive, [copy_with(RENEGE, id="one-more")])
    assert archive_version(old) == VERSION
    assert set(before) < set(dump_sources(old))
    with open_archive(str(old)) as archive:
        assert not list(complaints(archive, list(map(parse, PAPERS))))
        assert len(list(list_hands(archive, Sought()))) == 14


def test_upgraded_layout_equals_a_new_one(old: Path, tmp_path: Path) -> None:
    with open_archive(str(old), write=True), create(str(tmp_path / "new.db")):
        pass
    defined = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"
    with closing(sqlite3.connect(old)) as brought_up, closing(sqlite3.connect(tmp_path / "new.db")) as new:
        assert brought_up.execute(defined).fetchall() == new.execute(defined).fetchall()


def test_backup_of_an_older_archive_keeps_its_proofs(old: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    with open_archive(str(old)) as archive:
        assert copy(archive, str(target)) == PAPERS[-1]
    assert set(dump_sources(target)) == set(dump_sources(old))


def test_failed_upgrade_changes_nothing(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop_at_the_end(conn: sqlite3.Connection) -> None:
        database.migrate(conn)
        conn.execute("what no table understands")

    monkeypatch.setattr(database, "migrate", stop_at_the_end)
    with pytest.raises(Unusable):
        open_archive(str(old), write=True)
    monkeypatch.undo()
    assert archive_version(old) == 1
    assert read_checkpoint(old) == PAPERS[-1]


@pytest.mark.parametrize("harm", [sql for (sql,) in EDITS["Other layouts of an archive of version 1"]])
def test_older_archive_with_another_layout_is_refused(old: Path, harm: str) -> None:
    run_sql(old, harm)
    with pytest.raises(Unusable, match="does not have the layout of an archive"):
        open_archive(str(old))


@pytest.mark.parametrize(("spoil", "message"), EDITS["Spoiled rows of an archive of version 1"])
def test_damage_in_an_older_archive_is_found(old: Path, spoil: str, message: str) -> None:
    run_sql(old, spoil)
    with open_archive(str(old)) as archive:
        assert any(message in complaint for complaint in complaints(archive))
