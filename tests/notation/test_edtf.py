"""Dates by EDTF: bounds, words proposed, and agreement with another reader."""

from __future__ import annotations

from datetime import date

import pytest

from clabber_audit.records.dates import DateProposal, parse_edtf, propose_edtf

#: Text, first day and last day, by the specification of February 4, 2019; a dash where an end is open.
BOUNDS = [
    ("1931-11-05", "1931-11-05", "1931-11-05"),
    ("1931-11", "1931-11-01", "1931-11-30"),
    ("1932-02", "1932-02-01", "1932-02-29"),
    ("1931", "1931-01-01", "1931-12-31"),
    ("1929~", "1929-01-01", "1929-12-31"),
    ("193X", "1930-01-01", "1939-12-31"),
    ("19XX", "1900-01-01", "1999-12-31"),
    ("1931-XX", "1931-01-01", "1931-12-31"),
    ("1931-11-XX", "1931-11-01", "1931-11-30"),
    ("1931-XX-XX", "1931-01-01", "1931-12-31"),
    # 21 is spring; winter goes on into the next year.
    ("1931-21", "1931-03-01", "1931-05-31"),
    ("1931-24", "1931-12-01", "1932-02-29"),
    ("1930/1935", "1930-01-01", "1935-12-31"),
    ("1931-11-05/..", "1931-11-05", "-"),
    ("/1931", "-", "1931-12-31"),
    ("[1930,1931]", "1930-01-01", "1931-12-31"),
    ("[1930..1935]", "1930-01-01", "1935-12-31"),
    ("[..1931]", "-", "1931-12-31"),
    ("[1931-11,1931-12]", "1931-11-01", "1931-12-31"),
]


@pytest.mark.parametrize(("text", "earliest", "latest"), BOUNDS)
def test_first_and_last_day(text: str, earliest: str, latest: str) -> None:
    bounds = [None if day == "-" else date.fromisoformat(day) for day in (earliest, latest)]
    assert list(parse_edtf(text)[1:3]) == bounds


@pytest.mark.parametrize(
    ("text", "flags"), [("1931?", (1, 0)), ("1931~", (0, 1)), ("1931%", (1, 1)), ("1931", (0, 0))]
)
def test_qualifiers(text: str, flags: tuple[int, int]) -> None:
    assert parse_edtf(text)[3:] == flags


@pytest.mark.parametrize(
    "text",
    ["1931-13", "1931-02-30", "1931-25", "1931-24-01", "193X-05", "1935/1930", "/", "../..", "[1931]", "[]", "31", "",
     "1931-XX-05", "1931-1X", "November 1931"],
)  # fmt: skip
def test_what_is_no_date_is_refused_with_the_reason(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        parse_edtf(text)


WORDS = {
    "5 November 1931": "1931-11-05",
    "November 1931": "1931-11",
    "between 1930 and 1935": "[1930..1935]",
    "from 1930 to 1935": "1930/1935",
    "the 1931-32 season": "1931/1932",
    "c. 1929": "1929~",
    "about November 1931": "1931-11~",
    "1931 (?)": "1931?",
    "c. 1931?": "1931%",
    "the 1930s": "193X",
    "winter 1931-32": "1931-24",
    "winter of 1931–1932": "1931-24",
    "fall 1931": "1931-23",
    "before 1931": "[..1931]",
    "after 1931": "[1931..]",
    "1930 or 1931": "[1930,1931]",
    "November or December 1931": "[1931-11,1931-12]",
    "1931-11-XX": "1931-11-XX",
    "[1930,1931]": "[1930,1931]",
    "[1929]": "1929",
    "ca. 1930": "1930~",
    "probably about Oct. 14, 1931": "1931-10-14%",
    "early in 1931": "1931",
    "late October 1931": "1931-10",
    "early 1930s": "193X",
    "5 or 6 November 1931": "[1931-11-05,1931-11-06]",
    "between Nov. 5 and Nov. 12, 1931": "[1931-11-05..1931-11-12]",
    "spring or summer 1931": "[1931-21,1931-22]",
    "c. 1929 or 1930": "[1929~,1930~]",
    "before about 1931": "[..1931~]",
    "11/14/1931": "1931-11-14",
}


@pytest.mark.parametrize(("words", "edtf"), WORDS.items())
def test_words_that_say_one_thing_are_read(words: str, edtf: str) -> None:
    assert propose_edtf(words) == DateProposal(edtf)


@pytest.mark.parametrize(
    ("words", "edtf", "word"),
    [
        ("11/5/31", None, "century"),
        ("11/5/1931", "[1931-05-11,1931-11-05]", "written first"),
        ("winter 1931", "[1930-24,1931-24]", "begin or end"),
        ("Oct. 12, ’31", None, "century"),
        ("1931-05 season", None, "a year or a month"),
    ],
)
def test_what_the_words_leave_open_is_asked(words: str, edtf: str | None, word: str) -> None:
    reading = propose_edtf(words)
    assert reading.edtf == edtf
    assert word in reading.question


@pytest.mark.parametrize(
    "words",
    [
        "banana",
        "",
        "in the days of Coolidge",
        "1931-13",
        "ca",
        "April 31",
        "February 30, 1931",
        "31",
        "about then",
        "between 1935 and 1930",
    ],
)
def test_other_words_are_no_date(words: str) -> None:
    assert propose_edtf(words) == DateProposal(None)


@pytest.mark.full
def test_another_reader_has_the_same_bounds() -> None:
    """Left out is where edtf 5.0.2 errs: winter, approximate dates and open ends, which it pads."""
    import edtf

    for text, earliest, latest in BOUNDS:
        if text == "1931-24" or "~" in text or "-" in (earliest, latest):
            continue
        other = edtf.parse_edtf(text)
        bounds = [date(*bound[:3]).isoformat() for bound in (other.lower_strict(), other.upper_strict())]
        assert bounds == [earliest, latest], text
