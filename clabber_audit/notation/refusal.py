"""What the model of the record refuses, as faults with their places in the text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pydantic import ValidationError

from clabber_audit.ground.errors import MOST_FAULTS, Fault, Path, shown
from clabber_audit.notation.draft import Draft

_MISSING: Final = {
    "format": Fault(
        "the hand does not start with `clabber 1`", help="make its first line `clabber 1` or `bid-euchre 1`"
    ),
    "id": Fault("the hand has no id", help="add a line such as `hand owls-eagles-g1-h08`"),
    "ruleset": Fault("the hand does not say which game was played", help="add a line such as `rules pepper`"),
    "deal": Fault("the hand does not say who dealt", help="add a line such as `deal W`"),
}
_PATTERNS: Final = {
    "id": "an id has only lower-case letters, digits, `.`, `_` and `-`, at most 64",
    "ruleset": "the id of a ruleset has only lower-case letters, digits, `.`, `_` and `-`, at most 64",
}
_PLAIN: Final = "text cannot contain control, invisible or private-use characters, and a name cannot be blank"


def note(error: ValidationError, draft: Draft) -> None:
    """Notes the faults that a model found in the record of a draft read with marks, one for each path.

    What is missing is no fault of its own where a line could not be read: it may stand there.
    """
    faults: dict[Path, Fault] = {}
    untold: set[Path] = set()
    for found in error.errors(include_url=False):
        path = found["loc"]
        if found["type"] == "missing":
            if not draft.faults:
                known = _MISSING.get(str(path[0]), Fault(f"{'.'.join(map(str, path))} is missing"))
                faults[path] = known._replace(path=path, place=draft.nearest(path))
            continue
        path = _data_path(path, draft.data)
        if path not in faults and len(faults) + len(draft.faults) >= MOST_FAULTS:
            untold.add(path)
            continue
        if found["type"] == "too_long":
            # The first that is one too many stands on a line; the list as a whole stands on none.
            most = found["ctx"]["max_length"]
            where, name = draft.nearest((*path, most)), ".".join(map(str, path))
            faults[path] = Fault(f"{name} is too long", f"the limit is {most}", "shorten it", where, path)
            continue
        why = _reason(found["type"], str(found["loc"][0]), found["msg"])
        if path in faults:
            why = f"{faults[path].why}, or: {why}" if why not in faults[path].why else faults[path].why
        what = f"`{shown(found['input'], 40)}` is not a valid {'.'.join(map(str, path))}"
        faults[path] = Fault(what, why, place=draft.nearest(path), path=path)
    draft.faults += faults.values()
    draft.more += len(untold)


def _reason(kind: str, key: str, message: str) -> str:
    if kind == "string_pattern_mismatch":
        return _PATTERNS.get(key, _PLAIN)
    if kind == "string_unicode":
        return _PLAIN
    return message[:1].lower() + message[1:]


def _data_path(loc: Sequence[str | int], data: Any) -> Path:
    """A validator's location without the names of alternatives it tried, which are no part of the data."""
    path: list[str | int] = []
    for step in loc:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            continue
        path.append(step)
    return tuple(path)
