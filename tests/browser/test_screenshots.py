"""Tests of the site's pictures: each exists, is small, and shows what its page says."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser import screenshots
from tests.browser.checks import PHONE
from tests.handbook.reader import DOCS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: Size limit of a picture in bytes, for readers on phones.
LARGEST = 60_000
AGAIN = "take them again with .venv/bin/nox -s screenshots"


def png_width(picture: Path) -> int:
    """Return the width of a PNG in pixels, from its first chunk."""
    data = picture.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    (wide,) = struct.unpack(">I", data[16:20])
    return int(wide)


def test_pictures_and_pages_match() -> None:
    """Every picture named by a page is taken, and every picture taken is shown by a page."""
    pages = "".join(page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md"))
    named = set(re.findall(r"pictures/(\S+?\.png)", pages))
    pictures = {picture.name: picture for picture in screenshots.PICTURES.iterdir()}
    assert named == set(pictures) == set(screenshots.TAKEN), AGAIN
    for picture in pictures.values():
        assert picture.stat().st_size <= LARGEST, picture.name
        assert png_width(picture) == PHONE["width"]


@pytest.mark.full
def test_pictures_can_be_taken(browser: Browser, tmp_path: Path) -> None:
    """Except of pages with the judge, which take long to build; `test_app.py` tests those."""
    names = set(screenshots.TAKEN) - {"judge.png", "believe.png"}
    screenshots.take_pictures(browser, tmp_path, names)
    assert {picture.name for picture in tmp_path.iterdir()} == names
    assert all(png_width(tmp_path / name) == PHONE["width"] for name in names)
