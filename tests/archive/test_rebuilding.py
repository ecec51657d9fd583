"""`archive rebuild` rewrites exactly what differs from the log, all or nothing; a file with damaged pages is written anew."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
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
from tests.archive.shelves import add_records, dump_sorted, line_of, shelf
from tests.archive.spoiling import (
    EDITS,
    IN_KEPT,
    IN_MADE,
    KEPT,
    MADE,
    by_bytes,
    by_pages,
    by_sql,
    edit,
    edits,
    list_complaints,
    run_sql,
    statements,
)
from tests.archive.test_bid_euchre import CLUBS
from tests.archive.test_opening import OLD, PAPERS, as_nobody
from tests.cli import CLAIMED, GOOD, RENEGE, call, copy_with
from tests.scale import at_random, at_scale


def rebuilt(path: Path) -> int:
    """Rebuild an archive; in how many places something else is now."""
    with open_archive(str(path), write=True, broken=True) as archive, Staging() as staging:
        rebuild(archive, staging)
        return sum(map(len, staging.batches()))


def test_whatever_was_edited_in_what_is_made_is_as_it_was(whole: Path, spoilt: Path) -> None:
    before, tried, count = dump_sorted(whole), list(edits(whole, MADE))[:: at_scale(60, 20)], 0
    for statement in [*tried, *IN_MADE]:
        spoilt.write_bytes(whole.read_bytes())
        if edit(spoilt, statement):
            count += 1
            assert rebuilt(spoilt) > 0, statement
            assert dump_sorted(spoilt) == before, statement
            assert list_complaints(spoilt) == [], statement
    assert count > len(tried) // 2


def test_values_that_no_table_could_hold_are_no_longer_there(whole: Path, spoilt: Path) -> None:
    before, data = dump_sorted(whole), whole.read_bytes()
    strange = [
        statement for statement in statements(data) if any(f" {table} SET " in statement for table in MADE)
    ]
    for statement in Random(6).sample(strange, at_random(6, 100)):
        spoilt.write_bytes(by_sql(data, statement))
        rebuilt(spoilt)
        assert (dump_sorted(spoilt), list_complaints(spoilt)) == (before, []), statement


def test_whatever_was_edited_in_what_it_is_made_from_is_refused(whole: Path, spoilt: Path) -> None:
    tried, count = list(edits(whole, KEPT))[:: at_scale(16, 4)], 0
    for statement in [*tried, *IN_KEPT]:
        spoilt.write_bytes(whole.read_bytes())
        if edit(spoilt, statement):
            count += 1
            before = spoilt.read_bytes()
            with pytest.raises(Unusable) as refused:
                rebuilt(spoilt)
            assert "restore it from a backup" in refused.value.help, statement
            assert spoilt.read_bytes() == before, statement
    assert count > len(tried) // 2


def test_an_index_of_words_that_is_of_no_use_at_all_is_made_anew(whole: Path, spoilt: Path) -> None:
    before = dump_sorted(whole)
    for statement in [statement for statement in statements(whole.read_bytes()) if "words_" in statement][
        :: at_scale(8, 3)
    ]:
        spoilt.write_bytes(by_sql(whole.read_bytes(), statement))
        rebuilt(spoilt)
        assert list_complaints(spoilt) == [], statement
        assert dump_sorted(spoilt) == before, statement
    assert call("archive", "search", spoilt, "seven").out.startswith("good")


def test_a_hand_that_a_search_would_not_find_is_told(tmp_path: Path) -> None:
    """The pages of the index stay whole; where a search is sent to another page, it finds nothing there."""
    random, letters = Random(25), "abcdefghijklmnopqrstuvwxyz"
    texts = [" ".join("".join(random.choices(letters, k=7)) for _ in range(60)) for _ in range(30)]
    path = shelf(
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
        rebuilt(path)
        assert (dump_sorted(path), list_complaints(path)) == (before, []), spoil
        with open_archive(str(path)) as archive:
            assert all(list(search_hands(archive, text.split()[0])) for text in hidden)


def test_sides_are_made_anew(tmp_path: Path) -> None:
    path = shelf(tmp_path, [CLUBS, RENEGE])
    before = dump_sorted(path)
    for (spoil,) in EDITS["Sides of other games"]:
        assert edit(path, spoil)
        assert list_complaints(path)
        rebuilt(path)
        assert (dump_sorted(path), list_complaints(path)) == (before, []), spoil


def test_all_at_once(whole: Path, spoilt: Path) -> None:
    """Without a row in any table that is made, as after an update of the program that reads nothing of the old ones."""
    before = line_of(spoilt)
    assert edit(spoilt, "".join(f"DELETE FROM {table};" for table in MADE))
    rebuilt(spoilt)
    assert dump_sorted(spoilt) == dump_sorted(whole)
    assert list_complaints(spoilt, before) == []
    with open_archive(str(spoilt)) as archive:
        assert [version.by for version in history(archive, "good")] == [None, "Mae"]


def test_only_what_differs_is_written(whole: Path, spoilt: Path) -> None:
    def changes() -> int:
        with open_archive(str(spoilt), write=True) as archive, Staging() as staging:
            before = archive.conn.total_changes
            rebuild(archive, staging)
            return archive.conn.total_changes - before

    before = spoilt.read_bytes(), spoilt.stat().st_mtime_ns
    assert changes() == 0
    assert (spoilt.read_bytes(), spoilt.stat().st_mtime_ns) == before
    # A row out and a row in; of the index of words nothing, which has no scores.
    assert edit(spoilt, "UPDATE hands SET ns_score = 7 WHERE hand = 1")
    assert changes() == 2
    assert edit(spoilt, "DELETE FROM findings WHERE hand = 2")
    assert changes() == 1


#: Two tables of a hand, a hand, a decision, and a hand that the log does not have.
SPOIL = """
    UPDATE hands SET ns_score = 7 WHERE id = 'claimed';
    UPDATE findings SET penalty = 'note' WHERE hand = 2;
    DELETE FROM hands WHERE id = 'elsewhere';
    INSERT INTO melds SELECT 77, meld, seat, kind, cards, announced, shown FROM melds LIMIT 1;
    UPDATE decisions SET who = 'Nobody';
"""


@pytest.mark.full
def test_several_processes_make_anew_what_one_does(spoilt: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert edit(spoilt, SPOIL)
    alone = call("archive", "rebuild", spoilt, "--dry-run", "--jobs", "1")
    monkeypatch.setattr(prove, "_FEW", 0)
    assert call("archive", "rebuild", spoilt, "--dry-run", "--jobs", "2") == alone


def test_an_index_that_does_not_fit_its_table_is_made_anew(whole: Path, spoilt: Path) -> None:
    hidden = "PRAGMA writable_schema = ON; {} PRAGMA writable_schema = OFF"
    with closing(sqlite3.connect(spoilt)) as conn:
        where = "WHERE name = 'findings_by_player'"
        row = conn.execute(
            f"SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master {where}"
        ).fetchone()
        conn.executescript(hidden.format(f"DELETE FROM sqlite_master {where};"))
    # What the index does not see: it holds the name that stood there.
    with closing(sqlite3.connect(spoilt)) as conn:
        conn.executescript("UPDATE findings SET player = 'Zed'")
        conn.execute("PRAGMA writable_schema = ON")
        conn.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", row)
        conn.commit()
    assert any("findings_by_player" in line for line in list_complaints(spoilt))
    assert "archive rebuild restores" in call("archive", "verify", spoilt).err
    done = call("archive", "rebuild", spoilt)
    assert (done.code, ": indexes: findings\n" in done.out) == (0, True)
    assert (list_complaints(spoilt), dump_sorted(spoilt)) == ([], dump_sorted(whole))


def test_one_of_an_older_version_is_brought_up(tmp_path: Path) -> None:
    path = tmp_path / "otters.db"
    path.write_bytes(OLD)
    assert edit(path, "UPDATE hands SET north = 'Zed', ns_score = 1; DELETE FROM melds; DELETE FROM claims")
    before = path.read_bytes()
    would = call("archive", "rebuild", path, "--dry-run")
    assert (would.code, path.read_bytes()) == (1, before)
    assert call("archive", "rebuild", path).out == would.out
    assert list_complaints(path, *PAPERS) == []


def test_who_may_not_write_is_told_and_may_look(spoilt: Path) -> None:
    assert edit(spoilt, SPOIL)
    before = spoilt.read_bytes()
    would = call("archive", "rebuild", spoilt, "--dry-run")
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        archive = place / "otters.db"
        shutil.copy(spoilt, archive)
        archive.chmod(0o444)
        place.chmod(0o555)
        with as_nobody():
            assert call("archive", "rebuild", archive, "--dry-run").code == would.code == 1
            done = call("archive", "rebuild", archive)
            assert (done.code, done.out, "cannot be written" in done.err) == (5, "", True)
        assert archive.read_bytes() == before


def beside(path: Path, records: Iterator[dict[str, object]]) -> Callable[..., Iterator[CheckedEntry]]:
    """A way to look through an archive while somebody else adds hands to it: one each time."""

    def look_through(
        look: Callable[[EntryShare], list[CheckedEntry]], shares: Iterable[EntryShare]
    ) -> Iterator[CheckedEntry]:
        with open_archive(str(path), write=True) as other:
            for record in islice(records, 1):
                assert add_records(other, [record]).new == 1
        return run_alone(look, shares)

    return look_through


def test_what_others_add_meanwhile_stays(spoilt: Path) -> None:
    assert edit(spoilt, SPOIL)
    more = iter([copy_with(GOOD, id="sixth"), copy_with(CLAIMED, id="seventh")])
    with open_archive(str(spoilt), write=True) as archive, Staging() as staging:
        fitting = rebuild(archive, staging, beside(spoilt, more))
        # Two tables of one hand and one of each other place: nothing is put aside twice.
        assert sum(map(len, staging.batches())) == 5
    assert fitting.hands == 6
    assert (line_of(spoilt), list_complaints(spoilt)) == (fitting.line, [])


def test_who_is_never_alone_gives_up(spoilt: Path) -> None:
    assert edit(spoilt, SPOIL)
    endless = (copy_with(GOOD, id=f"more-{number}") for number in range(100))
    with (
        open_archive(str(spoilt), write=True) as archive,
        Staging() as staging,
        pytest.raises(Unusable, match="is being written to by another program"),
    ):
        rebuild(archive, staging, beside(spoilt, endless))
    assert any("claimed" in line for line in list_complaints(spoilt))


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
