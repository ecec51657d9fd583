"""A file with damaged pages is written anew from its log, where that is not on them; nobody uses it meanwhile."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from clabber_audit.archive import database
from clabber_audit.archive.database import open_archive
from clabber_audit.archive.verify import CheckedEntry, EntryShare, Staging, rebuild, run_alone
from tests.archive.edited import list_complaints
from tests.archive.shelves import dump_sorted, line_of
from tests.archive.spoiling import by_bytes, by_pages
from tests.cli import call
from tests.scale import at_random


def page_of(path: Path, name: str) -> slice:
    with closing(sqlite3.connect(path)) as conn:
        (size,) = conn.execute("PRAGMA page_size").fetchone()
        (page,) = conn.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    return slice(size * (page - 1), size * page)


def damage_pages(path: Path, name: str, junk: bytes = b"\xff") -> bytes:
    """Damage a table or an index and return the new bytes of the file."""
    data, page = bytearray(path.read_bytes()), page_of(path, name)
    data[page] = junk * (page.stop - page.start)
    path.write_bytes(data)
    return bytes(data)


@pytest.mark.parametrize(
    "name", ["hands", "findings", "words_data", "decisions", "hands_by_game", "log_by_hand"]
)
def test_damaged_pages_are_written_anew_where_the_log_is_not_among_them(
    whole: Path, spoilt: Path, name: str
) -> None:
    line = line_of(spoilt)
    data = damage_pages(spoilt, name)
    listed = call("archive", "list", spoilt)
    assert (listed.code, "archive rebuild repairs it" in listed.err) == (5, True)
    would = call("archive", "rebuild", spoilt, "--dry-run")
    assert (would.code, "would be rewritten" in would.err) == (1, True)
    assert spoilt.read_bytes() == data
    done = call("archive", "rebuild", spoilt)
    assert (done.code, done.out) == (0, would.out)
    assert (list_complaints(spoilt, line), dump_sorted(spoilt)) == ([], dump_sorted(whole))


@pytest.mark.parametrize("name", ["log", "growth", "rulesets", "about"])
def test_damaged_pages_of_what_all_else_is_made_from_are_not_mended(spoilt: Path, name: str) -> None:
    data = damage_pages(spoilt, name)
    for options in ([], ["--dry-run"]):
        done = call("archive", "rebuild", spoilt, *options)
        assert (done.code, done.out, "from a backup" in done.err) == (5, "", True)
        assert "repairs it" not in done.err
    assert spoilt.read_bytes() == data


def test_nobody_else_writes_while_damaged_pages_are_written_anew(
    spoilt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "SILENT", 20)
    monkeypatch.setattr(database, "PATIENT", 50)
    with closing(sqlite3.connect(spoilt, isolation_level=None)) as other:
        data, looks = damage_pages(spoilt, "hands"), 0
        other.execute("BEGIN IMMEDIATE")
        done = call("archive", "rebuild", spoilt)
        assert (done.code, "in use by another program" in done.err) == (5, True)
        other.execute("ROLLBACK")
        assert spoilt.read_bytes() == data

        def looking_on(
            look: Callable[[EntryShare], list[CheckedEntry]], shares: Iterable[EntryShare]
        ) -> Iterator[CheckedEntry]:
            nonlocal looks
            looks += 1
            other.execute("PRAGMA busy_timeout = 0")
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("BEGIN IMMEDIATE")
            return run_alone(look, shares)

        with open_archive(str(spoilt), write=True, broken=True) as archive, Staging() as staging:
            rebuild(archive, staging, looking_on)
        assert looks
        assert list_complaints(spoilt) == []


def test_whatever_happened_to_the_file_it_fits_afterwards_or_is_as_it_was(whole: Path, spoilt: Path) -> None:
    random, fitting, codes = Random(9), dump_sorted(whole), Counter[int]()
    for number in range(at_random(12, 200)):
        data = random.choice((by_bytes, by_pages))(whole.read_bytes(), random)
        spoilt.write_bytes(data)
        would, done = (call("archive", "rebuild", spoilt, *options) for options in (["--dry-run"], []))
        codes[done.code] += 1
        assert (would.code == 5) == (done.code == 5), number
        if done.code == 0:
            assert (dump_sorted(spoilt), list_complaints(spoilt)) == (fitting, []), number
        else:
            assert (done.code, spoilt.read_bytes()) == (5, data), number
    assert codes[0]
    assert codes[5]
