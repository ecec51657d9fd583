"""Parse and validate record JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import Any, Final, NamedTuple, TypeVar, get_args

import jiter
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, from_json

from clabber_audit.core.errors import MOST_FAULTS, Fault, Path, Place, Refused, shown
from clabber_audit.core.text import unseen
from clabber_audit.records import base, clabber
from clabber_audit.records.formats import FORMATS, Record, model_for
from clabber_audit.records.positions import doubled, place_in, positions

#: What a text of a certain pattern must be, and what to do when it is not.
_PATTERNS: Final[Mapping[str, tuple[str, str]]] = {
    base.IDENTIFIER: (
        "an id starts with a lower-case letter or digit, and has only those and “.”, “_” and “-”, at most 64",
        "choose a simpler id",
    ),
    base.DAY: ("a date is written year-month-day, such as 2026-01-22", "write the date that way"),
}
_A_CARD: Final = "a card is a rank {ranks} followed by a suit C D H S, such as TH for the ten of hearts"
_KINDS: Final = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing_size": "a whole number",
    "bool_type": "true or false",
    "string_type": "text in quotes",
    "list_type": "a list in [ ]",
    "dict_type": "an object in { }",
    "model_type": "an object in { }",
    "model_attributes_type": "an object in { }",
}

#: A message lists no more words than these.
_LISTED: Final = 20

#: Turns an error's path into the path that stands in the text and where that is; true asks for the place of a key.
Locate = Callable[[Path, bool], tuple[Path, int]]


class ValidationIssue(NamedTuple):
    """Validation errors of pydantic at one place; several if it tried alternatives."""

    offset: int
    path: Path
    errors: list[Mapping[str, Any]]


def complaints(errors: Sequence[Mapping[str, Any]], locate: Locate) -> list[ValidationIssue]:
    """Return the errors that pydantic found, one complaint for each place, in the order of the text."""
    found: dict[tuple[Path, str], ValidationIssue] = {}
    for error in errors:
        kind = error["type"]
        by_key = kind == "extra_forbidden" or error["loc"][-1:] == ("[key]",)
        path, offset = locate(stripped(error["loc"]), by_key)
        name = (path, str(error["loc"][-1]) if kind in ("missing", "extra_forbidden") else "")
        found.setdefault(name, ValidationIssue(offset, path, [])).errors.append(error)
    return sorted(found.values(), key=lambda complaint: complaint.offset)


def stripped(path: Path) -> Path:
    """Return the path of an error without the word by which a validator says that it is about a key."""
    return tuple(step for step in path if step != "[key]")


def fault(
    complaint: ValidationIssue,
    place: Place,
    shape: type[BaseModel] = clabber.HandRecord,
    noun: str = "record",
) -> Fault:
    """Return a complaint as a fault at its place. `shape` is the model of the whole, and `noun` what people call it."""
    return _fault(complaint.path, complaint.errors, place, shape, noun)


def _fault(
    path: Path, errors: Sequence[Mapping[str, Any]], place: Place, shape: type[BaseModel], noun: str
) -> Fault:
    error = errors[0]
    kind, value = error["type"], error.get("input")
    where = shown(".".join(map(str, path))) or f"the {noun}"
    if kind == "missing":
        name = error["loc"][-1]
        return Fault(f"{where} has no “{name}”", "this field is required", f"add “{name}”", place, path)
    if kind == "extra_forbidden" or error["loc"][-1:] == ("[key]",):
        return _unknown_key(path, error, place, shape, noun)
    if kind == "string_pattern_mismatch":
        return _pattern(path, where, error, place)
    if "help" in error.get("ctx", {}):
        # A model says itself what is wrong, and what to do.
        return Fault(f"{where} is not valid", str(error["msg"]), error["ctx"]["help"], place, path)
    if kind in ("string_too_long", "string_too_short", "too_long", "too_short"):
        most = error["ctx"].get("max_length", error["ctx"].get("min_length"))
        what = f"{where} is too {kind.rsplit('_', 1)[-1]}"
        return Fault(
            what,
            f"the limit is {most}",
            "shorten it" if "long" in kind else "fill it in or leave it out",
            place,
            path,
        )
    wanted = [part for part in map(_expected, errors) if part]
    what = f"{where} is {_quote(value)}"
    why = f"expected {' or '.join(dict.fromkeys(wanted))}" if wanted else str(error["msg"])
    return Fault(what, why, _hint(value, errors), place, path)


def _quote(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if value is None:
        return "null"
    if isinstance(value, str):
        return f"“{shown(value)}”"
    if isinstance(value, dict):
        return "an object"
    return "a list" if isinstance(value, list) else shown(value)


def _expected(error: Mapping[str, Any]) -> str:
    kind, context = error["type"], error.get("ctx", {})
    if kind == "literal_error":
        words = _words(error)
        if "9C" in words:
            return "a card"
        if error["loc"][-1:] == ("infraction",):
            return "the name of an infraction"
        return (
            str(context["expected"]).replace("'", "")
            if len(words) <= _LISTED
            else f"one of {len(words)} words"
        )
    if kind in ("greater_than_equal", "less_than_equal"):
        return f"a whole number of {'at least' if 'ge' in context else 'at most'} {context.get('ge', context.get('le'))}"
    return _KINDS.get(str(kind), "")


def _hint(value: object, errors: Sequence[Mapping[str, Any]]) -> str:
    options = [word for error in errors for word in _words(error)]
    if "JK" in options:
        return f"{_A_CARD.format(ranks='7 8 9 T J Q K A')}; JK is the joker"
    if "9C" in options:
        return _A_CARD.format(ranks="9 T J Q K A")
    close = get_close_matches(str(value), options, 1, 0.6) if isinstance(value, str) else []
    if close:
        return f"did you mean “{close[0]}”?"
    if errors[0]["loc"][-1:] == ("infraction",):
        return "`clabber-audit explain` lists the names"
    return "`clabber-audit schema` shows them all" if len(options) > _LISTED else "correct the value"


def _words(error: Mapping[str, Any]) -> list[str]:
    """Return the allowed words of a failed choice."""
    expected = str(error.get("ctx", {}).get("expected", ""))
    return [word.strip("' ,") for word in expected.replace(" or ", ", ").split(", ") if "'" in word]


def _unknown_key(
    path: Path, error: Mapping[str, Any], place: Place, shape: type[BaseModel], noun: str
) -> Fault:
    steps = [step for step in error["loc"] if step != "[key]"]
    name = str(steps[-1])
    if error["loc"][-1] == "[key]":
        if error["type"] == "string_pattern_mismatch":
            why, advice = _PATTERNS.get(error["ctx"]["pattern"], ("", "correct the name"))
            return Fault(f"unknown field “{shown(name)}”", why, advice, place, path)
        return Fault(
            f"unknown field “{shown(name)}”", f"expected {_expected(error)}", "correct the name", place, path
        )
    known = list(_owner(shape, steps[:-1]).model_fields)
    close = get_close_matches(name, known, 1, 0.6)
    advice = f"did you mean “{close[0]}”?" if close else f"the fields are {', '.join(known)}"
    return Fault(
        f"unknown field “{shown(name)}”", f"a {noun} has only the fields of its schema", advice, place, path
    )


def _owner(shape: type[BaseModel], path: Sequence[str | int]) -> type[BaseModel]:
    """Return the model of the object at `path`."""
    for step in path:
        field = shape.model_fields.get(str(step))
        shape = next(_models(field.annotation), shape) if field else shape
    return shape


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the models in an annotation, inside lists, dictionaries and unions."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models(inner)


def _pattern(path: Path, where: str, error: Mapping[str, Any], place: Place) -> Fault:
    value, pattern = str(error["input"]), str(error["ctx"]["pattern"])
    if path == ("format",):
        format = pattern.strip("^$")
        known = FORMATS if format in FORMATS else [format]
        what, advice = f"the format is “{shown(value)}”", " or ".join(f"“{one}”" for one in known)
        return Fault(what, f"this program reads {' and '.join(known)}", f"write {advice}", place, path)
    if pattern in _PATTERNS:
        why, advice = _PATTERNS[pattern]
        return Fault(f"{where} is “{shown(value)}”", why, advice, place, path)
    if hidden := unseen(value):
        why = "such characters can hide what a text says"
        return Fault(
            f"{where} contains an invisible character (U+{ord(hidden):04X})", why, "remove it", place, path
        )
    return Fault(
        f"{where} is “{shown(value)}”",
        "a name needs at least one visible character",
        "fill in a name or leave it out",
        place,
        path,
    )


#: The largest record, in bytes.
LARGEST: Final = 1 << 20

#: So many errors are more than anybody reads, and more than there is room for; then the first of each list will do.
_MANY: Final = 10_000
_FIRST: Final = 40

_AT: Final = re.compile(r"^(?P<what>.*?) at line (?P<line>\d+) column (?P<column>\d+)$", re.DOTALL)

Shape = TypeVar("Shape", bound=BaseModel)


def parsed(data: bytes, shape: type[Shape], noun: str = "record") -> Shape:
    """Return a JSON text as a model; Refused with every error. `noun` is the word for the whole in messages."""
    return _validated(data, lambda _: shape, noun)


def _validated(
    data: bytes, shape_of: Callable[[Any], type[Shape]], noun: str, context: str | None = None
) -> Shape:
    """Validate a JSON text by the model that its data selects."""
    try:
        first = jiter.from_json(data, allow_inf_nan=False, cache_mode="keys", catch_duplicate_keys=True)
        found: Shape = shape_of(first).__pydantic_validator__.validate_json(data, context=context)
    except ValueError as problem:
        raise _malformed(data, problem, shape_of(_loosely(data)), noun) from None
    return found


def _loosely(data: bytes) -> Any:
    """Return the text as JSON, with duplicate keys allowed."""
    try:
        return from_json(data)
    except ValueError:
        return None


def record_in(data: bytes, context: str | None = None) -> Record:
    """Return the record of a JSON text; Refused with all that is malformed. `context` is STORED for an archive's."""
    return _validated(data, model_for, "record", context)


def unambiguous(data: bytes, noun: str) -> Any:
    """Return the data of a JSON text in which no key stands twice and every number is one; Refused otherwise."""
    try:
        return jiter.from_json(data, allow_inf_nan=False, cache_mode="keys", catch_duplicate_keys=True)
    except ValueError as problem:
        raise _malformed(data, problem, None, noun) from None


def too_large() -> Fault:
    """Return the fault of a record beyond the size limit."""
    return Fault(
        "the record is too large (limit 1 MiB)",
        "",
        "split the file into one record a line (.jsonl)",
        Place(1, 1),
    )


def _malformed(data: bytes, problem: ValueError, shape: type[BaseModel] | None, noun: str) -> Refused:
    """Return the errors of a JSON text, or the place at which it stops being JSON. Without a shape any JSON will do."""
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
        told += [
            fault(one, place_in(text, one.offset), shape, noun) for one in found[: MOST_FAULTS - len(told)]
        ]
    return Refused(told, more=len(twice) + len(found) + count - len(errors) - len(told))


def _first_errors(error: ValidationError, data: bytes, shape: type[BaseModel]) -> list[ErrorDetails]:
    """Return the errors of a text; if too many to read, those of a thinned copy."""
    if error.error_count() > _MANY:
        text = json.dumps(_thinned(from_json(data)), ensure_ascii=False)
        try:
            shape.__pydantic_validator__.validate_json(text.encode())
        except ValidationError as thinned:
            return thinned.errors(include_url=False)
    return error.errors(include_url=False)


def _thinned(value: Any) -> Any:
    """Return data with only the first items of each list and object."""
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


class Version(NamedTuple):
    """One version of a hand: the entry of the log that holds it, the hash of the record, when it was added.

    Of one that took the place of another: by whom and why.
    """

    entry: int
    sha256: str
    at: str
    by: str | None = None
    why: str | None = None
