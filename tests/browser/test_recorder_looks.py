"""Tests of the recorder's looks: accessible on a phone and a laptop, dark and light; it makes no request."""

from __future__ import annotations

import re

import pytest

from tests.browser.checks import (
    NARROW,
    SCRIPTS,
    assert_no_axe_violations,
    bottom_of,
    download,
    wait_until_truthy,
)
from tests.browser.conftest import OpenDesk
from tests.browser.recorder import Desk

pytestmark = pytest.mark.full

#: Smallest phone on which a hand must fit.
SMALL = {"width": 360, "height": 740}
LAPTOP = {"width": 1280, "height": 800}
LONG = "Maximiliana Wolfeschlegelsteinhausen III"
UNBROKEN = "W" * 80

#: Keys that lead to each state of the page, after the set-up.
STATES = {
    "up-card": "",
    "calls": "9s p",
    "second round": "9s pppp",
    "play": "9s y m d ks as qs 9s kd w 9h 0h jh ad",
    "doubt": "9s y ks ks",
    "meld": "9s y m",
    "show": "9s y w",
    "claim": "9s y ks r",
    "review": "9s y ks r e n r",
    "incident": "9s y ks i",
    "correction": "9s y ks as",
    "score": "9s y ks f",
    "breakdown": "9s y ks f",
    "next hand": "9s y ks f 101 Enter 61 Enter Enter jh y as",
}
HEAPS = {"contract": "", "maker": "u", "trick": "u w s", "lost": "u w s o"}


def enter_state(desk: Desk, state: str) -> Desk:
    """Bring the page into a state; `set-up` is the set-up itself."""
    if state == "set-up":
        return desk
    if state in FAMILY:
        ruleset, seats, keys, deed = FAMILY[state]
        desk.sit_down(ruleset, "W" if seats == 4 else f"P{seats}", seats).keys(keys)
        if deed == "breakdown":
            desk.page.get_by_text("Card points and melds on the sheet").click()
        else:
            desk.tap(*filter(None, [deed]))
        return desk
    desk.set_up(way="heaps" if state in HEAPS else "table").keys({**STATES, **HEAPS}[state])
    if state == "correction":
        desk.page.locator("[data-change]").last.click()
    if state == "breakdown":
        desk.page.get_by_text("Card points and melds on the sheet").click()
    return desk


#: States for the Bid Euchre family: game, number of players, keys, and the last taps.
FAMILY: dict[str, tuple[str, int, str, str]] = {
    "bids": ("pepper", 4, "p 4", ""),
    "words": ("progressive-euchre", 4, "p", ""),
    "ladder": ("eau-claire-clubs", 4, "9s", ""),
    "names": ("buckenpeffer", 4, "4 p p p", ""),
    "lone": ("double-hasenpfeffer", 6, "6 p p p p p", ""),
    "joker": ("hasenpfeffer", 4, "4 p p p h", ""),
    "five": ("dirty-clubs", 5, "9s 2 p p p p h jh", ""),
    "six": ("dirty-clubs", 6, "9s 2 p p p p p h jh", ""),
    "six scored": ("dirty-clubs", 6, "9s 2 p p p p p h jh f", ""),
    "six broken down": ("dirty-clubs", 6, "9s 2 p p p p p h jh f", "breakdown"),
    "two packs": ("double-deck", 4, "6 p p p h jh 9h ah ah jh", ""),
    "hand over": ("double-hasenpfeffer", 4, "6 p p p h", "Pass cards"),
    "special call": ("eau-claire-clubs", 4, "9s", "Special call"),
    "left over": ("dirty-clubs", 6, "9s", "Left over"),
    "running": ("pfeffer", 4, "", "Scores"),
    "running of six": ("dirty-clubs", 6, "9s", "Scores"),
    "bid contract": ("double-hasenpfeffer", 6, "u", ""),
}

EVERY = ["set-up", *STATES, *HEAPS, *FAMILY]


@pytest.mark.parametrize("state", EVERY)
def test_accessibility_in_every_state(
    open_desk: OpenDesk, axe: str, monkeypatch: pytest.MonkeyPatch, state: str
) -> None:
    """On the narrowest phone, with long names: the page fits the width, and axe-core finds nothing.

    Targets are 44 pixels high and wide; for fields hidden in a chip the chip is the target.
    """
    monkeypatch.setattr(
        "tests.browser.recorder.PLAYERS", {"N": LONG, "E": UNBROKEN, "S": LONG, "W": UNBROKEN}
    )
    monkeypatch.setattr("tests.browser.recorder.TEAMS", {"NS": LONG, "EW": UNBROKEN})
    page = enter_state(open_desk(viewport=NARROW), state).page
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, a:not(.skip), select, summary, input, .chip")]
        .filter((e) => e.checkVisibility())
        .filter((e) => document.querySelector("dialog[open]") ? e.closest("dialog") : true)
        .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
        .filter(([, box]) => box.width < 44 || box.height < 44)
        .map(([html, box]) => [html, box.width, box.height])"""
    )
    assert small == []
    assert_no_axe_violations(page, axe)


def test_words_are_not_broken(open_desk: OpenDesk) -> None:
    """On the narrowest phone the longest suit and the parts of the sheet fit, each word on one line."""
    desk = enter_state(open_desk(viewport=NARROW), "breakdown")
    desk.keys("Backspace Backspace Backspace Backspace 9d y kd f")
    page = desk.page
    heights = page.evaluate(SCRIPTS["countWordLines"])
    assert ["diamonds", 1] in heights
    assert [word for word, lines in heights if lines > 1] == []


@pytest.mark.parametrize("state", ["show", "five", "joker", "hand over", "two packs"])
def test_cards_fit_with_large_text(open_desk: OpenDesk, state: str) -> None:
    """Rank and suit are whole on each card at 150 and 200 % on narrow phones, and an entry beside its button."""
    page = enter_state(open_desk(viewport=NARROW), state).page
    for width, size in ((320, 125), (320, 150), (320, 200), (390, 125), (390, 150), (390, 200)):
        page.set_viewport_size({"width": width, "height": 640})
        page.evaluate("size => { document.documentElement.style.fontSize = size }", f"{size}%")
        assert page.evaluate(SCRIPTS["clippedCards"]) == [], (width, size)
        narrow = """() => [...document.querySelectorAll("#steps [data-step]")]
            .filter((e) => e.clientHeight > 5 * parseFloat(getComputedStyle(e).lineHeight)).map((e) => e.textContent)"""
        assert page.evaluate(narrow) == [], (width, size)


def test_hand_fits_a_phone(open_desk: OpenDesk) -> None:
    """Prompt, table, cards and buttons are visible without scrolling."""
    page = enter_state(open_desk(viewport=SMALL), "play").page
    assert bottom_of(page.locator("#back")) <= SMALL["height"]


@pytest.mark.parametrize("state", ["play", "ladder", "two packs", "six"])
def test_hand_fits_a_phone_in_landscape(open_desk: OpenDesk, state: str) -> None:
    page = enter_state(open_desk(viewport={"width": 844, "height": 390}), state).page
    for part in ("#back", "#calls" if state == "ladder" else "#cards", "#moments"):
        assert bottom_of(page.locator(part)) <= 390, part


@pytest.mark.parametrize("viewport", [SMALL, LAPTOP])
def test_notices_do_not_move_the_buttons(open_desk: OpenDesk, viewport: dict[str, int]) -> None:
    """A button about to be tapped stays under the finger."""
    desk = enter_state(open_desk(viewport=viewport), "play")
    before = desk.page.locator("#cards").bounding_box()
    desk.tap("Another seat")
    assert desk.notice
    assert desk.page.locator("#cards").bounding_box() == before


@pytest.mark.parametrize(
    ("keys", "count", "files"),
    [
        ("9s y ks as", 1, ("g1-h01.json", "g1-h01.clab")),
        (
            "9s y ks f 101 Enter 61 Enter Enter jh y as",
            2,
            ("g1-h01-to-g1-h02.jsonl", "g1-h01-to-g1-h02.clab"),
        ),
    ],
)
def test_saved_files_can_be_read_by_the_program(
    open_desk: OpenDesk, keys: str, count: int, files: tuple[str, str]
) -> None:
    desk = open_desk().set_up()
    desk.keys(keys)
    for button, name, expected in zip(("Save JSON", "Save text"), files, (desk.json, desk.text), strict=True):
        saved = download(desk.page, button)
        assert saved.suggested_filename == f"2026-01-22-owls-eagles-{name}"
        assert saved.path().read_text(encoding="utf-8") == expected
        said = f"Saved as 2026-01-22-owls-eagles-{name}, in the downloads; hands: {count}."
        assert desk.page.locator("#saved").inner_text() == said
    assert len(desk.records) == count


def test_copied_text_equals_the_saved_file(open_desk: OpenDesk) -> None:
    desk = open_desk().set_up().keys("9s y ks as")
    for button, expected in (("Copy JSON", desk.json), ("Copy text", desk.text)):
        desk.tap(button)
        # Copying takes the browser a while.
        wait_until_truthy(desk.page, "async text => await navigator.clipboard.readText() === text", expected)
        desk.page.get_by_text("Copied; hands: 1.", exact=True).wait_for()


def test_text_is_selected_if_copying_is_not_allowed(open_desk: OpenDesk) -> None:
    desk = open_desk().set_up().keys("9s y ks as")
    desk.page.evaluate("void (navigator.clipboard.writeText = () => Promise.reject(new Error('no')))")
    desk.tap("Copy text")
    desk.page.get_by_text("copy it yourself").wait_for()
    assert desk.page.evaluate("document.getSelection().toString()") == desk.text


def test_two_windows_do_not_overwrite_each_other(open_desk: OpenDesk) -> None:
    """Entries of one window appear in the other with a notice; a new night in one does not begin one in the other."""
    first = open_desk().set_up()
    first.keys("9s y ks")
    second = first.open_window()
    assert first.notice == ""
    second.keys("as")
    first.page.locator("#notice").get_by_text("open in another window").wait_for()
    assert len(first.record.plays) == 2
    first.keys("m")
    second.keys("qs")
    first.page.locator("dialog[open]").wait_for(state="detached")
    first.keys("9s")
    assert [str(play.card) for play in first.record.plays] == ["KS", "AS", "QS", "9S"]
    second.page.locator("#notice").get_by_text("open in another window").wait_for()
    first.tap("New night", "Start a new night")
    second.page.get_by_role("heading", name="Tonight’s game").wait_for()
    second.set_up(dealer="N")
    first.page.get_by_text("Ruth deals. Tap the card turned up").wait_for()


def test_unreadable_storage_is_kept_aside(open_desk: OpenDesk) -> None:
    desk = open_desk()
    desk.page.evaluate("localStorage.setItem('clabber-recorder/1', '{\"hands\": [{}]}')")
    desk.page.reload()
    assert desk.page.get_by_role("heading", name="Tonight’s game").is_visible()
    assert desk.page.evaluate("localStorage.getItem('clabber-recorder/1/unreadable')") == '{"hands": [{}]}'


def test_names_are_escaped(open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    evil = "<img src=x onerror=alert(1)>"
    monkeypatch.setattr("tests.browser.recorder.PLAYERS", dict.fromkeys("NESW", evil))
    monkeypatch.setattr("tests.browser.recorder.TEAMS", dict.fromkeys(("NS", "EW"), "</script>{{7*7}}"))
    desk = open_desk().set_up().keys("9s y m d ks")
    assert desk.page.locator("img").count() == 0
    assert desk.record.players["N"] == evil
    assert desk.record.teams["NS"] == "</script>{{7*7}}"


def test_tab_reaches_every_control(open_desk: OpenDesk) -> None:
    """The keyboard reaches everything that can be tapped, and the focus is visible."""
    desk = open_desk(viewport=LAPTOP).set_up().keys("9s y ks")
    expected = desk.page.evaluate(
        """() => [...document.querySelectorAll("button, a, summary, textarea")]
        .filter((e) => e.checkVisibility() && !e.disabled && !e.closest("dialog")).length"""
    )
    reached = set()
    for _ in range(expected + 5):
        desk.page.keyboard.press("Tab")
        reached.add(desk.page.evaluate("document.activeElement.outerHTML"))
        outline = desk.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none" or "body" in desk.page.evaluate("document.activeElement.tagName").lower()
    assert len([html for html in reached if re.match("<(button|a|summary|textarea)", html)]) == expected


def test_element_names_are_unique(open_desk: OpenDesk) -> None:
    """Closed dialogs and hidden forms add no second element of a name; a key is not part of a name."""
    desk = open_desk()
    assert desk.page.locator("#prompt").get_attribute("role") == "status"
    assert desk.page.get_by_label("North-South").count() == 1
    desk.set_up().keys("9s y ks")
    assert desk.page.get_by_label("nine of hearts").count() == 1
    for name in ("Meld", "Show", "Belle", "Claim", "Other", "Note", "Undo", "Unknown"):
        assert desk.page.get_by_role("button", name=name, exact=True).count() == 1
    desk.keys("r Escape r e n Enter f")
    assert desk.page.locator("dialog *").count() == 0
    assert desk.page.get_by_label("Owls", exact=True).count() == 1


def test_page_without_javascript_asks_for_it(open_desk: OpenDesk) -> None:
    page = open_desk(java_script_enabled=False).page
    assert page.get_by_text("This page needs JavaScript to record a hand.").is_visible()


def test_cards_do_not_move_at_a_table_of_any_size(open_desk: OpenDesk) -> None:
    """They stay while a card is turned, trumps are named, and two events of the bidder are entered."""
    desk = open_desk(viewport=SMALL).sit_down("dirty-clubs", "P5", seats=5)
    at = "Math.round(document.querySelector('#cards').getBoundingClientRect().top + scrollY)"
    expected = desk.page.evaluate(at)
    desk.cards("8S")
    desk.keys("p p p p 5 h")
    for card in ("AH", "KH"):
        assert desk.page.evaluate(at) == expected
        desk.cards(card)
    assert desk.page.evaluate(at) == expected
