"""Compare answers with what a question expects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeGuard

from clabber_audit.conformance.suite import Question
from clabber_audit.core.errors import shown

Json = Mapping[str, Any]

#: What stands for a key that an answer does not have.
ABSENT: Final = object()
#: How much of a value is told.
_MOST: Final = 200


def differs(name: str, wanted: object, found: object) -> Iterator[str]:
    """A sentence where what was found is not what was wanted, or `ABSENT`."""
    if found is ABSENT:
        yield f"the answer has no “{name}”"
    elif not same(wanted, found):
        yield f"{name}: {told(wanted)} expected, {told(found)} answered"


def same(wanted: object, found: object) -> bool:
    """Whether two values are the same; `{"one_of": [...]}` wants any of several."""
    if isinstance(wanted, dict):
        if wanted.keys() == {"one_of"}:
            return any(same(one, found) for one in wanted["one_of"])
        if not isinstance(found, dict) or wanted.keys() != found.keys():
            return False
        return all(same(value, found[key]) for key, value in wanted.items())
    if isinstance(wanted, list):
        return isinstance(found, list) and len(wanted) == len(found) and all(map(same, wanted, found))
    # To Python a truth is a number.
    return isinstance(wanted, bool) == isinstance(found, bool) and wanted == found


def told(value: object) -> str:
    """A value as a person reads it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        if value.keys() == {"one_of"}:
            return " or ".join(map(told, value["one_of"]))
        return shown(" ".join(f"{key} {told(one)}" for key, one in value.items()) or "nothing", _MOST)
    if isinstance(value, list):
        return shown(" ".join(map(told, value)) or "nothing", _MOST)
    return shown(value)


def is_list_of_objects(value: object) -> TypeGuard[list[Json]]:
    """Whether a value is a list of JSON objects."""
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)


def of_game(expect: Json, answer: Json) -> Iterator[str]:
    """What is wrong with a scorecard, which has one game here; an answer may also be that game by itself."""
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


def of_position(part: str, wanted: object, answer: Json) -> Iterator[str]:
    """What is wrong with one part; cards that may be played are a set, and which of two equal ones does not matter."""
    found = answer.get(part, ABSENT)
    if isinstance(wanted, list) and isinstance(found, list) and all(isinstance(card, str) for card in found):
        if set(wanted) != set(found):
            yield f"{part}: {' '.join(wanted)} expected, {shown(' '.join(found)) or 'none'} answered"
    else:
        yield from differs(part, wanted, found)


#: What every finding of an answer has, and what it may have.
_NEEDED: Final = ("infraction", "seat", "at", "verdict")
_SOFT: Final = ("trick", "provable_from")


class Tally:
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


def of_hand(part: str, expect: Json, answer: Json, tally: Tally) -> Iterator[str]:
    """What is wrong with one part of an answer, a sentence each; what it finds is counted."""
    if part == "findings":
        yield from _findings(expect[part], answer.get(part), tally)
    elif part == "claims":
        yield from _claims(expect[part], answer)
    else:
        yield from differs(part, expect[part], answer.get(part, ABSENT))
        if part == "outcome" and "reneging_team" in expect:
            yield from differs("reneging_team", expect["reneging_team"], answer.get("reneging_team", ABSENT))


def _findings(expected: Sequence[Json], found: object, tally: Tally) -> Iterator[str]:
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
