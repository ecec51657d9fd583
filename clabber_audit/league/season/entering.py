"""A season with one entry more: the text of its file in, the text of the new one out; nothing else in it changes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from clabber_audit.ground.errors import Refused, UsageError
from clabber_audit.league.season.door import read
from clabber_audit.league.season.entries import entries
from clabber_audit.league.season.model import Season

#: The blanks before the first key, which say how far the file is indented.
_INDENT: Final = re.compile(r'\{\r?\n([ \t]+)"')


class Entered(NamedTuple):
    """A season to which an entry was added."""

    number: int
    text: str
    season: Season


def entered(text: bytes, key: str, entry: Mapping[str, Any]) -> Entered:
    """The season in a text with an entry added to the list `key`, and every entry numbered.

    UsageError with what is wrong, and what to do, where the season could not be read with it.
    """
    data: dict[str, Any] = json.loads(text.decode("utf-8-sig"))
    number = _numbered(data, read(text)) + 1
    filled = {name: value for name, value in entry.items() if value is not None}
    data.setdefault(key, []).append({"number": number, **filled})
    found = _INDENT.search(text.decode("utf-8-sig"))
    written = json.dumps(data, ensure_ascii=False, indent=found[1] if found else 1) + "\n"
    try:
        return Entered(number, written, read(written.encode(errors="surrogatepass")))
    except Refused as refused:
        fault = refused.faults[0]
        raise UsageError(fault.what, fault.why, fault.help) from None


def _numbered(data: dict[str, Any], season: Season) -> int:
    """Number the entries that somebody wrote without one, as they stand in the file; the highest number."""
    found = [(path, entry.number) for path, entry in entries(season)]
    highest = max((number for _path, number in found if number), default=0)
    for path, number in found:
        if number is None:
            highest += 1
            here: Any = data
            for step in path:
                here = here[step]
            rest = dict(here)
            here.clear()
            here.update({"number": highest, **rest})
    return highest
