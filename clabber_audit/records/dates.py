"""Dates as written: a day, a month or a year."""

from __future__ import annotations

import re
from calendar import month_name, monthrange
from datetime import date
from functools import lru_cache
from typing import Any, Final

_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAME: Final = r"(?P<name>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_YEAR: Final = r"(?P<year>1[89]\d\d|20\d\d)"
_DAY: Final = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_FORMS: Final = [
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"{_YEAR}-(?P<month>[01]\d)(?:-{_DAY})?",
        rf"(?:[a-z]+[.,]*\s+)?{_DAY}\.?\s+{_NAME},?\s+{_YEAR}",
        rf"(?:[a-z]+[.,]*\s+)?{_NAME}\s+{_DAY},?\s+{_YEAR}",
        rf"{_NAME},?\s+{_YEAR}",
        _YEAR,
    )
]
#: The numbers that EDTF writes for spring to winter in place of a month.
_SEASONS: Final = range(21, 25)
#: Year, month and day, possible or not.
_ISO: Final = re.compile(r"\s*(\d{4})-(\d{1,2})(?:-(\d{1,2}))?\s*")
#: American figures, month first.
_FIGURES: Final = re.compile(rf"(?P<first>[01]?\d)/(?P<second>[0-3]?\d)/{_YEAR}")


@lru_cache(maxsize=1_000)
def parse_date(written: str | None) -> str | None:
    """Return `2026-01-22`, `2026-01` or `2026` for a date written in one of the usual ways; None for any other text.

    Figures with slashes are month and day if the second cannot be a month, or both are equal.
    """
    parts = _parse_date(written)
    return _format_date(*parts) if parts else None


@lru_cache(maxsize=1_000)
def date_problem(written: str | None) -> str:
    """Return the month or day that a date cannot have, in words; nothing if it can, or is no date."""
    parts = _parse_date(written)
    if parts is None and (match := _ISO.fullmatch(written or "")):
        parts = int(match[1]), int(match[2]), int(match[3]) if match[3] else None
    if parts is None:
        return ""
    year, month, day = parts
    if day is None and month in _SEASONS:
        return ""
    if month is not None and not 1 <= month <= len(_MONTHS):
        return f"there is no month {month}"
    last = monthrange(year, month or 1)[1]
    return "" if day is None or 1 <= day <= last else f"{month_name[month or 1]} {year} has {last} days"


def _parse_date(written: str | None) -> tuple[int, int | None, int | None] | None:
    """Return year, month and day as written, None if the text is no date."""
    text = " ".join((written or "").split())
    for form in _FORMS:
        if match := form.fullmatch(text):
            parts = match.groupdict()
            name, month, day = parts.get("name"), parts.get("month"), parts.get("day")
            if name:
                month = str(_MONTHS.index(name.lower()) + 1)
            return int(parts["year"]), int(month) if month else None, int(day) if day else None
    if match := _FIGURES.fullmatch(text):
        first, second = int(match["first"]), int(match["second"])
        if second > len(_MONTHS) or first == second:
            return int(match["year"]), first, second
    return None


def date_of_record(record: Any) -> str:
    """Return the date of a record, or of its source, as written; empty if it has none."""
    context, source = record.context, record.source
    return (context and context.date) or (source and source.date_as_written) or ""


def date_in_words(day: str) -> str:
    """Return a date such as `2026-01-22` as people write it: January 22, 2026."""
    result = date.fromisoformat(day)
    return f"{month_name[result.month]} {result.day}, {result.year}"


def _format_date(year: int, month: int | str | None, day: int | str | None) -> str | None:
    """Return the ISO date; None for a day that no calendar has."""
    try:
        date(year, int(month or 1), int(day or 1))
    except ValueError:
        return None
    return "-".join([str(year), *(f"{int(part):02}" for part in (month, day) if part)])
