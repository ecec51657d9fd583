"""Values of JSON: whether two are the same, and how they are told to people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeGuard

from clabber_audit.ground.errors import shown

Json = Mapping[str, Any]

#: What stands for a key that an answer does not have.
ABSENT: Final = object()
#: How much of a value is told.
_MOST: Final = 200


def differs(name: str, wanted: object, found: object) -> Iterator[str]:
    """A sentence where what was found is not what was wanted, or `ABSENT`."""
    if found is ABSENT:
        yield f"the answer has no “{name}”"
    elif not same(wanted, found):
        yield f"{name}: {told(wanted)} expected, {told(found)} answered"


def same(wanted: object, found: object) -> bool:
    """Whether two values are the same; `{"one_of": [...]}` wants any of several."""
    if isinstance(wanted, dict):
        if wanted.keys() == {"one_of"}:
            return any(same(one, found) for one in wanted["one_of"])
        if not isinstance(found, dict) or wanted.keys() != found.keys():
            return False
        return all(same(value, found[key]) for key, value in wanted.items())
    if isinstance(wanted, list):
        return isinstance(found, list) and len(wanted) == len(found) and all(map(same, wanted, found))
    # To Python a truth is a number.
    return isinstance(wanted, bool) == isinstance(found, bool) and wanted == found


def told(value: object) -> str:
    """A value as a person reads it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        if value.keys() == {"one_of"}:
            return " or ".join(map(told, value["one_of"]))
        return shown(" ".join(f"{key} {told(one)}" for key, one in value.items()) or "nothing", _MOST)
    if isinstance(value, list):
        return shown(" ".join(map(told, value)) or "nothing", _MOST)
    return shown(value)


def is_list_of_objects(value: object) -> TypeGuard[list[Json]]:
    """Whether a value is a list of JSON objects."""
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)
