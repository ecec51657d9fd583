"""The pages of a season in a real browser: who can read them, at what width, and how they print."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from clabber_audit.league.audit import audit
from clabber_audit.league.schedule import drawn
from clabber_audit.league.season import Season, read
from clabber_audit.league.standings import standings
from clabber_audit.render import league
from tests.browser.looking import assert_axe_finds_nothing, listening
from tests.league.seasons import Json, encoded, game, handed
from tests.league.test_forms import DECIDED, busy, records

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Open = Callable[..., "Page"]
NARROW: Final = {"width": 320, "height": 640}
WIDE: Final = {"width": 1200, "height": 900}
KINDS: Final = ("standings", "schedule", "report")
LONG: Final = "The Maximilian Wolfeschlegelsteinhausen Memorial Clabber Club"


def large() -> tuple[Season, list[Json]]:
    """Twelve teams with long names, a fine for everybody, everything played in the first two rounds."""
    season = drawn("Winter", [f"{LONG} {number}" for number in range(1, 13)], 3, "2026-01-05", games_per_match=3)
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
    return read(encoded(season)), hands


def unbroken() -> tuple[Season, list[Json]]:
    """Names without a place to break them."""
    season = busy()
    for number, team in enumerate(season["teams"]):
        team["name"] = f"{number}" + "W" * 79
    return read(encoded(season)), []


SEASONS: Final[dict[str, Callable[[], tuple[Season, list[Json]]]]] = {
    "busy": lambda: (read(encoded(busy())), records()),
    "large": large,
    "unbroken": unbroken,
}


def page_of(kind: str, season: Season, hands: list[Json]) -> str:
    if kind == "report":
        return league.paper_page(league.report_paper(audit(season, handed(hands))))
    write = league.standings_paper if kind == "standings" else league.schedule_paper
    return league.paper_page(write(standings(season, handed(hands))))


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
def opened(browser: Browser, addresses: Callable[[str, str], str]) -> Iterator[Open]:
    contexts = []

    def show(name: str, kind: str, **options: Any) -> Page:
        context = browser.new_context(**{"viewport": WIDE, **options})
        contexts.append(context)
        page = context.new_page()
        page.goto(addresses(name, kind))
        return page

    yield show
    for context in contexts:
        context.close()


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_requested(browser: Browser, addresses: Callable[[str, str], str], kind: str) -> None:
    with listening(browser) as heard:
        heard.page.goto(addresses("busy", kind))
        heard.page.wait_for_load_state("networkidle")
    assert (heard.requests, heard.trouble) == ([addresses("busy", kind)], [])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_nothing(opened: Open, axe: str, kind: str, size: dict[str, int], scheme: str) -> None:
    page = opened("busy", kind, viewport=size, color_scheme=scheme)
    for fold in page.locator("summary").all():
        fold.click()
    assert_axe_finds_nothing(page, axe)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", SEASONS)
def test_no_sideways_scroll(opened: Open, name: str, kind: str) -> None:
    page = opened(name, kind, viewport=NARROW)
    for fold in page.locator("summary").all():
        fold.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    if name != "unbroken":
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


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


@pytest.mark.parametrize("paper", ["Letter", "A4"])
@pytest.mark.parametrize("kind", ["standings", "report"])
@pytest.mark.parametrize("name", ["busy", "large"])
def test_prints_on_one_page(opened: Open, name: str, kind: str, paper: str) -> None:
    printed = opened(name, kind).pdf(format=paper)
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) == 1


@pytest.mark.parametrize("paper", ["Letter", "A4"])
def test_a_small_schedule_prints_on_one_page_and_no_round_is_torn(opened: Open, paper: str) -> None:
    page = opened("busy", "schedule")
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format=paper))) == 1
    page.emulate_media(media="print")
    torn = page.evaluate("[...document.querySelectorAll('.rounds table')].map((e) => getComputedStyle(e).breakInside)")
    assert set(torn) == {"avoid"}


def test_print_has_no_dark_ink(opened: Open) -> None:
    page = opened("busy", "standings")
    page.emulate_media(media="print", color_scheme="dark")
    painted = page.evaluate(
        """() => [...document.querySelectorAll("body, body *")].filter((e) => e.checkVisibility())
        .map((e) => getComputedStyle(e).backgroundColor)"""
    )
    assert set(painted) <= {"rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"}
    assert page.locator("#table").is_visible()
    assert not page.locator("#matches").is_visible()


def test_skip_link_leads_to_the_content(opened: Open) -> None:
    page = opened("busy", "standings")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#content"
