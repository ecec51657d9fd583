"""What an answer about a hand says otherwise than is expected: its findings, its claims, what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from clabber_audit.conformance.comparing import ABSENT, Json, differs, is_list_of_objects, same, told

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
