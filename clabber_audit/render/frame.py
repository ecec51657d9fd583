"""Navigation and origin around a page of a site or of an archive."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Final, NamedTuple

from pydantic import Field, TypeAdapter, ValidationError

from clabber_audit.record.versions import Version

#: A file of the same site, and nowhere else.
File = Annotated[str, Field(pattern=r"^[\w.-]*$")]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Link(NamedTuple):
    """A way to another page of the site."""

    text: str
    href: File


class Clipping(NamedTuple):
    """Source that a hand was written down from: the file of its picture, or the text of its transcription."""

    sha256: Sha256
    picture: File = ""
    text: str = ""


#: The sections of the site of an archive, and of a season.
ARCHIVE_SECTIONS: Final = (
    Link("Hands", "index.html"),
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

    versions: tuple[Version, ...] = ()
    #: Who approved or locked the result, a sentence each.
    checked: tuple[str, ...] = ()


class Frame(NamedTuple):
    """Navigation and origin of a page. Without sections it is a page of its own."""

    #: What the site is called, and its sections.
    title: str
    sections: tuple[Link, ...]
    #: The section that the page is in, by its file.
    section: str = ""
    #: What the page belongs to: its match, the teams, the players.
    beside: tuple[Link, ...] = ()
    before: Link | None = None
    after: Link | None = None
    #: The file of the feed, if there is one.
    feed: File = ""
    clippings: tuple[Clipping, ...] = ()
    #: Where the record comes from; None if the page does not say.
    origin: Origin | None = None


def frame_of(data: Any) -> Frame | None:
    """Return the frame that JSON holds, None if it is not one."""
    try:
        return _frames().validate_python(data)
    except ValidationError:
        return None


@lru_cache(maxsize=1)
def _frames() -> TypeAdapter[Frame]:
    return TypeAdapter(Frame)


class Linked(str):
    """A text that leads to another page where it is shown on one."""

    href: str

    def __new__(cls, text: str, href: str) -> Linked:
        """The text, and the file it leads to."""
        made = super().__new__(cls, text)
        made.href = href
        return made


def linked(text: str, href: str | None) -> str:
    """A text that leads to a page, if there is one."""
    return Linked(text, href) if href else text
