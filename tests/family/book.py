"""Questions of the family's casebook, and the second opinion's answers to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from clabber_audit.records.formats import record_data
from tests import casebook
from tests.family.opinion.cards import legal_cards, winning_card
from tests.family.opinion.judging import publish, rule
from tests.family.opinion.laws import law_of, read_answers

Record = dict[str, Any]


class CaseQuestion(NamedTuple):
    """Question of a case, with its number in the case."""

    case: casebook.Case
    number: int
    question: casebook.Question

    @property
    def id(self) -> str:
        """Id of the question, such as `PF05.2` for the second of its case."""
        return f"{self.case.id}.{self.number}"

    @property
    def file(self) -> str:
        return Path(self.case.file).name

    @property
    def record(self) -> Record | None:
        """Record of the hand; None for a position."""
        if self.question.kind == "legal":
            return None
        return record_data(casebook.hand_of(self.question.text).record)

    @property
    def ruleset(self) -> str:
        return casebook.ruleset_of(self.question).split()[0]

    @property
    def toggles(self) -> dict[str, Any]:
        """Toggles that the question changes."""
        return read_answers(self.question.ruleset.split()[1:])


@cache
def book() -> tuple[CaseQuestion, ...]:
    """Return every question of the book."""
    return tuple(
        CaseQuestion(case, number, question)
        for case in casebook.family_cases()
        for number, question in enumerate(case.questions, start=1)
    )


def list_sourced() -> list[CaseQuestion]:
    """Return the questions for the second opinion: all except those about numbers that houses set."""
    return [question for question in book() if question.file != "numbers.md"]


def find_cited_rows(text: str) -> Iterator[str]:
    """Yield the rows that a text cites, including those of a range such as `B-019 to B-021`."""
    yield from re.findall(r"\bBD?-\d{2,3}\b", text)
    for kind, first, last in re.findall(r"\b(BD?)-(\d{2,3}) to \1-(\d{2,3})\b", text):
        yield from (f"{kind}-{number:0{len(first)}}" for number in range(int(first), int(last)))


def opinion_failures(question: CaseQuestion, toggles: dict[str, Any]) -> Iterator[str]:
    """Yield each difference between the second opinion and the expectation, with some toggles changed."""
    expected, record = question.question.expected, question.record
    if record is not None:
        return casebook.compare_data(expected, publish(rule(record, toggles)), "bid-euchre")
    given, law = casebook.read_position(expected), law_of(question.ruleset, toggles)
    legal = legal_cards(given.hand, given.trick, given.trump, law)
    return casebook.compare_position(expected, legal, winning_card(given.trick, given.trump, law) + 1)
