"""Figures below the table of a season, and its places round by round, added up by hand."""

from __future__ import annotations

import json
import re
from typing import Any

from clabber_audit.league.standings import Standings, history
from clabber_audit.records.sheets.tables import csv_text
from clabber_audit.report.league.data import schedule_json, schedule_rows, standings_json, standings_rows
from clabber_audit.report.league.standings import standings_paper
from clabber_audit.report.paper import paper_page, paper_text
from tests import hands
from tests.cli import csv_rows
from tests.league.seasons import (
    DECIDED,
    FIRST_ROUND,
    MOOSE_LIONS,
    OWLS_EAGLES,
    SEASON,
    game,
    match_changed,
    of,
)

#: Owls 512 and Eagles 430, Moose 470 and Lions 505; then Owls 490 and Moose 600.
TWO_ROUNDS = [*FIRST_ROUND, *game(2, ("Owls", "Moose"), (490, 600))]
CAPTAINS = [{**team, "captain": "Ruth"} for team in SEASON["teams"]]


def test_what_the_games_come_to() -> None:
    """Moose and Owls have one of two; 470 + 600 and 512 + 490. The Lions are half a game ahead, the Eagles behind."""
    found = of(TWO_ROUNDS).figures
    moose, owls, lions, eagles = (found[team] for team in ("moose", "owls", "lions", "eagles"))
    assert [(figures.matches_won, figures.matches_lost) for figures in (moose, owls, lions, eagles)] == [
        (1, 1),
        (1, 1),
        (1, 0),
        (0, 1),
    ]
    assert (moose.made, moose.against, moose.average) == (1070, 995, 535.0)
    assert (owls.made, owls.against, owls.average) == (1002, 1030, 501.0)
    assert [figures.behind for figures in (moose, owls, lions, eagles)] == [0, 0, -1, 1]
    assert [figures.streak for figures in (moose, owls)] == [("won", 1), ("lost", 1)]
    assert [figures.before for figures in (owls, lions, moose, eagles)] == [1, 2, 3, 4]
    assert owls.unseen == 10


def test_a_match_is_won_by_more_games_and_a_forfeited_one_by_who_was_there() -> None:
    both = [*game(1, OWLS_EAGLES, (512, 430)), *game(1, OWLS_EAGLES, (400, 505), 2)]
    figures = of(both, games_per_match=2).figures["owls"]
    assert (figures.matches_won, figures.matches_lost, figures.matches_tied) == (0, 0, 1)
    rounds = match_changed("r1-a", forfeited={**DECIDED, "by": ["eagles"]})
    figures = of([], rounds=rounds).figures["owls"]
    assert (figures.matches_won, figures.games, figures.average, figures.streak) == (1, 0, None, ("won", 1))


def test_sets_and_reneges_come_from_the_cards() -> None:
    """East-West, the Eagles, are set in both hands (F1, R-070). In the second North of the Owls reneged.

    Uncalled it is a renege and changes nothing, upheld it takes the place of the set (R-104).
    """

    def put(record: dict[str, Any], number: int) -> dict[str, Any]:
        return hands.changed(record, f"hand-{number}", context={"round": 1, "game": 1, "hand": number})

    for second, sets in ((hands.TEN_COMES_HOME, 2), (hands.UPHELD, 1)):
        found = of([put(hands.ALL_TRICKS_AND_SET, 1), put(second, 2)]).figures
        assert (found["eagles"].sets, found["owls"].sets) == (sets, 0)
        assert (found["eagles"].reneges, found["owls"].reneges) == (0, 1)
        assert found["owls"].unseen == 0


def test_head_to_head_in_text() -> None:
    text = paper_text(standings_paper(of(TWO_ROUNDS)))
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert [line for line in lines if line[:2] in ("1.", "2.") and "·" in line] == [
        "1. Moose · 1 0",
        "2. Owls 0 · 1",
    ]
    assert "15 hands have no cards" in " ".join(lines)


def test_the_banner_says_won_only_where_nothing_can_change() -> None:
    """One match is all there is, and played. With captains it waits for them; a lock settles it, a protest does not."""
    rounds = [{"number": 1, "matches": [{"id": "a", "teams": ["owls", "eagles"]}]}]
    only = {"rounds": rounds, "teams": SEASON["teams"][:2]}
    lock = {"match": "a", "who": "Agnes", "when": "2026-01-07",
            "results": [{"game": 1, "points": {"owls": 512, "eagles": 430}}]}  # fmt: skip
    protest = {"number": 1, "who": "Ruth", "when": "2026-01-06", "why": "dad shown late", "protest": True}
    answer = {"number": 2, "who": "Agnes", "when": "2026-01-07", "why": "it was not", "answers": 1}

    def banner(**changes: Any) -> str:
        return standings_paper(of(game(1, OWLS_EAGLES, (512, 430)), **only | changes)).lead

    won = "Season won by Owls, with 1 win and 512 points."
    leads = won.replace("Season won by", "In the lead after 1 of 1 matches:")
    assert banner() == won
    assert banner(teams=CAPTAINS[:2]) == f"{leads} 1 result is not final."
    assert banner(teams=CAPTAINS[:2], locks=[lock]) == won
    assert banner(notes=[protest]) == f"{leads} 1 protest is open."
    assert banner(notes=[protest, answer]) == won


def test_figures_are_in_the_data() -> None:
    standings = of(TWO_ROUNDS)
    data = json.loads(standings_json(standings))
    assert [row["figures"]["made"] for row in data["table"]] == [1070, 1002, 505, 430]
    rows = csv_rows(csv_text(standings_rows(standings)))
    assert [(row["made"], row["place before"]) for row in rows] == [
        ("1070", "3"),
        ("1002", "1"),
        ("505", "2"),
        ("430", "4"),
    ]


def test_the_grid_and_the_sums_of_ties_are_in_the_data() -> None:
    """Owls beat Eagles and lost to Moose, who lost to Lions: Moose made 470 + 600 to the 512 + 490 of the Owls."""
    standings = of(TWO_ROUNDS)
    data = json.loads(standings_json(standings))
    grid = {row["team"]: row["won"] for row in data["head_to_head"]}
    assert grid["owls"] == {"eagles": 1, "moose": 0, "lions": None}
    (by_points,) = [tie for tie in data["tie_breaks"] if tie["by"] == "game_points"]
    sums = {one["team"]: one["sum"] for one in by_points["compared"]}
    assert sums["owls"] == "512 Eagles (round 1) + 490 Moose (round 2) = 1002"
    rows = {row["team"]: row for row in csv_rows(csv_text(standings_rows(standings)))}
    assert [rows["owls"][f"won against {name}"] for name in ("Eagles", "Moose", "Lions", "Owls")] == [
        "1",
        "0",
        "",
        "",
    ]
    assert rows["owls"]["tie broken by points"] == sums["owls"]
    assert rows["eagles"]["tie broken by points"] == "", "nobody is level with them"


def test_matches_have_the_numbers_of_the_schedule_in_the_data() -> None:
    standings = of(TWO_ROUNDS)
    data = json.loads(schedule_json(standings))
    assert [match["number"] for round in data["rounds"] for match in round["matches"]] == [1, 2, 3, 4, 5, 6]
    rows = csv_rows(csv_text(schedule_rows(standings)))
    assert [row["number"] for row in rows] == ["1", "2", "3", "4", "5", "6"]


def test_figures_in_the_csv_are_those_of_the_table() -> None:
    """Moose, Owls, Lions, Eagles; no hand has cards."""
    rows = csv_rows(csv_text(standings_rows(of(TWO_ROUNDS))))
    assert [(float(row["average"]), float(row["games behind"]), row["streak"]) for row in rows] == [
        (535, 0, "1 won"),
        (501, 0, "1 lost"),
        (505, -0.5, "1 won"),
        (430, 0.5, "1 lost"),
    ]
    assert [row["hands without cards"] for row in rows] == ["10", "10", "5", "5"]


def test_what_may_be_more_is_marked() -> None:
    """Hands without cards show neither sets nor reneges."""
    sections = {section.id: section for section in standings_paper(of(TWO_ROUNDS)).sections}
    form = sections["figures"].tables[1]
    assert {row.cells[3:5] for row in form.rows} == {("0+", "0+")}


def stood(found: Standings) -> list[list[tuple[str, int, int]]]:
    went = history(found.season, found.matches)
    return [[(one.tally.team, one.place, one.tally.points) for one in table] for table in went.tables]


def test_places_and_points_after_each_round() -> None:
    assert stood(of(TWO_ROUNDS)) == [
        [("owls", 1, 512), ("lions", 2, 505), ("moose", 3, 470), ("eagles", 4, 430)],
        [("moose", 1, 1070), ("owls", 2, 1002), ("lions", 3, 505), ("eagles", 4, 430)],
    ]


def test_a_postponed_match_counts_in_its_round_and_a_round_without_a_result_is_none() -> None:
    """Moose and Lions play the match of the first round last, and the second is not played."""
    hands = [
        *game(1, OWLS_EAGLES, (512, 430)),
        *game(1, MOOSE_LIONS, (470, 505)),
        *game(3, ("Owls", "Lions"), (1, 500)),
    ]
    standings = of(hands, rounds=match_changed("r1-b", postponed={**DECIDED, "until": "2026-02-02"}))
    assert history(standings.season, standings.matches).rounds == (1, 3)
    assert [len(table) for table in history(standings.season, standings.matches, 1).tables] == [4]


def test_those_who_are_level_share_a_place() -> None:
    hands = [*game(1, OWLS_EAGLES, (512, 430)), *game(1, MOOSE_LIONS, (430, 512))]
    assert [place for _team, place, _points in stood(of(hands))[0]] == [1, 1, 3, 3]


def test_it_is_drawn_and_told() -> None:
    paper = standings_paper(of(TWO_ROUNDS, penalties=[{**DECIDED, "team": "owls", "points": 50}]))
    (section,) = (section for section in paper.sections if section.id == "season")
    places, points = section.pictures
    assert [label.text for label in places.labels if label.anchor == "start"] == [
        "1 Moose",
        "2 Owls",
        "3 Lions",
        "4 Eagles",
    ]
    assert [label.text for label in points.labels if label.anchor == "start"][:2] == [
        "1070 Moose",
        "952 Owls",
    ]
    text = " ".join(paper_text(paper).split())
    assert "Places after rounds 1 to 2 Moose: 3, 1 Owls: 2, 2" in text
    assert "Penalties are taken off from the first round on." in text
    page = paper_page(paper)
    assert page.count('role="img"') == 2
    assert re.search(r'aria-label="Places of 4 teams after rounds 1 to 2', page)


def test_after_one_round_there_is_nothing_to_draw() -> None:
    assert "<svg" not in paper_page(standings_paper(of(FIRST_ROUND)))


def test_a_name_is_a_text_in_a_picture_too() -> None:
    teams = [{**team, "name": "<b>&"} if team["id"] == "lions" else team for team in SEASON["teams"]]
    page = paper_page(standings_paper(of(TWO_ROUNDS, teams=teams)))
    assert "3 &lt;b&gt;&amp;" in page
    assert "<b>&" not in page
