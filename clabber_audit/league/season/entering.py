"""A season with entries more: the text of its file in, the text of the new one out; nothing else in it changes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final, NamedTuple

from clabber_audit.ground.errors import Refused, UsageError
from clabber_audit.league.season.decisions import clashes
from clabber_audit.league.season.door import read
from clabber_audit.league.season.entries import entries
from clabber_audit.league.season.filed import Filed
from clabber_audit.league.season.model import Season

#: The blanks before the first key, which say how far the file is indented.
_INDENT: Final = re.compile(r'\{\r?\n([ \t]+)"')


class Entered(NamedTuple):
    """A season to which an entry was added."""

    number: int
    text: str
    season: Season


def entered(text: bytes, key: str, entry: Mapping[str, Any], *, above: int = 0, archive: str | None = None) -> Entered:
    """The season in a text with an entry added to the list `key`, and every entry numbered.

    Its number is higher than all others and than `above`; `archive` is written down as that of the season. UsageError
    with what is wrong, and what to do, where the season could not be read with it.
    """
    data = _named(text, archive)
    before = read(text)
    number = _numbered(data, before, above) + 1
    filled = {name: value for name, value in entry.items() if value is not None}
    data.setdefault(key, []).append({"number": number, **filled})
    found = Entered(number, *_written(data, text))
    known = clashes(before)
    for match_and_kinds, fault in clashes(found.season).items():
        if match_and_kinds not in known:
            raise UsageError(fault.what, fault.why, fault.help)
    return found


def brought_back(text: bytes, back: Sequence[Filed], *, above: int, archive: str) -> tuple[str, Season]:
    """The season in a text with entries as they were, in the place of those of their numbers, and every entry numbered.

    UsageError where the season could not be read with them.
    """
    data, before = _named(text, archive), read(text)
    _numbered(data, before, above)
    numbers = {entry.number for entry in back}
    # From the last to the first, so that those before stay where their paths say.
    for path, entry in reversed(list(entries(before))):
        if entry.number in numbers:
            *steps, last = path
            del _at(data, steps)[last]
    for kind, filed in back:
        listed = data.setdefault(kind, [])
        listed.append(filed)
        listed.sort(key=itemgetter("number"))
    return _written(data, text)


def _named(text: bytes, archive: str | None) -> dict[str, Any]:
    """What a text says, with an archive named behind the title."""
    data: dict[str, Any] = json.loads(text.decode("utf-8-sig"))
    if archive is None or data.get("archive") == archive:
        return data
    data.pop("archive", None)
    return {**{key: data.pop(key) for key in ("format", "title")}, "archive": archive, **data}


def _written(data: Mapping[str, Any], text: bytes) -> tuple[str, Season]:
    """The text for it, indented as the one before, and the season that it holds."""
    found = _INDENT.search(text.decode("utf-8-sig"))
    written = json.dumps(data, ensure_ascii=False, indent=found[1] if found else 1) + "\n"
    try:
        return written, read(written.encode(errors="surrogatepass"))
    except Refused as refused:
        fault = refused.faults[0]
        raise UsageError(fault.what, fault.why, fault.help) from None


def _numbered(data: dict[str, Any], season: Season, above: int) -> int:
    """Number the entries that somebody wrote without one, as they stand in the file; the highest number, or `above`."""
    found = [(path, entry.number) for path, entry in entries(season)]
    highest = max((number for _path, number in found if number), default=0)
    highest = max(highest, above)
    for path, number in found:
        if number is None:
            highest += 1
            here = _at(data, path)
            rest = dict(here)
            here.clear()
            here.update({"number": highest, **rest})
    return highest


def _at(data: Any, path: Iterable[str | int]) -> Any:
    for step in path:
        data = data[step]
    return data
