"""An entry of the log: a record in its canonical bytes, when it was added, and of an amendment by whom and why.

Or something that was decided in a season, away from the cards.

The bytes of an entry are canonical JSON (RFC 8785 for what records hold: no floats, keys in ASCII). They are what the
tree is made over, and are kept deflated with a dictionary that the archive holds.
"""

from __future__ import annotations

import json
import zlib
from typing import Any, Final, NamedTuple

from clabber_audit.record.canonical import canonical, record_data
from clabber_audit.simulate import simulated

#: How many hexadecimal digits of a ruleset's hash an entry gives.
LAW_DIGITS: Final = 32
#: Raw deflate: no header or checksum of its own, the log has its hashes. The window is as large as the dictionary.
_WINDOW: Final = -14
_LEVEL: Final = 6
_DICTIONARY_SIZE: Final = 1 << -_WINDOW
_SAMPLES: Final = 24


class Entry(NamedTuple):
    """What the log says of one record."""

    #: When it was added, in UTC: `2026-11-21T20:15:00Z`.
    at: str
    record: dict[str, Any]
    #: The ruleset that it was ruled by: the first half of the hexadecimal SHA-256 of its canonical JSON.
    law: str
    #: The entry that this one takes the place of; None for a record added.
    amends: int | None = None
    by: str | None = None
    why: str | None = None

    @property
    def kept(self) -> dict[str, Any]:
        """What it is that is kept."""
        return self.record

    def around(self, kept: str) -> bytes:
        """The canonical bytes, given the canonical text of what is kept."""
        return _around("record", kept, self)

    def bytes(self) -> bytes:
        """The canonical bytes."""
        return self.around(canonical(self.record))


class Decided(NamedTuple):
    """What the log says of one decision."""

    #: When it was added, in UTC. The day on which it was decided stands in it.
    at: str
    #: Title, league and season of the season file, as far as it says them.
    season: dict[str, str]
    #: The list of the season file that it stands in, and what it says there.
    kind: str
    decision: dict[str, Any]

    @property
    def kept(self) -> dict[str, Any]:
        """What it is that is kept."""
        return self.decision

    def around(self, kept: str) -> bytes:
        """The canonical bytes, given the canonical text of what is kept."""
        return _around("decision", kept, self)


def _around(key: str, kept: str, entry: Entry | Decided) -> bytes:
    """The canonical bytes of an entry, of which the longest part is canonical text already."""
    said = {name: value for name, value in entry._asdict().items() if value is not None}
    members = (f'"{name}":{kept if name == key else canonical(said[name])}' for name in sorted(said))
    return f"{{{','.join(members)}}}".encode()


def entry_of(data: bytes) -> Entry | Decided:
    """The entry that canonical bytes say; ValueError, KeyError or TypeError for bytes that are none."""
    said = json.loads(data)
    return Decided(**said) if "decision" in said else Entry(**said)


def fresh_dictionary() -> bytes:
    """Text such as records hold, which makes a deflated record half as long."""
    samples = [Entry("2026-01-01T00:00:00Z", record_data(record), "").bytes() for record in simulated(1, _SAMPLES)]
    return b"".join(samples)[-_DICTIONARY_SIZE:]


class Packer:
    """Packs and unpacks entries with an archive's dictionary."""

    def __init__(self, dictionary: bytes) -> None:
        self._dictionary = dictionary
        self._ready = zlib.compressobj(_LEVEL, zlib.DEFLATED, _WINDOW, zdict=dictionary)

    def pack(self, data: bytes) -> bytes:
        """The bytes, deflated."""
        deflate = self._ready.copy()
        return deflate.compress(data) + deflate.flush()

    def unpack(self, packed: bytes) -> bytes:
        """The bytes again; zlib.error or ValueError when they are damaged."""
        inflate = zlib.decompressobj(_WINDOW, zdict=self._dictionary)
        data = inflate.decompress(packed, _LARGEST)
        if not inflate.eof or inflate.unused_data or inflate.unconsumed_tail:
            raise ValueError("the packed bytes go on after their end, or stop before it")
        return data

    def is_tight(self, packed: bytes, data: bytes) -> bool:
        """Whether the bits behind the end of the deflated `data`, which fill up the last byte, are 0 as written.

        They mean nothing, and so would hide an edit.
        """
        highest = 1 << max(packed[-1].bit_length() - 1, 0)
        try:
            return self.unpack(packed[:-1] + bytes([packed[-1] & ~highest])) != data or not packed[-1]
        except (zlib.error, ValueError):
            return True


#: More than any entry can have: a record of 1 MiB, its reason, and what canonical text may add.
_LARGEST: Final = 8 << 20
