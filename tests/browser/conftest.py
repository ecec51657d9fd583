"""Fixtures with a real browser: Debian's Chromium, with nothing downloaded or installed.

Without it the tests are skipped with a reason; at full scale they fail instead.
CLABBER_CHROMIUM names a browser at another path.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from clabber_audit.recorder.page import page as recorder_page
from tests.browser.checks import PHONE, WIDE, MonitoredPage, monitor_page
from tests.browser.pages import PAGES
from tests.browser.recorder import Desk
from tests.scale import DESK

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")

Visit = Callable[..., "Page"]
Address = Callable[[str], str]
Open = Callable[..., "Page"]
OpenDesk = Callable[..., Desk]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


def skip_or_fail(reason: str) -> NoReturn:
    """Skip the test, or fail it where a browser is required."""
    if not DESK:
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def launch_browser(playwright: Playwright) -> Browser:
    """Launch the browser of this machine, or the one named by CLABBER_CHROMIUM."""
    named = os.environ.get("CLABBER_CHROMIUM")
    path = named or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if not path or not Path(path).exists():
        skip_or_fail(
            "there is no Chromium on this machine: install the package chromium, or set CLABBER_CHROMIUM"
        )
    return playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        skip_or_fail("there is no Playwright: install the package with its extra, '.[full]'")
    with sync_playwright() as playwright:
        opened = launch_browser(playwright)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Iterator[MonitoredPage]:
    """The one tab in which almost all pages are opened."""
    with monitor_page(browser, permissions=["clipboard-read", "clipboard-write"]) as monitored:
        yield monitored


@pytest.fixture
def visit(browser: Browser, tab: MonitoredPage) -> Iterator[Visit]:
    """Function that opens an address; the test fails on any other request or any message of the browser.

    With options the page gets a context of its own, which takes four times as long.
    """
    with ExitStack() as own:
        monitored = [tab]

        def show(
            address: str,
            viewport: Any = WIDE,
            color_scheme: Any = "light",
            reduced_motion: Any = "reduce",
            **options: Any,
        ) -> Page:
            if options:
                monitored.append(own.enter_context(monitor_page(browser, **options)))
            page = monitored[-1].page
            page.set_viewport_size(viewport)
            page.emulate_media(media="null", color_scheme=color_scheme, reduced_motion=reduced_motion)
            if page.url.split("#")[0] == address.split("#")[0]:
                # Going to another anchor of a page does not reload it.
                page.goto("about:blank")
            page.goto(address)
            return page

        yield show
        for other in tab.page.context.pages:
            if other is not tab.page:
                other.close()
        if tab.page.url.startswith("file:"):
            tab.page.evaluate("localStorage.clear()")
        asked, complaints = (
            sum((one.requests for one in monitored), []),
            sum((one.trouble for one in monitored), []),
        )
        tab.requests.clear()
        tab.trouble.clear()
    assert (asked, complaints) == ([], [])


@pytest.fixture(scope="session")
def axe() -> str:
    """Source of axe-core, from its Python package."""
    try:
        return files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    except ModuleNotFoundError:
        skip_or_fail("there is no axe-core: install the package axe-playwright-python")


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Address:
    """Function that returns the address of a page by name, and writes the page at its first use."""
    folder = tmp_path_factory.mktemp("pages")

    def write_page(name: str) -> str:
        path = folder / f"{name}.html"
        if not path.exists():
            path.write_text(PAGES[name](), encoding="utf-8")
        return path.as_uri()

    return write_page


@pytest.fixture
def open_page(visit: Visit, address: Address) -> Open:
    """Function that opens a page by name, at an anchor."""
    return lambda name, place="", **options: visit(address(name) + place, **options)


@pytest.fixture(scope="session")
def recorder(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Address of the recorder, written to disk."""
    path: Path = tmp_path_factory.mktemp("recorder") / "recorder.html"
    path.write_text(recorder_page(), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def script(visit: Visit, recorder: str) -> Page:
    """Recorder page whose functions can be called."""
    return visit(recorder)


@pytest.fixture
def open_desk(visit: Visit, recorder: str) -> OpenDesk:
    """Function that opens the recorder, unless told otherwise on a phone."""
    return lambda **options: Desk(visit(recorder, **{"viewport": PHONE, **options}))
