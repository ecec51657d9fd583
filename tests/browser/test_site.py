"""Tests of an archive as pages in a real browser: the index leads to every hand, without a server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clabber_audit.archive.database import open_archive
from clabber_audit.games.parse import parse_hand as read_hand
from clabber_audit.league.season_file import parse_season
from clabber_audit.records.formats import record_data
from clabber_audit.rules.bound_ruleset import law_of
from clabber_audit.simulate.seasons import simulate_hands
from clabber_audit.sites.pages import pack_record
from clabber_audit.sites.season import season_site
from tests.archive.archives import make_archive
from tests.browser.checks import (
    NARROW,
    PHONE,
    SCRIPTS,
    WIDE,
    assert_no_axe_violations,
    box_of,
    download,
    measure_width,
    monitor_page,
)
from tests.browser.conftest import Visit
from tests.browser.pages import LONG, UNBROKEN
from tests.cli import CLAIMED, copy_with
from tests.league.seasons import SEASON, encode_season
from tests.page.test_site import RECORDS
from tests.sites import render_archive, render_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser

OLD = copy_with(
    CLAIMED,
    id="press-1931",
    players={"N": LONG, "E": "<b>Carl</b>", "S": UNBROKEN, "W": "Joe"},
    teams={"NS": LONG, "EW": UNBROKEN},
    source={"kind": "newspaper", "citation": "Evening Example, p. 7", "date_as_written": "Oct. 14, 1931"},
    context={"season": "1931", "round": 2},
)


#: The words in the last cells of lists that go on in another line; a dash or a blank ends a word.
BROKEN = SCRIPTS["brokenWords"]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("site")
    archive = make_archive(
        folder, [OLD, *(record_data(record) for record in simulate_hands(4, 12, irregular=0.2))]
    )
    with open_archive(str(archive)) as opened:
        for name, page in render_archive(opened).items():
            (folder / name).write_text(page, encoding="utf-8")
    return folder


@pytest.mark.full
def test_index_is_accessible(visit: Visit, site: Path, axe: str) -> None:
    index = visit((site / "index.html").as_uri(), viewport=WIDE)
    assert_no_axe_violations(index, axe, ["light"])
    for width in (1200, 320):
        assert measure_width(index, width) <= width
        links = index.locator("a:not(.skip)")
        heights = links.evaluate_all("(all) => all.map((e) => e.getBoundingClientRect().height)")
        assert min(heights) >= 44
    assert_no_axe_violations(index, axe)


@pytest.mark.full
def test_hands_are_one_click_away_without_script(visit: Visit, site: Path) -> None:
    page = visit((site / "index.html").as_uri(), java_script_enabled=False)
    links = page.locator(".list th a")
    assert links.count() == 13
    for number in range(links.count()):
        links.nth(number).click()
        assert page.locator("#verdict").is_visible()
        page.go_back()
    assert "<b>Carl" not in page.content()


@pytest.fixture(scope="session")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with the site of a season with one disputed hand."""
    folder: Path = tmp_path_factory.mktemp("season")
    records = [read_hand(json.dumps(record).encode()).record for record in RECORDS]
    _found, site = season_site(
        parse_season(encode_season(SEASON)), list(map(pack_record, records)), law_of("ecl-1992")
    )
    for name, page in render_site(site).items():
        (folder / name).write_text(page, encoding="utf-8")
    return folder


def test_lists_fit_a_narrow_window_with_text_of_twice_the_size(visit: Visit, tmp_path: Path) -> None:
    """A list of teams with captains and players has three columns of names."""
    names = ["Olin Saltorchard", "Vera Cornlantern", "Clem Fencemarrow", "Milo Thimblefield"]
    own = {"captain": names[0], "players": names}
    teams = [{**SEASON["teams"][0], **own}, *SEASON["teams"][1:]]
    _found, site = season_site(
        parse_season(encode_season({**SEASON, "teams": teams})), [], law_of("ecl-1992")
    )
    (tmp_path / "index.html").write_text(render_site(site)["index.html"], encoding="utf-8")
    page = visit((tmp_path / "index.html").as_uri(), viewport=NARROW)
    assert page.get_by_text("Milo Thimblefield").is_visible()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert measure_width(page, 320) <= 320


@pytest.mark.full
def test_search_works_from_disk(browser: Browser, season: Path, axe: str) -> None:
    """Search by word prefix without accents, and by kind, round, infraction and dispute; the search is kept on return."""
    with monitor_page(browser, viewport=PHONE) as monitored:
        page = monitored.page
        page.goto((season / "search.html").as_uri())
        titles = page.locator("#results a")
        page.get_by_label("Names, teams").fill("zoe")
        page.get_by_label("What", exact=True).select_option("hand")
        assert titles.all_inner_texts() == ["Owls – Moose, Hand 1", "Owls – Moose, Hand 2"]
        page.get_by_label("only what is in dispute").check()
        assert titles.all_inner_texts() == ["Owls – Moose, Hand 2"]
        assert page.get_by_role("status").inner_text() == "1 page"
        assert_no_axe_violations(page, axe)
        assert measure_width(page, 320) <= 320
        titles.first.click()
        assert page.locator("#verdict").is_visible()
        page.go_back()
        page.get_by_text("1 page").wait_for()
        page.get_by_label("only what is in dispute").uncheck()
        page.get_by_label("Names, teams").fill("nobody")
        assert page.get_by_role("status").inner_text() == "0 pages"
        own = {(season / name).as_uri() for name in ("search-1.js",)}
        assert (set(monitored.requests), monitored.trouble) == (own, [])


@pytest.mark.full
def test_navigation_through_a_season_on_a_phone(visit: Visit, season: Path, axe: str) -> None:
    """From the table to a team, its match, a ruling, the next one, and back."""
    page = visit((season / "index.html").as_uri(), viewport=PHONE)
    for link in ("Owls", "Owls – Moose", "Hand 1"):
        page.locator("main").get_by_role("link", name=link, exact=True).first.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert page.evaluate(BROKEN) == []
        assert_no_axe_violations(page, axe, ["light"])
    page.get_by_role("link", name="Next").click()
    assert page.get_by_role("heading", name="Ruling on hand open").is_visible()
    page.get_by_role("link", name="Standings").click()
    assert page.get_by_role("heading", name="Table").is_visible()


@pytest.mark.full
def test_table_comes_first_and_can_be_saved_as_a_picture(visit: Visit, season: Path) -> None:
    """Without a request; if the browser cannot share, the picture is saved."""
    page = visit((season / "index.html").as_uri(), viewport=PHONE)
    assert box_of(page.locator("#table tbody"))["y"] < PHONE["height"]
    page.evaluate("navigator.canShare = undefined")
    picture = download(page, "Share the table as a picture").path().read_bytes()
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = (int.from_bytes(picture[at : at + 4]) for at in (16, 20))
    # Heading, context, column heads and a line for each team.
    teams = page.locator("#table tbody .row").count()
    assert (width > 300, height) == (True, 2 * 48 + 58 * (teams + 3))


@pytest.mark.full
def test_picture_button_is_hidden_without_script(visit: Visit, season: Path) -> None:
    page = visit((season / "index.html").as_uri(), java_script_enabled=False)
    assert page.locator("#share").is_hidden()
