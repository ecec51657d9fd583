"""Properties of every hand of the family, under any seating and names of suits."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

from clabber_audit.judge.model import BidEuchreRulingShape
from clabber_audit.report.data import ruling_json
from clabber_audit.rules.bound_ruleset import law_of
from tests.family.makers.records import records
from tests.family.opinion.table import Record, seats_of
from tests.family.program import told
from tests.rules import OF_BID_EUCHRE, judged
from tests.scale import at_random

# Turning the table and renaming the suits.


class FamilyRenaming(NamedTuple):
    """Other names for seats and sides, and for suits."""

    places: dict[str, str]
    suits: dict[str, str]


#: Keys of which the value is a seat or a side, or seats side by side.
_OF_SEATS: Final = {
    "dealer", "due_dealer", "due", "seat", "side", "to", "from", "by", "against", "maker", "moved", "winners", "leader",
    "turn", "seating", "team", "won", "winner", "next_dealer",
}  # fmt: skip
_OF_SUITS: Final = frozenset(("trump", "named", "led"))
_KEPT: Final = frozenset(("seats", "id", "ruleset", "format", "call", "kind", "infraction", "quote"))


def turned(names: str, places: dict[str, str]) -> str:
    """Return a seat, or seats side by side, under their other names, in the order of the table."""
    return "".join(
        sorted((places[one] for one in re.findall(r"P\d|[NESW]", names)), key="NESWP1P2P3P4P5P6".index)
    )


def renamed(data: Any, names: FamilyRenaming, key: str = "") -> Any:
    """Return a record, or what was ruled on it, with every seat, side, suit and card under its other name."""
    if isinstance(data, dict):
        return {names.places.get(name, name): renamed(value, names, name) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [renamed(item, names, key) for item in data]
    if not isinstance(data, str) or key in _KEPT or data == "tie":
        return data
    if key in _OF_SEATS:
        return turned(data, names.places)
    if key in _OF_SUITS:
        return names.suits.get(data, data)
    return data[0] + names.suits[data[1]] if re.fullmatch(r"[7-9TJQKA][CDHS]", data) else data


def ruled(record: Record) -> Any:
    return told(judged(record))


def tidy(said: Any) -> Any:
    """What is said of a hand, its findings and their facts in an order of their own."""
    for one in said["findings"]:
        one["facts"] = {
            key: sorted(value) if isinstance(value, list) else value for key, value in one["facts"].items()
        }
    return {**said, "findings": sorted(said["findings"], key=lambda one: json.dumps(one, sort_keys=True))}


@cache
def made() -> tuple[tuple[Record, Any], ...]:
    """Return random irregular records, some of them incomplete, with what is ruled on them."""
    random, kept = Random("turning"), []
    for record in (
        *records(31, at_random(48, 3200), OF_BID_EUCHRE),
        *records(32, at_random(8, 160), ("dirty-clubs-bumped",)),
    ):
        if random.random() < 0.2 and record["deal"].get("hands"):
            record["deal"]["hands"].pop(random.choice(list(record["deal"]["hands"])))
        kept.append((record, ruled(record)))
    return tuple(kept)


def around(record: Record, by: int) -> FamilyRenaming:
    """Everybody so many seats further."""
    seats = seats_of(record)
    places = {seat: seats[(number + by) % len(seats)] for number, seat in enumerate(seats)}
    sides = ["".join(seats[first::2]) for first in range(2)] if len(seats) % 2 == 0 else []
    return FamilyRenaming(
        {**places, **{side: turned(side, places) for side in sides}}, {suit: suit for suit in "CDHS"}
    )


def test_the_ruling_turns_with_the_table() -> None:
    """At tables of three, four, five and six, sides and each for himself."""
    tables = Counter[int]()
    for number, (record, said) in enumerate(made()):
        count = len(seats_of(record))
        names = around(record, 1 + number % (count - 1))
        tables[count] += 1
        assert tidy(ruled(renamed(record, names))) == tidy(renamed(said, names)), json.dumps(record)
    assert set(tables) == {3, 4, 5, 6}


def with_suits(record: Record, names: str) -> FamilyRenaming:
    """Clubs, spades, diamonds and hearts under other names, in that order."""
    return around(record, 0)._replace(suits=dict(zip("CSDH", names, strict=True)))


#: What leaves the two suits of a color together.
BY_COLORS: Final = ("SCDH", "CSHD", "SCHD", "DHCS", "HDCS", "DHSC", "HDSC")
#: Where clubs turned up are trumps, they stay what they are.
BESIDE_CLUBS: Final = ("CSHD",)


def test_the_ruling_does_not_depend_on_the_names_of_the_suits() -> None:
    """Renamed by colors, which matter for the left bower and a bid of two."""
    for number, (record, said) in enumerate(made()):
        clubs = law_of(record["ruleset"]).toggles.upcard == "club_is_trump"
        choices = BESIDE_CLUBS if clubs else BY_COLORS
        names = with_suits(record, choices[number % len(choices)])
        assert tidy(ruled(renamed(record, names))) == tidy(renamed(said, names)), json.dumps(record)


def test_suits_that_change_color_are_another_hand() -> None:
    """The same test notices when spades and diamonds change places, and with them the bowers."""
    assert any(
        tidy(ruled(renamed(record, names))) != tidy(renamed(said, names))
        for record, said in made()
        for names in [with_suits(record, "CDSH")]
        if record["ruleset"] == "pfeffer" and record["plays"]
    )


def test_every_ruling_is_of_the_published_shape() -> None:
    for record in records(31, at_random(64, 2_000)):
        BidEuchreRulingShape.model_validate_json(ruling_json(judged(record)))
