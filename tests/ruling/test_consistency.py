"""One story a ruling: no text of it says what its data, or another of its texts, denies.

The cases of both casebooks and some hundred simulated hands with claims are read back, from the plain text, the page
and the message; CI takes a fifth of the cases, full scale all. That the reader would notice is shown by texts
in which something was changed.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
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
from tests.ruling.consistency import RulingFacts, problems, wrong
from tests.ruling.statements import CARD, forms, names_in, read_page, read_text
from tests.scale import at_random, at_scale, in_share

_CASES: Final = (*casebook.cases(), *casebook.family_cases())
_RULESETS: Final = (
    "ecl-1992", "ecl-1984", "wp", "gamerules", "bid-euchre", "progressive-euchre", "pfeffer", "hasenpfeffer",
    "buckenpeffer", "dirty-clubs", "eau-claire-clubs", "double-deck", "double-hasenpfeffer",
)  # fmt: skip


@pytest.mark.full
@pytest.mark.parametrize("name", dict.fromkeys(case.file for case in _CASES))
def test_every_case_tells_one_story(name: str) -> None:
    for case in _CASES:
        for question in case.questions if case.file == name and in_share(case.id, share=8) else ():
            for hand in casebook.hands_of(question.text) if question.kind != "legal" else ():
                result = problems(dossier(adjudicate(hand, casebook.law_of_hand(question, hand))))
                assert not result, f"{name}, line {question.line}: {result}"


def _simulate_dossiers(seed: int, count: int, ruleset: str, anonymous: bool = False) -> Iterator[Dossier]:
    """Yield dossiers of hands that mostly break a rule; most of that is called, and some is called wrongly."""
    for record in simulate_hands(seed, count, 0.9, 0.8, ruleset):
        hand = parse_hand(json.dumps(record_data(record)).encode())
        yield dossier(adjudicate(hand, law_of(ruleset)), anonymous=anonymous)


@pytest.mark.parametrize("ruleset", _RULESETS[:: at_scale(4, 1, ci=2)])
def test_a_simulated_hand_tells_one_story(ruleset: str) -> None:
    for file in _simulate_dossiers(24, at_random(10, 500, share=50), ruleset):
        assert not (result := problems(file)), f"{file.ruling.replay.hand.record.id}: {result}"


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
    """Return the statements of a text about this hand; names of rules, quotes and footers are blanked."""
    quoted = text[text.find("\nSOURCES: ") : text.find("\nTHE SCORE\n")]
    own = text[: text.find("\nSIGNATURES\n")].replace(quoted, " " * len(quoted))
    return re.sub(r".* Sources below\.", lambda found: " " * len(found[0]), own)


@pytest.mark.parametrize("ruleset", ["ecl-1992", "wp", "pepper", "dirty-clubs"][:: at_scale(3, 1)])
def test_whatever_is_changed_in_a_text_is_noticed(ruleset: str) -> None:
    """Nineteen changes of twenty; the others make a true sentence of another, such as the seat in a sum of a meld."""
    random, noticed = Random(24), Counter[bool]()
    for file in _simulate_dossiers(5, at_random(4, 8, share=2), ruleset, anonymous=True):
        made, case, names = forms(file, whole=False), RulingFacts(file), names_in(file)
        sides = len(case.seating.sides)
        for start, stop, instead in _changes(_blank_quotes(made.text), random):
            changed = made._replace(text=made.text[:start] + instead + made.text[stop:])
            noticed[any(wrong(read_text(changed, names, sides), case))] += 1
    assert noticed[True] + noticed[False] >= 100, "there is something to change"
    assert noticed[True] >= 0.95 * noticed.total(), noticed


def test_what_is_changed_on_a_page_is_noticed() -> None:
    """Pictures, sums and the hand card by card have readers of their own on the page."""
    random, noticed = Random(24), Counter[bool]()
    for file in _simulate_dossiers(5, 8, "ecl-1992", anonymous=True):
        made, case, names = forms(file), RulingFacts(file), names_in(file)
        shown = made.page[: made.page.index("id=articles")]
        for result in re.finditer(
            r"(?<=<td>)\d{2,3}(?=</td>)|(?<=<td>)(?:North|East|South|West)(?=</td>)", shown
        ):
            other = (
                str(int(result[0]) + 1)
                if result[0].isdigit()
                else random.choice([s for s in _SEATS if s != result[0]])
            )
            changed = made._replace(page=made.page[: result.start()] + other + made.page[result.end() :])
            noticed[any(wrong(read_page(changed, names), case))] += 1
    assert noticed.total() >= 50, "there is something to change"
    assert noticed[True] >= 0.95 * noticed.total(), noticed
