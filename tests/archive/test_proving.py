"""Tests that `verify` finds every single edit of an archive, and raises no false alarm."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clabber_audit.archive.database import Packer, build_dictionary, open_archive
from clabber_audit.archive.search import checkpoint_line
from clabber_audit.archive.verify import CheckedEntry, EntryShare, StoredEntry, check_share, complaints_of
from clabber_audit.cli.archive import prove
from clabber_audit.core.errors import Unusable
from clabber_audit.records.formats import record_data
from clabber_audit.simulate.seasons import simulate_hands
from tests.archive.archives import add_records, dump, make_archive
from tests.archive.damage import (
    IN_KEPT,
    IN_MADE,
    KEPT,
    MADE,
    edit,
    list_complaints,
    list_edits,
    pages,
    rows,
)
from tests.cli import call
from tests.scale import at_random, at_scale


@pytest.mark.full
def test_every_changed_value_and_deleted_row_is_found(whole: Path, damaged: Path) -> None:
    """One in eight in CI; `test_every_changed_derived_value_is_found` tries all derived tables."""
    count = 0
    tried = list(list_edits(whole, (*KEPT, *MADE)))[:: at_scale(16, 1, ci=8)]
    for statement in tried:
        damaged.write_bytes(whole.read_bytes())
        if edit(damaged, statement):
            count += 1
            assert list_complaints(damaged), statement
    assert count > len(tried) // 2


@pytest.mark.parametrize("insert", [*IN_KEPT, *IN_MADE])
def test_inserted_and_swapped_rows_are_found(damaged: Path, insert: str) -> None:
    assert edit(damaged, insert)
    assert list_complaints(damaged), insert


def test_flipped_bits_are_found(whole: Path, damaged: Path) -> None:
    """A flip in the unused part of a page changes nothing."""
    data, expected, random, changed = whole.read_bytes(), dump(whole), Random(1), 0
    parts = [*pages(data), *rows(data)][:: at_scale(8, 1, ci=3)]
    places = [random.choice(part) for part in parts for _ in range(at_random(1, 4))]
    for place in places:
        flipped = bytearray(data)
        flipped[place] ^= 1 << place % 8
        damaged.write_bytes(flipped)
        alarm = list_complaints(damaged)
        try:
            same = dump(damaged) == expected
        except (Unusable, sqlite3.Error, UnicodeDecodeError):
            same = False
        changed += not same
        assert same or alarm, place
    assert changed > len(places) // 4


@pytest.mark.full
def test_intact_archives_raise_no_alarm(tmp_path: Path) -> None:
    records = [record_data(record) for record in simulate_hands(5, 60, irregular=0.2)]
    for number, sizes in enumerate(([60], [1] * 60, [7] * 9, [59, 1])):
        path = make_archive(tmp_path, [], f"a{number}.db")
        rest = list(records)
        with open_archive(str(path), write=True) as archive:
            for size in sizes:
                add_records(archive, rest[:size])
                rest = rest[size:]
        assert list_complaints(path) == []
        with closing(sqlite3.connect(path)) as conn:
            conn.execute("VACUUM")
        assert list_complaints(path) == []


def test_x02_checkpoints(tmp_path: Path) -> None:
    records = [record_data(record) for record in simulate_hands(5, 9)]
    path, papers = make_archive(tmp_path, []), []
    with open_archive(str(path), write=True) as archive:
        for record in records:
            papers.append(checkpoint_line(archive))
            add_records(archive, [record])
        papers.append(checkpoint_line(archive))
    assert len(set(papers)) == 10
    # Older checkpoints, the newest, and that of size 0 match.
    assert list_complaints(path, *papers) == []
    # A newer checkpoint than the archive: entries are missing.
    (tmp_path / "short").mkdir()
    short = make_archive(tmp_path / "short", records[:4])
    assert list_complaints(short, papers[4]) == []
    assert any("5 entries, the archive has 4" in line for line in list_complaints(short, papers[5]))
    # The same size in another order: the first differing size is reported.
    (tmp_path / "y").mkdir()
    swapped = make_archive(tmp_path / "y", [records[0], records[2], records[1], *records[3:]])
    complaints_ = list_complaints(swapped, *papers)
    assert complaints_[0].startswith("the first 2 entries are not those")
    # A checkpoint of another archive.
    other = make_archive(tmp_path, records, "foxes.db")
    assert any(
        "of the archive “otters”, this one is “foxes”" in line for line in list_complaints(other, papers[9])
    )
    # Mistyped.
    wrong = papers[9][:-3] + ("0" if papers[9][-3] != "0" else "1") + papers[9][-2:]
    assert call("archive", "verify", path, "--checkpoint", wrong).failed(5, "mistyped")


@pytest.mark.full
def test_several_processes_give_the_same_result(damaged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert edit(damaged, "UPDATE hands SET remarks = 'x'; UPDATE claims SET at = 'x'; DELETE FROM melds")
    alone = call("archive", "verify", damaged, "--jobs", "1")
    monkeypatch.setattr(prove, "_FEW", 0)
    assert call("archive", "verify", damaged, "--jobs", "2") == alone
    assert (alone.code, alone.out.count("claims: "), alone.out.count("hands: ")) == (1, 1, 4)


@pytest.fixture(scope="module")
def share(whole: Path) -> EntryShare:
    """Entries of an archive without complaints."""
    shares = list[EntryShare]()

    def run(
        check: Callable[[EntryShare], list[CheckedEntry]], parts: Iterable[EntryShare]
    ) -> Iterator[CheckedEntry]:
        for part in parts:
            shares.append(part)
            yield from check(part)

    with open_archive(str(whole)) as archive, archive.copy() as copy:
        assert list(complaints_of(copy, (), run)) == []
    (entries,) = shares
    assert {*chain.from_iterable(stored.rows or {} for stored in entries.entries)} == {*MADE} - {"decisions"}
    return entries


def test_every_changed_derived_value_is_found(share: EntryShare) -> None:
    """Also every missing or duplicate row of the tables derived from the log."""
    edited = list[StoredEntry]()
    for stored in share.entries:
        tables = stored.rows or {}
        for table, stored_rows in tables.items():
            for number, row in enumerate(stored_rows):
                # The number of a hand, its entry and its ruleset are checked against the log elsewhere.
                others = [[other] for other in changed_rows(row, 3 if table == "hands" else 1)]
                for other in (*others, *([] if table == "hands" else ([], [row, row]))):
                    changed = {table: [*stored_rows[:number], *other, *stored_rows[number + 1 :]]}
                    edited.append(stored._replace(rows=tables | changed))
        if "hands" in tables:
            edited.append(
                stored._replace(rows=tables | {"findings": [*tables.get("findings", []), (stored.seq, 9)]})
            )
        edited.append(stored._replace(sha256=bytes(32)))
    checked = check_share(share._replace(entries=edited))
    assert [one for one, result in zip(edited, checked, strict=True) if not result.complaints] == []


def changed_rows(row: Sequence[Any], first: int) -> Iterator[tuple[Any, ...]]:
    """Yield a row with each value from the first on replaced."""
    for column, value in list(enumerate(row))[first:]:
        yield from ((*row[:column], other, *row[column + 1 :]) for other in replacements(value))


def replacements(value: Any) -> Sequence[Any]:
    """Return other values, of the same type and of others."""
    if isinstance(value, int):
        return value + 1, float(value), str(value), None
    if isinstance(value, bytes):
        return value + b"\0", value[1:], None
    return (0, "x", "") if value is None else (f"{value}x", None, value.encode())


def test_every_flipped_bit_of_an_entry_is_found(share: EntryShare) -> None:
    stored = share.entries[0]
    (whole,) = check_share(share._replace(entries=[stored]))
    flipped = []
    for place in range(0, 8 * len(stored.packed), at_scale(7, 1)):
        packed = bytearray(stored.packed)
        packed[place // 8] ^= 1 << place % 8
        flipped.append(stored._replace(packed=bytes(packed)))
    missed = 0
    for found in check_share(share._replace(entries=flipped)):
        # Only the tree covers the time of adding; other compression of the same bytes is no edit.
        missed += not (found.complaints or found.entry != whole.entry)
        assert (found.leaf == whole.leaf) == (not found.complaints and found.entry == whole.entry)
    # One bit in three thousand has no effect on decompression, and may be among those flipped.
    assert missed < max(2, len(flipped) // 1_000)


def test_the_bits_after_the_end_of_a_stream_are_checked() -> None:
    packer, random, loose = Packer(build_dictionary()), Random(3), 0
    for length in range(1, 120):
        data = random.randbytes(length)
        packed = packer.pack(data)
        assert packer.unpack(packed, tight=True) == data
        for bit in range(8):
            edited = packed[:-1] + bytes([packed[-1] ^ 1 << bit])
            try:
                same = packer.unpack(edited) == data
            except (ValueError, zlib.error):
                continue
            loose += same
            if same:
                with pytest.raises(ValueError, match="behind the end"):
                    packer.unpack(edited, tight=True)
        with pytest.raises(ValueError, match="after their end"):
            packer.unpack(packed + b"\0", tight=True)
        with pytest.raises(ValueError, match="before it"):
            packer.unpack(packed[:-1], tight=True)
    assert loose > 100
