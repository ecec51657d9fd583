"""Where a record comes from: who recorded it and from what, who checked it, which version replaced which and why."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from clabber_audit.ground.counted import counted
from clabber_audit.record.formats import Record
from clabber_audit.record.parts import Source
from clabber_audit.record.versions import Version
from clabber_audit.render.wording import listed, sentence

#: How the note of a source names a clipping, `sha256:` and 64 digits; and who checked the record, an initial with its
#: stop as part of the name. What else it says of checking, as that nobody did, is for people to read.
_CLIPPING: Final = re.compile(r"\bsha256:([0-9a-f]{64})\b")
_CHECKED: Final = re.compile(r"(?:^|[;,.(])\s*checked by ((?:\b\w\.|[^;,.()])+)", re.IGNORECASE)
_DIGITS: Final = 16
#: How many versions are told beside the first.
_LATEST: Final = 20


def clippings(source: Source | None) -> tuple[str, ...]:
    """The hashes of what a record was written down from, as its source names them."""
    return tuple(dict.fromkeys(_CLIPPING.findall((source and source.note) or "")))


def provenance(record: Record, versions: Sequence[Version] = (), checked: Sequence[str] = ()) -> tuple[str, ...]:
    """Where a record comes from, a sentence each; what nobody noted is said last.

    The versions are those of its archive, the first first; `checked` is what else is known of somebody who checked it.
    """
    return (*_taken_down(record.source or Source(), checked), *_kept(versions))


def clipping(sha256: str, there: bool | None = None) -> str:
    """A clipping in a sentence, and whether it stands on the same page, where that is asked."""
    where = "" if there is None else ", shown below" if there else ", not here"
    return f"Clipping sha256:{sha256}{where}."


def _taken_down(source: Source, checked: Sequence[str]) -> Iterator[str]:
    """Who recorded it, from what, and who checked it, as far as that was noted; and what was not."""
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


def _kept(versions: Sequence[Version]) -> Iterator[str]:
    """How it came into its archive, and which version took the place of which."""
    for version in versions[:1]:
        yield f"Entry {version.entry} of the log, added {_told(version)}."
    if left_out := len(versions[1:-_LATEST]):
        yield counted(left_out, "One more version lies between.", "{count} more versions lie between.")
    for before, version in list(pairwise(versions))[-_LATEST:]:
        by = f"{version.by}: {version.why}" if version.why else f"{version.by}"
        yield sentence(f"Entry {version.entry} took the place of entry {before.entry}, {_told(version)}. {by}")


def _told(version: Version) -> str:
    """When a version was added, to the minute, and what it is."""
    return f"{version.at[:10]} {version.at[11:16]} UTC (record SHA-256 {version.sha256[:_DIGITS]}…)"
