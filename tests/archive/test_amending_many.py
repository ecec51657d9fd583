"""Many hands amended at once: within a date or written so, shown first, one entry each, all or none, undone together."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("pty")

from clabber_audit.archive.database import open_archive
from clabber_audit.archive.hands import Amendment, amend_batch
from clabber_audit.core.errors import Unusable
from tests.archive.shelves import AT, CLIPPINGS, DATES, line_of, ruled, shelf
from tests.cli import CLAIMED, GOOD, Done, call, changed
from tests.prompt.terminal import Terminal

SIGNED = ("--by", "Ruth", "--why", "the paper’s full name")
WITHIN = {"day", "month", "some-day", "one-of-two"}
OVERLAPPING = {"month-or-later", "season", "year", "about", "two-months"}
CITED = ("--set", "source.citation=Courier and Press, p. 9")


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """An archive of clippings; one has another paper, one is cited so already."""
    return shelf(tmp_path, [*CLIPPINGS, changed(CLAIMED, context={"date": "1931-11-30"}, source={
        "kind": "newspaper", "citation": "Courier and Press, p. 9"})])  # fmt: skip


def amend(path: Path, *args: str) -> Done:
    return call("archive", "amend", path, *args)


def test_a_dry_run_lists_what_is_within_or_written_so_and_counts_what_only_overlaps(there: Path) -> None:
    before = there.read_bytes()
    done = amend(there, "--where", "date:1931-11", *CITED, "--dry-run")
    rows = dict(line.split("  ", 1) for line in done.out.splitlines())
    assert rows.keys() == WITHIN
    assert rows["month"].startswith("1931-11 (as written)")
    assert rows["day"] == (
        "November 5, 1931 (within)  source.citation: “Courier” → “Courier and Press, p. 9”"
    )
    assert "5 hands match, 4 would change" in done.err
    (alone,) = [line for line in done.err.splitlines() if line.startswith("left alone")]
    assert all(f"{DATES[name]} (1)" in alone for name in OVERLAPPING)
    assert done.err.endswith("nothing was changed\n")
    assert (done.code, there.read_bytes()) == (0, before)


@pytest.mark.parametrize(
    ("where", "names"),
    [
        # Words that are no date match what is written just so. Nothing is within a rough date.
        ("date:11/5/31", {"figures"}), ("date:C.  1931", {"about"}), ("date:1931~", {"about"}),
        ("date:1931-11-05", {"day"}), ("date:banana", set()), ("date:[..1930]", set()),
        ("date:november or december 1931", {"two-months", *WITHIN, "next", "claimed"}),
        ("date:1931-11 citation:press", {"claimed"}),
        ("id:some-day", {"some-day"}), ("id:some-day date:1929", set()), ("id-less citation:courier", set()),
    ],
)  # fmt: skip
def test_which_hands_match(there: Path, where: str, names: set[str]) -> None:
    done = amend(there, "--where", where, "--set", "context.venue=Hall", "--dry-run")
    assert {line.split("  ", 1)[0] for line in done.out.splitlines()} == names


def test_without_anybody_to_ask_it_takes_yes(there: Path) -> None:
    before = there.read_bytes()
    done = amend(there, "--where", "date:1931-11", *CITED, *SIGNED)
    assert (done.code, "look with --dry-run, then add --yes" in done.err) == (2, True)
    assert there.read_bytes() == before


@pytest.mark.parametrize(("typed", "changes"), [("n", False), ("", False), ("y", True)])
def test_at_a_terminal_it_asks(there: Path, typed: str, changes: bool) -> None:
    before = there.read_bytes()
    given = ("archive", "amend", "otters.db", "--where", "date:1931-11", *CITED, *SIGNED)
    with closing(Terminal(there.parent, *given)) as terminal:
        assert "4 would change" in terminal.expect("Change them? [y/N] ")
        terminal.press(f"{typed}\r")
        terminal.expect("4 hands were amended" if changes else "nothing was changed")
        assert terminal.end() == 0
    assert (there.read_bytes() != before) == changes


def test_a_hand_amended_meanwhile_stops_the_whole_batch(there: Path) -> None:
    with open_archive(str(there), write=True) as archive:
        mine = [Amendment(ruled(changed(GOOD, id=name)), entry) for entry, name in enumerate(DATES)]
        amend_batch(archive, [Amendment(ruled(changed(GOOD, id="month", remarks=["other"])))], AT, "Ann", "x")
        line = line_of(there)
        with pytest.raises(Unusable, match="amended in the meantime"):
            amend_batch(archive, mine, AT, "Ruth", "y")
    assert line_of(there) == line
