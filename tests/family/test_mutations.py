"""The family's book would notice: with a question answered otherwise, a case comes out otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import pytest

from clabber_audit.games.bid_euchre.toggles import Toggles
from tests.family.book import Asked, book, disagreements
from tests.family.program import Program
from tests.family.rules import NAMES, answers_of
from tests.scale import scaled

#: Questions that no case of a hand can turn on, and where they are asked instead.
ELSEWHERE: Final = {
    "players": "a record says who sits there, and is refused under rules for others",
    "partners": "no table of two sides can be told as one of four, nor the other way round",
    "pack": "a record says with what pack",
    "cards_each": "a record says how many cards each was dealt",
    "dealing": "tests/cases/infractions/dealt-unevenly.md",
    "misdeal_until": "tests/cases/infractions/dealt-out-of-order.md",
    "annulled_deal": "tests/family/test_program.py, of the next dealer",
    "out_of_turn": "tests/family/test_program.py, of what a finding costs",
    "wrong_exchange": "tests/family/test_program.py, of what a finding costs",
    "partner_plays": "tests/family/test_scores.py",
    "end": "tests/scorecard, as a game ends by the clock",
    "correction": "no record says that a card was taken back",
    "upcard": "no card is turned up in the games that do not ask",
    "alone": "nobody chooses to play alone where the game does not ask",
    "zero_doubles": "tests/scorecard, as the game is settled",
    "table_tie": "tests/league, as the evening goes on",
    "passed_hand_counts": "tests/league, as the evening goes on",
}


class Changed(Program):
    """The program under rules with one question answered otherwise."""

    def __init__(self, toggle: str, answer: object) -> None:
        self.changed = {toggle: answer}

    def rule(self, record: dict[str, Any], toggles: dict[str, Any]) -> dict[str, Any]:
        return super().rule(record, {**toggles, **self.changed})

    def legal(self, ruleset: str, toggles: dict[str, Any], trump: str, table: list[str], hand: list[str]) -> list[str]:
        return super().legal(ruleset, {**toggles, **self.changed}, trump, table, hand)

    def winner(self, ruleset: str, toggles: dict[str, Any], trump: str, table: list[str]) -> int:
        return super().winner(ruleset, {**toggles, **self.changed}, trump, table)


def _answers(hint: Any) -> Iterator[object]:
    """Every answer that a question allows; of a number none by itself."""
    if get_origin(hint) is Literal:
        yield from get_args(hint)
    else:
        for part in get_args(hint):
            yield from _answers(part)


def _asked(toggle: str, answer: object) -> list[Asked]:
    """The cases in which it would be another answer."""
    return [
        one
        for one in book()
        if toggle not in one.block.toggles and getattr(answers_of(one.block.ruleset), toggle) not in (None, answer)
    ]


def _flips() -> Iterator[tuple[str, object]]:
    for toggle, hint in get_type_hints(Toggles).items():
        given = {getattr(answers_of(name), toggle) for name in NAMES} - {None}
        numbers = [one for one in given if isinstance(one, int)]
        others = [*_answers(hint), *([max(numbers) + 1] if numbers else [])]
        for answer in dict.fromkeys(others):
            # Only the pack of one game has a joker to oblige anybody.
            if answer != "joker_3" and toggle not in ELSEWHERE and given - {answer}:
                yield toggle, answer


FLIPS: Final = [(toggle, answer) for toggle, answer in _flips() if _asked(toggle, answer)]


@pytest.mark.parametrize(("toggle", "answer"), FLIPS[:: scaled(8, 1)], ids=lambda value: str(value))
def test_a_question_answered_otherwise_is_noticed(toggle: str, answer: object) -> None:
    assert any(disagreements(one.block, Changed(toggle, answer)) for one in _asked(toggle, answer))


def test_nearly_every_question_is_asked_by_the_book() -> None:
    asked = {toggle for toggle, _ in FLIPS}
    assert asked | set(ELSEWHERE) >= {*Toggles._fields} - {"start"}
    assert len(asked) > 30
