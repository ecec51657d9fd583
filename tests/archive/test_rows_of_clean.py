"""The rows that are made in columns are those that a ruling gives, and no edit passes because they are."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, Final

import pytest

from clabber_audit.archive import verify
from clabber_audit.archive.database import Archive, Packer, fresh_dictionary, open_archive
from clabber_audit.archive.rows import rows, rows_of_clean
from clabber_audit.archive.verify import CheckedEntry, Share, StoredEntry, check_share, complaints_of
from clabber_audit.games.parse import read
from clabber_audit.judge.judge import adjudicate
from clabber_audit.records.canonical import canonical, record_data
from clabber_audit.rules.bound_ruleset import law_of
from clabber_audit.rules.screen.hands import Screen
from clabber_audit.simulate.seasons import simulated
from tests import mutants
from tests.archive.shelves import shelf
from tests.rules import OF_BID_EUCHRE, OF_CLABBER
from tests.scale import at_random

MUTANTS: Final = at_random(200, 10_000, share=25)
#: What a hand says of where it is from.
TOLD: Final[dict[str, Any]] = {
    "context": {"league": "Otter Creek", "season": "2026", "date": "2026-01-22", "round": 3, "hand": 4},
    "source": {"kind": "newspaper", "citation": "Evening Example", "date_as_written": "Jan 22", "note": "torn"},
    "remarks": ["a wet table", "the lamp went out"],
}


def text_of(ruleset: str) -> str:
    """A ruleset as archives keep it."""
    return canonical(law_of(ruleset).ruleset.as_data())


def records(seed: int) -> Iterator[dict[str, Any]]:
    """Hands with and without what only some say."""
    for number, record in enumerate(simulated(seed, 60)):
        yield {**record_data(record), **(TOLD if number % 3 else {})}


@pytest.mark.parametrize("ruleset", OF_CLABBER)
def test_rows_made_in_columns_are_those_of_the_ruling(ruleset: str) -> None:
    texts = [canonical(record).encode() for record in records(7)]
    for line in mutants.lines(11, MUTANTS):
        try:
            texts.append(canonical(json.loads(line)).encode())
        except ValueError:
            texts.append(line)
    made = dict(rows_of_clean(texts, text_of(ruleset)))
    for place, found in made.items():
        due = rows(adjudicate(read(texts[place]), law_of(ruleset)))
        assert repr(tuple(map(list, found))) == repr(tuple(map(list, due)))
    assert len(made) > len(texts) // 10
    for outcome in ("scored", "passed_out"):
        assert any(outcome in found.hand for found in made.values())


def test_what_is_made_in_columns_is_written_canonically() -> None:
    texts = list(mutants.lines(12, MUTANTS))
    for place, _ in rows_of_clean(texts, text_of("ecl-1992")):
        assert canonical(json.loads(texts[place])).encode() == texts[place]
    (record,) = simulated(1, 1)
    data = record_data(record)
    assert dict(rows_of_clean([canonical(data).encode()], text_of(record.ruleset)))
    in_order = json.dumps(data, separators=(",", ":")).encode()
    assert not dict(rows_of_clean([in_order, canonical(data).encode() + b" "], text_of(record.ruleset)))


def test_other_games_have_no_columns() -> None:
    (record,) = simulated(1, 1)
    assert not dict(rows_of_clean([canonical(record_data(record)).encode()], text_of(OF_BID_EUCHRE[0])))


def shares_in(archive: Archive) -> list[Share]:
    kept = list[Share]()

    def looking(look: Callable[[Share], list[CheckedEntry]], shares: Iterable[Share]) -> Iterator[CheckedEntry]:
        for share in shares:
            kept.append(share)
            yield from look(share)

    with archive.copied() as copy:
        assert list(complaints_of(copy, (), looking)) == []
    return kept


@pytest.fixture(scope="module")
def share(tmp_path_factory: pytest.TempPathFactory) -> Share:
    """Entries of hands that are all certainly clean, with melds among them."""
    clean = simulated(5, 12, irregular=0, claims=0)
    path = shelf(tmp_path_factory.mktemp("clean"), [{**record_data(record), **TOLD} for record in clean])
    with open_archive(str(path)) as archive:
        (whole,) = shares_in(archive)
    assert any(stored.parts for stored in whole.entries)
    return whole


@pytest.fixture
def no_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks the judge fails."""

    def fail(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(verify, "adjudicate", fail)


def wrong(share: Share, *entries: StoredEntry) -> list[str]:
    return [one.text for found in check_share(share._replace(entries=entries)) for one in found.complaints]


@pytest.mark.usefixtures("no_judge")
def test_no_value_beside_a_clean_hand_can_be_another(share: Share) -> None:
    assert wrong(share, *share.entries) == []
    edited = list[StoredEntry]()
    for stored in share.entries:
        assert stored.hand
        # The numbers of a hand, of its entry and of its ruleset are looked at beside the log.
        edited += (stored._replace(hand=row) for row in edits(stored.hand, 3))
        edited.append(stored._replace(hand=(*stored.hand[:2], 2, *stored.hand[3:])))
        edited.append(stored._replace(sha256=bytes(32)))
        melds = stored.parts.get("melds", [])
        for number, row in enumerate(melds):
            edited += (
                stored._replace(parts={"melds": [*melds[:number], *others, *melds[number + 1 :]]})
                for others in ([], [row, row], *([other] for other in edits(row)))
            )
        edited.append(stored._replace(parts={"melds": melds, "findings": [(stored.seq, 0)]}))
    assert [
        one
        for one, found in zip(edited, check_share(share._replace(entries=edited)), strict=True)
        if not found.complaints
    ] == []


def edits(row: Sequence[Any], first: int = 1) -> Iterator[tuple[Any, ...]]:
    """A row with each value from the first on that is wanted set to something else."""
    for column, value in list(enumerate(row))[first:]:
        yield from ((*row[:column], other, *row[column + 1 :]) for other in others(value))


def others(value: Any) -> Sequence[Any]:
    if isinstance(value, int):
        return value + 1, float(value), str(value), None
    if isinstance(value, bytes):
        return value + b"\0", value[1:], None
    return (0, "x", "") if value is None else (f"{value}x", None, value.encode())


def test_every_flipped_bit_of_a_packed_entry_is_seen(share: Share) -> None:
    stored = share.entries[0]
    (whole,) = check_share(share._replace(entries=[stored]))
    flipped = []
    for place in range(8 * len(stored.packed)):
        packed = bytearray(stored.packed)
        packed[place // 8] ^= 1 << place % 8
        flipped.append(stored._replace(packed=bytes(packed)))
    unseen = 0
    for found in check_share(share._replace(entries=flipped)):
        # What says when a hand was added is seen in the tree alone; the same bytes deflated otherwise are no edit.
        unseen += not (found.complaints or found.entry != whole.entry)
        assert (found.leaf == whole.leaf) == (not found.complaints and found.entry == whole.entry)
    assert unseen < len(flipped) // 1_000


def test_the_bits_behind_the_end_of_what_is_deflated_are_looked_at() -> None:
    packer, random, loose = Packer(fresh_dictionary()), Random(3), 0
    for length in range(1, 120):
        data = random.randbytes(length)
        packed = packer.pack(data)
        assert packer.unpack(packed, tight=True) == data
        for bit in range(8):
            edited = packed[:-1] + bytes([packed[-1] ^ 1 << bit])
            try:
                loose += packer.unpack(edited) == data
            except (ValueError, zlib.error):
                continue
            if packer.unpack(edited) == data:
                with pytest.raises(ValueError, match="behind the end"):
                    packer.unpack(edited, tight=True)
        with pytest.raises(ValueError, match="after their end"):
            packer.unpack(packed + b"\0", tight=True)
        with pytest.raises(ValueError, match="before it"):
            packer.unpack(packed[:-1], tight=True)
    assert loose > 100


def test_without_a_screen_the_judge_says_the_same(share: Share, monkeypatch: pytest.MonkeyPatch) -> None:
    edited = [
        stored._replace(hand=(*stored.hand[:8], "x", *stored.hand[9:])) for stored in share.entries if stored.hand
    ]
    with_screen = check_share(share), check_share(share._replace(entries=edited))
    monkeypatch.setattr(verify, "screen_pays", lambda _count: False)
    assert (check_share(share), check_share(share._replace(entries=edited))) == with_screen


def test_a_bug_in_the_screen_leaves_all_to_the_judge(share: Share, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(Screen, "settled", fail)
    assert wrong(share, *share.entries) == []
    monkeypatch.setenv("CLABBER_DEBUG", "1")
    with pytest.raises(RuntimeError):
        check_share(share)
