"""Rulings that carry the record that they are about: JSON documents and pages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from clabber_audit.ground.errors import Fault, Place, Refused, Unusable
from clabber_audit.intake.offer import Offered, lines_of, moved, oversized, record, refusal
from clabber_audit.law.bound_ruleset import law
from clabber_audit.record.door import LARGEST, unambiguous
from clabber_audit.record.positions import place_in
from clabber_audit.rulesets.ruleset import from_data, genuine
from clabber_audit.ruling.page_payload import FORMATS, embedded_law, embedded_text

#: The largest file that holds one ruling; far beyond any that this program writes.
LARGEST_RULING: Final = 4 << 20
_RULINGS: Final = tuple(f'"{name}"'.encode() for name in FORMATS)


def document(data: bytes, source: str, base: Place) -> Offered:
    """A JSON document: a record, or a ruling that carries one."""
    if any(name in data for name in _RULINGS):
        try:
            text = data.decode("utf-8-sig")
            found = json.loads(text)
            if isinstance(found, dict) and found.get("format") in FORMATS:
                return _ruling(unambiguous(text.encode(), "ruling"), text, source, base)
        except Refused as refused:
            return refusal(refused, source, base, lines_of(data))
        except (ValueError, RecursionError):
            pass
    return oversized(source, base) if len(data) > LARGEST else record(data, source, base)


def page(data: bytes, source: str, base: Place) -> Offered:
    """A ruling's HTML page, with the record and the ruleset in it."""
    if not any(name in data for name in _RULINGS):
        return _refused("this page contains no ruling", "only pages written by this program do", source, base)
    try:
        text = data.decode("utf-8-sig")
        block, law_beside = embedded_text(text), embedded_law(text)
    except UnicodeDecodeError:
        return record(data[: LARGEST + 1], source, base)
    except Unusable as problem:
        return _refused(problem.what, problem.why, source, base)
    found = _ruling(json.loads(block) | law_beside, block, source, moved(place_in(text, text.index(block)), base))
    return found._replace(page=text)


def _ruling(ruling: dict[str, Any], text: str, source: str, base: Place) -> Offered:
    """The record of a ruling, read from the very text that stands in it, so that all its faults have their places."""
    extents = [extent for key, *extent in _members(text) if key == "record"]
    if not extents:
        return _refused("the ruling contains no record", "so it cannot be checked", source, base)
    start, end = extents[0]
    here = moved(place_in(text, start), base)
    if len(extents) > 1:
        return _refused("the ruling contains two records", "they may contradict each other", source, here)
    return record(text[start:end].encode(), source, here)._replace(ruling=ruling)


def with_law(item: Offered, changed: bool) -> Offered:
    """What was offered, with the law that its ruling carries; refused where that is damaged, or is not `genuine`."""
    if item.hand is None or item.ruling is None or "law" not in item.ruling:
        return item
    try:
        return item._replace(law=law(genuine(from_data(item.ruling["law"]), "the ruling", changed=changed)))
    except Unusable as problem:
        return refusal(Refused([Fault(problem.what, problem.why, problem.help)]), item.source)


def _members(text: str) -> Iterator[tuple[str, int, int]]:
    """Each key of an object in JSON, and where its value begins and ends."""
    decode = json.JSONDecoder().raw_decode
    end = _end_of_blanks(text, 0)
    while text[end] != "}":
        key, end = decode(text, _end_of_blanks(text, end + 1))
        start = _end_of_blanks(text, _end_of_blanks(text, end) + 1)
        _value, end = decode(text, start)
        yield key, start, end
        end = _end_of_blanks(text, end)


def _end_of_blanks(text: str, start: int) -> int:
    while text[start] in " \t\r\n":
        start += 1
    return start


def _refused(what: str, why: str, source: str, base: Place) -> Offered:
    fault = Fault(what, why, "use the original file of the ruling, or the record", base)
    return refusal(Refused([fault]), source)
