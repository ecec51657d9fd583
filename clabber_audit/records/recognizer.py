"""The plainest way to write a model down, as one regular expression that is made from the model itself.

Keys in the order of the model, or sorted; no blanks; printable ASCII without escapes. What it matches the door takes,
and finds the same in it; of all else it says nothing, and the door reads that. So it is no second home of the schema.
What a model asks of its parts in words of its own, as a validator does, no expression tells but one that it names.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, product
from types import MappingProxyType, UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_args, get_origin

from pydantic import AfterValidator, BaseModel, Field, TypeAdapter, ValidationError

from clabber_audit.records.base import Certain

#: What a text may hold as it stands: printable ASCII but for the two characters that JSON escapes.
_PLAIN: Final = [chr(code) for code in range(0x20, 0x7F) if chr(code) not in '"\\']
#: The longest list or text of which nobody says how long it may be.
_LONGEST: Final = 1 << 14
_CONSTANTS: Final[dict[Any, str]] = {type(None): "null", bool: "(?:true|false)"}
#: So many numbers are listed one by one.
_LISTED: Final = 64
#: What matches nowhere.
_NOTHING: Final = "(?!)"
#: A class of characters in an expression of the schema.
_CLASS: Final = re.compile(r"\[(?:[^\\\]]|\\p\{\w+\}|\\.)+\]")


class CannotTellError(Exception):
    """What no regular expression is made of."""


class Wanted(NamedTuple):
    """What is wanted of a record, by the names of its parts: `deal_upcard` is a part of a part."""

    #: The parts that are to be groups.
    groups: Collection[str] = ()
    #: An expression of which a part has to be instead: a narrower one, or what is found is looked at once more.
    instead: Mapping[str, str] = MappingProxyType({})
    #: Whether keys come sorted, as in canonical text, and not in the order of the model.
    sorted_keys: bool = False
    #: The words that alone may stand where the model has any of some. There may be several sets of words: then those
    #: that are keys of one object are of one set.
    words: Mapping[Any, Sequence[tuple[str, ...]]] = MappingProxyType({})
    #: The parts that are put to the model once more: what it says of them besides their shape is not told here.
    again: Collection[str] = ()


#: Anything that the model has, and no groups.
_ANYTHING: Final = Wanted()
_NOTHING_INSTEAD: Final = _ANYTHING.instead


def recognizer(model: type[BaseModel], wanted: Wanted = _ANYTHING) -> str:
    """The expression of a model."""
    return _model(model, wanted, "")


def recognizer_of(model: type[BaseModel], path: Sequence[str], *, sorted_keys: bool = False) -> str:
    """The expression of a part of a model, by the keys that lead to it; CannotTellError where there is none."""
    annotation: Any = model
    metadata: Sequence[Any] = ()
    for key in path:
        # Of what may be left out, that what it is where it is there.
        shapes = [one for one in (annotation, *get_args(annotation)) if _has(one, key)]
        if not shapes:
            raise CannotTellError("_".join(path))
        annotation, metadata = _inside(shapes[0], key)
    return _value(annotation, metadata, Wanted(sorted_keys=sorted_keys), "_".join(path))


def _has(annotation: Any, key: str) -> bool:
    if get_origin(annotation) is dict:
        return key in get_args(get_args(annotation)[0])
    return isinstance(annotation, type) and issubclass(annotation, BaseModel) and key in annotation.model_fields


def _inside(annotation: Any, key: str) -> tuple[Any, Sequence[Any]]:
    if get_origin(annotation) is dict:
        return get_args(annotation)[1], ()
    field = annotation.model_fields[key]
    return field.annotation, field.metadata


def _model(model: type[BaseModel], wanted: Wanted, path: str) -> str:
    if model.__pydantic_decorators__.model_validators and path not in wanted.again:
        raise CannotTellError(path)
    parts = []
    for name, field in model.model_fields.items():
        inner = f"{path}_{name}" if path else name
        if inner in wanted.instead:
            parts.append((field.alias or name, wanted.instead[inner], field.is_required()))
            continue
        try:
            body = _value(field.annotation, field.metadata, wanted, inner)
        except CannotTellError:
            if field.is_required():
                raise
            # What cannot be told may be left out.
            continue
        parts.append((field.alias or name, body, field.is_required()))
    return _members(parts, wanted, path)


def _members(parts: Sequence[tuple[str, str, bool]], wanted: Wanted, path: str) -> str:
    """An object of some keys in their order, each with its value and whether it has to be there."""
    found = []
    for key, body, required in sorted(parts) if wanted.sorted_keys else parts:
        name = f"{path}_{key}" if path else key
        if name in wanted.groups:
            body = f"(?P<{name}>{body})"
        one = rf'"{re.escape(key)}":{body}(?:,|(?=\}}))'
        found.append(one if required else f"(?:{one})?+")
    return r"\{" + "".join(found) + r"(?<!,)\}"


def _value(annotation: Any, metadata: Sequence[Any], wanted: Wanted, path: str) -> str:
    """What may stand for one value. Of a list no part is a group: it has many of them."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        first, *more = inner
        return _value(first, [*_constraints(more), *metadata], wanted, path)
    if origin in (Union, UnionType):
        return _either([_value(one, metadata, wanted, path) for one in inner])
    certain = next((one.expression for one in metadata if isinstance(one, Certain)), None)
    if certain is None and any(isinstance(one, AfterValidator) for one in metadata) and path not in wanted.again:
        raise CannotTellError(path)
    if origin is Literal:
        return f'"{_word([*chain.from_iterable(wanted.words.get(annotation, [inner]))])}"'
    if origin is list:
        item = _value(inner[0], (), wanted._replace(groups=(), instead=_NOTHING_INSTEAD), path)
        return rf"\[(?:{item}(?:,{item}){{0,{_bound(metadata, 'max_length', _LONGEST) - 1}}})?\]"
    if origin is dict and get_origin(inner[0]) is Literal:
        body = _value(inner[1], (), wanted, path)
        sets = wanted.words.get(inner[0], [get_args(inner[0])])
        return _either([_members([(key, body, False) for key in keys], wanted, path) for keys in sets])
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return _model(annotation, wanted, path)
    if annotation in (int, str):
        body = _number(metadata) if annotation is int else _text(metadata)
        return body if certain is None else rf'(?="(?:{certain})"){body}'
    if annotation not in _CONSTANTS:
        raise CannotTellError(path)
    return _CONSTANTS[annotation]


def _either(expressions: Sequence[str]) -> str:
    return expressions[0] if len(expressions) == 1 else f"(?:{'|'.join(expressions)})"


def _constraints(metadata: Sequence[Any]) -> Iterator[Any]:
    """What a type is annotated with, one constraint at a time."""
    for one in metadata:
        yield from getattr(one, "metadata", [one])


def _bound(metadata: Sequence[Any], name: str, otherwise: Any) -> Any:
    return next((found for one in metadata if (found := getattr(one, name, None)) is not None), otherwise)


def _number(metadata: Sequence[Any]) -> str:
    low, high = _bound(metadata, "ge", None), _bound(metadata, "le", None)
    if low is None or high is None:
        raise CannotTellError("a number without bounds")
    if high - low <= _LISTED:
        return "(?:" + "|".join(str(number) for number in range(high, low - 1, -1)) + ")"
    digits = len(str(high)) - 1
    if low not in (0, -high) or high != 10**digits:
        raise CannotTellError("bounds that digits do not tell")
    above = rf"{high}|[1-9][0-9]{{0,{digits - 1}}}"
    return rf"(?:0|-?(?:{above}))" if low else rf"(?:0|{above})"


def _text(metadata: Sequence[Any]) -> str:
    least, most = _bound(metadata, "min_length", 0), _bound(metadata, "max_length", _LONGEST)
    pattern = _bound(metadata, "pattern", None)
    if pattern is None:
        return rf'"[{_listed(_PLAIN)}]{{{least},{most}}}"'
    body = _CLASS.sub(_in_ascii, pattern.removeprefix("^").removesuffix("$")).replace(f"|{_NOTHING}", "")
    return rf'"(?=[^"]{{{least},{most}}}")(?:{body})"'


def _in_ascii(found: re.Match[str]) -> str:
    """A class of characters as those of ASCII that are in it, as the schema's own expressions have it."""
    one: TypeAdapter[str] = TypeAdapter(Annotated[str, Field(pattern=f"^{found[0]}$")])
    chars = [char for char in _PLAIN if _fits(one, char)]
    return f"[{_listed(chars)}]" if chars else _NOTHING


def _fits(adapter: TypeAdapter[str], text: str) -> bool:
    try:
        adapter.validate_python(text)
    except ValidationError:
        return False
    return True


def _listed(chars: Sequence[str]) -> str:
    """Some characters as a class lists them, those that follow one another from the first to the last."""
    runs: list[list[str]] = []
    for char in chars:
        if runs and ord(char) == ord(runs[-1][-1]) + 1:
            runs[-1].append(char)
        else:
            runs.append([char])
    return "".join(re.escape(run[0]) + (f"-{re.escape(run[-1])}" if len(run) > 1 else "") for run in runs)


def _word(options: Sequence[str]) -> str:
    """Any of some words; where every mixture of their letters is one of them, letter by letter."""
    letters = [sorted(set(column)) for column in zip(*options, strict=False)]
    if len(set(map(len, options))) == 1 and set(map("".join, product(*letters))) == set(options):
        return "".join(f"[{_listed(column)}]" if len(column) > 1 else re.escape(column[0]) for column in letters)
    return "(?:" + "|".join(map(re.escape, sorted(options, key=len, reverse=True))) + ")"
