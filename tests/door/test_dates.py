"""Dates as people write them, understood as far as they say, and no further."""

from __future__ import annotations

import pytest

from clabber_audit.records.dates import impossible, roughly, understood


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
    assert understood(written) == wanted


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("about 1929", "1929"), ("About 1929", "1929"), ("ca. 1930", "1930"), ("c. 1930", "1930"), ("1929?", "1929"),
        ("[1929]", "1929"), ("autumn 1931", "1931"), ("early in 1931", "1931"), ("late October 1931", "1931-10"),
        ("probably about Oct. 14, 1931", "1931-10-14"), ("November 1931", "1931-11"),
        ("about then", None), ("1929-30", None), ("Feb 30, 1931", None), ("", None), (None, None),
    ],
)  # fmt: skip
def test_roughly(written: str | None, wanted: str | None) -> None:
    """Issue 25, point 8."""
    assert roughly(written) == wanted


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("1931-02-30", "February 1931 has 28 days"), ("2026-13-01", "there is no month 13"),
        ("2026-13-02", "there is no month 13"), ("Nov. 31, 1931", "November 1931 has 30 days"),
        ("31 November 1931", "November 1931 has 30 days"), ("2/30/1931", "February 1931 has 28 days"),
        ("1932-02-29", ""), ("November 1931", ""), ("about 1929", ""), ("1/2/1931", ""), ("", ""), (None, ""),
    ],
)  # fmt: skip
def test_impossible(written: str | None, why: str) -> None:
    assert impossible(written) == why
