"""No value of a hand, and no bit of an entry, can change without a complaint."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clabber_audit.archive.database import Packer, build_dictionary, open_archive
from clabber_audit.archive.verify import CheckedEntry, EntryShare, StoredEntry, check_share, complaints_of
from tests.archive.edited import MADE
from tests.scale import at_scale


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


def test_no_value_can_be_another(share: EntryShare) -> None:
    """In any table that is made of the log, and no row may be missing, or there twice."""
    edited = list[StoredEntry]()
    for stored in share.entries:
        tables = stored.rows or {}
        for table, rows in tables.items():
            for number, row in enumerate(rows):
                # The number of a hand, its entry and its ruleset are checked against the log elsewhere.
                others = [[other] for other in edits(row, 3 if table == "hands" else 1)]
                for other in (*others, *([] if table == "hands" else ([], [row, row]))):
                    changed = {table: [*rows[:number], *other, *rows[number + 1 :]]}
                    edited.append(stored._replace(rows=tables | changed))
        if "hands" in tables:
            edited.append(
                stored._replace(rows=tables | {"findings": [*tables.get("findings", []), (stored.seq, 9)]})
            )
        edited.append(stored._replace(sha256=bytes(32)))
    checked = check_share(share._replace(entries=edited))
    assert [one for one, result in zip(edited, checked, strict=True) if not result.complaints] == []


def edits(row: Sequence[Any], first: int) -> Iterator[tuple[Any, ...]]:
    """Yield a row with each value from the first on set to something else."""
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
        # The time of adding shows in the tree alone; the same bytes deflated otherwise are no edit.
        missed += not (found.complaints or found.entry != whole.entry)
        assert (found.leaf == whole.leaf) == (not found.complaints and found.entry == whole.entry)
    # One bit in three thousand is of no use to what deflates, and may be among the tried ones.
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
