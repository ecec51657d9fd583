"""Tests of dates as people write them and in EDTF (`dates.md`), parsed to the precision given."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from clabber_audit.bulk import prefilter
from clabber_audit.core.errors import Refused
from clabber_audit.games import parse
from clabber_audit.records import base
from clabber_audit.records.dates import DateProposal, date_problem, parse_date, parse_edtf, propose_edtf
from clabber_audit.records.formats import model_for
from tests.cli import GOOD, call, copy_with, encode_record
from tests.tables import tables

DATES = tables(Path(__file__).with_name("dates.md"))


def column_or_none(text: str) -> str | None:
    return None if text == "–" else text


@pytest.mark.parametrize(("written", "expected"), DATES["A date in words or figures"])
def test_dates_are_parsed(written: str, expected: str) -> None:
    assert parse_date(written) == column_or_none(expected)


@pytest.mark.parametrize(("written", "why"), DATES["An impossible date"])
def test_impossible_dates_have_a_reason(written: str, why: str) -> None:
    assert date_problem(written) == (column_or_none(why) or "")


def test_missing_date() -> None:
    assert parse_date(None) is None
    assert date_problem(None) == ""


BOUNDS = DATES["The first and the last day of EDTF"]


@pytest.mark.parametrize(("text", "earliest", "latest"), BOUNDS)
def test_earliest_and_latest_day_of_edtf(text: str, earliest: str, latest: str) -> None:
    bounds = [None if day == "–" else date.fromisoformat(day) for day in (earliest, latest)]
    assert list(parse_edtf(text)[1:3]) == bounds


@pytest.mark.full
def test_bounds_agree_with_the_edtf_package() -> None:
    """Cases in which edtf 5.0.2 is wrong are skipped: winter, and approximate dates and open ends, which it pads."""
    import edtf

    for text, earliest, latest in BOUNDS:
        if text == "1931-24" or "~" in text or "–" in (earliest, latest):
            continue
        other = edtf.parse_edtf(text)
        bounds = [date(*bound[:3]).isoformat() for bound in (other.lower_strict(), other.upper_strict())]
        assert bounds == [earliest, latest], text


@pytest.mark.parametrize(
    ("text", "flags"), [("1931?", (1, 0)), ("1931~", (0, 1)), ("1931%", (1, 1)), ("1931", (0, 0))]
)
def test_uncertain_and_approximate_edtf(text: str, flags: tuple[int, int]) -> None:
    assert parse_edtf(text)[3:] == flags


@pytest.mark.parametrize("text", [text for (text,) in DATES["No EDTF"]])
def test_invalid_edtf_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        parse_edtf(text)


@pytest.mark.parametrize(
    ("words", "edtf"),
    [*DATES["Words that say one thing"], *((*row, "–") for row in DATES["Words that are no date"])],
)
def test_words_that_mean_one_date_or_none(words: str, edtf: str) -> None:
    assert propose_edtf(words) == DateProposal(column_or_none(edtf))


@pytest.mark.parametrize(("words", "edtf", "asked"), DATES["Words that leave something open"])
def test_ambiguous_words_lead_to_a_question(words: str, edtf: str, asked: str) -> None:
    reading = propose_edtf(words)
    assert reading.edtf == column_or_none(edtf)
    assert asked in reading.question


@pytest.mark.parametrize(
    "written", ["1931-02-30", "1931-13-01", "1931-13", "31 November 1931", "Feb. 29, 1931"]
)
def test_records_with_impossible_dates_are_refused(written: str) -> None:
    """Issue 25, point 8; the key `date_as_written` keeps the date as the source has it."""
    with pytest.raises(Refused) as refused:
        parse.parse_hand(encode_record(copy_with(GOOD, context={"date": written})))
    (fault,) = refused.value.faults
    assert fault.path == ("context", "date")
    assert fault.place
    assert fault.why == f"there is no such date: {date_problem(written)}"
    assert fault.help == "correct it; if the source has it so, write it as “date_as_written” in “source”"
    assert parse.parse_hand(encode_record(copy_with(GOOD, source={"date_as_written": written})))


@pytest.mark.parametrize(
    "written", ["1932-02-29", "November 1931", "about 1929", "c. 1929", "1931", "1931-02-28"]
)
def test_records_with_approximate_dates_are_read(written: str) -> None:
    assert parse.parse_hand(encode_record(copy_with(GOOD, context={"date": written})))


@pytest.mark.parametrize("ruleset", ["ecl-1992", "pepper"])
@pytest.mark.parametrize(("written", "refused"), [("1931-02-28", False), ("1931-02-30", True)])
def test_prefilter_finds_an_impossible_date_among_clean_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ruleset: str, written: str, refused: bool
) -> None:
    """In the valid twin the date is February 28."""
    monkeypatch.setattr(prefilter, "_MANY", 10)
    lines = call("simulate", "--hands", "40", "--irregular", "0", "--ruleset", ruleset).out.splitlines()
    dates = ["1931-02-27"] * 30 + [written] + ["1931-02-27"] * 9
    file = tmp_path / "x.jsonl"
    file.write_text("".join(f"{line}\n" for line in map(set_date, lines, dates)), encoding="utf-8")
    done = call("check", str(file))
    assert (done.code == 3) is refused, done.err
    assert ("x.jsonl:31:" in done.err and "February 1931 has 28 days" in done.err) is refused


def set_date(line: str, written: str) -> str:
    """Return a JSON line with another date, in the program's own layout, so that the prefilter reads it."""
    record = {**json.loads(line), "context": {"date": written}}
    ordered = {key: record[key] for key in model_for(record).model_fields if key in record}
    return json.dumps(ordered, separators=(",", ":"))


def test_archives_with_dates_accepted_earlier_stay_readable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such an entry is not damage, but the same record is not added again."""
    file, archive = tmp_path / "old.jsonl", str(tmp_path / "old.db")
    file.write_bytes(encode_record(copy_with(GOOD, context={"date": "1931-02-30"})))
    assert call("archive", "init", archive).code == 0
    with monkeypatch.context() as before:
        before.setattr(base, "date_problem", lambda _written: "")
        assert call("archive", "add", archive, str(file)).code == 0
    for command in (
        ["archive", "verify", archive],
        ["check", archive],
        ["convert", archive, str(tmp_path / "x.jsonl")],
    ):
        assert call(*command).code == 0, command
    assert call("archive", "add", archive, str(file)).code == 3
