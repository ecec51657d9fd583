"""Prefilter: clean hands that need no judge.

It evaluates the laws on arrays of hands. A hand with a finding is never passed over; any doubtful hand goes to the
judge. It needs numpy and msgspec (the extra `fast`): without them every hand is judged.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from importlib.util import find_spec
from itertools import groupby
from typing import TYPE_CHECKING, Final, TypeVar

from clabber_audit.bulk.options import AuditFormat, Wanted
from clabber_audit.core.errors import is_debugging
from clabber_audit.inputs.records import InputRecord, UnreadRecord, parse_record, record_blocks
from clabber_audit.records.columns import record_text, rows_of
from clabber_audit.records.vocabulary import DEFAULT_RULESET
from clabber_audit.rules.bound_ruleset import (
    BoundRuleset,
    ById,
    law_from_text,
    law_of,
    law_of_text,
    with_book,
)
from clabber_audit.rules.ruleset import SHIPPED

if TYPE_CHECKING:
    import pyarrow as pa

    from clabber_audit.bulk.prefilter_clabber import CleanOutcome, PlainHand, Prefilter
    from clabber_audit.judge.judge import CleanHand

Found = TypeVar("Found")

#: Forms in which nothing is written of a hand without findings.
_OF_FINDINGS: Final = (AuditFormat.text, AuditFormat.parquet, AuditFormat.github, AuditFormat.sarif)
#: Bytes of lines of a season that are looked at together.
_SIZE: Final = 1 << 18
#: Numbers of hands from which the prefilter pays: with numpy loaded, and without.
_FEW: Final = 10
_MANY: Final = 1_000


def prefilter_pays(count: int) -> bool:
    """Return True if `count` hands are enough for the prefilter and its packages are installed."""
    least = _FEW if "numpy" in sys.modules else _MANY
    return count >= least and find_spec("numpy") is not None and find_spec("msgspec") is not None


#: Names in clean records, one after the other, or a record for the judge.
Sifted = list[tuple[str, ...]] | InputRecord


def passes_over(wanted: Wanted) -> bool:
    """Return True if clean hands may be passed over."""
    return not wanted.thorough and wanted.format in _OF_FINDINGS


def prefilter_records(
    records: Sequence[InputRecord | UnreadRecord], wanted: Wanted, before: int = 0
) -> Iterator[Sifted]:
    """Yield some records, clean or for the judge; `before` counts those that came before them."""
    by_law = dict[str | None, list[tuple[int, bytes]]]()
    for place, record in enumerate(records if passes_over(wanted) else ()):
        if isinstance(record, UnreadRecord):
            law = wanted.law or (record.law and record.law.text())
            by_law.setdefault(law, []).append((place, record.text or b""))
    clean = dict[int, tuple[str, ...]]()
    for law_text, lines in by_law.items():
        result = find_clean_lines([text for _, text in lines], law_text, before, wanted.book)
        clean |= {lines[number][0]: names for number, names in result.items()}
    for is_clean, places in groupby(range(len(records)), clean.__contains__):
        if is_clean:
            yield [clean[place] for place in places]
        else:
            yield from (parse_record(records[place]) for place in places)


def find_clean_lines(
    lines: Sequence[bytes], law: str | None, before: int = 0, book: str | None = None
) -> Mapping[int, tuple[str, ...]]:
    """Return the names in the clean ones of some lines by their places, under a law given as JSON or each under its own.

    A book, given as JSON, changes the law. `before` counts the lines that came before these; of few lines none are
    looked for.
    """
    if not prefilter_pays(len(lines) + before):
        return {}
    result = _clean(lines, lambda hand: _prefilter(_law(hand.ruleset or DEFAULT_RULESET, law, book), hand))
    return collect_unless_broken((place, names) for place, names, *_ in result)


def clean_rows(batch: pa.RecordBatch, law: str | None) -> Mapping[int, tuple[str, ...]]:
    """Return the same of the rows of a record batch."""
    if not prefilter_pays(batch.num_rows):
        return {}
    import pyarrow as pa

    try:
        lines = [record_text(row).encode() for row in rows_of(batch)]
    except (pa.ArrowException, ValueError):
        # A column of another type, or a cell that is no text.
        return {}
    return find_clean_lines(lines, law)


class SeasonPrefilter:
    """Prefilter of the hands of a season under one law."""

    def __init__(self, law: BoundRuleset) -> None:
        self._law, self._seen = law, 0

    def prefilter_hands(
        self, items: Iterable[InputRecord | UnreadRecord]
    ) -> Iterator[InputRecord | CleanHand]:
        """Yield hands in their order: clean ones, and all others as they are read."""
        for block in record_blocks(items, _SIZE):
            self._seen += len(block)
            clean: Mapping[int, CleanHand] = {}
            if prefilter_pays(self._seen):
                lines = [item.text or b"" if isinstance(item, UnreadRecord) else b"" for item in block]
                clean = collect_unless_broken(self._clean(lines))
            for place, item in enumerate(block):
                yield clean.get(place) or parse_record(item)

    def _clean(self, lines: Sequence[bytes]) -> Iterator[tuple[int, CleanHand]]:
        from clabber_audit.bulk import prefilter_clabber

        for place, _, hand, outcome in _clean(lines, partial(_prefilter, self._law)):
            # A season lists all claims, even refuted ones.
            if not prefilter_clabber.has_claims(hand):
                yield place, prefilter_clabber.clean_hand(lines[place], hand, outcome)


def _clean(
    lines: Sequence[bytes], prefilter_for: Callable[[PlainHand], Prefilter | None]
) -> Iterator[tuple[int, tuple[str, ...], PlainHand, CleanOutcome]]:
    """Yield the clean ones of some lines: place, names at the table, decoded hand and outcome."""
    from clabber_audit.bulk.prefilter_clabber import decode, names_of

    groups: dict[int, tuple[Prefilter, list[tuple[int, PlainHand]]]] = {}
    for place, line in enumerate(lines):
        if (hand := decode(line)) is not None and (prefilter := prefilter_for(hand)) is not None:
            groups.setdefault(id(prefilter), (prefilter, []))[1].append((place, hand))
    for prefilter, some in groups.values():
        for row, outcome in prefilter.clean([hand for _, hand in some]).items():
            place, hand = some[row]
            try:
                yield place, names_of(hand), hand, outcome
            except ValueError:
                # The model refuses it.
                continue


@lru_cache(maxsize=32)
def _law(ruleset: str, law_text: str | None, book: str | None) -> BoundRuleset | None:
    """Return a law given as JSON, else that of the ruleset of an id, changed by a book; None if there is none."""
    if law_text is None and ruleset not in SHIPPED:
        return None
    law = law_of(ruleset) if law_text is None else law_from_text(law_text)
    if book is None:
        return law
    from clabber_audit.rules.book_file import book_from_text

    return with_book(law, book_from_text(book))


def _prefilter(law: BoundRuleset | None, hand: PlainHand) -> Prefilter | None:
    """Return the prefilter of the law in force on the date of a hand; None if the date alone does not decide it."""
    if law is None or law.history is None:
        return law and _prefilter_of(ById(law))
    from clabber_audit.bulk.prefilter_clabber import period_of_hand

    texts = law.history.find_texts_in_force(period_of_hand(hand))
    return _prefilter_of(ById(law_of_text(texts[0]))) if len(texts) == 1 else None


@lru_cache(maxsize=32)
def _prefilter_of(law: ById[BoundRuleset]) -> Prefilter | None:
    from clabber_audit.bulk.prefilter_clabber import prefilter_of

    return prefilter_of(law.value)


def collect_unless_broken(clean: Iterable[tuple[int, Found]]) -> Mapping[int, Found]:
    """Return clean hands by their places; none if the prefilter crashes, so that every hand is judged."""
    try:
        return dict(clean)
    except Exception:
        if is_debugging():
            raise
        return {}
