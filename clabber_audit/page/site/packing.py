"""Records put aside, small and known by their hashes."""

from __future__ import annotations

import zlib
from hashlib import sha256
from typing import Final, NamedTuple

from clabber_audit.games.door import read
from clabber_audit.record.canonical import canonical, record_data
from clabber_audit.record.formats import Record
from clabber_audit.record.hand import Hand

#: Records are much alike, and the fastest way of packing takes off most of what it can.
_LEVEL: Final = 1


class Packed(NamedTuple):
    """A record in a few hundred bytes, and its hash."""

    data: bytes
    sha256: str

    @property
    def hand(self) -> Hand:
        """The hand again."""
        return read(zlib.decompress(self.data))


def packed(record: Record) -> Packed:
    """A record put aside."""
    data = canonical(record_data(record)).encode()
    return Packed(zlib.compress(data, _LEVEL), sha256(data).hexdigest())
