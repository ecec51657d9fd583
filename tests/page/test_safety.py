"""Tests of the safety of pages: no network requests, and only our own style and script may run."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest
from jinja2 import TemplateNotFound, UndefinedError

from clabber_audit.core.files import package_folder
from clabber_audit.report.html import cards, environment, face
from tests import hands
from tests.page.reading import Page, check_page


def test_missing_value_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        environment().from_string("{{ nothing }}").render()
    with pytest.raises(TemplateNotFound):
        environment().get_template("nothing.html.j2")


def test_every_template_escapes() -> None:
    for name in environment().list_templates(filter_func=lambda name: name.endswith(".j2")):
        assert environment().get_template(name).environment.autoescape is True
    assert environment().from_string("{{ x }}").render(x="<b>") == "&lt;b&gt;"


def test_every_value_in_an_attribute_is_quoted() -> None:
    """A tag without its quoted strings has no value left."""
    for template in sorted(package_folder("reports").glob("*.j2")):
        source = re.sub(r"\{%.*?%\}|\{#.*?#\}", "", template.read_text(encoding="utf-8"), flags=re.DOTALL)
        source = re.sub(r"\{\{.*?\}\}", "VALUE", source, flags=re.DOTALL)
        for tag in re.findall(r"<[a-zA-Z](?:\"[^\"]*\"|'[^']*'|[^'\">])*>", source):
            assert "VALUE" not in re.sub(r"\"[^\"]*\"|'[^']*'", "", tag), (template.name, tag)
        assert "javascript:" not in source
        assert "|safe" not in source.replace(" ", "")


def test_filters_escape() -> None:
    assert str(cards("<i>10♥</i> & 9♠")).startswith("&lt;i&gt;<b class=")
    assert "&amp; <b" in cards("<i>10♥</i> & 9♠")
    assert str(cards("no card at all")) == "no card at all"
    assert "unknown card" in face(None)


@pytest.mark.parametrize("name", hands.NAMES)
def test_pages_are_well_formed_and_make_no_requests(pages: dict[str, str], name: str) -> None:
    script = check_page(pages[name]).texts["script"][-1]
    for word in ("fetch(", "XMLHttpRequest", "import(", "eval(", "innerHTML", "localStorage"):
        assert word not in script


def test_policy_allows_exactly_our_own_style_and_script_below_it(pages: dict[str, str]) -> None:
    text, seen = pages["upheld"], Page(pages["upheld"])
    assert text.index("Content-Security-Policy") < text.index("<style>") < text.index("<script")
    policy = next(attrs["content"] for tag, attrs in seen.elements if attrs.get("http-equiv")) or ""
    assert policy.startswith("default-src 'none';")
    for content, directive in (
        (seen.texts["style"][0], "style-src"),
        (seen.texts["script"][-1], "script-src"),
    ):
        allowed = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{directive} 'sha256-{allowed}'" in policy
    assert "unsafe" not in policy
