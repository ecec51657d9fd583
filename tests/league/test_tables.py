"""Tests of season tables and audits, added up by hand from the totals of the games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clabber_audit.league.audit import GameOutcome, audit, outcome_if_called
from clabber_audit.league.games import CountedGame
from clabber_audit.league.standings import standings
from tests.league.cases import assert_standings, read_case
from tests.transcripts import transcripts


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("tables.md")))
def test_standings(title: str, lines: list[str]) -> None:
    """The head of `tables.md` explains the lines."""
    season, hands, expected = read_case(lines)
    assert_standings(standings(season, hands), expected)


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("audits.md")))
def test_audit(title: str, lines: list[str]) -> None:
    """The head of `audits.md` explains the lines."""
    season, given, expected = read_case(lines)
    found = audit(season, given)

    def format_result(game: GameOutcome) -> str:
        winner = "" if game.winner is None else season.rounds[0].matches[0].teams[game.winner]
        return f"{game.totals[0]}:{game.totals[1]} {winner or game.state}"

    places = {"impossible": found.impossible, "disputed": found.disputed, "dealer": found.dealers}
    actual = [
        *(
            f"otherwise {one.where.hand if one.where else 'sheet'} {format_result(one.now)} {format_result(one.then)}"
            for one in found.otherwise
        ),
        *(f"renege {count.kind} {count.team} {count.called} {count.uncalled}" for count in found.counts()),
        *(f"sheet {one.team} {one.written} {one.ruled}" for one in found.sheets),
        *(" ".join([word, *(where.hand for where in hands)]) for word, hands in places.items() if hands),
    ]
    own = ("otherwise", "renege", "sheet", *places)
    assert sorted(actual) == sorted(line for line in expected if line.startswith(own))
    looked = f"looked {found.hands}"
    others = [line for line in expected if not line.startswith(own) and line != looked]
    assert_standings(found.standings, others)


def test_a_passed_suit_must_be_called_at_once() -> None:
    """All passed spades and West named them: the call must come before his first card (B05), or never.

    Called, it gives North and South 162: 410 + 162 = 572 instead of 410 + 91 = 501; the Eagles stay at 350.
    """
    calls = [*({"seat": seat, "call": "pass"} for seat in "WNES"), {"seat": "W", "call": "S"}]
    before = "before Owls Eagles 100:90 100:90 110:80 100:90"
    last = f"add ten-comes-home 1.1.5 {json.dumps({'declarations': calls})}"
    season, given, _ = read_case([before, last])
    passed = [
        one for one in audit(season, given).reneges if one.finding.infraction == "declaring-passed-suit"
    ]
    assert [(one.team, one.called) for one in passed] == [("eagles", False)]
    games = list[CountedGame]()
    standings(season, given, games.append)
    called = outcome_if_called(games[0].card, 4, passed[0].finding)
    assert called is not None
    assert (games[0].card.totals, called.totals) == ((501, 350), (572, 350))
