"""The outer door: bytes in, a record out, or a refusal that says where, what, why and what to do.

The text is read twice, as measured in neither parser alone: jiter refuses duplicate keys and NaN, pydantic checks the
same bytes against the schema. Whether it is a hand that can have happened is asked at the inner one, of its game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import islice
from typing import Any, Final, TypeVar

import jiter
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, from_json

from clabber_audit.ground.errors import MOST_FAULTS, Fault, Path, Place, Refused, shown
from clabber_audit.record.formats import Record, model_for
from clabber_audit.record.positions import doubled, place_in, positions
from clabber_audit.record.wording import complaints, fault, stripped

#: The largest record, in bytes.
LARGEST: Final = 1 << 20

#: So many errors are more than anybody reads, and more than there is room for; then the first of each list will do.
_MANY: Final = 10_000
_FIRST: Final = 40

_AT: Final = re.compile(r"^(?P<what>.*?) at line (?P<line>\d+) column (?P<column>\d+)$", re.DOTALL)

Shape = TypeVar("Shape", bound=BaseModel)


def parsed(data: bytes, shape: type[Shape], noun: str = "record") -> Shape:
    """A JSON text as one of our models; Refused with all that is malformed. `noun` is what messages call the whole."""
    return _validated(data, lambda _: shape, noun)


def _validated(data: bytes, shape_of: Callable[[Any], type[Shape]], noun: str) -> Shape:
    """A JSON text as a model that a first look at its data chooses."""
    try:
        first = jiter.from_json(data, allow_inf_nan=False, cache_mode="keys", catch_duplicate_keys=True)
        found: Shape = shape_of(first).__pydantic_validator__.validate_json(data)
    except ValueError as problem:
        raise _malformed(data, problem, shape_of(_loosely(data)), noun) from None
    return found


def _loosely(data: bytes) -> Any:
    """What a text holds as far as it is JSON at all, whatever stands twice in it."""
    try:
        return from_json(data)
    except ValueError:
        return None


def record_in(data: bytes) -> Record:
    """A JSON text as the record that its format says it is; Refused with all that is malformed."""
    return _validated(data, model_for, "record")


def unambiguous(data: bytes, noun: str) -> Any:
    """The data of a JSON text in which no key stands twice and every number is one; Refused otherwise."""
    try:
        return jiter.from_json(data, allow_inf_nan=False, cache_mode="keys", catch_duplicate_keys=True)
    except ValueError as problem:
        raise _malformed(data, problem, None, noun) from None


def too_large() -> Fault:
    """The fault of a record beyond the size limit."""
    return Fault(
        "the record is too large (limit 1 MiB)",
        "",
        "split the file into one record a line (.jsonl)",
        Place(1, 1),
    )


def _malformed(data: bytes, problem: ValueError, shape: type[BaseModel] | None, noun: str) -> Refused:
    """The faults of a text, once it is JSON; else the one at which it stops being JSON. Without a shape it has any."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(errors="replace")
        place = Place(before.count("\n") + 1, len(before) - before.rfind("\n"))
        what = f"byte {data[error.start]:#04x} is not UTF-8 text"
        return Refused([Fault(what, "", "save the file as UTF-8", place)])
    if not isinstance(problem, ValidationError) and "duplicate key" not in str(problem).lower():
        return Refused([_not_json(text, str(problem))])
    count, errors = 0, list[ErrorDetails]()
    try:
        if shape is not None:
            shape.__pydantic_validator__.validate_json(data)
    except ValidationError as error:
        assert shape is not None
        count, errors = error.error_count(), _first_errors(error, data, shape)
        if errors[0]["type"] == "json_invalid":
            # A duplicate key stops jiter before it has seen the rest.
            return Refused([_not_json(text, str(errors[0]["ctx"]["error"]))])
    where = positions(text, (stripped(error["loc"]) for error in errors))

    def locate(path: Path, key: bool) -> tuple[Path, int]:
        here = where.existing(path)
        return here, where.offset(path if key else here, key)

    found = complaints(errors, locate)
    twice = [] if isinstance(problem, ValidationError) else doubled(text)
    told = [_twice(path, place_in(text, offset)) for path, offset in twice[:MOST_FAULTS]]
    if shape is not None:
        told += [fault(one, place_in(text, one.offset), shape, noun) for one in found[: MOST_FAULTS - len(told)]]
    return Refused(told, more=len(twice) + len(found) + count - len(errors) - len(told))


def _first_errors(error: ValidationError, data: bytes, shape: type[BaseModel]) -> list[ErrorDetails]:
    """The errors of a text; where they are more than anybody reads, those among the first of everything it holds."""
    if error.error_count() > _MANY:
        text = json.dumps(_thinned(from_json(data)), ensure_ascii=False)
        try:
            shape.__pydantic_validator__.validate_json(text.encode())
        except ValidationError as thinned:
            return thinned.errors(include_url=False)
    return error.errors(include_url=False)


def _thinned(value: Any) -> Any:
    """Some data with no more than the first of each list and of each object."""
    if isinstance(value, dict):
        return {key: _thinned(inner) for key, inner in islice(value.items(), _FIRST)}
    return [_thinned(inner) for inner in value[:_FIRST]] if isinstance(value, list) else value


def _twice(path: Path, place: Place) -> Fault:
    what = f"duplicate key “{shown(path[-1])}”"
    return Fault(what, "the two may contradict each other", "keep one of them", place, path)


def _not_json(text: str, message: str) -> Fault:
    match = _AT.match(message)
    if not match:
        return Fault(f"not JSON: {message}", "", "check the file with a JSON editor", Place(1, 1))
    line, column = int(match["line"]), int(match["column"])
    rows = text.split("\n")
    row = rows[line - 1] if line <= len(rows) else ""
    # The parser counts bytes; people count characters.
    column = len(row.encode()[: max(column - 1, 0)].decode(errors="ignore")) + 1
    advice = "the text ends too early" if "EOF" in message else "check quotes, commas and brackets here"
    return Fault(f"not JSON: {match['what']}", "", advice, Place(line, column))
