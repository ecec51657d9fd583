"""The table of a season. Every number here was added up by hand from the totals of the games above it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from clabber_audit.league.notices import Notice
from clabber_audit.league.standings import Standings, standings
from clabber_audit.season import read
from tests.cli import GOOD, OPEN, changed
from tests.league.seasons import SEASON, Json, encoded, game, ruled, season, written

OWLS_EAGLES, MOOSE_LIONS = ("Owls", "Eagles"), ("Moose", "Lions")
DECIDED = {"who": "Agnes", "when": "2026-01-20", "why": "no shirts"}


def of(hands: list[Json], **changes: Any) -> Standings:
    return standings(season(**changes), ruled(hands))


def table(found: Standings) -> list[tuple[int, str, int, int, int]]:
    """Place, team, games won, games lost, points."""
    return [(row.place, row.tally.team, row.tally.won, row.tally.lost, row.tally.points) for row in found.rows]


def told(found: Standings, kind: str) -> list[Notice]:
    return [notice for notice in found.notices if notice.kind == kind]


def status(found: Standings, match: str) -> str:
    return next(played.status for played in found.matches if played.match.id == match)


def match_changed(match: str, **changes: Any) -> list[Json]:
    """The rounds of the season with one match changed."""
    rounds: list[Json] = deepcopy(SEASON["rounds"])
    next(found for round in rounds for found in round["matches"] if found["id"] == match).update(changes)
    return rounds


FIRST_ROUND = [*game(1, OWLS_EAGLES, (512, 430)), *game(1, MOOSE_LIONS, (470, 505))]


def test_games_won_come_first_and_points_among_equals() -> None:
    """R-111: Owls and Lions won a game each, 512 points are more than 505; so are 470 than 430."""
    assert table(of(FIRST_ROUND)) == [
        (1, "owls", 1, 0, 512),
        (2, "lions", 1, 0, 505),
        (3, "moose", 0, 1, 470),
        (4, "eagles", 0, 1, 430),
    ]


def test_games_won_go_before_points() -> None:
    hands = [*FIRST_ROUND, *game(2, ("Owls", "Moose"), (490, 600))]
    assert [row[:3] for row in table(of(hands))] == [(1, "moose", 1), (2, "owls", 1), (3, "lions", 1), (4, "eagles", 0)]


def points_only(ranking: str) -> list[str]:
    """Case J06: Owls win one game of three with 1,498 points, Eagles two with 1,104."""
    pairs = [(498, 502), (498, 502), (502, 100)]
    hands = [hand for at, pair in enumerate(pairs, 1) for hand in game(1, OWLS_EAGLES, pair, at)]
    found = of(hands, ranking=ranking, games_per_match=3, teams=SEASON["teams"])
    first_two = [(team, won, points) for _place, team, won, _lost, points in table(found)[:2]]
    assert sorted(first_two) == [("eagles", 2, 1104), ("owls", 1, 1498)]
    return [team for team, _won, _points in first_two]


def test_points_only_event() -> None:
    """J06, R-112: in a points-only event a pair with fewer wins and more points is ahead."""
    assert points_only("game_points") == ["owls", "eagles"]


def test_the_same_games_ranked_by_games_won() -> None:
    """R-111: where games won count, the same two pairs stand the other way round."""
    assert points_only("games_won") == ["eagles", "owls"]


def test_a_cap_takes_points_above_it_away_in_each_game() -> None:
    """D-81: of 512 and 505 only 500 count, of 470 and 430 everything."""
    found = of(FIRST_ROUND, game_points_cap=500)
    assert [row[4] for row in table(found)] == [500, 500, 470, 430]
    assert [part.made for part in found.rows[0].tally.parts] in ([512], [505])


def test_sides_are_told_by_names_or_ids_however_written() -> None:
    """The same match with the Eagles sitting North and South, by id, and the Owls in capitals with a blank."""
    found = of(game(1, ("eagles", "OWLS "), (430, 512)))
    assert table(found)[0] == (1, "owls", 1, 0, 512)
    assert not [notice for notice in found.notices if notice.hands]


# Ties.


def test_level_in_games_and_points_goes_to_head_to_head() -> None:
    """Owls and Lions both won twice and lost once, each with 1,500 points; Owls won the game between them 500:490."""
    hands = [
        *game(1, ("Owls", "Eagles"), (500, 320)),
        *game(1, ("Moose", "Lions"), (300, 510)),
        *game(2, ("Owls", "Moose"), (500, 510)),
        *game(2, ("Eagles", "Lions"), (300, 500)),
        *game(3, ("Owls", "Lions"), (500, 490)),
        *game(3, ("Eagles", "Moose"), (510, 300)),
    ]
    found = of(hands)
    assert table(found)[:2] == [(1, "owls", 2, 1, 1500), (2, "lions", 2, 1, 1500)]
    decided = [tie for tie in found.tie_breaks if tie.by == "head_to_head"]
    (tie,) = decided
    assert [(one.team, one.won, one.points) for one in tie.compared] == [("owls", 1, 500), ("lions", 0, 490)]
    assert [(part.match, part.opponent, part.points) for part in tie.compared[0].parts] == [("r3-a", "lions", 500)]
    assert tie.result == "decided"


def test_level_everywhere_shares_a_place() -> None:
    """Two games between the same two, 500:400 each way: one won, 900 points and head to head are all level."""
    hands = [*game(1, OWLS_EAGLES, (500, 400)), *game(1, OWLS_EAGLES, (400, 500), 2)]
    found = of(hands, games_per_match=2)
    assert [(row.place, row.shared, row.tally.team) for row in found.rows[:2]] == [
        (1, True, "eagles"),
        (1, True, "owls"),
    ]
    assert [row.place for row in found.rows] == [1, 1, 3, 3]
    assert [tie.result for tie in found.tie_breaks] == ["level", "level"]


def test_head_to_head_is_not_asked_of_teams_that_have_not_met() -> None:
    """Owls and Moose each won 500:400 against somebody else."""
    found = of([*game(1, OWLS_EAGLES, (500, 400)), *game(1, MOOSE_LIONS, (500, 400))])
    assert [(row.place, row.tally.team) for row in found.rows] == [
        (1, "moose"),
        (1, "owls"),
        (3, "eagles"),
        (3, "lions"),
    ]
    assert {tie.result for tie in found.tie_breaks if tie.by == "head_to_head"} == {"not_met"}


def test_three_in_a_circle_are_told_apart_by_the_points_between_them() -> None:
    """Owls beat Eagles 500:400, Eagles Moose 510:400, Moose Owls 600:410: one won each; 910, 910 and 1,000 points.

    Moose is ahead by points over all. Owls and Eagles are level there, and the game between them was the Owls'.
    """
    rounds = [
        {"number": 1, "matches": [{"id": "a", "teams": ["owls", "eagles"]}], "byes": ["moose"]},
        {"number": 2, "matches": [{"id": "b", "teams": ["eagles", "moose"]}], "byes": ["owls"]},
        {"number": 3, "matches": [{"id": "c", "teams": ["moose", "owls"]}], "byes": ["eagles"]},
    ]
    hands = [
        *game(1, ("Owls", "Eagles"), (500, 400)),
        *game(2, ("Eagles", "Moose"), (510, 400)),
        *game(3, ("Moose", "Owls"), (600, 410)),
    ]
    found = of(hands, rounds=rounds, teams=SEASON["teams"][:3])
    assert table(found) == [(1, "moose", 1, 1, 1000), (2, "owls", 1, 1, 910), (3, "eagles", 1, 1, 910)]
    assert [tie.result for tie in found.tie_breaks] == ["partly", "decided"]
    assert not found.notices


def test_three_in_a_circle_go_by_the_points_between_them() -> None:
    """Owls beat Eagles 500:400, Eagles Moose 510:400, Moose Owls 520:410; all lost to Lions with 420, 420 and 410.

    That makes a game won and 1,330 points each. Between them Moose made 920, Owls and Eagles 910; of these two the
    Owls won the game.
    """
    hands = [
        *game(1, ("Owls", "Eagles"), (500, 400)),
        *game(3, ("Eagles", "Moose"), (510, 400)),
        *game(2, ("Owls", "Moose"), (410, 520)),
        *game(3, ("Owls", "Lions"), (420, 500)),
        *game(2, ("Eagles", "Lions"), (420, 500)),
        *game(1, ("Moose", "Lions"), (410, 500)),
    ]
    found = of(hands)
    assert table(found)[1:] == [(2, "moose", 1, 2, 1330), (3, "owls", 1, 2, 1330), (4, "eagles", 1, 2, 1330)]
    assert [(tie.by, tie.result) for tie in found.tie_breaks] == [
        ("game_points", "level"),
        ("head_to_head", "partly"),
        ("head_to_head", "decided"),
    ]


def test_one_who_met_nobody_keeps_all_level() -> None:
    """Owls, Eagles and Moose won a game each and made 900 points. Owls beat Eagles, but Moose has met neither."""
    hands = [
        *game(1, ("Owls", "Eagles"), (500, 400)),
        *game(2, ("Eagles", "Lions"), (500, 400)),
        *game(3, ("Owls", "Lions"), (400, 500)),
        *game(1, ("Moose", "Lions"), (500, 400)),
        *game(1, ("Moose", "Lions"), (400, 500), 2),
    ]
    found = of(hands, games_per_match=2)
    assert [row[:2] for row in table(found)] == [(1, "lions"), (2, "eagles"), (2, "moose"), (2, "owls")]
    assert found.tie_breaks[-1].result == "not_met"


def test_those_who_met_unequally_often_stay_level() -> None:
    """Two games won and 1,800 points each; Owls won both games with Eagles, the others met once."""
    hands = [
        *game(1, ("Owls", "Eagles"), (500, 400)),
        *game(1, ("Owls", "Eagles"), (500, 400), 2),
        *game(3, ("Eagles", "Moose"), (500, 400)),
        *game(2, ("Owls", "Moose"), (400, 500)),
        *game(3, ("Owls", "Lions"), (400, 500)),
        *game(2, ("Eagles", "Lions"), (500, 400)),
        *game(1, ("Moose", "Lions"), (500, 400)),
        *game(1, ("Moose", "Lions"), (400, 500), 2),
    ]
    found = of(hands, games_per_match=2)
    assert [(row[1], row[2], row[4]) for row in table(found) if row[1] != "lions"] == [
        ("eagles", 2, 1800),
        ("moose", 2, 1800),
        ("owls", 2, 1800),
    ]
    assert found.tie_breaks[-1].result == "unevenly_met"
    assert len({row.place for row in found.rows if row.tally.team != "lions"}) == 1


def test_a_bye_is_no_game_and_gives_nothing() -> None:
    """After the first round Owls and Eagles have played and Moose has not: that is told, and nothing is made up."""
    rounds = [{"number": 1, "matches": [{"id": "a", "teams": ["owls", "eagles"]}], "byes": ["moose"]}]
    found = of(game(1, OWLS_EAGLES, (500, 400)), rounds=rounds, teams=SEASON["teams"][:3])
    assert table(found)[1:] == [(2, "eagles", 0, 1, 400), (3, "moose", 0, 0, 0)]
    assert found.rows[2].tally.byes == (1,)
    (notice,) = told(found, "uneven")
    assert dict(notice.facts) == {"fewest": 0, "most": 1}


def test_a_second_bye_before_everybody_had_one_is_told() -> None:
    rounds = [
        {"number": 1, "matches": [{"id": "a", "teams": ["owls", "eagles"]}], "byes": ["moose"]},
        {"number": 2, "matches": [{"id": "b", "teams": ["eagles", "owls"]}], "byes": ["moose"]},
    ]
    (notice,) = told(of([], rounds=rounds, teams=SEASON["teams"][:3]), "second_bye")
    assert notice.round == 2
    assert dict(notice.facts) == {"team": "moose", "byes": 2, "other": "owls", "others": 0}


def test_a_team_that_a_round_forgets_is_told() -> None:
    rounds = [{"number": 1, "matches": [{"id": "a", "teams": ["owls", "eagles"]}]}]
    (notice,) = told(of([], rounds=rounds, teams=SEASON["teams"][:3]), "idle")
    assert (notice.round, dict(notice.facts)) == (1, {"team": "moose"})


# Decisions away from the cards.


def test_a_penalty_is_in_the_total_and_beside_it() -> None:
    penalties = [{**DECIDED, "team": "owls", "points": 50}, {**DECIDED, "team": "lions", "games": 1}]
    found = of(FIRST_ROUND, penalties=penalties)
    rows = {row.tally.team: row.tally for row in found.rows}
    assert (rows["owls"].won, rows["owls"].points) == (1, 462)
    assert (rows["lions"].won, rows["lions"].points) == (0, 505)
    for row in rows.values():
        assert row.points == sum(part.points for part in row.parts) - sum(fine.points for fine in row.penalties)


def test_a_forfeit_gives_games_and_never_a_score() -> None:
    rounds = match_changed("r1-a", forfeited={**DECIDED, "by": ["eagles"]})
    found = of(game(1, MOOSE_LIONS, (470, 505)), rounds=rounds)
    assert status(found, "r1-a") == "forfeited"
    rows = {row.tally.team: row.tally for row in found.rows}
    assert (rows["owls"].won, rows["owls"].points, rows["owls"].played, rows["owls"].forfeited) == (1, 0, 0, 1)
    assert (rows["eagles"].lost, rows["eagles"].points) == (1, 0)
    assert not told(found, "uneven")


def test_a_forfeit_by_both_gives_nothing_to_anybody() -> None:
    found = of([], rounds=match_changed("r1-a", forfeited={**DECIDED, "by": ["eagles", "owls"]}))
    rows = {row.tally.team: row.tally for row in found.rows}
    assert [(rows[team].won, rows[team].lost) for team in ("owls", "eagles")] == [(0, 1), (0, 1)]


def test_hands_of_a_forfeited_match_do_not_count_and_are_told() -> None:
    found = of(FIRST_ROUND, rounds=match_changed("r1-a", forfeited={**DECIDED, "by": ["owls"]}))
    rows = {row.tally.team: row.tally for row in found.rows}
    assert (rows["owls"].points, rows["eagles"].won) == (0, 1)
    assert [notice.match for notice in told(found, "played_though_forfeited")] == ["r1-a"]


def test_a_postponed_match_counts_once_it_was_played() -> None:
    rounds = match_changed("r1-a", postponed=DECIDED)
    assert status(of([], rounds=rounds), "r1-a") == "postponed"
    found = of(FIRST_ROUND, rounds=rounds)
    assert status(found, "r1-a") == "provisional"
    assert table(found)[0][1] == "owls"


def approved(*teams: str, **more: Any) -> list[Json]:
    return [{"match": "r1-a", "team": team, "who": "Ruth", "when": "2026-01-06", **more} for team in teams]


#: The result of the game as its hands give it.
RIGHT = [{"game": 1, "points": {"owls": 512, "eagles": 430}}]


def locked(owls: int, eagles: int) -> list[Json]:
    results = [{"game": 1, "points": {"owls": owls, "eagles": eagles}}]
    return [{"match": "r1-a", "who": "Agnes", "when": "2026-01-07", "results": results}]


@pytest.mark.parametrize(
    ("decisions", "expected"),
    [
        ({}, "provisional"),
        ({"approvals": approved("owls")}, "provisional"),
        ({"approvals": approved("owls", "eagles")}, "approved_unwritten"),
        ({"approvals": [*approved("owls", results=RIGHT), *approved("eagles")]}, "approved_unwritten"),
        ({"approvals": approved("owls", "eagles", results=RIGHT)}, "approved"),
        ({"locks": locked(512, 430)}, "locked"),
    ],
)
def test_status(decisions: dict[str, Any], expected: str) -> None:
    found = of(FIRST_ROUND, **decisions)
    assert status(found, "r1-a") == expected
    assert status(found, "r2-a") == "scheduled"
    assert not found.loud


def test_a_locked_match_whose_hands_changed_is_told_loudly_and_recomputed() -> None:
    """The hands were amended after the lock: the table goes by the hands, and says so."""
    hands = [*game(1, OWLS_EAGLES, (512, 448)), *game(1, MOOSE_LIONS, (470, 505))]
    found = of(hands, locks=locked(512, 430))
    assert found.loud
    (notice,) = told(found, "locked_otherwise")
    said = dict(notice.facts)
    assert (notice.match, notice.game, said["was"], said["now"]) == ("r1-a", 1, "512:430", "512:448")
    assert table(found)[3][4] == 448


def test_a_correction_explains_the_change_and_stays() -> None:
    hands = game(1, OWLS_EAGLES, (512, 448))
    change = {
        **DECIDED,
        "match": "r1-a",
        "game": 1,
        "was": {"owls": 512, "eagles": 430},
        "now": {"owls": 512, "eagles": 448},
    }
    found = of(hands, locks=locked(512, 430), corrections=[change])
    assert status(found, "r1-a") == "corrected"
    assert not found.loud
    again = of(game(1, OWLS_EAGLES, (512, 430)), locks=locked(512, 430), corrections=[change])
    (notice,) = told(again, "corrected_otherwise")
    assert (dict(notice.facts)["was"], dict(notice.facts)["now"]) == ("512:448", "512:430")


def test_a_locked_match_without_hands_is_told() -> None:
    (notice,) = told(of([], locks=locked(512, 430)), "locked_otherwise")
    assert dict(notice.facts)["state"] == "not_played"


def test_an_approval_of_another_result_is_no_approval() -> None:
    other = [{"game": 1, "points": {"owls": 512, "eagles": 420}}]
    found = of(FIRST_ROUND, approvals=[*approved("owls"), *approved("eagles", results=other)])
    assert status(found, "r1-a") == "provisional"
    assert [dict(notice.facts)["was"] for notice in told(found, "approved_otherwise")] == ["512:420"]


def test_an_approval_without_a_result_never_passes_for_one_of_a_result() -> None:
    """Both approved when the hands gave 512:430; they give 512:448 now, and only a written result can show that."""
    hands = game(1, OWLS_EAGLES, (512, 448))
    silent = of(hands, approvals=approved("owls", "eagles"))
    assert status(silent, "r1-a") == "approved_unwritten"
    assert silent.matches[0].unwritten == ("owls", "eagles")
    written = of(hands, approvals=approved("owls", "eagles", results=RIGHT))
    assert status(written, "r1-a") == "provisional"
    assert len(told(written, "approved_otherwise")) == 2


def test_only_the_captain_approves_for_a_team_that_names_one() -> None:
    """Ruth approves for both. She is captain of the Owls, however that is written; of the Eagles it is Carl."""
    teams = [{**team, **captain} for team, captain in zip(SEASON["teams"][:2], CAPTAINS, strict=True)]
    found = of(FIRST_ROUND, teams=[*teams, *SEASON["teams"][2:]], approvals=approved("owls", "eagles", results=RIGHT))
    assert found.matches[0].approved_by == ("owls",)
    assert status(found, "r1-a") == "provisional"
    (notice,) = told(found, "not_captain")
    assert (notice.match, dict(notice.facts)) == ("r1-a", {"team": "eagles", "player": "Ruth", "captain": "Carl"})


CAPTAINS = ({"captain": " RUTH "}, {"captain": "Carl"})


@pytest.mark.parametrize(
    ("match", "early"),
    [
        # Approved on 6 January: the round was on the 5th, or the match on another day, or put off until another.
        ({}, ""),
        ({"day": "2026-01-06"}, ""),
        ({"day": "2026-01-07"}, "2026-01-07"),
        ({"postponed": {**DECIDED, "until": "2026-02-02"}}, "2026-02-02"),
        ({"postponed": DECIDED}, ""),
    ],
)
def test_an_approval_from_before_the_match_is_told(match: Json, early: str) -> None:
    found = of(FIRST_ROUND, rounds=match_changed("r1-a", **match), approvals=approved("owls", results=RIGHT))
    assert [dict(notice.facts)["day"] for notice in told(found, "approved_early")] == [early][: bool(early)]


def test_what_is_locked_of_a_match_locks_not_the_rest() -> None:
    """Two games, the first locked at what its hands give: the second is still to come, so the match is not locked."""
    first, second = game(1, OWLS_EAGLES, (512, 430)), game(1, OWLS_EAGLES, (400, 505), 2)
    for hands in (first, [*first, *second]):
        found = of(hands, locks=locked(512, 430), games_per_match=2)
        assert status(found, "r1-a") == "provisional"
        assert [played.fixed for played in found.matches[0].games] == ["locked", ""]
    assert status(of([], locks=locked(512, 430), games_per_match=2), "r1-a") == "scheduled"
    both = [{**locked(512, 430)[0], "results": [*RIGHT, {"game": 2, "points": {"owls": 400, "eagles": 505}}]}]
    assert status(of([*first, *second], locks=both, games_per_match=2), "r1-a") == "locked"
    change = {**DECIDED, "match": "r1-a", "game": 1, "was": RIGHT[0]["points"], "now": {"owls": 512, "eagles": 448}}
    amended = [*game(1, OWLS_EAGLES, (512, 448)), *second]
    found = of(amended, locks=locked(512, 430), corrections=[change], games_per_match=2)
    assert status(found, "r1-a") == "provisional"
    assert [played.fixed for played in found.matches[0].games] == ["corrected", ""]
    assert status(of(amended, locks=both, corrections=[change], games_per_match=2), "r1-a") == "corrected"


def test_an_approval_of_one_game_is_none_of_the_match() -> None:
    hands = [*game(1, OWLS_EAGLES, (512, 430)), *game(1, OWLS_EAGLES, (400, 505), 2)]
    found = of(hands, approvals=approved("owls", "eagles", results=RIGHT), games_per_match=2)
    assert status(found, "r1-a") == "provisional"
    assert [dict(notice.facts)["numbers"] for notice in told(found, "approved_in_part")] == ["2", "2"]


def test_order_of_the_hands_does_not_matter() -> None:
    assert table(of(FIRST_ROUND[::-1])) == table(of(FIRST_ROUND))


# Hands that do not fit.


def in_game(record: Json, hand: int, **more: Any) -> Json:
    """A record as a hand of the game between Owls and Eagles."""
    context = {"league": SEASON["league"], "season": "2026", "round": 1, "game": 1, "hand": hand}
    return changed(record, teams={"NS": "Owls", "EW": "Eagles"}, context=context, **more)


def test_a_hand_in_dispute_keeps_its_game_out_of_the_table() -> None:
    played = [{"seat": seat, "card": None} for seat in "WNES" * 6]
    unknown = in_game(changed(GOOD, deal={"dealer": "S", "upcard": "9S"}, plays=played), 6, id="unknown")
    found = of([*FIRST_ROUND, unknown])
    assert status(found, "r1-a") == "provisional"
    hands = [hand for hand in FIRST_ROUND if hand["id"] != "r1-owls-eagles-g1-h5"]
    found = of([*hands, {**unknown, "context": {**unknown["context"], "hand": 5}}])
    assert status(found, "r1-a") == "in_dispute"
    assert [notice.hands for notice in told(found, "disputed")] == [("unknown",)]
    assert [row[1] for row in table(found)][:2] == ["lions", "moose"]
    assert {row.tally.team: row.tally.disputed for row in found.rows} == {
        "owls": 1,
        "eagles": 1,
        "moose": 0,
        "lions": 0,
    }


def test_a_stopped_hand_that_nothing_explains_keeps_its_game_out_too() -> None:
    hands = [hand for hand in FIRST_ROUND if hand["id"] != "r1-owls-eagles-g1-h1"]
    found = of([*hands, in_game(OPEN, 1, id="stopped", claims=[])])
    assert status(found, "r1-a") == "in_dispute"
    assert [notice.hands for notice in told(found, "stopped")] == [("stopped",)]


def test_a_missing_hand_keeps_its_game_out() -> None:
    hands = [hand for hand in FIRST_ROUND if hand["id"] != "r1-owls-eagles-g1-h2"]
    found = of(hands)
    assert [dict(notice.facts)["numbers"] for notice in told(found, "hands_missing")] == ["2"]
    assert not any(row.tally.played for row in found.rows if row.tally.team in ("owls", "eagles"))


@pytest.mark.parametrize(
    ("hand", "kind"),
    [
        (written("x", ("Owls", "Eagles"), (1, 2), round=1, game=1, hand=9, league="Other League"), "other_league"),
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
    found = of([*FIRST_ROUND, hand])
    assert [notice.hands for notice in told(found, kind)] == [(hand["id"],)]
    assert table(found) == table(of(FIRST_ROUND))


def test_one_id_on_two_hands_is_told_and_both_count() -> None:
    """An approval, a claim, a letter about hand “twin” would be about either; what they made is not in doubt."""
    hands = deepcopy(FIRST_ROUND)
    hands[0]["id"] = hands[7]["id"] = "twin"
    found = of(hands)
    assert [notice.hands for notice in told(found, "same_id")] == [("twin",)]
    assert table(found) == table(of(FIRST_ROUND))
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
    found = of(hands)
    assert not any(row.tally.parts for row in found.rows)
    assert status(found, "r1-a") == "provisional"


def test_a_result_locked_before_the_game_was_over_is_told() -> None:
    """The hands give 400:350, just as locked, and that is no result."""
    found = of(game(1, OWLS_EAGLES, (400, 350)), locks=locked(400, 350))
    assert [dict(notice.facts)["state"] for notice in told(found, "locked_otherwise")] == ["unfinished"]


def test_two_tables_cannot_both_play_one_game() -> None:
    hands = game(1, OWLS_EAGLES, (512, 430))
    for table_number, hand in zip((1, None, 1, 2, 2), hands, strict=True):
        if table_number:
            hand["context"]["table"] = table_number
    found = of(hands, rounds=match_changed("r1-a", table=None))
    assert len(told(found, "two_tables")) == 1
    assert status(found, "r1-a") == "in_dispute"


def test_a_hand_that_names_no_ruleset_names_no_other() -> None:
    assert not told(of(FIRST_ROUND, ruleset="wp"), "other_ruleset")


def test_an_amended_hand_beside_the_old_one_counts_neither() -> None:
    """Both say they are hand 5: adding both up would be as wrong as picking one."""
    amended = {**FIRST_ROUND[4], "id": "amended", "score": {"NS": 112, "EW": 48}}
    found = of([*FIRST_ROUND, amended])
    (notice,) = told(found, "two_hands")
    assert notice.hands == ("r1-owls-eagles-g1-h5", "amended")
    assert status(found, "r1-a") == "in_dispute"


def test_a_hand_without_a_number_that_may_decide_the_game_is_told() -> None:
    """Without hand 3, 100 each, the others come to 520:430, so the game may have been over before it or with it."""
    hands = game(1, OWLS_EAGLES, (620, 530))
    del hands[2]["context"]["hand"]
    hands[3]["context"]["hand"], hands[4]["context"]["hand"] = 3, 4
    found = of(hands)
    assert status(found, "r1-a") == "in_dispute"
    assert [notice.hands for notice in told(found, "no_hand_number")] == [("r1-owls-eagles-g1-h3",)]
    assert not any(row.tally.parts for row in found.rows)


def test_a_hand_dealt_again_may_keep_its_number() -> None:
    """Everybody passed in hand 2, which was dealt again: no two hands 2 that count."""
    passed = [{"seat": seat, "call": "pass"} for seat in "WNESWNES"]
    nothing = in_game(changed(GOOD, declarations=passed, plays=[]), 2, id="passed-out")
    found = of([*FIRST_ROUND[:1], nothing, *FIRST_ROUND[1:]])
    assert status(found, "r1-a") == "provisional"
    assert table(found) == table(of(FIRST_ROUND))


def test_hands_that_disagree_about_the_sides_count_neither() -> None:
    hands = game(1, OWLS_EAGLES, (512, 430))
    hands[1]["teams"] = {"NS": "Eagles", "EW": "Owls"}
    assert len(told(of(hands), "two_tables")) == 1


def test_an_unfinished_game_does_not_count() -> None:
    found = of(game(1, OWLS_EAGLES, (400, 350)))
    assert [dict(notice.facts)["most"] for notice in told(found, "unfinished")] == [400]
    assert not any(row.tally.parts for row in found.rows)


def test_level_at_the_end_another_hand_decides() -> None:
    """J02, D-78: both have 502, and the game goes on."""
    found = of(game(1, OWLS_EAGLES, (502, 502)))
    assert [dict(notice.facts)["most"] for notice in told(found, "another_hand")] == [502]
    assert not told(found, "unfinished")
    assert not any(row.tally.parts for row in found.rows)


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
    found = of(hands, teams=teams)
    assert {notice.kind for notice in found.notices if notice.hands} == {"other_ruleset", "other_table", "off_roster"}
    assert [dict(notice.facts)["player"] for notice in told(found, "off_roster")] == ["Zed"]
    assert table(found)[0] == (1, "owls", 1, 0, 512)


def test_a_tied_game_is_won_by_nobody() -> None:
    """R-079, as gamerules has it: 500 each in the same hand is a tie, and both keep their points."""
    from clabber_audit.adjudicate import adjudicate
    from clabber_audit.law import law_of

    rulings = [adjudicate(one.walk.hand, law_of("gamerules")) for one in ruled(game(1, OWLS_EAGLES, (500, 500)))]
    found = standings(read(encoded({**SEASON, "ruleset": "gamerules"})), rulings)
    rows = {row.tally.team: row.tally for row in found.rows}
    assert [(rows[team].won, rows[team].lost, rows[team].tied, rows[team].points) for team in ("owls", "eagles")] == [
        (0, 0, 1, 500),
        (0, 0, 1, 500),
    ]
