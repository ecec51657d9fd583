"""Hands into games: grouping, order, totals. The casebook, part J, has the rules."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from clabber_audit.cards.cards import SEATS
from tests import hands
from tests.cli import Json
from tests.scorecard.games import (
    DISPUTED,
    LONG,
    PLACE,
    WON,
    hand,
    loose,
    make_itemized_hand,
    move_into_game,
    one,
    score_games,
)


def test_a_score_written_for_a_deal_that_is_void_differs() -> None:
    """Both sides guilty: dealt again, so a sheet with 162 for one side is wrong (R-105)."""
    record = move_into_game(1, {**hands.BOTH, "score": {"NS": 162, "EW": 0}})
    line = one(record).lines[0]
    assert (line.basis, line.counted, line.differs) == ("nothing", None, (0,))


def test_nothing_written_differs_from_nothing() -> None:
    assert [line.differs for line in one(*LONG).lines if line.number < 13] == [()] * 12


def test_hands_go_by_their_numbers() -> None:
    assert one(*reversed(WON)) == one(*WON)


def test_hands_without_numbers_go_as_they_come() -> None:
    records = [{**record, "context": {**PLACE}} for record in WON]
    assert [line.number for line in one(*records).lines] == [1, 2, 3, 4, 5, 6]
    assert one(*records).totals == (510, 470)
    backwards = one(*reversed(records))
    assert [line.totals for line in backwards.lines][:2] == [(100, 82), (232, 132)]


def test_the_same_record_counts_once() -> None:
    """However often it is given, and wherever: it was played once."""
    game = one(*WON, *reversed(WON), WON[0])
    assert [line.given for line in game.lines] == [3, 2, 2, 2, 2, 2]
    assert [line._replace(given=1) for line in game.lines] == list(one(*WON).lines)
    assert (game.state, game.winner, game.totals) == ("won", 0, (510, 470))


@pytest.mark.parametrize("turned", [False, True])
def test_two_hands_with_one_number_both_count_nothing(turned: bool) -> None:
    """One of them is wrong, it is unknown which: without the sixth it is 410 to 388, in any order."""
    other = {**hand(6, "E", 120, 82), "id": "other"}
    game = one(*([other, *WON] if turned else [*WON, other]))
    assert (game.state, game.winner, game.totals) == ("unclear", None, (410, 388))
    assert [line.basis for line in game.lines][5:] == ["twice", "twice"]


def test_a_void_deal_may_share_its_number() -> None:
    """It scores nothing and is dealt again (R-105); a number that two hands have after the end does no harm either."""
    void = move_into_game(6, {**hands.BOTH, "score": {}, "id": "void"})
    assert one(*WON[:5], {**void, "id": "void"}, WON[5]).state == "won"
    after = [{**hand(7, "S", 82, 80), "id": name} for name in ("first", "second")]
    assert one(*WON, *after).state == "won"


def test_a_hand_without_a_number_stands_where_it_was_given() -> None:
    """The others keep to their numbers, in whichever order they are given."""
    nameless = loose(WON[2])
    game = one(WON[5], WON[4], WON[1], nameless, WON[0], WON[3])
    assert [line.ruling.replay.hand.record.id for line in game.lines] == ["h1", "h2", "h3", "h4", "h5", "h6"]
    assert [line.numbered for line in game.lines] == [True, True, False, True, True, True]
    assert game.missing == (3,)
    assert [line.ruling.replay.hand.record.id for line in one(nameless, *WON[3:], *WON[:2]).lines][0] == "h3"


def test_a_hand_without_a_number_that_changes_nothing() -> None:
    """510 to 470 by all six: without the third it is 510 to 288, so Herons could have won without it.

    Without the second hand's 127, or the sixth's 100, no side has 500, so only the last hand ended the game.
    """
    assert one(*WON[:2], loose(WON[2]), *WON[3:]).state == "unclear"
    for place in (1, 5):
        records = [*WON[:place], loose(WON[place]), *WON[place + 1 :]]
        for order in (records, [*WON[:place], *WON[place + 1 :], records[place]]):
            game = one(*order)
            assert (game.state, game.winner, game.totals) == ("won", 0, (510, 470))


def test_a_hand_without_a_number_that_decides_the_game() -> None:
    """400 to 450 and 110 to 60 is 510 each, and 82 to 80 more decides it for Herons, 592 to 590 (R-078).

    With the 82 to 80 before the 110 to 60 it is 482 to 530, and Foxes have won.
    """
    numbered = (hand(1, "N", 400, 450), hand(2, "E", 110, 60))
    nameless = loose(hand(3, "S", 82, 80))
    for order in ((*numbered, nameless), (numbered[0], nameless, numbered[1]), (nameless, *numbered)):
        game = one(*order)
        assert (game.state, game.winner, game.order_matters) == ("unclear", None, True)


def test_a_game_without_numbers_goes_as_given() -> None:
    game = one(*map(loose, WON))
    assert (game.state, game.winner, [line.number for line in game.lines]) == ("won", 0, [1, 2, 3, 4, 5, 6])
    assert all(line.numbered for line in game.lines)


@pytest.mark.parametrize(
    ("numbers", "missing"),
    [
        ((1, 2, 3), ()),
        ((1, 2, 5), (3, 4)),
        ((3, 4), (1, 2)),
        ((7,), (1, 2, 3, 4, 5, 6)),
        ((2, 2), (1,)),
        ((0, 1), ()),
    ],
)
def test_missing_hands(numbers: tuple[int, ...], missing: tuple[int, ...]) -> None:
    records = [{**hand(number, "N", 82, 80), "id": f"h{place}"} for place, number in enumerate(numbers)]
    assert one(*records).missing == missing


def test_games_are_told_apart() -> None:
    """Games differ by number, table and players, and come in the order in which they begin."""
    other_game = {**hand(1, "N", 82, 80), "context": {**PLACE, "game": 2, "hand": 1}}
    other_teams = {**hand(1, "N", 82, 80), "teams": {"NS": "Gulls", "EW": "Foxes"}}
    nameless = {**hand(1, "N", 82, 80), "teams": {}}
    found = score_games(WON[0], other_game, other_teams, WON[1], nameless)
    assert [len(game.lines) for game in found] == [2, 1, 1, 1]
    assert [game.key.sides for game in found] == [
        ("Herons", "Foxes"), ("Herons", "Foxes"), ("Gulls", "Foxes"), ("Ida and Hazel", "Gus and Finn")
    ]  # fmt: skip
    assert found[1].key.game == 2


VOID = move_into_game(1, {**hands.BOTH, "score": {}})
NOTED = {**hand(3, "N", 82, 80), "deal": {"dealer": "N", "due_dealer": "S"}}


@pytest.mark.parametrize(
    ("records", "due"),
    [
        # R-015, also through hands with only a written score; a renege was scored as well (D-49).
        (WON, "-ESWNE"),
        ([hand(number, seat, 82, 80) for number, seat in enumerate("NESW", 1)], "-ESW"),
        # D-03: a wrong dealer was not called in time, so the deal stands and passes to his left.
        ([hand(1, "N", 82, 80), hand(2, "W", 82, 80), hand(3, "N", 82, 80)], "-EN"),
        # Nobody knows after a gap or an open hand, unless it was noted.
        ([hand(1, "N", 82, 80), hand(3, "N", 82, 80)], "--"),
        (DISPUTED[:4], "-E--"),
        ([hand(1, "N", 82, 80), NOTED], "-S"),
        # after a void deal the same dealer; the hand keeps its number when it is noted again.
        ([VOID, hand(1, "S", 82, 80), hand(2, "W", 82, 80)], "-SW"),
    ],
)
def test_who_is_to_deal(records: Sequence[Json], due: str) -> None:
    lines = one(*records).lines
    assert "".join("-" if line.due is None else SEATS[line.due] for line in lines) == due
    wrong = [seat not in ("-", SEATS[line.dealer]) for seat, line in zip(due, lines, strict=True)]
    assert [line.has_wrong_dealer for line in lines] == wrong


def test_a_stopped_hand_counts_what_was_written() -> None:
    """Two tricks are recorded, the rest is not; the score was written, so it was played to the end."""
    stopped = move_into_game(1, {**hands.STOPPED, "claims": [], "score": {"NS": 71, "EW": 91}})
    assert (one(stopped).lines[0].basis, one(stopped).totals) == ("written", (71, 91))
    unwritten = move_into_game(1, {**hands.STOPPED, "claims": [], "score": {}})
    assert (one(unwritten).lines[0].basis, one(unwritten).totals) == ("unfinished", (0, 0))
    half = move_into_game(1, {**hands.STOPPED, "claims": [], "score": {"NS": 71}})
    assert one(half).lines[0].basis == "unfinished"
    assert one(half).written_totals == (0, 0), "half a score adds up to nothing"


def test_a_dispute_after_the_end_changes_nothing() -> None:
    """The game was won with the sixth hand, whatever became of the seventh."""
    open_hand = {**DISPUTED[2], "id": "h7", "context": {**PLACE, "hand": 7}}
    game = one(*WON, open_hand)
    assert (game.state, game.winner, game.lines[-1].basis) == ("won", 0, "after")


def test_marks_are_nothing() -> None:
    """However nothing is written, it is nothing (D-76, D-77)."""
    records = [hand(number, "N", mark, 82) for number, mark in enumerate(("XX", "XXX", "-", "--", "R"), 1)]
    assert one(*records).totals == (0, 410)
    assert [line.marks[0] for line in one(*records).lines] == ["XX", "XXX", "-", "--", "R"]


def test_no_hand_no_game() -> None:
    assert score_games() == []


def test_melds_and_belle_of_a_set_team_are_lost() -> None:
    """R-075: East-West made 62 and a dad against 90; their column has the mark and no points."""
    game = one(make_itemized_hand(1, "N", "E", "C", 80, 10, 0, 0, 62, 0, 20, 0))
    assert (game.lines[0].counted, game.lines[0].marks) == ((90, 0), ("90", "XXX"))


@pytest.mark.parametrize(
    ("written", "adds_up"),
    [
        ((82, 80), True),
        ((91, 80), False),
        ((80, 80), False),
        ((92, 80), False),  # ten too many: no meld is worth ten
        ((102, 80), True),  # a dad or belle
        ((112, 80), False),  # no melds come to thirty
        ((122, 80), True),
        ((132, 80), True),  # a fifty
        ((162, 50), True),
        ((81, "XXX"), True),
        ((80, "XX"), False),  # less than the makers must have had
        ((182, "R"), True),
        ((162, "--"), True),
        ((81, 0), True),  # the makers had as many and were set, mark or no mark
        ((80, 0), False),
        ((0, 50), False),  # 50 win no set, and without one both have something
        ((20, 0), False),
        ((0, 0), False),  # somebody took the 162
        (("--", "--"), False),
        (("R", "R"), True),  # both reneged, R-105
        (("R", 162), True),
        (("R", 100), False),  # R-104 gives 162 and melds
        (("R", 172), False),
        (("R", 192), False),
        (("R", 212), True),  # a fifty
        (("R", "--"), False),
    ],
)
def test_whether_a_sheet_can_be_right(written: tuple[int, int | str], adds_up: bool) -> None:
    """162 in cards and last trick (R-008), and melds of 20, 50, 100 and 200 (R-068); 162 and melds after a renege.

    A side that has nothing was set by one with at least 81 (R-070).
    """
    assert one(hand(1, "N", *written)).lines[0].adds_up is adds_up


@pytest.mark.parametrize(
    ("north_south", "east_west", "adds_up"),
    [
        ((80, 10, 0, 0), (62, 10, 0, 0), False),  # two last tricks
        ((90, 5, 0, 0), (62, 5, 0, 0), False),  # half a last trick
        ((80, 0, 0, 0), (72, 0, 0, 0), False),  # no last trick
        ((90, 20, 0, 0), (52, 0, 0, 0), False),  # twice the ten
        ((80, 10, 0, 0), (72, 0, 20, 0), True),
        ((90, 0, 0, 0), (72, 0, 20, 0), True),
        ((80, 10, 0, 0), (70, 0, 20, 0), False),
    ],
)
def test_whether_a_breakdown_can_be_right(
    north_south: tuple[int, ...], east_west: tuple[int, ...], adds_up: bool
) -> None:
    """The cards make 152 and one side has the ten (R-008); unless written apart it is among the cards."""
    assert one(make_itemized_hand(1, "N", "E", "C", *north_south, *east_west)).lines[0].adds_up is adds_up
