"""Tests of the pages of a season in a real browser: alerts, folds, printing and sharing."""

from __future__ import annotations

from pathlib import Path

import pytest

from clabber_audit.league.schedule import rotation, scores_in
from clabber_audit.report.league.players import rotation_page
from tests.browser.checks import (
    NARROW,
    PAPERS,
    assert_no_axe_violations,
    bottom_of,
    count_printed_sheets,
    measure_width,
)
from tests.browser.conftest import Open, Visit
from tests.browser.pages import SEASONS
from tests.league.test_rotations import SIX


def test_alerts_come_first(open_page: Open) -> None:
    page = open_page("busy standings", viewport={"width": 360, "height": 740})
    alert = page.get_by_label("Not to be overlooked")
    assert "locked at 512:430 on 2026-01-07, the hands now give 512:448" in alert.inner_text()
    assert bottom_of(alert) < 740


def test_arithmetic_of_a_tie_break_unfolds(open_page: Open) -> None:
    page = open_page("busy standings", java_script_enabled=False)
    total = page.get_by_text("448 against the Owls (round 1) + 100 by forfeit against Moose (round 3) = 548")
    assert not total.is_visible()
    page.locator("summary").first.click()
    assert total.is_visible()


@pytest.mark.full
@pytest.mark.parametrize("name", SEASONS)
def test_every_score_sheet_prints_on_its_own_page(open_page: Open, name: str) -> None:
    page = open_page(f"{name} score_sheets")
    expected = page.locator("section.game").count()
    assert [count_printed_sheets(page, paper) for paper in PAPERS] == [expected, expected]


def test_scores_of_a_table_are_shared_by_code(visit: Visit, tmp_path: Path, axe: str) -> None:
    """The code holds the scores typed, is complete, and survives reopening the page."""
    path = tmp_path / "cards.html"
    path.write_text(rotation_page(rotation(SIX, 3)), encoding="utf-8")
    page = visit(path.as_uri(), NARROW)
    assert measure_width(page, NARROW["width"]) <= NARROW["width"]
    for number, points in enumerate((98, 64, 102, 60)):
        page.locator("input").nth(number).fill(str(points))
    assert scores_in(page.locator("#code").inner_text()) == {(1, 1): (98, 64), (2, 1): (102, 60)}
    page.reload()
    assert "1.1=98:64" in page.locator("#code").inner_text()
    page.locator("#copy").click()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#code").inner_text()
    assert_no_axe_violations(page, axe)
