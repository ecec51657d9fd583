"""Tests of the figures and the drawings round by round below a season's table."""

from __future__ import annotations

import re

from clabber_audit.report.html import paper_page, paper_text
from clabber_audit.report.league.standings import standings_paper
from tests.league.seasons import (
    DECIDED,
    FIRST_ROUND,
    SEASON,
    game,
    standings_of,
)

#: Owls 512 and Eagles 430, Moose 470 and Lions 505; then Owls 490 and Moose 600.
TWO_ROUNDS = [*FIRST_ROUND, *game(2, ("Owls", "Moose"), (490, 600))]


def test_minimum_figures_are_marked_with_a_plus() -> None:
    """Hands without cards show neither sets nor reneges."""
    sections = {section.id: section for section in standings_paper(standings_of(TWO_ROUNDS)).sections}
    form = sections["figures"].tables[1]
    assert {row.cells[3:5] for row in form.rows} == {("0+", "0+")}


def test_places_and_points_are_drawn_and_described_in_text() -> None:
    paper = standings_paper(standings_of(TWO_ROUNDS, penalties=[{**DECIDED, "team": "owls", "points": 50}]))
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


def test_names_are_escaped_in_drawings() -> None:
    teams = [{**team, "name": "<b>&"} if team["id"] == "lions" else team for team in SEASON["teams"]]
    page = paper_page(standings_paper(standings_of(TWO_ROUNDS, teams=teams)))
    assert "3 &lt;b&gt;&amp;" in page
    assert "<b>&" not in page
