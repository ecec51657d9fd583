"""Hands found by words and fields, and what is said of a name that nobody has."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from clabber_audit.archive.search import FIELDS
from tests.archive.shelves import shelf
from tests.cli import GOOD, RENEGE, call, changed
from tests.scale import scaled

#: Ruth reneges in the first hand, and sits at another seat in the second; the third is somebody else’s.
HANDS = [
    changed(RENEGE, context={"season": "2026", "round": 3, "table": 1, "game": 2, "date": "2026-01-22"}),
    changed(GOOD, id="ann", players={"N": "Ann Lee", "E": "Ruth Example", "S": "Mae", "W": "Joe"},
            teams={"NS": "Cellar Rats", "EW": "Owls"}, context={"venue": "Hall Two", "date": "14 Oct 1931"},
            remarks=["the ten was thrown off"]),
    changed(GOOD, id="other", players={"N": "Zoe", "E": "Eve", "S": "Hal", "W": "Gus"},
            teams={"NS": "Owls", "EW": "Elks"}, context={"round": 3, "date": "October 1931"},
            source={"kind": "newspaper", "citation": "Evening Hall, p. 2"}),
]  # fmt: skip


@pytest.fixture
def there(tmp_path: Path) -> Path:
    return shelf(tmp_path, HANDS)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["player:Ruth"], ["renege"]), (["player:ruth example"], ["ann"]), (['player:"Ruth  Example"'], ["ann"]),
        (["player:lee"], ["ann"]), (["player:Ruth", "infraction:failure-to-follow"], ["renege"]),
        (["player:Ann", "infraction:failure-to-follow"], []), (["round:3"], ["renege", "other"]),
        (["round:3 from:1931 to:2026"], ["renege", "other"]), (["round:3", "to:1931-10"], ["other"]),
        # A hand of October 1931 may have been played on any day of it.
        (["from:1931-10-01", "to:1931-12"], ["ann", "other"]), (["from:1931-10-01", "to:1931-10-02"], ["other"]),
        (["from:1931-11"], ["renege"]), (["team:owls"], ["ann", "other"]), (["team:rats"], ["ann"]),
        (["venue:hall"], ["ann"]), (["hall"], ["ann", "other"]), (["citation:hall"], ["other"]),
        (["venue: hall two"], ["ann"]), (['venue:"hall" thrown'], ["ann"]), (["hall round:3"], ["other"]),
        (["remark:thrown"], ["ann"]),
        (["remark:hall"], []), (["source:newspaper"], ["other"]), (["thrown venue:hall two round:3"], []),
        (["season:2026", "table:1", "game:2"], ["renege"]),
        (["ruleset:ECL"], ["renege", "ann", "other"]), (["ruleset:wp"], []), (['"hall" thrown'], ["ann"]),
    ],
)  # fmt: skip
def test_words_and_fields(there: Path, words: list[str], wanted: list[str]) -> None:
    done = call("archive", "search", there, *words)
    assert (done.code, sorted(line.split()[0] for line in done.out.splitlines())) == (0, sorted(wanted))
    assert bool(done.err) == (not wanted)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("player:Rth", "no player is called “Rth”; did you mean “Ruth”?"),
        ("player:Exampel", "did you mean “Ruth Example”?"),
        ("team:Celler", "no team is called “Celler”; did you mean “Cellar Rats”?"),
        ("season:2062", "no season is called “2062”; did you mean “2026”?"),
        ("ruleset:ecl-1929", "no hand was judged by a ruleset called “ecl-1929”; did you mean “ecl-1992”?"),
        ("ruleset:wp", "no hand was judged by a ruleset called “wp”\n"),
        ("player:Xyzzy", "no player is called “Xyzzy”\n"),
        ("Cellor", "no hand contains “Cellor”; did you mean “Cellar”?"),
        ("Evning Hall", "no hand contains “Evning”; did you mean “Evening”?"),
        ("venue:Hal2 Evning", "no hand contains “Evning”"),
    ],
)
def test_what_is_nearly_written_so_is_asked_about(there: Path, words: str, said: str) -> None:
    done = call("archive", "search", there, words)
    assert (done.code, done.out) == (0, "")
    assert said in done.err


def test_a_word_that_stands_somewhere_is_not_asked_about(there: Path) -> None:
    done = call("archive", "search", there, "thrown round:3")
    assert done.err == "no hand matches\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("plyer:Ruth", "did you mean “player:”?"), ("infraction:failure-to-folow", "did you mean “failure-to-follow”"),
        ("outcome:renegue", "did you mean “renege”"), ("source:paper", "“newspaper”"),
        ("round:three", "is not a number"),
        ("from:1/2/1931", "write 1931, 1931-10 or 1931-10-14"), ("round:1 round:2", "round: is given twice"),
    ],
)  # fmt: skip
def test_a_field_that_cannot_be_is_told(there: Path, words: str, said: str) -> None:
    done = call("archive", "search", there, words)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_an_unknown_field_is_told_with_those_that_there_are(there: Path) -> None:
    text = call("archive", "search", there, "colour:red").err
    assert f"there is no field “colour”: the fields are {', '.join(FIELDS)}" in text
    assert call("archive", "search", there, '"colour:red"').code == 0


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize(
    "value",
    ['"', "''", "a\udcffb", "*", "☃", "x'); DROP TABLE hands; --", "NEAR(", "9" * 400][:: scaled(3, 1)],
)
def test_odd_values_break_nothing(there: Path, field: str, value: str) -> None:
    done = call("archive", "search", there, f"{field}:{value}")
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


def test_hands_are_listed_by_date_and_found_by_what_it_says_roughly(tmp_path: Path) -> None:
    """Issue 25, point 8: the first of two rounds was put off, and a clipping is of about 1929."""
    dates = {
        "late": "January 5, 1932",
        "put-off": "1931-11-19",
        "month": "November 1931",
        "about": "about 1929",
    }
    contexts = {name: {"season": "1931", "round": number, "date": date} for number, (name, date) in
                enumerate(dates.items(), 1)}  # fmt: skip
    contexts["nobody-knows"] = {"season": "1931", "round": 1}
    path = shelf(tmp_path, [changed(GOOD, id=name, context=context) for name, context in contexts.items()])
    listed = [line.split()[0] for line in call("archive", "list", path).out.splitlines()]
    assert listed == ["about", "month", "put-off", "late", "nobody-knows"]
    lines = [
        line.split()[0]
        for line in call("archive", "search", path, "from:1929", "to:1931-11-19").out.splitlines()
    ]
    assert lines == ["about", "month", "put-off"]
    assert call("archive", "search", path, "from:1930", "to:1931-10").out == ""


def test_a_date_that_cannot_be_is_refused(tmp_path: Path) -> None:
    text = "clabber 1\nhand x\ncontext {}\ndeal S\ncontract W spades\nscore NS R EW 182\n"
    heading = "date,dealer,ns_score,ew_score\n"
    for date, code in (("1931-02-30", 3), ("Nov. 31, 1931", 3), ("1931-02-28", 0), ("about 1929", 0)):
        (tmp_path / "x.clab").write_text(text.format(date))
        (tmp_path / "x.csv").write_text(f'{heading}"{date}",S,R,182\n')
        for name in ("x.clab", "x.csv"):
            done = call("check", tmp_path / name)
            assert done.code == code, (date, done)
            assert ("1931 has" in done.err) == (code == 3)


#: Dates as written, with the date by EDTF and a word of the question, in their order.
WRITTEN = [
    ("c. 1929", "1929~", ""), ("3/4/1931", "[1931-03-04,1931-04-03]", "written first"),
    ("November 1931", "1931-11", ""), ("1931-11-05", "1931-11-05", ""),
    ("winter 1931-32", "1931-24", ""), ("winter 1932", "[1931-24,1932-24]", "begin or end"), ("11/5/31", "?", "century"),
    ("some Tuesday", "?", "no date that is understood"),
]  # fmt: skip


def test_dates_are_listed_as_written_with_what_has_to_be_asked(tmp_path: Path) -> None:
    records = [
        changed(GOOD, id=f"hand-{number}", context={"date": written})
        for number, (written, _, _) in enumerate([*reversed(WRITTEN), WRITTEN[0]])
    ]
    path = shelf(tmp_path, records)
    done = call("archive", "dates", path)
    lines = done.out.splitlines()
    # The first day decides, and of the same first day the vaguest comes first.
    assert [line.split()[0] for line in lines] == [
        "1929~", "[1931-03-04,1931-04-03]", "1931-11", "1931-11-05", "[1931-24,1932-24]", "1931-24", "?", "?",
    ]  # fmt: skip
    for written, edtf, question in WRITTEN:
        (line,) = [line for line in lines if line.startswith(f"{edtf} ") and written in line]
        assert question in line
        assert ("2 hands" if written == "c. 1929" else "1 hand") in line
    assert done.err == "2 hands have no date that counts\n"
    rows = json.loads(call("archive", "dates", path, "--format", "json").out)
    assert [row["written"] for row in rows][-1] == "some Tuesday"
    # Dates by EDTF go through notation and sheets as they are.
    for edtf in ("1929~", "193X", "1931-24", "[1929,1930]", "1931-11-XX", "[..1931]", "1930/1935"):
        (tmp_path / "x.clab").write_text(f"clabber 1\nhand x\ncontext {edtf}\ndeal S\ncontract W spades\n")
        (tmp_path / "x.csv").write_text(f'date,dealer,ns_score,ew_score\n"{edtf}",S,R,182\n')
        for name in ("x.clab", "x.csv"):
            assert call("convert", tmp_path / name, tmp_path / "x.jsonl", "--force").code == 0
            record = json.loads((tmp_path / "x.jsonl").read_text())
            assert record["context"]["date"] == edtf
