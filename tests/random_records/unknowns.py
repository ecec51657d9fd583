"""Random records with irregular play and with unknown cards, hands, calls and melds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from clabber_audit.core.errors import Refused
from clabber_audit.games.parse import parse_hand
from tests.random_records.irregular import records
from tests.second_opinion.cards import SEATS
from tests.second_opinion.toggles import IDS

Json = dict[str, Any]


def draw_with_unknowns(seed: str, count: int) -> Iterator[Json]:
    """Yield `count` incomplete records that parse without error, the same for the same seed."""
    yielded = 0
    for batch in range(count):
        for number, record in enumerate(records(int(f"7{Random(f'{seed} {batch}').randrange(10**6)}"), 50)):
            one = _remove_facts(record, Random(f"holes {seed} {batch} {number}"))
            try:
                parse_hand(json.dumps(one).encode())
            except Refused:
                continue
            yield one
            yielded += 1
            if yielded == count:
                return


def _remove_facts(record: Json, random: Random) -> Json:
    """Remove some facts of a record, as if they had not been recorded."""
    hands = record["deal"].get("hands", {})
    for seat in random.sample(SEATS, random.randint(0, 4)):
        known = hands.get(seat, [])
        hands[seat] = random.sample(known, random.choice((0, min(2, len(known)), len(known))))
    if random.random() < 0.3:
        record["deal"].pop("hands", None)
    blank = random.choice((0.0, 0.1, 0.3, 1.0))
    for play in record["plays"]:
        if random.random() < blank:
            play["card"] = None
    for key, chance in (("declarations", 0.3), ("contract", 0.3), ("melds", 0.2)):
        if random.random() < chance:
            record.pop(key, None)
    if random.random() < 0.3:
        record["deal"].pop("upcard", None)
    for meld in record.get("melds") or []:
        if random.random() < 0.3:
            meld["cards"] = []
    for incident in record.get("incidents", []):
        for key in ("seat", "trick", "at"):
            if random.random() < 0.2:
                incident.pop(key, None)
    tricks = len(record["plays"]) // 4
    if tricks and random.random() < 0.2:
        record["disordered"] = random.sample(range(1, tricks + 1), random.randint(1, min(2, tricks)))
    if tricks and random.random() < 0.1:
        random.choice(record["plays"])["seat"] = random.choice(SEATS)
    record["ruleset"] = random.choice(IDS)
    return record
