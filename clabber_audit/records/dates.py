"""Dates: days, months and years as written, and the Extended Date/Time Format (EDTF) of the Library of Congress.

EDTF is read at level 1, and of level 2 one of a set (February 4, 2019). It has no time of day here, and years of four
digits. Winter 1931, `1931-24`, is taken as December 1931 to February 1932; the format does not say which months it means.
"""

from __future__ import annotations

import re
from calendar import month_name, monthrange
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from functools import lru_cache
from typing import Any, Final, NamedTuple

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
    """Return the month or day that a date cannot have, in words; empty if it can, or if the text is not a date."""
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
    """Return year, month and day as written, None if the text is not a date."""
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


_MONTHS_IN_YEAR: Final = 12
#: First month of each season, by the number the format gives it.
_EDTF_SEASONS: Final = {21: 3, 22: 6, 23: 9, 24: 12}
_SEASON_NAMES: Final = {"spring": 21, "summer": 22, "autumn": 23, "fall": 23, "winter": 24}
#: A year, or one with its last figures left open: 193X, 19XX.
_EDTF_YEAR: Final = r"[12]\d\d\d|[12]\d\dX|[12]\dXX"
_EDTF_DATE: Final = re.compile(
    rf"(?P<year>{_EDTF_YEAR})(?:-(?P<month>\d\d|XX)(?:-(?P<day>\d\d|XX))?)?(?P<qualifier>[?~%]?)"
)


class Edtf(NamedTuple):
    """Date by EDTF with the first and the last day it can mean; None for an open end."""

    text: str
    earliest: date | None
    latest: date | None
    #: True for `?` and `%`.
    uncertain: bool = False
    #: True for `~` and `%`.
    approximate: bool = False

    @property
    def years(self) -> range:
        """The years it can mean; empty if an end is open."""
        if self.earliest is None or self.latest is None:
            return range(0)
        return range(self.earliest.year, self.latest.year + 1)


def parse_edtf(text: str) -> Edtf:
    """Return a date by EDTF. Raises ValueError with the reason for anything else."""
    if text.startswith("[") and text.endswith("]"):
        return _parse_one_of_set(text)
    if "/" in text:
        first, _, last = text.partition("/")
        return _span(text, first, last, open_ends=("", ".."))
    return _parse_edtf_date(text)


def _parse_edtf_date(text: str) -> Edtf:
    """Parse a single EDTF date, not an interval or a set. Raise ValueError for any other text."""
    match = _EDTF_DATE.fullmatch(text)
    if match is None:
        raise ValueError(f"“{text}” is no date by EDTF")
    year, month, day, qualifier = match["year"], match["month"], match["day"], match["qualifier"]
    if ("X" in year and month) or (month == "XX" and day not in (None, "XX")):
        raise ValueError(f"“{text}”: only the last parts of a date can be left open")
    first_year, last_year = int(year.replace("X", "0")), int(year.replace("X", "9"))
    if month and month.isdecimal() and int(month) in _EDTF_SEASONS:
        if day:
            raise ValueError(f"“{text}”: a season has no days")
        first_month = _EDTF_SEASONS[int(month)]
        last_month = (first_month + 1) % 12 + 1
        last_year += last_month < first_month
    elif month in (None, "XX"):
        first_month, last_month = 1, 12
    else:
        first_month = last_month = int(month)
    try:
        known_day = int(day) if day and day != "XX" else None
        earliest = date(first_year, first_month, known_day or 1)
        latest = date(last_year, last_month, known_day or monthrange(last_year, last_month)[1])
    except ValueError:
        raise ValueError(f"“{text}”: there is no such day") from None
    return Edtf(text, earliest, latest, qualifier in ("?", "%"), qualifier in ("~", "%"))


def _span(text: str, first: str, last: str, open_ends: tuple[str, ...]) -> Edtf:
    """Return the span from one date to another; an open end has no day."""
    begins = None if first in open_ends else _parse_edtf_date(first)
    ends = None if last in open_ends else _parse_edtf_date(last)
    if begins is None and ends is None:
        raise ValueError(f"“{text}”: one end must be a date")
    if begins and ends and begins.earliest and ends.latest and begins.earliest > ends.latest:
        raise ValueError(f"“{text}” ends before it begins")
    known = [part for part in (begins, ends) if part]
    uncertain, approximate = any(part.uncertain for part in known), any(part.approximate for part in known)
    return Edtf(text, begins and begins.earliest, ends and ends.latest, uncertain, approximate)


def _parse_one_of_set(text: str) -> Edtf:
    """Parse a set such as `[1931,1933]`, of which the date is one member."""
    members = []
    for part in text[1:-1].split(","):
        first, dots, last = part.strip().partition("..")
        members.append(_span(text, first, last, open_ends=("",)) if dots else _parse_edtf_date(first))
    if len(members) == 1 and ".." not in text:
        raise ValueError(f"“{text}”: a set of one; leave the brackets out")
    earliest, latest = [member.earliest for member in members], [member.latest for member in members]
    begin = None if None in earliest else min(filter(None, earliest))
    return Edtf(text, begin, None if None in latest else max(filter(None, latest)))


class DateProposal(NamedTuple):
    """EDTF proposed for a date in words; with a question, it covers every possible answer."""

    edtf: str | None
    question: str = ""


_ROUGH: Final = re.compile(
    r"^(?:circa|about|around|approx(?:imately|\.)?|ca?\.?)(?:\s+in)?\s*(?=[\w(])", re.I
)
_DOUBTED: Final = re.compile(r"^(?:probably|perhaps|possibly|likely)\s+|\s*(?:\(\?\)|\?)$", re.IGNORECASE)
#: Part of a year or month, which EDTF cannot name.
_PART_OF: Final = re.compile(r"^(?:early|mid|middle|late)(?:\s+(?:in|of))?[\s-]+", re.IGNORECASE)
_SEASON: Final = re.compile(
    r"(?P<name>spring|summer|autumn|fall|winter)(?:,|\s+of)?\s+(?P<year>[12]\d{3})(?:\s*[-–/]\s*(?P<next>\d\d|\d{4}))?",
    re.IGNORECASE,
)
_SPANS: Final = {
    re.compile(form, re.IGNORECASE): edtf
    for form, edtf in (
        (r"between (?P<first>.+) and (?P<last>.+)", "[{first}..{last}]"),
        (r"from (?P<first>.+) (?:to|until|through) (?P<last>.+)", "{first}/{last}"),
        (r"(?P<first>[12]\d{3})\s*(?:-|–|to)\s*(?P<last>[12]\d{3})", "{first}/{last}"),
        (r"(?P<first>.+?) or (?P<last>.+)", "[{first},{last}]"),
        (r"before (?P<last>.+)", "[..{last}]"),
        (r"after (?P<first>.+)", "[{first}..]"),
    )
}
_PLAYING_SEASON: Final = re.compile(
    r"(?:the )?(?P<first>[12]\d{3})\s*[-–/]\s*(?P<last>\d\d)(?: season)?", re.I
)
_DECADE: Final = re.compile(r"(?:the )?(?P<decade>[12]\d\d)0['’]?s", re.IGNORECASE)
_SLASHES: Final = re.compile(r"(?P<month>\d{1,2})[/.](?P<day>\d{1,2})[/.](?P<year>\d{4}|\d\d)")
_SHORT_YEAR: Final = re.compile(r"[a-z].*?(?:, ?|['’])(?P<year>\d\d)", re.IGNORECASE)


@lru_cache(maxsize=1_000)
def propose_edtf(words: str) -> DateProposal:
    """Return the EDTF of a date in words, with a question if the words are ambiguous; empty if they are not a date."""
    text = " ".join(words.split())
    for written in (text, text := text.strip("[]. ")):
        with suppress(ValueError):
            return DateProposal(parse_edtf(written).text)
    marks = ""
    for mark, form in (("?", _DOUBTED), ("~", _ROUGH), ("?", _DOUBTED), ("", _PART_OF)):
        text, count = form.subn("", text)
        marks += mark * bool(count)
    qualifier = "%" if len({*marks}) > 1 else marks[:1]
    if match := _SLASHES.fullmatch(text):
        return _figures(match, qualifier)
    if match := _PLAYING_SEASON.fullmatch(text):
        return _years(match["first"], match["last"], f"{match['first']}/{{last}}")
    if match := _SEASON.fullmatch(text):
        return _season(match, qualifier)
    if match := _DECADE.fullmatch(text):
        return DateProposal(f"{match['decade']}X{qualifier}")
    for form, template in _SPANS.items():
        if match := form.fullmatch(text):
            return _span_of(match.groupdict(), template, qualifier)
    day = parse_date(text)
    if day is None and (match := _SHORT_YEAR.fullmatch(text)):
        return DateProposal(None, f"which century is {match['year']}?")
    return DateProposal(day and day + qualifier)


def interpret_date(written: str | None) -> Edtf | None:
    """Return a date as written with its first and last day; None for words that are not a date."""
    text = edtf(written)
    return parse_edtf(text) if text else None


def edtf(written: str | None) -> str | None:
    """Return a date as written by EDTF, with every day that its words leave open; None for other words."""
    return propose_edtf(written).edtf if written else None


@lru_cache(maxsize=1_000)
def first_day(written: str | None) -> str | None:
    """Return the first day that a date can mean, as `1931-11-05`; None if it is not known."""
    when = interpret_date(written)
    return when.earliest.isoformat() if when and when.earliest else None


@lru_cache(maxsize=1_000)
def last_day(written: str | None) -> str | None:
    """Return the last day that a date can mean, as `1931-11-05`; None if it is not known."""
    when = interpret_date(written)
    return when.latest.isoformat() if when and when.latest else None


def _figures(match: re.Match[str], qualifier: str) -> DateProposal:
    """Return a date in figures, which may be in the order of Americans or not."""
    first, second, year = int(match["month"]), int(match["day"]), match["year"]
    if len(year) == 2:
        return DateProposal(None, f"which century is {year}?")
    orders = [(first, second), (second, first)]
    days = sorted({*filter(None, (parse_date(f"{year}-{month:02}-{day:02}") for month, day in orders))})
    if len(days) == 2:
        return DateProposal(f"[{','.join(days)}]", "is the month or the day written first?")
    return DateProposal(days[0] + qualifier if days else None)


def _season(match: re.Match[str], qualifier: str) -> DateProposal:
    """Return a season; a winter needs both of its years."""
    number, year = _SEASON_NAMES[match["name"].lower()], match["year"]
    if number != _SEASON_NAMES["winter"]:
        return DateProposal(None if match["next"] else f"{year}-{number}{qualifier}")
    if match["next"] is None:
        asked = f"does this winter begin or end in {year}?"
        return DateProposal(f"[{int(year) - 1}-24,{year}-24]", asked)
    return _years(year, match["next"], f"{year}-24{qualifier}")


def _years(first: str, last: str, template: str) -> DateProposal:
    """Return a date of two years in a row, the second one perhaps in two figures."""
    following = str(int(first) + 1)
    if not following.endswith(last):
        can_be_month = len(last) == 2 and int(last) <= _MONTHS_IN_YEAR
        return DateProposal(None, f"is {last} a year or a month?" if can_be_month else "")
    return DateProposal(template.format(last=following))


def _span_of(ends: Mapping[str, str], template: str, qualifier: str) -> DateProposal:
    """Return a date with two ends, such as 1929 or 1930; `November or December 1931` gives the year once."""
    days = {name: _end(words) for name, words in ends.items()}
    last = ends.get("last", "").split()
    for at in range(1, len(last) if "first" in ends else 0):
        days["first"] = days["first"] or _end(f"{ends['first']} {' '.join(last[at:])}")
    if not all(days.values()):
        return DateProposal(None)
    span = template.format(**{name: f"{day}{qualifier}" for name, day in days.items()})
    try:
        return DateProposal(parse_edtf(span).text)
    except ValueError:
        return DateProposal(None)


def _end(words: str) -> str | None:
    """Return a single date, as the end of a span has it."""
    single = propose_edtf(words).edtf
    return single if single and not {*"[/"} & {*single} else None
