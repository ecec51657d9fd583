"""The site is built once, as `nox -s docs` builds it; then it is read as a browser would."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.cli import ROOT

pytestmark = pytest.mark.full
#: What a browser fetches by itself as soon as it sees it: attributes by the tag that they stand in.
FETCHED = {
    ("script", "src"), ("link", "href"), ("img", "src"), ("img", "srcset"), ("source", "src"), ("source", "srcset"),
    ("iframe", "src"), ("video", "src"), ("audio", "src"), ("object", "data"), ("embed", "src"), ("image", "href"),
    ("use", "href"),
}  # fmt: skip
#: What an address begins with that is none of the site's own.
ELSEWHERE = re.compile(r"(?:\w+:)?//")


class HandbookPage(HTMLParser):
    """A page's requests, links, anchors, and pictures without alternative text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.links: list[str] = []
        self.places: set[str] = set()
        self.wordless: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.fetched += [value for name, value in found.items() if (tag, name) in FETCHED]
        self.places.add(found.get("id", ""))
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if tag == "img" and not found.get("alt"):
            self.wordless.append(found.get("src", ""))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "sphinx",
            "-W",
            "--keep-going",
            "-q",
            "-d",
            folder / "trees",
            ROOT / "docs",
            folder,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, HandbookPage]:
    return {file: HandbookPage(file.read_text(encoding="utf-8")) for file in site.rglob("*.html")}


def test_no_page_asks_for_anything_elsewhere(site: Path, pages: dict[Path, HandbookPage]) -> None:
    assert len(pages) > 8
    asked = [
        (file.name, link) for file, page in pages.items() for link in page.fetched if ELSEWHERE.match(link)
    ]
    assert asked == []
    sheets = "".join(file.read_text(encoding="utf-8") for file in site.rglob("*.css"))
    assert not re.findall(r"url\(\s*[\"']?(?:https?:)?//|@import", sheets)


def test_every_link_within_the_site_leads_somewhere(site: Path, pages: dict[Path, HandbookPage]) -> None:
    broken = []
    for file, page in pages.items():
        for link in [*page.links, *page.fetched]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            there = target in pages or target.is_file()
            if not there or (
                parts.fragment and target in pages and parts.fragment not in pages[target].places
            ):
                broken.append((str(file.relative_to(site)), link))
    assert broken == []


def test_every_picture_has_words(pages: dict[Path, HandbookPage]) -> None:
    assert [text for page in pages.values() for text in page.wordless] == []


def test_the_rooms_are_drawn(site: Path) -> None:
    page = (site / "architecture.html").read_text(encoding="utf-8")
    assert "Which room imports which</title>" in page
    assert "flowchart TD" not in page
