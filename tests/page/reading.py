"""Parser of a page, checks of its safety, and hostile texts."""

from __future__ import annotations

import base64
import hashlib
import re
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
        """Return the values of an attribute, in order."""
        return [attrs[name] or "" for _, attrs in self.elements if name in attrs]


def check_page(text: str) -> Page:
    """Check that a page is well-formed, makes no network request and runs no text; return it parsed."""
    seen = Page(text)
    assert not seen.unbalanced
    assert not seen.open
    ids, targets = seen.having("id"), seen.having("href")
    assert len(ids) == len(set(ids))
    assert all(target.startswith("#") for target in targets)
    assert {target[1:] for target in targets} <= set(ids)
    assert not seen.having("src")
    assert not seen.having("srcset")
    names = {name for _, attrs in seen.elements for name in attrs}
    assert not [name for name in names if name.startswith("on") or name == "style"]
    fetching = {"img", "iframe", "video", "audio", "source", "link", "object", "embed", "base", "form"}
    assert fetching.isdisjoint(tag for tag, _ in seen.elements)
    assert not re.search(r"url\(|@import", seen.texts["style"][0])
    return seen


def check_own_style_alone(text: str) -> None:
    """Check that the policy of a page without a script precedes and allows only its own style."""
    seen = Page(text)
    assert "script" not in seen.texts
    (style,) = seen.texts["style"]
    allowed = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    (policy,) = [
        attrs["content"] for _, attrs in seen.elements if attrs.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy == f"default-src 'none'; style-src 'sha256-{allowed}'; base-uri 'none'; form-action 'none'"
    assert text.index("Content-Security-Policy") < text.index("<style>")


def page_of(record: dict[str, Any], anonymous: bool = False) -> str:
    return page(dossier(*hands.rule_on(record), anonymous=anonymous))
