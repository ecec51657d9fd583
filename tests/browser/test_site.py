"""An archive as pages, in a real browser: the index leads to every hand, and nothing is asked of a server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clabber_audit.archive.opening import open_archive
from clabber_audit.page.site import pages
from clabber_audit.record.canonical import record_data
from clabber_audit.simulate import simulated
from tests.archive.shelves import shelf
from tests.browser.looking import assert_axe_finds_nothing
from tests.browser.test_ruling import LONG, NARROW, WIDE
from tests.cli import CLAIMED, changed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

OLD = changed(
    CLAIMED,
    id="press-1931",
    players={"N": LONG, "E": "<b>Carl</b>", "S": "W" * 80, "W": "Joe"},
    teams={"NS": LONG, "EW": "W" * 80},
    source={"kind": "newspaper", "citation": "Evening Example, p. 7", "date_as_written": "Oct. 14, 1931"},
    context={"season": "1931", "round": 2},
)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("site")
    archive = shelf(folder, [OLD, *(record_data(record) for record in simulated(4, 12, irregular=0.2))])
    with open_archive(str(archive)) as opened:
        for name, page in pages(opened):
            (folder / name).write_text(page, encoding="utf-8")
    return folder


@pytest.fixture(params=[(NARROW, "light"), (WIDE, "light"), (NARROW, "dark"), (WIDE, "dark")], ids=str)
def index(browser: Browser, site: Path, request: pytest.FixtureRequest) -> Iterator[Page]:
    size, scheme = request.param
    context = browser.new_context(viewport=size, color_scheme=scheme)
    page = context.new_page()
    page.goto((site / "index.html").as_uri())
    yield page
    context.close()


def test_the_index_is_readable_by_anybody(index: Page, axe: str) -> None:
    width = index.viewport_size["width"] if index.viewport_size else 0
    assert index.evaluate("document.documentElement.scrollWidth") <= width
    assert_axe_finds_nothing(index, axe)
    heights = index.evaluate("[...document.querySelectorAll('a')].map((e) => e.getBoundingClientRect().height)")
    assert min(heights) >= 44


def test_every_hand_is_a_click_away_without_a_request(browser: Browser, site: Path) -> None:
    context = browser.new_context(viewport={"width": 1200, "height": 900}, java_script_enabled=False)
    page = context.new_page()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto((site / "index.html").as_uri())
    links = page.locator("a")
    assert links.count() == 13
    for number in range(links.count()):
        links.nth(number).click()
        assert page.locator("#verdict").is_visible()
        page.go_back()
    assert {address.split(":")[0] for address in requests} == {"file"}
    assert "<b>Carl" not in page.content()
    context.close()
