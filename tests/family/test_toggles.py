"""Every answer to every open question changes some ruling: none is a word without a meaning."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.family.book import book
from tests.family.makers.records import records
from tests.family.opinion.cards import winning_card
from tests.family.opinion.judging import Ruling, rule
from tests.family.opinion.laws import RULESETS, VALUES, law_of
from tests.family.opinion.table import Record
from tests.scale import scaled

#: Where a question is asked that not every ruleset can be asked sensibly.
ASKED_OF: dict[str, tuple[str, ...]] = {
    "joker_nt": ("hasenpfeffer",),
    "min_bid": ("bid-euchre",),
    "two_bid": ("bid-euchre", "pfeffer"),
    "two_can_win": ("bid-euchre", "pfeffer"),
    "pepper_play": ("bid-euchre",),
    "upcard": ("dirty-clubs",),
    "drop_out": ("dirty-clubs", "dirty-clubs-bumped"),
    "table_talk": ("eau-claire-clubs",),
    "misdeal_until": ("eau-claire-clubs",),
    "partner_plays": ("progressive-euchre", "double-hasenpfeffer"),
    "wrong_exchange": ("buckenpeffer", "progressive-euchre"),
    "out_of_turn": ("bid-euchre",),
    "win_on": ("bid-euchre",),
    "both_reach": ("pfeffer",),
    "both_renege": ("double-deck", "bid-euchre"),
    "target": ("bid-euchre",),
    "end": ("double-deck",),
    "equal_cards": ("double-deck",),
    "bowers": ("double-hasenpfeffer", "bid-euchre"),
    "no_trump": ("bid-euchre", "progressive-euchre", "buckenpeffer"),
    "annulled_deal": ("hasenpfeffer",),
    "deal_faults": ("bid-euchre",),
    "leader": ("pfeffer", "bid-euchre"),
}
#: Answers that only some games can live by.
ONLY_FOR: dict[tuple[str, Any], tuple[str, ...]] = {
    ("all_pass", "joker_3"): ("hasenpfeffer",),
    ("all_pass", "no_trump"): ("dirty-clubs", "eau-claire-clubs"),
    ("all_pass", "dealer_6"): ("double-hasenpfeffer", "double-deck"),
}


def asked_of(question: str, answer: Any) -> list[str]:
    """The rulesets to look at: those that do not give this answer anyhow."""
    names = ONLY_FOR.get((question, answer)) or ASKED_OF.get(question) or tuple(RULESETS)
    return [name for name in names if question in law_of(name, {}) and law_of(name, {})[question] != answer]


@cache
def by_default(ruleset: str) -> tuple[tuple[Record, Ruling], ...]:
    """Records of a ruleset and the rulings on them under its own answers."""
    return tuple((record, rule(record)) for record in records(5, 150, (ruleset,)))


def changes_a_case(question: str, answer: Any, names: list[str]) -> bool:
    """Whether some block of the book comes out otherwise."""
    for asked in book():
        block = asked.block
        if block.ruleset not in names or question in block.toggles:
            continue
        changed = {**block.toggles, question: answer}
        if block.record is not None:
            if rule(block.record, changed) != rule(block.record, block.toggles):
                return True
        elif block.position is not None and "winner" in block.expected:
            table, trump = block.position["table"], block.position["trump"]
            winners = [winning_card(table, trump, law_of(block.ruleset, law)) for law in (changed, block.toggles)]
            if winners[0] != winners[1]:
                return True
    return False


def changes_a_made_record(question: str, answer: Any, names: list[str]) -> bool:
    """Whether some random record comes out otherwise."""
    return any(
        rule(record, {question: answer}) != ruling for ruleset in names for record, ruling in by_default(ruleset)
    )


#: The answer everybody gives changes nothing by itself: that another one does, shows what it means.
ANSWERS = [(question, one) for question, answers in VALUES.items() for one in answers if asked_of(question, one)]


def test_every_question_is_asked() -> None:
    assert {question for question, _ in ANSWERS} == VALUES.keys()
    for question, answers in VALUES.items():
        assert len([one for asked, one in ANSWERS if asked == question]) >= len(answers) - 1


@pytest.mark.parametrize(("question", "answer"), ANSWERS[:: scaled(3, 1)], ids=lambda value: str(value))
def test_every_answer_changes_something(question: str, answer: Any) -> None:
    names = asked_of(question, answer)
    assert changes_a_case(question, answer, names) or changes_a_made_record(question, answer, names)


def test_an_answer_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="no reading"):
        law_of("bid-euchre", {"equal_cards": "both"})
    with pytest.raises(ValueError, match="no question"):
        law_of("bid-euchre", {"buck_set": "bid"})
