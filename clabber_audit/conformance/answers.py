"""What a program that is not ours is asked, and what it gave: an object, or a sentence about why there is none."""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple, Protocol

from clabber_audit.conformance.suite import Question
from clabber_audit.ground.errors import shown

Json = dict[str, Any]

#: The most bytes of an answer.
MOST: Final = 4 << 20


class Answer(NamedTuple):
    """What a program gave: an object, or a sentence about why there is none."""

    data: Json | None
    trouble: str = ""
    #: Whether it took too long, so that others may as well.
    slow: bool = False


class Program(Protocol):
    """A program that can be asked."""

    def ask(self, question: Question, rules: str | Json | None) -> Answer:
        """Its answer to a question under a ruleset: the id of a shipped one, one as data, or each hand's own."""

    def close(self) -> None:
        """End it."""


def task(question: Question, rules: str | Json | None) -> Json:
    """A question as a line for a program that reads lines."""
    told = {"id": question.id, "kind": question.kind, **question.given}
    return told if rules is None else {**told, "ruleset": rules}


def too_long(seconds: float) -> str:
    """What is said of a program that did not answer in time."""
    return f"it took longer than {seconds:g} s"


def parsed(printed: bytes) -> Answer:
    """What a program printed, as its answer."""
    if len(printed) > MOST:
        return Answer(None, f"the answer is too large (limit {MOST >> 20} MiB)")
    if not printed.strip():
        return Answer(None, "it printed nothing")
    try:
        data = json.loads(printed)
    except (ValueError, RecursionError):
        return Answer(None, f"the answer is not JSON: “{shown(printed.decode(errors='replace').strip())}”")
    if not isinstance(data, dict):
        return Answer(None, "the answer is not a JSON object")
    return Answer(data)
