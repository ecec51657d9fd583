"""Provenance of a record, and the frame around its page."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Any, Final, NamedTuple

from pydantic import Field, TypeAdapter, ValidationError

from clabber_audit.core.text import inflect
from clabber_audit.records.base import Source, StoredVersion
from clabber_audit.records.formats import Record
from clabber_audit.report.phrases import join_words, sentence

#: Name of a file of the same site.
File = Annotated[str, Field(pattern=r"^[\w.-]*$")]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Link(NamedTuple):
    """Link to another page of the site."""

    text: str
    href: File


class Clipping(NamedTuple):
    """Source of a hand: a picture, with a transcription if there is one, or a text."""

    sha256: Sha256
    picture: File = ""
    text: str = ""


#: The sections of the site of an archive, and of a season.
ARCHIVE_SECTIONS: Final = (
    Link("Hands", "index.html"),
    Link("Years", "years.html"),
    Link("Teams", "teams.html"),
    Link("Players", "players.html"),
    Link("Search", "search.html"),
)
SEASON_SECTIONS: Final = (
    Link("Standings", "index.html"),
    Link("Schedule", "schedule.html"),
    Link("Teams", "teams.html"),
    Link("Players", "players.html"),
    Link("Hands", "hands.html"),
    Link("Audit", "audit.html"),
    Link("Search", "search.html"),
)


class Origin(NamedTuple):
    """Origin of a record: the archive or season that keeps it."""

    versions: tuple[StoredVersion, ...] = ()
    #: Approvals and locks of the result, a sentence each.
    checked: tuple[str, ...] = ()


class PageFrame(NamedTuple):
    """Navigation and origin of a page. Without sections it is a page of its own."""

    #: Name of the site, and its sections.
    title: str
    sections: tuple[Link, ...]
    #: The section that the page is in, by its file.
    section: str = ""
    #: Pages it belongs to: match, teams, players.
    beside: tuple[Link, ...] = ()
    before: Link | None = None
    after: Link | None = None
    #: The file of the feed, if there is one.
    feed: File = ""
    clippings: tuple[Clipping, ...] = ()
    #: Origin of the record; None if the page does not say.
    origin: Origin | None = None


def frame_of(data: Any) -> PageFrame | None:
    """Return the frame that JSON holds, None if it is not one."""
    try:
        return _frames().validate_python(data)
    except ValidationError:
        return None


@lru_cache(maxsize=1)
def _frames() -> TypeAdapter[PageFrame]:
    return TypeAdapter(PageFrame)


class Linked(str):
    """Text with a link to another page."""

    href: str

    def __new__(cls, text: str, href: str) -> Linked:
        made = super().__new__(cls, text)
        made.href = href
        return made


def make_link(text: str, href: str | None) -> str:
    return Linked(text, href) if href else text


#: A clipping in the note of a source, and the name of whoever checked the record: `checked by A. Miller`.
_CLIPPING: Final = re.compile(r"\bsha256:([0-9a-f]{64})\b")
_CHECKED: Final = re.compile(r"(?:^|[;,.(])\s*checked by ((?:\b\w\.|[^;,.()])+)", re.IGNORECASE)
_DIGITS: Final = 16
#: Versions reported besides the first.
_LATEST: Final = 20


def clippings(source: Source | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_CLIPPING.findall((source and source.note) or "")))


def provenance(
    record: Record, origin: Origin | None, there: Collection[str] | None = None
) -> tuple[str, ...]:
    """Return the sentences on where a record comes from, none without an `origin`.

    On a page that shows clippings, `there` are the hashes of those it has.
    """
    if origin is None:
        return ()
    source, texts, missing = record.source or Source(), list[str](), list[str]()
    if source.recorded_by:
        texts.append(sentence(f"recorded by {source.recorded_by}"))
    else:
        missing.append("who recorded it")
    if source.kind or source.citation:
        dated = f", dated {source.date_as_written}" if source.date_as_written else ""
        texts.append(sentence(f"from {': '.join(filter(None, (source.kind, source.citation)))}{dated}"))
    else:
        missing.append("what it was taken from")
    note = source.note or ""
    texts += [sentence(f"checked by {name.strip()}") for name in _CHECKED.findall(note)]
    texts += origin.checked
    if not origin.checked and "check" not in note.lower():
        missing.append("who checked it")
    if missing:
        texts.append(f"Not noted: {join_words(missing)}.")
    versions = origin.versions
    texts += [
        f"Entry {version.entry} of the log, added {_format_version(version)}." for version in versions[:1]
    ]
    if left_out := len(versions[1:-_LATEST]):
        texts.append(
            inflect(left_out, "One more version lies between.", "{count} more versions lie between.")
        )
    for before, version in list(pairwise(versions))[-_LATEST:]:
        by = f"{version.by}: {version.why}" if version.why else f"{version.by}"
        replaced = f"Entry {version.entry} took the place of entry {before.entry}"
        texts.append(sentence(f"{replaced}, {_format_version(version)}. {by}"))
    for sha256 in clippings(source):
        where = "" if there is None else ", shown below" if sha256 in there else ", not here"
        texts.append(f"Clipping sha256:{sha256}{where}.")
    return tuple(texts)


def _format_version(version: StoredVersion) -> str:
    """Return the time of a version, to the minute, and the hash of its record."""
    return f"{version.at[:10]} {version.at[11:16]} UTC (record SHA-256 {version.sha256[:_DIGITS]}…)"
