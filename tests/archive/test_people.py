"""One person under several spellings: decided in the log, found and shown as one, undone."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path

import pytest

from clabber_audit.archive.club import proposals
from tests.archive.shelves import shelf
from tests.cli import GOOD, call, copy_with


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
