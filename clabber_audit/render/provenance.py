"""Sentences on the origin of a record: who recorded and who checked it, from what, and its versions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Final

from clabber_audit.ground.counted import counted
from clabber_audit.record.formats import Record
from clabber_audit.record.parts import Source
from clabber_audit.record.versions import Version
from clabber_audit.render.frame import Origin
from clabber_audit.render.wording import listed, sentence

#: How the note of a source names a clipping, `sha256:` and 64 digits; and who checked the record, an initial with its
#: stop as part of the name. What else it says of checking, as that nobody did, is for people to read.
_CLIPPING: Final = re.compile(r"\bsha256:([0-9a-f]{64})\b")
_CHECKED: Final = re.compile(r"(?:^|[;,.(])\s*checked by ((?:\b\w\.|[^;,.()])+)", re.IGNORECASE)
_DIGITS: Final = 16
#: How many versions are told beside the first.
_LATEST: Final = 20


def clippings(source: Source | None) -> tuple[str, ...]:
    """Return the hashes of the clippings that a source names."""
    return tuple(dict.fromkeys(_CLIPPING.findall((source and source.note) or "")))


def provenance(record: Record, origin: Origin | None, there: Collection[str] | None = None) -> tuple[str, ...]:
    """Return the sentences on where a record comes from, none without an `origin`.

    On a page that shows clippings, `there` are the hashes of those it has.
    """
    if origin is None:
        return ()
    source = record.source or Source()
    named = (_clipping(sha256, there) for sha256 in clippings(source))
    return (*_taken_down(source, origin.checked), *_kept(origin.versions), *named)


def _clipping(sha256: str, there: Collection[str] | None) -> str:
    where = "" if there is None else ", shown below" if sha256 in there else ", not here"
    return f"Clipping sha256:{sha256}{where}."


def _taken_down(source: Source, checked: tuple[str, ...]) -> Iterator[str]:
    """Yield who recorded a hand, from what, and who checked it; last, what nobody noted."""
    missing = []
    if source.recorded_by:
        yield sentence(f"recorded by {source.recorded_by}")
    else:
        missing.append("who recorded it")
    if source.kind or source.citation:
        dated = f", dated {source.date_as_written}" if source.date_as_written else ""
        yield sentence(f"from {': '.join(filter(None, (source.kind, source.citation)))}{dated}")
    else:
        missing.append("what it was taken from")
    note = source.note or ""
    by = [name.strip() for name in _CHECKED.findall(note)]
    yield from (sentence(f"checked by {name}") for name in by)
    yield from checked
    if not checked and "check" not in note.lower():
        missing.append("who checked it")
    if missing:
        yield f"Not noted: {listed(missing)}."


def _kept(versions: tuple[Version, ...]) -> Iterator[str]:
    """Yield when a hand was added to its archive, and which version replaced which."""
    for version in versions[:1]:
        yield f"Entry {version.entry} of the log, added {_told(version)}."
    if left_out := len(versions[1:-_LATEST]):
        yield counted(left_out, "One more version lies between.", "{count} more versions lie between.")
    for before, version in list(pairwise(versions))[-_LATEST:]:
        by = f"{version.by}: {version.why}" if version.why else f"{version.by}"
        yield sentence(f"Entry {version.entry} took the place of entry {before.entry}, {_told(version)}. {by}")


def _told(version: Version) -> str:
    """Return when a version was added, to the minute, and the hash of its record."""
    return f"{version.at[:10]} {version.at[11:16]} UTC (record SHA-256 {version.sha256[:_DIGITS]}…)"
