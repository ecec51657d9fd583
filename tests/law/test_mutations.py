"""Mutation tests of the casebook: a case fails if an infraction is dropped or a toggle changed.

Only cases that pass under the original law can notice a change. Hands are parsed and laws made once; the search stops
at the first case that fails, and begins with the likeliest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations
from typing import Any, Final, get_args, get_type_hints

import pytest

from clabber_audit.games import load_games
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.games.clabber.toggles import MeldValues, Toggles
from clabber_audit.games.game import Game
from clabber_audit.judge.comparison import law_with
from clabber_audit.records.vocabulary import Mark
from clabber_audit.rules.answers import is_number, list_choices, types_of
from clabber_audit.rules.bound_ruleset import BoundInfraction, BoundRuleset, law_of
from clabber_audit.rules.infractions import infractions, infractions_of
from clabber_audit.rules.ruleset import load
from tests import casebook
from tests.casebook import Case, Question, cases, family_cases, ruleset_of
from tests.rules import ADDED, OF_CLABBER, list_answers
from tests.scale import at_scale
from tests.second_opinion.toggles import LISTED

Change = Callable[[str], BoundRuleset]


def _fails(question: Question, change: Change) -> bool:
    return any(True for _ in casebook.failures(question, change(ruleset_of(question))))


@cache
def _passing_cases() -> tuple[Case, ...]:
    """Return the cases that pass under the original law."""
    return tuple(
        case for case in cases() if not any(_fails(question, casebook.law_by) for question in case.questions)
    )


def _pick_questions(change: Change, likely: Iterable[str]) -> Iterator[Question]:
    """Yield the questions that a change of the law may affect, the likeliest cases first."""
    lines = [word for word in likely if len(word) > 3]

    def unlikely(case: Case) -> int:
        return -sum(word in f"{case.file} {case.title} {case.questions}".lower() for word in lines)

    for case in sorted(_passing_cases(), key=lambda case: (lines[0] not in case.file, unlikely(case))):
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
    """Return a change of the penalty of an infraction in every law that has it, or of its removal."""

    @cache
    def change(words: str) -> BoundRuleset:
        base = casebook.law_by(words)
        parts = {name: getattr(base, name) for name in base._fields if name not in ("ruleset", "toggles")}
        changed = base._replace(
            **{name: _replace_price(part, infraction, price) for name, part in parts.items()}
        )
        return base if changed == base else changed

    return change


def _change_toggle(toggle: str, answer: object) -> Change:
    """Return a change that gives a toggle one answer in every law with another answer."""

    @cache
    def change(words: str) -> BoundRuleset:
        base = casebook.law_by(words)
        return (
            base if getattr(base.toggles, toggle) == answer else casebook.with_answers(base, {toggle: answer})
        )

    return change


@pytest.mark.full
def test_casebook_passes() -> None:
    """Nearly all cases pass; a case that fails anyway cannot notice a change."""
    assert len(_passing_cases()) > 0.9 * len(cases())


#: Infractions of the Bid Euchre family alone.
FAMILY: Final = [name for name in infractions() if name not in infractions_of(CLABBER)]


@pytest.mark.parametrize("infraction", [*LISTED, *ADDED, *FAMILY][:: at_scale(6, 1)])
def test_removed_infraction_is_noticed(infraction: str) -> None:
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
def test_changed_penalty_is_noticed(infraction: str, price: str) -> None:
    """An infraction at any penalty that some ruleset does not set for it."""
    assert _is_noticed(_reprice(infraction, price), [infraction])


#: Parameter -> values so different that some hand of the casebook notices.
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


def _list_other_answers(toggle: str) -> list[object]:
    """Return the answers to a toggle that some shipped ruleset does not give; for a mark, an unused one."""
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


FLIPS: Final = [(toggle, answer) for toggle in Toggles._fields for answer in _list_other_answers(toggle)]


#: All numbers, and some of the other answers, which `PAIRS` tries as well.
TRIED: Final = [
    (toggle, answer)
    for at, (toggle, answer) in enumerate(FLIPS)
    if is_number(types_of(CLABBER)[toggle]) or at % at_scale(6, 1) == 0
]


@pytest.mark.parametrize(("toggle", "answer"), TRIED, ids=lambda value: str(value))
def test_changed_toggle_is_noticed(toggle: str, answer: object) -> None:
    assert _is_noticed(_change_toggle(toggle, answer), [toggle, *toggle.split("_"), str(answer)]), (
        f"{toggle} = {answer} changes no ruling of tests/cases: add a case, or other values to PARAMETERS"
    )


#: Toggle that no hand can test -> the place where it is tested.
ELSEWHERE: Final = {
    **dict.fromkeys(("players", "partners", "pack"), "a record says who sits there, and with what pack"),
    **dict.fromkeys(("table_tie", "passed_hand_counts", "zero_doubles"), "of an evening: tests/league"),
}
_BIDS: Final = (
    *(
        ("none", "pepper_loner"),
        ("peppers", "pepper_loner"),
        ("peppers", "pfeffer"),
        ("peppers", "high_card"),
    ),
    *(("pepper_loner", "pfeffer"), ("pepper_loner", "high_card"), ("pfeffer", "high_card")),
)
#: Pairs of answers without a case that distinguishes them, with the reason.
ALIKE: Final = {
    **dict.fromkeys((("special_bids", *pair) for pair in _BIDS), "no rules can be scored with both"),
    ("all_pass", "joker_3", "no_trump"): "no rules have both a joker and hands at no trump that nobody bid",
    ("exchange", "passed_card", "best_for_worst"): "no rules have the bids for both",
    ("scoring", "dirty_clubs", "eau_claire"): "one has sides and the other has none",
    ("end", "time_limit", "ten_games"): "of an evening: tests/league",
    (
        "dealing",
        "threes",
        "packets",
    ): "a record notes that cards were not dealt singly, not how many at a time",
    ("renege_penalty", "two_points", "points"): "the usual price in points is two",
}


def _list_pairs() -> Iterator[tuple[Game, str, Any, Any]]:
    """Yield every two answers of each toggle; of the bids forced on a dealer only that of three."""
    for game in load_games():
        for toggle, kind in types_of(game).items():
            answers = [
                answer
                for answer in list_choices(kind)
                if not (is_number(kind) and isinstance(answer, int))
                and (not str(answer).startswith("dealer_") or answer in ("dealer_3", "dealer_left"))
            ]
            if toggle not in ELSEWHERE:
                yield from ((game, toggle, *pair) for pair in combinations(answers, 2))


@cache
def _tells_apart(question: Question, game: Game, toggle: str, one: object, other: object) -> bool:
    words = ruleset_of(question)
    base = casebook.law_by(words)
    if base.game is not game or getattr(base.toggles, toggle) is None:
        return False
    laws = [law for answer in (one, other) if (law := law_with(base, {toggle: answer}))]
    first, *rest = ([*casebook.failures(question, law)] for law in laws) if len(laws) == 2 else ([],)
    return any(first != second for second in rest)


#: All pairs of Clabber, where an unused answer is most likely; some of the family.
PAIRS: Final = [
    pair for at, pair in enumerate(_list_pairs()) if pair[0] is CLABBER or at % at_scale(10, 1) == 0
]


@pytest.mark.parametrize(
    ("game", "toggle", "one", "other"), PAIRS, ids=lambda value: str(getattr(value, "id", value))
)
def test_every_two_answers_of_a_toggle_differ_in_a_case(
    game: Game, toggle: str, one: object, other: object
) -> None:
    """An answer that no code reads has the same rulings as another one, even if a case names it."""
    words = [toggle, *toggle.split("_"), str(one), str(other)]

    def unlikely(case: Case) -> tuple[bool, int]:
        text = f"{case.file} {case.title} {case.questions}".lower()
        return toggle not in text, -sum(word.lower() in text for word in words if len(word) > 3)

    questions = (
        question
        for case in sorted([*cases(), *family_cases()], key=unlikely)
        for question in case.questions
        if _tells_apart(question, game, toggle, one, other)
    )
    differ = next(questions, None) is not None
    assert differ is ((toggle, one, other) not in ALIKE), (
        f"{toggle}: no case has another ruling under {one} than under {other}"
    )
