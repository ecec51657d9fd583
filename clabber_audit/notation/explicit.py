"""Keys that a record writes out although they hold their default: the `explicit` line, written and read.

A record that says `"incidents": []` and one that says nothing of incidents mean the same and are two texts.
The line `explicit incidents melds.*.shown claims.0,2.trick` keeps them apart: it names the keys by their
paths, `*` for every member of a list, indexes from 0. The defaults themselves are those of the models.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pydantic import BaseModel

from clabber_audit.ground.errors import MOST_FAULTS
from clabber_audit.notation.draft import Draft, Mark
from clabber_audit.notation.slip import quote
from clabber_audit.notation.words import nearest
from clabber_audit.record.model import (
    Claim,
    Context,
    Deal,
    Declaration,
    HandRecord,
    Incident,
    Laydown,
    Meld,
    Source,
)


def _defaults(model: type[BaseModel], besides: str = "") -> dict[str, Any]:
    """The optional keys of a model and their defaults, but for one that canonical text always writes."""
    fields = model.model_fields.items()
    return {name: field.default for name, field in fields if not field.is_required() and name != besides}


_TOP: Final = _defaults(HandRecord, "ruleset")
_PARTS: Final = {
    "context": _defaults(Context),
    "source": _defaults(Source),
    "deal": _defaults(Deal, "upcard"),
    "laydown": _defaults(Laydown),
}
_LISTS: Final = {
    "declarations": _defaults(Declaration),
    "melds": _defaults(Meld),
    "incidents": _defaults(Incident),
    "claims": _defaults(Claim),
}


def written_out(record: HandRecord) -> list[str]:
    """The words of the `explicit` line of a record."""
    top = record.model_fields_set
    found = [name for name, default in _TOP.items() if name in top and getattr(record, name) == default]
    for name, defaults in _PARTS.items():
        part = getattr(record, name)
        if part is not None:
            held = part.model_fields_set
            found += [
                f"{name}.{key}" for key, default in defaults.items() if key in held and getattr(part, key) == default
            ]
    for name, defaults in _LISTS.items():
        members = getattr(record, name)
        if members:
            found += [word for key in defaults if (word := _member_key(name, key, defaults[key], members))]
    return found


def _member_key(name: str, key: str, default: object, members: Sequence[BaseModel]) -> str:
    """The word for one key of the members of a list, empty if none writes out its default."""
    holding = [index for index, member in enumerate(members) if key in member.model_fields_set]
    at_default = [index for index in holding if getattr(members[index], key) == default]
    if not at_default:
        return ""
    which = "*" if len(holding) == len(members) else ",".join(map(str, at_default))
    return f"{name}.{which}.{key}"


def read_explicit(draft: Draft, tokens: list[str]) -> None:
    """`explicit incidents melds.*.announced`"""
    draft.explicit += [(tokens[token].lower(), draft.here(token)) for token in range(1, len(tokens))]


def apply(draft: Draft) -> None:
    """Writes the defaults that `explicit` lines name into the keys that nothing else has set."""
    for word, mark in draft.explicit:
        if len(draft.faults) >= MOST_FAULTS:
            return
        if word in _TOP:
            draft.data.setdefault(word, _TOP[word])
            continue
        name, _, rest = word.partition(".")
        which, _, key = rest.partition(".")
        if not key and which in _PARTS.get(name, ()):
            part = draft.data.get(name)
            if isinstance(part, dict):
                part.setdefault(which, _PARTS[name][which])
            else:
                draft.fault(mark, f"{quote(word)} names a key of the {name}, which this hand has not")
        elif key in _LISTS.get(name, ()):
            _apply_to_members(draft, word, mark, which, draft.data.get(name) or [])
        else:
            paths = [*_TOP, *(f"{part}.{key}" for part, keys in _PARTS.items() for key in keys)]
            draft.fault(mark, f"{quote(word)} is no key that may be left out", nearest(word, paths))


def _apply_to_members(draft: Draft, word: str, mark: Mark, which: str, members: list[dict[str, Any]]) -> None:
    name, _, key = word.split(".")
    indexes = range(len(members))
    wanted = indexes if which == "*" else [_index(text) for text in which.split(",")]
    for index in wanted:
        if index not in indexes:
            draft.fault(mark, f"{quote(word)}: there is no {name}.{which} in this hand", "indexes count from 0")
            return
        members[index].setdefault(key, _LISTS[name][key])


def _index(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1
