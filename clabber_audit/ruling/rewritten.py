"""A page as a browser writes it out again, which is how it hands itself on: the same to the eye, not to the byte."""

from __future__ import annotations

from html import escape
from html.parser import HTMLParser
from typing import Final

#: What ends with its tag, what holds no elements, and what the rows of a table stand in.
_VOID: Final = ("br", "col", "hr", "img", "input", "link", "meta", "wbr")
_RAW: Final = ("script", "style")
_GROUPS: Final = ("thead", "tbody", "tfoot")


def rewritten(page: str) -> str:
    """A page of ours as every browser writes what it has read: attributes quoted, rows in a group, signs escaped."""
    writer = _Writer()
    writer.feed(page.rstrip("\n"))
    writer.close()
    return "".join(writer.written) + "\n"


class _Writer(HTMLParser):
    """Writes each part as it comes."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.written: list[str] = []
        self._open: list[str] = []

    def handle_decl(self, decl: str) -> None:
        self.written.append(f"<!{decl}>")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr" and self._open[-1] == "table":
            self.handle_starttag("tbody", [])
        elif tag in _GROUPS:
            self._leave_group()
        told = "".join(f' {name}="{_escaped(value or "", quote=True)}"' for name, value in attrs)
        self.written.append(f"<{tag}{told}>")
        if tag not in _VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == "table":
            self._leave_group()
        if self._open[-1:] == [tag]:
            self._open.pop()
            self.written.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        # Between the first tags of a page blanks are nothing.
        if self._open[1:]:
            self.written.append(data if self._open[-1] in _RAW else _escaped(data, quote=False))

    def _leave_group(self) -> None:
        if self._open[-1:] and self._open[-1] in _GROUPS:
            self.handle_endtag(self._open[-1])


def _escaped(text: str, *, quote: bool) -> str:
    return escape(text, quote=False).replace("\xa0", "&nbsp;").replace('"', "&quot;" if quote else '"')
