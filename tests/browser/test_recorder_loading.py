"""Tests that the recorder page reads back what it wrote."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import ValidationError

from clabber_audit.league.audit import audit
from clabber_audit.league.games import GivenHands
from clabber_audit.league.season_file import parse_season
from clabber_audit.league.waiting import report_week
from clabber_audit.records.bid_euchre import BidEuchreRecord
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.formats import record_data
from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import add_sum, parse
from clabber_audit.records.notation.writer import write
from clabber_audit.report.league.packet import record_start
from clabber_audit.rules.bound_ruleset import law_of
from clabber_audit.rules.ruleset import SHIPPED_OF
from clabber_audit.simulate.seasons import simulate_hands
from tests.browser.checks import SCRIPTS, scan_code
from tests.browser.conftest import OpenDesk
from tests.browser.test_recorder_rules import writable
from tests.family.makers.records import records
from tests.league.seasons import SEASON, encode_season
from tests.rules import rule_on
from tests.scale import at_random

if TYPE_CHECKING:
    from playwright.sync_api import Page

Json = dict[str, Any]
pytestmark = pytest.mark.full
#: Each hand as read back by the page, or null if it has facts that the page cannot show.
AGAIN = SCRIPTS["rereadHands"]


#: The score computed by the page for each hand; a side without a written score starts the game with it.
SCORES = SCRIPTS["scoreHands"]
#: The records that the page reads in texts, or the line that stops it.
READ = "(texts) => texts.map((text) => { const [{ record, line }] = handsIn(text); return record ?? line; })"


def as_from_the_page(record: Json) -> Json:
    """Return the record as written by a page that counts games and hands."""
    return {
        **record,
        "context": {**record.get("context", {}), "game": 1, "hand": 1},
        "source": {"kind": "table"},
    }


def count_round_trips(script: Page, records: list[Json]) -> int:
    """Return the number of hands read by the page; those must be written unchanged."""
    again = script.evaluate(AGAIN, records)
    pairs = [(record, found) for record, found in zip(records, again, strict=True) if found is not None]
    assert [found for _, found in pairs] == [record for record, _ in pairs]
    return len(pairs)


def test_hands_of_clabber_round_trip(script: Page) -> None:
    count = at_random(50, 150, share=3)
    drawn = (as_from_the_page(record_data(record)) for record in simulate_hands(11, count, irregular=0.3))
    expected = [data for record in drawn if (data := writable(record)) is not None]
    assert count_round_trips(script, expected) > 0.6 * count


def test_hands_of_bid_euchre_round_trip(script: Page) -> None:
    """Random irregular hands; those with facts that the page cannot show are skipped."""
    count = at_random(100, 400, share=3)
    drawn = (as_from_the_page(record) for record in records(8, count) if not is_invalid(record))
    expected = [data for record in drawn if (data := writable(record)) is not None]
    assert count_round_trips(script, expected) > count // 2


@pytest.mark.parametrize("ruleset", SHIPPED_OF["bid-euchre"])
def test_score_of_the_page_is_that_of_the_ruling(script: Page, ruleset: str) -> None:
    """Complete clean hands of each ruleset: the boxes hold the judge's score, or nothing."""
    expected, count = [], at_random(20, 60, share=3)
    for record in simulate_hands(5, count, irregular=0.0, ruleset=ruleset):
        ruling = rule_on(record)
        remedy = ruling.remedy
        data = writable(as_from_the_page(record_data(record)))
        if data and remedy.outcome == "scored" and remedy.score and not record.claims:
            sides = ruling.replay.hand.seating.side_names
            expected.append((data, dict(zip(sides, map(str, remedy.score), strict=True))))
    given = script.evaluate(SCORES, [record for record, _ in expected])
    known = [(score, one) for (_, score), one in zip(expected, given, strict=True) if one is not None]
    assert [one for _, one in known] == [score for score, _ in known]
    assert len(known) > count // 3


def test_truncated_texts_are_refused(script: Page) -> None:
    """The checksum shows that a line, or the end of one, is missing; without it an unknown line does."""
    (simulated,) = simulate_hands(3, 1, irregular=0.0)
    text = write(HandRecord.model_validate(writable(record_data(simulated))))
    whole = add_sum(text)
    sum_line = whole.splitlines()[-1]
    short = whole.replace(text.splitlines()[-1], text.splitlines()[-1][:-4])
    unknown = text.replace("calls", "cries")
    (record,) = script.evaluate(READ, [whole])
    assert record["plays"]
    assert script.evaluate(READ, [short, unknown]) == [
        sum_line,
        unknown[unknown.index("cries") :].splitlines()[0],
    ]


def is_invalid(record: Json) -> bool:
    """Return True if the record is invalid."""
    try:
        BidEuchreRecord.model_validate(record)
    except ValidationError:
        return True
    return False


def test_opened_file_can_be_continued(open_desk: OpenDesk, tmp_path: Path) -> None:
    """Two hands are saved and a new night begun; after the file is opened both hands are there."""
    desk = open_desk().sit_down("pepper", "W").keys("4 p p p h jh 9h f 4 Enter 2 Enter Enter p p")
    expected = desk.json
    for ending, text in (("jsonl", expected), ("clab", desk.text)):
        file = tmp_path / f"night.{ending}"
        file.write_text(text, encoding="utf-8")
        desk.tap("New night", "Start a new night")
        desk.page.set_input_files("input[type=file]", file)
        desk.page.get_by_text("Opened; hands: 2.").wait_for()
        assert desk.json == expected
    desk.keys("p")
    assert desk.written[1].model_dump()["declarations"][2]["call"] == "pass"


def test_hand_is_handed_over_to_another_phone(open_desk: OpenDesk) -> None:
    """Shared with its checksum; taken over from pasted text, and from a code shown to the camera."""
    desk = open_desk().sit_down("pepper", "W").keys("4 p p p h jh 9h")
    expected = desk.json
    desk.page.evaluate("navigator.share = async (given) => { window.given = given }")
    desk.page.evaluate("navigator.canShare = () => false")
    desk.page.evaluate("show(document.querySelector('[data-do=share]'), true)")
    desk.tap("Share the text")
    text = desk.page.evaluate("given.text")
    assert text == add_sum(desk.text)
    desk.tap("New night", "Start a new night", "Scan or paste")
    assert "cannot scan" in desk.page.locator("#receive-says").inner_text()
    desk.page.keyboard.press("Escape")
    desk.paste(text.replace("deal W", "deal N"))
    desk.page.get_by_text("the file is cut off").wait_for()
    desk.page.evaluate(SCRIPTS["showCode"], text)
    desk.tap("Scan or paste")
    desk.page.get_by_text("Opened; hands: 1.").wait_for()
    assert desk.json == expected


def test_code_of_a_hand_reads_back(open_desk: OpenDesk) -> None:
    """Another QR reader decodes the drawn code and the page reads the result; the checksum is below the code."""
    desk = open_desk().set_up()
    desk.tap("Show a QR code")
    assert "nothing to save" in desk.page.locator("#saved").inner_text()
    desk.keys("9s y ks as 9h qs")
    desk.tap("Show a QR code")
    text = scan_code(desk.page, "#code-drawn")
    assert text == add_sum(desk.text)
    assert desk.page.locator("#code-says").inner_text().endswith(text.splitlines()[-1])
    expected = desk.json
    desk.tap("Close", "New night", "Start a new night")
    desk.paste(text)
    desk.page.get_by_text("Opened; hands: 1.").wait_for()
    assert desk.json == expected


def test_code_of_a_score_sheet_starts_the_night(open_desk: OpenDesk) -> None:
    """Its match is filled in, and the hands belong to it; if a night is in progress, the page asks first."""
    data = {**deepcopy(SEASON), "games_per_match": 2, "ruleset": "wp"}
    data["teams"][2]["name"] = "St. Mary’s / 2"
    season = parse_season(encode_season(data))
    found = report_week(audit(season, GivenHands([], law_of("wp"))), 1)
    assert found.next
    text = record_start(season, found.next.coming[0], 2)
    desk = open_desk().sit_down("pepper", "W").keys("4 p p p h jh 9h")
    before = desk.json
    for answer in ("Keep this session", "Start a new night"):
        assert desk.json == before
        desk.paste(text, "Open it", answer)
    assert desk.notice == "The match is filled in. Now enter who plays and who deals first."
    desk.page.fill("[name=player-N]", "Ruth")
    desk.page.check("#setup [name=dealer][value=E]")
    desk.tap("Start recording")
    desk.keys("9s y ks")
    (record,) = desk.records
    assert record.ruleset == "wp"
    assert record.teams == {"NS": "Owls", "EW": "St. Mary’s / 2"}
    assert (record.players, record.deal.dealer) == ({"N": "Ruth"}, "E")
    assert record.context == parse(HandText(f"{text}deal E\n", 1)).context


def test_hand_too_long_for_a_code_is_reported(open_desk: OpenDesk) -> None:
    desk = open_desk().set_up()
    for _ in range(8):
        desk.tap("Note")
        desk.page.fill("dialog [name=text]", "the deck was new " * 29)
        desk.tap("Done")
    desk.tap("Show a QR code")
    assert (
        desk.page.locator("#saved").inner_text()
        == "This hand is too long for a QR code. Save it, or copy its text."
    )
