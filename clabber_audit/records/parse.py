"""Parse and validate record JSON, with the place of each part of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from itertools import islice
from typing import Any, Final, TypeVar, get_args

import jiter
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, from_json

from clabber_audit.core.errors import (
    MOST_FAULTS,
    Path,
    RecordError,
    Refused,
    TextPlace,
    not_utf8_fault,
    printable,
)
from clabber_audit.core.text import find_invisible
from clabber_audit.records import base
from clabber_audit.records.formats import FORMATS, Record, model_for

_DECODE: Final = json.JSONDecoder().raw_decode
_STRING: Final = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
#: A scalar; a key up to its value; the blanks and comma between two values.
_WORD: Final = re.compile(rf"{_STRING}|[^\s{{}}\[\],:\"]+")
_KEY: Final = re.compile(rf"({_STRING})\s*:\s*")
_BETWEEN: Final = re.compile(r"\s*,?\s*")


class Positions:
    """Offsets into a valid JSON text by path, of values and of keys."""

    def __init__(self, text: str, stored: set[Path] | None = None, entered: set[Path] | None = None) -> None:
        self.text = text
        #: Paths to store, and paths to descend into; None for all.
        self._stored, self._entered = stored, entered
        self.values: dict[Path, int] = {}
        self.keys: dict[Path, int] = {}
        #: Every key that an object holds twice, with its offset.
        self.doubled: list[tuple[Path, int]] = []
        self._value((), _end(_BETWEEN, text, 0))

    def place(self, path: Path, key: bool = False) -> TextPlace:
        """Return the place of the value at `path`, or of its key; of the nearest enclosing one if absent."""
        return place_in(self.text, self.offset(path, key))

    def offset(self, path: Path, key: bool) -> int:
        """Return the offset of the place, in characters."""
        offset = self.keys.get(path) if key else None
        while offset is None:
            offset, path = self.values.get(path), path[:-1]
        return offset

    def _value(self, path: Path, at: int) -> int:
        """Scan the value that begins at an offset, and return its end."""
        if self._stored is None or path in self._stored:
            self.values[path] = at
        if self.text[at] not in "[{":
            return _end(_WORD, self.text, at)
        if self._entered is not None and path not in self._entered:
            end: int = _DECODE(self.text, at)[1]
            return end
        is_list, seen, index = self.text[at] == "[", set[str](), 0
        at = _end(_BETWEEN, self.text, at + 1)
        while self.text[at] not in "]}":
            if is_list:
                inner: Path = (*path, index)
                index += 1
            else:
                match = _KEY.match(self.text, at)
                assert match
                key = json.loads(match[1]) if "\\" in match[1] else match[1][1:-1]
                inner = (*path, key)
                if key in seen:
                    self.doubled.append((inner, at))
                seen.add(key)
                if self._stored is None or inner in self._stored:
                    self.keys[inner] = at
                at = match.end()
            at = _end(_BETWEEN, self.text, self._value(inner, at))
        return at + 1


def _end(shape: re.Pattern[str], text: str, at: int) -> int:
    match = shape.match(text, at)
    assert match
    return match.end()


def place_in(text: str, offset: int) -> TextPlace:
    """Return line and column, from 1 and in characters, of an offset."""
    start = text.rfind("\n", 0, offset) + 1
    return TextPlace(text.count("\n", 0, offset) + 1, offset - start + 1)


def find_positions(text: str, wanted: Iterable[Path] | None = None) -> Positions:
    """Scan a valid JSON text. Of a large one only the `wanted` paths, and those around them, are stored."""
    if wanted is None:
        return Positions(text)
    paths = set(wanted)
    around = {path[:length] for path in paths for length in range(len(path))}
    return Positions(text, paths | around, around)


def place_of(path: Path, text: str) -> TextPlace:
    """Return the place of a value in a valid JSON text without duplicate keys, or of its nearest enclosing one."""
    return find_positions(text, [path]).place(path)


#: Pattern -> the rule for texts, and the advice for one that breaks it.
_PATTERNS: Final[Mapping[str, tuple[str, str]]] = {
    base.IDENTIFIER: (base.IDENTIFIER_RULE, "choose a simpler id"),
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
    "date_type": "a date",
}

#: A message lists no more words than these.
_LISTED: Final = 20

Errors = Sequence[Mapping[str, Any]]


def _strip_key_marker(path: Path) -> Path:
    """Return the path of an error without the word by which a validator says that it is about a key."""
    return tuple(step for step in path if step != "[key]")


def describe_errors(
    path: Path, errors: Errors, place: TextPlace | None, shape: type[BaseModel], noun: str
) -> RecordError:
    """Return the errors of pydantic at one place, several if it tried alternatives, as a fault."""
    error = errors[0]
    kind, value, context = error["type"], error.get("input"), error.get("ctx", {})
    where = printable(".".join(map(str, path))) or f"the {noun}"
    what, why, help = f"{where} is {_quote(value)}", str(error.get("msg")), _hint(value, errors)
    if kind == "missing":
        name = error["loc"][-1]
        what, why, help = f"{where} has no “{name}”", "this field is required", f"add “{name}”"
    elif kind == "extra_forbidden" or error["loc"][-1:] == ("[key]",):
        what, why, help = _describe_unknown_key(error, shape, noun)
    elif kind == "string_pattern_mismatch":
        what, why, help = _pattern(path, where, error)
    elif "help" in context:
        # The error of a model's own validator brings its advice.
        what, help = f"{where} is not valid", context["help"]
    elif kind in ("string_too_long", "string_too_short", "too_long", "too_short"):
        what = f"{where} is too {kind.rsplit('_', 1)[-1]}"
        why = f"the limit is {context.get('max_length', context.get('min_length'))}"
        help = "shorten it" if "long" in kind else "fill it in or leave it out"
    elif wanted := list(dict.fromkeys(filter(None, map(_describe_expected, errors)))):
        why = f"expected {' or '.join(wanted)}"
    return RecordError(what, why, help, path, place)


def _quote(value: object) -> str:
    """Return a value of JSON as an error quotes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if value is None:
        return "null"
    if isinstance(value, str):
        return f"“{printable(value)}”"
    if isinstance(value, dict):
        return "an object"
    return "a list" if isinstance(value, list) else printable(value)


def _describe_expected(error: Mapping[str, Any]) -> str:
    """Describe the value expected there; empty if no short description exists."""
    kind, context = error["type"], error.get("ctx", {})
    if kind == "literal_error":
        words = _words(error)
        if "9C" in words:
            return "a card"
        if error["loc"][-1:] == ("infraction",):
            return "the name of an infraction"
        listed = str(context["expected"]).replace("'", "")
        return listed if len(words) <= _LISTED else f"one of {len(words)} words"
    if kind in ("greater_than_equal", "less_than_equal"):
        bound = f"at least {context['ge']}" if "ge" in context else f"at most {context['le']}"
        return f"a whole number of {bound}"
    return _KINDS.get(str(kind), "")


def _hint(value: object, errors: Sequence[Mapping[str, Any]]) -> str:
    """Return the advice for a value that is not one of the allowed words."""
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
    expected = str(error.get("ctx", {}).get("expected", ""))
    return [word.strip("' ,") for word in expected.replace(" or ", ", ").split(", ") if "'" in word]


def _describe_unknown_key(
    error: Mapping[str, Any], shape: type[BaseModel], noun: str
) -> tuple[str, str, str]:
    """Return message, reason and advice for an unknown key."""
    *owner, name = _strip_key_marker(error["loc"])
    what = f"unknown field “{printable(name)}”"
    if error["loc"][-1] != "[key]":
        known = [field.alias or key for key, field in model_at(shape, owner).model_fields.items()]
        close = get_close_matches(str(name), known, 1, 0.6)
        help = f"did you mean “{close[0]}”?" if close else f"the fields are {', '.join(known)}"
        return what, f"a {noun} has only the fields of its schema", help
    if error["type"] == "string_pattern_mismatch":
        return what, *_PATTERNS.get(error["ctx"]["pattern"], ("", "correct the name"))
    expected = _describe_expected(error)
    return what, f"expected {expected}" if expected else error["msg"], "correct the name"


def model_at(shape: type[BaseModel], path: Sequence[str | int]) -> type[BaseModel]:
    """Return the model of the object at `path`."""
    for step in path:
        field = shape.model_fields.get(str(step))
        shape = next(_models(field.annotation), shape) if field else shape
    return shape


def limits_at(shape: type[BaseModel], path: Path) -> list[int]:
    """Return the least and the greatest number that a model allows at a path; nothing if it has no limits."""
    for count in range(len(path) - 1, -1, -1):
        if field := model_at(shape, path[:count]).model_fields.get(str(path[count])):
            limits = list(_limits(field))
            return [min(limits), max(limits)] if limits else []
    return []


def _limits(field: Any) -> Iterator[int]:
    """Yield the limits of numbers in a field or an annotation."""
    for limit in getattr(field, "metadata", ()):
        bounds = (getattr(limit, "ge", None), getattr(limit, "le", None))
        yield from (bound for bound in bounds if bound is not None)
    for inner in get_args(getattr(field, "annotation", field)):
        yield from _limits(inner)


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the models in an annotation, inside lists, dictionaries and unions."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models(inner)


def _pattern(path: Path, where: str, error: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return message, reason and advice for a text that does not match its pattern."""
    value, pattern = str(error["input"]), str(error["ctx"]["pattern"])
    if path == ("format",):
        format = pattern.strip("^$")
        known = FORMATS if format in FORMATS else [format]
        help = f"write {' or '.join(f'“{key}”' for key in known)}"
        return f"the format is “{printable(value)}”", f"this program reads {' and '.join(known)}", help
    if pattern in _PATTERNS:
        return f"{where} is “{printable(value)}”", *_PATTERNS[pattern]
    if hidden := find_invisible(value):
        what = f"{where} contains an invisible character (U+{ord(hidden):04X})"
        return what, "such characters can hide what a text says", "remove it"
    why = "a name needs at least one visible character"
    return f"{where} is “{printable(value)}”", why, "fill in a name or leave it out"


#: The largest record, in bytes.
LARGEST: Final = 1 << 20

#: Number of errors beyond which only the first items of each list are validated again.
_MANY: Final = 10_000
_FIRST: Final = 40

_AT: Final = re.compile(r"^(?P<what>.*?) at line (?P<line>\d+) column (?P<column>\d+)$", re.DOTALL)

Shape = TypeVar("Shape", bound=BaseModel)


def parse_model(data: bytes, shape: type[Shape], noun: str = "record") -> Shape:
    """Return a JSON text as a model. Raise Refused with all errors. `noun` is the word for the whole in messages."""
    return _validate_json(data, lambda _: shape, noun)


def _validate_json(
    data: bytes, shape_of: Callable[[Any], type[Shape]], noun: str, context: str | None = None
) -> Shape:
    """Validate a JSON text by the model that its data selects."""
    try:
        first = jiter.from_json(data, allow_inf_nan=False, cache_mode="keys", catch_duplicate_keys=True)
        model: Shape = shape_of(first).__pydantic_validator__.validate_json(data, context=context)
    except ValueError as problem:
        loose = None
        with suppress(ValueError):
            # Duplicate keys are allowed, to find the model.
            loose = from_json(data)
        raise _explain_malformed_json(data, problem, shape_of(loose), noun) from None
    return model


def parse_record(data: bytes, context: str | None = None) -> Record:
    """Return the record of a JSON text.

    Raise Refused with all errors. `context` is STORED for records of an archive.
    """
    return _validate_json(data, model_for, "record", context)


def parse_json(data: bytes, noun: str) -> Any:
    """Return the data of a JSON text. Raise Refused for malformed JSON, duplicate keys, NaN and infinity."""
    try:
        return jiter.from_json(data, allow_inf_nan=False, cache_mode="keys", catch_duplicate_keys=True)
    except ValueError as problem:
        raise _explain_malformed_json(data, problem, None, noun) from None


def too_large_fault() -> RecordError:
    help = "split the file into one record a line (.jsonl)"
    return RecordError("the record is too large (limit 1 MiB)", "", help, place=TextPlace(1, 1))


def _explain_malformed_json(
    data: bytes, problem: ValueError, shape: type[BaseModel] | None, noun: str
) -> Refused:
    """Return the errors of a JSON text, or the place at which it stops being JSON. Without a shape any JSON will do."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return Refused([not_utf8_fault(error, "save the file as UTF-8")])
    if not isinstance(problem, ValidationError) and "duplicate key" not in str(problem).lower():
        return Refused([_not_json_error(text, str(problem))])
    count, errors = 0, list[ErrorDetails]()
    try:
        if shape is not None:
            shape.__pydantic_validator__.validate_json(data)
    except ValidationError as error:
        assert shape is not None
        count = error.error_count()
        if count > _MANY:
            # Too many to read: those of a thinned copy.
            try:
                thinned = json.dumps(_thin_out(from_json(data)), ensure_ascii=False)
                shape.__pydantic_validator__.validate_json(thinned.encode())
            except ValidationError as fewer:
                error = fewer
        errors = error.errors(include_url=False)
        if errors[0]["type"] == "json_invalid":
            # A duplicate key stops jiter before it has seen the rest.
            return Refused([_not_json_error(text, str(errors[0]["ctx"]["error"]))])
    where = find_positions(text, (_strip_key_marker(error["loc"]) for error in errors))
    #: The errors by path, and name of the missing or unknown field; with the offset of the first.
    grouped: dict[tuple[Path, str], tuple[int, list[Mapping[str, Any]]]] = {}
    for one in errors:
        kind, path = one["type"], _strip_key_marker(one["loc"])
        is_key = kind == "extra_forbidden" or one["loc"][-1:] == ("[key]",)
        here = path
        # pydantic adds steps of its own.
        while here and here not in where.values:
            here = here[:-1]
        name = str(one["loc"][-1]) if kind in ("missing", "extra_forbidden") else ""
        offset = where.offset(path if is_key else here, is_key)
        grouped.setdefault((here, name), (offset, []))[1].append(dict(one))
    twice = [] if isinstance(problem, ValidationError) else Positions(text, set()).doubled
    why, help = "the two may contradict each other", "keep one of them"
    named = [(f"duplicate key “{printable(path[-1])}”", path, offset) for path, offset in twice[:MOST_FAULTS]]
    faults = [RecordError(what, why, help, path, place_in(text, offset)) for what, path, offset in named]
    if shape is not None:
        in_order = sorted(grouped.items(), key=lambda group: group[1][0])
        for (path, _), (offset, found) in in_order[: MOST_FAULTS - len(faults)]:
            faults.append(describe_errors(path, found, place_in(text, offset), shape, noun))
    return Refused(faults, more=len(twice) + len(grouped) + count - len(errors) - len(faults))


def _thin_out(value: Any) -> Any:
    """Return data with only the first items of each list and object."""
    if isinstance(value, dict):
        return {key: _thin_out(inner) for key, inner in islice(value.items(), _FIRST)}
    return [_thin_out(inner) for inner in value[:_FIRST]] if isinstance(value, list) else value


def _not_json_error(text: str, message: str) -> RecordError:
    if not text.strip():
        return RecordError("the file is empty", "", "check the file", place=TextPlace(1, 1))
    match = _AT.match(message)
    if not match:
        help = "check the file with a JSON editor"
        return RecordError(f"not JSON: {message}", "", help, place=TextPlace(1, 1))
    line, column = int(match["line"]), int(match["column"])
    rows = text.split("\n")
    row = rows[line - 1] if line <= len(rows) else ""
    # The parser counts bytes; people count characters.
    column = len(row.encode()[: max(column - 1, 0)].decode(errors="ignore")) + 1
    advice = "the text ends too early" if "EOF" in message else "check quotes, commas and brackets here"
    return RecordError(f"not JSON: {match['what']}", "", advice, place=TextPlace(line, column))
