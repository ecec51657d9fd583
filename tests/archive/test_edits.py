"""No value of a hand, and no bit of an entry, can change without a complaint."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, Final

import pytest

from clabber_audit.archive.database import Packer, fresh_dictionary, open_archive
from clabber_audit.archive.verify import CheckedEntry, EntryShare, StoredEntry, check_share, complaints_of
from clabber_audit.records.formats import record_data
from clabber_audit.simulate.seasons import simulate_hands
from tests.archive.shelves import shelf
from tests.scale import scaled

#: Where a hand was played and recorded.
ORIGIN: Final[dict[str, Any]] = {
    "context": {"league": "Otter Creek", "season": "2026", "date": "2026-01-22", "round": 3, "hand": 4},
    "source": {
        "kind": "newspaper",
        "citation": "Evening Example",
        "date_as_written": "Jan 22",
        "note": "torn",
    },
    "remarks": ["a wet table", "the lamp went out"],
}


@pytest.fixture(scope="module")
def share(tmp_path_factory: pytest.TempPathFactory) -> EntryShare:
    """Entries of an archive without complaints, with melds among them."""
    records = [
        {**record_data(record), **ORIGIN}
        for record in simulate_hands(5, scaled(4, 12), irregular=0, claims=0)
    ]
    shares = list[EntryShare]()

    def run(
        check: Callable[[EntryShare], list[CheckedEntry]], parts: Iterable[EntryShare]
    ) -> Iterator[CheckedEntry]:
        for part in parts:
            shares.append(part)
            yield from check(part)

    path = shelf(tmp_path_factory.mktemp("edits"), records)
    with open_archive(str(path)) as archive, archive.copy() as copy:
        assert list(complaints_of(copy, (), run)) == []
    (whole,) = shares
    assert any("melds" in (stored.rows or {}) for stored in whole.entries)
    return whole


def test_no_value_of_a_hand_can_be_another(share: EntryShare) -> None:
    edited = list[StoredEntry]()
    for stored in share.entries:
        assert stored.rows
        rows = stored.rows
        (hand,), melds = rows["hands"], rows.get("melds", [])
        # The numbers of a hand, its entry and its ruleset are checked against the log elsewhere.
        edited += (stored._replace(rows=rows | {"hands": [row]}) for row in edits(hand, 3))
        edited.append(stored._replace(rows=rows | {"hands": [(*hand[:2], 2, *hand[3:])]}))
        edited.append(stored._replace(sha256=bytes(32)))
        for number, row in enumerate(melds):
            edited += (
                stored._replace(rows=rows | {"melds": [*melds[:number], *others, *melds[number + 1 :]]})
                for others in ([], [row, row], *([other] for other in edits(row)))
            )
        edited.append(stored._replace(rows=rows | {"findings": [(stored.seq, 0)]}))
    checked = check_share(share._replace(entries=edited))
    assert [one for one, result in zip(edited, checked, strict=True) if not result.complaints] == []


def edits(row: Sequence[Any], first: int = 1) -> Iterator[tuple[Any, ...]]:
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
    for place in range(0, 8 * len(stored.packed), scaled(7, 1)):
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
    packer, random, loose = Packer(fresh_dictionary()), Random(3), 0
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
