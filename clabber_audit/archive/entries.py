"""An entry of the log: a record in its canonical bytes, when it was added, and of an amendment by whom and why.

Or something that was decided in a season, away from the cards.

The bytes of an entry are canonical JSON (RFC 8785 for what records hold: no floats, keys in ASCII). They are what the
tree is made over, and are kept deflated with a dictionary that the archive holds.
"""

from __future__ import annotations

import json
import re
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


class Added(NamedTuple):
    """An entry that adds a hand, whose bytes are canonical if those of the record are."""

    at: str
    law: str
    record: bytes


def added_in(data: bytes) -> Added | None:
    """The bytes of an entry as those of a hand that is added; None where they are not laid out so."""
    found = _ADDED(data)
    return Added(found[1].decode(), found[2].decode(), found[3]) if found else None


#: In canonical text printable ASCII stands as it is, but for two characters.
_ADDED: Final = re.compile(
    rb'\{"at":"([ !#-\[\]-~]*)","law":"([ !#-\[\]-~]*)","record":(\{.*\})\}', re.DOTALL
).fullmatch


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
            raise _not_whole()
        return data

    def unpack_tight(self, packed: bytes) -> bytes:
        """The same; ValueError also where bits behind the end of what is deflated are not 0 as they were written.

        These fill up the last byte, mean nothing, and so would hide an edit.
        """
        inflate = zlib.decompressobj(_WINDOW, zdict=self._dictionary)
        data = inflate.decompress(packed[:-1], _LARGEST)
        if inflate.eof or inflate.unconsumed_tail:
            raise _not_whole()
        without, last = inflate.copy(), packed[-1]
        end = inflate.decompress(packed[-1:], _LARGEST)
        if not inflate.eof or inflate.unused_data or inflate.unconsumed_tail:
            raise _not_whole()
        if last and _ends(without, bytes([last ^ 1 << last.bit_length() - 1]), end):
            raise ValueError("there is something behind the end of the packed bytes")
        return data + end


def _ends(inflate: Any, last: bytes, due: bytes) -> bool:
    """Whether the last byte of something deflated could be another one."""
    try:
        return bool(inflate.decompress(last) == due and inflate.eof)
    except zlib.error:
        return False


def _not_whole() -> ValueError:
    return ValueError("the packed bytes go on after their end, or stop before it")


#: More than any entry can have: a record of 1 MiB, its reason, and what canonical text may add.
_LARGEST: Final = 8 << 20
