"""A page as a browser would see it, and a record with something to be afraid of in every text."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from clabber_audit.judge.dossier import dossier
from clabber_audit.report.page import page
from tests import hands

EVIL = (
    "</script><img src=x onerror=alert(1)>",
    '"><svg onload=alert(2)>',
    "{{7*7}}{% raw %}",
    "' onmouseover='alert(3)",
    "<!--<script>",
    "a\u00a0&amp;b",
)


class Page(HTMLParser):
    """Parsed page: elements with their attributes, text and nesting."""

    VOID = ("meta", "br", "link", "img", "input", "hr", "col")

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.open: list[str] = []
        self.unbalanced: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)
            self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.unbalanced.append(tag)

    def handle_data(self, data: str) -> None:
        for tag in self.open:
            self.texts[tag][-1] += data

    def having(self, name: str) -> list[str]:
        return [attrs[name] or "" for _, attrs in self.elements if name in attrs]


def page_of(record: dict[str, Any], anonymous: bool = False) -> str:
    return page(dossier(*hands.ruled(record), anonymous=anonymous))


def evil() -> dict[str, Any]:
    """A record with something to be afraid of in every text that it can hold."""
    texts = iter(EVIL * 20)
    record = hands.changed(hands.UPHELD, "evil")
    record["players"] = {seat: next(texts) for seat in "NESW"}
    record["teams"] = {team: next(texts) for team in ("NS", "EW")}
    record["context"] = {key: next(texts) for key in ("league", "season", "venue", "date")}
    record["source"] = {key: next(texts) for key in ("citation", "date_as_written", "recorded_by", "note")}
    record["comments"] = [{"at": at, "text": text} for at, text in enumerate(EVIL)]
    record["remarks"] = list(EVIL)
    record["incidents"] = [
        {"kind": "advice", "seat": "E", "at": at, "quote": text} for at, text in enumerate(EVIL)
    ]
    return record
