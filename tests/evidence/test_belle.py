"""Belle, whose two cards may be among those not known, held against every deal that the record allows."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Final

import pytest

from clabber_audit.cards.cards import SEATS
from tests.partial import completions, disordered, incomplete, size, trumps_known
from tests.rules import OF_CLABBER
from tests.scale import at_random
from tests.test_properties import Json, ruled

RECORDS: Final = at_random(24, 500)
BELLE: Final = ("early-belle", "forgotten-belle", "false-meld")


@cache
def with_belle() -> tuple[tuple[Json, Json, list[Json]], ...]:
    """Records with unknown cards, with belle called or not: each with its ruling and those on its completions."""
    results: list[tuple[Json, Json, list[Json]]] = []
    number = 0
    while len(results) < RECORDS:
        number += 1
        random = Random(f"belle {number}")
        record = disordered(random) if number % 5 == 0 else incomplete(random)
        if not trumps_known(record) or not 1 < size(record) <= 20:
            continue
        seat = random.choice([play["seat"] for play in record["plays"] if not play["card"]] or SEATS)
        said = random.choice(["in_turn", *range(len(record["plays"]) + 1)])
        calls = [{"seat": seat, "kind": "belle", "announced": said}]
        record["melds"] = calls if random.random() < 0.7 else []
        ruleset = OF_CLABBER[number % len(OF_CLABBER)]
        results.append(
            (record, ruled(record, ruleset), [ruled(whole, ruleset) for whole in completions(record)])
        )
    return tuple(results)


@pytest.mark.parametrize("infraction", BELLE)
def test_belle_agrees_with_every_completion(infraction: str) -> None:
    """Proven of belle is what holds in all completions, undetermined what holds in some, and nothing else is found."""
    for record, ruling, worlds in with_belle():
        faults = [
            {
                (finding["seat"], finding["at"])
                for finding in world["findings"]
                if finding["infraction"] == infraction
            }
            for world in worlds
        ]
        engine = {
            (finding["seat"], finding["at"]): finding["verdict"]
            for finding in ruling["findings"]
            if finding["infraction"] == infraction
        }
        for fault in {*engine, *(fault for world in faults for fault in world)}:
            count = sum(fault in world for world in faults)
            wanted = "proven" if count == len(worlds) else "undetermined" if count else None
            assert engine.get(fault) == wanted, (fault, wanted, json.dumps(record))


def test_points_are_given_when_every_completion_has_them() -> None:
    """A belle that may have been held leaves the points open."""
    for record, ruling, worlds in with_belle():
        if ruling["points"] is not None:
            assert all(world["points"] == ruling["points"] for world in worlds), json.dumps(record)
