"""The page of a scorecard in a real browser: what it asks for, who can read it, how it prints."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pytest

from clabber_audit.report.scorecard import card_page
from tests.browser.conftest import Visit
from tests.browser.looking import (
    NARROW,
    PAPERS,
    PHONE,
    SCHEMES,
    WIDE,
    assert_axe_finds_nothing,
    contrast,
    painted,
    sheets,
    width_needed,
)
from tests.browser.test_ruling import LONG as LONG_NAME
from tests.cli import Json
from tests.scorecard.games import DISPUTED, LONG, PLACE, WON, hand, scored

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.full

Open = Callable[..., "Page"]

LONG_NAMES: Final = tuple({**record, "teams": dict.fromkeys(("NS", "EW"), LONG_NAME)} for record in LONG)
UNBROKEN: Final = tuple({**record, "teams": dict.fromkeys(("NS", "EW"), "W" * 80)} for record in WON)
AGAIN: Final = tuple(
    {**record, "context": {**PLACE, "game": 2, "hand": number}} for number, record in enumerate(WON, 1)
)
GAMES: Final[dict[str, tuple[Json, ...]]] = {
    "won": WON,
    "disputed": DISPUTED,
    "long": LONG,
    "long-names": LONG_NAMES,
    "unbroken": UNBROKEN,
    "two": (*WON, *AGAIN),
    "many": tuple(
        {**record, "teams": {"NS": LONG_NAME, "EW": "Foxes"}, "context": {**record["context"], "game": game}}
        for game in range(1, 13)
        for record in WON
    ),
    "first": (hand(1, "N", "XXX", 162),),
}


@pytest.fixture(scope="session")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the address of each game's page."""
    folder = tmp_path_factory.mktemp("scorecards")
    for name, records in GAMES.items():
        page = card_page(scored(*records), checkpoint="otters-2026 1284 7KQ2M-9XTRA-0ZB4C-HJ5NW-C")
        (folder / f"{name}.html").write_text(page, encoding="utf-8")
    return {name: (folder / f"{name}.html").as_uri() for name in GAMES}


@pytest.fixture
def opened(visit: Visit, addresses: dict[str, str]) -> Open:
    """Opens the page of a game."""
    return lambda name, **options: visit(addresses[name], **options)


def unfolded(page: Page) -> Page:
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true })")
    return page


@pytest.mark.parametrize("name", [name for name in GAMES if name != "many"])
def test_axe_finds_nothing(opened: Open, axe: str, name: str) -> None:
    """Twelve games are two games more often, so that those two are enough here."""
    page = unfolded(opened(name, viewport=NARROW))
    assert_axe_finds_nothing(page, axe, SCHEMES if name in ("disputed", "two") else ())


def test_axe_finds_nothing_in_a_wide_window(opened: Open, axe: str) -> None:
    assert_axe_finds_nothing(unfolded(opened("two", viewport=WIDE)), axe)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_suits_and_lines_have_contrast(opened: Open, scheme: str) -> None:
    """Suit signs as text; the lines of the race as graphics, for which three to one is enough."""
    page = opened("won", color_scheme=scheme)
    behind = "getComputedStyle(document.querySelector('.sheet')).backgroundColor"
    suits = page.evaluate("[...document.querySelectorAll('.sheet .c')].map((e) => getComputedStyle(e).color)")
    assert len(set(suits)) == 4
    assert all(contrast(suit, page.evaluate(behind)) >= 4.5 for suit in suits)
    lines = page.evaluate(
        "[...document.querySelectorAll('.race > svg .track')].map((e) => getComputedStyle(e).stroke)"
    )
    assert len(set(lines)) == 2
    assert all(
        contrast(line, page.evaluate("getComputedStyle(document.body).backgroundColor")) >= 3
        for line in lines
    )


@pytest.mark.parametrize("name", GAMES)
def test_no_sideways_scroll(opened: Open, name: str) -> None:
    """Nor at twice the size in a window of 1280 pixels, which is one of 640."""
    page = unfolded(opened(name))
    for width in (320, 640):
        assert width_needed(page, width) <= width


def test_larger_text_makes_no_sideways_scroll(opened: Open) -> None:
    page = opened("long")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert width_needed(page, 320) <= 320


def test_figures_stay_in_one_piece_on_a_phone(opened: Open) -> None:
    """No number of a hand is broken over two lines, and no two overlap."""
    page = opened("won", viewport={"width": 360, "height": 740})
    tall = page.evaluate(
        """() => [...document.querySelectorAll(".mark b, .hand .total, .hand td:nth-child(3)")].filter((e) => {
          const range = document.createRange();
          range.selectNodeContents(e);
          const rows = [...range.getClientRects()].filter((r) => r.width).map((r) => Math.round(r.bottom / 12));
          return new Set(rows).size > 1;
        }).map((e) => e.textContent)"""
    )
    assert tall == []


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
def test_what_is_tapped_is_large_enough(opened: Open, size: dict[str, int]) -> None:
    page = opened("two", viewport=size)
    page.locator("nav summary").click()
    hands, games = page.locator("main summary").all(), page.locator("nav a").all()
    assert (len(hands), len(games)) == (2 * len(WON), 2)
    targets = [page.locator("nav summary"), *hands, *games]
    for target in targets:
        box = target.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["width"] >= 44
    for link in page.locator(".sheet th a").all():
        box = link.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["width"] >= 24, "as wide as its column; the same place can be reached by the list below"


def test_arithmetic_is_one_tap_away_without_script(opened: Open) -> None:
    page = opened("won", viewport=NARROW, java_script_enabled=False)
    assert not page.get_by_text("What the renege costs").is_visible()
    page.locator("summary").nth(2).click()
    assert page.get_by_text("What the renege costs").is_visible()
    page.locator(".sheet th a").nth(1).click()
    assert page.locator("#g1h2 table").first.is_visible()


@pytest.mark.parametrize("name", [name for name in GAMES if name not in ("two", "many", "unbroken")])
def test_a_game_prints_on_one_page(opened: Open, name: str) -> None:
    page = opened(name)
    assert [sheets(page, paper) for paper in PAPERS] == [1, 1]


def test_each_game_begins_a_page(opened: Open) -> None:
    assert sheets(opened("two"), "Letter") == 2


def test_print_holds_the_sheet_and_no_dark_ink(opened: Open) -> None:
    page = opened("won")
    page.emulate_media(media="print", color_scheme="dark")
    for part in (".sheet", ".race", ".signatures", ".foot", ".note"):
        assert page.locator(part).first.is_visible(), part
    assert not page.locator(".sums").is_visible()
    assert painted(page) <= {"rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"}
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"


def test_skip_link_leads_to_the_score(opened: Open) -> None:
    page = opened("won")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#game-1"
    box = page.locator(".skip").bounding_box()
    assert box is not None
    assert box["x"] >= 0


def test_many_games_leave_the_first_in_sight(opened: Open) -> None:
    """On a phone the index takes a line until it is asked for, and then a line for each game."""
    page = opened("many", viewport=PHONE)
    assert page.locator("#game-1").bounding_box()["y"] < 300  # type: ignore[index]
    page.locator("nav summary").click()
    heights = [box["height"] for link in page.locator("nav a").all() if (box := link.bounding_box())]
    assert len(heights) == 12
    assert all(44 <= height < 60 for height in heights)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
