"""Rows of a table that hold plain hands, as columns."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from clabber_audit.columns.column import Column, Kind
from clabber_audit.columns.hands import HANDS
from clabber_audit.law.screen.columns import Columns, Words
from clabber_audit.law.screen.lines import NOTHING, claims_expression
from clabber_audit.law.screen.plain import Flags, Form, Letters, Plain, cards_of, fell, seats_of
from clabber_audit.record.model import HandRecord
from clabber_audit.record.recognizer import CannotTellError, recognizer_of
from clabber_audit.table.cards import DECK_SIZE, HAND_SIZE, SEATS

_PLAYS: Final = Form(" ".join(["?:??"] * DECK_SIZE))
_HANDS: Final = Form(" ".join(f"{seat}:{'??' * HAND_SIZE}" for seat in SEATS))
#: What every record has to say.
_REQUIRED: Final = ("format", "id", "dealer", "upcard", "dealt", "plays")
#: What is no JSON, but text of even width.
_IN_FORM: Final = (Kind.dealt, Kind.plays)
#: Who sits and plays for whom, in the order of a record.
_NAMES: Final = tuple(column.name for column in HANDS if column.path[:1] in (("players",), ("teams",)))


def without_claims(batch: pa.RecordBatch) -> tuple[pa.RecordBatch, Mapping[int, bytes]]:
    """The same rows but for their claims, and by their places these, as JSON texts."""
    if "claims" not in batch.schema.names:
        return batch, {}
    fits = claims_expression().fullmatch
    said = [(text or "").encode() for text in batch.column("claims").cast(pa.string()).to_pylist()]
    claims = {place: text for place, text in enumerate(said) if text.startswith(b"[{") and fits(text)}
    bare = [None if place in claims else text.decode() or None for place, text in enumerate(said)]
    at = batch.schema.get_field_index("claims")
    return (batch.set_column(at, "claims", pa.array(bare, pa.string())) if claims else batch), claims


def plain_rows(batch: pa.RecordBatch) -> list[Plain[Columns]]:
    """The plain hands in a record batch, all together."""
    if not (batch.num_rows and set(_REQUIRED) <= set(batch.schema.names)):
        return []
    told: dict[str, Words] = {}
    plain = np.ones(batch.num_rows, bool)
    for column in HANDS:
        if column.kind not in _IN_FORM and column.name in batch.schema.names:
            told[column.name] = said = _words(batch.column(column.name), column.kind)
            fits, left_out = _fits(column), column.name not in _REQUIRED
            plain &= np.array([bool(fits(text)) if text else left_out for text in said.texts])[said.at]
    holes, whole, none = _letters(batch.column("plays"), _PLAYS)
    seats, cards, known = fell(holes)
    plain &= whole & known | none
    dealt_holes, whole, _ = _letters(batch.column("dealt"), _HANDS)
    dealt = cards_of(dealt_holes)
    plain &= whole & (dealt < DECK_SIZE).all(axis=1)
    keep = np.flatnonzero(plain)
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
    return [Plain(keep, rulesets, hands, _names(batch, keep))]


def _names(batch: pa.RecordBatch, rows: NDArray[np.intp]) -> list[tuple[str, ...]]:
    """The names in some rows."""
    told = [batch.column(name).take(pa.array(rows)).to_pylist() for name in _NAMES if name in batch.schema.names]
    return [tuple(filter(None, row)) for row in zip(*told, strict=True)] if told else [()] * len(rows)


def _words(column: pa.Array, kind: Kind) -> Words:
    """A column as its values, in JSON, each once; of null the text is empty."""
    coded = column.cast(pa.int32() if kind is Kind.number else pa.string()).dictionary_encode()
    values = coded.dictionary.to_pylist()
    texts = [value if kind is Kind.json else json.dumps(value, ensure_ascii=False) for value in values]
    # A cell with nothing in it is no null, and no JSON either.
    known = [text.encode() or b" " for text in texts]
    return Words([*known, b""], coded.indices.fill_null(len(known)).to_numpy(zero_copy_only=False).astype(np.intp))


@lru_cache(maxsize=len(HANDS))
def _fits(column: Column) -> Callable[[bytes], object]:
    """Whether a plain hand may say something in a column."""
    if not column.path:
        return lambda _text: False
    instead = NOTHING.get("_".join(column.path))
    try:
        found = recognizer_of(HandRecord, column.path)
    except CannotTellError:
        return lambda _text: False
    return re.compile((instead or found).encode()).fullmatch


def _noted(words: Words, rows: NDArray[np.intp]) -> Words:
    """What some rows say, and nothing that only others do; where that is that nothing is noted, the text is empty."""
    used, at = np.unique(words.at[rows], return_inverse=True)
    texts = [words.texts[text] for text in used.tolist()]
    return Words([b"" if text == b"null" else text for text in texts], at)


def _quoted(words: Words, rows: NDArray[np.intp]) -> Letters:
    """(n, 2): the first letters between the quotes of some words."""
    letters = b"".join(text[1:-1][:2].ljust(2) for text in words.texts)
    return np.frombuffer(letters, np.uint8).reshape(-1, 2)[words.at[rows]]


def _letters(column: pa.Array, form: Form) -> tuple[Letters, Flags, Flags]:
    """(n, holes): what stands in the holes of a column of a form; (n) whether it is of the form, and if it is empty."""
    told = column.cast(pa.string()).fill_null("?")
    texts, width = told.to_pylist(), len(form.text)
    fits = np.array([len(text) == width and text.isascii() for text in texts])
    joined = "".join(text if good else form.text.decode() for text, good in zip(texts, fits.tolist(), strict=True))
    holes, alike = form.filled_in(np.frombuffer(joined.encode(), np.uint8).reshape(len(texts), width))
    return holes, alike & fits, np.array([not text for text in texts])
