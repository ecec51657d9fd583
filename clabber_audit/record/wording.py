"""A validator's errors as faults that say what is wrong, why, and what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, NamedTuple, get_args

from pydantic import BaseModel

from clabber_audit.ground.characters import unseen
from clabber_audit.ground.errors import Fault, Path, Place, shown
from clabber_audit.record import model, parts
from clabber_audit.record.formats import FORMATS

#: What a text of a certain pattern must be, and what to do when it is not.
_PATTERNS: Final[Mapping[str, tuple[str, str]]] = {
    parts.IDENTIFIER: (
        "an id starts with a lower-case letter or digit, and has only those and “.”, “_” and “-”, at most 64",
        "choose a simpler id",
    ),
    parts.DAY: ("a date is written year-month-day, such as 2026-01-22", "write the date that way"),
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


class Complaint(NamedTuple):
    """What pydantic says of one place of a text; several errors where it tried alternatives."""

    offset: int
    path: Path
    errors: list[Mapping[str, Any]]


def complaints(errors: Sequence[Mapping[str, Any]], locate: Locate) -> list[Complaint]:
    """The errors that pydantic found, one complaint for each place, in the order of the text."""
    found: dict[tuple[Path, str], Complaint] = {}
    for error in errors:
        kind = error["type"]
        by_key = kind == "extra_forbidden" or error["loc"][-1:] == ("[key]",)
        path, offset = locate(stripped(error["loc"]), by_key)
        name = (path, str(error["loc"][-1]) if kind in ("missing", "extra_forbidden") else "")
        found.setdefault(name, Complaint(offset, path, [])).errors.append(error)
    return sorted(found.values(), key=lambda complaint: complaint.offset)


def stripped(path: Path) -> Path:
    """The path of an error without the word by which a validator says that it is about a key."""
    return tuple(step for step in path if step != "[key]")


def fault(complaint: Complaint, place: Place, shape: type[BaseModel] = model.HandRecord, noun: str = "record") -> Fault:
    """A complaint as a fault at its place. `shape` is the model of the whole, and `noun` what people call it."""
    return _fault(complaint.path, complaint.errors, place, shape, noun)


def _fault(path: Path, errors: Sequence[Mapping[str, Any]], place: Place, shape: type[BaseModel], noun: str) -> Fault:
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
            what, f"the limit is {most}", "shorten it" if "long" in kind else "fill it in or leave it out", place, path
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
        return str(context["expected"]).replace("'", "") if len(words) <= _LISTED else f"one of {len(words)} words"
    if kind in ("greater_than_equal", "less_than_equal"):
        return (
            f"a whole number of {'at least' if 'ge' in context else 'at most'} {context.get('ge', context.get('le'))}"
        )
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
    """Return the words that a value had to be one of."""
    expected = str(error.get("ctx", {}).get("expected", ""))
    return [word.strip("' ,") for word in expected.replace(" or ", ", ").split(", ") if "'" in word]


def _unknown_key(path: Path, error: Mapping[str, Any], place: Place, shape: type[BaseModel], noun: str) -> Fault:
    steps = [step for step in error["loc"] if step != "[key]"]
    name = str(steps[-1])
    if error["loc"][-1] == "[key]":
        if error["type"] == "string_pattern_mismatch":
            why, advice = _PATTERNS.get(error["ctx"]["pattern"], ("", "correct the name"))
            return Fault(f"unknown field “{shown(name)}”", why, advice, place, path)
        return Fault(f"unknown field “{shown(name)}”", f"expected {_expected(error)}", "correct the name", place, path)
    known = list(_owner(shape, steps[:-1]).model_fields)
    close = get_close_matches(name, known, 1, 0.6)
    advice = f"did you mean “{close[0]}”?" if close else f"the fields are {', '.join(known)}"
    return Fault(f"unknown field “{shown(name)}”", f"a {noun} has only the fields of its schema", advice, place, path)


def _owner(shape: type[BaseModel], path: Sequence[str | int]) -> type[BaseModel]:
    """The model of the object at `path` in something of that shape."""
    for step in path:
        field = shape.model_fields.get(str(step))
        shape = next(_models(field.annotation), shape) if field else shape
    return shape


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models that an annotation mentions, inside lists, dictionaries and alternatives."""
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
        return Fault(f"{where} contains an invisible character (U+{ord(hidden):04X})", why, "remove it", place, path)
    return Fault(
        f"{where} is “{shown(value)}”",
        "a name needs at least one visible character",
        "fill in a name or leave it out",
        place,
        path,
    )
