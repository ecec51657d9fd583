"""The times that a log gives: each entry says when it was added, and none is older than the one before.

An entry that is was written by a clock that was wrong, or set back, or by somebody who wants it to look older. The log
does not tell which, and its order stays proven: so it is told, and nothing is said to be forged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import shown

#: As entries write it; of two such texts the smaller is the earlier time.
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
#: How many are told one by one.
_SHOWN: Final = 20


class Clock:
    """Looks at the times of entries in their order."""

    def __init__(self) -> None:
        self._told: list[str] = []
        self._count = 0
        #: The latest time so far, and the entry that says it.
        self._latest, self._of = "", -1

    def entry(self, seq: int, at: object) -> None:
        """The next entry, and when it was added."""
        if not isinstance(at, str) or not _TIME.fullmatch(at):
            self._tell(f"entry {seq} does not say when it was added, but “{shown(at, 40)}”")
        elif at < self._latest:
            later = f"entry {self._of} before it on {self._latest}"
            self._tell(f"entry {seq} says it was added on {at}, and {later}: a clock was wrong, or was set back")
        else:
            self._latest, self._of = at, seq

    def told(self) -> Iterator[str]:
        """What of the times is out of order, a sentence each."""
        yield from self._told
        if self._count > len(self._told):
            more = self._count - len(self._told)
            yield counted(more, "{count} more entry is out of order", "{count} more entries are out of order")

    def _tell(self, what: str) -> None:
        self._count += 1
        if len(self._told) < _SHOWN:
            self._told.append(what)
