"""The pages of a season in a real browser: who can read them, at what width, and how they print."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from clabber_audit.league.audit import audit
from clabber_audit.league.players import players
from clabber_audit.league.rotations import rotation, scores_in
from clabber_audit.league.schedule import SchedulePlan, draw_season
from clabber_audit.league.season import Season
from clabber_audit.league.season_file import parse_season
from clabber_audit.league.standings import standings
from clabber_audit.league.waiting import report_week
from clabber_audit.report.league.audit import report_paper
from clabber_audit.report.league.evening import rotation_page
from clabber_audit.report.league.packet import packet
from clabber_audit.report.league.players import players_paper
from clabber_audit.report.league.standings import schedule_paper, standings_paper
from clabber_audit.report.paper import paper_page
from tests.browser.conftest import Visit
from tests.browser.looking import (
    NARROW,
    PAPERS,
    WIDE,
    assert_axe_finds_nothing,
    painted,
    sheets,
    width_needed,
)
from tests.league.seasons import DECIDED, Json, encoded, game, handed
from tests.league.test_forms import busy, records
from tests.league.test_rotations import SIX

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.full

Open = Callable[..., "Page"]
KINDS: Final = ("standings", "schedule", "players", "report", "packet", "score_sheets")
LONG: Final = "The Maximilian Wolfeschlegelsteinhausen Memorial Clabber Club"


def large() -> tuple[Season, list[Json]]:
    """Twelve teams with long names, a fine for everybody, everything played in the first two rounds."""
    season = draw_season(
        "Winter",
        [f"{LONG} {number}" for number in range(1, 13)],
        3,
        SchedulePlan(start="2026-01-05"),
        games_per_match=3,
    )
    season["penalties"] = [{**DECIDED, "team": team["id"], "points": 10} for team in season["teams"]]
    names = {team["id"]: team["name"] for team in season["teams"]}
    hands = [
        hand
        for round in season["rounds"][:2]
        for match in round["matches"]
        for number in (1, 2, 3)
        for hand in game(round["number"], (match["teams"][0], match["teams"][1]), (400, 512), number)
    ]
    for hand in hands:
        hand["teams"] = {side: names[id] for side, id in hand["teams"].items()}
        del hand["context"]["league"], hand["context"]["season"]
    for number, hand in enumerate(hands):
        hand["id"] = f"h{number}"
    return parse_season(encoded(season)), hands


def unbroken() -> tuple[Season, list[Json]]:
    """Names without a place to break them."""
    season = busy()
    for number, team in enumerate(season["teams"]):
        team["name"] = f"{number}" + "W" * 79
    return parse_season(encoded(season)), []


SEASONS: Final[dict[str, Callable[[], tuple[Season, list[Json]]]]] = {
    "busy": lambda: (parse_season(encoded(busy())), records()),
    "large": large,
    "unbroken": unbroken,
}


def page_of(kind: str, season: Season, hands: list[Json]) -> str:
    if kind == "report":
        return paper_page(report_paper(audit(season, handed(hands))))
    if kind in ("packet", "score_sheets"):
        # The second of the busy season's rounds has a match put off, the third one given up.
        files = packet(report_week(audit(season, handed(hands)), 2))
        return files["index.html" if kind == "packet" else "sheets.html"].decode()
    if kind == "players":
        return paper_page(players_paper(players(season, handed(hands))))
    write = standings_paper if kind == "standings" else schedule_paper
    return paper_page(write(standings(season, handed(hands))))


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], str]:
    folder: Path = tmp_path_factory.mktemp("league")
    made: dict[tuple[str, str], Path] = {}

    def address(name: str, kind: str) -> str:
        if (name, kind) not in made:
            made[name, kind] = folder / f"{name}-{kind}.html"
            made[name, kind].write_text(page_of(kind, *deepcopy(SEASONS[name]())), encoding="utf-8")
        return made[name, kind].as_uri()

    return address


@pytest.fixture
def opened(visit: Visit, addresses: Callable[[str, str], str]) -> Open:
    return lambda name, kind, **options: visit(addresses(name, kind), **options)


def unfolded(page: Page) -> Page:
    for fold in page.locator("summary").all():
        fold.click()
    return page


@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_nothing(opened: Open, axe: str, kind: str) -> None:
    assert_axe_finds_nothing(unfolded(opened("busy", kind, viewport=NARROW)), axe)


@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_nothing_in_a_wide_window(opened: Open, axe: str, kind: str) -> None:
    assert_axe_finds_nothing(unfolded(opened("busy", kind, viewport=WIDE)), axe, ["light"])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", SEASONS)
def test_no_sideways_scroll(opened: Open, name: str, kind: str) -> None:
    page = unfolded(opened(name, kind, viewport=NARROW))
    assert width_needed(page, 320) <= 320
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    if name != "unbroken":
        assert width_needed(page, 320) <= 320


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
def test_what_is_touched_is_large_enough(opened: Open, size: dict[str, int]) -> None:
    page = opened("busy", "standings", viewport=size)
    for target in (*page.locator("nav a").all(), *page.locator("summary").all()):
        box = target.bounding_box()
        assert box is not None
        assert box["height"] >= 44


def test_what_must_not_be_overlooked_stands_first(opened: Open) -> None:
    page = opened("busy", "standings", viewport={"width": 360, "height": 740})
    alert = page.get_by_label("Not to be overlooked")
    assert "locked at 512:430 on 2026-01-07, the hands now give 512:448" in alert.inner_text()
    box = alert.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 740


def test_the_sum_of_a_tie_break_opens(opened: Open) -> None:
    page = opened("busy", "standings", java_script_enabled=False)
    total = page.get_by_text("448 Owls (round 1) + 100 forfeit Moose (round 3) = 548")
    assert not total.is_visible()
    page.locator("summary").first.click()
    assert total.is_visible()


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("busy", "standings"),
        ("busy", "report"),
        ("busy", "packet"),
        ("large", "standings"),
        ("large", "report"),
    ],
)
def test_prints_on_one_page(opened: Open, name: str, kind: str) -> None:
    page = opened(name, kind)
    assert [sheets(page, paper) for paper in PAPERS] == [1, 1]


@pytest.mark.parametrize("name", SEASONS)
def test_every_score_sheet_prints_on_a_page_of_its_own(opened: Open, name: str) -> None:
    page = opened(name, "score_sheets")
    wanted = page.locator("section.game").count()
    assert [sheets(page, paper) for paper in PAPERS] == [wanted, wanted]


def test_a_small_schedule_prints_on_one_page_and_no_round_is_torn(opened: Open) -> None:
    page = opened("busy", "schedule")
    assert [sheets(page, paper) for paper in PAPERS] == [1, 1]
    page.emulate_media(media="print")
    torn = page.evaluate(
        "[...document.querySelectorAll('.rounds table')].map((e) => getComputedStyle(e).breakInside)"
    )
    assert set(torn) == {"avoid"}


def test_print_has_no_dark_ink(opened: Open) -> None:
    page = opened("busy", "standings")
    page.emulate_media(media="print", color_scheme="dark")
    assert painted(page) <= {"rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"}
    assert page.locator("#table").is_visible()
    assert not page.locator("#matches").is_visible()


def test_skip_link_leads_to_the_content(opened: Open) -> None:
    page = opened("busy", "standings")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#content"


def test_a_phone_hands_on_the_scores_of_its_table(visit: Visit, tmp_path: Path, axe: str) -> None:
    """Typed scores are in the code and survive reopening the page, and the code is complete."""
    path = tmp_path / "cards.html"
    path.write_text(rotation_page(rotation(SIX, 3)), encoding="utf-8")
    page = visit(path.as_uri(), NARROW)
    assert width_needed(page, NARROW["width"]) <= NARROW["width"]
    for number, points in enumerate((98, 64, 102, 60)):
        page.locator("input").nth(number).fill(str(points))
    assert scores_in(page.locator("#code").inner_text()) == {(1, 1): (98, 64), (2, 1): (102, 60)}
    page.reload()
    assert "1.1=98:64" in page.locator("#code").inner_text()
    page.locator("#copy").click()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#code").inner_text()
    assert_axe_finds_nothing(page, axe)
