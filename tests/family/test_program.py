"""The program's rulings compared with the second opinion; the casebook notices every changed answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any, Final, get_type_hints

import pytest

from clabber_audit.games.bid_euchre.toggles import BidEuchreToggles
from clabber_audit.games.parse import parse_hand
from clabber_audit.rules.book import Book, Decision
from clabber_audit.rules.bound_ruleset import BoundRuleset, law_of, law_on, with_book
from tests.casebook import failures, family_cases
from tests.conformance.expected import of_hand
from tests.family.book import CaseQuestion, book, list_sourced, opinion_failures
from tests.family.makers.records import records
from tests.family.opinion.claims import COMMON_INCIDENTS
from tests.family.opinion.findings import KNOWN
from tests.family.opinion.judging import rule
from tests.family.opinion.laws import ELSEWHERE, TRIED, VALUES, read_answers
from tests.family.opinion.table import Record, seats_of
from tests.family.program import answers_of, change_law, describe_ruling
from tests.family.test_toggles import NUMBERS
from tests.random_records.events import with_events
from tests.rules import OF_BID_EUCHRE, list_answers, rule_on
from tests.scale import at_random, at_scale

#: Infractions that a claim may name.
CLAIMABLE: Final = (*KNOWN, *COMMON_INCIDENTS.values())


#: Penalties without effect. Whether a second call is void or noted makes no difference (BD-18).
_MILD = ("void", "note")


def _findings(ruling: dict[str, Any]) -> list[tuple[Any, ...]]:
    return sorted(
        (
            *(str(one[key]) for key in ("seat", "infraction", "at", "place")),
            "mild" if one["penalty"] in _MILD else one["penalty"],
            str(one["provable_from"]) if one["infraction"] == "failure-to-follow" else "",
        )
        for one in ruling["findings"]
        if one.get("verdict", "proven") == "proven"
    )


def _check_agreement(record: Record, changed: dict[str, Any] | None = None) -> None:
    law = change_law(record["ruleset"], changed or {})
    ours, theirs = describe_ruling(rule_on(record, law)), rule(record, changed)
    for data in (ours, theirs):
        hickeys = {side: count for side, count in data["hickeys"].items() if count}
        data |= {"findings": _findings(data), "hickeys": hickeys}
    assert ours == {key: theirs[key] for key in ours}, (changed, json.dumps(record))


def test_program_agrees_with_the_second_opinion() -> None:
    for record in records(2026, at_random(160, 10_000)):
        _check_agreement(record)


def _other_answers(name: str) -> list[dict[str, Any]]:
    """Return toggles that change calls, play or scores under a ruleset."""
    return [read_answers([words]) for words in (*TRIED["all"], *TRIED.get(name, ()))]


@pytest.mark.parametrize("name", OF_BID_EUCHRE[:: at_scale(4, 1)])
def test_they_agree_with_changed_toggles(name: str) -> None:
    """Calls, naming, exchanges, departures, leads, scores and winners, all in complete rulings."""
    for changed in _other_answers(name):
        for record in records(70, at_random(4, 120), (name,), changed):
            _check_agreement(record, changed)


#: Date of the hands, on which a decision of the club is in force.
DAY: Final = date(2025, 6, 15)


def _add_decisions(base: BoundRuleset, changed: dict[str, Any], random: Random) -> BoundRuleset | None:
    """Return a ruleset with a book that changes toggles on the day of the hand only.

    Return None if no row asks one of the questions.
    """
    decisions = list[Decision]()
    for toggle, answer in changed.items():
        row, usual = base.game.questions[toggle].row, getattr(base.toggles, toggle)
        if not row.startswith("BD-") or usual is None:
            return None
        days = (DAY - timedelta(400), DAY - timedelta(random.randrange(399)), DAY + timedelta(1))
        for day, given in zip(days, (usual, answer, usual), strict=True):
            number = f"{len(decisions) + 1}"
            before = decisions[-1].number if day != days[0] else None
            decisions.append(
                Decision(number=number, date=day, question=row, answer={toggle: given}, overrules=before)
            )
    return with_book(base, Book("Corner Bar", tuple(decisions)))


@pytest.mark.parametrize("name", OF_BID_EUCHRE)
def test_decision_in_force_on_the_day_is_law(name: str) -> None:
    """Toggles and penalties are not those of an earlier decision, or of a later one that overrules it."""
    (record,) = records(92, 1, (name,))
    dated = parse_hand(json.dumps({**record, "context": {"date": str(DAY)}}).encode()).record
    tried = 0
    for changed in _other_answers(name):
        if law := _add_decisions(law_of(name), changed, Random(f"{name} {changed}")):
            ours, expected = law_on(law, dated), change_law(name, changed)
            assert (ours.toggles, ours.ruleset.penalties) == (expected.toggles, expected.ruleset.penalties)
            tried += 1
    assert tried > 3


def test_they_agree_on_claims_of_every_infraction() -> None:
    """Both refute claims of infractions that did not happen."""
    for record in records(41, at_random(160, 3_200)):
        random, seats = Random(f"claims {record['id']}"), seats_of(record)
        at, names = len(record["plays"]), random.sample(CLAIMABLE, len(CLAIMABLE))
        pairs = [random.sample(seats, 2) for _ in names]
        record["claims"] = [
            {"by": by, "against": against, "at": at, "infraction": name}
            for (by, against), name in zip(pairs, names, strict=True)
        ]
        _check_agreement(record)


def test_they_agree_on_incidents_and_agreements() -> None:
    """Retracted and half shown cards, gathered tricks, outsiders, agreements, and the order within a moment."""
    for number, record in enumerate(records(42, at_random(120, 3_200))):
        _check_agreement(with_events(record, Random(number)))


#: Questions on which no case of a hand can turn; `scores.md` has a hand for each number that a house may set.
NOT_ASKED: Final = {*ELSEWHERE, *(NUMBERS - {"agreements", "exchange_cards"})}

JUDGES: Final[dict[str, Callable[[CaseQuestion, dict[str, Any]], Iterator[str]]]] = {
    "program": lambda asked, toggles: failures(asked.question, change_law(asked.ruleset, toggles)),
    "opinion": opinion_failures,
}
CASES: Final = {"program": [*book()], "opinion": list_sourced()}


def _select_cases(judge: str, toggle: str, answer: object) -> list[CaseQuestion]:
    """Return the cases whose game has another answer; `no_trump` only in the Clubs games (B-091)."""
    return [
        asked
        for asked in CASES[judge]
        for usual in [answers_of(asked.ruleset)]
        if toggle not in asked.toggles and getattr(usual, toggle) not in (None, answer)
        if answer != "no_trump" or usual.upcard == "club_is_trump"
    ]


def _list_flips(judge: str) -> Iterator[tuple[str, str, object]]:
    """Yield changed answers: for the program all, for the second opinion those that it knows."""
    for toggle, hint in get_type_hints(BidEuchreToggles).items():
        numbers = [one for name in OF_BID_EUCHRE if isinstance(one := getattr(answers_of(name), toggle), int)]
        known = [*list_answers(hint), *([max(numbers) + 1] if numbers else [])]
        for answer in known if judge == "program" else VALUES.get(toggle, ()):
            # Only one game has a joker, which can oblige a seat to bid.
            if answer != "joker_3" and toggle not in NOT_ASKED and _select_cases(judge, toggle, answer):
                yield judge, toggle, answer


FLIPS: Final = [flip for judge in JUDGES for flip in _list_flips(judge)]


@pytest.mark.parametrize(("judge", "toggle", "answer"), FLIPS[:: at_scale(8, 1)], ids=str)
def test_changed_toggle_is_noticed(judge: str, toggle: str, answer: object) -> None:
    """Some case of the casebook has another result."""
    assert any(
        any(True for _ in JUDGES[judge](asked, {**asked.toggles, toggle: answer}))
        for asked in _select_cases(judge, toggle, answer)
    )


@pytest.mark.parametrize(
    ("judge", "questions"), [("program", {*BidEuchreToggles._fields} - {"start"}), ("opinion", {*VALUES})]
)
def test_casebook_depends_on_nearly_every_toggle(judge: str, questions: set[str]) -> None:
    asked = {toggle for one, toggle, _ in FLIPS if one == judge}
    assert asked | NOT_ASKED >= questions
    assert len(asked) > 30


@pytest.mark.parametrize("asked", list_sourced(), ids=lambda asked: asked.id)
def test_second_opinion_agrees_with_the_casebook(asked: CaseQuestion) -> None:
    assert list(opinion_failures(asked, asked.toggles)) == []


def test_casebook_is_complete() -> None:
    """The sources have 60 cases; `readings.md` and `numbers.md` are our own."""
    own = ("readings.md", "numbers.md")
    assert len([case for case in family_cases() if Path(case.file).name not in own]) == 60
    assert len([asked for asked in book() if asked.file not in own]) == 128


@pytest.mark.parametrize("line", ["wind NS", "score NS", "after NS many", "trick S", "outcome", "find X"])
def test_unknown_expectation_is_refused(line: str) -> None:
    with pytest.raises((ValueError, IndexError)):
        of_hand((line,), "bid-euchre")
