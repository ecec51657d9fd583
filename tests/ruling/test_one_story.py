"""Rulings that once contradicted themselves, each with its twin, and contradictions that the tests must notice."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Final

import pytest

from clabber_audit.judge.dossier import Dossier, dossier
from clabber_audit.judge.judge import adjudicate
from tests import casebook
from tests.ruling.consistency import RulingFacts, problems, wrong
from tests.ruling.statements import SECTIONS, forms, names_in, read_text
from tests.scale import at_scale, in_share

_BLOCKS: Final = list(casebook.hand_blocks(Path(__file__).with_name("stories.md")))
STORIES: Final = [block for block in _BLOCKS if block.kind == "says"]
SEEDED: Final = [block for block in _BLOCKS if block.kind == "seeded"]


def _dossier(text: str) -> Dossier:
    hand = casebook.hand_of(text)
    return dossier(adjudicate(hand, casebook.law_by(str(hand.record.ruleset))))


def _parts(text: str) -> dict[str, str]:
    """Return the plain text of a ruling by section, as a whole, and with every section."""
    file = _dossier(text)
    # CI reads a sixth of the pages back, of hands that the casebooks do not have.
    assert not in_share(text, share=6) or not problems(file)
    made = forms(file, whole=False)
    read = read_text(made, names_in(file), len(file.ruling.replay.hand.seating.sides))
    parts = defaultdict(list, {"box": [" ".join(read.box)]})
    for name, sentence in read.sentences:
        parts[name].append(sentence)
    joined = {name: " ".join(lines) for name, lines in parts.items()}
    return {**joined, "all": " ".join(joined.values()), "text": " ".join(made.text.split())}


@pytest.mark.parametrize("story", STORIES[:: at_scale(6, 1)], ids=lambda story: story.title)
def test_a_ruling_tells_one_story(story: casebook.HandBlock) -> None:
    parts = _parts(story.hand)
    for line in story.lines:
        where, words = line.split(": ", 1)
        name, _, how = where.partition(" ")
        assert name in {*SECTIONS.values(), "box", "text", "all"}, line
        text = parts.get(name, "")
        count = {"": text.count(words) > 0, "not": words not in text, "begins": text.startswith(words)}
        assert count[how] if how in count else text.count(words) == int(how), (line, text)


@pytest.mark.parametrize("story", SEEDED, ids=lambda story: story.words)
def test_a_second_story_is_noticed(story: casebook.HandBlock) -> None:
    file = _dossier(story.hand)
    made, case, sides = (
        forms(file, whole=False),
        RulingFacts(file),
        len(file.ruling.replay.hand.seating.sides),
    )
    *old, new = (line[2:].replace("⏎", "\n") for line in story.lines)
    there = old[0] if old else "\nSOURCES: "
    instead = new if old else f"\nREASONING\n\n 9. {new}\n\nSOURCES: "
    changed = made._replace(text=made.text.replace(there, instead, 1))
    assert changed != made
    assert not list(wrong(read_text(made, names_in(file), sides), case))
    assert list(wrong(read_text(changed, names_in(file), sides), case))
