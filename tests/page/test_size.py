"""Size of pages, and the same page from a page."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator

import pytest

from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.dossier import dossier, full_dossier
from clabber_audit.judge.embedded import read_embedded_ruling
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.report.page import page
from clabber_audit.report.wording import speaker_of
from clabber_audit.rules.bound_ruleset import law, law_of
from clabber_audit.rules.ruleset import from_data
from tests import hands
from tests.casebook import cases, hand_of, law_of_hand
from tests.family.book import book
from tests.page.reading import page_of
from tests.rules import OF_CLABBER
from tests.scale import at_random

LARGEST = 64 * 1024
TYPICAL = 45_000


@pytest.mark.parametrize("name", hands.NAMES)
def test_size(pages: dict[str, str], name: str) -> None:
    size = len(pages[name].encode())
    assert size <= (LARGEST if name.startswith("many") else TYPICAL)


def of_the_casebooks() -> Iterator[Ruling]:
    """Rule on hands of both casebooks, taken from all of their parts."""
    asked = [question for case in cases() for question in case.questions if question.kind == "hand"]
    for question in asked[:: len(asked) // at_random(8, 80, share=4)]:
        hand = hand_of(question.text)
        yield adjudicate(hand, law_of_hand(question, hand))
    played = [asked.record for asked in book() if asked.record]
    for record in played[:: len(played) // at_random(8, 40, share=4)]:
        yield adjudicate(parse_hand(json.dumps(record).encode()), law_of(record["ruleset"]))


@pytest.mark.full
def test_a_hand_of_the_casebooks_fits_in_45_kb() -> None:
    sizes = {
        ruling.replay.hand.record.id: len(page(dossier(ruling)).encode()) for ruling in of_the_casebooks()
    }
    assert {name: size for name, size in sizes.items() if size > TYPICAL} == {}


def test_a_hand_too_long_for_a_code_says_so() -> None:
    long = hands.copy_as(hands.UPHELD, "long", remarks=["the deck was new " * 20] * 5)
    assert "too long for a code" in page_of(long)
    assert "too long for a code" not in page_of(hands.UPHELD)


def test_a_page_too_full_for_a_code_says_so(pages: dict[str, str]) -> None:
    for name in hands.NAMES:
        assert ("This page is too full for a code" in pages[name]) == ("<canvas" not in pages[name])
    assert "<canvas" not in pages["many-findings"]


@pytest.mark.full
def test_same_page_from_the_page() -> None:
    """A page audited again from itself gives the same page."""
    for record in (hands.UPHELD, hands.REFUTED, hands.MANY_CLAIMED, hands.BELLE_SETS):
        first = page(dossier(hands.rule_on(record)[0]))
        inside = read_embedded_ruling(first)
        again = adjudicate(parse_hand(json.dumps(inside["record"]).encode()), law(from_data(inside["law"])))
        assert page(dossier(again)) == first


@pytest.mark.full
def test_a_page_with_next_to_nothing_known_stays_within_its_size() -> None:
    """Three hands, all they played after the first trick and the trump suit are not known: 35 findings are open."""
    record = hands.copy_as(
        hands.TEN_COMES_HOME,
        "blank",
        claims=[{"by": "W", "against": "NS", "at": 24}],
        declarations=None,
        melds=None,
        score=None,
    )
    record["deal"]["hands"] = {"W": record["deal"]["hands"]["W"]}
    for play in record["plays"][4:]:
        if play["seat"] != "W":
            play["card"] = None
    ruling = adjudicate(parse_hand(json.dumps(record).encode()), law_of("ecl-1992"))
    text = page(full_dossier(ruling, OF_CLABBER))
    assert len(text.encode()) <= LARGEST
    assert re.search(r"\d+ more certificates are in the ruling’s JSON only", text)
    listed = text.split("<section id=findings>")[1].split("</section>")[0]
    plain = " ".join(html.unescape(re.sub(r"<[^>]*>", "", listed)).split()).replace("\ufe0e", "")
    speaker = speaker_of(ruling)
    assert len(ruling.findings) > 30
    for finding in ruling.findings:
        assert any(each.finding(finding)[1:] in plain for each in (speaker, speaker.without_names()))
