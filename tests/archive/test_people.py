"""One person under several spellings: decided in the log, found and shown as one, undone."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path

import pytest

from clabber_audit.archive.club import proposals
from tests.archive.shelves import line_of, shelf
from tests.cli import GOOD, Done, call, changed

SIGNED = ("--by", "Ann", "--why", "the same handwriting")
NAMES = ("Ruth Example", "R. Example", "Ruth Exampel", "Mae Otter")
SAME = ("--person", "Ruth Example", "--spelling", "R. Example", "--spelling", "ruth exampel")


@pytest.fixture
def there(here: Path) -> Path:
    """An archive in which one player is written in three ways, and another played too."""
    people = [{"N": name, "S": "Bo Lee"} for name in NAMES]
    records = [changed(GOOD, id=f"hand-{at}", players=own) for at, own in enumerate(people)]
    return shelf(here, [*records, changed(GOOD, id="other", players={"N": "Joe Hall"})])


def people(path: Path, *args: str) -> Done:
    return call("archive", "people", path, *args)


def found(path: Path, *args: str) -> set[str]:
    return {line.split()[0] for line in call("archive", *args[:1], path, *args[1:]).out.splitlines()}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ruth Example", "R. Example"), ("Ruth Example", "Ruth Exampel"), ("Karl Lee", "Carl Lee"),
        ("Ruth A. Example", "R. A. Example"), ("Bob", "\u0412\u043eb"), ("Ruth  Example", "RUTH EXAMPLES"),
        ("Ida Vance", "Mrs. Ida Vance"), ("Ann Otter", "Anne Otter"),
    ],
)  # fmt: skip
def test_what_may_be_one_person_is_proposed(one: str, other: str) -> None:
    assert {frozenset(pair) for pair in proposals([one, other, "Joe Hall"], {})} == {frozenset((one, other))}
    assert not list(proposals([one, other], {other.casefold(): one}))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ruth Example", "Joe Example"),
        ("R. Example", "C. Example"),
        ("Ann", "Bob"),
        ("R. Example", "R. Otter"),
    ],
)
def test_other_people_are_not_proposed(one: str, other: str) -> None:
    assert not list(proposals([one, other], {}))


def test_spellings_are_decided_found_and_taken_back(there: Path) -> None:
    line, before = line_of(there), call("archive", "export", there, "-").out
    assert "perhaps one person: “R. Example” and “Ruth Example”" in people(there).err
    assert found(there, "list", "--player", "Ruth Example") == {"hand-0"}
    assert people(there, *SAME, *SIGNED).code == 0
    listed = people(there)
    assert "Ruth Example  3 hands\n  1. also R. Example" in listed.out
    assert "the same handwriting" in listed.out
    assert "perhaps" not in listed.err
    for name in NAMES[:3]:
        assert found(there, "list", "--player", name) == {"hand-0", "hand-1", "hand-2"}
        assert found(there, "search", f"player:{name}") == {"hand-0", "hand-1", "hand-2"}
    assert found(there, "search", "player:Mae") == {"hand-3"}
    # Records keep the names as written, and the log proves that it only grew.
    assert call("archive", "export", there, "-").out == before
    assert call("archive", "verify", there, "--checkpoint", line).code == 0
    assert call("archive", "decisions", there).out == ""
    assert people(there, "--undo", "1", *SIGNED).code == 0
    assert found(there, "list", "--player", "Ruth Example") == {"hand-0", "hand-2"}
    assert people(there, "--undo", "1", *SIGNED).code == 5
    # What was taken back may be decided again.
    assert people(there, "--person", "Ruth Example", "--spelling", "R. Example", *SIGNED).code == 0
    assert call("archive", "rebuild", there).code == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--person", "Ruth Example", "--spelling", "Nobody"), "no player is called “Nobody”"),
        (("--person", "Ruth Example", "--spelling", "RUTH  EXAMPLE"), "is the same name"),
        (("--person", "Mae Otter", "--spelling", "R. Example"), "it stands for Ruth Example already"),
        (("--person", "R. Example", "--spelling", "Mae Otter"), "is no person"),
        (("--person", "Mae Otter", "--spelling", "Ruth Example"), "is taken"),
        (("--person", "Mae Otter"), "--spelling NAME"), (("--spelling", "Mae Otter"), "--spelling NAME"),
        (("--undo", "1", "--person", "Mae Otter", "--spelling", "Bo Lee"), "--undo ENTRY alone"),
    ],
)  # fmt: skip
def test_what_cannot_be_decided_changes_nothing(there: Path, args: tuple[str, ...], said: str) -> None:
    assert people(there, *SAME, *SIGNED).code == 0
    before = there.read_bytes()
    done = people(there, *args, *SIGNED)
    assert (done.code, said in done.err, there.read_bytes()) == (2, True, before)


def test_the_site_and_the_bag_take_them_for_one(there: Path) -> None:
    assert people(there, *SAME, *SIGNED).code == 0
    assert call("archive", "export", there, "pages").code == 0
    pages = {name: Path("pages", name).read_text("utf-8") for name in os.listdir("pages")}
    (own,) = [text for text in pages.values() if "Also written R. Example and Ruth Exampel." in text]
    assert "<h1>Ruth Example</h1>" in own
    assert len([name for name in pages if name.startswith("player-")]) == 4
    assert call("archive", "export", there, "parcel", "--bag").code == 0
    with open("parcel/data/metadata.csv", encoding="utf-8", newline="") as file:
        subjects = {row["dcterms:identifier"]: row["dcterms:subject"] for row in csv.DictReader(file)}
    assert {subjects[f"hand-{at}"].split("|")[2] for at in range(3)} == {"Ruth Example"}
    assert json.loads(Path("parcel/data/records/hand-1.json").read_text())["players"]["N"] == "R. Example"
    assert call("archive", "export", there, "hidden", "--anonymous").code == 0
    assert not [name for name in os.listdir("hidden") if "Example" in Path("hidden", name).read_text("utf-8")]
