"""Invariance of rulings of the family under rotation of the table and renaming of suits."""

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
from tests.renaming import Renaming, rename, rotation
from tests.rules import OF_BID_EUCHRE, rule_on
from tests.scale import at_random


def rule_and_describe(record: Record) -> Any:
    return describe_ruling(rule_on(record))


def sort_findings(description: Any) -> Any:
    """Return the description of a ruling with its findings and their facts sorted."""
    for one in description["findings"]:
        one["facts"] = {
            key: sorted(value) if isinstance(value, list) else value for key, value in one["facts"].items()
        }
    return {
        **description,
        "findings": sorted(description["findings"], key=lambda one: json.dumps(one, sort_keys=True)),
    }


def is_renamed(record: Record, description: Any, names: Renaming) -> bool:
    """Return True if the ruling on a record with other names is the described one with these names."""
    renamed = rule_and_describe(rename(record, names))
    return bool(sort_findings(renamed) == sort_findings(rename(description, names)))


@cache
def draw_ruled_records() -> tuple[tuple[Record, Any], ...]:
    """Return random irregular records, some incomplete, with the rulings on them."""
    random, results = Random("turning"), []
    for record in (
        *records(31, at_random(48, 3200), OF_BID_EUCHRE),
        *records(32, at_random(8, 160), ("dirty-clubs-bumped",)),
    ):
        if random.random() < 0.2 and record["deal"].get("hands"):
            record["deal"]["hands"].pop(random.choice(list(record["deal"]["hands"])))
        results.append((record, rule_and_describe(record)))
    return tuple(results)


def test_ruling_rotates_with_the_table() -> None:
    """Tables of three, four, five and six, with partners and without."""
    tables = Counter[int]()
    for number, (record, description) in enumerate(draw_ruled_records()):
        count = len(seats_of(record))
        names = rotation(seats_of(record), 1 + number % (count - 1))
        tables[count] += 1
        assert is_renamed(record, description, names), json.dumps(record)
    assert set(tables) == {3, 4, 5, 6}


#: Permutations of clubs, diamonds, hearts and spades that keep the two suits of a color together.
BY_COLORS: Final = ("SDHC", "CHDS", "SHDC", "DCSH", "HCSD", "DSCH", "HSCD")
#: Permutations that leave clubs alone, for games in which clubs turned up are trumps.
BESIDE_CLUBS: Final = ("CHDS",)


def test_ruling_does_not_depend_on_the_names_of_suits() -> None:
    """Suits are renamed by color, which matters for the left bower and a bid of two."""
    for number, (record, description) in enumerate(draw_ruled_records()):
        clubs = law_of(record["ruleset"]).toggles.upcard == "club_is_trump"
        choices = BESIDE_CLUBS if clubs else BY_COLORS
        names = rotation(seats_of(record), 0, choices[number % len(choices)])
        assert is_renamed(record, description, names), json.dumps(record)


def test_renaming_across_colors_changes_the_ruling() -> None:
    """Exchanging spades and diamonds also exchanges bowers, and the comparison notices it."""
    assert any(
        not is_renamed(record, description, rotation(seats_of(record), 0, "CSHD"))
        for record, description in draw_ruled_records()
        if record["ruleset"] == "pfeffer" and record["plays"]
    )


def test_every_ruling_matches_the_published_schema() -> None:
    for record in records(31, at_random(64, 2_000)):
        BidEuchreRulingShape.model_validate_json(ruling_json(rule_on(record)))
