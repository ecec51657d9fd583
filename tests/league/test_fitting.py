"""Hands that do not fit, or leave their game open."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from clabber_audit.league.season_file import parse_season
from clabber_audit.league.standings import standings
from tests.cli import GOOD, OPEN, changed
from tests.league.seasons import (
    FIRST_ROUND,
    OWLS_EAGLES,
    SEASON,
    Json,
    encoded,
    game,
    handed,
    match_changed,
    of,
    status,
    table,
    told,
    written,
)


def in_game(record: Json, hand: int, **more: Any) -> Json:
    """A record as a hand of the game between Owls and Eagles."""
    context = {"league": SEASON["league"], "season": "2026", "round": 1, "game": 1, "hand": hand}
    return changed(record, teams={"NS": "Owls", "EW": "Eagles"}, context=context, **more)


def test_a_hand_in_dispute_keeps_its_game_out_of_the_table() -> None:
    played = [{"seat": seat, "card": None} for seat in "WNES" * 6]
    unknown = in_game(changed(GOOD, deal={"dealer": "S", "upcard": "9S"}, plays=played), 6, id="unknown")
    standings = of([*FIRST_ROUND, unknown])
    assert status(standings, "r1-a") == "played"
    hands = [hand for hand in FIRST_ROUND if hand["id"] != "r1-owls-eagles-g1-h5"]
    standings = of([*hands, {**unknown, "context": {**unknown["context"], "hand": 5}}])
    assert status(standings, "r1-a") == "in_dispute"
    assert [notice.hands for notice in told(standings, "disputed")] == [("unknown",)]
    assert [row[1] for row in table(standings)][:2] == ["lions", "moose"]
    assert {row.tally.team: row.tally.disputed for row in standings.rows} == {
        "owls": 1,
        "eagles": 1,
        "moose": 0,
        "lions": 0,
    }


def test_a_stopped_hand_that_nothing_explains_keeps_its_game_out_too() -> None:
    hands = [hand for hand in FIRST_ROUND if hand["id"] != "r1-owls-eagles-g1-h1"]
    standings = of([*hands, in_game(OPEN, 1, id="stopped", claims=[])])
    assert status(standings, "r1-a") == "in_dispute"
    assert [notice.hands for notice in told(standings, "stopped")] == [("stopped",)]


def test_a_missing_hand_keeps_its_game_out() -> None:
    hands = [hand for hand in FIRST_ROUND if hand["id"] != "r1-owls-eagles-g1-h2"]
    standings = of(hands)
    assert [dict(notice.facts)["numbers"] for notice in told(standings, "hands_missing")] == ["2"]
    assert not any(row.tally.played for row in standings.rows if row.tally.team in ("owls", "eagles"))


@pytest.mark.parametrize(
    ("hand", "kind"),
    [
        (
            written("x", ("Owls", "Eagles"), (1, 2), round=1, game=1, hand=9, league="Other League"),
            "other_league",
        ),
        (written("x", ("Owls", "Eagles"), (1, 2), round=1, game=1, hand=9, season="2025"), "other_season"),
        (written("x", ("Owls", "Eagels"), (1, 2), round=1, game=1, hand=9), "unknown_team"),
        (written("x", ("Owls", "Owls"), (1, 2), round=1, game=1, hand=9), "no_match"),
        (written("x", ("Owls", "Eagles"), (1, 2), round=2, game=1, hand=9), "no_match"),
        (written("x", ("Owls", "Eagles"), (1, 2), round=1, game=2, hand=9), "no_such_game"),
        (written("x", ("Owls", "Eagles"), (1, 2), round=1, game=0, hand=9), "no_such_game"),
        (FIRST_ROUND[0], "repeated"),
    ],
)
def test_a_hand_that_fits_nowhere_is_told_and_changes_nothing(hand: Json, kind: str) -> None:
    standings = of([*FIRST_ROUND, hand])
    assert [notice.hands for notice in told(standings, kind)] == [(hand["id"],)]
    assert table(standings) == table(of(FIRST_ROUND))


def test_one_id_on_two_hands_is_told_and_both_count() -> None:
    """An approval, a claim, a letter about hand “twin” would be about either; what they made is not in doubt."""
    hands = deepcopy(FIRST_ROUND)
    hands[0]["id"] = hands[7]["id"] = "twin"
    standings = of(hands)
    assert [notice.hands for notice in told(standings, "same_id")] == [("twin",)]
    assert table(standings) == table(of(FIRST_ROUND))
    assert not told(of([*FIRST_ROUND, FIRST_ROUND[0]]), "same_id")


def test_a_hand_without_its_round_fits_where_the_two_meet_once() -> None:
    hands = game(1, OWLS_EAGLES, (512, 430))
    for hand in hands:
        del hand["context"]["round"], hand["context"]["game"]
    assert table(of(hands))[0] == (1, "owls", 1, 0, 512)
    twice = [*SEASON["rounds"], {"number": 4, "matches": [{"id": "r4-a", "teams": ["eagles", "owls"]}]}]
    (notice,) = told(of(hands, rounds=twice), "no_round")
    assert dict(notice.facts)["rounds"] == "1, 4"
    assert len(notice.hands) == len(hands)


def test_a_hand_without_its_game_is_told_where_there_are_several() -> None:
    hands = game(1, OWLS_EAGLES, (512, 430))
    for hand in hands:
        del hand["context"]["game"]
    assert len(told(of(hands, games_per_match=2), "no_game_number")) == 1


def test_a_missing_hand_keeps_out_a_game_that_looks_won() -> None:
    """650:430 without a hand of 100 each is 550:330: who won may be right, what was made is not."""
    hands = game(1, OWLS_EAGLES, (650, 430))
    del hands[1]
    standings = of(hands)
    assert not any(row.tally.parts for row in standings.rows)
    assert status(standings, "r1-a") == "provisional"


def test_two_tables_cannot_both_play_one_game() -> None:
    hands = game(1, OWLS_EAGLES, (512, 430))
    for table_number, hand in zip((1, None, 1, 2, 2), hands, strict=True):
        if table_number:
            hand["context"]["table"] = table_number
    standings = of(hands, rounds=match_changed("r1-a", table=None))
    assert len(told(standings, "two_tables")) == 1
    assert status(standings, "r1-a") == "in_dispute"


def test_a_hand_that_names_no_ruleset_names_no_other() -> None:
    assert not told(of(FIRST_ROUND, ruleset="wp"), "other_ruleset")


def test_an_amended_hand_beside_the_old_one_counts_neither() -> None:
    """Both say they are hand 5: adding both up would be as wrong as picking one."""
    amended = {**FIRST_ROUND[4], "id": "amended", "score": {"NS": 112, "EW": 48}}
    standings = of([*FIRST_ROUND, amended])
    (notice,) = told(standings, "two_hands")
    assert notice.hands == ("r1-owls-eagles-g1-h5", "amended")
    assert status(standings, "r1-a") == "in_dispute"


def test_a_hand_without_a_number_that_may_decide_the_game_is_told() -> None:
    """Without hand 3, 100 each, the others make 520:430, so the game may have been over before it or with it."""
    hands = game(1, OWLS_EAGLES, (620, 530))
    del hands[2]["context"]["hand"]
    hands[3]["context"]["hand"], hands[4]["context"]["hand"] = 3, 4
    standings = of(hands)
    assert status(standings, "r1-a") == "in_dispute"
    assert [notice.hands for notice in told(standings, "no_hand_number")] == [("r1-owls-eagles-g1-h3",)]
    assert not any(row.tally.parts for row in standings.rows)


def test_a_hand_dealt_again_may_keep_its_number() -> None:
    """Everybody passed in hand 2, which was dealt again: no two hands 2 that count."""
    passed = [{"seat": seat, "call": "pass"} for seat in "WNESWNES"]
    nothing = in_game(changed(GOOD, declarations=passed, plays=[]), 2, id="passed-out")
    standings = of([*FIRST_ROUND[:1], nothing, *FIRST_ROUND[1:]])
    assert status(standings, "r1-a") == "played"
    assert table(standings) == table(of(FIRST_ROUND))


def test_hands_that_disagree_about_the_sides_count_neither() -> None:
    hands = game(1, OWLS_EAGLES, (512, 430))
    hands[1]["teams"] = {"NS": "Eagles", "EW": "Owls"}
    assert len(told(of(hands), "two_tables")) == 1


def test_an_unfinished_game_does_not_count() -> None:
    standings = of(game(1, OWLS_EAGLES, (400, 350)))
    assert [dict(notice.facts)["most"] for notice in told(standings, "unfinished")] == [400]
    assert not any(row.tally.parts for row in standings.rows)


def test_level_at_the_end_another_hand_decides() -> None:
    """J02, D-78: both have 502, and the game goes on."""
    standings = of(game(1, OWLS_EAGLES, (502, 502)))
    assert [dict(notice.facts)["most"] for notice in told(standings, "another_hand")] == [502]
    assert not told(standings, "unfinished")
    assert not any(row.tally.parts for row in standings.rows)


def test_hands_that_name_no_team_are_told() -> None:
    hands = game(1, OWLS_EAGLES, (512, 430))
    for hand in hands:
        del hand["teams"]["EW"]
    (notice,) = told(of(hands), "unnamed_team")
    assert (dict(notice.facts), len(notice.hands)) == ({"side": "EW"}, 5)


def test_what_only_looks_odd_is_told_and_counts() -> None:
    teams = deepcopy(SEASON["teams"])
    teams[0]["players"] = ["Ruth", "Dora"]
    hands = game(1, OWLS_EAGLES, (512, 430))
    hands[0].update(ruleset="wp", players={"N": "RUTH", "S": "Zed", "E": "Carl"})
    hands[0]["context"]["table"] = 7
    standings = of(hands, teams=teams)
    assert {notice.kind for notice in standings.notices if notice.hands} == {
        "other_ruleset",
        "other_table",
        "off_roster",
    }
    assert [dict(notice.facts)["player"] for notice in told(standings, "off_roster")] == ["Zed"]
    assert table(standings)[0] == (1, "owls", 1, 0, 512)


def test_a_tied_game_is_won_by_nobody() -> None:
    """R-079, as gamerules has it: 500 each in the same hand is a tie, and both keep their points."""
    tied = handed(game(1, OWLS_EAGLES, (500, 500)), "gamerules")
    found = standings(parse_season(encoded({**SEASON, "ruleset": "gamerules"})), tied)
    rows = {row.tally.team: row.tally for row in found.rows}
    assert [
        (rows[team].won, rows[team].lost, rows[team].tied, rows[team].points) for team in ("owls", "eagles")
    ] == [
        (0, 0, 1, 500),
        (0, 0, 1, 500),
    ]
