"""What a program scores: each question passed, failed or not supported; ambiguities apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.conformance.answers import Answer, Program
from clabber_audit.conformance.judging import PARTS, Held, held, parts_of, unanswered
from clabber_audit.conformance.suite import FORMAT, Question, Suite
from clabber_audit.ground.errors import Exit, shown

Json = dict[str, Any]
Verdict = Literal["passed", "failed", "unsupported"]

#: How often in a row a program may take too long before the rest is left.
_PATIENCE: Final = 5
#: What is told of the infractions of an answer.
_FOUND: Final = (attrgetter("found"), attrgetter("missing"), attrgetter("unexpected"))


class Result(NamedTuple):
    """What came of one question."""

    question: Question
    verdict: Verdict
    #: The answer held against what is expected, or that which it took; None where it is not supported.
    held: Held | None
    #: What is wrong, or why it is not supported, a sentence each.
    why: tuple[str, ...]
    #: Where the sources leave the answer open: "preference", or the question whose answer was taken; None for neither.
    took: str | None = None


class Count(NamedTuple):
    """How many questions came to what."""

    passed: int
    failed: int
    unsupported: int

    @property
    def asked(self) -> int:
        """All of them."""
        return sum(self)


class Score(NamedTuple):
    """All that came of it."""

    suite: Suite
    command: str
    results: tuple[Result, ...]

    @property
    def plain(self) -> tuple[Result, ...]:
        """The questions that have one answer under a published ruleset."""
        return tuple(one for one in self.results if not one.question.otherwise and not one.question.is_variant)

    @property
    def variants(self) -> tuple[Result, ...]:
        """The questions under rules that come with them as data."""
        return tuple(one for one in self.results if one.question.is_variant)

    @property
    def open(self) -> tuple[Result, ...]:
        """The questions on which the sources allow others."""
        return tuple(one for one in self.results if one.question.otherwise)

    @property
    def chapters(self) -> Iterator[tuple[str, str, Count]]:
        """The chapters by their names and titles, and what came of their plain questions."""
        for name, title in self.suite.chapters.items():
            found = count(one for one in self.plain if one.question.case.chapter == name)
            if found.asked:
                yield name, title, found

    @property
    def answered(self) -> Iterator[tuple[Question, Held]]:
        """The questions that are supported, and how their answers hold."""
        return ((one.question, one.held) for one in self.results if one.held)

    @property
    def parts(self) -> dict[str, tuple[int, int]]:
        """How often each part of an answer is right, and how often wrong or missing."""
        tally: dict[str, list[int]] = {}
        for question, found in self.answered:
            for name in parts_of(question):
                tally.setdefault(name, [0, 0])[found.parts.get(name) != ()] += 1
        return {name: (tally[name][0], tally[name][1]) for name in PARTS if name in tally}

    @property
    def infractions(self) -> dict[str, tuple[int, int, int]]:
        """How often each infraction that is expected or answered was found, missed, and found where it is not."""
        lists = [Counter(name for _, one in self.answered for name in told(one)) for told in _FOUND]
        found, missing, unexpected = lists
        return {name: (found[name], missing[name], unexpected[name]) for name in sorted(found | missing | unexpected)}

    @property
    def details(self) -> tuple[int, int]:
        """How many details were given, and how many left out."""
        held = [one for _, one in self.answered]
        return sum(one.details for one in held), sum(one.left_out for one in held)

    @property
    def is_whole(self) -> bool:
        """Whether every question of the suite was asked."""
        return len(self.results) == len(self.suite.questions)

    @property
    def code(self) -> Exit:
        """Findings where anything failed; undecided where something is not supported."""
        found = count(self.results)
        return Exit.FINDINGS if found.failed else Exit.UNDECIDED if found.unsupported else Exit.DONE


def count(results: Iterable[Result]) -> Count:
    """How many came to what."""
    verdicts = [one.verdict for one in results]
    return Count(verdicts.count("passed"), verdicts.count("failed"), verdicts.count("unsupported"))


def results(suite: Suite, questions: Sequence[Question], asked: Program) -> Iterator[Result]:
    """What comes of each question, one after the other; the program is ended after the last."""
    by_id, slow = suite.by_id, 0
    try:
        for question in questions:
            if slow >= _PATIENCE:
                why = f"not asked: {_PATIENCE} times in a row it took too long; give more time with --timeout"
                yield _failed(question, why)
                continue
            rules = question.ruleset
            answer = asked.ask(question, suite.rulesets[rules] if rules and question.is_variant else rules)
            slow = slow + 1 if answer.slow else 0
            yield judged(question, answer, [by_id[name] for _, name in question.otherwise])
    finally:
        asked.close()


def judged(question: Question, answer: Answer, others: Sequence[Question] = ()) -> Result:
    """What comes of an answer; one that `others` expect is allowed, and told apart."""
    if answer.data is None:
        return _failed(question, answer.trouble)
    if "unsupported" in answer.data:
        return Result(question, "unsupported", None, (shown(answer.data["unsupported"], 200),))
    if "error" in answer.data:
        return _failed(question, f"it says: {shown(answer.data['error'], 200)}")
    found = held(question, answer.data)
    if not found.wrong:
        return Result(question, "passed", found, (), "preference" if others else None)
    for other in others:
        allowed = held(other, answer.data)
        if not allowed.wrong:
            return Result(question, "passed", allowed, (), other.id)
    return Result(question, "failed", found, found.wrong)


def _failed(question: Question, why: str) -> Result:
    return Result(question, "failed", unanswered(question, why), (why,))


def verdict(score: Score) -> str:
    """What may be said of the program, in a sentence or two."""
    version, found = score.suite.version, count(score.results)
    if found.failed:
        return f"Fails conformance {version}: {found.failed} of {found.asked} questions."
    if found.unsupported:
        return f"No wrong answer, but {found.unsupported} of {found.asked} questions are not supported."
    if not score.is_whole:
        return (
            f"Passes what was asked of conformance {version}, {found.asked} of {len(score.suite.questions)} questions."
        )
    _, left_out = score.details
    return f"Passes conformance {version}" + (f", {left_out} details left out." if left_out else ", with all details.")


def score_data(score: Score) -> Json:
    """The score as plain data."""
    preferred = [one for one in score.open if one.took == "preference"]
    allowed = [one for one in score.open if one.took not in (None, "preference")]
    opened = count(score.open)
    return {
        "format": FORMAT,
        "suite": {"version": score.suite.version, "sha256": score.suite.sha256, "whole": score.is_whole},
        "command": score.command,
        "verdict": verdict(score),
        **_counted(count(score.results)),
        "details": dict(zip(("given", "left_out"), score.details, strict=True)),
        "parts": {name: {"right": right, "wrong": wrong} for name, (right, wrong) in score.parts.items()},
        "infractions": {
            name: {"found": found, "missing": missing, "unexpected": unexpected}
            for name, (found, missing, unexpected) in score.infractions.items()
        },
        "ambiguities": {
            "preferred": len(preferred), "allowed": len(allowed), "neither": opened.failed,
            "unsupported": opened.unsupported,
        },
        "variants": _counted(count(score.variants)),
        "chapters": [{"chapter": name, "title": title, **_counted(found)} for name, title, found in score.chapters],
        "questions": [_told(one) for one in score.results],
    }  # fmt: skip


def _counted(found: Count) -> Json:
    return {"asked": found.asked, **found._asdict()}


def _told(result: Result) -> Json:
    told: Json = {"id": result.question.id, "verdict": result.verdict, "why": list(result.why)}
    return {**told, "took": result.took} if result.question.otherwise else told
