"""Three to six seats, in sides or each alone: the seating of the family of games, against its second opinion."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from clabber_audit.cards.cards import SEATING, SEATS, TEAMS
from clabber_audit.cards.pack import Pack
from clabber_audit.cards.seating import Seating
from tests.family.opinion import table as opinion

TABLES = [
    pytest.param(names, alone, id=f"{len(names)} {'alone' if alone else 'in sides'}")
    for names, alone in product(
        (tuple("NESW"), *(tuple(f"P{seat}" for seat in range(1, n + 1)) for n in (3, 4, 5, 6))), (False, True)
    )
    if alone or len(names) % 2 == 0
]


def test_the_table_of_clabber() -> None:
    assert ("".join(SEATING.seats), SEATING.side_names, SEATING.each) == (SEATS, TEAMS, 6)
    assert SEATING.left_over(Pack("9TJQKA")) == 0


def test_what_nobody_is_dealt() -> None:
    assert Seating(tuple("NESW"), each=5).left_over(Pack("9TJQKA")) == 4
    assert Seating(tuple("NESW"), each=6).left_over(Pack("9TJQKA", joker=True)) == 1
    assert Seating(("P1", "P2", "P3", "P4", "P5", "P6"), each=8).left_over(Pack("9TJQKA", copies=2)) == 0


@pytest.mark.parametrize(("names", "alone"), TABLES)
def test_sides(names: tuple[str, ...], alone: bool) -> None:
    seating = Seating(names, each=6, alone=alone)
    record, law = {"seats": list(names)}, {"sides": not alone}
    assert list(seating.side_names) == opinion.sides_of(record, law)
    for seat, name in enumerate(names):
        assert seating.side_names[seating.side_of[seat]] == opinion.side_of(name, record, law)
        side = {names[other] for other in range(len(names)) if seating.sides[seating.side_of[seat]] >> other & 1}
        assert side == {name, *opinion.partners_of(name, record, law)}


@pytest.mark.parametrize(("names", "alone"), TABLES)
def test_questions_about_sides(names: tuple[str, ...], alone: bool) -> None:
    """The other sides, the seats of one, the side of several seats, and a side by its name or a seat's."""
    seating = Seating(names, each=6, alone=alone)
    record, law = {"seats": list(names)}, {"sides": not alone}
    for side, called in enumerate(seating.side_names):
        own = [name for name in names if opinion.side_of(name, record, law) == called]
        assert [names[seat] for seat in seating.seats_of(side)] == own
        assert seating.side_named(called) == side
        assert sorted((side, *seating.others(side))) == list(range(len(seating.side_names)))
        assert all(seating.side_named(name) == side for name in own)
    for seats in range(2 ** len(names)):
        sides = {seating.side_of[seat] for seat in range(len(names)) if seats >> seat & 1}
        assert seating.side_of_all[seats] == (sides.pop() if len(sides) == 1 else None)


@pytest.mark.parametrize(("names", "alone"), TABLES)
def test_whose_turn_with_seats_that_are_out(names: tuple[str, ...], alone: bool) -> None:
    seating = Seating(names, each=6, alone=alone)
    record: dict[str, Any] = {"seats": list(names)}
    for seat, name in enumerate(names):
        assert names[seating.left_of(seat)] == opinion.left_of(name, record)
        assert names[seating.right_of(seat)] == opinion.right_of(name, record)
        for gone in range(seating.everybody + 1):
            stay = [other for other in opinion.round_from(name, record) if not gone >> names.index(other) & 1]
            assert seating.turn[seat][gone] == (1 << names.index(stay[0]) if stay else 0)


@pytest.mark.parametrize(("names", "alone"), TABLES)
def test_the_width_of_a_trick_is_the_number_of_seats_that_play(names: tuple[str, ...], alone: bool) -> None:
    record: dict[str, Any] = {"seats": list(names)}
    for out in range(2 ** len(names) - 1):
        seating = Seating(names, each=5, alone=alone, out=out)
        plays = [name for seat, name in enumerate(names) if not out >> seat & 1]
        assert (seating.width, seating.end) == (len(plays), 5 * len(plays))
        for seat, name in enumerate(names):
            staying = [other for other in opinion.round_from(name, record) if other in plays]
            assert [names[other] for other in seating.around[seat]] == staying
            assert names[seating.turn[seat][0].bit_length() - 1] == staying[0]
        clocks = iter(range(seating.end))
        for trick in range(1, 6):
            for place in range(seating.width):
                at = next(clocks)
                assert (seating.trick_of(at), seating.place_of(at)) == (trick, place)
                assert seating.lead_of(at) == seating.clocks_of(trick).start
                assert at in seating.clocks_of(trick)
