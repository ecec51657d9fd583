"""Whether an answer is what a question expects: what it says otherwise, and what it leaves unsaid that it may.

A program is held to what the case says and to nothing else. Of a finding the trick and the moment at which it could be
proven may be left out, and so may everything under `details`; what is there has to be right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from clabber_audit.conformance.comparing import ABSENT, Json, differs, is_list_of_objects, same, told
from clabber_audit.conformance.suite import Question
from clabber_audit.ground.errors import shown

#: The parts of answers, in the order in which they are told.
PARTS: Final = ("findings", "claims", "outcome", "score", "game", "legal", "winner")
#: What every finding of an answer has, and what it may have.
_NEEDED: Final = ("infraction", "seat", "at", "verdict")
_SOFT: Final = ("trick", "provable_from")


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
    expect, tally = question.expect, _Tally()
    if question.kind == "game":
        parts = {"game": tuple(_game(expect, answer))}
    elif question.kind == "position":
        parts = {name: tuple(_position(name, wanted, answer)) for name, wanted in expect.items()}
    else:
        parts = {name: tuple(_of_hand(name, expect, answer, tally)) for name in parts_of(question)}
    if question.details:
        parts["details"] = tuple(_details(question.details, answer, tally))
    found, missing, unexpected = map(tuple, (tally.found, tally.missing, tally.unexpected))
    return Held(parts, found, missing, unexpected, tally.given, tally.left_out)


class _Tally:
    """The infractions by how they were found, and how many details were given and left out."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.missing: list[str] = []
        self.unexpected: list[str] = []
        self.given = self.left_out = 0

    def count(self, *, given: bool) -> None:
        """One detail more."""
        if given:
            self.given += 1
        else:
            self.left_out += 1


# A hand


def _of_hand(part: str, expect: Json, answer: Json, tally: _Tally) -> Iterator[str]:
    if part == "findings":
        yield from _findings(expect[part], answer.get(part), tally)
    elif part == "claims":
        yield from _claims(expect[part], answer)
    else:
        yield from differs(part, expect[part], answer.get(part, ABSENT))
        if part == "outcome" and "reneging_team" in expect:
            yield from differs("reneging_team", expect["reneging_team"], answer.get("reneging_team", ABSENT))


def _findings(expected: Sequence[Json], found: object, tally: _Tally) -> Iterator[str]:
    if not is_list_of_objects(found):
        tally.missing += [wanted["infraction"] for wanted in expected]
        yield "the answer has no list “findings” of objects"
        return
    for place, finding in enumerate(found):
        lacking = [key for key in _NEEDED if key not in finding]
        if lacking:
            yield f"finding {place} of the answer has no " + " and no ".join(f"“{key}”" for key in lacking)
    left = list(found)
    for wanted in expected:
        match = next((finding for finding in left if _fits(wanted, finding)), None)
        if match is None:
            tally.missing.append(wanted["infraction"])
            yield f"a finding is missing: {_in_a_line(wanted)}"
            continue
        left.remove(match)
        tally.found.append(wanted["infraction"])
        for key in _SOFT:
            if key in wanted:
                tally.count(given=key in match)
    for finding in left:
        tally.unexpected.append(told(finding.get("infraction")))
        yield f"a finding was not expected: {_in_a_line(finding)}"


def _fits(wanted: Json, finding: Json) -> bool:
    return all(same(value, finding[key]) if key in finding else key in _SOFT for key, value in wanted.items())


def _in_a_line(finding: Json) -> str:
    who = finding.get("seat") or finding.get("team") or "nobody"
    parts = [f"{told(finding.get('infraction'))} by {told(who)}"]
    parts += [f"trick {told(finding['trick'])}"] if finding.get("trick") is not None else []
    parts += [f"at {told(finding['at'])}"] if "at" in finding else []
    parts += [told(finding[key]) for key in ("verdict", "penalty") if key in finding]
    if "provable_from" in finding:
        proven = finding["provable_from"]
        parts.append("never provable" if proven is None else f"provable from {told(proven)}")
    return ", ".join(parts)


def _claims(expected: Sequence[Json], answer: Json) -> Iterator[str]:
    weighed = answer.get("claims")
    if not is_list_of_objects(weighed):
        yield "the answer has no list “claims” of objects"
        return
    for wanted in expected:
        number = wanted["claim"]
        claim = next((one for place, one in enumerate(weighed) if same(number, one.get("claim", place))), None)
        if claim is None:
            yield f"claim {number} is not weighed"
            continue
        yield from differs(f"claim {number}", wanted["verdict"], claim.get("verdict", ABSENT))
        if "infraction" in wanted:
            yield from differs(f"what upholds claim {number}", wanted["infraction"], _linked(claim, answer))


def _linked(claim: Json, answer: Json) -> object:
    """The infraction of the finding that a claim names; None where it names none that there is."""
    place, found = claim.get("finding"), answer.get("findings")
    if type(place) is not int or not is_list_of_objects(found) or not 0 <= place < len(found):
        return None
    return found[place].get("infraction")


# A game, a position


def _game(expect: Json, answer: Json) -> Iterator[str]:
    """A scorecard has one game here; an answer may also be that game by itself."""
    games = answer.get("games", [answer])
    if not is_list_of_objects(games) or len(games) != 1:
        yield "the answer is not about one game"
        return
    (game,) = games
    for key, wanted in expect.items():
        if key == "hands":
            yield from _hands(wanted, game.get("hands"))
        else:
            yield from differs(key, wanted, game.get(key, ABSENT))


def _hands(expected: Sequence[Json], found: object) -> Iterator[str]:
    if not is_list_of_objects(found):
        yield "the answer has no list “hands” of objects"
        return
    for wanted in expected:
        number = wanted["number"]
        hand = next((one for one in found if same(number, one.get("number"))), None)
        if hand is None:
            yield f"hand {number} is missing"
            continue
        for key, value in wanted.items():
            yield from differs(f"{key} of hand {number}", value, hand.get(key, ABSENT))


def _position(part: str, wanted: object, answer: Json) -> Iterator[str]:
    """Cards that may be played are a set; which of two equal ones it is does not matter."""
    found = answer.get(part, ABSENT)
    if isinstance(wanted, list) and isinstance(found, list) and all(isinstance(card, str) for card in found):
        if set(wanted) != set(found):
            yield f"{part}: {' '.join(wanted)} expected, {shown(' '.join(found)) or 'none'} answered"
    else:
        yield from differs(part, wanted, found)


# Details


def _details(details: Json, answer: Json, tally: _Tally) -> Iterator[str]:
    for key, wanted in details.items():
        # What is null may be left out altogether.
        yield from _detail(key, wanted, answer.get(key, None if wanted is None else ABSENT), tally)


def _detail(name: str, wanted: object, found: object, tally: _Tally) -> Iterator[str]:
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
