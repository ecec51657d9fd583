"""Tests that pages are accessible: on phones and wide windows, by touch and screen reader, dark, light and in print.

At a desk one page of each kind is tested.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pytest

from tests import hands
from tests.browser.checks import (
    NARROW,
    PAPERS,
    SCHEMES,
    SCRIPTS,
    WIDE,
    assert_no_axe_violations,
    box_of,
    contrast_ratio,
    count_printed_sheets,
    find_backgrounds,
    measure_width,
)
from tests.browser.conftest import Open
from tests.browser.pages import GAMES, KINDS, RULINGS, SEASONS
from tests.scorecard.games import WON

if TYPE_CHECKING:
    from playwright.sync_api import Page

OF_A_SEASON = [f"busy {kind}" for kind in KINDS]
#: Pages that axe-core looks at, with the color schemes in which it measures the contrast. That takes longest, so it is
#: done where all colors are: proved, refuted and open, faults, suits, two hands side by side.
AXE = {
    **dict.fromkeys(("upheld", "talk", "order-lost", "one-of-two", "all-tricks-and-set"), ()),
    **dict.fromkeys(("sheet-only", "long-names", "evening"), ()),
    **{f"scorecard {name}": () for name in GAMES if name not in ("disputed", "two", "many")},
    **dict.fromkeys(("both-sides", "partly-known", "many-claimed"), SCHEMES),
    **dict.fromkeys(("scorecard disputed", "scorecard two", *OF_A_SEASON), SCHEMES),
}
FEW = ("upheld", "busy standings")
OTHERS = ["unbroken", "scorecard many"] + [
    f"{season} {kind}" for season in SEASONS if season != "busy" for kind in KINDS
]


def open_unfolded(opened: Open, name: str, **options: object) -> Page:
    """Open a page with everything unfolded; a ruling is opened at a card, which unfolds only its replay."""
    if name in RULINGS:
        return opened(name, "#t2c3", **options)
    page = opened(name, **options)
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true })")
    return page


def check_with_axe(page: Page, axe: str, name: str, schemes: Sequence[str]) -> None:
    """Run axe-core; in a ruling it may leave open only the contrast of the suit symbols, which are no text to it."""
    unsure = assert_no_axe_violations(page, axe, schemes)
    assert unsure == [] or name not in RULINGS


@pytest.mark.parametrize(
    "name",
    [name if name in FEW else pytest.param(name, marks=pytest.mark.full) for name in (*AXE, *OTHERS)],
)
def test_axe_finds_nothing_and_page_fits_the_width(open_page: Open, axe: str, name: str) -> None:
    """Also at 200 % zoom in a window of 1280 pixels, which is one of 640, and with text of twice the size."""
    page = open_unfolded(open_page, name, viewport=NARROW)
    if name in AXE:
        check_with_axe(page, axe, name, AXE[name])
    for width in (320, 640):
        assert measure_width(page, width) <= width
    if not name.startswith("unbroken "):
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert measure_width(page, 320) <= 320


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "schemes"),
    [("many-claimed", SCHEMES), ("scorecard two", SCHEMES), *((name, ["light"]) for name in OF_A_SEASON)],
)
def test_axe_finds_nothing_in_a_wide_window(open_page: Open, axe: str, name: str, schemes: list[str]) -> None:
    check_with_axe(open_unfolded(open_page, name, viewport=WIDE), axe, name, schemes)


@pytest.mark.full
@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
@pytest.mark.parametrize(
    ("name", "what", "count", "width"),
    [
        ("upheld", "button:visible", 5, 44),
        ("scorecard two", "nav summary, nav a, main summary", 3 + 2 * len(WON), 44),
        # As wide as its column; the same place can be reached by the list below.
        ("scorecard two", ".sheet th a", 2 * len(WON), 24),
        ("busy standings", "nav a, summary", 13, 24),
    ],
)
def test_targets_are_large_enough(
    open_page: Open, name: str, what: str, count: int, width: int, size: dict[str, int]
) -> None:
    targets = open_unfolded(open_page, name, viewport=size).locator(what).all()
    assert len(targets) == count
    for target in targets:
        assert box_of(target)["height"] >= 44
        assert box_of(target)["width"] >= width


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "count"),
    [
        *((name, 1) for name in (*hands.ALL, "long-names")),
        *((f"scorecard {name}", 1) for name in ("won", "disputed", "long", "long-names", "first")),
        ("scorecard two", 2),
        *((f"busy {kind}", 1) for kind in ("standings", "schedule", "report", "packet")),
        *(("large standings", 1), ("large report", 1)),
    ],
)
def test_number_of_printed_pages(open_page: Open, name: str, count: int) -> None:
    """A hand, a table, and a game each take one page."""
    page = open_page(name)
    assert [count_printed_sheets(page, paper) for paper in PAPERS] == [count] * len(PAPERS)


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "printed", "left_out", "whole"),
    [
        (
            "many-claimed",
            "#verdict, #trick, #why, #score, #signatures",
            "#facts, #reasoning, #articles, #others, #replay",
            "tr, #why li",
        ),
        ("scorecard won", ".sheet, .race, .signatures, .foot, .note", ".sums", "tr"),
        ("busy standings", "#table", "#matches", "tr"),
        ("busy schedule", ".rounds", "nav", ".rounds table"),
    ],
)
def test_print_has_the_signed_parts_and_light_colors(
    open_page: Open, name: str, printed: str, left_out: str, whole: str
) -> None:
    page = open_page(name)
    page.emulate_media(media="print", color_scheme="dark")
    for what in printed.split(", "):
        assert page.locator(what).first.is_visible(), what
    for what in left_out.split(", "):
        assert not page.locator(what).first.is_visible(), what
    assert find_backgrounds(page) <= {"rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"}
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    torn = "(what) => [...document.querySelectorAll(what)].map((e) => getComputedStyle(e).breakInside)"
    assert set(page.evaluate(torn, whole)) == {"avoid"}


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "target"),
    [("upheld", "#verdict"), ("scorecard won", "#game-1"), ("busy standings", "#content")],
)
def test_skip_link_leads_to_the_content(open_page: Open, name: str, target: str) -> None:
    page = open_page(name)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == target
    assert box_of(page.locator(".skip"))["x"] >= 0


@pytest.mark.parametrize(
    ("name", "suits"),
    [
        pytest.param("many-claimed", ".c, .face:not(.blank)", marks=pytest.mark.full),
        ("scorecard won", ".sheet .c"),
    ],
)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_suits_have_contrast(open_page: Open, scheme: str, name: str, suits: str) -> None:
    """Suit signs count as text, though axe-core does not measure them."""
    page = open_page(name, color_scheme=scheme)
    colors = {(text, behind) for text, behind in page.evaluate(SCRIPTS["colorsOf"], suits)}
    assert len({text for text, _ in colors}) == 4
    assert all(contrast_ratio(*pair) >= 4.5 for pair in colors)
