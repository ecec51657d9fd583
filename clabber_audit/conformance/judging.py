"""Whether an answer is what a question expects: what it says otherwise, and what it leaves unsaid that it may.

A program is held to what the case says and to nothing else. Of a finding the trick and the moment at which it could be
proven may be left out, and so may everything under `details`; what is there has to be right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from clabber_audit.conformance.comparing import ABSENT, Json, differs, is_list_of_objects
from clabber_audit.conformance.judging_games import of_game, of_position
from clabber_audit.conformance.judging_hands import Tally, of_hand
from clabber_audit.conformance.suite import Question

#: The parts of answers, in the order in which they are told.
PARTS: Final = ("findings", "claims", "outcome", "score", "game", "legal", "winner")


class Held(NamedTuple):
    """An answer held against what is expected."""

    #: What is wrong, a sentence each, by the part of the answer; a part without any is right.
    parts: Mapping[str, tuple[str, ...]]
    #: The infractions that were expected and found, expected and not found, and not expected.
    found: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    unexpected: tuple[str, ...] = ()
    #: How many details it gives, and how many it leaves out.
    details: int = 0
    left_out: int = 0

    @property
    def wrong(self) -> tuple[str, ...]:
        """All that is wrong."""
        return tuple(sentence for part in self.parts.values() for sentence in part)


def parts_of(question: Question) -> tuple[str, ...]:
    """The parts of an answer that a question speaks of; a game is one."""
    if question.kind == "game":
        return ("game",)
    return tuple(name for name in PARTS if name in question.expect)


def unanswered(question: Question, why: str) -> Held:
    """No answer at all, so that no part of it is right."""
    return Held({"answer": (why,)}, missing=tuple(one["infraction"] for one in question.expect.get("findings", ())))


def held(question: Question, answer: Json) -> Held:
    """What is wrong with an answer."""
    expect, tally = question.expect, Tally()
    if question.kind == "game":
        parts = {"game": tuple(of_game(expect, answer))}
    elif question.kind == "position":
        parts = {name: tuple(of_position(name, wanted, answer)) for name, wanted in expect.items()}
    else:
        parts = {name: tuple(of_hand(name, expect, answer, tally)) for name in parts_of(question)}
    if question.details:
        parts["details"] = tuple(_details(question.details, answer, tally))
    found, missing, unexpected = map(tuple, (tally.found, tally.missing, tally.unexpected))
    return Held(parts, found, missing, unexpected, tally.given, tally.left_out)


def _details(details: Json, answer: Json, tally: Tally) -> Iterator[str]:
    for key, wanted in details.items():
        # What is null may be left out altogether.
        yield from _detail(key, wanted, answer.get(key, None if wanted is None else ABSENT), tally)


def _detail(name: str, wanted: object, found: object, tally: Tally) -> Iterator[str]:
    """One detail; of an object each of its keys, and of a list of objects each of theirs."""
    if found is ABSENT:
        tally.count(given=False)
    elif isinstance(wanted, dict) and isinstance(found, dict):
        for key, value in wanted.items():
            yield from _detail(f"{name}, {key}", value, found.get(key, ABSENT), tally)
    elif is_list_of_objects(wanted) and is_list_of_objects(found) and len(found) >= len(wanted):
        for place, (value, other) in enumerate(zip(wanted, found, strict=False), 1):
            yield from _detail(f"{name} {place}", value, other, tally)
    else:
        tally.count(given=True)
        yield from differs(name, wanted, found)
