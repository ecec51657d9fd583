"""What is no archive, or a damaged, newer or hostile one, is refused with a message and exit code 5, and left alone."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from clabber_audit.archive import connection
from clabber_audit.archive.opening import create, open_archive
from clabber_audit.errors import Unusable, UsageError
from tests.archive.shelves import dump, put, shelf
from tests.cli import GOOD, RENEGE, call, changed, encoded

COMMANDS = (["list"], ["stats"], ["verify"], ["checkpoint"], ["search", "Ruth"], ["show", "good"], ["add", "good.json"])


def edited(path: Path, sql: str) -> None:
    """Change an archive behind the program's back."""
    with closing(sqlite3.connect(path)) as conn:
        conn.executescript(sql)


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.json").write_bytes(encoded(GOOD))
    return shelf(tmp_path, [RENEGE])


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-4096])


def page_spoilt(path: Path) -> None:
    """The header of the third page, which is a table's."""
    data = bytearray(path.read_bytes())
    data[2 * 4096 : 2 * 4096 + 8] = b"\xff" * 8
    path.write_bytes(data)


SPOILT: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (Path.unlink, "there is no archive"),
    "empty": (lambda path: path.write_bytes(b""), "is empty"),
    "text": (lambda path: path.write_text("clabber 1\nhand x\n"), "is no archive"),
    "other": (lambda path: edited(path, "PRAGMA application_id = 7"), "is an SQLite file of something else"),
    "newer": (lambda path: edited(path, "PRAGMA user_version = 99"), "was written by a newer version"),
    "truncated": (truncated, "damaged"),
    "page": (page_spoilt, "damaged"),
    "version 0": (lambda path: edited(path, "PRAGMA user_version = 0"), "is damaged"),
    "view": (lambda path: edited(path, "CREATE VIEW extra AS SELECT 1"), "is not laid out as an archive"),
    "trigger": (
        lambda path: edited(path, "CREATE TRIGGER t AFTER INSERT ON hands BEGIN DELETE FROM claims; END"),
        "is not laid out as an archive",
    ),
    "table": (lambda path: edited(path, "DROP TABLE claims"), "is not laid out as an archive"),
    "no triggers": (lambda path: edited(path, "DROP TRIGGER log_is_not_changed"), "is not laid out as an archive"),
}  # fmt: skip


@pytest.mark.parametrize("args", COMMANDS, ids=[args[0] for args in COMMANDS])
@pytest.mark.parametrize("name", SPOILT)
def test_s05_what_cannot_be_used_is_told(there: Path, name: str, args: list[str]) -> None:
    spoil, said = SPOILT[name]
    spoil(there)
    before = there.read_bytes() if there.exists() else None
    done = call("archive", args[0], there, *args[1:])
    assert done.code == 5
    assert said in done.err
    assert "Traceback" not in done.err
    assert not done.out
    assert (there.read_bytes() if there.exists() else None) == before


def test_what_sqlite_notes_about_indexes_does_no_harm(there: Path) -> None:
    edited(there, "ANALYZE")
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
        assert refused.value.why == "it is no regular file"


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
    monkeypatch.setattr(connection, "SILENT", 20)
    monkeypatch.setattr(connection, "PATIENT", 50)
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
        assert put(one, [GOOD]).new == 1
        assert put(two, [GOOD, changed(GOOD, id="third")])[:2] == (1, 1)
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
        put(archive, [GOOD])


def test_connections_trust_nothing(there: Path) -> None:
    with open_archive(str(there)) as archive:
        for name, value in (("trusted_schema", 0), ("foreign_keys", 1), ("cell_size_check", 1), ("mmap_size", 0)):
            assert archive.value(f"PRAGMA {name}") == value, name


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE hands SET hand = 'x'",
        "UPDATE hands SET round = 'third'",
        "UPDATE log SET sha256 = zeroblob(32)",
        "DELETE FROM log",
        "INSERT OR REPLACE INTO log VALUES (0, 0, zeroblob(32), x'')",
        "DELETE FROM growth",
        "DELETE FROM rulesets",
    ],
)
def test_the_tables_hold_their_own(there: Path, sql: str) -> None:
    """Types are strict, references hold, and the log only grows, also against our own mistakes."""
    before = dump(there)
    with open_archive(str(there), write=True) as archive, pytest.raises(sqlite3.IntegrityError):
        archive.db.execute(sql)
    assert dump(there) == before
