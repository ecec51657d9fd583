"""Tests of forged pages in a real browser: a page that verifies shows the same text as the page of its ruling."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.checks import SCRIPTS
from tests.cli import ROOT, call
from tests.forgeries import LIE, forge_pages
from tests.scale import at_random, in_share

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

#: Everything read or heard on a page: its text, texts added by its style, names of pictures, its title.
SEEN = SCRIPTS["readEverything"]


def view_page(page: Page, path: Path) -> str:
    """Return the text that a reader of the page sees, or a note that the page leads elsewhere."""
    from playwright.sync_api import Error

    try:
        page.goto(path.as_uri())
        return str(page.evaluate(SEEN))
    except Error as problem:
        return f"it leads elsewhere: {problem}"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """File of a ruling page."""
    written = tmp_path / "ruling.html"
    assert call("rule", ROOT / "examples" / "ten-comes-home.clab", "-o", written).code == 0
    return written


@pytest.mark.full
def test_verified_pages_read_like_their_ruling(browser: Browser, path: Path) -> None:
    """More than 400 forgeries, a sixth of them in CI; most show another text, and none of these verifies."""
    true, lying, unlike = path.read_text(encoding="utf-8"), 0, 0
    with browser.new_context(offline=True) as context:
        page = context.new_page()
        due = view_page(page, path)
        assert "Eagles 182, Owls 0." in due
        for name, text in forge_pages(true):
            if not in_share(name, share=6):
                continue
            path.write_bytes(text.encode())
            shown = view_page(page, path)
            lying += LIE in shown
            unlike += shown != due
            assert shown == due or call("verify", path).code != 0, name
    # The forgeries work: without the check, they would be read and believed.
    assert lying > at_random(30, 200, share=6)
    assert unlike > at_random(40, 250, share=6)


def test_reserialized_pages_verify(browser: Browser, path: Path) -> None:
    """Pages share themselves as the browser serializes them, the only other form that verifies."""
    # Its script shows buttons, which would be serialized as well.
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        due = view_page(page, path)
        again = page.evaluate("`<!DOCTYPE html>${document.documentElement.outerHTML}\\n`")
        # The page serializes itself before its last line break is read.
        again = again.replace("\n</body>", "</body>")
        assert again != path.read_text(encoding="utf-8")
        path.write_text(again, encoding="utf-8")
        done = call("verify", path)
        assert done.code == 0, done.out
        assert view_page(page, path) == due
        path.write_text(again.replace("Eagles 182", "Eagles 162"), encoding="utf-8")
        assert call("verify", path).code == 1
