"""The door for seasons: bytes in, a season out, or a refusal that says where, what, why and what to do."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

from clabber_audit.ground.errors import Fault, Place, Refused, Unusable
from clabber_audit.ground.excerpts import quoted
from clabber_audit.ground.files import whole
from clabber_audit.league.season.model import Season
from clabber_audit.league.season.possible import contradictions
from clabber_audit.record.door import parsed
from clabber_audit.record.positions import positions

#: The largest season, in bytes.
LARGEST: Final = 4 << 20
#: Far more than two hundred teams need that all meet each other.
_MOST_VALUES: Final = 200_000
_BOM: Final = b"\xef\xbb\xbf"
#: Within a text of JSON a quotation mark is escaped: no hand can hold this.
_SAYS_SEASON: Final = re.compile(rb'"format"\s*:\s*"clabber-season/')


def load(path: str) -> Season:
    """The season in a file; Unusable when it cannot be read, Refused, with the file named, when it makes no season.

    `-` is standard input.
    """
    try:
        data = _bytes(path)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        missing = isinstance(problem, FileNotFoundError)
        help = "check the name, or start a season with league init" if missing else "check the name and the file"
        raise Unusable(f"cannot read {path}", reason, help) from None
    try:
        return read(data)
    except Refused as refused:
        lines = data.decode("utf-8-sig", "replace").split("\n")
        raise Refused(quoted(refused.faults, lines), path, refused.more) from None


def _bytes(path: str) -> bytes:
    if path == "-":
        return sys.stdin.buffer.read(LARGEST + 1)
    return whole(path, LARGEST)


def is_season(path: str) -> bool:
    """Whether a file says of itself that it is a season, be it a good one or not; False where it cannot be read."""
    try:
        if not Path(path).is_file():
            return False
        with Path(path).open("rb") as file:
            start = file.read(1 << 16).removeprefix(_BOM).lstrip()
    except (OSError, ValueError):
        return False
    return start.startswith(b"{") and _SAYS_SEASON.search(start) is not None


def read(data: bytes) -> Season:
    """The season that a JSON text holds; Refused with every fault, in the order of the text."""
    data = data.removeprefix(_BOM)
    if len(data) > LARGEST:
        raise Refused([Fault("the season is too large (limit 4 MiB)", "", "split it into two", Place(1, 1))])
    if data.count(b",") > _MOST_VALUES:
        what = f"the season has more than {_MOST_VALUES:,} values"
        raise Refused([Fault(what, "", "split it into two", Place(1, 1))])
    season = parsed(data, Season, "season")
    faults = list(contradictions(season))
    if faults:
        where = positions(data.decode(), (fault.path for fault in faults))
        placed = [fault._replace(place=where.place(fault.path)) for fault in faults]
        raise Refused(sorted(placed, key=lambda fault: fault.place or Place(1, 1)))
    return season
