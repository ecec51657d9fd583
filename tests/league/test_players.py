"""Tests of the figures of players, added up by hand from deals with rulings that follow from the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clabber_audit.core.errors import UsageError
from clabber_audit.league.audit import audit
from clabber_audit.league.players import Player, Players, players, select_player
from clabber_audit.report.html import paper_page, paper_text
from clabber_audit.report.league.players import players_json, players_paper
from tests import hands
from tests.league.cases import has_figures, read_case
from tests.league.seasons import Json, collect_hands, season
from tests.page.reading import EVIL, check_page
from tests.transcripts import transcripts

#: Ruth and Dora sit North-South for the Owls, Carl and Joe for the Eagles.
OTHERS = {"N": "Mae", "E": "Ned", "S": "Ora", "W": "Pete"}


def make_hand(record: Json, number: int, round: int = 1, **changes: Any) -> Json:
    context = {"round": round, "game": 1, "hand": number}
    return hands.copy_as(record, f"r{round}-h{number}", **{"context": context, **changes})


def players_of(records: list[Json], least: int = 1, **changes: Any) -> Players:
    return players(season(**changes), collect_hands(records), least)


def find_player(found: Players, name: str) -> Player:
    (player,) = (player for player in found.everybody if player.name == name)
    return player


def report_text(found: Players, **options: Any) -> str:
    return " ".join(paper_text(players_paper(found, **options)).split())


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("players.md")))
def test_figures(title: str, lines: list[str]) -> None:
    """The head of `players.md` explains the lines."""
    season, given, expected = read_case(lines)
    found = players(season, given)
    for line in expected:
        word, name, *figures = line.split()
        if word == "=":
            assert line.removeprefix("= ") in report_text(found)
        elif word == "unknown":
            assert has_figures([found.unknown], [name, *figures]), found.unknown
        elif word == "pair":
            assert has_figures((pair.sums for pair in found.pairs if pair.team == name), figures), found.pairs
        else:
            sums = [player.sums for player in found.everybody if player.name == name]
            assert has_figures(sums, figures) if word == "player" else not sums, (line, sums)


#: Joe makes spades and is set both times (F1, R-070): 200 and 91 for the Owls. Ruth’s and Dora’s hundreds are higher
#: than Joe’s in the first; in the second Ruth reneges, which nobody calls, and Joe’s dad is the only meld.
TWO = [make_hand(hands.ALL_TRICKS_AND_SET, 1), make_hand(hands.TEN_COMES_HOME, 2)]


def make_second_round(*teams: str) -> Json:
    """Return the same deal in round 2, with Ruth among the others at the table."""
    named = {"teams": dict(zip(("NS", "EW"), teams, strict=True)), "players": {**OTHERS, "N": "Ruth"}}
    return make_hand(hands.TEN_COMES_HOME, 1, 2, **named)


RUTH_FOR_OWLS, RUTH_FOR_LIONS = make_second_round("Owls", "Moose"), make_second_round("Lions", "Eagles")


def test_figures_by_partner_and_by_round() -> None:
    players = players_of([*TWO, RUTH_FOR_OWLS])
    ruth = find_player(players, "Ruth")
    assert {number: (sums.hands, sums.points) for number, sums in ruth.rounds.items()} == {
        1: (2, 291),
        2: (1, 91),
    }
    pairs = select_player(players, "ruth").partners
    assert [(pair.players[0].name, pair.players[1].name, pair.sums.hands) for pair in pairs] == [
        ("Dora", "Ruth", 2),
        ("Ora", "Ruth", 1),
    ]


def test_infraction_counts_match_the_audit() -> None:
    records = [*TWO, make_hand(hands.UPHELD, 3), make_hand(hands.MANY_CLAIMED, 4)]
    counts = audit(season(), collect_hands(records)).counts()
    players = players_of(records)
    assert players.unknown.nobodys == 0
    assert sum(kind.caught for kind in players.kinds) == sum(count.called for count in counts)
    assert sum(kind.uncalled for kind in players.kinds) == sum(count.uncalled for count in counts)
    assert {kind.infraction for kind in players.kinds} == {count.kind for count in counts}


def test_minimum_number_of_hands() -> None:
    players = players_of([*TWO, RUTH_FOR_OWLS], 2)
    assert sorted(player.name for player in players.players_to_list) == ["Carl", "Dora", "Joe", "Ruth"]
    assert "3 players with fewer than 2 hands are not listed." in report_text(players)
    assert json.loads(players_json(players))["not_listed"] == 3


def test_same_name_at_two_teams_is_counted_separately() -> None:
    players = players_of([*TWO, RUTH_FOR_LIONS])
    assert [
        (player.sums.hands, player.teams[0].team) for player in players.everybody if player.name == "Ruth"
    ] == [
        (2, "owls"),
        (1, "lions"),
    ]
    assert "“Ruth” played for Owls and Lions. We cannot tell if this is one person" in report_text(players)
    with pytest.raises(UsageError, match="more than one player") as refusal:
        select_player(players, "Ruth")
    assert "“Ruth (Owls)” or “Ruth (Lions)”" in refusal.value.help
    assert select_player(players, "ruth (lions)").players_to_list[0].sums.hands == 1


def test_names_are_escaped() -> None:
    """Names are escaped in the list, in the drawings round by round, and on the page of one player."""
    evil = dict(zip("NESW", EVIL, strict=False))
    records = [make_hand(hands.UPHELD, 1, players=evil), make_hand(hands.TEN_COMES_HOME, 2, players=evil)]
    records.append(make_hand(hands.TEN_COMES_HOME, 1, 2, teams={"NS": "Owls", "EW": "Moose"}, players=evil))
    players = players_of(records)
    for shown in (players, select_player(players, EVIL[0])):
        paper = players_paper(shown)
        seen = check_page(paper_page(paper))
        assert "script" not in seen.texts
        drawn = [picture.words for section in paper.sections for picture in section.pictures]
        assert [attrs.get("aria-label") for tag, attrs in seen.elements if tag == "svg"] == drawn
        assert any(EVIL[0] in words for words in drawn)


def test_anonymous_warnings_about_names_name_nobody() -> None:
    """Dora has 200 points a hand, Ruth of the Owls 145.5; the other Dora, Ora and the other Ruth have 91."""
    cyrillic = make_hand(hands.TEN_COMES_HOME, 2, players={**hands.PLAYERS, "S": "Dоra"})
    text = report_text(players_of([TWO[0], cyrillic, RUTH_FOR_LIONS]), anonymous=True)
    assert "Player 2 and Player 5 played for Team 1 and Team 4. We cannot tell" in text
    assert "Player 3 looks like Player 1 but is spelled differently" in text
