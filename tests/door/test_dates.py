"""Dates as people write them, understood as far as they say, and no further."""

from __future__ import annotations

import pytest

from clabber_audit.record.dates import understood


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
