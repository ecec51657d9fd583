"""Every label can be said in other words."""

from __future__ import annotations

import gettext
import re

import pytest

from clabber_audit.ground.resources import folder
from clabber_audit.render.html import page
from tests import hands
from tests.page.reading import Page


def test_every_label_can_be_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a language made of brackets, whatever a template or a sentence says stands in brackets."""
    record = hands.changed(hands.TALK, "translated")
    ruling, comparisons = hands.ruled(record)
    monkeypatch.setattr(gettext, "dgettext", lambda domain, message: f"⟦{message}⟧")
    seen = Page(page(ruling, comparisons))
    for tag in ("h1", "h2", "caption", "button", "dt", "strong"):
        assert all("⟦" in text for text in seen.texts.get(tag, [])), tag
    assert all("⟦" in text for text in seen.texts["th"])
    assert all("⟦" in label for label in seen.having("aria-label") if label)
    assert "⟦" in seen.texts["title"][0]


def test_templates_hold_no_plain_words() -> None:
    """What stands between the tags of a template passes through translation; the name of the program alone does not."""
    for template in sorted(folder("reports").glob("*.j2")):
        source = re.sub(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", "", template.read_text(encoding="utf-8"), flags=re.DOTALL)
        plain = re.sub(r"<[^>]*>", " ", source).replace("clabber-audit", "")
        assert not re.search(r"[A-Za-z]{2,}", plain), (template.name, plain.split())
