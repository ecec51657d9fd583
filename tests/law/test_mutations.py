"""Mutation tests of the casebook: a case fails if an infraction is dropped or a toggle answered differently.

Only cases that come out as expected under the law itself can notice anything. Hands are parsed and laws made once; the
search stops at the first case that fails, and begins with the likeliest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, Final, get_args, get_type_hints

import pytest

from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.games.clabber.toggles import MeldValues, Toggles
from clabber_audit.records.vocabulary import Mark
from clabber_audit.rules.bound_ruleset import BoundInfraction, BoundRuleset, law_of
from clabber_audit.rules.infractions import infractions, infractions_of
from clabber_audit.rules.ruleset import load
from tests import casebook
from tests.casebook import Case, Question, cases, ruleset_of
from tests.rules import ADDED, OF_CLABBER, list_answers
from tests.scale import at_scale
from tests.second_opinion.toggles import LISTED

Change = Callable[[str], BoundRuleset]


def _fails(question: Question, change: Change) -> bool:
    return any(True for _ in casebook.failures(question, change(ruleset_of(question))))


@cache
def _sound() -> tuple[Case, ...]:
    """Return the cases that come out as expected."""
    return tuple(
        case for case in cases() if not any(_fails(question, casebook.law_by) for question in case.questions)
    )


def _pick_questions(change: Change, likely: Iterable[str]) -> Iterator[Question]:
    """Yield the questions that a change of the law may affect, the likeliest cases first."""
    lines = [word for word in likely if len(word) > 3]

    def unlikely(case: Case) -> int:
        return -sum(word in f"{case.file} {case.title} {case.questions}".lower() for word in lines)

    for case in sorted(_sound(), key=lambda case: (lines[0] not in case.file, unlikely(case))):
        for question in case.questions:
            words = ruleset_of(question)
            if change(words) is not casebook.law_by(words):
                yield question


def _is_noticed(change: Change, likely: Iterable[str]) -> bool:
    return any(_fails(question, change) for question in _pick_questions(change, likely))


def _replace_price(part: Any, infraction: str, price: str | None) -> Any:
    """Return a field of a law with one infraction changed or dropped."""
    if isinstance(part, dict):
        return {key: _replace_price(value, infraction, price) for key, value in part.items()}
    if isinstance(part, tuple) and part and all(isinstance(item, BoundInfraction) for item in part):
        others = [
            bound._replace(penalty=price) if bound.infraction.id == infraction else bound for bound in part
        ]
        return tuple(bound for bound in others if bound.penalty)
    return part


def _reprice(infraction: str, price: str | None) -> Change:
    """Change the price of an infraction in every law that has it, or drop it."""

    @cache
    def change(words: str) -> BoundRuleset:
        base = casebook.law_by(words)
        parts = {name: getattr(base, name) for name in base._fields if name not in ("ruleset", "toggles")}
        changed = base._replace(
            **{name: _replace_price(part, infraction, price) for name, part in parts.items()}
        )
        return base if changed == base else changed

    return change


def _with(toggle: str, answer: object) -> Change:
    """Give one answer to a toggle in every law that has another."""

    @cache
    def change(words: str) -> BoundRuleset:
        base = casebook.law_by(words)
        return (
            base if getattr(base.toggles, toggle) == answer else casebook.with_answers(base, {toggle: answer})
        )

    return change


@pytest.mark.full
def test_the_casebook_is_sound() -> None:
    """Nearly all of it: a case that fails anyway can notice nothing."""
    assert len(_sound()) > 0.9 * len(cases())


#: Infractions of the Bid Euchre family alone.
FAMILY: Final = [name for name in infractions() if name not in infractions_of(CLABBER)]


@pytest.mark.parametrize("infraction", [*LISTED, *ADDED, *FAMILY][:: at_scale(6, 1)])
def test_an_infraction_taken_out_is_noticed(infraction: str) -> None:
    assert _is_noticed(_reprice(infraction, None), [infraction])


_COSTS: Final = {
    name: [load(ruleset).penalties.get(name) for ruleset in OF_CLABBER] for name in (*LISTED, *ADDED)
}
PRICES: Final = [
    (infraction, price)
    for infraction, costs in _COSTS.items()
    for price in CLABBER.penalties
    if any(cost and cost != price for cost in costs)
]


@pytest.mark.parametrize(("infraction", "price"), PRICES[:: at_scale(3, 1)])
def test_another_price_is_noticed(infraction: str, price: str) -> None:
    """An infraction at any price that some ruleset does not set for it."""
    assert _is_noticed(_reprice(infraction, price), [infraction])


#: For each parameter answers far enough from its own that a hand of the casebook can tell.
PARAMETERS: Final[dict[str, list[object]]] = {
    "target": [750],
    "renege_points": [50, "half"],
    "renege_melds": [False],
    "belle_until": ["trick_2"],
    "claim_until": ["scored"],
    "both_reach": ["makers"],
    "win_by": ["made_hand"],
    "correction": ["before_turned"],
    "agreements": ["binding"],
    "accused_turns": ["no_review"],
    # A ladder needs the hands of a night: tests/rulesets/test_houses.py.
    "repeat": [],
    **{f"meld_{name}": [1] for name in MeldValues._fields if name != "four_tens"},
}


def _answers(toggle: str) -> list[object]:
    """Return the answers to a toggle that some shipped ruleset does not give; of a mark, an unused one."""
    hint = get_type_hints(Toggles)[toggle]
    if hint is str and toggle not in PARAMETERS:
        used = {getattr(law_of(name).toggles, toggle) for name in OF_CLABBER}
        return [next(mark for mark in get_args(Mark) if mark not in used)]
    if toggle in PARAMETERS:
        return PARAMETERS[toggle]
    if ends := CLABBER.questions[toggle].range:
        return [end for end in ends if end != Toggles._field_defaults[toggle]]
    return [
        answer
        for answer in list_answers(hint)
        if any(getattr(law_of(name).toggles, toggle) != answer for name in OF_CLABBER)
    ]


FLIPS: Final = [(toggle, answer) for toggle in Toggles._fields for answer in _answers(toggle)]


@pytest.mark.parametrize(("toggle", "answer"), FLIPS[:: at_scale(6, 1)], ids=lambda value: str(value))
def test_a_question_answered_otherwise_is_noticed(toggle: str, answer: object) -> None:
    assert _is_noticed(_with(toggle, answer), [toggle, *toggle.split("_"), str(answer)])
