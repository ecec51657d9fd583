"""Comparison of a ruling with the ruling given again on the same record by the same law."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final

from clabber_audit.ground.errors import shown
from clabber_audit.ruling.data import SIGNATURES

Json = dict[str, Any]

_SIDES: Final = {"EW": "East-West", "NS": "North-South"}
#: What is compared item by item, and what an item is called; everything else is compared as a whole.
_LISTS: Final = {"findings": "finding", "claims": "claim", "tricks": "trick"}
#: What was given, not ruled: the record as it was read, the law that was seen to, proofs and signatures, checked apart.
_GIVEN: Final = ("record", "law", "certificates", SIGNATURES)
#: What only a ruling written out has, with its certificates: the side remarks (`check` leaves all of them out).
_WRITTEN_OUT: Final = ("instead", "robustness", "left_out")
#: What a part of a ruling is called where its key says little.
_NAMES: Final = {
    "left_out": "side remarks that were left out",
    "rebuilt": "hands put together from other cards",
    "inferred": "cards that can only have been one",
}
#: Where a page names the checkpoint of an archive, and the version of the program.
_CHECKPOINT: Final = re.compile(r"<p>Checkpoint <code>([^<]*)</code></p>")
_VERSION: Final = re.compile(r"<p>clabber-audit ([^<]*)</p>")
_TAG: Final = re.compile(r"<[^>]*(>|$)")
#: How much of what is said is quoted, and of a page, in characters.
_QUOTED: Final = 300
_EXCERPT: Final = 160


def differences(said: Mapping[str, Any], again: Json) -> Iterator[str]:
    """Yield the differences between a ruling and the same ruling given again, each in a few words."""
    for key, value in again.items():
        if key in _GIVEN or (key in _WRITTEN_OUT and is_without_remarks(said, again)):
            continue
        if key not in said:
            yield f"its {_words(key)} is missing"
        elif key in _LISTS and isinstance(said[key], list):
            yield from _of_list(_LISTS[key], said[key], value)
        elif _text(said[key]) != _text(value):
            yield f"{_words(key)}: {_instead(said[key], value)}"


def is_without_remarks(said: Mapping[str, Any], again: Json) -> bool:
    """Return True if a ruling leaves out everything that only one written out has, as `check` writes it."""
    return not said.keys() & {*_WRITTEN_OUT, "certificates"} and not again.keys().isdisjoint(_WRITTEN_OUT)


def unchecked(said: Mapping[str, Any], again: Json) -> list[str]:
    """What a ruling says of which this version knows nothing."""
    return [key for key in said if key not in again and key not in _GIVEN]


def _of_list(name: str, said: Sequence[Any], again: Sequence[Any]) -> Iterator[str]:
    for number, (one, other) in enumerate(zip_longest(said, again), 1):
        if other is None:
            yield f"{name} {number} is not there when judged again: {_quoted(one)}"
        elif one is None:
            yield f"{name} {number} is missing: {_quoted(other)}"
        elif _text(one) != _text(other):
            parts = [key for key in other if not isinstance(one, dict) or _text(one.get(key)) != _text(other[key])]
            parts += [key for key in one if key not in other] if isinstance(one, dict) else []
            told = {key: one.get(key) for key in parts} if isinstance(one, dict) else one
            wanted = {key: other.get(key) for key in parts}
            yield f"{name} {number}: {_instead(told, wanted)}"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _instead(said: Any, again: Any) -> str:
    return f"the ruling says {_quoted(said)}; the cards give {_quoted(again)}"


def _quoted(value: Any) -> str:
    """Return points by side in words, everything else as JSON."""
    if isinstance(value, dict) and value and all(side in _SIDES and type(value[side]) is int for side in value):
        return ", ".join(f"{_SIDES[side]} {value[side]}" for side in _SIDES if side in value)
    return shown(_text(value), _QUOTED)


def _words(key: str) -> str:
    return _NAMES.get(key, key.replace("_", " "))


def checkpoint_in(page: str) -> str | None:
    """Return the line of an archive at the foot of a page."""
    found = _CHECKPOINT.findall(page)
    return found[-1] if found else None


def versions_in(page: str) -> list[str]:
    """Return the versions of the program that a page names; one that nobody tampered with names one."""
    return _VERSION.findall(page)


def page_difference(page: str, due: Iterable[str]) -> str:
    """Return the first place where a page is not the one that is due, nor any other of these; empty if there is none.

    Every character counts. What a reader of HTML makes of a page is not asked, since browsers may read it otherwise.
    """
    known = list(due)
    if page in known:
        return ""
    # What people read first: the head of a page differs as soon as anything around the ruling does.
    body, *others = ((one[at:] if (at := one.find("<body>")) >= 0 else one) for one in (page, *known))
    if body in others:
        body, others = page, known
    at, nearest = max((_agreement(body, one), one) for one in others)
    # From the end of the last tag on, so that the words around the place are there to be recognized.
    start = max(body.rfind(">", 0, at) + 1, at - _EXCERPT // 2)
    markup = [text[start : start + _EXCERPT] for text in (body, nearest)]
    words = [" ".join(_TAG.sub(" ", text).split()) for text in markup]
    differ = _agreement(*words) < min(map(len, words))
    there, due_there = (shown(text, _EXCERPT) for text in (words if differ else markup))
    return f"the page has “{there}” where it should have “{due_there}”"


def _agreement(one: str, other: str) -> int:
    """Return how many characters two texts have in common at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
