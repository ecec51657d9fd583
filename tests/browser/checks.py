"""Checks for pages in a browser: no network requests, accessibility, printing and QR codes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tests import qr_codes

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Download, FloatRect, Locator, Page, Request, ViewportSize

#: Functions of `scripts.js`, by name.
SCRIPTS: Final[dict[str, str]] = dict(
    re.findall(
        r"^const (\w+) = (.*?);\n$",
        Path(__file__).with_name("scripts.js").read_text(encoding="utf-8") + "\n",
        re.DOTALL | re.MULTILINE,
    )
)
NARROW: Final[ViewportSize] = {"width": 320, "height": 640}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
WIDE: Final[ViewportSize] = {"width": 1200, "height": 900}
SCHEMES: Final = ("light", "dark")
PAPERS: Final = ("Letter", "A4")
CONTRAST: Final = "color-contrast"
#: Script that lets a browser share files, and stores the shared data.
SHARING: Final = """
navigator.canShare = ({ files }) => files.every(({ name }) => /\\.(txt|html)$/.test(name));
navigator.share = async ({ files, text }) => {
  window.shared = { text, files: await Promise.all(files.map(async (file) => [file.name, await file.text()])) };
};
"""


class MonitoredPage(NamedTuple):
    """A page, the requests of its context other than for local pages, and its console messages and errors."""

    page: Page
    requests: list[str]
    trouble: list[str]


@contextmanager
def monitor_page(browser: Browser, **options: Any) -> Iterator[MonitoredPage]:
    """Yield a page in a context of its own; its requests and messages are recorded from the start."""
    context = browser.new_context(**options)
    monitored = MonitoredPage(context.new_page(), [], [])

    def note_request(request: Request) -> None:
        if not (request.is_navigation_request() and request.url.startswith("file:")):
            monitored.requests.append(request.url)

    context.on("request", note_request)
    context.on("console", lambda message: monitored.trouble.append(message.text))
    context.on("weberror", lambda error: monitored.trouble.append(str(error.error)))
    yield monitored
    context.close()


def assert_no_axe_violations(page: Page, axe: str, contrasts: Iterable[str] = SCHEMES) -> list[str]:
    """Assert that axe-core finds no violation, best practices included; contrast is checked in these schemes only.

    Contrast takes longest. Return the HTML whose contrast axe-core cannot judge, apart from signs such as suits.
    """
    schemes = [*contrasts]
    looks: list[dict[str, Any]] = [{"rules": {CONTRAST: {"enabled": bool(schemes)}}}]
    # Apart from colors, the page is the same in both schemes.
    looks += [{"runOnly": {"type": "rule", "values": [CONTRAST]}} for _ in schemes[1:]]
    found, unsure = [], []
    for look, scheme in zip(looks, schemes or ["light"], strict=True):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        seen = _run_axe(page, axe, look)
        found += seen["violations"]
        unsure += [node for item in seen["incomplete"] if item["id"] == CONTRAST for node in item["nodes"]]
    assert [(broken["id"], [node["html"] for node in broken["nodes"]][:3]) for broken in found] == []
    return [node["html"] for node in unsure if node["any"][0]["data"]["messageKey"] != "nonBmp"]


def _run_axe(page: Page, axe: str, options: dict[str, Any]) -> dict[str, Any]:
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(axe)
    # Do not report passed checks.
    options = {"resultTypes": ["violations", "incomplete"], **options}
    found: dict[str, Any] = page.evaluate("options => axe.run(document, options)", options)
    return found


def measure_width(page: Page, width: int) -> int:
    """Return the width of the page in a window of this width; a wider page scrolls sideways."""
    page.set_viewport_size({"width": width, "height": 640})
    needed: int = page.evaluate("document.documentElement.scrollWidth")
    return needed


def box_of(part: Locator) -> FloatRect:
    """Return the box of a part of a page that is shown."""
    box = part.bounding_box()
    assert box is not None
    return box


def bottom_of(part: Locator) -> float:
    """Return the lower edge of a part of a page that is shown."""
    return box_of(part)["y"] + box_of(part)["height"]


def download(page: Page, button: str, **options: Any) -> Download:
    """Click a button; return the download that it starts."""
    with page.expect_download(**options) as started:
        page.get_by_role("button", name=button, exact=True).click()
    return started.value


def count_printed_sheets(page: Page, paper: str) -> int:
    """Return the number of printed sheets."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format=paper)))


def scan_code(page: Page, canvas: str) -> str:
    """Return the text of a QR code as an independent reader reads it, from its squares drawn three times as large."""
    width, squares = page.evaluate(
        SCRIPTS["readSquares"],
        [canvas, 3],
    )
    return qr_codes.read(bytes(squares), width)


def find_backgrounds(page: Page) -> set[str]:
    """Return every color painted as a background."""
    return set(
        page.evaluate(
            """() => [...document.querySelectorAll("body, body *")].filter((e) => e.checkVisibility())
            .map((e) => getComputedStyle(e).backgroundColor)"""
        )
    )


def contrast_ratio(one: str, other: str) -> float:
    """Return the contrast ratio of two colors by their luminances, as defined in the accessibility guidelines."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", color)[:3]]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def wait_until_truthy(page: Page, expression: str, arg: object = None) -> Any:
    """Return the value of an expression once it is truthy.

    The expression is evaluated repeatedly from outside: the policy of a page forbids evaluating text inside it.
    """
    for _again in range(1_000):
        if found := page.evaluate(expression, arg):
            return found
        page.wait_for_timeout(20)
    raise AssertionError(f"it never came true: {expression}")
