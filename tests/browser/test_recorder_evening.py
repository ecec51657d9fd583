"""Tests of an evening at the recorder on a phone, from the first screen to a game won."""

from __future__ import annotations

import re

import pytest

from clabber_audit.records.formats import record_data
from tests.browser.checks import PHONE, bottom_of
from tests.browser.conftest import OpenDesk

pytestmark = pytest.mark.full
#: Limit of taps for a complete clean hand of Pepper, including the score.
MOST_TAPS = 50
#: Case BE01: South bids four, names spades, and takes five tricks with his partner.
PEPPER = "JS AS 9C 9D KH 9H JH TH KS JC TC QH AD JD QD QS TS TD QC KC 9S KD AH AC"
#: Elements that stick out at the right.
TOO_WIDE = """() => [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility()
  && !["OPTION", "OPTGROUP"].includes(one.tagName) && one.getBoundingClientRect().right > innerWidth + 1.5)
  .map((one) => `${one.tagName} ${one.textContent.slice(0, 30)}`)"""


def test_first_screen_asks_for_game_and_dealer(open_desk: OpenDesk) -> None:
    desk = open_desk()
    fields = desk.page.locator("#setup").locator("input:visible, select:visible")
    assert {fields.nth(at).get_attribute("name") for at in range(fields.count())} == {"ruleset", "dealer"}
    assert bottom_of(desk.page.get_by_role("button", name="Start recording")) < PHONE["height"] / 2


def test_keys_have_one_meaning(open_desk: OpenDesk) -> None:
    """G lays a hand down, even over the score; the new game has another key."""
    desk = open_desk().set_up(dealer="S").keys("9s y ks f g")
    assert desk.page.locator("#panel-title").inner_text() == "A hand is laid down"
    shown: list[str] = desk.page.locator("[aria-keyshortcuts]").evaluate_all(
        "(all) => all.filter((one) => one.checkVisibility() && !one.closest('dialog'))"
        ".map((one) => one.getAttribute('aria-keyshortcuts'))"
    )
    letters = [key for key in shown if len(key) == 1]
    assert len(letters) == len(set(letters))


def test_warning_if_the_browser_cannot_store_hands(open_desk: OpenDesk) -> None:
    desk = open_desk()
    desk.page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('full'); }; }")
    desk.set_up()
    desk.keys("9s y ks")
    banner = desk.page.locator("#unkept")
    assert banner.is_visible()
    assert banner.inner_text().startswith("This browser cannot save for this page.")
    with desk.page.expect_download():
        banner.get_by_role("button", name="Save").click()
    # The next test has another page, in which the browser can store data.


@pytest.mark.parametrize(("ruleset", "seats"), [("wp", 4), ("double-hasenpfeffer", 6), ("dirty-clubs", 6)])
def test_large_text_and_long_names_fit(open_desk: OpenDesk, ruleset: str, seats: int) -> None:
    """At 200 % and with six seats; the seat is visible however long the name."""
    desk = open_desk()
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
        desk.keys("r")
        assert desk.page.evaluate(TOO_WIDE) == []
        desk.page.keyboard.press("Escape")
    desk.page.evaluate("document.documentElement.style.fontSize = ''")


def test_hand_of_pepper_takes_at_most_fifty_taps(open_desk: OpenDesk) -> None:
    """Taps are counted by the page's clicks; keys of a phone count as well."""
    desk = open_desk().sit_down("pepper", "E")
    desk.page.evaluate("window.taps = 0; addEventListener('click', () => { window.taps += 1 }, true)")
    desk.say("4", "Pass", "Pass", "Pass", "spades")
    desk.cards(PEPPER)
    desk.tap("Save the score")
    assert desk.page.evaluate("window.taps") <= MOST_TAPS
    hand = desk.hand
    assert [list(said.values()) for said in hand["declarations"]] == [
        ["S", "4"],
        ["W", "pass"],
        ["N", "pass"],
        ["E", "pass"],
        ["S", "trump", "S"],
    ]
    assert [play["card"] for play in hand["plays"]] == PEPPER.split()
    assert [hand["plays"][at]["seat"] for at in range(0, 24, 4)] == ["S", "S", "S", "W", "S", "S"]
    assert hand["score"] == {"NS": 5, "EW": 1}
    assert desk.page.locator("#counted").inner_text() == "Tricks by the cards: North-South 5, East-West 1."


def test_second_account_takes_two_taps(open_desk: OpenDesk) -> None:
    """The touched entry is copied into a version; the saved hand reopens unchanged and is ruled on."""
    desk = open_desk().set_up().keys("9s y m d ks as qs 9s")
    desk.tap("They tell it differently")
    desk.page.locator("dialog [data-part=against] .chip", has_text="Owls").click()
    assert "told differently" in desk.page.locator("#steps li").first.inner_text()
    desk.keys("kd r e n Enter")
    desk.page.locator("#steps").get_by_role("button", name="They tell it differently").first.click()
    desk.page.locator("dialog .chip", has_text="It came after").click()
    desk.page.locator("dialog [data-part=against] .chip", has_text="Ruth").click()
    # The page with the judge adds the version that the arbiter believes.
    belief = {"version": 2, "by": "Agnes", "because": "two heard it", "on": "2026-01-22"}
    desk.page.evaluate("(belief) => enter({ do: 'found', account: 0, ...belief })", belief)
    assert "Agnes believes Ruth + Ann" in desk.page.locator("#steps li").first.inner_text()
    record = desk.record
    rows = [account.model_dump(exclude_unset=True) for account in desk.records[0].accounts]
    assert [one.get("found") for one in rows] == [belief, None]
    assert [one["versions"] for one in rows] == [
        [{"told_by": ["E", "W"], "set": {}}, {"told_by": ["N", "S"], "remove": ["/melds/0"]}],
        [{"told_by": ["E", "W"], "set": {}}, {"told_by": ["N"], "set": {"/claims/0/at": "turned"}}],
    ]
    again = desk.page.evaluate("(text) => handsIn(text)[0].record", desk.text)
    assert again == record_data(desk.records[0])
    assert desk.page.evaluate("(found) => Boolean(handOf(found) && !handOf(found).record)", again)
    assert record is not None


def test_crash_loses_nothing(open_desk: OpenDesk) -> None:
    """The window is closed without warning; another one finds the hand."""
    first = open_desk()
    desk = first.open_window().set_up()
    desk.keys("9s y ks as")
    desk.page.close(run_before_unload=False)
    assert [play.card for play in first.open_window().record.plays] == ["KS", "AS"]
