"""Rows of a table that hold plain hands, as columns."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from clabber_audit.cards.cards import DECK_SIZE, HAND_SIZE, SEATS
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.columns import HANDS, Column, Kind
from clabber_audit.records.recognizer import CannotTellError, recognizer_of
from clabber_audit.rules.screen.columns import Columns, Words
from clabber_audit.rules.screen.kinds import distinct
from clabber_audit.rules.screen.lines import NOTHING, claims_expression
from clabber_audit.rules.screen.plain import Flags, Form, Letters, Plain, cards_of, fell, seats_of

_PLAYS: Final = Form(" ".join(["?:??"] * DECK_SIZE))
_HANDS: Final = Form(" ".join(f"{seat}:{'??' * HAND_SIZE}" for seat in SEATS))
#: What every record has to say.
_REQUIRED: Final = ("format", "id", "dealer", "upcard", "dealt", "plays")
#: What is no JSON, but text of even width.
_IN_FORM: Final = (Kind.dealt, Kind.plays)
#: What is looked at beside what was dealt and played.
_SCREENED: Final = ("ruleset", "dealer", "upcard", "declarations", "melds", "score")
_TYPES: Final = {kind: pa.int32() if kind is Kind.number else pa.string() for kind in Kind}
#: Who sits and plays for whom, in the order of a record.
_NAMES: Final = tuple(column.name for column in HANDS if column.path[:1] in (("players",), ("teams",)))


def without_claims(batch: pa.RecordBatch) -> tuple[pa.RecordBatch, Mapping[int, bytes]]:
    """The same rows but for their claims, and by their places these, as JSON texts."""
    if "claims" not in batch.schema.names:
        return batch, {}
    fits = claims_expression().fullmatch
    said = batch.column("claims").cast(pa.string()).to_pylist()
    written = ((place, text.encode()) for place, text in enumerate(said) if text and text.startswith("[{"))
    claims = {place: text for place, text in written if fits(text)}
    if not claims:
        return batch, claims
    bare = [None if place in claims else text for place, text in enumerate(said)]
    at = batch.schema.get_field_index("claims")
    return batch.set_column(at, "claims", pa.array(bare, pa.string())), claims


def plain_rows(batch: pa.RecordBatch) -> list[Plain[Columns]]:
    """The plain hands in a record batch, all together."""
    if not (batch.num_rows and set(_REQUIRED) <= set(batch.schema.names)):
        return []
    told: dict[str, Words] = {}
    plain = np.ones(batch.num_rows, bool)
    for column in HANDS:
        if column.kind in _IN_FORM or column.name not in batch.schema.names:
            continue
        cells = _cells(batch.column(column.name))
        if cells.null_count == batch.num_rows and column.name not in _REQUIRED:
            continue
        plain &= _plain(column, cells)
        if column.name in _SCREENED:
            told[column.name] = _words(cells, column.kind)
    holes, whole, none = _letters(batch.column("plays"), _PLAYS)
    seats, cards, known = fell(holes)
    plain &= whole & known | none
    dealt_holes, whole, _ = _letters(batch.column("dealt"), _HANDS)
    dealt = cards_of(dealt_holes)
    keep = np.flatnonzero(plain & whole & (dealt.max(axis=1) < DECK_SIZE))
    if not len(keep):
        return []
    nothing = Words([b""], np.zeros(batch.num_rows, np.intp))
    dealer, upcard = (_quoted(told[name], keep) for name in ("dealer", "upcard"))
    calls, melds, score, rulesets = (
        _noted(told.get(name, nothing), keep) for name in ("declarations", "melds", "score", "ruleset")
    )
    hands = Columns(
        seats_of(dealer[:, 0]),
        cards_of(upcard)[:, 0],
        dealt[keep],
        ~none[keep],
        seats[keep],
        cards[keep],
        calls,
        melds,
        score,
    )
    return [Plain(keep, rulesets, hands, _Names(batch, keep))]


class _Names(Sequence[tuple[str, ...]]):
    """The names in some rows, looked up when somebody asks for one."""

    def __init__(self, batch: pa.RecordBatch, rows: NDArray[np.intp]) -> None:
        self._batch, self._rows = batch, rows

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, row: Any) -> Any:
        return self._told[row]

    @cached_property
    def _told(self) -> Sequence[tuple[str, ...]]:
        there = [name for name in _NAMES if name in self._batch.schema.names]
        told = [_values(_cells(self._batch.column(name)), self._rows) for name in there]
        if all(map(all, told)):
            return list(zip(*told, strict=True)) if told else [()] * len(self._rows)
        return [tuple(filter(None, row)) for row in zip(*told, strict=True)]


def _cells(column: pa.Array) -> pa.Array:
    """A column; one that keeps each value once stays so, where these are texts."""
    kind = column.type
    if pa.types.is_dictionary(kind) and (kind.value_type != pa.string() or column.dictionary.null_count):
        return column.cast(kind.value_type)
    return column


def _plain(column: Column, cells: pa.Array) -> Flags:
    """(n): whether a plain hand may say what a cell does."""
    plain: Flags = np.array(cells.is_null()) & (column.name not in _REQUIRED)
    values = (cells.dictionary if pa.types.is_dictionary(cells.type) else cells).drop_null()
    quote = '"' if column.kind is Kind.text else ""
    # What may stand in a plain hand stands in JSON as it is.
    lines = pc.binary_join_element_wise(quote, values.cast(_TYPES[column.kind]).cast(pa.string()), f"{quote}\n", "")
    each = _letters_in(lines).tobytes()
    if each.count(b"\n") == len(lines) and _all_fit(column)(each):
        plain |= np.array(cells.is_valid())
        return plain
    said, fits = _words(cells, column.kind), _fits(column)
    plain |= np.array([bool(text and fits(text)) for text in said.texts])[said.at]
    return plain


def _letters_in(texts: pa.Array) -> Letters:
    """All letters of some texts, one after the other."""
    _, offsets, letters = texts.buffers()
    if not len(texts) or letters is None:
        return np.empty(0, np.uint8)
    bounds = np.frombuffer(offsets, np.int32)[texts.offset :]
    return np.frombuffer(letters, np.uint8)[bounds[0] : bounds[len(texts)]]


def _words(cells: pa.Array, kind: Kind) -> Words:
    """A column as its values, in JSON, each once; of null the text is empty."""
    coded = _coded(cells, kind)
    values = coded.dictionary.to_pylist()
    texts = [value if kind is Kind.json else json.dumps(value, ensure_ascii=False) for value in values]
    # A cell with nothing in it is no null, and no JSON either.
    known = [text.encode() or b" " for text in texts]
    return Words([*known, b""], _indices(coded))


def _coded(cells: pa.Array, kind: Kind) -> pa.DictionaryArray:
    """A column with each value kept once."""
    return cells if pa.types.is_dictionary(cells.type) else cells.cast(_TYPES[kind]).dictionary_encode()


def _indices(coded: pa.DictionaryArray) -> NDArray[np.intp]:
    """(n): the place of each row's value; behind all where there is none."""
    indices = coded.indices.fill_null(len(coded.dictionary))
    return np.asarray(indices.to_numpy(zero_copy_only=False), np.intp)


@lru_cache(maxsize=len(HANDS))
def _expression(column: Column) -> str:
    """What a plain hand may say in a column; CannotTellError where it may say nothing, or nobody can tell what."""
    if not column.path:
        raise CannotTellError(column.name)
    found = recognizer_of(HandRecord, column.path)
    return NOTHING.get("_".join(column.path), found)


@lru_cache(maxsize=len(HANDS))
def _fits(column: Column) -> Callable[[bytes], object]:
    """Whether a plain hand may say something in a column."""
    try:
        return re.compile(_expression(column).encode()).fullmatch
    except CannotTellError:
        return lambda _text: False


@lru_cache(maxsize=len(HANDS))
def _all_fit(column: Column) -> Callable[[bytes], object]:
    """Whether it may say each of many things, each in a line."""
    try:
        return re.compile(f"(?:(?:{_expression(column)})\n)*+".encode()).fullmatch
    except CannotTellError:
        return lambda _lines: False


def _values(cells: pa.Array, rows: NDArray[np.intp]) -> list[str | None]:
    """What some rows say in a column of texts."""
    coded = _coded(cells, Kind.text)
    values, at = coded.dictionary.to_pylist(), _indices(coded)
    return list(map([*values, None].__getitem__, at[rows].tolist()))


def _noted(words: Words, rows: NDArray[np.intp]) -> Words:
    """What some rows say, and nothing that only others do; where that is that nothing is noted, the text is empty."""
    used, at = distinct(words.at[rows], len(words.texts))
    texts = [words.texts[text] for text in used.tolist()]
    return Words([b"" if text == b"null" else text for text in texts], at)


def _quoted(words: Words, rows: NDArray[np.intp]) -> Letters:
    """(n, 2): the first letters between the quotes of some words."""
    letters = b"".join(text[1:-1][:2].ljust(2) for text in words.texts)
    return np.frombuffer(letters, np.uint8).reshape(-1, 2)[words.at[rows]]


def _letters(column: pa.Array, form: Form) -> tuple[Letters, Flags, Flags]:
    """(n, holes): what stands in the holes of a column of a form; (n) whether it is of the form, and if it is empty."""
    told, width = column.cast(pa.string()), len(form.text)
    lengths = pc.binary_length(told).fill_null(-1).to_numpy(zero_copy_only=False)
    fits = lengths == width
    letters = np.tile(np.frombuffer(form.text, np.uint8), (len(told), 1))
    letters[fits] = _letters_in(told.filter(pa.array(fits))).reshape(-1, width)
    holes, alike = form.filled_in(letters)
    return holes, alike & fits, lengths == 0
