"""Decisions away from the cards: penalties, forfeits, postponements, approvals, locks and corrections."""

from __future__ import annotations

from typing import Any

import pytest

from tests.league.seasons import (
    DECIDED,
    FIRST_ROUND,
    MOOSE_LIONS,
    OWLS_EAGLES,
    SEASON,
    Json,
    game,
    match_changed,
    of,
    status,
    table,
    told,
)


def test_a_penalty_is_in_the_total_and_beside_it() -> None:
    penalties = [{**DECIDED, "team": "owls", "points": 50}, {**DECIDED, "team": "lions", "games": 1}]
    standings = of(FIRST_ROUND, penalties=penalties)
    rows = {row.tally.team: row.tally for row in standings.rows}
    assert (rows["owls"].won, rows["owls"].points) == (1, 462)
    assert (rows["lions"].won, rows["lions"].points) == (0, 505)
    for row in rows.values():
        assert row.points == sum(part.points for part in row.parts) - sum(
            fine.points for fine in row.penalties
        )


def test_a_forfeit_gives_games_and_never_a_score() -> None:
    rounds = match_changed("r1-a", forfeited={**DECIDED, "by": ["eagles"]})
    standings = of(game(1, MOOSE_LIONS, (470, 505)), rounds=rounds)
    assert status(standings, "r1-a") == "forfeited"
    rows = {row.tally.team: row.tally for row in standings.rows}
    assert (rows["owls"].won, rows["owls"].points, rows["owls"].played, rows["owls"].forfeited) == (
        1,
        0,
        0,
        1,
    )
    assert (rows["eagles"].lost, rows["eagles"].points) == (1, 0)
    assert not told(standings, "uneven")


def test_a_forfeit_by_both_gives_nothing_to_anybody() -> None:
    standings = of([], rounds=match_changed("r1-a", forfeited={**DECIDED, "by": ["eagles", "owls"]}))
    rows = {row.tally.team: row.tally for row in standings.rows}
    assert [(rows[team].won, rows[team].lost) for team in ("owls", "eagles")] == [(0, 1), (0, 1)]


def test_a_forfeited_match_that_was_played_counts_once_and_is_told() -> None:
    """Issue 25, point 9: the forfeit is the result; points that were made stay, unless they are annulled.

    The Owls made 512 and the Eagles 430; with 100 points by forfeit the Eagles have 530.
    """
    given = {**DECIDED, "by": ["owls"], "points": 100}
    for more, owls, eagles in (({}, 512, 530), ({"annul": True}, 0, 100)):
        standings = of(FIRST_ROUND, rounds=match_changed("r1-a", forfeited={**given, **more}))
        rows = {row.tally.team: row.tally for row in standings.rows}
        assert [(rows[team].won, rows[team].lost) for team in ("owls", "eagles")] == [(0, 1), (1, 0)]
        assert [(rows[team].played, rows[team].forfeited) for team in ("owls", "eagles")] == [(0, 1), (0, 1)]
        assert (rows["owls"].points, rows["eagles"].points) == (owls, eagles)
        assert [notice.match for notice in told(standings, "played_though_forfeited")] == ["r1-a"]


def test_a_postponed_match_counts_once_it_was_played() -> None:
    rounds = match_changed("r1-a", postponed=DECIDED)
    assert status(of([], rounds=rounds), "r1-a") == "postponed"
    standings = of(FIRST_ROUND, rounds=rounds)
    assert status(standings, "r1-a") == "played"
    assert table(standings)[0][1] == "owls"


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
        ({}, "played"),
        ({"teams": [{**team, "captain": "Ruth"} for team in SEASON["teams"]]}, "provisional"),
        ({"approvals": approved("owls")}, "provisional"),
        ({"approvals": approved("owls", "eagles")}, "approved_unwritten"),
        ({"approvals": [*approved("owls", results=RIGHT), *approved("eagles")]}, "approved_unwritten"),
        ({"approvals": approved("owls", "eagles", results=RIGHT)}, "approved"),
        ({"locks": locked(512, 430)}, "locked"),
    ],
)
def test_status(decisions: dict[str, Any], expected: str) -> None:
    standings = of(FIRST_ROUND, **decisions)
    assert status(standings, "r1-a") == expected
    assert status(standings, "r2-a") == "scheduled"
    assert not standings.has_alerts


def test_a_locked_match_whose_hands_changed_is_told_loudly_and_recomputed() -> None:
    """The hands were amended after the lock: the table goes by the hands, and says so."""
    hands = [*game(1, OWLS_EAGLES, (512, 448)), *game(1, MOOSE_LIONS, (470, 505))]
    standings = of(hands, locks=locked(512, 430))
    assert standings.has_alerts
    (notice,) = told(standings, "locked_otherwise")
    said = dict(notice.facts)
    assert (notice.match, notice.game, said["was"], said["now"]) == ("r1-a", 1, "512:430", "512:448")
    assert table(standings)[3][4] == 448


def test_a_correction_explains_the_change_and_stays() -> None:
    hands = game(1, OWLS_EAGLES, (512, 448))
    change = {
        **DECIDED,
        "match": "r1-a",
        "game": 1,
        "was": {"owls": 512, "eagles": 430},
        "now": {"owls": 512, "eagles": 448},
    }
    standings = of(hands, locks=locked(512, 430), corrections=[change])
    assert status(standings, "r1-a") == "corrected"
    assert not standings.has_alerts
    again = of(game(1, OWLS_EAGLES, (512, 430)), locks=locked(512, 430), corrections=[change])
    (notice,) = told(again, "corrected_otherwise")
    assert (dict(notice.facts)["was"], dict(notice.facts)["now"]) == ("512:448", "512:430")


def test_what_was_approved_before_a_correction_needs_no_word() -> None:
    """Approved and locked at 512:430, then corrected to the hands: no notice. If the hands differ there is one."""
    change = {
        **DECIDED,
        "match": "r1-a",
        "game": 1,
        "was": RIGHT[0]["points"],
        "now": {"owls": 512, "eagles": 448},
    }
    decisions: Json = {"approvals": approved("owls", "eagles", results=RIGHT), "locks": locked(512, 430)}
    standings = of(game(1, OWLS_EAGLES, (512, 448)), **decisions, corrections=[change])
    assert (status(standings, "r1-a"), standings.has_alerts) == ("corrected", False)
    assert of(game(1, OWLS_EAGLES, (512, 448)), **decisions).has_alerts
    assert of(game(1, OWLS_EAGLES, (512, 449)), **decisions, corrections=[change]).has_alerts


def test_a_locked_match_without_hands_is_told() -> None:
    (notice,) = told(of([], locks=locked(512, 430)), "locked_otherwise")
    assert dict(notice.facts)["state"] == "not_played"


def test_an_approval_of_another_result_is_no_approval() -> None:
    other = [{"game": 1, "points": {"owls": 512, "eagles": 420}}]
    standings = of(FIRST_ROUND, approvals=[*approved("owls"), *approved("eagles", results=other)])
    assert status(standings, "r1-a") == "provisional"
    assert [dict(notice.facts)["was"] for notice in told(standings, "approved_otherwise")] == ["512:420"]


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
    standings = of(
        FIRST_ROUND, teams=[*teams, *SEASON["teams"][2:]], approvals=approved("owls", "eagles", results=RIGHT)
    )
    assert standings.matches[0].approved_by == ("owls",)
    assert status(standings, "r1-a") == "provisional"
    (notice,) = told(standings, "not_captain")
    assert (notice.match, dict(notice.facts)) == (
        "r1-a",
        {"team": "eagles", "player": "Ruth", "captain": "Carl"},
    )


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
    standings = of(
        FIRST_ROUND, rounds=match_changed("r1-a", **match), approvals=approved("owls", results=RIGHT)
    )
    assert [dict(notice.facts)["day"] for notice in told(standings, "approved_early")] == [early][
        : bool(early)
    ]


def test_what_is_locked_of_a_match_locks_not_the_rest() -> None:
    """Two games, the first locked at what its hands give: the second is still to come, so the match is not locked."""
    first, second = game(1, OWLS_EAGLES, (512, 430)), game(1, OWLS_EAGLES, (400, 505), 2)
    for hands in (first, [*first, *second]):
        standings = of(hands, locks=locked(512, 430), games_per_match=2)
        assert status(standings, "r1-a") == "provisional"
        assert [played.fixed for played in standings.matches[0].games] == ["locked", ""]
    assert status(of([], locks=locked(512, 430), games_per_match=2), "r1-a") == "scheduled"
    both = [{**locked(512, 430)[0], "results": [*RIGHT, {"game": 2, "points": {"owls": 400, "eagles": 505}}]}]
    assert status(of([*first, *second], locks=both, games_per_match=2), "r1-a") == "locked"
    change = {
        **DECIDED,
        "match": "r1-a",
        "game": 1,
        "was": RIGHT[0]["points"],
        "now": {"owls": 512, "eagles": 448},
    }
    amended = [*game(1, OWLS_EAGLES, (512, 448)), *second]
    standings = of(amended, locks=locked(512, 430), corrections=[change], games_per_match=2)
    assert status(standings, "r1-a") == "provisional"
    assert [played.fixed for played in standings.matches[0].games] == ["corrected", ""]
    assert status(of(amended, locks=both, corrections=[change], games_per_match=2), "r1-a") == "corrected"


def test_an_approval_of_one_game_is_none_of_the_match() -> None:
    hands = [*game(1, OWLS_EAGLES, (512, 430)), *game(1, OWLS_EAGLES, (400, 505), 2)]
    standings = of(hands, approvals=approved("owls", "eagles", results=RIGHT), games_per_match=2)
    assert status(standings, "r1-a") == "provisional"
    assert [dict(notice.facts)["numbers"] for notice in told(standings, "approved_in_part")] == ["2", "2"]


def test_a_result_locked_before_the_game_was_over_is_told() -> None:
    """The hands give 400:350, just as locked, and that is no result."""
    standings = of(game(1, OWLS_EAGLES, (400, 350)), locks=locked(400, 350))
    assert [dict(notice.facts)["state"] for notice in told(standings, "locked_otherwise")] == ["unfinished"]
