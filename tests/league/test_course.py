"""The season round by round: who stood where, with how many points, and what is drawn of it."""

from __future__ import annotations

import re

from clabber_audit.league.standings import Standings, history
from clabber_audit.report.league.paper import paper_page, paper_text
from clabber_audit.report.league.standings import standings_paper
from tests.league.seasons import SEASON, game
from tests.league.standing import DECIDED, FIRST_ROUND, MOOSE_LIONS, OWLS_EAGLES, match_changed, of

#: Owls 512 and Eagles 430, Moose 470 and Lions 505; then Owls 490 and Moose 600.
TWO_ROUNDS = [*FIRST_ROUND, *game(2, ("Owls", "Moose"), (490, 600))]


def stood(found: Standings) -> list[list[tuple[str, int, int]]]:
    went = history(found.season, found.matches)
    return [[(one.team, one.place, one.points) for one in table] for table in went.tables]


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
    found = of(hands, rounds=match_changed("r1-b", postponed={**DECIDED, "until": "2026-02-02"}))
    assert history(found.season, found.matches).rounds == (1, 3)
    assert [len(table) for table in history(found.season, found.matches, 1).tables] == [4]


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
