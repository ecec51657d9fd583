"""Hands that are certainly clean, and those that the judge must hear."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from clabber_audit.bulk.hand import made_of_law
from clabber_audit.bulk.options import AuditForm, Wanted
from clabber_audit.bulk.shares import Share
from clabber_audit.core.errors import one_by_one_pays, screen_pays
from clabber_audit.inputs.records import InputRecord, Unread, read_in
from clabber_audit.records.bid_euchre_words import FORMAT
from clabber_audit.records.vocabulary import FORMAT as OF_CLABBER
from clabber_audit.rules.screen.lines import without_claims
from clabber_audit.rules.screen.silence import unless_buggy

if TYPE_CHECKING:
    import pyarrow as pa

    from clabber_audit.rules.screen.columns import Columns
    from clabber_audit.rules.screen.plain import Plain

#: Forms in which nothing is written of a hand without findings.
_OF_FINDINGS: Final = (AuditForm.text, AuditForm.parquet, AuditForm.github, AuditForm.sarif)

#: How a record of the Bid Euchre family says that it is one, and what comes before where its format comes first.
_FORMAT: Final = f'"{FORMAT}"'.encode()
_FIRST: Final = b'{"format":'
#: How most records of Clabber begin.
_OF_CLABBER: Final = _FIRST + f'"{OF_CLABBER}"'.encode()


class Clean(NamedTuple):
    """A record that is certainly clean, of which only the names are of interest to anybody."""

    names: tuple[str, ...]


def passes_over(wanted: Wanted) -> bool:
    """Whether hands that are certainly clean may be passed over."""
    return not wanted.thorough and wanted.form in _OF_FINDINGS


#: Records one after the other, all of them certainly clean; or one that is offered to the judge.
Sifted = list[Clean] | InputRecord


def screened(share: Share, wanted: Wanted) -> Iterator[Sifted]:
    """The records of a share, as what is certainly clean, or as they are offered to the judge."""
    if not passes_over(wanted):
        return share.records()
    return (_lines if share.group is None else _rows)(share, wanted.law)


def _lines(share: Share, law: str | None) -> Iterator[Sifted]:
    lines = list(share.lines())
    clean = certainly_clean([text or b"" for text, _ in lines], law)
    heard = [place for place in range(len(lines)) if place not in clean]
    return _in_order(clean, len(lines), heard, share.offered(lines[place] for place in heard))


def sifted(records: Sequence[InputRecord | Unread], wanted: Wanted, before: int = 0) -> Iterator[Sifted]:
    """The same of some records, `before` which so many came."""
    by_law = dict[str | None, list[tuple[int, bytes]]]()
    for place, record in enumerate(records if passes_over(wanted) else ()):
        if isinstance(record, Unread):
            by_law.setdefault(wanted.law or (record.law and record.law.text()), []).append((place, record.text or b""))
    clean = dict[int, Clean]()
    for law, lines in by_law.items():
        found = certainly_clean([text for _, text in lines], law, before)
        clean |= {lines[number][0]: one for number, one in found.items()}
    heard = [place for place in range(len(records)) if place not in clean]
    yield from _in_order(clean, len(records), heard, (read_in(records[place]) for place in heard))


def _in_order(
    clean: Mapping[int, Clean], count: int, heard: Sequence[int], offered: Iterator[InputRecord]
) -> Iterator[Sifted]:
    """So many records by their places: those that are clean, and those that are `heard`, as they are offered."""
    first = 0
    for place in (*heard, count):
        if place > first:
            yield [clean[number] for number in range(first, place)]
        if place < count:
            yield next(offered)
        first = place + 1


def certainly_clean(lines: Sequence[bytes], law: str | None, before: int = 0) -> Mapping[int, Clean]:
    """By their places the lines that are certainly clean, under a law given as JSON or each under its own.

    So many lines came `before` these; of few none are.
    """
    count = len(lines) + before
    pays = screen_pays(count)
    if not pays and not one_by_one_pays(count):
        return {}
    return unless_buggy(_certainly_clean(lines, law, in_columns=pays))


def _certainly_clean(lines: Sequence[bytes], law: str | None, in_columns: bool) -> Iterator[tuple[int, Clean]]:
    family = [
        (place, line)
        for place, line in enumerate(lines)
        if not line.startswith(_OF_CLABBER) and _may_be_of_the_family(line)
    ]
    if len(family) < len(lines):
        # A line that is none of Clabber's is no plain hand of it.
        bare, claims = without_claims(lines)
        if in_columns:
            from clabber_audit.rules.screen.plain_lines import plain_lines

            yield from _in_columns(plain_lines(bare), claims, law)
        else:
            yield from _one_by_one(bare, claims, law)
    if family:
        found = (clean_in_columns if in_columns else clean_one_by_one)(family, law)
        yield from ((place, Clean(names)) for place, names in found)


def _rows(share: Share, law: str | None) -> Iterator[Sifted]:
    from clabber_audit.inputs.readers import some_of

    first = share.first
    for batch in share.batches():
        clean = clean_rows(batch, law)
        heard = [place for place in range(batch.num_rows) if place not in clean]
        yield from _in_order(clean, batch.num_rows, heard, some_of(batch, heard, share.source, first))
        first += batch.num_rows


def clean_rows(batch: pa.RecordBatch, law: str | None) -> Mapping[int, Clean]:
    """The same of the rows of a record batch, which may hold records in columns or each as a line."""
    if batch.schema.names == ["record"]:
        return certainly_clean([(line or "").encode() for line in batch.column("record").to_pylist()], law)
    if not screen_pays(batch.num_rows):
        return {}
    return unless_buggy(_certainly_clean_rows(batch, law))


def _certainly_clean_rows(batch: pa.RecordBatch, law: str | None) -> Iterator[tuple[int, Clean]]:
    from clabber_audit.inputs import plain_rows

    bare, claims = plain_rows.without_claims(batch)
    yield from _in_columns(plain_rows.plain_rows(bare), claims, law)


def _in_columns(
    hands: Iterable[Plain[Columns]], claims: Mapping[int, bytes], law: str | None
) -> Iterator[tuple[int, Clean]]:
    """The clean ones among plain hands, about some of which, by their places, there are claims."""
    from clabber_audit.judge.clean import come_to_nothing
    from clabber_audit.rules.screen.hands import screen_of

    for plain in hands:
        for number, name in enumerate(plain.rulesets.texts):
            screen = made_of_law(screen_of, law, name)
            rows = (plain.rulesets.at == number).nonzero()[0]
            if screen is not None and len(rows):
                some, places = plain.hands.only(rows), plain.rows[rows].tolist()
                settled = screen.settled(some)
                for row in [row for row, place in enumerate(places) if place in claims]:
                    told = all(said.texts[said.at[row]] for said in (some.calls, some.melds))
                    seats = int(some.dealer[row]), int(settled.maker[row])
                    settled.clean[row] &= told and come_to_nothing(claims[places[row]], *seats, screen.law)
                rows = rows[settled.clean]
                names = map(plain.names.__getitem__, rows.tolist())
                yield from zip(plain.rows[rows].tolist(), map(Clean, names), strict=True)


def _may_be_of_the_family(line: bytes) -> bool:
    """Whether a line may hold a record of the Bid Euchre family."""
    return line.startswith(_FORMAT, len(_FIRST)) if line.startswith(_FIRST) else _FORMAT in line


def _one_by_one(lines: Sequence[bytes], claims: Mapping[int, bytes], law: str | None) -> Iterator[tuple[int, Clean]]:
    """The same without numpy, the extra `fast`."""
    from clabber_audit.judge.clean import come_to_nothing
    from clabber_audit.rules.screen.single import plain_hand, single_screen_of

    for place, line in enumerate(lines):
        hand = plain_hand(line)
        screen = hand and made_of_law(single_screen_of, law, hand.ruleset)
        if not (hand and screen and screen.clean(hand)):
            continue
        if place in claims:
            told, maker = bool(hand.calls and hand.melds), screen.maker(hand)
            if not (told and come_to_nothing(claims[place], hand.dealer, maker, screen.law)):
                continue
        yield place, Clean(hand.names)


#: Lines by their places, and what is found of them.
Lines = Sequence[tuple[int, bytes]]
Found = Iterator[tuple[int, tuple[str, ...]]]


def clean_in_columns(lines: Lines, law: str | None) -> Found:
    """All that stand alike at once, under a law given as JSON or each under its own; the others one by one."""
    from clabber_audit.rules.screen.bid_euchre.hands import screen_of
    from clabber_audit.rules.screen.bid_euchre.plain_lines import plain_lines

    found, others = plain_lines(lines)
    for plain in found:
        for number, name in enumerate(plain.rulesets.texts):
            screen = made_of_law(screen_of, law, name)
            rows = (plain.rulesets.at == number).nonzero()[0]
            if screen is not None and len(rows):
                for row in rows[screen.clean(plain.hands.only(rows))].tolist():
                    yield int(plain.rows[row]), plain.names[row]
    if others:
        texts = dict(lines)
        yield from clean_one_by_one([(place, texts[place]) for place in others], law)


def clean_one_by_one(lines: Lines, law: str | None) -> Found:
    """The same without numpy, the extra `fast`."""
    from clabber_audit.rules.screen.bid_euchre.single import plain_hand, single_screen_of

    for place, line in lines:
        hand = plain_hand(line)
        screen = hand and made_of_law(single_screen_of, law, hand.ruleset)
        if hand and screen and screen.clean(hand):
            yield place, hand.names
