"""Who of the people whose keys one has signed a note, in a sentence each."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from clabber_audit.ground.errors import shown
from clabber_audit.signing import need
from clabber_audit.signing.keys import PublicKey
from clabber_audit.signing.known import Known, known_in
from clabber_audit.signing.note import Note, Signed, signatures_by

_BEGIN = datetime(1970, 1, 1, tzinfo=UTC)


class Signers(NamedTuple):
    """A file of keys: whoever has one of them is asked for."""

    path: str
    known: tuple[Known, ...]

    def owner_of(self, key: PublicKey) -> Known | None:
        """Who has a key, by this file."""
        return next((known for known in self.known if known.key.raw == key.raw), None)


def signers_in(path: str) -> Signers:
    """The keys in a file; Unusable where it has none, or where what checks signatures is not installed."""
    need("cannot check a signature")
    return Signers(path, tuple(known_in(path)))


def vouched(note: Note, signers: Signers) -> Iterator[tuple[str, bool]]:
    """Who of the signers signed a note, and whether that holds; that none of them did, where none did."""
    found = False
    for known in signers.known:
        for signed in signatures_by(note, known.key.raw, known.verifier):
            found = True
            yield (signed, False) if isinstance(signed, str) else (_told(signed, known), True)
    if not found:
        yield f"nobody whose key is in {shown(signers.path, 200)} signed it", False


def _told(signed: Signed, known: Known) -> str:
    whose = f" ({shown(known.name, 80)})" if known.name and known.name != signed.name else ""
    did = "signed" if signed.time is None else f"cosigned on {moment(signed.time)}"
    return f"{did} by {signed.name}, key {known.key.fingerprint}{whose}"


def moment(time: int) -> str:
    """A time in seconds since 1970, as the log of an archive writes it; what is out of all reason, as its number."""
    try:
        return (_BEGIN + timedelta(seconds=time)).strftime("%Y-%m-%dT%H:%M:%SZ")
    except OverflowError:
        return str(time)
