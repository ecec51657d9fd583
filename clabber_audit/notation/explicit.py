"""Keys that a record writes out although they hold their default: the `explicit` line, written and read.

A record that says `"incidents": []` and one that says nothing of incidents mean the same and are two texts.
The line `explicit incidents melds.*.shown claims.0,2.trick` keeps them apart: it names the keys by their
paths, `*` for every member of a list, indexes from 0. The defaults themselves are those of the models.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from types import UnionType
from typing import Annotated, Any, Final, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel

from clabber_audit.ground.errors import MOST_FAULTS
from clabber_audit.notation.draft import Draft, Mark
from clabber_audit.notation.slip import quote
from clabber_audit.notation.words import nearest
from clabber_audit.record.formats import Record, model_of


class Key(NamedTuple):
    """A key that may be left out: what the model calls it, and what it is when it is."""

    field: str
    default: Any


class Keys(NamedTuple):
    """The keys of a format that may be left out, those of the record, of its parts and of the members of its lists."""

    top: dict[str, Key]
    parts: dict[str, dict[str, Key]]
    lists: dict[str, dict[str, Key]]


#: These are always written by canonical text where they are there.
_WRITTEN: Final = frozenset(("ruleset", "upcard"))


def _optional(model: type[BaseModel]) -> dict[str, Key]:
    fields = model.model_fields.items()
    return {
        field.alias or name: Key(name, field.get_default(call_default_factory=True))
        for name, field in fields
        if not field.is_required() and name not in _WRITTEN
    }


@cache
def _keys(format: str) -> Keys:
    """The keys of a format that may be left out, found in its model."""
    model = model_of(format)
    found = Keys(_optional(model), {}, {})
    for name, field in model.model_fields.items():
        for kind in _alternatives(field.annotation):
            listed = get_origin(kind) is list
            inner = get_args(kind)[0] if listed else kind
            if isinstance(inner, type) and issubclass(inner, BaseModel):
                (found.lists if listed else found.parts)[name] = _optional(inner)
    return Keys(found.top, *({name: keys for name, keys in held.items() if keys} for held in found[1:]))


def _alternatives(annotation: Any) -> Iterator[Any]:
    """The types that something may have, without what else is said of them."""
    for kind in get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,):
        yield get_args(kind)[0] if get_origin(kind) is Annotated else kind


def written_out(record: Record) -> list[str]:
    """The words of the `explicit` line of a record."""
    keys = _keys(record.format)
    found = _at_default(record, keys.top)
    for name, optional in keys.parts.items():
        if (part := getattr(record, name)) is not None:
            found += [f"{name}.{key}" for key in _at_default(part, optional)]
    for name, optional in keys.lists.items():
        if members := getattr(record, name):
            found += [word for key in optional if (word := _member_key(f"{name}.{{}}.{key}", optional[key], members))]
    return found


def _at_default(part: BaseModel, keys: dict[str, Key]) -> list[str]:
    """The keys that a part writes out although they hold their default."""
    held = part.model_fields_set
    return [name for name, (field, default) in keys.items() if field in held and getattr(part, field) == default]


def _member_key(word: str, key: Key, members: Sequence[BaseModel]) -> str:
    """The word for one key of the members of a list, empty if none writes out its default."""
    field, default = key
    holding = [index for index, member in enumerate(members) if field in member.model_fields_set]
    at_default = [index for index in holding if getattr(members[index], field) == default]
    if not at_default:
        return ""
    return word.format("*" if len(holding) == len(members) else ",".join(map(str, at_default)))


def read_explicit(draft: Draft, tokens: list[str]) -> None:
    """`explicit incidents melds.*.announced`"""
    draft.explicit += [(tokens[token].lower(), draft.here(token)) for token in range(1, len(tokens))]


def apply(draft: Draft) -> None:
    """Writes the defaults that `explicit` lines name into the keys that nothing else has set."""
    if not draft.explicit:
        return
    top, parts, lists = _keys(draft.format)
    for word, mark in draft.explicit:
        if len(draft.faults) >= MOST_FAULTS:
            return
        if word in top:
            draft.data.setdefault(word, top[word].default)
            continue
        name, _, rest = word.partition(".")
        which, _, key = rest.partition(".")
        if not key and which in parts.get(name, ()):
            part = draft.data.get(name)
            if isinstance(part, dict):
                part.setdefault(which, parts[name][which].default)
            else:
                draft.fault(mark, f"{quote(word)} needs a {name}, and this hand has none")
        elif key in lists.get(name, ()):
            _apply_to_members(draft, word, mark, lists[name][key].default)
        else:
            paths = [*top, *(f"{part}.{key}" for part, keys in parts.items() for key in keys)]
            draft.fault(mark, f"{quote(word)} is not an optional field", nearest(word, paths))


def _apply_to_members(draft: Draft, word: str, mark: Mark, default: Any) -> None:
    name, which, key = word.split(".")
    members: list[dict[str, Any]] = draft.data.get(name) or []
    indexes = range(len(members))
    wanted = indexes if which == "*" else [_index(text) for text in which.split(",")]
    for index in wanted:
        if index not in indexes:
            draft.fault(mark, f"{quote(word)}: there is no entry {which} in {name}", "entries are counted from 0")
            return
        members[index].setdefault(key, default)


def _index(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1
