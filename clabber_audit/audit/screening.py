"""Which hands of a share are certainly clean, so that none of them has to be read and judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from clabber_audit.audit.laws import law_in
from clabber_audit.audit.shares import Share
from clabber_audit.audit.wanted import AuditForm, Wanted
from clabber_audit.ground.errors import debugging
from clabber_audit.ground.extras import screen_pays
from clabber_audit.intake import Offered, Unread, read_in
from clabber_audit.law.bound_ruleset import law_of
from clabber_audit.record.words import DEFAULT_RULESET
from clabber_audit.rulesets.ruleset import SHIPPED

if TYPE_CHECKING:
    import pyarrow as pa

    from clabber_audit.law.screen import Screen
    from clabber_audit.law.screen.plain import Plain

_Hands = TypeVar("_Hands")

#: Forms in which nothing is written of a hand without findings.
_OF_FINDINGS: Final = (AuditForm.text, AuditForm.parquet, AuditForm.github, AuditForm.sarif)


class Clean(NamedTuple):
    """A record that is certainly clean, of which only the names are of interest to anybody."""

    names: tuple[str, ...]


def passes_over(wanted: Wanted) -> bool:
    """Whether hands that are certainly clean may be passed over."""
    return not wanted.thorough and wanted.form in _OF_FINDINGS


def screened(share: Share, wanted: Wanted) -> Iterator[Clean | Offered]:
    """The records of a share, as what is certainly clean, or as they are offered to the judge."""
    if not passes_over(wanted):
        return share.records()
    return sifted(list(share.lines()), wanted) if share.group is None else _rows(share, wanted.law)


def sifted(records: Sequence[Offered | Unread], wanted: Wanted, before: int = 0) -> Iterator[Clean | Offered]:
    """The same of some records, `before` which so many came."""
    by_law = dict[str | None, list[tuple[int, bytes]]]()
    for place, record in enumerate(records if passes_over(wanted) else ()):
        if isinstance(record, Unread):
            by_law.setdefault(wanted.law or (record.law and record.law.text()), []).append((place, record.text or b""))
    clean = dict[int, Clean]()
    for law, lines in by_law.items():
        found = certainly_clean([text for _, text in lines], law, before)
        clean |= {lines[number][0]: one for number, one in found.items()}
    for place, record in enumerate(records):
        yield clean.get(place) or read_in(record)


def certainly_clean(lines: Sequence[bytes], law: str | None, before: int = 0) -> Mapping[int, Clean]:
    """By their places the lines that are certainly clean, under a law given as JSON or each under its own.

    Without numpy, the extra `fast`, none are. So many lines came `before` these.
    """
    if not screen_pays(len(lines) + before):
        return {}
    from clabber_audit.law.screen.plain_lines import plain_lines

    return _clean(plain_lines, lines, law)


def _rows(share: Share, law: str | None) -> Iterator[Clean | Offered]:
    from clabber_audit.intake.tables import some_of

    first = share.first
    for batch in share.batches():
        clean = clean_rows(batch, law)
        heard = some_of(batch, [place for place in range(batch.num_rows) if place not in clean], share.source, first)
        for place in range(batch.num_rows):
            yield clean.get(place) or next(heard)
        first += batch.num_rows


def clean_rows(batch: pa.RecordBatch, law: str | None) -> Mapping[int, Clean]:
    """The same of the rows of a record batch, which may hold records in columns or each as a line."""
    if batch.schema.names == ["record"]:
        return certainly_clean([(line or "").encode() for line in batch.column("record").to_pylist()], law)
    if not screen_pays(batch.num_rows):
        return {}
    from clabber_audit.intake.plain_rows import plain_rows

    return _clean(plain_rows, batch, law)


def _clean(read: Callable[[_Hands], list[Plain]], hands: _Hands, law: str | None) -> Mapping[int, Clean]:
    """By their places the hands that are certainly clean; where that shows a bug none are, and the judge hears all."""
    try:
        return dict(chain.from_iterable(_told_clean(plain, law) for plain in read(hands)))
    except Exception:
        if debugging():
            raise
        return {}


def _told_clean(plain: Plain, law: str | None) -> Iterator[tuple[int, Clean]]:
    for number, name in enumerate(plain.rulesets.texts):
        screen = _screen(law, name)
        rows = (plain.rulesets.at == number).nonzero()[0]
        if screen is not None and len(rows):
            for row in rows[screen.clean(plain.hands.only(rows))].tolist():
                yield int(plain.rows[row]), Clean(plain.names[row])


@lru_cache(maxsize=16)
def _screen(law: str | None, name: bytes) -> Screen | None:
    """The screen of a law, or of the one that a record names, as its JSON text; None where there is none."""
    from clabber_audit.law.screen import screen_of

    if law is not None:
        return screen_of(law_in(law))
    named = name[1:-1].decode() or DEFAULT_RULESET
    return screen_of(law_of(named)) if named in SHIPPED else None
