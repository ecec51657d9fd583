"""What stands around a page of a site: where one is, and where one can go from here."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, NamedTuple

from pydantic import Field, TypeAdapter, ValidationError

#: A file of the same site, and nowhere else.
File = Annotated[str, Field(pattern=r"^[\w.-]*$")]


class Link(NamedTuple):
    """A way to another page of the site."""

    text: str
    href: File


class Clipping(NamedTuple):
    """What a hand was written down from: the file of its picture, or the text of its transcription."""

    sha256: str
    picture: File = ""
    text: str = ""


class Frame(NamedTuple):
    """Around a page. Where nothing leads anywhere there are no sections."""

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
    #: Where the record comes from, a sentence each.
    provenance: tuple[str, ...] = ()


def frame_of(data: Any) -> Frame | None:
    """The frame that a page says it has, from JSON; None where that is no frame."""
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
