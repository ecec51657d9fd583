"""Figures below the table of a season, and its places round by round, added up by hand."""

from __future__ import annotations

import json
import re

from clabber_audit.records.sheets.tables import csv_text
from clabber_audit.report.league.schedule import schedule_json, schedule_rows
from clabber_audit.report.league.standings import standings_json, standings_paper, standings_rows
from clabber_audit.report.paper import paper_page, paper_text
from tests.cli import csv_rows
from tests.league.seasons import (
    DECIDED,
    FIRST_ROUND,
    SEASON,
    game,
    of,
)

#: Owls 512 and Eagles 430, Moose 470 and Lions 505; then Owls 490 and Moose 600.
TWO_ROUNDS = [*FIRST_ROUND, *game(2, ("Owls", "Moose"), (490, 600))]


def test_head_to_head_in_text() -> None:
    text = paper_text(standings_paper(of(TWO_ROUNDS)))
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert [line for line in lines if line[:2] in ("1.", "2.") and "·" in line] == [
        "1. Moose · 1 0",
        "2. Owls 0 · 1",
    ]
    assert "15 hands have no cards" in " ".join(lines)


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
