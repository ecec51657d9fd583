"""Lines of rulesets: texts that succeed each other, and those in force on a date."""

from __future__ import annotations

import re
from calendar import month_name
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from clabber_audit.core.errors import Unusable, printable
from clabber_audit.records.dates import date_in_words, interpret_date
from clabber_audit.rules.answers import report
from clabber_audit.rules.articles import Statute
from clabber_audit.rules.ruleset import (
    LINES,
    Ruleset,
    chain_of,
    is_own,
    load,
    read_statute,
    resolve_house_rules,
    statute_of_shipped,
)

if TYPE_CHECKING:
    from clabber_audit.rules.book import BookInForce

#: First day of a text that has always been in force.
ALWAYS: Final = date.min
_SEASON: Final = re.compile(r"(?P<first>1[89]\d\d|20\d\d)(?:[-/](?:\d\d)?\d\d)?(?: season)?")
#: Kinds of source whose date is that of the hand, not of its publication.
_OF_THE_HAND: Final = ("table", "scoresheet", "video", "tricks")


def format_date(written: str) -> str:
    """Return a day, month or year in figures in words; other texts unchanged."""
    year, _, month = written.partition("-")
    if re.fullmatch(r"\d{4}-\d\d-\d\d", written):
        return date_in_words(written)
    return f"{month_name[int(month)]} {year}" if re.fullmatch(r"\d{4}-\d\d", written) else written


class Period(NamedTuple):
    """Days on which a hand may have been played, and their description."""

    first: date
    last: date
    words: str


class DatedText(NamedTuple):
    """Text of a line, with the first day on which it is in force."""

    ruleset: Ruleset
    first: date
    #: The day, month or year as the text gives it; empty for one that has always been in force.
    written: str = ""
    #: Book of a club and the decisions that this text follows.
    book: BookInForce | None = None

    @property
    def name(self) -> str:
        """The text by its date: the text of October 1984."""
        if self.book is not None:
            return f"the decisions{self.date_text}" if self.written else "the rules before any decision"
        return f"the text{self.date_text}" if self.written else "the first text"

    @property
    def date_text(self) -> str:
        """Date of the text, such as ` of October 1984`; empty if it has always been in force."""
        return f" of {format_date(self.written)}" if self.written else ""


class RulesetHistory(NamedTuple):
    """Texts of a ruleset over time, oldest first: a line of rulesets, as pages and files call it."""

    id: str
    texts: tuple[DatedText, ...]

    @property
    def newest(self) -> DatedText:
        """The text in force today."""
        return self.texts[-1]

    def find_texts_in_force(self, period: Period | None) -> tuple[DatedText, ...]:
        """Return the texts in force on any day of a period; the newest without one, the oldest before all."""
        if period is None:
            return (self.newest,)
        ends = [text.first for text in self.texts[1:]]
        texts = [
            text
            for text, following in zip(self.texts, [*ends, None], strict=True)
            if text.first <= period.last and (following is None or period.first < following)
        ]
        return tuple(texts) or self.texts[:1]

    def note(self, period: Period | None, text: DatedText) -> str:
        """Return why a text is the one to rule by, in a sentence."""
        if period is None:
            return f"The hand has no date; ruled by the newest text,{text.date_text}."
        if period.last < text.first:
            return f"No text of {period.words} is known; ruled by the oldest,{text.date_text}."
        if len(self.find_texts_in_force(period)) > 1:
            return f"{period.words} has {len(self.find_texts_in_force(period))} texts; they rule the same."
        if period.first < text.first:
            return f"Ruled by {text.name}; the hand may be older."
        return f"Ruled by {text.name}, in force on {period.words}."


def period_of(record: Any) -> Period | None:
    """Return the days on which a hand may have been played: by its date, its source’s, or its season; else None."""
    context, source = record.context, record.source
    written = [context.date] if context and context.date else []
    if source and source.date_as_written and source.kind in _OF_THE_HAND:
        written.append(source.date_as_written)
    for words in written:
        if result := period(words):
            return result
    season = _SEASON.fullmatch(" ".join(((context and context.season) or "").split()))
    if season is None:
        return None
    year = int(season["first"])
    return Period(date(year, 9, 1), date(year + 1, 8, 31), f"the season {season[0]}")


@lru_cache(maxsize=1024)
def period(written: str) -> Period | None:
    """Return the days that a date as written can mean; None for words that are not a date."""
    days = interpret_date(written)
    if days is None or days.earliest is None or days.latest is None:
        return None
    return Period(days.earliest, days.latest, format_date(written))


def load_history(name: str, *, allow_changed_rules: bool = False) -> RulesetHistory | None:
    """Return the history of a ruleset: a shipped line, or a TOML file in which a date makes several texts; else None.

    The dates may be in the file, its parents or predecessors. Raise Unusable if they contradict each other.
    """
    if name in LINES:
        return _load_shipped_history(name)
    if not name.endswith(".toml"):
        return None
    files = _load_succession(name)
    texts: list[DatedText] = []
    for own, path in files:
        begins = own.in_force.get("from", "")
        first = _parse_day(begins, path) if begins else ALWAYS
        if texts and first <= texts[-1].first:
            raise Unusable(f"{path}: it succeeds another and begins before it", "", "correct `in_force`")
        texts += [
            text._replace(
                first=max(text.first, first), written=text.written if text.first > first else begins
            )
            for text in _list_texts(own, path, allow_changed_rules)
        ]
        # Of the texts before the file begins, only the last is in force.
        texts = [
            text
            for text, after in zip(texts, [*texts[1:], None], strict=True)
            if not after or text.first < after.first
        ]
    for note in _find_gaps(files):
        report(f"note: {name}: {note}")
    newest, _ = files[-1]
    return RulesetHistory(newest.line or newest.id, tuple(texts)) if len(texts) > 1 else None


def _load_shipped_history(name: str) -> RulesetHistory:
    texts: list[DatedText] = []
    one: str | None = LINES[name]
    while one is not None:
        statute = statute_of_shipped(one)
        texts.insert(
            0, DatedText(load(one), _parse_day(statute.in_force["from"], one), statute.in_force["from"])
        )
        one = statute.succeeds
    return RulesetHistory(name, tuple(texts))


def note_on(record: Any, ruleset: Ruleset) -> str:
    """Return why a hand is ruled by a text of a shipped line, or that another was in force; else nothing."""
    when = period_of(record)
    for name in LINES:
        shipped = _load_shipped_history(name)
        text = next((text for text in shipped.texts if text.ruleset.id == ruleset.id), None)
        if text is None:
            continue
        if record.ruleset == name:
            return shipped.note(when, text)
        if (
            "ruleset" in record.model_fields_set
            and when
            and text not in (due := shipped.find_texts_in_force(when))
        ):
            return f"The hand names {text.name}; on {when.words}, {due[-1].name} was in force."
    return ""


def _find_gaps(files: Sequence[tuple[Statute, str]]) -> Iterable[str]:
    """Yield the periods between two articles of a house on one subject in which neither is in force.

    The subject is an article, a toggle or a penalty.
    """
    #: First and last day and article, by subject.
    spans: dict[str, list[tuple[date, date, str]]] = {}
    begins = [
        _parse_day(own.in_force["from"], path) if "from" in own.in_force else ALWAYS for own, path in files
    ]
    for (own, path), opens, following in zip(files, begins, [*begins[1:], None], strict=True):
        closes = following - timedelta(1) if following else date.max
        for name, article in (
            pair
            for statute in filter(is_own, chain_of(own, path, read_statute))
            for pair in statute.articles.items()
        ):
            days = article.in_force
            first = max(opens, _parse_day(days["from"], path) if "from" in days else ALWAYS)
            last = min(closes, _parse_last_day(days["until"], path) if "until" in days else date.max)
            for subject in {name, *article.toggles, *article.penalties} if first <= last else ():
                spans.setdefault(subject, []).append((first, last, name))
    gaps = dict[str, None]()
    for same in spans.values():
        (_, last, earlier), *later = sorted(same)
        for first, end, name in later:
            if first > last and first - timedelta(1) > last:
                since, until = last + timedelta(1), first - timedelta(1)
                names = " and ".join(f"“{printable(each)}”" for each in dict.fromkeys((earlier, name)))
                word = "articles" if " and " in names else "article"
                gaps[
                    f"{word} {names}: nothing is in force from {date_in_words(since.isoformat())} to "
                    f"{date_in_words(until.isoformat())}; what they replace is law then"
                ] = None
            if end > last:
                last, earlier = end, name
    return gaps


def _load_succession(name: str) -> list[tuple[Statute, str]]:
    """Load a ruleset file and its predecessors, oldest first, each with its path."""
    statute = read_statute(Path(name))
    succession, seen = [(statute, name)], {statute.id}
    while succession[0][0].succeeds:
        own, path = succession[0]
        before = Path(path).parent / str(own.succeeds)
        one = read_statute(before)
        if one.id in seen:
            circle = " → ".join([one.id, *(later.id for later, _ in succession)])
            raise Unusable(
                f"{name}: {circle}: they succeed each other in a circle", "", "make one succeed nothing"
            )
        seen.add(one.id)
        succession.insert(0, (one, str(before)))
    return succession


def _list_texts(statute: Statute, name: str, allow_changed_rules: bool) -> Iterable[DatedText]:
    """Yield the text of a file for each day on which it or a parent changes."""
    written = {ALWAYS: ""}
    for one in chain_of(statute, name, read_statute):
        written |= {_parse_day(day, name): day for day in _list_changes(one, name)}
    if statute.extends in LINES:
        written |= {
            text.first: text.written for text in _load_shipped_history(str(statute.extends)).texts[1:]
        }
    for day in sorted(written):
        yield DatedText(
            resolve_house_rules(
                statute, name, read_statute, allow_changed_rules=allow_changed_rules, day=day
            ),
            day,
            written[day],
        )


def _list_changes(statute: Statute, name: str) -> Sequence[str]:
    """Return the days on which articles and answers of a file begin, and those after the last days of others."""
    spans: list[tuple[str, Mapping[str, str]]] = [("in_force", statute.in_force)]
    spans += [(f"article “{printable(key)}”", article.in_force) for key, article in statute.articles.items()]
    days = [answer.since for answer in statute.answers if answer.since]
    for what, span in spans:
        begins, ends = span.get("from", ""), span.get("until", "")
        last = _parse_last_day(ends, name) if ends else date.max
        if begins and _parse_day(begins, name) > last:
            raise Unusable(f"{name}: {what}: {begins} to {ends} is backwards", "", "exchange the two dates")
        if what != "in_force":
            days += [begins] if begins else []
            days += [(last + timedelta(1)).isoformat()] if ends else []
    return days


def _parse_day(written: str, name: str) -> date:
    """Return the first day of a date in figures: a day, a month or a year."""
    days = interpret_date(written)
    if days is None or days.earliest is None or not re.fullmatch(r"\d{4}(-\d\d){0,2}", written):
        what = f"{name}: “{printable(written)}” is no date"
        raise Unusable(what, "", 'write a day such as 1992-12-10, a month "1984-10" or a year "1984"')
    return days.earliest


def _parse_last_day(written: str, name: str) -> date:
    _parse_day(written, name)
    days = interpret_date(written)
    return days.latest if days and days.latest else date.max
