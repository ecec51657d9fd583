"""Lists show the unknowns that would change a ruling."""

from __future__ import annotations

import json
from operator import attrgetter
from pathlib import Path

import pytest

from clabber_audit.archive.database import open_archive
from clabber_audit.archive.search import Sought, list_hands
from clabber_audit.cli.archive.read import with_open_lines
from clabber_audit.records.formats import record_data
from tests import hands
from tests.archive.shelves import shelf
from tests.casebook import hands_in
from tests.cli import CLAIMED, GOOD, OPEN, call, changed, csv_rows

#: Of `open` no hand is known, and of `open-score` four cards are not; `unheard` is of a trick that nobody claimed.
RECORDS = [
    GOOD,
    changed(OPEN, context={"round": 2}, remarks=["told at the bar"]),
    changed(CLAIMED, context={"round": 2}, remarks=["told at the bar"]),
    hands.OPEN_SCORE,
    changed(OPEN, id="unheard", claims=[], context={"round": 3}),
]


@pytest.fixture
def there(tmp_path: Path) -> Path:
    return shelf(tmp_path, RECORDS)


def shown(path: Path, id: str) -> str:
    text = " ".join(call("archive", "show", path, id).out.split("\n\n")[1].split())
    wanted = text.partition("What would decide it: ")[2]
    return wanted.partition(" Evansville")[0].partition(" 1 more")[0]


def test_only_what_is_open_is_listed_each_with_what_would_decide_it(there: Path) -> None:
    done = call("archive", "list", there, "--open")
    lines = done.out.splitlines()
    assert [line.split()[0] for line in lines[::2]] == ["open-score", "open", "unheard"]
    assert all(line.startswith("    ") for line in lines[1::2])
    assert lines[5].strip() in shown(there, "unheard"), "as the ruling itself has it"
    assert lines[3] == "    After trick 2, did North still have a diamond? Either answer settles it."
    assert call("archive", "list", there, "--open", "--limit", "1").out.splitlines() == lines[:2]
    assert call("archive", "list", there, "--open", "--round", "2").out.splitlines() == lines[2:4]


def test_the_line_is_a_column_where_it_is_asked_for(there: Path) -> None:
    rows = csv_rows(call("archive", "list", there, "--open", "-f", "csv").out)
    data = json.loads(call("archive", "list", there, "--open", "-f", "json").out)
    assert [row["open"] for row in rows] == [one["open"] for one in data]
    assert all(row["open"] for row in rows)
    assert "open" not in json.loads(call("archive", "list", there, "-f", "json").out)[0]


def test_what_is_searched_for_may_be_open(there: Path) -> None:
    for words in (["bar"], ["round:2"], ["bar", "round:2"]):
        lines = call("archive", "search", there, *words, "--open").out.splitlines()
        assert [line.split()[0] for line in lines] == ["open", "After"]
    nothing = call("archive", "search", there, "--open", "round:9")
    assert (nothing.out, nothing.err) == ("", "no hand matches\n")


def test_no_hand_that_is_open_is_passed_over(tmp_path: Path) -> None:
    """The tables tell which hands may be open; the rulings tell of which something is asked."""
    book = [hand.record for file in ("h-claims.md", "d-belle.md") for hand in hands_in(file).values()]
    path = shelf(tmp_path, [record_data(record) for record in book])
    with open_archive(str(path)) as archive:
        found = with_open_lines(archive, list_hands(archive, Sought()), attrgetter("id"), only_open=True)
        asked = [hand.id for hand, _line in found]
    lines = call("archive", "list", path, "--open").out.splitlines()
    assert [line.split()[0] for line in lines[::2]] == asked
    assert 0 < len(asked) < len(book)


@pytest.mark.parametrize(
    ("day", "said"),
    [
        ("2026-13-02", "there is no month 13"),
        ("2026-02-30", "February 2026 has 28 days"),
        ("1931-04-31", "April 1931 has 30 days"),
        ("yesterday", "is not a date\n"),
    ],
)
def test_a_date_that_cannot_be_names_what_is_wrong(there: Path, day: str, said: str) -> None:
    """Issue 25, point 19: the month, or how many days it has."""
    done = call("archive", "list", there, "--until", day)
    assert (done.code, said in done.err) == (2, True)
