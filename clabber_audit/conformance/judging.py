"""Compare answers with what a question expects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeGuard

from clabber_audit.conformance.suite import SuiteQuestion
from clabber_audit.core.errors import printable

Json = Mapping[str, Any]

#: Stands for a key that an answer does not have.
ABSENT: Final = object()
_LONGEST: Final = 200
#: The parts of answers, in the order in which they are reported.
PARTS: Final = ("findings", "claims", "outcome", "score", "game", "legal", "winner")
#: The keys that each finding of an answer must have, and those it may leave out.
_REQUIRED: Final = ("infraction", "seat", "at", "verdict")
_OPTIONAL: Final = ("trick", "provable_from")


class AnswerComparison:
    """Answer compared with what a question expects."""

    def __init__(self) -> None:
        #: What is wrong, by the part of the answer; a part without any is right.
        self.parts: dict[str, tuple[str, ...]] = {}
        #: Infractions found as expected, missing, and not expected.
        self.found: list[str] = []
        self.missing: list[str] = []
        self.unexpected: list[str] = []
        #: Details given and left out.
        self.details = self.left_out = 0

    @property
    def wrong(self) -> tuple[str, ...]:
        """Everything that is wrong, a sentence each."""
        return tuple(sentence for part in self.parts.values() for sentence in part)

    def count_detail(self, *, is_given: bool) -> None:
        """Count one detail."""
        if is_given:
            self.details += 1
        else:
            self.left_out += 1


def parts_of(question: SuiteQuestion) -> tuple[str, ...]:
    """Return the parts of an answer that a question expects."""
    if question.kind == "game":
        return ("game",)
    return tuple(name for name in PARTS if name in question.expect)


def unanswered(question: SuiteQuestion, why: str) -> AnswerComparison:
    """Return the comparison if there is no answer at all."""
    comparison = AnswerComparison()
    comparison.parts["answer"] = (why,)
    comparison.missing = [one["infraction"] for one in question.expect.get("findings", ())]
    return comparison


def compare(question: SuiteQuestion, answer: Json) -> AnswerComparison:
    """Compare an answer with what a question expects."""
    expect, comparison = question.expect, AnswerComparison()
    for name in parts_of(question):
        wrong: Iterator[str]
        if name == "game":
            wrong = _compare_game(expect, answer)
        elif question.kind == "position":
            wrong = _compare_position(name, expect[name], answer.get(name, ABSENT))
        elif name == "findings":
            wrong = _compare_findings(expect[name], answer.get(name), comparison)
        elif name == "claims":
            wrong = _compare_claims(expect[name], answer)
        else:
            wrong = differs(name, expect[name], answer.get(name, ABSENT))
        comparison.parts[name] = tuple(wrong)
        if name == "outcome" and "reneging_team" in expect:
            team = differs("reneging_team", expect["reneging_team"], answer.get("reneging_team", ABSENT))
            comparison.parts[name] += tuple(team)
    if question.details:
        # A null may be left out altogether.
        comparison.parts["details"] = tuple(
            sentence
            for key, wanted in question.details.items()
            for sentence in _compare_detail(
                key, wanted, answer.get(key, None if wanted is None else ABSENT), comparison
            )
        )
    return comparison


def differs(name: str, wanted: object, actual: object) -> Iterator[str]:
    """Yield a sentence if a value is not the expected one, or `ABSENT`."""
    if actual is ABSENT:
        yield f"the answer has no “{name}”"
    elif not _is_same(wanted, actual):
        yield f"{name}: {_in_words(wanted)} expected, {_in_words(actual)} answered"


def _is_same(wanted: object, actual: object) -> bool:
    """Compare two values; `{"one_of": [...]}` expects any of several."""
    if isinstance(wanted, dict):
        if wanted.keys() == {"one_of"}:
            return any(_is_same(one, actual) for one in wanted["one_of"])
        if not isinstance(actual, dict) or wanted.keys() != actual.keys():
            return False
        return all(_is_same(value, actual[key]) for key, value in wanted.items())
    if isinstance(wanted, list):
        return isinstance(actual, list) and len(wanted) == len(actual) and all(map(_is_same, wanted, actual))
    # To Python True is 1.
    return isinstance(wanted, bool) == isinstance(actual, bool) and wanted == actual


def _in_words(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        if value.keys() == {"one_of"}:
            return " or ".join(map(_in_words, value["one_of"]))
        return printable(
            " ".join(f"{key} {_in_words(one)}" for key, one in value.items()) or "nothing", _LONGEST
        )
    if isinstance(value, list):
        return printable(" ".join(map(_in_words, value)) or "nothing", _LONGEST)
    return printable(value)


def _is_list_of_objects(value: object) -> TypeGuard[list[Json]]:
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)


def _compare_game(expect: Json, answer: Json) -> Iterator[str]:
    """Compare a scorecard of one game, or the game by itself."""
    games = answer.get("games", [answer])
    if not _is_list_of_objects(games) or len(games) != 1:
        yield "the answer is not about one game"
        return
    (game,) = games
    for key, wanted in expect.items():
        if key != "hands":
            yield from differs(key, wanted, game.get(key, ABSENT))
            continue
        hands = game.get("hands")
        if not _is_list_of_objects(hands):
            yield "the answer has no list “hands” of objects"
            continue
        for wanted_hand in wanted:
            number = wanted_hand["number"]
            hand = next((one for one in hands if _is_same(number, one.get("number"))), None)
            if hand is None:
                yield f"hand {number} is missing"
                continue
            for name, value in wanted_hand.items():
                yield from differs(f"{name} of hand {number}", value, hand.get(name, ABSENT))


def _compare_position(part: str, wanted: object, actual: object) -> Iterator[str]:
    """Compare one part; legal cards are a set, in which equal cards count once."""
    if (
        isinstance(wanted, list)
        and isinstance(actual, list)
        and all(isinstance(card, str) for card in actual)
    ):
        if set(wanted) != set(actual):
            yield f"{part}: {' '.join(wanted)} expected, {printable(' '.join(actual)) or 'none'} answered"
    else:
        yield from differs(part, wanted, actual)


def _compare_findings(
    expected: Sequence[Json], actual: object, comparison: AnswerComparison
) -> Iterator[str]:
    if not _is_list_of_objects(actual):
        comparison.missing += [wanted["infraction"] for wanted in expected]
        yield "the answer has no list “findings” of objects"
        return
    for place, finding in enumerate(actual):
        lacking = [key for key in _REQUIRED if key not in finding]
        if lacking:
            yield f"finding {place} of the answer has no " + " and no ".join(f"“{key}”" for key in lacking)
    left = list(actual)
    for wanted in expected:
        match = next((finding for finding in left if _is_match(wanted, finding)), None)
        if match is None:
            comparison.missing.append(wanted["infraction"])
            yield f"a finding is missing: {_finding_line(wanted)}"
            continue
        left.remove(match)
        comparison.found.append(wanted["infraction"])
        for key in _OPTIONAL:
            if key in wanted:
                comparison.count_detail(is_given=key in match)
    for finding in left:
        comparison.unexpected.append(_in_words(finding.get("infraction")))
        yield f"a finding was not expected: {_finding_line(finding)}"


def _is_match(wanted: Json, finding: Json) -> bool:
    return all(
        _is_same(value, finding[key]) if key in finding else key in _OPTIONAL for key, value in wanted.items()
    )


def _finding_line(finding: Json) -> str:
    who = finding.get("seat") or finding.get("team") or "nobody"
    words = [f"{_in_words(finding.get('infraction'))} by {_in_words(who)}"]
    words += [f"trick {_in_words(finding['trick'])}"] if finding.get("trick") is not None else []
    words += [f"at {_in_words(finding['at'])}"] if "at" in finding else []
    words += [_in_words(finding[key]) for key in ("verdict", "penalty") if key in finding]
    if "provable_from" in finding:
        moment = finding["provable_from"]
        words.append("never provable" if moment is None else f"provable from {_in_words(moment)}")
    return ", ".join(words)


def _compare_claims(expected: Sequence[Json], answer: Json) -> Iterator[str]:
    claims, findings = answer.get("claims"), answer.get("findings")
    if not _is_list_of_objects(claims):
        yield "the answer has no list “claims” of objects"
        return
    for wanted in expected:
        number = wanted["claim"]
        claim = next(
            (one for place, one in enumerate(claims) if _is_same(number, one.get("claim", place))), None
        )
        if claim is None:
            yield f"claim {number} is not weighed"
            continue
        yield from differs(f"claim {number}", wanted["verdict"], claim.get("verdict", ABSENT))
        if "infraction" in wanted:
            place, upheld_by = claim.get("finding"), None
            if type(place) is int and _is_list_of_objects(findings) and 0 <= place < len(findings):
                upheld_by = findings[place].get("infraction")
            yield from differs(f"what upholds claim {number}", wanted["infraction"], upheld_by)


def _compare_detail(name: str, wanted: object, actual: object, comparison: AnswerComparison) -> Iterator[str]:
    """Compare one detail, key by key within objects and lists of objects."""
    if actual is ABSENT:
        comparison.count_detail(is_given=False)
    elif isinstance(wanted, dict) and isinstance(actual, dict):
        for key, value in wanted.items():
            yield from _compare_detail(f"{name}, {key}", value, actual.get(key, ABSENT), comparison)
    elif _is_list_of_objects(wanted) and _is_list_of_objects(actual) and len(actual) >= len(wanted):
        for place, (value, other) in enumerate(zip(wanted, actual, strict=False), 1):
            yield from _compare_detail(f"{name} {place}", value, other, comparison)
    else:
        comparison.count_detail(is_given=True)
        yield from differs(name, wanted, actual)
