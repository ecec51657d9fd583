"""Tests of grouping hands into games: order, totals, winners. Part J of the casebook has the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from clabber_audit.cards import SEATS, TEAMS
from tests import hands
from tests.scorecard.games import (
    LONG,
    PLACE,
    WON,
    hand,
    move_into_game,
    read_hands,
    score_games,
    score_one_game,
    without_number,
)
from tests.tables import tables


def test_written_score_of_a_void_deal_differs() -> None:
    """Both sides are guilty, so the hand is dealt again, and a sheet with 162 for one side is wrong (R-105)."""
    record = move_into_game(1, {**hands.BOTH, "score": {"NS": 162, "EW": 0}})
    line = score_one_game(record).lines[0]
    assert (line.basis, line.counted, line.differs) == ("nothing", None, (0,))


def test_hands_without_a_written_score_never_differ() -> None:
    assert [line.differs for line in score_one_game(*LONG).lines if line.number < 13] == [()] * 12


def test_hands_are_sorted_by_number() -> None:
    assert score_one_game(*reversed(WON)) == score_one_game(*WON)


def test_hands_without_numbers_keep_their_order() -> None:
    records = [{**record, "context": {**PLACE}} for record in WON]
    assert [line.number for line in score_one_game(*records).lines] == [1, 2, 3, 4, 5, 6]
    assert score_one_game(*records).totals == (510, 470)
    backwards = score_one_game(*reversed(records))
    assert [line.totals for line in backwards.lines][:2] == [(100, 82), (232, 132)]


def test_duplicate_records_count_once() -> None:
    """However often it is given, and wherever: it was played once."""
    game = score_one_game(*WON, *reversed(WON), WON[0])
    assert [line.given for line in game.lines] == [3, 2, 2, 2, 2, 2]
    assert [line._replace(given=1) for line in game.lines] == list(score_one_game(*WON).lines)
    assert (game.state, game.winner, game.totals) == ("won", 0, (510, 470))


def test_hand_without_a_number_keeps_its_position() -> None:
    """The others are sorted by number, in whatever order they are given."""
    nameless = without_number(WON[2])
    game = score_one_game(WON[5], WON[4], WON[1], nameless, WON[0], WON[3])
    assert [line.ruling.replay.hand.record.id for line in game.lines] == ["h1", "h2", "h3", "h4", "h5", "h6"]
    assert [line.numbered for line in game.lines] == [True, True, False, True, True, True]
    assert game.missing == (3,)
    first = score_one_game(nameless, *WON[3:], *WON[:2]).lines[0]
    assert first.ruling.replay.hand.record.id == "h3"


def test_game_without_numbers_keeps_its_order() -> None:
    game = score_one_game(*map(without_number, WON))
    assert (game.state, game.winner, [line.number for line in game.lines]) == ("won", 0, [1, 2, 3, 4, 5, 6])
    assert all(line.numbered for line in game.lines)


def test_games_are_distinguished() -> None:
    """Games differ by number, table and players, and are sorted by their first hand."""
    other_game = {**hand(1, "N", 82, 80), "context": {**PLACE, "game": 2, "hand": 1}}
    other_teams = {**hand(1, "N", 82, 80), "teams": {"NS": "Gulls", "EW": "Foxes"}}
    nameless = {**hand(1, "N", 82, 80), "teams": {}}
    found = score_games(WON[0], other_game, other_teams, WON[1], nameless)
    assert [len(game.lines) for game in found] == [2, 1, 1, 1]
    assert [game.key.sides for game in found] == [
        ("Herons", "Foxes"), ("Herons", "Foxes"), ("Gulls", "Foxes"), ("Ida and Hazel", "Gus and Finn")
    ]  # fmt: skip
    assert found[1].key.game == 2


def test_written_score_of_a_partly_recorded_hand_counts() -> None:
    """Only two tricks are recorded; since the score was written, the hand was played to the end."""
    stopped = move_into_game(1, {**hands.STOPPED, "claims": [], "score": {"NS": 71, "EW": 91}})
    assert (score_one_game(stopped).lines[0].basis, score_one_game(stopped).totals) == ("written", (71, 91))
    unwritten = move_into_game(1, {**hands.STOPPED, "claims": [], "score": {}})
    assert (score_one_game(unwritten).lines[0].basis, score_one_game(unwritten).totals) == (
        "unfinished",
        (0, 0),
    )
    half = move_into_game(1, {**hands.STOPPED, "claims": [], "score": {"NS": 71}})
    assert score_one_game(half).lines[0].basis == "unfinished"
    assert score_one_game(half).written_totals == (0, 0), "half a score adds up to nothing"


def test_no_hands_make_no_game() -> None:
    assert score_games() == []


GAMES = tables(Path(__file__).with_name("games.md"))


@pytest.mark.parametrize(("game", "state", "totals"), GAMES["Who won"])
def test_state_of_a_game(game: str, state: str, totals: str) -> None:
    found = score_one_game(*read_hands(game))
    word, _, more = state.partition(" ")
    assert word in ("", found.state)
    assert not word or found.winner == (TEAMS.index(more) if more in TEAMS else None)
    assert found.order_matters or more != "by the order"
    assert totals in ("", f"{found.totals[0]}:{found.totals[1]}")


@pytest.mark.parametrize(("game", "missing"), GAMES["Hands that are missing"])
def test_missing_hands(game: str, missing: str) -> None:
    assert score_one_game(*read_hands(game)).missing == tuple(map(int, missing.split()))


@pytest.mark.parametrize(("game", "due"), GAMES["Who is to deal"])
def test_due_dealer(game: str, due: str) -> None:
    lines = score_one_game(*read_hands(game)).lines
    assert "".join("-" if line.due is None else SEATS[line.due] for line in lines) == due
    wrong = [seat not in ("-", SEATS[line.dealer]) for seat, line in zip(due, lines, strict=True)]
    assert [line.has_wrong_dealer for line in lines] == wrong


def test_marks_for_no_points_are_kept_as_written() -> None:
    """A set team has the mark and no points (R-075, D-76, D-77)."""
    nothing = read_hands("1 N XX:82; 2 N XXX:82; 3 N -:82; 4 N --:82; 5 N R:82")
    assert [line.marks[0] for line in score_one_game(*nothing).lines] == ["XX", "XXX", "-", "--", "R"]
    assert score_one_game(*read_hands("1 N E C 80+10+0+0:62+0+20+0")).lines[0].marks == ("90", "XXX")


@pytest.mark.parametrize(("sheet", "can_be", "why"), GAMES["Whether a sheet can be right"])
def test_possible_and_impossible_sheets(sheet: str, can_be: str, why: str) -> None:
    assert score_one_game(*read_hands(sheet)).lines[0].adds_up is (can_be == "yes"), why
