"""The table of a season. Every number here was added up by hand from the totals of the games above it."""

from __future__ import annotations

from tests.league.seasons import FIRST_ROUND, MOOSE_LIONS, OWLS_EAGLES, SEASON, game, of, table, told


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
    assert [row[:3] for row in table(of(hands))] == [
        (1, "moose", 1),
        (2, "owls", 1),
        (3, "lions", 1),
        (4, "eagles", 0),
    ]


def points_only(ranking: str) -> list[str]:
    """Case J06: Owls win one game of three with 1,498 points, Eagles two with 1,104."""
    pairs = [(498, 502), (498, 502), (502, 100)]
    hands = [hand for at, pair in enumerate(pairs, 1) for hand in game(1, OWLS_EAGLES, pair, at)]
    standings = of(hands, ranking=ranking, games_per_match=3, teams=SEASON["teams"])
    first_two = [(team, won, points) for _place, team, won, _lost, points in table(standings)[:2]]
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
    standings = of(FIRST_ROUND, game_points_cap=500)
    assert [row[4] for row in table(standings)] == [500, 500, 470, 430]
    assert [part.made for part in standings.rows[0].tally.parts] in ([512], [505])


def test_sides_are_told_by_names_or_ids_however_written() -> None:
    """The same match with the Eagles sitting North and South, by id, and the Owls in capitals with a blank."""
    standings = of(game(1, ("eagles", "OWLS "), (430, 512)))
    assert table(standings)[0] == (1, "owls", 1, 0, 512)
    assert not [notice for notice in standings.notices if notice.hands]


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
    standings = of(hands)
    assert table(standings)[:2] == [(1, "owls", 2, 1, 1500), (2, "lions", 2, 1, 1500)]
    decided = [tie for tie in standings.tie_breaks if tie.by == "head_to_head"]
    (tie,) = decided
    assert [(compared.team, compared.won, compared.points) for compared in tie.compared] == [
        ("owls", 1, 500),
        ("lions", 0, 490),
    ]
    assert [(part.match, part.opponent, part.points) for part in tie.compared[0].parts] == [
        ("r3-a", "lions", 500)
    ]
    assert tie.result == "decided"


def test_level_everywhere_shares_a_place() -> None:
    """Two games between the same two, 500:400 each way: one won, 900 points and head to head are all level."""
    hands = [*game(1, OWLS_EAGLES, (500, 400)), *game(1, OWLS_EAGLES, (400, 500), 2)]
    standings = of(hands, games_per_match=2)
    assert [(row.place, row.shared, row.tally.team) for row in standings.rows[:2]] == [
        (1, True, "eagles"),
        (1, True, "owls"),
    ]
    assert [row.place for row in standings.rows] == [1, 1, 3, 3]
    assert [tie.result for tie in standings.tie_breaks] == ["level", "level"]


def test_head_to_head_is_not_asked_of_teams_that_have_not_met() -> None:
    """Owls and Moose each won 500:400 against another team."""
    standings = of([*game(1, OWLS_EAGLES, (500, 400)), *game(1, MOOSE_LIONS, (500, 400))])
    assert [(row.place, row.tally.team) for row in standings.rows] == [
        (1, "moose"),
        (1, "owls"),
        (3, "eagles"),
        (3, "lions"),
    ]
    assert {tie.result for tie in standings.tie_breaks if tie.by == "head_to_head"} == {"not_met"}


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
    standings = of(hands, rounds=rounds, teams=SEASON["teams"][:3])
    assert table(standings) == [(1, "moose", 1, 1, 1000), (2, "owls", 1, 1, 910), (3, "eagles", 1, 1, 910)]
    assert [tie.result for tie in standings.tie_breaks] == ["partly", "decided"]
    assert not standings.notices


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
    standings = of(hands)
    assert table(standings)[1:] == [
        (2, "moose", 1, 2, 1330),
        (3, "owls", 1, 2, 1330),
        (4, "eagles", 1, 2, 1330),
    ]
    assert [(tie.by, tie.result) for tie in standings.tie_breaks] == [
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
    standings = of(hands, games_per_match=2)
    assert [row[:2] for row in table(standings)] == [(1, "lions"), (2, "eagles"), (2, "moose"), (2, "owls")]
    assert standings.tie_breaks[-1].result == "not_met"


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
    standings = of(hands, games_per_match=2)
    assert [(row[1], row[2], row[4]) for row in table(standings) if row[1] != "lions"] == [
        ("eagles", 2, 1800),
        ("moose", 2, 1800),
        ("owls", 2, 1800),
    ]
    assert standings.tie_breaks[-1].result == "unevenly_met"
    assert len({row.place for row in standings.rows if row.tally.team != "lions"}) == 1


def test_a_bye_is_no_game_and_gives_nothing() -> None:
    """After the first round Owls and Eagles have played and Moose has not: reported, and not made up for."""
    rounds = [{"number": 1, "matches": [{"id": "a", "teams": ["owls", "eagles"]}], "byes": ["moose"]}]
    standings = of(game(1, OWLS_EAGLES, (500, 400)), rounds=rounds, teams=SEASON["teams"][:3])
    assert table(standings)[1:] == [(2, "eagles", 0, 1, 400), (3, "moose", 0, 0, 0)]
    assert standings.rows[2].tally.byes == (1,)
    (notice,) = told(standings, "uneven")
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


def test_order_of_the_hands_does_not_matter() -> None:
    assert table(of(FIRST_ROUND[::-1])) == table(of(FIRST_ROUND))
