"""The versions of a hand, as an archive keeps them one after the other."""

from __future__ import annotations

from typing import NamedTuple


class Version(NamedTuple):
    """One version of a hand: the entry of the log that holds it, the hash of the record, when it was added.

    Of one that took the place of another: by whom and why.
    """

    entry: int
    sha256: str
    at: str
    by: str | None = None
    why: str | None = None
