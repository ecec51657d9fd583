"""Files that are no archive, damaged, newer or hostile are refused with exit code 5 and left alone; doubtful ones are told.

An archive that an older version made opens, proves what it proved, and is brought up when written to: `version-1.db.gz`
was made with the tables of version 1: thirteen hands under two rulesets, one of them amended, with claims, melds, an
incomplete record and a sheet that was wrong.
"""

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
from clabber_audit.core.errors import Unusable, UsageError
from clabber_audit.records.formats import record_data
from clabber_audit.simulate.seasons import simulate_hands
from tests.archive.shelves import add_records, dump, line_of, shelf
from tests.archive.spoiling import EDITS, by_sql, run_sql
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
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.json").write_bytes(encode_record(GOOD))
    return shelf(tmp_path, [RENEGE])


def cut_last_page(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-4096])


def page_spoilt(path: Path) -> None:
    """The header of the third page, which is a table's."""
    data = bytearray(path.read_bytes())
    data[2 * 4096 : 2 * 4096 + 8] = b"\xff" * 8
    path.write_bytes(data)


SPOILT: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (Path.unlink, "there is no archive"),
    "empty": (lambda path: path.write_bytes(b""), "is empty"),
    "text": (lambda path: path.write_text("clabber 1\nhand x\n"), "is not an archive"),
    "truncated": (cut_last_page, "damaged"),
    "page": (page_spoilt, "damaged"),
    **{sql: (partial(run_sql, sql=sql), said) for sql, said in EDITS["What no command uses"]},
}  # fmt: skip


#: A page of what is made from the log is what `rebuild` mends.
CANNOT = [(name, args) for name in SPOILT for args in COMMANDS if (name, args) != ("page", ["rebuild"])]


@pytest.mark.parametrize(("name", "args"), CANNOT, ids=[f"{name}-{args[0]}" for name, args in CANNOT])
def test_s05_what_cannot_be_used_is_told(there: Path, name: str, args: list[str]) -> None:
    spoil, text = SPOILT[name]
    spoil(there)
    before = there.read_bytes() if there.exists() else None
    done = call("archive", args[0], there, *args[1:])
    assert done.code == 5
    assert text in done.err
    assert "Traceback" not in done.err
    assert not done.out
    assert (there.read_bytes() if there.exists() else None) == before


def test_what_sqlite_notes_about_indexes_does_no_harm(there: Path) -> None:
    run_sql(there, "ANALYZE")
    assert call("archive", "verify", there).code == 0


def test_a_name_that_no_file_can_have_is_told() -> None:
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


def test_init_never_writes_over_anything(there: Path, tmp_path: Path) -> None:
    before = there.read_bytes()
    (tmp_path / "link.db").symlink_to("nowhere.db")
    for path in (there, tmp_path / "link.db", tmp_path):
        assert call("archive", "init", path, "--origin", "new").code == 5
    assert there.read_bytes() == before
    assert not (tmp_path / "nowhere.db").exists()


@pytest.mark.parametrize("name", ["", "Otters", "a b", "é", "x" * 33, "../x", "a_b"])
def test_an_archive_has_a_name_that_paper_holds(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError):
        create(str(tmp_path / "x.db"), name)
    assert not (tmp_path / "x.db").exists()


def test_names_with_a_meaning_in_addresses_are_files_like_others(tmp_path: Path) -> None:
    """SQLite is given an address; what stands in a file's name must not become a part of it."""
    for name in ("a?mode=memory.db", "b%2e.db", "c#d.db", "e&f=1.db", "-g.db", "h i.db"):
        path = tmp_path / name
        create(str(path), "x").close()
        assert path.exists()
        open_archive(str(path)).close()


def test_s06_another_writer_is_waited_for_then_told(
    there: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(database, "SILENT", 20)
    monkeypatch.setattr(database, "PATIENT", 50)
    with closing(sqlite3.connect(there)) as other:
        other.execute("BEGIN IMMEDIATE")
        done = call("archive", "add", there, "good.json")
        assert done.code == 5
        assert "in use by another program" in done.err
        assert "waiting for it" in caplog.text, "the wait is told once it is long"
        assert call("archive", "list", there).code == 0
    assert call("archive", "add", there, "good.json").code == 0


def test_two_archives_open_for_writing_take_turns(there: Path) -> None:
    with open_archive(str(there), write=True) as one, open_archive(str(there), write=True) as two:
        assert add_records(one, [GOOD]).new == 1
        assert add_records(two, [GOOD, copy_with(GOOD, id="third")])[:2] == (1, 1)
    assert call("archive", "verify", there).code == 0


@contextmanager
def as_nobody() -> Iterator[None]:
    """To root nothing is read-only: be somebody else meanwhile."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(before)


@pytest.mark.parametrize("folder", [0o755, 0o555])
def test_s06_read_only_files_are_read(there: Path, folder: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        archive, more = place / "otters.db", place / "good.json"
        shutil.copy(there, archive)
        shutil.copy("good.json", more)
        archive.chmod(0o444)
        place.chmod(folder)
        before = archive.read_bytes()
        for command in COMMANDS:
            call("archive", command[0], there, *command[1:])  # Loads what it needs while that may be read.
        with as_nobody():
            assert call("archive", "list", archive).out.startswith("renege")
            assert call("archive", "verify", archive).code == 0
            done = call("archive", "add", archive, more)
        assert done.code == 5
        assert "cannot be written" in done.err
        assert archive.read_bytes() == before


def test_reading_never_writes(there: Path) -> None:
    before = there.read_bytes(), there.stat().st_mtime_ns
    for args in COMMANDS[:-1]:
        call("archive", args[0], there, *args[1:])
    assert (there.read_bytes(), there.stat().st_mtime_ns) == before
    with open_archive(str(there)) as archive, pytest.raises(Unusable):
        add_records(archive, [GOOD])


def test_connections_trust_nothing(there: Path) -> None:
    with open_archive(str(there)) as archive:
        for name, value in (
            ("trusted_schema", 0),
            ("foreign_keys", 1),
            ("cell_size_check", 1),
            ("mmap_size", 0),
        ):
            assert archive.value(f"PRAGMA {name}") == value, name


@pytest.mark.parametrize("sql", [sql for (sql,) in EDITS["What the tables refuse"]])
def test_the_tables_hold_their_own(there: Path, sql: str) -> None:
    before = dump(there)
    with open_archive(str(there), write=True) as archive, pytest.raises(sqlite3.IntegrityError):
        archive.conn.execute(sql)
    assert dump(there) == before


def test_what_is_read_is_of_one_moment(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer waits for who reads, and who reads sees nothing of it; no half of an archive is taken for damage."""
    monkeypatch.setattr(database, "SILENT", 20)
    monkeypatch.setattr(database, "PATIENT", 50)
    with open_archive(str(there)) as reading:
        before = checkpoint_line(reading)
        with open_archive(str(there), write=True) as writing, pytest.raises(Unusable, match="in use"):
            add_records(writing, [GOOD])
        assert list(complaints(reading)) == []
        assert checkpoint_line(reading) == before
    with open_archive(str(there)) as opened:
        copy = opened.copy()
    with copy, open_archive(str(there), write=True) as writing:
        assert add_records(writing, [GOOD]).new == 1, "who looks through a copy holds nobody up"
        assert list(complaints_of(copy)) == []
        assert checkpoint_line(copy) == before
    assert call("archive", "verify", there).code == 0


@pytest.mark.full
def test_every_command_beside_a_running_add(there: Path) -> None:
    """Batches of one come in all the time; nothing that reads says that the archive is damaged."""
    more = [record_data(record) for record in simulate_hands(5, at_random(10, 120))]
    (there.parent / "more.jsonl").write_bytes(b"".join(map(encode_record, more)))
    with subprocess.Popen(
        [*COMMAND, "archive", "add", str(there), "more.jsonl", "--batch", "1"],
        env=environment(),
        cwd=there.parent,
    ) as adding:
        rounds = 0
        while adding.poll() is None or not rounds:
            for args in (*COMMANDS[:-2], ["check", "otters.db"], ["archive", "export", "otters.db", "-"]):
                done = (
                    call(*args)
                    if args[0] in ("check", "archive")
                    else call("archive", args[0], there, *args[1:])
                )
                assert done.code in (0, 1), (args, done)
                assert "restore" not in done.err
                assert args[0] == "check" or done.code == 0, (args, done)
            rounds += 1
        assert adding.returncode == 0
    assert call("archive", "verify", there).code == 0


def test_a_checkpoint_is_not_printed_unless_it_is_that_of_the_log(there: Path) -> None:
    for (edit,) in EDITS["Checkpoints that are not those of the log"]:
        copy = there.parent / "copy.db"
        copy.write_bytes(by_sql(there.read_bytes(), edit))
        assert copy.read_bytes() != there.read_bytes()
        for args in (["archive", "checkpoint"], ["score"], ["archive", "stats"]):
            done = call(*args, copy)
            assert (done.code, done.out) == (5, ""), (edit, args)
            assert "checkpoint" in done.err or "damaged" in done.err


def warnings(path: Path) -> list[str]:
    before = [place.lstat().st_mode for place in (path, path.resolve(), path.parent, path.resolve().parent)]
    done = call("score", path)
    assert done.code == 0
    assert "otters 1 " in done.out
    assert before == [
        place.lstat().st_mode for place in (path, path.resolve(), path.parent, path.resolve().parent)
    ]
    return done.err.splitlines()


def test_p04_an_archive_of_ones_own_is_no_reason_to_warn(there: Path) -> None:
    assert warnings(there) == []


def test_p04_a_link(there: Path) -> None:
    link = there.parent / "link.db"
    link.symlink_to(there)
    [text] = warnings(link)
    assert text.startswith(f"warning: {link} is a link to {there}: ")


@pytest.mark.parametrize("mode", [0o777, 0o1777, 0o703])
def test_p04_a_folder_that_anybody_may_write_to(there: Path, mode: int) -> None:
    """Also one like /tmp, where nobody can take away a file but anybody can put a journal beside it."""
    there.parent.chmod(mode)
    [text] = warnings(there)
    assert text.startswith(f"warning: {there} is in a folder that anyone may write to, ")


def test_p04_a_link_into_a_folder_that_anybody_may_write_to(there: Path, tmp_path: Path) -> None:
    safe, link = tmp_path / "safe", tmp_path / "safe" / "link.db"
    safe.mkdir()
    link.symlink_to(there)
    tmp_path.chmod(0o777)
    assert [" is a link " in text or " is in a folder " in text for text in warnings(link)] == [True, True]


def test_p04_an_archive_of_somebody_else(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(doubts(str(there))) == []
    monkeypatch.setattr(os, "geteuid", lambda: there.stat().st_uid + 1)
    [text] = doubts(str(there))
    assert text.startswith("belongs to someone else, who may change it")
    assert call("archive", "verify", there).code == 0


def test_p04_a_terminal_is_not_written_to_by_the_name_of_a_file(there: Path) -> None:
    link = there.parent / "a\x1b[31mb.db"
    link.symlink_to(there)
    assert "\x1b" not in "".join(warnings(link))


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
