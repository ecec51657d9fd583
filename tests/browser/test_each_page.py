"""Each kind of page on a phone, once: it does its work, needs nothing from anywhere, and nothing sticks out sideways.

At full scale the other files look closely at each of them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from clabber_audit.archive.database import open_archive
from clabber_audit.league.evening import EveningTable, evening
from clabber_audit.league.season_file import parse_season
from clabber_audit.report.league.evening import evening_paper
from clabber_audit.report.paper import paper_page
from clabber_audit.report.scorecard import card_page
from tests import hands
from tests.archive.shelves import shelf
from tests.browser.conftest import Visit, Write
from tests.browser.looking import PHONE, assert_axe_finds_nothing
from tests.browser.recorder import Desk
from tests.browser.test_league import page_of
from tests.cli import CLAIMED, GOOD
from tests.league.seasons import encoded
from tests.league.test_forms import busy, records
from tests.scorecard.games import WON, scored
from tests.sites import pages_of

Put = Callable[[str, str], str]


@pytest.fixture
def put(tmp_path: Path) -> Put:
    """Writes a page and gives its address."""

    def written(name: str, text: str) -> str:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return (tmp_path / name).as_uri()

    return written


@pytest.mark.full
def test_a_ruling(visit: Visit, write: Write, axe: str) -> None:
    page = visit(write(hands.UPHELD), viewport=PHONE)
    page.get_by_text("The whole hand, card by card").click()
    page.get_by_role("button", name="Last").click()
    page.locator("#t6c4[aria-current=step]").wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator("#t6c3[aria-current=step]").wait_for()
    assert page.get_by_role("status").inner_text().startswith("Trick 6, card 3: ")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert_axe_finds_nothing(page, axe)


def test_a_scorecard(visit: Visit, put: Put) -> None:
    page = visit(put("card.html", card_page(scored(*WON))), viewport=PHONE)
    page.locator(".sheet th a").nth(1).click()
    assert page.locator("#g1h2").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_standings(visit: Visit, put: Put) -> None:
    page = visit(
        put("standings.html", page_of("standings", parse_season(encoded(busy())), records())), viewport=PHONE
    )
    total = page.get_by_text("448 Owls (round 1) + 100 forfeit Moose (round 3) = 548")
    page.locator("summary").first.click()
    assert total.is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_recorder(visit: Visit, recorder: str) -> None:
    """A trick by keys and by taps; the program reads what was recorded."""
    desk = Desk(visit(recorder, viewport=PHONE)).set_up()
    desk.keys("9s y ks as")
    desk.cards("QS 9S")
    assert [play.card for play in desk.record.plays] == ["KS", "AS", "QS", "9S"]
    assert desk.prompt == "Ann leads to trick 2: tap a card"
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_an_archive_as_a_site(visit: Visit, put: Put, tmp_path: Path) -> None:
    with open_archive(str(shelf(tmp_path, [GOOD, CLAIMED]))) as archive:
        addresses = {name: put(name, text) for name, text in pages_of(archive).items()}
    index = visit(addresses["index.html"], viewport=PHONE)
    assert index.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    links = index.locator(".list th a")
    assert links.count() == 2
    links.last.click()
    assert index.locator("#verdict").is_visible()


def test_an_evening(visit: Visit, put: Put, axe: str) -> None:
    """Ten games stand beside sixteen long names; only a table that is too wide for the phone is pushed sideways."""
    sat = [
        EveningTable(game, table, ((f"Wilhelmina Stonebobbin {table}", "Ann"), ("Bo", f"Cy {game}")), (10, 7))
        for game in range(1, 11)
        for table in range(1, 5)
    ]
    page = visit(put("evening.html", paper_page(evening_paper(evening(sat)))), viewport=PHONE)
    assert page.get_by_role("heading", name="Tallies").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert_axe_finds_nothing(page, axe)
