"""Dates by the Extended Date/Time Format (EDTF): level 1, and of level 2 one of a set.

The format is that of the Library of Congress (February 4, 2019). It has no time of day here, and years of four digits.
Winter 1931, `1931-24`, is taken as December 1931 to February 1932; the format does not say which months it means.
"""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date
from typing import Final, NamedTuple

from clabber_audit.records.dates import understood

_MONTHS: Final = 12
#: First month of each season, by the number the format gives it.
_SEASONS: Final = {21: 3, 22: 6, 23: 9, 24: 12}
_SEASON_NAMES: Final = {"spring": 21, "summer": 22, "autumn": 23, "fall": 23, "winter": 24}
#: A year, or one with its last figures left open: 193X, 19XX.
_YEAR: Final = r"[12]\d\d\d|[12]\d\dX|[12]\dXX"
_DATE: Final = re.compile(
    rf"(?P<year>{_YEAR})(?:-(?P<month>\d\d|XX)(?:-(?P<day>\d\d|XX))?)?(?P<qualifier>[?~%]?)"
)


class Edtf(NamedTuple):
    """Date by EDTF with the first and the last day it can mean; None where there is no such day."""

    text: str
    earliest: date | None
    latest: date | None
    #: True for `?` and `%`.
    uncertain: bool = False
    #: True for `~` and `%`.
    approximate: bool = False

    def is_within(self, other: Edtf) -> bool:
        """Return True if every day this can mean is one the other can mean."""
        begins = other.earliest is None or (self.earliest is not None and other.earliest <= self.earliest)
        ends = other.latest is None or (self.latest is not None and self.latest <= other.latest)
        return begins and ends

    @property
    def years(self) -> range:
        """The years this can mean; empty where one end is open."""
        if self.earliest is None or self.latest is None:
            return range(0)
        return range(self.earliest.year, self.latest.year + 1)


def parse_edtf(text: str) -> Edtf:
    """Return a date by EDTF. Raises ValueError with the reason for anything else."""
    if text.startswith("[") and text.endswith("]"):
        return _one_of_a_set(text)
    if "/" in text:
        first, _, last = text.partition("/")
        return _span(text, first, last, open_ends=("", ".."))
    return _date(text)


def _date(text: str) -> Edtf:
    match = _DATE.fullmatch(text)
    if match is None:
        raise ValueError(f"“{text}” is no date by EDTF")
    year, month, day, qualifier = match["year"], match["month"], match["day"], match["qualifier"]
    if ("X" in year and month) or (month == "XX" and day not in (None, "XX")):
        raise ValueError(f"“{text}”: only the last parts of a date can be left open")
    first_year, last_year = int(year.replace("X", "0")), int(year.replace("X", "9"))
    if month and month.isdecimal() and int(month) in _SEASONS:
        if day:
            raise ValueError(f"“{text}”: a season has no days")
        first_month = _SEASONS[int(month)]
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
    """Return what lies from one date to another; an open end has no day."""
    begins = None if first in open_ends else _date(first)
    ends = None if last in open_ends else _date(last)
    if begins is None and ends is None:
        raise ValueError(f"“{text}”: one end must be a date")
    if begins and ends and begins.earliest and ends.latest and begins.earliest > ends.latest:
        raise ValueError(f"“{text}” ends before it begins")
    known = [part for part in (begins, ends) if part]
    return Edtf(
        text,
        begins and begins.earliest,
        ends and ends.latest,
        any(part.uncertain for part in known),
        any(part.approximate for part in known),
    )


def _one_of_a_set(text: str) -> Edtf:
    members = []
    for part in text[1:-1].split(","):
        first, dots, last = part.strip().partition("..")
        members.append(_span(text, first, last, open_ends=("",)) if dots else _date(first))
    if len(members) == 1 and ".." not in text:
        raise ValueError(f"“{text}”: a set of one; leave the brackets out")
    earliest, latest = [one.earliest for one in members], [one.latest for one in members]
    return Edtf(
        text,
        None if None in earliest else min(filter(None, earliest)),
        None if None in latest else max(filter(None, latest)),
    )


class DateProposal(NamedTuple):
    """EDTF proposed for a date in words, and what must be asked before it can be taken."""

    edtf: str | None
    question: str = ""


_ROUGH: Final = re.compile(r"(?:c\.?|ca\.?|circa|about|around|approximately)\s*", re.IGNORECASE)
_DOUBTED: Final = re.compile(r"(?:probably|perhaps|possibly|likely)\s+|\s*\?$|\s*\(\?\)$", re.IGNORECASE)
_SEASON: Final = re.compile(
    r"(?P<name>spring|summer|autumn|fall|winter)(?:\s+of)?\s+(?P<year>[12]\d{3})(?:\s*[-–/]\s*(?P<next>\d\d|\d{4}))?",
    re.IGNORECASE,
)
_SPANS: Final = {
    re.compile(form, re.IGNORECASE): edtf
    for form, edtf in (
        (r"between (?P<first>.+) and (?P<last>.+)", "[{first}..{last}]"),
        (r"from (?P<first>.+) (?:to|until|through) (?P<last>.+)", "{first}/{last}"),
        (r"(?P<first>[12]\d{3})\s*(?:-|–|to)\s*(?P<last>[12]\d{3})", "{first}/{last}"),
        (r"before (?P<last>.+)", "[..{last}]"),
        (r"after (?P<first>.+)", "[{first}..]"),
    )
}
_PLAYING_SEASON: Final = re.compile(
    r"(?:the )?(?P<first>[12]\d{3})\s*[-–/]\s*(?P<last>\d\d)(?: season)?", re.I
)
_DECADE: Final = re.compile(r"(?:the )?(?P<decade>[12]\d\d)0['’]?s", re.IGNORECASE)
_OR: Final = re.compile(r"(?P<first>.+?) or (?P<last>.+)", re.IGNORECASE)
_MONTH_OF: Final = re.compile(r"[a-z]+\.?(?: \d{1,2})?", re.IGNORECASE)
_SLASHES: Final = re.compile(r"(?P<month>\d{1,2})[/.](?P<day>\d{1,2})[/.](?P<year>\d{4}|\d\d)")


def propose_edtf(words: str) -> DateProposal:
    """Return the EDTF of a date in words; a question where the words leave it open, nothing where they are no date."""
    text = " ".join(words.split()).strip("[]. ")
    try:
        return DateProposal(parse_edtf(text).text)
    except ValueError:
        pass
    if match := _SLASHES.fullmatch(text):
        return _figures(match)
    if match := _PLAYING_SEASON.fullmatch(text):
        return _years(match["first"], match["last"], f"{match['first']}/{{last}}")
    if match := _SEASON.fullmatch(text):
        return _season(match)
    if match := _DECADE.fullmatch(text):
        return DateProposal(f"{match['decade']}X")
    for form, edtf in _SPANS.items():
        if match := form.fullmatch(text):
            ends = {name: understood(end) for name, end in match.groupdict().items()}
            return DateProposal(edtf.format(**ends)) if all(ends.values()) else DateProposal(None)
    if match := _OR.fullmatch(text):
        return _either(match["first"], match["last"])
    plain, rough = _ROUGH.subn("", text, 1) if _ROUGH.match(text) else (text, 0)
    plain, doubted = _DOUBTED.subn("", plain)
    day = understood(plain)
    if day is None:
        return DateProposal(None)
    return DateProposal(day + ("%" if rough and doubted else "~" if rough else "?" if doubted else ""))


def _figures(match: re.Match[str]) -> DateProposal:
    """Return a date in figures; the order of Americans is proposed, never taken."""
    month, day, year = int(match["month"]), int(match["day"]), match["year"]
    if len(year) == 2:
        return DateProposal(None, f"which century is {year}?")
    proposed = understood(f"{year}-{month:02}-{day:02}") or understood(f"{year}-{day:02}-{month:02}")
    is_open = max(month, day) <= _MONTHS and month != day
    question = "is the month or the day written first?" if is_open else ""
    return DateProposal(proposed, question if proposed else "")


def _season(match: re.Match[str]) -> DateProposal:
    """Return a season; a winter needs both of its years."""
    number, year = _SEASON_NAMES[match["name"].lower()], match["year"]
    if number == _SEASON_NAMES["winter"]:
        if match["next"] is None:
            return DateProposal(f"{year}-24", f"does this winter begin or end in {year}?")
        return _years(year, match["next"], f"{year}-24")
    return DateProposal(None if match["next"] else f"{year}-{number}")


def _years(first: str, last: str, edtf: str) -> DateProposal:
    """Return a date of two years in a row, the second one perhaps in two figures."""
    following = str(int(first) + 1)
    if not following.endswith(last):
        return DateProposal(
            None, f"is {last} a year or a month?" if len(last) == 2 and int(last) <= _MONTHS else ""
        )
    return DateProposal(edtf.format(last=following))


def _either(first: str, last: str) -> DateProposal:
    """Return one of two dates, such as 1929 or 1930, November or December 1931."""
    later = understood(last)
    earlier = understood(first)
    if earlier is None and later and _MONTH_OF.fullmatch(first):
        earlier = understood(f"{first} {later[:4]}")
    return DateProposal(f"[{earlier},{later}]") if earlier and later else DateProposal(None)
