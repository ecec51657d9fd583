"""Tests of the documentation site, built once as `nox -s docs` builds it and read as a browser would."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.cli import ROOT
from tests.page.reading import Page

pytestmark = pytest.mark.full
#: Attributes whose addresses a browser fetches by itself, by tag.
FETCHED = {
    ("script", "src"), ("link", "href"), ("img", "src"), ("img", "srcset"), ("source", "src"), ("source", "srcset"),
    ("iframe", "src"), ("video", "src"), ("audio", "src"), ("object", "data"), ("embed", "src"), ("image", "href"),
    ("use", "href"),
}  # fmt: skip
#: Beginnings of addresses outside the site.
ELSEWHERE = re.compile(r"(?:\w+:)?//")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command: list[str | Path] = [
        "sphinx",
        "-W",
        "--keep-going",
        "-q",
        "-d",
        folder / "trees",
        ROOT / "docs",
        folder,
    ]
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {file: Page(file.read_text(encoding="utf-8")) for file in site.rglob("*.html")}


def find_requested_addresses(page: Page) -> list[str]:
    """Return the addresses that a browser requests when it shows the page."""
    return [
        value or "" for tag, attrs in page.elements for name, value in attrs.items() if (tag, name) in FETCHED
    ]


def test_pages_load_nothing_from_other_hosts(site: Path, pages: dict[Path, Page]) -> None:
    assert len(pages) > 8
    requested = [(file.name, link) for file, page in pages.items() for link in find_requested_addresses(page)]
    assert [one for one in requested if ELSEWHERE.match(one[1])] == []
    sheets = "".join(file.read_text(encoding="utf-8") for file in site.rglob("*.css"))
    assert not re.findall(r"url\(\s*[\"']?(?:https?:)?//|@import", sheets)


def test_internal_links_are_valid(site: Path, pages: dict[Path, Page]) -> None:
    broken = []
    places = {file: {*page.having("id")} for file, page in pages.items()}
    for file, page in pages.items():
        for link in [
            *(attrs["href"] or "" for tag, attrs in page.elements if tag == "a" and "href" in attrs),
            *find_requested_addresses(page),
        ]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            there = target in pages or target.is_file()
            if not there or (parts.fragment and target in pages and parts.fragment not in places[target]):
                broken.append((str(file.relative_to(site)), link))
    assert broken == []


def test_pictures_have_alternative_text(pages: dict[Path, Page]) -> None:
    pictures = [attrs for page in pages.values() for tag, attrs in page.elements if tag == "img"]
    assert [attrs.get("src") for attrs in pictures if not attrs.get("alt")] == []


def test_drawing_of_the_packages(site: Path) -> None:
    page = (site / "architecture.html").read_text(encoding="utf-8")
    assert "Which package imports which</title>" in page
    assert "flowchart TD" not in page
