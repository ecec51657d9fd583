"""The program rules on the family as its casebook has it, and on random records as the second opinion does."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from tests.family.book import Asked, book, disagreements
from tests.family.makers.records import records
from tests.family.opinion.claims import COMMON_INCIDENTS
from tests.family.opinion.findings import KNOWN
from tests.family.opinion.judging import rule
from tests.family.opinion.table import Record, seats_of
from tests.family.program import Program
from tests.scale import scaled

#: What both say of a ruling.
KEYS = ("trump", "contract", "won", "tricks", "claims", "outcome", "score", "after", "winner", "next_dealer")

#: What a claim may name.
NAMES = (*KNOWN, *COMMON_INCIDENTS.values())


@pytest.mark.parametrize("asked", book(), ids=lambda asked: asked.id)
def test_the_program_agrees_with_the_book(asked: Asked) -> None:
    assert disagreements(asked.block, Program()) == []


def test_the_program_agrees_with_the_second_opinion() -> None:
    compared = 0
    for record in records(2026, scaled(160, 10_000)):
        if any(said["call"] in ("0", "13") for said in record.get("declarations") or ()):
            # Words that no record has.
            continue
        _agree(record)
        compared += 1
    assert compared > scaled(150, 9_500)


def test_they_agree_on_claims_of_everything() -> None:
    """Claims of whatever has a name, of which most that happened seldom do: what nobody did is refuted by both."""
    compared = 0
    for record in records(41, scaled(160, 3_200)):
        random, seats = Random(f"claims {record['id']}"), seats_of(record)
        if any(said["call"] in ("0", "13") for said in record.get("declarations") or ()):
            continue
        at, names = len(record["plays"]), random.sample(NAMES, len(NAMES))
        pairs = [random.sample(seats, 2) for _ in names]
        record["claims"] = [
            {"by": by, "against": against, "at": at, "infraction": name}
            for (by, against), name in zip(pairs, names, strict=True)
        ]
        _agree(record)
        compared += 1
    assert compared > scaled(150, 3_000)


def _agree(record: Record) -> None:
    ours, theirs = Program().rule(record, {}), rule(record)
    assert {key: ours[key] for key in KEYS} == {key: theirs[key] for key in KEYS}, json.dumps(record)
    assert _hickeys(ours) == _hickeys(theirs), json.dumps(record)
    assert _findings(ours) == _findings(theirs), json.dumps(record)


def _hickeys(ruling: dict[str, Any]) -> dict[str, int]:
    return {side: count for side, count in ruling["hickeys"].items() if count}


#: What counts for nothing is noted too: which of the two is said of a second call is a matter of words (BD-18).
_MILD = ("void", "note")


def _findings(ruling: dict[str, Any]) -> list[tuple[Any, ...]]:
    """The findings; what hangs on hands that nobody noted only the program has, as open."""
    return sorted(
        (
            *(str(one[key]) for key in ("seat", "infraction", "at", "place")),
            "mild" if one["penalty"] in _MILD else one["penalty"],
            str(one["provable_from"]) if one["infraction"] == "failure-to-follow" else "",
        )
        for one in ruling["findings"]
        if one.get("verdict", "proven") == "proven"
    )
