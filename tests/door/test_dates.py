"""Dates as people write them, parsed to the precision given."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clabber_audit.bulk import prefilter
from clabber_audit.core.errors import Refused
from clabber_audit.games import parse
from clabber_audit.records import base
from clabber_audit.records.dates import date_problem, parse_date
from clabber_audit.records.formats import model_for
from tests.cli import GOOD, call, copy_with, encode_record


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("2026-01-22", "2026-01-22"), ("1931-10", "1931-10"), ("1931", "1931"), ("14 Oct 1931", "1931-10-14"),
        ("October 14, 1931", "1931-10-14"), ("Oct. 14th, 1931", "1931-10-14"), ("Wed., Oct. 14, 1931", "1931-10-14"),
        ("Wednesday 14. October 1931", "1931-10-14"), ("  Oct.  1931 ", "1931-10"), ("10/14/1931", "1931-10-14"),
        ("5/5/1931", "1931-05-05"),
        # Either number may be the month.
        ("1/2/1931", None), ("10/14/31", None), ("Feb 30, 1931", None), ("2026-13-01", None), ("2026-02-29", None),
        ("autumn 1931", None), ("0000-01-01", None), ("9999-12-31", None), ("", None), (None, None),
    ],
)  # fmt: skip
def test_understood(written: str | None, wanted: str | None) -> None:
    assert parse_date(written) == wanted


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("1931-02-30", "February 1931 has 28 days"), ("2026-13-01", "there is no month 13"),
        ("2026-13-02", "there is no month 13"), ("Nov. 31, 1931", "November 1931 has 30 days"),
        ("31 November 1931", "November 1931 has 30 days"), ("2/30/1931", "February 1931 has 28 days"),
        ("1931-24", ""), ("1931-25", "there is no month 25"), ("1931-24-05", "there is no month 24"),
        ("1932-02-29", ""), ("November 1931", ""), ("about 1929", ""), ("1/2/1931", ""), ("", ""), (None, ""),
    ],
)  # fmt: skip
def test_impossible(written: str | None, why: str) -> None:
    assert date_problem(written) == why


@pytest.mark.parametrize(
    "written", ["1931-02-30", "1931-13-01", "1931-13", "31 November 1931", "Feb. 29, 1931"]
)
def test_a_record_with_an_impossible_date_is_refused(written: str) -> None:
    """Issue 25, point 8; as the source has it, it is kept as `date_as_written`."""
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
def test_a_record_with_a_rough_date_is_read(written: str) -> None:
    assert parse.parse_hand(encode_record(copy_with(GOOD, context={"date": written})))


@pytest.mark.parametrize("ruleset", ["ecl-1992", "pepper"])
@pytest.mark.parametrize(("written", "refused"), [("1931-02-28", False), ("1931-02-30", True)])
def test_among_many_clean_lines_an_impossible_date_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ruleset: str, written: str, refused: bool
) -> None:
    """The prefilter passes over such lines, however few; the innocent twin has February 28."""
    monkeypatch.setattr(prefilter, "_MANY", 10)
    lines = call("simulate", "--hands", "40", "--irregular", "0", "--ruleset", ruleset).out.splitlines()
    dates = ["1931-02-27"] * 30 + [written] + ["1931-02-27"] * 9
    file = tmp_path / "x.jsonl"
    file.write_text("".join(f"{line}\n" for line in map(set_date, lines, dates)), encoding="utf-8")
    done = call("check", str(file))
    assert (done.code == 3) is refused, done.err
    assert ("x.jsonl:31:" in done.err and "February 1931 has 28 days" in done.err) is refused


def set_date(line: str, written: str) -> str:
    """Return a line of JSON with another date, plain as the program writes it, so that the prefilter looks at it."""
    record = {**json.loads(line), "context": {"date": written}}
    ordered = {key: record[key] for key in model_for(record).model_fields if key in record}
    return json.dumps(ordered, separators=(",", ":"))


def test_an_archive_from_before_stays_readable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry whose date was taken once is no damage; the same record is not added anew."""
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
