"""Tests of an evening of Progressive Euchre: tallies, and the move after the bell (B-047 to B-051, BD-27)."""

from __future__ import annotations

from random import Random

import pytest

from clabber_audit.league.evening import Evening, EveningTable, assign_next_tables, evening
from tests.cli import ROOT, call
from tests.family.opinion.scoring import BellTable, after_the_bell, tallies
from tests.scale import at_random

#: Case PE06: four tables, the head table first; the losers of the head go to the tail, all other winners go up.
BELL = [
    EveningTable(1, 1, (("A", "B"), ("C", "D")), (9, 7)),
    EveningTable(1, 2, (("E", "F"), ("G", "H")), (6, 5)),
    EveningTable(1, 3, (("I", "J"), ("K", "L")), (8, 3)),
    EveningTable(1, 4, (("M", "N"), ("O", "P")), (7, 6)),
]
NEXT = [
    EveningTable(2, 1, (("A", "E"), ("B", "F")), (7, 6)),
    EveningTable(2, 2, (("G", "I"), ("H", "J")), (7, 6)),
    EveningTable(2, 3, (("K", "M"), ("L", "N")), (7, 6)),
    EveningTable(2, 4, (("O", "C"), ("P", "D")), (7, 6)),
]


def test_players_move_after_the_bell() -> None:
    first_tables = {**dict.fromkeys("ABEF", 1), **dict.fromkeys("GHIJ", 2), **dict.fromkeys("KLMN", 3)}
    assert assign_next_tables(BELL) == {**first_tables, **dict.fromkeys("OPCD", 4)}
    found = evening([*BELL, *NEXT])
    assert found.odd == ()
    assert {line.player: line.tally for line in found.lines if line.player in "ABCD"} == {
        "A": {1: 9, 2: 7}, "B": {1: 9, 2: 6}, "C": {1: 7, 2: 7}, "D": {1: 7, 2: 6},
    }  # fmt: skip
    assert (found.players_with_total(16), found.players_with_total(11)) == (["A"], ["H"])


@pytest.mark.parametrize(
    ("following", "expected"),
    [
        # C and M sit at each other's table.
        ([*NEXT[:2], NEXT[2]._replace(pairs=(("K", "C"), ("L", "N"))),
          NEXT[3]._replace(pairs=(("O", "M"), ("P", "D")))],
         {("elsewhere", 3, ("C",), 4), ("elsewhere", 4, ("M",), 3)}),
        # G and H stay partners.
        ([NEXT[0], NEXT[1]._replace(pairs=(("G", "H"), ("I", "J"))), *NEXT[2:]],
         {("partners", 2, ("G", "H"), 0), ("partners", 2, ("I", "J"), 0)}),
        # Q plays for D.
        ([*NEXT[:3], NEXT[3]._replace(pairs=(("O", "C"), ("P", "Q")))],
         {("came", 4, ("Q",), 0), ("left", 1, ("D",), 0)}),
    ],
)  # fmt: skip
def test_one_irregularity_is_reported_alone(
    following: list[EveningTable], expected: set[tuple[str, int, tuple[str, ...], int]]
) -> None:
    odd = evening([*BELL, *following]).odd
    assert {
        (irregularity.kind, irregularity.table, irregularity.players, irregularity.number)
        for irregularity in odd
    } == expected
    assert len(odd) == len(expected)


@pytest.mark.parametrize("winners", [0, 1])
def test_seats_of_the_next_game_decide_a_tied_table(winners: int) -> None:
    """The record decides who won the tie (BD-27)."""
    tied = [*BELL[:2], BELL[2]._replace(points=(8, 8)), BELL[3]]
    went, stayed = BELL[2].pairs[winners], BELL[2].pairs[1 - winners]
    second = NEXT[1]._replace(pairs=(("G", went[0]), ("H", went[1])))
    third = NEXT[2]._replace(pairs=((stayed[0], "M"), (stayed[1], "N")))
    found = evening([*tied, NEXT[0], second, third, NEXT[3]])
    assert found.tables[2].winners == winners
    assert found.odd == ()


def test_a_tied_table_may_stay_undecided() -> None:
    """One player of each pair moved up, so the tie is undecidable; nobody is reported at a wrong table."""
    tied = [*BELL[:2], BELL[2]._replace(points=(8, 8)), BELL[3]]
    second = NEXT[1]._replace(pairs=(("G", "I"), ("H", "K")))
    third = NEXT[2]._replace(pairs=(("J", "M"), ("L", "N")))
    found = evening([*tied, NEXT[0], second, third, NEXT[3]])
    assert [(irregularity.kind, irregularity.table) for irregularity in found.odd] == [("tied", 3)]
    decided = evening([*tied[:2], tied[2]._replace(up=0), tied[3], NEXT[0], second, third, NEXT[3]])
    assert {irregularity.players for irregularity in decided.odd} == {("J",), ("K",)}, (
        "the sheet says that I and J went up"
    )


def test_irregularities_within_one_game() -> None:
    odd = evening([BELL[0]._replace(hands=7), BELL[1]._replace(points=None), BELL[3], BELL[3]]).odd
    others = {(each.kind, each.table, each.number) for each in odd if each.kind != "two_places"}
    assert others == {("head_hands", 1, 7), ("undecided", 2, 0), ("same_table", 4, 0)}
    assert {irregularity.players for irregularity in odd if irregularity.kind == "two_places"} == {
        (name,) for name in "MNOP"
    }


def _draw_evening(random: Random, tables: int, games: int) -> Evening:
    """Draw an evening whose moves follow the naive opinion."""
    people = [f"P{number:02}" for number in range(4 * tables)]
    random.shuffle(people)
    meeting = [[(a, b), (c, d)] for a, b, c, d in zip(*[iter(people)] * 4, strict=True)]
    sat: list[EveningTable] = []
    total: dict[str, int] = dict.fromkeys(people, 0)
    for game in range(1, games + 1):
        played = []
        for pairs in meeting:
            points = (random.randrange(4, 12), random.randrange(4, 12))
            while points[0] == points[1]:
                points = (points[0], random.randrange(4, 12))
            played.append(BellTable((pairs[0], pairs[1]), points))
        sat += [EveningTable(game, number, one.pairs, one.points) for number, one in enumerate(played, 1)]
        for player, points_of in tallies(played).items():
            total[player] += points_of
        meeting = [[(one[0], other[0]), (one[1], other[1])] for one, other in after_the_bell(played)]
    random.shuffle(sat)
    found = evening(sat)
    assert {line.player: line.total for line in found.lines} == total
    return found


def test_random_evenings_agree_with_the_second_opinion() -> None:
    for seed in range(at_random(8, 300)):
        random = Random(f"evening {seed}")
        evening = _draw_evening(random, random.randrange(2, 7), 10)
        assert evening.odd == ()
        assert evening.is_over
        totals = [line.total for line in evening.lines]
        assert totals == sorted(totals, reverse=True)
        assert all(line.place == 1 + sum(other > line.total for other in totals) for line in evening.lines)


def test_the_columns_are_documented() -> None:
    assert call("schema", "tallies").out == (ROOT / "schemas" / "tallies.md").read_text(encoding="utf-8")
    example = (
        (ROOT / "schemas" / "tallies.md").read_text(encoding="utf-8").split("```csv\n")[1].split("```")[0]
    )
    assert call("evening", "-", stdin=example.encode()).code == 0
