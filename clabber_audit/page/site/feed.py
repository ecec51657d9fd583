"""Results as feeds (RFC 4287). Their days are those of the season or of the hands: no clock is asked."""

from __future__ import annotations

from typing import Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree

from clabber_audit.ground import __version__

_ATOM: Final = "http://www.w3.org/2005/Atom"
#: As many of the latest results are in a feed.
_MOST: Final = 100


class Result(NamedTuple):
    """A result to be told."""

    #: What it is known by in all seasons.
    id: str
    day: str
    title: str
    text: str
    href: str


def feed(id: str, title: str, author: str, file: str, results: list[Result]) -> str:
    """The latest results first; of each at least a day must be known."""
    latest = sorted(results, key=lambda result: result.day, reverse=True)[:_MOST]
    ElementTree.register_namespace("", _ATOM)
    root = ElementTree.Element(f"{{{_ATOM}}}feed")

    def put(under: ElementTree.Element, name: str, text: str = "", **attributes: str) -> ElementTree.Element:
        made = ElementTree.SubElement(under, f"{{{_ATOM}}}{name}", attributes)
        made.text = text or None
        return made

    put(root, "id", _urn(id))
    put(root, "title", title)
    put(root, "updated", _moment(latest[0].day))
    put(put(root, "author"), "name", author)
    put(root, "link", rel="self", href=file)
    put(root, "link", rel="alternate", href="index.html")
    put(root, "generator", "clabber-audit", version=__version__)
    for result in latest:
        entry = put(root, "entry")
        put(entry, "id", _urn(result.id))
        put(entry, "title", result.title)
        put(entry, "updated", _moment(result.day))
        put(entry, "link", rel="alternate", href=result.href)
        put(entry, "summary", result.text)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _urn(id: str) -> str:
    return uuid5(NAMESPACE_URL, f"clabber-audit:{id}").urn


def _moment(day: str) -> str:
    """A day as a moment; of the evening nobody knows the hour."""
    return f"{day}T00:00:00Z"
