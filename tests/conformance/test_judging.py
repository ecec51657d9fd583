"""An answer passes that says what the case says; what it says otherwise fails it, and what it need not say does not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from clabber_audit.conformance.score import compare, judge_answer
from clabber_audit.conformance.suite import ProgramAnswer, Suite, SuiteQuestion, load
from tests.cli import call

Json = dict[str, Any]


@pytest.fixture(scope="module")
def suite() -> Suite:
    return load()


def ideal(question: SuiteQuestion, *, details: bool = True) -> Json:
    answer = deepcopy(question.expect | (question.details if details else {}))
    for finding in answer.get("findings", ()):
        finding.setdefault("seat", None)
        finding.setdefault("at", None)
    for claim in answer.get("claims", ()):
        infraction = claim.pop("infraction", None)
        named = [one["infraction"] for one in answer["findings"]]
        claim["finding"] = None if infraction is None else named.index(infraction)
    for hand in answer.get("hands", ()):
        hand.update(
            {key: None for key, value in hand.items() if isinstance(value, dict) and "one_of" in value}
        )
    return answer


def spoil_answer(answer: Json) -> Iterator[Json]:
    """Yield the answer with one value wrong, each value in turn."""
    for path in places(answer, ()):
        wrong = deepcopy(answer)
        *way, last = path
        inner: Any = wrong
        for step in way:
            inner = inner[step]
        inner[last] = "wrong" if inner[last] != "wrong" else None
        yield wrong


def places(value: Any, way: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        if isinstance(inner, dict | list) and inner:
            yield from places(inner, (*way, key))
        elif not is_free(way, key, inner):
            yield (*way, key)


def is_free(way: tuple[Any, ...], key: Any, value: Any) -> bool:
    return key in ("claim", "number") or (
        way[:1] in (("findings",), ("claims",), ("hands",)) and value is None
    )


def test_what_is_expected_passes_and_every_other_answer_fails(suite: Suite) -> None:
    tried = 0
    for question in suite.questions:
        answer = ideal(question)
        assert not compare(question, answer).wrong_parts, question.id
        for wrong in spoil_answer(answer):
            assert compare(question, wrong).wrong_parts, (question.id, wrong)
            tried += 1
    assert tried > 5 * len(suite.questions)


def test_details_may_be_left_out(suite: Suite) -> None:
    for question in suite.questions:
        comparison = compare(question, ideal(question, details=False))
        assert not comparison.wrong_parts, question.id
        assert bool(comparison.left_out) == any(value is not None for value in question.details.values()), (
            question.id
        )


def test_nothing_else_may_be_left_out(suite: Suite) -> None:
    for question in suite.questions:
        for key in question.expect:
            answer = ideal(question)
            del answer[key]
            told = compare(question, answer).wrong_parts
            assert told, (question.id, key)
            assert any(f"“{key}”" in one for one in told), (question.id, told)


def test_our_own_published_rulings_pass_as_they_are(suite: Suite) -> None:
    for name in ("H04.1", "BE09.2"):
        question = suite.by_id[name]
        record = json.dumps(question.given["record"]).encode()
        done = call("rule", "-", "--ruleset", question.ruleset or "", "--format", "json", stdin=record)
        assert compare(question, json.loads(done.out)).wrong_parts == ()


def test_a_sentence_says_what_is_wrong(suite: Suite) -> None:
    """Case H04: East under-trumped in trick 3, North called that she did not follow."""
    question = suite.by_id["H04.1"]
    answer = ideal(question)
    answer["findings"] += [{"infraction": "exposed-card", "seat": "W", "at": 3, "verdict": "proven"}]
    answer["findings"][0]["seat"] = "W"
    answer["score"] = {"NS": 0, "EW": 162}
    answer["claims"][0]["verdict"] = "refuted"
    assert compare(question, answer).wrong_parts == (
        "a finding is missing: failure-to-overtrump by E, trick 3, at 11, proven, renege, provable from 14",
        "a finding was not expected: failure-to-overtrump by W, trick 3, at 11, proven, renege, provable from 14",
        "a finding was not expected: exposed-card by W, at 3, proven",
        "claim 0: upheld expected, refuted answered",
        "score: EW 0 NS 162 expected, NS 0 EW 162 answered",
    )


def test_what_is_not_as_expected_but_allowed_is_told_apart(suite: Suite) -> None:
    """The sources leave open if a claim that names the wrong kind is upheld (D-53)."""
    question, other = suite.by_id["H04.1"], suite.by_id["H04.3"]
    assert [name for _, name in question.otherwise] == [other.id]
    neither = {**ideal(question), "outcome": "scored"}
    for answer, verdict, took in (
        (ideal(question), "passed", "preference"),
        (ideal(other), "passed", other.id),
        (neither, "failed", None),
    ):
        result = judge_answer(question, ProgramAnswer(answer), [other])
        assert (result.verdict, result.took) == (verdict, took)


@pytest.mark.parametrize("wrong", [None, 7, "none", [1], {"NS": 1}, [[]], [{}], True])
def test_an_answer_of_any_form_is_told_and_never_a_traceback(suite: Suite, wrong: object) -> None:
    for name in ("H04.1", "J01.1", "A01.1", "BE01.1"):
        question = suite.by_id[name]
        for key in question.expect:
            assert compare(question, {**ideal(question), key: wrong}).wrong_parts, (name, key)
        for key in question.details:
            compare(question, {**ideal(question), key: wrong})


def test_numbers_and_truths_are_not_the_same(suite: Suite) -> None:
    question = next(question for question in suite.questions if question.details.get("sheet_agrees") is True)
    assert compare(question, {**ideal(question), "sheet_agrees": 1}).wrong_parts
