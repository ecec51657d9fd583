"""The shelf: hands put aside until their game is added up, on the disk as far as they are many.

So a season may have any number of hands: only those of one game are in memory, and judged, at a time. Those that are
certainly clean are put aside with what they came to, and no judge hears them.
"""

from __future__ import annotations

import marshal
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from typing import Final, Literal, NamedTuple

from clabber_audit.ground.errors import Unusable
from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.record.canonical import canonical
from clabber_audit.record.hand import Hand, hold
from clabber_audit.record.model import HandRecord
from clabber_audit.ruling.clean import CleanHand, Uncontested
from clabber_audit.ruling.judge import adjudicate
from clabber_audit.ruling.summary import Summary, summary

#: How much of the shelf to hold in memory, in KiB.
_CACHE: Final = 1_000
_LAYOUT: Final = """
    CREATE TABLE hands (
        place INTEGER PRIMARY KEY, match TEXT, game INTEGER, north_south TEXT, record BLOB, clean BLOB,
        id TEXT, content BLOB
    );
    CREATE INDEX by_game ON hands (match, game);
    CREATE UNIQUE INDEX by_id ON hands (id, content);
"""
_PUT: Final = """
    INSERT INTO hands (match, game, north_south, record, clean, id, content) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING
"""
#: The first hand of an id, until it is compared with others.
_FIRST: Final = "SELECT place, record, content FROM hands WHERE id = ? ORDER BY content LIMIT 1"
#: Records are much alike, and the fastest way of packing takes off most of what it can.
_LEVEL: Final = 1


class Slot(NamedTuple):
    """The game that a hand belongs to: of which match, and which one."""

    match: str
    game: int


class Sitting(NamedTuple):
    """A hand at its game, and which team sits North and South."""

    hand: Summary
    north_south: str

    @property
    def table(self) -> int | None:
        """Where it was played, if that was noted."""
        context = self.hand.noted.context
        return context.table if context else None


class Shelf:
    """The hands of a season by game, all judged by one law. Close it."""

    def __init__(self, law: BoundRuleset) -> None:
        self.law, self._uncontested = law, Uncontested(law)
        with _room():
            # Without a name it is a file that only this program sees, and that goes with it.
            self._db = sqlite3.connect("", isolation_level=None)
            self._db.execute(f"PRAGMA cache_size = -{_CACHE}")
            self._db.execute("PRAGMA journal_mode = OFF")
            self._db.executescript(_LAYOUT)
            self._db.execute("BEGIN")

    def close(self) -> None:
        """Forget everything."""
        self._db.close()

    def put(self, place: Slot, north_south: str, hand: Hand | CleanHand) -> Literal["repeated", "same_id"] | None:
        """Put a hand with the others of its game, if it is not there already; what is odd about it."""
        if isinstance(hand, CleanHand):
            name, record = hand.noted.id, zlib.compress(hand.text, _LEVEL)
            clean = marshal.dumps((hand.around, hand.dealer, hand.maker, hand.made))
        else:
            name, record, clean = hand.record.id, packed(hand.record), None
        with _room():
            first = self._db.execute(_FIRST, (name,)).fetchone()
            content = None if first is None else self._compared(first, record)
            added = self._db.execute(_PUT, (*place, north_south, record, clean, name, content)).rowcount
        return "repeated" if not added else None if first is None else "same_id"

    def _compared(self, first: tuple[int, bytes, bytes | None], record: bytes) -> bytes:
        """What a record says, of which another has the id; noted of that one too."""
        place, other, known = first
        if known is None:
            self._db.execute("UPDATE hands SET content = ? WHERE place = ?", (_content(unpacked(other)), place))
        return _content(unpacked(record))

    def of(self, place: Slot) -> list[Sitting]:
        """The hands of a game and what became of them, in the order in which they were put there."""
        asked = "SELECT north_south, record, clean FROM hands WHERE match = ? AND game = ? ORDER BY place"
        with _room(), closing(self._db.execute(asked, place)) as rows:
            return [Sitting(self._summary(record, clean), north_south) for north_south, record, clean in rows]

    def _summary(self, record: bytes, clean: bytes | None) -> Summary:
        if clean is not None:
            return self._uncontested.summary(CleanHand(zlib.decompress(record), *marshal.loads(clean)))
        hand = hold(unpacked(record))
        assert hand is not None, "only what is a hand was put here"
        return summary(adjudicate(hand, self.law))


def packed(record: HandRecord) -> bytes:
    """A record in a few hundred bytes."""
    return zlib.compress(record.model_dump_json(exclude_unset=True).encode(), _LEVEL)


def unpacked(data: bytes) -> HandRecord:
    """The record again, with the same keys, no more and no fewer."""
    return HandRecord.model_validate_json(zlib.decompress(data))


def _content(record: HandRecord) -> bytes:
    """What two records have in common that say the same, be it that one leaves out what the other spells out."""
    return sha256(canonical(record.model_dump(mode="json")).encode()).digest()


@contextmanager
def _room() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as problem:
        what = "cannot store the hands of the season temporarily"
        raise Unusable(what, str(problem), "free some disk space for temporary files") from None
