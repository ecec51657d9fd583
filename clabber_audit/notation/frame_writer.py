"""The lines before the cards that every hand may have: who, where, from what source, and what was dealt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clabber_audit.notation.explicit import written_out
from clabber_audit.notation.tokens import cards, quoted, written
from clabber_audit.notation.trick_writer import comments, placed_by_moment
from clabber_audit.notation.words import CONFIDENCE, CONTEXT_NUMBER, CONTEXT_TEXT, SOURCE_KIND, SOURCE_TEXT
from clabber_audit.record.formats import Record
from clabber_audit.record.parts import Context, Source
from clabber_audit.table import moments as clock


def named(names: Mapping[str, str], order: Iterable[str]) -> str:
    """Names by seat or side, in the order of the table."""
    return " / ".join(f"{owner} {written(names[owner])}" for owner in order if owner in names)


def around(record: Record, known: frozenset[str], own: Iterable[str] = ()) -> Iterable[str]:
    """Where the hand was played and from what source it is known, and the keys that are written out at their default.

    `known` are the words that a text must not hold bare, since they begin something else; `own` is what only records of
    one game say of where it was played.
    """
    if record.context is not None:
        yield " ".join(["context", *_context(record.context, known), *own])
    if record.source is not None:
        yield f"source {' / '.join(_source(record.source))}".rstrip()
    if names := written_out(record):
        yield f"explicit {' '.join(names)}"


def _context(context: Context, known: frozenset[str]) -> Iterable[str]:
    for key in CONTEXT_TEXT:
        text = getattr(context, key)
        if text is not None:
            words = text.lower() if key == "date" else text
            bare = known.isdisjoint(words.split())
            value = written(text) if bare else quoted(text)
            yield value if key == "date" else f"{key} {value}"
    for key in CONTEXT_NUMBER:
        if getattr(context, key) is not None:
            yield f"{key} {getattr(context, key)}"


def _source(source: Source) -> Iterable[str]:
    if source.kind is not None:
        yield source.kind
    if (text := source.citation) is not None:
        first = text.lower().partition(" ")[0]
        taken = first in SOURCE_TEXT or text.lower() in SOURCE_KIND or text.lower() in CONFIDENCE
        yield quoted(text) if taken else written(text)
    for word, key in SOURCE_TEXT.items():
        if getattr(source, key) is not None:
            yield f"{word} {written(getattr(source, key))}"
    if source.confidence is not None:
        yield source.confidence


def dealt(record: Record, order: Sequence[str]) -> Iterable[str]:
    """The dealer, the hands and the turned card."""
    deal = record.deal
    hands: Mapping[str, Sequence[str]] = {str(seat): codes for seat, codes in deal.hands.items()}
    cut = f" cut {deal.cut}" if deal.cut is not None else ""
    yield f"deal {deal.dealer}{cut}" + (f" due {deal.due_dealer}" if deal.due_dealer is not None else "")
    for seat in order:
        if seat in hands:
            yield f"{seat} {cards(hands[seat]) or '-'}"
    if "upcard" in deal.model_fields_set:
        yield "up " + (cards([deal.upcard]) if deal.upcard is not None else "?")


def declaring(record: Record, said: Sequence[str]) -> Iterable[str]:
    """What was said, and the comments of the time before the play."""
    placed = placed_by_moment(record)
    if placed:
        yield from comments(record, lambda moment: moment == clock.DEAL, clocks=False)
    yield from said
    if placed:
        yield from comments(record, lambda moment: moment == clock.DECLARING, clocks=not said)
