"""A date as it was written, understood as far as it says: a day, a month or a year."""

from __future__ import annotations

import re
from calendar import month_name
from datetime import date
from functools import lru_cache
from typing import Final

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
#: American figures, month first; where both could be the month it is not understood.
_FIGURES: Final = re.compile(rf"(?P<first>[01]?\d)/(?P<second>[0-3]?\d)/{_YEAR}")


@lru_cache(maxsize=1_000)
def understood(written: str | None) -> str | None:
    """`2026-01-22`, `2026-01` or `2026` for a date written in one of the usual ways; None for any other text.

    Figures with strokes are month and day where the second cannot be a month, or both are the same.
    """
    text = " ".join((written or "").split())
    for form in _FORMS:
        if match := form.fullmatch(text):
            parts = match.groupdict()
            name, month, day = parts.get("name"), parts.get("month"), parts.get("day")
            if name:
                month = str(_MONTHS.index(name.lower()) + 1)
            return _written(int(parts["year"]), month and int(month), day and int(day))
    if match := _FIGURES.fullmatch(text):
        first, second = int(match["first"]), int(match["second"])
        if second > len(_MONTHS) or first == second:
            return _written(int(match["year"]), first, second)
    return None


def in_words(day: str) -> str:
    """Return a date such as `2026-01-22` as people write it: January 22, 2026."""
    found = date.fromisoformat(day)
    return f"{month_name[found.month]} {found.day}, {found.year}"


def _written(year: int, month: int | str | None, day: int | str | None) -> str | None:
    """The date in order of size; None for a day that no calendar has."""
    try:
        date(year, int(month or 1), int(day or 1))
    except ValueError:
        return None
    return "-".join([str(year), *(f"{int(part):02}" for part in (month, day) if part)])
