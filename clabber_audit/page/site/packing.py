"""Records put aside, small and known by their hashes."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Final, NamedTuple

from clabber_audit.games.door import read
from clabber_audit.record.canonical import canonical, record_data
from clabber_audit.record.formats import Record
from clabber_audit.record.hand import Hand
from clabber_audit.record.versions import Version

#: Records are much alike, and the fastest way of packing takes off most of what it can.
_LEVEL: Final = 1
#: The versions of hands, by the hash of the record that stands.
Histories = Mapping[str, tuple[Version, ...]]
_NONE: Final[Histories] = MappingProxyType({})


class Packed(NamedTuple):
    """A record in a few hundred bytes, its hash, and its versions where an archive keeps any."""

    data: bytes
    sha256: str
    versions: tuple[Version, ...] = ()

    @property
    def hand(self) -> Hand:
        """The hand again."""
        return read(zlib.decompress(self.data))


def packed(record: Record, histories: Histories = _NONE) -> Packed:
    """A record put aside, with its versions as far as they are known."""
    data = canonical(record_data(record)).encode()
    digest = sha256(data).hexdigest()
    return Packed(zlib.compress(data, _LEVEL), digest, histories.get(digest, ()))
