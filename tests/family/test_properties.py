"""Properties of every hand of the family, under any seating and names of suits."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from random import Random
from typing import Any, Final

from clabber_audit.judge.model import BidEuchreRulingShape
from clabber_audit.report.data import ruling_json
from clabber_audit.rules.bound_ruleset import law_of
from tests.family.makers.records import records
from tests.family.opinion.table import Record, seats_of
from tests.family.program import describe_ruling
from tests.renaming import rename, rotation
from tests.rules import OF_BID_EUCHRE, rule_on
from tests.scale import at_random


def rule_and_describe(record: Record) -> Any:
    return describe_ruling(rule_on(record))


def tidy(said: Any) -> Any:
    """Return what is said of a hand, its findings and their facts in an order of their own."""
    for one in said["findings"]:
        one["facts"] = {
            key: sorted(value) if isinstance(value, list) else value for key, value in one["facts"].items()
        }
    return {**said, "findings": sorted(said["findings"], key=lambda one: json.dumps(one, sort_keys=True))}


@cache
def draw_ruled_records() -> tuple[tuple[Record, Any], ...]:
    """Return random irregular records, some incomplete, with the rulings on them."""
    random, kept = Random("turning"), []
    for record in (
        *records(31, at_random(48, 3200), OF_BID_EUCHRE),
        *records(32, at_random(8, 160), ("dirty-clubs-bumped",)),
    ):
        if random.random() < 0.2 and record["deal"].get("hands"):
            record["deal"]["hands"].pop(random.choice(list(record["deal"]["hands"])))
        kept.append((record, rule_and_describe(record)))
    return tuple(kept)


def test_the_ruling_turns_with_the_table() -> None:
    """At tables of three, four, five and six, sides and each for himself."""
    tables = Counter[int]()
    for number, (record, said) in enumerate(draw_ruled_records()):
        count = len(seats_of(record))
        names = rotation(seats_of(record), 1 + number % (count - 1))
        tables[count] += 1
        assert tidy(rule_and_describe(rename(record, names))) == tidy(rename(said, names)), json.dumps(record)
    assert set(tables) == {3, 4, 5, 6}


#: Names of clubs, diamonds, hearts and spades that leave the two suits of a color together.
BY_COLORS: Final = ("SDHC", "CHDS", "SHDC", "DCSH", "HCSD", "DSCH", "HSCD")
#: Where clubs turned up are trumps, they stay what they are.
BESIDE_CLUBS: Final = ("CHDS",)


def test_the_ruling_does_not_depend_on_the_names_of_the_suits() -> None:
    """Renamed by colors, which matter for the left bower and a bid of two."""
    for number, (record, said) in enumerate(draw_ruled_records()):
        clubs = law_of(record["ruleset"]).toggles.upcard == "club_is_trump"
        choices = BESIDE_CLUBS if clubs else BY_COLORS
        names = rotation(seats_of(record), 0, choices[number % len(choices)])
        assert tidy(rule_and_describe(rename(record, names))) == tidy(rename(said, names)), json.dumps(record)


def test_suits_that_change_color_are_another_hand() -> None:
    """The same test notices when spades and diamonds change places, and with them the bowers."""
    assert any(
        tidy(rule_and_describe(rename(record, names))) != tidy(rename(said, names))
        for record, said in draw_ruled_records()
        for names in [rotation(seats_of(record), 0, "CSHD")]
        if record["ruleset"] == "pfeffer" and record["plays"]
    )


def test_every_ruling_is_of_the_published_shape() -> None:
    for record in records(31, at_random(64, 2_000)):
        BidEuchreRulingShape.model_validate_json(ruling_json(rule_on(record)))
