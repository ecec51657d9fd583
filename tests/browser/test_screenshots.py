"""The pictures of the site are those that its maker makes; each is there, small, and shows what it is said to show."""

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

#: Bytes of a picture: somebody reads the site on a phone.
LARGEST = 60_000
AGAIN = "take them again with .venv/bin/nox -s screenshots"


def width(picture: Path) -> int:
    """Return the width of a PNG in pixels, from its first chunk."""
    data = picture.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    (wide,) = struct.unpack(">I", data[16:20])
    return int(wide)


def test_the_site_shows_every_picture() -> None:
    """A page that names a picture nobody takes, and a picture that no page shows, are both found."""
    pages = "".join(page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md"))
    named = set(re.findall(r"pictures/(\S+?\.png)", pages))
    kept = {picture.name: picture for picture in screenshots.PICTURES.iterdir()}
    assert named == set(kept) == set(screenshots.TAKEN), AGAIN
    for picture in kept.values():
        assert picture.stat().st_size <= LARGEST, picture.name
        assert width(picture) == PHONE["width"]


@pytest.mark.full
def test_each_is_taken(browser: Browser, tmp_path: Path) -> None:
    """But for the pages with the judge inside, which `test_app.py` makes and looks at: they take long to build."""
    names = set(screenshots.TAKEN) - {"judge.png", "believe.png"}
    screenshots.take(browser, tmp_path, names)
    assert {picture.name for picture in tmp_path.iterdir()} == names
    assert all(width(tmp_path / name) == PHONE["width"] for name in names)
