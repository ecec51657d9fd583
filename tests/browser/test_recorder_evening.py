"""An evening at the recorder: from its first screen to the game that is won, on a phone."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import Sit
from tests.browser.looking import PHONE
from tests.browser.recorder import Desk, key_presses
from tests.cli import ROOT

pytestmark = pytest.mark.full
#: The keys of a whole hand, up to its score: 93 to 109 by its sheet.
CLEAN = (ROOT / "examples/recorder/clean.keys").read_text(encoding="utf-8")
#: Whatever stands out at the right.
TOO_WIDE = """() => [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility()
  && !["OPTION", "OPTGROUP"].includes(one.tagName) && one.getBoundingClientRect().right > innerWidth + 1.5)
  .map((one) => `${one.tagName} ${one.textContent.slice(0, 30)}`)"""


def score_of(desk: Desk) -> list[str]:
    return [desk.page.locator(f"[name=score-{side}]").input_value() for side in ("NS", "EW")]


def played_out(desk: Desk) -> None:
    """The hand of the example without the score at its end."""
    keys = key_presses(CLEAN)
    while desk.page.locator("#score").is_hidden():
        desk.page.keyboard.press(keys.pop(0))


def test_the_first_screen_is_game_dealer_and_start(sit: Sit) -> None:
    desk = sit()
    fields = desk.page.locator("#setup").locator("input:visible, select:visible")
    assert {fields.nth(at).get_attribute("name") for at in range(fields.count())} == {"ruleset", "dealer"}
    start = desk.page.get_by_role("button", name="Start recording").bounding_box()
    assert start
    assert start["y"] + start["height"] < PHONE["height"] / 2


def test_names_stay_from_night_to_night_and_the_date_does_not(sit: Sit) -> None:
    desk = sit().set_up(venue="Corner Bar", round="3")
    desk.tap("New night", "Start a new night")
    assert desk.page.locator("[name=player-N]").input_value() == "Ruth"
    assert desk.page.locator("[name=team-EW]").input_value() == "Eagles"
    assert desk.page.locator("[name=venue]").input_value() == "Corner Bar"
    assert desk.page.locator("[name=round]").input_value() == ""
    assert desk.page.locator("[name=date]").input_value() != "2026-01-22"


def test_the_deal_passes_on_after_a_hand_that_was_only_scored(sit: Sit) -> None:
    desk = sit().set_up(dealer="S")
    desk.keys("f 101 Enter 61 Enter Enter")
    assert desk.prompt == "Joe deals. Tap the card turned up"


def test_after_a_misdeal_the_same_dealer_deals_in_every_game(sit: Sit) -> None:
    for ruleset in ("wp", "pepper"):
        desk = sit().sit_down(ruleset, "S")
        desk.tap("Misdeal")
        desk.page.select_option("dialog [name=incident]", "exposed_in_deal")
        desk.tap("Done")
        assert desk.page.locator("#score").is_visible()
        assert '"kind":"exposed_in_deal","seat":"S"' in desk.json
        desk.tap("Next hand")
        assert "dealer" in desk.page.locator(".felt .seat.S .tags").inner_text()
        desk.tap("New night", "Start a new night")


def test_the_score_of_the_hand_stands_in_its_boxes(sit: Sit) -> None:
    """The boxes hold 93 and 109; a different score is kept with a warning, for one side alone too."""
    desk = sit().set_up(dealer="N")
    played_out(desk)
    assert score_of(desk) == ["93", "109"]
    desk.tap("Save the score")
    assert desk.notice == ""
    assert desk.record.score == {"NS": 93, "EW": 109}
    desk.tap("Undo")
    desk.page.fill("[name=score-EW]", "")
    desk.page.fill("[name=score-NS]", "94")
    desk.tap("Save the score")
    assert desk.notice == "Recorded as written, but the hand comes to Owls 93."
    assert desk.record.score == {"NS": 94}


def test_a_game_that_is_won_offers_the_next_one(sit: Sit) -> None:
    """R-076 to R-078: at 500 the side ahead has won; with as many on both sides another hand is played."""
    desk = sit().set_up(dealer="N")
    desk.keys("f 500 Enter 61 Enter")
    assert desk.prompt == "Owls won the game. Start a new game"
    desk.keys("Enter")
    assert desk.page.locator("#place").inner_text() == "game 2 · hand 1"
    desk.keys("f 500 Enter 500 Enter")
    assert desk.prompt == "Saved. Next hand"
    desk.keys("Enter")
    assert desk.page.locator("#place").inner_text() == "game 2 · hand 2"


def test_a_key_means_one_thing(sit: Sit) -> None:
    """G lays a hand down, over the score too; the new game has a key of its own."""
    desk = sit().set_up(dealer="S")
    desk.keys("9s y ks f g")
    assert desk.page.locator("#panel-title").inner_text() == "A hand is laid down"
    shown: list[str] = desk.page.locator("[aria-keyshortcuts]").evaluate_all(
        "(all) => all.filter((one) => one.checkVisibility() && !one.closest('dialog'))"
        ".map((one) => one.getAttribute('aria-keyshortcuts'))"
    )
    letters = [key for key in shown if len(key) == 1]
    assert len(letters) == len(set(letters))


def test_a_browser_that_keeps_nothing_says_so_all_the_time(sit: Sit) -> None:
    desk = sit()
    desk.page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('full'); }; }")
    desk.set_up()
    desk.keys("9s y ks")
    banner = desk.page.locator("#unkept")
    assert banner.is_visible()
    with desk.page.expect_download():
        banner.get_by_role("button", name="Save").click()
    # The next test has a page of its own, in which the browser keeps again.


@pytest.mark.parametrize(("ruleset", "seats"), [("wp", 4), ("double-hasenpfeffer", 6), ("dirty-clubs", 6)])
def test_twice_the_text_and_long_names_stay_on_the_page(sit: Sit, ruleset: str, seats: int) -> None:
    """At 200 % and with six seats; however long a name is, its seat is seen."""
    desk = sit()
    desk.page.select_option("#setup [name=ruleset]", ruleset)
    if seats == 6:
        desk.page.check("#setup [name=seats][value='6']")
    desk.unfold()
    for field in desk.page.locator("#players input").all():
        field.fill("Bartholomew Featherstonehaugh-Montgomery")
    desk.page.get_by_role("button", name="Start recording").click()
    for size in ("100%", "200%"):
        desk.page.evaluate(f"document.documentElement.style.fontSize = '{size}'")
        assert desk.page.evaluate(TOO_WIDE) == []
        assert desk.page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
        for who in desk.page.locator(".felt .who").all_inner_texts():
            assert re.match(r"(North|East|South|West|Player \d): Barth", who)
        desk.tap("Claim")
        assert desk.page.evaluate(TOO_WIDE) == []
        desk.page.keyboard.press("Escape")
    desk.page.evaluate("document.documentElement.style.fontSize = ''")
