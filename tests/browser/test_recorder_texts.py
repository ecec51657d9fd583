"""Tests of pasted text: the page reads every text that the program reads."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING, Any

import pytest

from clabber_audit.records.formats import model_of
from clabber_audit.records.notation.writer import write
from tests.browser.conftest import OpenDesk
from tests.cli import read_text
from tests.family.makers.records import draw_records
from tests.random_records.events import with_events
from tests.random_records.every_key import many
from tests.recorder.test_texts import READ, VECTORS
from tests.scale import at_random

if TYPE_CHECKING:
    from playwright.sync_api import Page

Json = dict[str, Any]
pytestmark = pytest.mark.full
IN_PAGE = "(texts) => texts.map((text) => handsIn(text)[0]?.record ?? null)"
#: First words of lines with free text, in which case and blanks matter.
TEXTS = ("hand", "rules", "pack", "seats", "teams", "context", "source", "explicit", "remark")


def respell(text: str, random: random.Random) -> str:
    """Respell a hand with other case and blanks, tens as 10, and blank lines."""
    lines = []
    for line in text.splitlines():
        bare = not re.match(rf'({"|".join(TEXTS)})\b|.*["{{]', line)
        if bare and random.random() < 0.5:
            line = line.upper()
        if bare and random.random() < 0.5:
            line = (
                re.sub(r"(?i)\bt(?=[cdhs])|(?<=[cdhs])t(?=[cdhs])", "10", line) if line[0].isdigit() else line
            )
        if bare and random.random() < 0.5:
            line = f"  {line.replace(' ', '   ')} "
        lines += [line, *[""] * (random.random() < 0.1)]
    return "\n".join(lines)


def test_page_reads_the_same_texts_as_the_program(script: Page) -> None:
    assert script.evaluate(IN_PAGE, [text for _, text in READ]) == [record for record, _ in READ]
    assert script.evaluate(IN_PAGE, VECTORS["refused"]) == [None] * len(VECTORS["refused"])


def test_random_hands_in_any_spelling(script: Page) -> None:
    """Random irregular hands of both families with every field, as written and respelled."""
    chance = random.Random(25)
    count = at_random(100, 300, share=3)
    records = [*many(count, seed=11), *draw_records(5, count)]
    records += [with_events(one, chance) for one in (*many(count, seed=12), *draw_records(6, count // 2))]
    texts = [write(model_of(one["format"]).model_validate(one)) for one in records]
    texts += [respell(text, chance) for text in texts]
    assert script.evaluate(IN_PAGE, texts) == [read_text(text) for text in texts]


def test_hand_that_the_page_cannot_show_is_kept_as_pasted(open_desk: OpenDesk) -> None:
    """Its text is saved and copied unchanged; a change is refused with a reason, and the next hand can be recorded."""
    desk = open_desk().set_up().keys("9h")
    record, text = READ[1]
    desk.paste(text, "Open it", "Open the file")
    assert "v1: kept as it was read" in desk.notice
    assert json.loads(desk.json) == record
    assert read_text(desk.text) == record
    before = desk.json
    desk.keys("n")
    desk.page.fill("dialog [name=text]", "more")
    desk.tap("Done")
    assert "kept as it was read" in desk.notice
    desk.page.reload()
    assert desk.json == before
