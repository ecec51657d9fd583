"""No text of a ruling contradicts its data or another of its texts.

Cases of both casebooks and some hundred simulated hands with claims are read back from the plain text, the page and
the message; CI takes a fifth of the cases, full scale all. `stories.md` has rulings that once contradicted
themselves, each with its twin. Texts with one change show that the reader notices a contradiction.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import pytest

from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.dossier import Dossier, dossier
from clabber_audit.judge.judge import adjudicate
from clabber_audit.records.formats import record_data
from clabber_audit.rules.bound_ruleset import law_of
from clabber_audit.simulate.seasons import simulate_hands
from tests import casebook
from tests.ruling.consistency import RulingFacts, find_false_statements, find_problems
from tests.ruling.statements import CARD, SECTIONS, forms, names_in, read_page, read_text
from tests.scale import at_random, at_scale, in_share

_CASES: Final = (*casebook.cases(), *casebook.family_cases())
_RULESETS: Final = (
    "ecl-1992", "ecl-1984", "wp", "gamerules", "bid-euchre", "progressive-euchre", "pfeffer", "hasenpfeffer",
    "buckenpeffer", "dirty-clubs", "eau-claire-clubs", "double-deck", "double-hasenpfeffer",
)  # fmt: skip


@pytest.mark.full
@pytest.mark.parametrize("name", dict.fromkeys(case.file for case in _CASES))
def test_rulings_on_cases_are_consistent(name: str) -> None:
    for case in _CASES:
        for question in case.questions if case.file == name and in_share(case.id, share=8) else ():
            for hand in casebook.hands_of(question.text) if question.kind != "legal" else ():
                result = find_problems(dossier(adjudicate(hand, casebook.law_of_hand(question, hand))))
                assert not result, f"{name}, line {question.line}: {result}"


def _simulate_dossiers(seed: int, count: int, ruleset: str, anonymous: bool = False) -> Iterator[Dossier]:
    """Yield dossiers of hands that mostly break a rule; most faults are called, and some calls are wrong."""
    for record in simulate_hands(seed, count, 0.9, 0.8, ruleset):
        hand = parse_hand(json.dumps(record_data(record)).encode())
        yield dossier(adjudicate(hand, law_of(ruleset)), anonymous=anonymous)


@pytest.mark.parametrize("ruleset", _RULESETS[:: at_scale(7, 1, ci=2)])
def test_rulings_on_simulated_hands_are_consistent(ruleset: str) -> None:
    for file in _simulate_dossiers(24, at_random(10, 500, share=50), ruleset):
        assert not (result := find_problems(file)), f"{file.ruling.replay.hand.record.id}: {result}"


_CARDS: Final = [rank + suit for rank in ("9", "10", "J", "Q", "K", "A") for suit in "♣♦♥♠"]
_SEATS: Final = ("North", "East", "South", "West")


def _changes(text: str, random: Random) -> Iterator[tuple[int, int, str]]:
    """Yield each card, seat, trick number and score of a text with its replacement."""
    for result in re.finditer(CARD, text):
        if result[0] in _CARDS:
            yield *result.span(), random.choice([card for card in _CARDS if card != result[0]])
    for result in re.finditer(r"(?<![-\w])(?:North|East|South|West)(?![-\w])", text):
        yield *result.span(), random.choice([seat for seat in _SEATS if seat != result[0]])
    for result in re.finditer(r"(?<=[Tt]rick )\d", text):
        yield *result.span(), str(int(result[0]) % 6 + 1)
    for result in re.finditer(r"(?<![\w+-])\d{2,3}(?![\w♣♦♥♠,])", text):
        yield *result.span(), str(int(result[0]) + 10)


def _blank_quotes(text: str) -> str:
    """Return the text with names of rules, quotes and footers blanked."""
    quoted = text[text.find("\nSOURCES: ") : text.find("\nTHE SCORE\n")]
    own = text[: text.find("\nSIGNATURES\n")].replace(quoted, " " * len(quoted))
    return re.sub(r".* Sources below\.", lambda found: " " * len(found[0]), own)


@pytest.mark.parametrize("ruleset", ["ecl-1992", "wp", "pepper", "dirty-clubs"][:: at_scale(3, 1)])
def test_changes_in_a_text_are_noticed(ruleset: str) -> None:
    """Nineteen of twenty changes are noticed; the others give another true sentence."""
    random, noticed = Random(24), Counter[bool]()
    for file in _simulate_dossiers(5, at_random(4, 8, share=2), ruleset, anonymous=True):
        texts, case, names = forms(file, whole=False), RulingFacts(file), names_in(file)
        sides = len(case.seating.sides)
        for start, stop, instead in _changes(_blank_quotes(texts.text), random):
            changed = texts._replace(text=texts.text[:start] + instead + texts.text[stop:])
            noticed[any(find_false_statements(read_text(changed, names, sides), case))] += 1
    assert noticed[True] + noticed[False] >= 100, "no change was tried"
    assert noticed[True] >= 0.95 * noticed.total(), noticed


def test_changes_on_a_page_are_noticed() -> None:
    """The page has separate readers of pictures, sums and the hand card by card."""
    random, noticed = Random(24), Counter[bool]()
    for file in _simulate_dossiers(5, 8, "ecl-1992", anonymous=True):
        texts, case, names = forms(file), RulingFacts(file), names_in(file)
        shown = texts.page[: texts.page.index("id=articles")]
        for result in re.finditer(
            r"(?<=<td>)\d{2,3}(?=</td>)|(?<=<td>)(?:North|East|South|West)(?=</td>)", shown
        ):
            other = (
                str(int(result[0]) + 1)
                if result[0].isdigit()
                else random.choice([s for s in _SEATS if s != result[0]])
            )
            changed = texts._replace(page=texts.page[: result.start()] + other + texts.page[result.end() :])
            noticed[any(find_false_statements(read_page(changed, names), case))] += 1
    assert noticed.total() >= 50, "no change was tried"
    assert noticed[True] >= 0.95 * noticed.total(), noticed


_BLOCKS: Final = list(casebook.hand_blocks(Path(__file__).with_name("stories.md")))
STORIES: Final = [block for block in _BLOCKS if block.kind == "says"]
SEEDED: Final = [block for block in _BLOCKS if block.kind == "seeded"]


def _dossier(text: str) -> Dossier:
    hand = casebook.hand_of(text)
    return dossier(adjudicate(hand, casebook.law_by(str(hand.record.ruleset))))


def _split_by_section(text: str) -> dict[str, str]:
    """Return the plain text of a ruling by section, as a whole, and with every section."""
    file = _dossier(text)
    # CI reads back a sixth of the pages, because the casebooks do not have these hands.
    assert not in_share(text, share=6) or not find_problems(file)
    texts = forms(file, whole=False)
    read = read_text(texts, names_in(file), len(file.ruling.replay.hand.seating.sides))
    parts = defaultdict(list, {"box": [" ".join(read.box)]})
    for name, sentence in read.sentences:
        parts[name].append(sentence)
    joined = {name: " ".join(lines) for name, lines in parts.items()}
    return {**joined, "all": " ".join(joined.values()), "text": " ".join(texts.text.split())}


@pytest.mark.parametrize("story", STORIES[:: at_scale(12, 1)], ids=lambda story: story.title)
def test_ruling_on_story_is_consistent(story: casebook.HandBlock) -> None:
    parts = _split_by_section(story.hand)
    for line in story.lines:
        where, words = line.split(": ", 1)
        name, _, how = where.partition(" ")
        assert name in {*SECTIONS.values(), "box", "text", "all"}, line
        text = parts.get(name, "")
        count = {"": text.count(words) > 0, "not": words not in text, "begins": text.startswith(words)}
        assert count[how] if how in count else text.count(words) == int(how), (line, text)


@pytest.mark.parametrize("story", SEEDED[:: at_scale(4, 1)], ids=lambda story: story.words)
def test_contradiction_put_into_a_text_is_noticed(story: casebook.HandBlock) -> None:
    file = _dossier(story.hand)
    texts, case, sides = (
        forms(file, whole=False),
        RulingFacts(file),
        len(file.ruling.replay.hand.seating.sides),
    )
    *old, new = (line[2:].replace("⏎", "\n") for line in story.lines)
    there = old[0] if old else "\nSOURCES: "
    instead = new if old else f"\nREASONING\n\n 9. {new}\n\nSOURCES: "
    changed = texts._replace(text=texts.text.replace(there, instead, 1))
    assert changed != texts
    assert not list(find_false_statements(read_text(texts, names_in(file), sides), case))
    assert list(find_false_statements(read_text(changed, names_in(file), sides), case))
