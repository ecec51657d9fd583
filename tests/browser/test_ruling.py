"""Tests of the page of a ruling in a real browser: replay, printing and sharing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest

from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.embedded import read_embedded_ruling
from clabber_audit.report.page import page as html_page
from clabber_audit.report.wording import speaker_of
from clabber_audit.verification import page_difference, reserialize
from tests import hands
from tests.browser.checks import (
    NARROW,
    PAPERS,
    PHONE,
    SHARING,
    WIDE,
    box_of,
    count_printed_sheets,
    scan_code,
    wait_until_truthy,
)
from tests.browser.conftest import Address, Open, Visit
from tests.browser.pages import RULINGS
from tests.cli import read_text
from tests.family.book import book
from tests.rules import rule_on
from tests.transcripts import transcripts

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.full


def test_readable_without_script(open_page: Open) -> None:
    page = open_page("upheld", java_script_enabled=False)
    for fold in page.locator("summary").all():
        fold.click()
    text = page.locator("body").inner_text()
    for words in (
        "RENEGE: FAILED TO FOLLOW SUIT.",
        "How we know",
        "The reasoning",
        "follow-suit",
        "162",
        "Trick 6: East leads",
        "Signatures",
    ):
        assert words in text
    assert page.locator("#replay tr[id]:visible").count() == 24
    assert page.locator(".dealt .face:visible").count() == 24
    assert page.locator("button:visible").count() == 0


def test_code_reads_back_as_the_hand(open_page: Open) -> None:
    """An independent QR reader reads the squares as drawn."""
    page = open_page("upheld")
    text = scan_code(page, "#code canvas")
    assert text.splitlines()[-1].startswith("sum ")
    assert read_text(text) == read_embedded_ruling(page.content())["record"]


def unfold_replay(page: Page) -> Page:
    """Unfold the whole hand, card by card."""
    page.get_by_text("The whole hand, card by card").click()
    return page


def replay_position(page: Page) -> str:
    """Return the position of the replay; address, row and words must agree."""
    # The address changes at once; the row follows when the browser gets to it.
    wait_until_truthy(page, "document.querySelector('[aria-current=step]')?.id === location.hash.slice(1)")
    anchor: str = page.evaluate("location.hash.slice(1)")
    assert page.locator("[aria-current=step]").get_attribute("id") == anchor
    trick, card = anchor[1], anchor[3]
    assert page.get_by_role("status").inner_text().startswith(f"Trick {trick}, card {card}: ")
    return anchor


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("ruling.md")))
def test_transcript(open_page: Open, title: str, lines: list[str]) -> None:
    """The head of `ruling.md` explains the lines."""
    for line in lines:
        what, _, text = line.partition(" ")
        match what:
            case "open" | "bare":
                page = open_page(*text.split(), **({"java_script_enabled": False} if what == "bare" else {}))
            case "unfold":
                unfold_replay(page)
            case "click":
                page.get_by_role("button", name=text, exact=True).click()
            case "press":
                page.keyboard.press(text)
            case "follow":
                page.locator(text).click()
            case "back":
                page.go_back()
            case "at":
                assert replay_position(page) == text
            case "nowhere":
                assert "#" not in page.url
            case "status":
                assert page.get_by_role("status").inner_text().startswith(text)
            case "table":
                cards = page.locator(".slot .face").all_inner_texts()
                assert [card.replace("\n", "").replace("\ufe0e", "") for card in cards] == text.split()
                assert page.locator(".dealt .cards .face:visible").count() == 24 - 7
            case _:
                style = page.locator(text).evaluate("row => getComputedStyle(row).outlineStyle")
                assert style == {"outlined": "solid", "plain": "none"}[what]


HEIGHT = """() => document.querySelector("[data-go=on]").getBoundingClientRect().top -
        document.querySelector(".stage").getBoundingClientRect().top"""


def test_controls_do_not_move_during_the_replay(open_page: Open) -> None:
    """The table keeps its size from first to last card, trumps are named, and the faulty card is framed."""
    page = unfold_replay(open_page("upheld", viewport=PHONE))
    assert page.locator(".stage .centre").inner_text() == "spades are trump"
    assert page.locator("#replay h3").first.inner_text() == "The hands as dealt"
    page.keyboard.press("ArrowRight")
    stood = {page.evaluate(HEIGHT)}
    for _ in range(23):
        page.keyboard.press("ArrowRight")
        stood.add(page.evaluate(HEIGHT))
        assert bool(page.locator(".slot .marked").count()) == (replay_position(page) in ("t2c3", "t2c4"))
    assert len(stood) == 1
    assert page.locator("#replay h3").first.inner_text() == "The hands now"


#: Seats around the middle of the table, as clockwise angles from the left, and the number of cards there.
AROUND = """() => {
  const at = (e) => { const box = e.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] };
  const [x, y] = at(document.querySelector(".stage .felt"));
  const turned = (e) => (Math.atan2(at(e)[1] - y, at(e)[0] - x) / Math.PI + 3) % 2;
  return [[...document.querySelectorAll(".stage .seat")].map(turned), document.querySelectorAll(".slot .face").length];
}"""


@pytest.mark.parametrize("case", ["OR13.1", "DC02.1", "DH01.1", "DD01.1"])
def test_tables_of_any_size_are_drawn_clockwise_and_fit_a_phone(
    visit: Visit, tmp_path: Path, case: str
) -> None:
    """Three, five and six players, and four with twelve cards each; two of the five have dropped out."""
    (record,) = [asked.record for asked in book() if asked.id == case and asked.record]
    ruling = rule_on(record)
    path = tmp_path / "table.html"
    path.write_text(html_page(dossier(ruling)), encoding="utf-8")
    page = unfold_replay(visit(path.as_uri(), viewport=PHONE))
    playing = {"DC02.1": 3}.get(case, len(ruling.replay.hand.seating.seats))
    for _ in range(playing):
        page.keyboard.press("ArrowRight")
    angles, laid = page.evaluate(AROUND)
    first = angles.index(min(angles))
    assert angles[first:] + angles[:first] == sorted(angles)
    assert laid == playing
    assert page.locator(".stage").evaluate("stage => stage.clientHeight") <= PHONE["height"]


def test_replay_does_not_add_to_the_history(open_page: Open) -> None:
    page = open_page("upheld")
    before = page.evaluate("history.length")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    assert page.evaluate("history.length") == before


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_reduced_motion_is_respected(open_page: Open, motion: str) -> None:
    page = open_page("upheld", reduced_motion=motion)
    page.evaluate(
        """() => {
          Element.prototype.scrollIntoView = (options) => { document.documentElement.dataset.how = options.behavior };
        }"""
    )
    page.keyboard.press("ArrowRight")
    how = page.evaluate("document.documentElement.dataset.how")
    assert how == ("auto" if motion == "reduce" else "smooth")
    duration = page.locator("button").first.evaluate("button => getComputedStyle(button).transitionDuration")
    assert (duration == "0s") == (motion == "reduce")


@pytest.mark.parametrize("name", ["both-sides", "laid-down", "all-tricks-and-set", "long-names"])
def test_prints_on_one_page_in_other_fonts(open_page: Open, name: str) -> None:
    """Fonts of a plain Linux system, some wider and some narrower."""
    page = open_page(name)
    for font in ("DejaVu Sans", "Liberation Sans"):
        page.evaluate(
            "(font) => document.querySelectorAll('*').forEach((e) => { e.style.fontFamily = font; })", font
        )
        assert [count_printed_sheets(page, paper) for paper in PAPERS] == [1, 1], font


@pytest.mark.parametrize("name", [*hands.ALL, "long-names"])
def test_every_finding_is_printed(open_page: Open, name: str) -> None:
    """In the verdict or in the list above the signatures, even if folded on the screen (issue 24, point 13)."""
    page = open_page(name)
    page.emulate_media(media="print")
    text = " ".join(page.locator("body").inner_text().replace("\ufe0e", "").split())
    ruling, _ = hands.rule_on(RULINGS[name])
    speaker, either = speaker_of(ruling), dossier(ruling, search=False).alternative_findings
    printed = text.split("Signatures")[0]
    for finding in ruling.findings:
        # The verdict tells what a claim cost its own side and what the sheet has wrong as who pays and what to change,
        # and a play that a claim leaves open as that claim and that the cards do not settle it.
        deeds = {each.finding(finding)[1:] for each in (speaker, speaker.without_names())}
        deeds |= {
            each.format_claim(claim)[1:]
            for claim in ruling.claims
            if claim.verdict == "not_proven" and finding in claim.undecided
            for each in (speaker, speaker.without_names())
        }
        own = finding.of_claim or finding.of_score or finding.number in either
        assert own or any(deed in printed for deed in deeds), f"{name}: {speaker.finding(finding)}"


def test_printed_findings_must_be_visible(open_page: Open) -> None:
    """A hidden list of findings is not found, so the test above can fail."""
    page = open_page("talk")
    page.emulate_media(media="print")
    deed = "asked Carl about the play"
    assert deed in page.locator("body").inner_text()
    page.evaluate("document.querySelector('#findings').hidden = true")
    assert deed not in page.locator("body").inner_text()


def test_two_hands_are_side_by_side_in_wide_windows(open_page: Open) -> None:
    for size, beside in ((WIDE, True), (NARROW, False)):
        page = open_page("partly-known", viewport=size)
        one, other = map(box_of, page.locator(".worlds table").all())
        assert (one["y"] == other["y"] and one["x"] < other["x"]) == beside
        assert (one["x"] == other["x"] and one["y"] < other["y"]) != beside


def test_marked_cards_do_not_rely_on_color(open_page: Open) -> None:
    page = open_page("partly-known")
    frames = page.locator(".worlds mark")
    assert frames.count() > 1
    assert frames.first.evaluate("mark => getComputedStyle(mark).borderStyle") == "solid"
    assert [text.replace("\ufe0e", "") for text in page.locator(".worlds u").all_inner_texts()] == [
        "10♠",
        "10♠",
    ]


def test_verdict_is_copied_as_a_message(open_page: Open) -> None:
    page = open_page("upheld", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy as a message").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == (
        "RENEGE: FAILED TO FOLLOW SUIT. Eagles 182, Owls 0.\n"
        "Ruth (North) trumped a diamond with 10♠ while holding 10♦ (trick 2).\n"
        "Hand upheld, 2026-01-22. Rules: Evansville Clabber League, 1992 rules."
    )


def test_page_shares_itself(open_page: Open, address: Address) -> None:
    """The page as serialized by the browser, the hand as text, and the message, if the browser can share files."""
    page = open_page("upheld", permissions=["clipboard-read"])
    assert not page.get_by_role("button", name="Share").is_visible()
    page.add_init_script(SHARING)
    for name in ("upheld", "many-claimed", "quoting"):
        page.goto(address(name))
        page.get_by_role("button", name="Share").click()
        shared = wait_until_truthy(page, "window.shared")
        html, *texts = shared["files"]
        written = Path(url2pathname(urlsplit(page.url).path)).read_text(encoding="utf-8")
        assert html == [f"{name}.html", reserialize(written)]
        assert not page_difference(html[1], [written, reserialize(written)])
        assert shared["text"].startswith("RENEGE: ")
        assert name == "many-claimed" or texts
        for file, text in texts:
            assert file == f"{name}.clab.txt"
            assert read_text(text) == read_embedded_ruling(page.content())["record"]


def test_reserialization_matches_a_browser(open_page: Open) -> None:
    """Row groups of tables, quotes around attribute values, and escaped characters."""
    table = "<table><caption>c</caption><tr><td>1</td></tr></table>"
    inside = f"""{table}<p id=x hidden title="&#34;'&lt;">a\xa0"b" &amp;<br></p>"""
    text = f"<!DOCTYPE html><html lang=en><head><title>t</title></head><body>{inside}</body></html>\n"
    read = "text => new DOMParser().parseFromString(text.trimEnd(), 'text/html').documentElement.outerHTML"
    assert reserialize(text) == f"<!DOCTYPE html>{open_page('upheld').evaluate(read, text)}\n"


@pytest.mark.parametrize(
    "name", ["upheld", "refuted", "both-sides", "talk", "laid-down", "partly-known", "belle-sets"]
)
def test_common_dispute_takes_four_phone_screens(open_page: Open, name: str) -> None:
    page = open_page(name, viewport=PHONE)
    bottom = page.evaluate("document.querySelector('.folds').getBoundingClientRect().top + scrollY")
    assert bottom <= 4 * PHONE["height"]
