"""Many hands amended at once: within a date or written so, shown first, one entry each, all or none, undone together."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("pty")

from clabber_audit.archive.database import open_archive
from clabber_audit.archive.hands import Amendment, amend_batch
from clabber_audit.core.errors import Unusable
from tests.archive.shelves import AT, line_of, ruled, shelf
from tests.cli import CLAIMED, GOOD, Done, call, changed
from tests.prompt.terminal import Terminal

SIGNED = ("--by", "Ruth", "--why", "the paper’s full name")
#: Dates of clippings, by the id of the hand, and the day for those within November 1931.
DATES = {
    "day": "November 5, 1931", "month": "1931-11", "some-day": "1931-11-XX", "one-of-two": "[1931-11-05,1931-11-07]",
    "month-or-later": "[1931-11..]", "season": "1931-23", "year": "1931", "about": "c. 1931", "two-months":
    "November or December 1931", "figures": "11/5/31", "next": "1931-12-01",
}  # fmt: skip
WITHIN = {"day", "month", "some-day", "one-of-two"}
OVERLAPPING = {"month-or-later", "season", "year", "about", "two-months"}
CITED = ("--set", "source.citation=Courier and Press, p. 9")


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """An archive of clippings; one has another paper, one is cited so already."""
    source = {"kind": "newspaper", "citation": "Courier"}
    hands = [changed(GOOD, id=name, context={"date": date}, source=source) for name, date in DATES.items()]
    return shelf(tmp_path, [*hands, changed(CLAIMED, context={"date": "1931-11-30"}, source={
        "kind": "newspaper", "citation": "Courier and Press, p. 9"})])  # fmt: skip


def amend(path: Path, *args: str) -> Done:
    return call("archive", "amend", path, *args)


def citations(path: Path) -> dict[str, str]:
    lines = map(json.loads, call("archive", "export", path, "-").out.splitlines())
    return {line["id"]: line["source"]["citation"] for line in lines}


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


def test_a_batch_has_an_entry_a_hand_and_is_undone_as_one(there: Path) -> None:
    before, line = citations(there), line_of(there)
    done = amend(there, "--where", "date:1931-11", *CITED, *SIGNED, "--yes")
    assert done.code == 0
    assert done.err.endswith("4 hands were amended, entries 12 to 15; --undo 12 takes it back\n")
    assert {name for name, cited in citations(there).items() if cited != "Courier"} == {*WITHIN, "claimed"}
    assert "amended by Ruth: the paper’s full name" in call("archive", "show", there, "day", "--history").out
    assert "matches 1 checkpoint" in call("archive", "verify", there, "--checkpoint", line).err
    # Any entry of the batch names it.
    undone = amend(there, "--undo", "14", "--by", "Ruth", "--why", "the other paper", "--yes")
    assert undone.err.endswith("4 hands were amended, entries 16 to 19; --undo 16 takes it back\n")
    assert citations(there) == before
    assert call("archive", "verify", there, "--checkpoint", line).code == 0
    assert call("archive", "search", there, "citation:press").out.split()[0] == "claimed"
    # So is the undoing.
    assert amend(there, "--undo", "19", *SIGNED, "--yes").code == 0
    assert citations(there)["day"] == "Courier and Press, p. 9"


def test_a_batch_with_a_hand_amended_since_is_not_undone(there: Path) -> None:
    assert amend(there, "--where", "date:1931-11", *CITED, *SIGNED, "--yes").code == 0
    assert amend(there, "--where", "date:1931-11-05", "--set", "context.table=3", *SIGNED, "--yes").code == 0
    before = there.read_bytes()
    done = amend(there, "--undo", "12", *SIGNED, "--yes")
    assert (done.code, there.read_bytes()) == (5, before)
    assert "“day” was amended since, by entry 16" in done.err
    assert "undo entry 16 first" in done.err
    assert "only amendments can be undone" in amend(there, "--undo", "3", *SIGNED, "--yes").err
    assert "only amendments can be undone" in amend(there, "--undo", "99", *SIGNED, "--yes").err


@pytest.mark.parametrize(
    ("assignments", "code", "said"),
    [
        (["context.date=1931-02-30"], 3, "February 1931 has 28 days"),
        (["context.table=three"], 3, "expected a whole number"),
        (["source.kind=gossip"], 3, "source.kind"),
        (["players.P6=Zoe"], 3, "unknown field “P6”; expected N, E, S or W"),
        (["contex.date=1931"], 2, "did you mean “context.date=”?"),
        (["deal.dealer=N"], 2, "write KEY=VALUE"),
        (["context.date"], 2, "write KEY=VALUE"),
    ],
)
def test_nothing_is_changed_if_any_hand_would_become_invalid(
    there: Path, assignments: list[str], code: int, said: str
) -> None:
    before = there.read_bytes()
    given = [part for one in ["context.venue=Hall", *assignments] for part in ("--set", one)]
    done = amend(there, "--where", "date:1931-11", *given, *SIGNED, "--yes")
    assert (done.code, said in done.err, there.read_bytes()) == (code, True, before)


def test_values_are_numbers_names_and_nothing(there: Path) -> None:
    sets = ("--set", "context.round=3", "--set", "teams.NS=Owls", "--set", "source.citation=")
    assert amend(there, "--where", "date:1931-11-05", *sets, *SIGNED, "--yes").code == 0
    record = json.loads(call("archive", "show", there, "day", "--format", "record").out)
    assert (record["context"]["round"], record["teams"]["NS"]) == (3, "Owls")
    assert record["source"] == {"kind": "newspaper"}


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--where", "date:1931"), "--set KEY=VALUE"), (("--set", "context.table=1"), "--where FIELD:VALUE"),
        (("--undo", "3", "--where", "date:1931", *CITED), "--undo ENTRY alone"), (("--dry-run",), "go with --where"),
        (("day", "--where", "date:1931", *CITED), "take no RECORD"), (("--where", "when:1931", *CITED), "there is no field"),
        (("--where", "date:1931", *CITED, "--by", "Ruth"), "--why needs a line of text"),
    ],
)  # fmt: skip
def test_options_that_do_not_go_together_are_refused(there: Path, args: tuple[str, ...], said: str) -> None:
    signed = () if "--by" in args else SIGNED
    done = amend(there, *args, *signed)
    assert (done.code, said in done.err) == (2, True)


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
