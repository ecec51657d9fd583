"""Tests of `archive rebuild`: exactly the rows that differ from the log are rewritten, completely or not at all."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from clabber_audit.archive import database
from clabber_audit.archive.database import open_archive
from clabber_audit.archive.search import history, search_hands
from clabber_audit.archive.verify import CheckedEntry, EntryShare, Staging, rebuild, run_alone
from clabber_audit.cli.archive import prove
from clabber_audit.core.errors import Unusable
from tests.archive.archives import add_records, dump_sorted, make_archive, read_checkpoint
from tests.archive.damage import (
    EDITS,
    IN_KEPT,
    IN_MADE,
    KEPT,
    MADE,
    damage_by_sql,
    damage_bytes,
    damage_pages,
    edit,
    list_complaints,
    list_damaging_statements,
    list_edits,
    run_sql,
)
from tests.archive.test_bid_euchre import CLUBS
from tests.archive.test_opening import OLD, PAPERS, read_only_copy
from tests.cli import CLAIMED, GOOD, RENEGE, call, copy_with
from tests.scale import at_random, at_scale


def rebuild_and_count(path: Path) -> int:
    """Rebuild an archive, which must verify then, and return the number of rows changed."""
    with open_archive(str(path), write=True, broken=True) as archive, Staging() as staging:
        rebuild(archive, staging)
        count = sum(map(len, staging.batches()))
    assert list_complaints(path) == []
    return count


def test_edits_of_derived_tables_are_undone(whole: Path, damaged: Path) -> None:
    before, tried, count = dump_sorted(whole), list(list_edits(whole, MADE))[:: at_scale(60, 20)], 0
    for statement in [*tried, *IN_MADE]:
        damaged.write_bytes(whole.read_bytes())
        if edit(damaged, statement):
            count += 1
            assert rebuild_and_count(damaged) > 0, statement
            assert dump_sorted(damaged) == before, statement
    assert count > len(tried) // 2


def test_invalid_values_and_a_useless_word_index_are_rebuilt(whole: Path, damaged: Path) -> None:
    before, data = dump_sorted(whole), whole.read_bytes()
    statements = list(list_damaging_statements(data))
    strange = [one for one in statements if any(f" {table} SET " in one for table in MADE)]
    words = [one for one in statements if "words_" in one][:: at_scale(8, 3)]
    for statement in (*Random(6).sample(strange, at_random(6, 100)), *words):
        damaged.write_bytes(damage_by_sql(data, statement))
        rebuild_and_count(damaged)
        assert dump_sorted(damaged) == before, statement
    assert call("archive", "search", damaged, "seven").out.startswith("good")


@pytest.mark.parametrize(("statement", "said"), EDITS["Derived tables, indexes and views taken away"])
def test_missing_tables_are_made_again(whole: Path, damaged: Path, statement: str, said: str) -> None:
    run_sql(damaged, statement)
    assert call("archive", "verify", damaged).failed(5, said)
    assert call("archive", "rebuild", damaged, "--dry-run").code == 1
    done = call("archive", "rebuild", damaged)
    assert done.code == 0
    assert said in done.err
    assert dump_sorted(damaged) == dump_sorted(whole)
    assert list_complaints(damaged) == []


def test_rows_without_a_number_are_reported_without_one(damaged: Path) -> None:
    run_sql(damaged, "DELETE FROM hands")
    complaints = list_complaints(damaged)
    assert "claims: a row belongs to a row of hands that is not there" in complaints
    assert not [complaint for complaint in complaints if "None" in complaint]


def test_growth_that_differs_is_reported_by_its_entry(whole: Path, damaged: Path) -> None:
    damaged.write_bytes(damage_by_sql(whole.read_bytes(), "UPDATE growth SET peaks = x'' WHERE step = 1"))
    assert "growth: the log does not match its own record at entry 2" in list_complaints(damaged)


def test_edits_of_the_log_are_refused(whole: Path, damaged: Path) -> None:
    tried, count = list(list_edits(whole, KEPT))[:: at_scale(16, 4)], 0
    for statement in [*tried, *IN_KEPT]:
        damaged.write_bytes(whole.read_bytes())
        if edit(damaged, statement):
            count += 1
            before = damaged.read_bytes()
            with pytest.raises(Unusable) as refused:
                rebuild_and_count(damaged)
            assert "restore it from a backup" in refused.value.help, statement
            assert damaged.read_bytes() == before, statement
    assert count > len(tried) // 2


def test_hands_missing_in_the_word_index_are_reported(tmp_path: Path) -> None:
    """The pages of the index are intact; a search that is sent to another page finds nothing there."""
    random, letters = Random(25), "abcdefghijklmnopqrstuvwxyz"
    texts = [" ".join("".join(random.choices(letters, k=7)) for _ in range(60)) for _ in range(30)]
    path = make_archive(
        tmp_path, [copy_with(GOOD, id=f"h{number}", remarks=[text]) for number, text in enumerate(texts)]
    )
    whole, before = path.read_bytes(), dump_sorted(path)
    pages = r"SELECT segid, hex(term), pgno FROM words_idx ORDER BY term"
    with closing(sqlite3.connect(path)) as conn:
        rows = conn.execute(pages).fetchall()
    assert len(rows) > 3
    spoils = [
        "DELETE FROM words_idx",
        f"UPDATE words_idx SET pgno = {rows[-1][2]} WHERE term = x'{rows[1][1]}'",
    ]
    spoils += [f"DELETE FROM words_idx WHERE term = x'{term}'" for _, term, _ in rows]
    for spoil in spoils:
        path.write_bytes(whole)
        run_sql(path, spoil)
        with open_archive(str(path)) as archive:
            hidden = [text for text in texts if not list(search_hands(archive, text.split()[0]))]
        assert list_complaints(path) == ["words: the search index does not match the hands"], spoil
        assert hidden or spoil != spoils[0]
        assert call("archive", "verify", path).code == 1
        rebuild_and_count(path)
        assert dump_sorted(path) == before, spoil
        with open_archive(str(path)) as archive:
            assert all(list(search_hands(archive, text.split()[0])) for text in hidden)


def test_sides_are_rebuilt(tmp_path: Path) -> None:
    path = make_archive(tmp_path, [CLUBS, RENEGE])
    before = dump_sorted(path)
    for (spoil,) in EDITS["Sides of other games"]:
        assert edit(path, spoil)
        assert list_complaints(path)
        rebuild_and_count(path)
        assert dump_sorted(path) == before, spoil


def test_all_derived_tables_emptied(whole: Path, damaged: Path) -> None:
    """Rebuilding fills all tables, as after an update that cannot use the old rows."""
    before = read_checkpoint(damaged)
    assert edit(damaged, "".join(f"DELETE FROM {table};" for table in MADE))
    rebuild_and_count(damaged)
    assert dump_sorted(damaged) == dump_sorted(whole)
    assert list_complaints(damaged, before) == []
    with open_archive(str(damaged)) as archive:
        assert [version.by for version in history(archive, "good")] == [None, "Mae"]


def test_only_differing_rows_are_written(whole: Path, damaged: Path) -> None:
    def count_changes() -> int:
        with open_archive(str(damaged), write=True) as archive, Staging() as staging:
            before = archive.conn.total_changes
            rebuild(archive, staging)
            return archive.conn.total_changes - before

    before = damaged.read_bytes(), damaged.stat().st_mtime_ns
    assert count_changes() == 0
    assert (damaged.read_bytes(), damaged.stat().st_mtime_ns) == before
    # One row deleted and one inserted; none in the word index, which has no scores.
    assert edit(damaged, "UPDATE hands SET ns_score = 7 WHERE hand = 1")
    assert count_changes() == 2
    assert edit(damaged, "DELETE FROM findings WHERE hand = 2")
    assert count_changes() == 1


#: Two tables of a hand, a hand, a decision, and a hand that the log does not have.
SPOIL = """
    UPDATE hands SET ns_score = 7 WHERE id = 'claimed';
    UPDATE findings SET penalty = 'note' WHERE hand = 2;
    DELETE FROM hands WHERE id = 'elsewhere';
    INSERT INTO melds SELECT 77, meld, seat, kind, cards, announced, shown FROM melds LIMIT 1;
    UPDATE decisions SET who = 'Nobody';
"""


@pytest.mark.full
def test_several_processes_rebuild_the_same(damaged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert edit(damaged, SPOIL)
    alone = call("archive", "rebuild", damaged, "--dry-run", "--jobs", "1")
    monkeypatch.setattr(prove, "_FEW", 0)
    assert call("archive", "rebuild", damaged, "--dry-run", "--jobs", "2") == alone


def test_index_that_contradicts_its_table_is_rebuilt(whole: Path, damaged: Path) -> None:
    hidden = "PRAGMA writable_schema = ON; {} PRAGMA writable_schema = OFF"
    with closing(sqlite3.connect(damaged)) as conn:
        where = "WHERE name = 'findings_by_player'"
        row = conn.execute(
            f"SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master {where}"
        ).fetchone()
        conn.executescript(hidden.format(f"DELETE FROM sqlite_master {where};"))
    # The index still has the old name.
    with closing(sqlite3.connect(damaged)) as conn:
        conn.executescript("UPDATE findings SET player = 'Zed'")
        conn.execute("PRAGMA writable_schema = ON")
        conn.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", row)
        conn.commit()
    assert any("findings_by_player" in line for line in list_complaints(damaged))
    assert "archive rebuild restores" in call("archive", "verify", damaged).err
    assert call("archive", "rebuild", damaged).printed(0, ": indexes: findings\n")
    assert (list_complaints(damaged), dump_sorted(damaged)) == ([], dump_sorted(whole))


def test_rebuild_upgrades_an_older_archive(tmp_path: Path) -> None:
    path = tmp_path / "otters.db"
    path.write_bytes(OLD)
    assert edit(path, "UPDATE hands SET north = 'Zed', ns_score = 1; DELETE FROM melds; DELETE FROM claims")
    before = path.read_bytes()
    would = call("archive", "rebuild", path, "--dry-run")
    assert (would.code, path.read_bytes()) == (1, before)
    assert call("archive", "rebuild", path).out == would.out
    assert list_complaints(path, *PAPERS) == []


def test_read_only_archive_is_reported_and_can_be_checked(damaged: Path) -> None:
    assert edit(damaged, SPOIL)
    assert call("archive", "rebuild", damaged, "--dry-run").code == 1
    with read_only_copy(damaged) as archive:
        assert call("archive", "rebuild", archive, "--dry-run").code == 1
        done = call("archive", "rebuild", archive)
        assert (done.code, done.out, "cannot be written" in done.err) == (5, "", True)


def while_hands_are_added(
    path: Path, records: Iterator[dict[str, object]]
) -> Callable[..., Iterator[CheckedEntry]]:
    """Return a function that checks an archive while another program adds one hand each time."""

    def look_through(
        look: Callable[[EntryShare], list[CheckedEntry]], shares: Iterable[EntryShare]
    ) -> Iterator[CheckedEntry]:
        with open_archive(str(path), write=True) as other:
            for record in islice(records, 1):
                assert add_records(other, [record]).new == 1
        return run_alone(look, shares)

    return look_through


def test_hands_added_meanwhile_are_kept(damaged: Path) -> None:
    assert edit(damaged, SPOIL)
    more = iter([copy_with(GOOD, id="sixth"), copy_with(CLAIMED, id="seventh")])
    with open_archive(str(damaged), write=True) as archive, Staging() as staging:
        fitting = rebuild(archive, staging, while_hands_are_added(damaged, more))
        # Two tables of one hand and one of each other place: no row is staged twice.
        assert sum(map(len, staging.batches())) == 5
    assert fitting.hands == 6
    assert (read_checkpoint(damaged), list_complaints(damaged)) == (fitting.line, [])


def test_rebuild_gives_up_if_others_keep_writing(damaged: Path) -> None:
    assert edit(damaged, SPOIL)
    endless = (copy_with(GOOD, id=f"more-{number}") for number in range(100))
    with (
        open_archive(str(damaged), write=True) as archive,
        Staging() as staging,
        pytest.raises(Unusable, match="is being written to by another program"),
    ):
        rebuild(archive, staging, while_hands_are_added(damaged, endless))
    assert any("claimed" in line for line in list_complaints(damaged))


def page_of(path: Path, name: str) -> slice:
    with closing(sqlite3.connect(path)) as conn:
        (size,) = conn.execute("PRAGMA page_size").fetchone()
        (page,) = conn.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    return slice(size * (page - 1), size * page)


def damage_pages_of(path: Path, name: str, junk: bytes = b"\xff") -> bytes:
    """Damage the pages of a table or an index and return the new bytes of the file."""
    data, page = bytearray(path.read_bytes()), page_of(path, name)
    data[page] = junk * (page.stop - page.start)
    path.write_bytes(data)
    return bytes(data)


@pytest.mark.parametrize(
    "name", ["hands", "findings", "words_data", "decisions", "hands_by_game", "log_by_hand"]
)
def test_damaged_pages_of_derived_tables_are_rewritten(whole: Path, damaged: Path, name: str) -> None:
    line = read_checkpoint(damaged)
    data = damage_pages_of(damaged, name)
    assert call("archive", "list", damaged).failed(5, "archive rebuild repairs it")
    would = call("archive", "rebuild", damaged, "--dry-run")
    assert (would.code, "would be rewritten" in would.err) == (1, True)
    assert damaged.read_bytes() == data
    done = call("archive", "rebuild", damaged)
    assert (done.code, done.out) == (0, would.out)
    assert (list_complaints(damaged, line), dump_sorted(damaged)) == ([], dump_sorted(whole))


@pytest.mark.parametrize("name", ["log", "growth", "rulesets", "about"])
def test_damaged_pages_of_the_log_are_not_repaired(damaged: Path, name: str) -> None:
    data = damage_pages_of(damaged, name)
    for options in ([], ["--dry-run"]):
        done = call("archive", "rebuild", damaged, *options)
        assert (done.code, done.out, "from a backup" in done.err) == (5, "", True)
        assert "repairs it" not in done.err
    assert damaged.read_bytes() == data


def test_writers_are_locked_out_while_pages_are_rewritten(
    damaged: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "SILENT", 20)
    monkeypatch.setattr(database, "PATIENT", 50)
    with closing(sqlite3.connect(damaged, isolation_level=None)) as other:
        data, looks = damage_pages_of(damaged, "hands"), 0
        other.execute("BEGIN IMMEDIATE")
        assert call("archive", "rebuild", damaged).failed(5, "in use by another program")
        other.execute("ROLLBACK")
        assert damaged.read_bytes() == data

        def check_that_writers_are_locked_out(
            look: Callable[[EntryShare], list[CheckedEntry]], shares: Iterable[EntryShare]
        ) -> Iterator[CheckedEntry]:
            nonlocal looks
            looks += 1
            other.execute("PRAGMA busy_timeout = 0")
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("BEGIN IMMEDIATE")
            return run_alone(look, shares)

        with open_archive(str(damaged), write=True, broken=True) as archive, Staging() as staging:
            rebuild(archive, staging, check_that_writers_are_locked_out)
        assert looks
        assert list_complaints(damaged) == []


def test_rebuild_of_random_damage_succeeds_or_changes_nothing(whole: Path, damaged: Path) -> None:
    random, fitting, codes = Random(9), dump_sorted(whole), Counter[int]()
    for number in range(at_random(12, 200)):
        data = random.choice((damage_bytes, damage_pages))(whole.read_bytes(), random)
        damaged.write_bytes(data)
        would, done = (call("archive", "rebuild", damaged, *options) for options in (["--dry-run"], []))
        codes[done.code] += 1
        assert (would.code == 5) == (done.code == 5), number
        if done.code == 0:
            assert (dump_sorted(damaged), list_complaints(damaged)) == (fitting, []), number
        else:
            assert (done.code, damaged.read_bytes()) == (5, data), number
    assert codes[0]
    assert codes[5]
