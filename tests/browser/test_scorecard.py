"""Tests of the page of a scorecard in a real browser: colors, figures and folds."""

from __future__ import annotations

import pytest

from tests.browser.checks import NARROW, PHONE, SCHEMES, box_of, contrast_ratio
from tests.browser.conftest import Open


@pytest.mark.parametrize("scheme", SCHEMES)
def test_lines_have_contrast(open_page: Open, scheme: str) -> None:
    """The lines of the drawing are graphics, for which three to one is enough."""
    page = open_page("scorecard won", color_scheme=scheme)
    behind = page.evaluate("getComputedStyle(document.body).backgroundColor")
    lines = page.evaluate(
        "[...document.querySelectorAll('.race > svg .track')].map((e) => getComputedStyle(e).stroke)"
    )
    assert len(set(lines)) == 2
    assert all(contrast_ratio(line, behind) >= 3 for line in lines)


def test_numbers_do_not_wrap_on_a_phone(open_page: Open) -> None:
    """No number of a hand is broken over two lines, and none overlap."""
    page = open_page("scorecard won", viewport={"width": 360, "height": 740})
    tall = page.evaluate(
        """() => [...document.querySelectorAll(".mark b, .hand .total, .hand td:nth-child(3)")].filter((e) => {
          const range = document.createRange();
          range.selectNodeContents(e);
          const rows = [...range.getClientRects()].filter((r) => r.width).map((r) => Math.round(r.bottom / 12));
          return new Set(rows).size > 1;
        }).map((e) => e.textContent)"""
    )
    assert tall == []


def test_arithmetic_unfolds_without_script(open_page: Open) -> None:
    page = open_page("scorecard won", viewport=NARROW, java_script_enabled=False)
    assert not page.get_by_text("What the renege costs").is_visible()
    page.locator("summary").nth(2).click()
    assert page.get_by_text("What the renege costs").is_visible()
    page.locator(".sheet th a").nth(1).click()
    assert page.locator("#g1h2 table").first.is_visible()


def test_index_of_many_games_is_folded(open_page: Open) -> None:
    """On a phone the index takes one line until it is unfolded, then a line for each game."""
    page = open_page("scorecard many", viewport=PHONE)
    assert box_of(page.locator("#game-1"))["y"] < 300
    page.locator("nav summary").click()
    heights = [box_of(link)["height"] for link in page.locator("nav a").all()]
    assert len(heights) == 12
    assert all(44 <= height < 60 for height in heights)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
