"""Hands found by words, fields and dates, and people under several spellings."""

from __future__ import annotations

import csv
import gzip
import json
import os
from pathlib import Path

import pytest

from clabber_audit.archive.club import proposals
from clabber_audit.archive.search import FIELDS
from tests.archive.shelves import shelf
from tests.cli import GOOD, RENEGE, call, copy_with
from tests.scale import at_scale


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shelf(tmp_path_factory.mktemp("there"), [RENEGE])


@pytest.mark.parametrize("field", ["", *(f"{name}:" for name in FIELDS)])
@pytest.mark.parametrize(
    "value",
    ['"', "''", "a\udcffb", "*", "☃", "_", "\x00", "x'); DROP TABLE hands; --", "NEAR(", "9" * 400][
        :: at_scale(3, 1)
    ],
)
def test_odd_values_break_nothing(there: Path, field: str, value: str) -> None:
    done = call("archive", "search", there, f"{field}{value}")
    assert done.code in (0, 2)
    assert done.out == ""


def test_an_archive_of_an_older_version_is_searched_alike(tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    old.write_bytes(gzip.decompress((Path(__file__).parent / "version-1.db.gz").read_bytes()))
    done = call("archive", "search", old, "player:Ruth")
    assert done.code == 0
    assert done.out
    # Two of its rulesets have been worded anew since; nobody is asked.
    assert [line.split(": ", 2)[0] for line in done.err.splitlines()] == ["note", "note"]


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("1931-02-30", 3), ("Nov. 31, 1931", 3), ("1931-02-28", 0), ("about 1929", 0), ("1929~", 0), ("193X", 0),
        ("1931-24", 0), ("[1929,1930]", 0), ("1931-11-XX", 0), ("[..1931]", 0), ("1930/1935", 0),
    ],
)  # fmt: skip
def test_dates_go_through_notation_and_sheets_as_they_are(here: Path, written: str, code: int) -> None:
    text = f"clabber 1\nhand x\ncontext {written}\ndeal S\ncontract W spades\nscore NS R EW 182\n"
    Path("x.clab").write_text(text)
    Path("x.csv").write_text(f'date,dealer,ns_score,ew_score\n"{written}",S,R,182\n')
    for name in ("x.clab", "x.csv"):
        done = call("convert", name, "-", "--format", "jsonl")
        assert (done.code, "1931 has" in done.err) == (code, code == 3), done
        assert code or json.loads(done.out)["context"]["date"] == written


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


def test_the_site_and_the_bag_take_them_for_one(here: Path) -> None:
    names = ("Ruth Example", "R. Example", "Ruth Exampel", "Mae Otter")
    people = [{"N": name, "S": "Bo Lee"} for name in names]
    there = shelf(here, [copy_with(GOOD, id=f"hand-{at}", players=own) for at, own in enumerate(people)])
    same = ("--person", names[0], "--spelling", names[1], "--spelling", names[2])
    assert call("archive", "people", there, *same, "--by", "Ann", "--why", "the same hand").code == 0
    assert call("archive", "export", there, "pages").code == 0
    pages = {name: Path("pages", name).read_text("utf-8") for name in os.listdir("pages")}
    (own,) = [text for text in pages.values() if "Also written R. Example and Ruth Exampel." in text]
    assert "<h1>Ruth Example</h1>" in own
    assert len([name for name in pages if name.startswith("player-")]) == 3
    assert call("archive", "export", there, "parcel", "--bag").code == 0
    with open("parcel/data/metadata.csv", encoding="utf-8", newline="") as file:
        subjects = {row["dcterms:identifier"]: row["dcterms:subject"] for row in csv.DictReader(file)}
    assert {subjects[f"hand-{at}"].split("|")[2] for at in range(3)} == {"Ruth Example"}
    assert json.loads(Path("parcel/data/records/hand-1.json").read_text())["players"]["N"] == "R. Example"
    assert call("archive", "export", there, "hidden", "--anonymous").code == 0
    assert not [name for name in os.listdir("hidden") if "Example" in Path("hidden", name).read_text("utf-8")]
