"""Tests that page and program agree on winners, auctions, scores, cards seen, and the text of a hand."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from clabber_audit.cards import clock_of
from clabber_audit.core.text import find_invisible, is_name
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.formats import model_of, record_data
from clabber_audit.records.notation.writer import write
from clabber_audit.simulate.seasons import simulate_hands
from tests.browser.checks import SCRIPTS
from tests.browser.vectors import vectors
from tests.family.makers.records import draw_records
from tests.random_records.every_key import many
from tests.scale import at_random

if TYPE_CHECKING:
    from playwright.sync_api import Page

Json = dict[str, Any]
pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def program_answers() -> Json:
    """Questions with the program's answers."""
    return vectors()


#: Answer of the program in a vector, by kind; `scripts.js` has the question for the page. The page doubts a card exactly
#: where the program would find that it cannot physically have been played.
QUESTIONS: dict[str, Callable[[Json], Any]] = {
    "tricks": lambda trick: [trick["winning"], trick["points"]],
    "bids": lambda auction: auction["came"],
    "strains": lambda trick: trick["winning"],
    "scores": lambda hand: hand["score"],
    "calls": lambda made: {key: made[key] for key in ("maker", "trump", "passedOut")},
    "seen": lambda sighting: sighting["conflict"],
}


@pytest.mark.parametrize("kind", QUESTIONS)
def test_page_and_program_give_the_same_answers(script: Page, program_answers: Json, kind: str) -> None:
    answer = QUESTIONS[kind]
    found = script.evaluate(f"(all) => all.map({SCRIPTS[kind]})", program_answers[kind])
    assert found == [answer(vector) for vector in program_answers[kind]]


def test_texts_and_names(script: Page) -> None:
    """The page keeps exactly what a record accepts: visible text, and names that are not blank."""
    codes = [
        *range(0xD800),
        *range(0xE000, 0x12000),
        *range(0x1D000, 0x1D200),
        *range(0xE0000, 0xE0200),
        0x10FFFF,
    ]
    chars = [
        chr(code) for code in codes if unicodedata.category(chr(code)) != "Cn" or find_invisible(chr(code))
    ]
    results = script.evaluate("(all) => all.map((char) => [plain(`a${char}b`), plainName(char)])", chars)
    plain = [
        ["ab" if find_invisible(char) else f"a{char}b", char.strip() if is_name(char) else ""]
        for char in chars
    ]
    assert [
        (char, found)
        for char, found, expected in zip(chars, results, plain, strict=True)
        if found != expected
    ] == []
    answers = script.evaluate("(names) => names.map(isolated)", ["Bob", "שלום", "Bob עם"])
    assert answers == ["Bob", "\u2068שלום\u2069", "\u2068Bob עם\u2069"]


def test_questions_cover_both_answers(program_answers: Json) -> None:
    """Both answers occur often enough that a page that always gives the same answer fails."""
    conflicts = [seen["conflict"] for seen in program_answers["seen"]]
    assert 50 < sum(conflicts) < len(conflicts) - 50
    assert {trick["winning"] for trick in program_answers["tricks"]} == {0, 1, 2, 3}
    assert sum(answer["passedOut"] for answer in program_answers["calls"]) > 10
    assert sum(answer["maker"] is not None for answer in program_answers["calls"]) > 100
    outcomes = [answer["came"] for answer in program_answers["bids"]]
    assert {"club", "no_bid", "passed_out", "unknown"} <= {one for one in outcomes if isinstance(one, str)}
    assert {one[2] for one in outcomes if isinstance(one, list)} >= {
        "bid",
        "hc",
        "big_pepper",
        "loner",
        "pfeffer",
    }
    assert {trick["winning"] for trick in program_answers["strains"]} == set(range(6))
    hands = [hand for hand in program_answers["scores"] if hand["contract"] and hand["score"]]
    assert {len(hand["tricks"]) for hand in hands} == {2, 3, 4, 5, 6}
    assert (
        {hand["contract"]["forced"] for hand in hands}
        == {hand["contract"]["alone"] for hand in hands}
        == {True, False}
    )
    assert any(hand["score"] is None for hand in program_answers["scores"])
    assert any(
        0 < int(points) < 5
        for hand in hands
        if "eau-claire" in hand["ruleset"]
        for points in hand["score"].values()
    )


def test_questions_are_reproducible(program_answers: Json) -> None:
    assert vectors() == program_answers


def test_unknown_card_leaves_the_winner_open(script: Page) -> None:
    game = "gameOf({ ruleset: 'wp' })"
    asked = f"[winningPlace({game}, ['AS', null, 'KS', 'QS'], 'H'), pointsOf({game}, [null], 'H')]"
    assert script.evaluate(asked) == [None, None]


def steps_of(record: HandRecord) -> list[Json]:
    """Return a hand as entered at the page, with every seat named."""
    steps: list[Json] = [{"do": "up", "card": record.deal.upcard}]
    steps += [{"do": "call", "seat": call.seat, "call": call.call} for call in record.declarations or ()]
    return steps + [{"do": "card", "seat": play.seat, "card": play.card} for play in record.plays]


def test_seats_are_inferred_in_clean_hands(script: Page) -> None:
    """No seat is named, and all inferred seats are right."""
    records = list(simulate_hands(7, 200, irregular=0.0, claims=0.0))
    asked = SCRIPTS["inferSeats"]
    answers = script.evaluate(
        asked, [{"dealer": record.deal.dealer, "steps": steps_of(record)} for record in records]
    )
    for record, answer in zip(records, answers, strict=True):
        assert answer["plays"] == [{"seat": play.seat, "card": play.card} for play in record.plays]
        assert answer["calls"] == [
            {"seat": call.seat, "call": call.call} for call in record.declarations or ()
        ]
        assert answer["points"] is None or sum(answer["points"].values()) == 162


def writable(record: Json) -> Json | None:
    """Return the record with only the keys that the page writes, or None if its comments are out of order."""
    found = model_of(record["format"]).model_validate(record)
    plain: Json = json.loads(found.model_dump_json(exclude_defaults=True, by_alias=True))
    if isinstance(found, HandRecord):
        plain["ruleset"] = record_data(found).get("ruleset", "ecl-1992")
    for key in ("date_as_written", "confidence", "note"):
        plain.get("source", {}).pop(key, None)
    for call in plain.get("declarations", ()):
        call.pop("round", None)
    for claim in plain.get("claims", ()):
        claim.setdefault("by", None)
    moments = [clock_of(note["at"]) for note in plain.get("comments", ())]
    return plain if moments == sorted(moments) else None


def test_page_writes_the_canonical_text(script: Page) -> None:
    """The page writes the program's text for legal and for random hands."""
    count = at_random(150, 1_500, share=3)
    wild = [*many(count, seed=Random(5).randrange(10**6)), *draw_records(5, count)]
    tame = [record_data(record) for record in simulate_hands(3, 200, irregular=0.5)]
    records = [data for record in [*wild, *tame] if (data := writable(record)) is not None]
    assert len(records) > 0.9 * count
    for record, text in zip(records, script.evaluate("(all) => all.map(clabOf)", records), strict=True):
        assert text == write(model_of(record["format"]).model_validate(record))
