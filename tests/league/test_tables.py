"""Tables of seasons, added up by hand from the totals of their games: `tables.md`."""

from __future__ import annotations

import json
import shlex
from collections import defaultdict
from copy import deepcopy
from pathlib import Path
from typing import Final

import pytest

from clabber_audit.league.games import Notice
from clabber_audit.league.season_file import parse_season
from clabber_audit.league.standings import Standings, TieBreak, standings
from tests.cli import GOOD, OPEN, changed
from tests.league.seasons import FIRST_ROUND, SEASON, Json, changes_season, encoded, handed, of, read_game
from tests.transcripts import transcripts

#: Hands of Owls and Eagles of which no card is known, that nothing explains, and in which everybody passed.
AMISS: Final = {
    "unknown": changed(
        GOOD,
        deal={"dealer": "S", "upcard": "9S"},
        plays=[{"seat": seat, "card": None} for seat in "WNES" * 6],
    ),
    "stopped": changed(OPEN, claims=[]),
    "passed-out": changed(
        GOOD, declarations=[{"seat": seat, "call": "pass"} for seat in "WNESWNES"], plays=[]
    ),
}


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("tables.md")))
def test_a_table(title: str, lines: list[str]) -> None:
    """The head of `tables.md` explains the lines."""
    season, hands = deepcopy(SEASON), list[Json]()
    expected = [line for line in lines if not (changes_season(season, line) or changes_hands(hands, line))]
    found = standings(parse_season(encoded(season)), handed(hands, season["ruleset"]))
    assert_begins(rows(found), [line for line in expected if line[0].isdigit()])
    ties = [line for line in expected if line.startswith("tie ")]
    assert not ties or len(ties) == len(found.tie_breaks), found.tie_breaks
    assert_begins([shown(tie) for tie in found.tie_breaks], ties)
    notices = defaultdict[str, list[list[str]]](list)
    for word, *rest in map(shlex.split, expected):
        if word == "notice":
            notices[rest[0]].append(rest[1:])
        elif word == "no":
            assert not [notice for notice in found.notices if notice.kind == rest[0]], rest
        elif word != "tie" and not word.isdigit():
            assert is_found(found, word, rest), (word, rest, found)
    for kind, wanted in notices.items():
        told = [facts(notice) for notice in found.notices if notice.kind == kind]
        assert len(told) == len(wanted), (kind, told)
        assert all({*words} <= own for own, words in zip(told, wanted, strict=True)), (kind, told)


def assert_begins(found: list[str], expected: list[str]) -> None:
    """As many lines as expected begin with the same words."""
    pairs = zip(found, expected, strict=False)
    assert [" ".join(line.split()[: len(one.split())]) for line, one in pairs] == expected


def rows(found: Standings) -> list[str]:
    tallies = ((row.place, row.tally) for row in found.rows)
    return [f"{place} {own.team} {own.won} {own.lost} {own.points}" for place, own in tallies]


def shown(tie: TieBreak) -> str:
    return " ".join(
        ["tie", tie.by, tie.result, *(f"{one.team} {one.won} {one.points}" for one in tie.compared)]
    )


def facts(notice: Notice) -> set[str]:
    about = {"match": notice.match, "game": notice.game, "round": notice.round}
    told = {**about, "hands": ",".join(notice.hands), "count": len(notice.hands), **dict(notice.facts)}
    return {f"{key}={value}" for key, value in told.items()}


def changes_hands(hands: list[Json], line: str) -> bool:
    """Carry out a line about what was played; return False if it is about something else."""
    if line == "first round":
        hands += deepcopy(FIRST_ROUND)
        return True
    word, name, *rest = [*line.split(" ", 2), ""]
    if word == "game":
        hands += read_game(f"{name} {rest[0]}")
    elif word == "drop":
        hands[:] = [hand for hand in hands if hand["id"] != name]
    elif word == "add":
        numbers = dict(zip(("round", "game", "hand"), map(int, rest[0].split(".")), strict=True))
        context = {"league": SEASON["league"], "season": "2026", **numbers}
        hands.append(changed(AMISS[name], id=name, teams={"NS": "Owls", "EW": "Eagles"}, context=context))
    elif word in ("hand", "copy"):
        chosen = [hand for hand in hands if name in ("*", hand["id"])]
        if word == "copy":
            new, _, rest[0] = rest[0].partition(" ")
            chosen = [changed(hand, id=new) for hand in chosen]
            hands += chosen
        for hand in chosen:
            for key, value in json.loads(rest[0]).items():
                hand[key] = {**hand["context"], **value} if key == "context" else value
            hand["context"] = {key: value for key, value in hand["context"].items() if value is not None}
    else:
        return False
    return True


def is_found(found: Standings, word: str, rest: list[str]) -> bool:
    if word == "unchanged":
        return rows(found) == rows(of(FIRST_ROUND))
    if word in ("quiet", "loud"):
        return found.has_alerts == (word == "loud")
    if word == "tally":
        (own,) = (row.tally for row in found.rows if row.tally.team == rest[0])
        return all(f"{key}={getattr(own, key)}" in rest for key in (each.split("=")[0] for each in rest[1:]))
    (played,) = (played for played in found.matches if played.match.id == rest[0])
    return rest[1:] == ([game.fixed or "-" for game in played.games] if word == "fixed" else [played.status])
