"""Rulings that once contradicted themselves, each with its twin, and contradictions that the tests must notice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from clabber_audit.judge.dossier import Dossier, dossier
from clabber_audit.judge.judge import adjudicate
from tests import casebook
from tests.ruling.consistency import RulingFacts, problems, wrong
from tests.ruling.statements import SECTIONS, forms, names_in, read_text
from tests.scale import scaled

STORIES: Final = list(casebook.hand_blocks(Path(__file__).with_name("stories.md")))


def _dossier(text: str) -> Dossier:
    hand = casebook.hand_of(text)
    return dossier(adjudicate(hand, casebook._law("", str(hand.record.ruleset))))


def _parts(text: str) -> dict[str, str]:
    """Return the plain text of a ruling by section, as a whole, and with every section."""
    file = _dossier(text)
    assert not problems(file)
    made = forms(file)
    read = read_text(made, names_in(file), len(file.ruling.replay.hand.seating.sides))
    parts = defaultdict(list, {"box": [" ".join(read.box)]})
    for name, sentence in read.sentences:
        parts[name].append(sentence)
    joined = {name: " ".join(lines) for name, lines in parts.items()}
    return {**joined, "all": " ".join(joined.values()), "text": " ".join(made.text.split())}


@pytest.mark.parametrize("story", STORIES[:: scaled(3, 1)], ids=lambda story: story.title)
def test_a_ruling_tells_one_story(story: casebook.HandBlock) -> None:
    parts = _parts(story.hand)
    for line in story.lines:
        where, words = line.split(": ", 1)
        name, _, how = where.partition(" ")
        assert name in {*SECTIONS.values(), "box", "text", "all"}, line
        text = parts.get(name, "")
        count = {"": text.count(words) > 0, "not": words not in text, "begins": text.startswith(words)}
        assert count[how] if how in count else text.count(words) == int(how), (line, text)


def _with_reason(sentence: str) -> Callable[[str], str]:
    return lambda text: text.replace("\nSOURCES: ", f"\nREASONING\n\n 9. {sentence}\n\nSOURCES: ", 1)


def _put(there: str, instead: str) -> Callable[[str], str]:
    return lambda text: text.replace(there, instead, 1)


#: A text with what it used to say, or something like it.
_SEEDED: Final = {
    "called and not called": (
        "What was called",
        _with_reason("Nobody called East’s renege in time, so it costs nothing."),
    ),
    "the caller": (
        "Reasons are about the accused",
        _put("We cannot tell whether North", "We cannot tell whether West"),
    ),
    "another trick": (
        "Reasons and proof",
        _put("failed to follow suit in trick 5", "failed to follow suit in trick 3"),
    ),
    "nothing is open": (
        "Where nobody scores",
        _put("\n\nFACTS", "\nWhat would decide it: What was in West’s hand?\n\nFACTS"),
    ),
    "two highest": ("A meld is the highest", _put("10♣ J♣ (counts with the", "10♣ J♣ (the            ")),
    "proved and not": ("Tricks mixed", _with_reason("North did nothing wrong in trick 2.")),
    "another fault": (
        "A claim upheld",
        _with_reason("What is proven is slow play, by South in trick 2."),
    ),
    "not looked at": ("A late claim", _with_reason("That was too late, so it is not examined.")),
    "a score": ("A meld is the highest", _put("North-South 135", "North-South 145")),
    "a winner": ("A meld is the highest", _put("Trick 2 (South wins", "Trick 2 (West wins")),
    "trump": ("Reasons and proof", _put("spades are trump", "hearts are trump")),
    "a card": ("Reasons and proof", _with_reason("North played 9♣ on Q♣ in trick 3.")),
    "a claim": ("Reasons and proof", _with_reason("East said North failed to trump in trick 5.")),
    "somebody pays": ("A claim upheld", _with_reason("West could not prove it, so East-West pay.")),
}


@pytest.mark.parametrize("name", _SEEDED)
def test_a_second_story_is_noticed(name: str) -> None:
    title, change = _SEEDED[name]
    hand = next(story.hand for story in STORIES if story.title.startswith(title))
    file = _dossier(hand)
    made, case, sides = forms(file), RulingFacts(file), len(file.ruling.replay.hand.seating.sides)
    changed = made._replace(text=change(made.text))
    assert changed != made
    assert not list(wrong(read_text(made, names_in(file), sides), case))
    assert list(wrong(read_text(changed, names_in(file), sides), case))
