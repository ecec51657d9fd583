"""Tests of the ruling embedded in a page, and of the size of pages."""

from __future__ import annotations

import base64
import bz2
import html
import json
import re
from collections.abc import Iterator

import pytest

from clabber_audit.core.errors import Unusable
from clabber_audit.judge.certificates import certificates, certificates_data, certificates_of_point
from clabber_audit.judge.dossier import dossier, full_dossier
from clabber_audit.judge.embedded import block_text, read_embedded_ruling
from clabber_audit.judge.focus import focus
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.report.data import ruling_data
from clabber_audit.report.page import page
from clabber_audit.report.wording import speaker_of
from clabber_audit.rules.bound_ruleset import law, law_of
from clabber_audit.rules.ruleset import from_data
from tests import hands
from tests.casebook import cases, hand_of, law_of_hand
from tests.family.book import book
from tests.page.reading import page_of
from tests.render.test_hostile_text import ALL_AT_ONCE
from tests.rules import OF_CLABBER, rule_on
from tests.scale import at_random


@pytest.mark.parametrize("name", hands.NAMES)
def test_embedded_ruling_is_read_back(pages: dict[str, str], name: str) -> None:
    ruling, _ = hands.rule_on(hands.ALL[name])
    inside = read_embedded_ruling(pages[name])
    carried = inside.pop("certificates")
    assert inside == json.loads(json.dumps(ruling_data(ruling)))
    all_of_them = certificates(ruling)
    every, turned_on = (
        json.loads(json.dumps(certificates_data(some)))
        for some in (all_of_them, certificates_of_point(ruling, all_of_them, focus(ruling)))
    )
    # All certificates, or those on which the ruling turns if the page gets too large, or none.
    assert carried in (every, turned_on) or (name.startswith("many") and not carried)
    assert read_embedded_ruling(pages[name])["record"] == hands.ALL[name]


def test_embedded_block_is_escaped(pages: dict[str, str]) -> None:
    block = page_of(ALL_AT_ONCE).split('id="clabber-ruling">')[1].split("</script>")[0]
    assert not set("<>&\u2028\u2029") & set(block)


BLOCK = '<script type="application/json" id="clabber-ruling">{}</script>'
RULING = '{"format": "clabber-ruling/1", "record": {}}'


@pytest.mark.parametrize(
    "inside",
    [
        "{",
        "[]",
        '{"format": "other/1", "record": {}}',
        '{"format": "clabber-ruling/1"}',
        '{"format": 1, "format": 2}',
        '{"format": NaN}',
        "[" * 100_000,
    ],
)
def test_invalid_block_is_refused(inside: str) -> None:
    with pytest.raises(Unusable, match="ruling"):
        read_embedded_ruling(BLOCK.replace("{}", inside))


@pytest.mark.parametrize(
    "text",
    ["", "<p>a page</p>", f'<script id="clabber-ruling">{RULING}</script>', 2 * BLOCK.replace("{}", RULING)],
)
def test_page_without_exactly_one_ruling_is_refused(text: str) -> None:
    with pytest.raises(Unusable, match="ruling"):
        read_embedded_ruling(text)


def test_law_inside_the_ruling_of_an_older_page_is_read() -> None:
    ruling, _ = hands.rule_on(hands.UPHELD)
    text = f'<script type="application/json" id="clabber-ruling">{block_text(ruling_data(ruling))}</script>'
    assert read_embedded_ruling(text)["law"] == ruling.law.ruleset.to_data()


def encode_bz2(data: bytes) -> str:
    return base64.b64encode(bz2.compress(data)).decode()


@pytest.mark.parametrize(
    "law",
    [
        "",
        "QlpoOQ",
        base64.b64encode(b"no archive").decode(),
        encode_bz2(b"{}")[:-8],
        encode_bz2(b"{") + "!",
        encode_bz2(b'{"id": 1, "id": 2}'),
        encode_bz2(b"[" * 100_000),
        encode_bz2(b" " * (2 << 20)),
        encode_bz2(b"\xff"),
        f'{encode_bz2(b"{}")}</script><script type="application/x-bzip2;base64" id="clabber-law">{encode_bz2(b"{}")}',
    ],
)
def test_damaged_law_is_refused(pages: dict[str, str], law: str) -> None:
    start, end = re.split('(?<=id="clabber-law">)[^<]*', pages["upheld"])
    with pytest.raises(Unusable, match="the law inside the page is damaged"):
        read_embedded_ruling(f"{start}{law}{end}")


LARGEST = 64 * 1024
TYPICAL = 45_000


@pytest.mark.parametrize("name", hands.NAMES)
def test_size_of_pages(pages: dict[str, str], name: str) -> None:
    size = len(pages[name].encode())
    assert size <= (LARGEST if name.startswith("many") else TYPICAL)


def rule_on_casebook_hands() -> Iterator[Ruling]:
    """Yield rulings on hands of both casebooks, from all parts."""
    questions = [question for case in cases() for question in case.questions if question.kind == "hand"]
    for question in questions[:: len(questions) // at_random(8, 80, share=4)]:
        hand = hand_of(question.text)
        yield adjudicate(hand, law_of_hand(question, hand))
    played = [asked.record for asked in book() if asked.record]
    for record in played[:: len(played) // at_random(8, 40, share=4)]:
        yield rule_on(record)


@pytest.mark.full
def test_pages_of_casebook_hands_fit_in_45_kb() -> None:
    sizes = {
        ruling.replay.hand.record.id: len(page(dossier(ruling)).encode())
        for ruling in rule_on_casebook_hands()
    }
    assert {name: size for name, size in sizes.items() if size > TYPICAL} == {}


def test_hand_too_long_for_a_code_is_reported() -> None:
    long = hands.copy_as(hands.UPHELD, "long", remarks=["the deck was new " * 20] * 5)
    assert "too long for a code" in page_of(long)
    assert "too long for a code" not in page_of(hands.UPHELD)


def test_page_too_full_for_a_code_is_reported(pages: dict[str, str]) -> None:
    for name in hands.NAMES:
        assert ("This page is too full for a code" in pages[name]) == ("<canvas" not in pages[name])
    assert "<canvas" not in pages["many-findings"]


@pytest.mark.full
def test_page_is_reproduced_from_itself() -> None:
    """The ruling read from a page gives the same page."""
    for record in (hands.UPHELD, hands.REFUTED, hands.MANY_CLAIMED, hands.BELLE_SETS):
        first = page(dossier(hands.rule_on(record)[0]))
        inside = read_embedded_ruling(first)
        again = rule_on(inside["record"], law(from_data(inside["law"])))
        assert page(dossier(again)) == first


@pytest.mark.full
def test_size_of_a_page_with_many_unknown_cards() -> None:
    """Three hands, the cards they played after the first trick, and the trumps are unknown: 35 findings."""
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
    ruling = rule_on(record, law_of("ecl-1992"))
    text = page(full_dossier(ruling, OF_CLABBER))
    assert len(text.encode()) <= LARGEST
    assert re.search(r"\d+ more certificates are in the ruling’s JSON only", text)
    listed = text.split("<section id=findings>")[1].split("</section>")[0]
    plain = " ".join(html.unescape(re.sub(r"<[^>]*>", "", listed)).split()).replace("\ufe0e", "")
    speaker = speaker_of(ruling)
    assert len(ruling.findings) > 30
    for finding in ruling.findings:
        assert any(each.finding(finding)[1:] in plain for each in (speaker, speaker.without_names()))
