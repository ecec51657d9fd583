"""Reader and checker of season cases in Markdown: what was drawn, decided and played, and the expected result."""

from __future__ import annotations

import json
import shlex
from collections import defaultdict
from collections.abc import Iterable
from copy import deepcopy
from operator import attrgetter
from typing import Any, Final

from clabber_audit.league.games import GivenHands, Notice
from clabber_audit.league.season import Season
from clabber_audit.league.season_file import parse_season
from clabber_audit.league.standings import Standings, TieBreak, history
from clabber_audit.report.league.standings import standings_paper
from tests.cli import GOOD, OPEN, copy_with
from tests.hands import ALL
from tests.league.seasons import (
    DECIDED,
    FIRST_ROUND,
    SEASON,
    Json,
    collect_hands,
    encode_season,
    make_scored_hand,
    read_game,
    standings_of,
)

#: Hands by their names: those of `tests/hands.py`, and some of which no card is known, that nothing explains, and in which
#: everybody passed.
HANDS: Final = {
    **ALL,
    "unknown": copy_with(
        GOOD,
        deal={"dealer": "S", "upcard": "9S"},
        plays=[{"seat": seat, "card": None} for seat in "WNES" * 6],
    ),
    "stopped": copy_with(OPEN, claims=[]),
    "passed-out": copy_with(
        GOOD, declarations=[{"seat": seat, "call": "pass"} for seat in "WNESWNES"], plays=[]
    ),
}


def read_case(lines: list[str]) -> tuple[Season, GivenHands, list[str]]:
    """Return the season of a case, its hands, and the lines that say what is expected."""
    season, hands = deepcopy(SEASON), list[Json]()
    expected = [
        line for line in lines if not (apply_season_line(season, line) or apply_hands_line(hands, line))
    ]
    return parse_season(encode_season(season)), collect_hands(hands, season["ruleset"]), expected


def apply_season_line(season: Json, line: str) -> bool:
    """Apply a line about the season; return False if the line is about something else."""
    word, *rest = line.split(" ", 2)
    match = rest[0] if rest else ""
    decisions = ("captain", "penalty", "forfeit", "postpone", "approve", "lock", "correct")
    words = shlex.split(rest[1]) if rest[1:] and word in decisions else []
    meeting: Json = next(
        (found for round in season["rounds"] for found in round.get("matches", ()) if found["id"] == match),
        {},
    )

    def results(totals: list[str]) -> list[Json]:
        points = [dict(zip(meeting["teams"], map(int, total.split(":")), strict=True)) for total in totals]
        return [{"game": at, "points": made} for at, made in enumerate(points, 1)]

    def enter(kind: str, **entry: Any) -> None:
        season.setdefault(kind, []).append({**DECIDED, **entry})

    if word == "teams":
        season["teams"] = [team for team in season["teams"] if team["id"] in line.split()]
    elif word == "set":
        season[rest[0]] = json.loads(rest[1])
    elif word == "rounds":
        season["rounds"] = []
    elif word == "round":
        meets, _, bye = rest[1].partition("/")
        teams = {"id": f"r{rest[0]}-a", "teams": meets.split("-")}
        season["rounds"].append({"number": int(rest[0]), "matches": [teams], "byes": [bye] if bye else []})
    elif word == "enter":
        enter(rest[0], **json.loads(rest[1]))
    elif word == "match":
        meeting.update(json.loads(rest[1]))
    elif word == "captain":
        next(team for team in season["teams"] if team["id"] == rest[0])["captain"] = words[0]
    elif word == "penalty":
        enter("penalties", team=rest[0], **{words[0]: int(words[1])})
    elif word == "forfeit":
        more = {key: json.loads(value) for key, _, value in (each.partition("=") for each in words) if value}
        meeting["forfeited"] = {**DECIDED, "by": [team for team in words if "=" not in team], **more}
    elif word == "postpone":
        meeting["postponed"] = {**DECIDED, **({"until": words[0]} if words else {})}
    elif word == "approve":
        written = {"results": results(words[1:])} if words[1:] else {}
        season.setdefault("approvals", []).append(
            {"match": match, "team": words[0], "who": "Ruth", "when": "2026-01-06", **written}
        )
    elif word == "lock":
        entry = {"match": match, "who": "Agnes", "when": "2026-01-07", "results": results(words)}
        season.setdefault("locks", []).append(entry)
    elif word == "correct":
        was, now = (result["points"] for result in results(words))
        enter("corrections", match=match, game=1, was=was, now=now)
    else:
        return False
    return True


def apply_hands_line(hands: list[Json], line: str) -> bool:
    """Apply a line about the hands played; return False if the line is about something else."""
    if line == "first round":
        hands += deepcopy(FIRST_ROUND)
        return True
    word, name, *rest = [*line.split(" ", 2), ""]
    if word == "game":
        hands += read_game(f"{name} {rest[0]}")
    elif word == "drop":
        hands[:] = [hand for hand in hands if hand["id"] != name]
    elif word == "before":
        teams, scores = (name, rest[0].split(" ")[0]), rest[0].split(" ")[1:]
        for number, score in enumerate(scores, 1):
            if score != "-":
                points = int(score.split(":")[0]), int(score.split(":")[1])
                hands.append(make_scored_hand(f"h{number}", teams, points, round=1, game=1, hand=number))
    elif word == "add":
        words, _, changes = rest[0].partition(" {")
        at, one, other = [*words.split(), "Owls", "Eagles"][:3]
        numbers = dict(zip(("round", "game", "hand"), map(int, at.split(".")), strict=True))
        context = {"league": SEASON["league"], "season": "2026", **numbers}
        own = {"id": name, **json.loads("{" + changes if changes else "{}")}
        record = copy_with(HANDS[name], teams={"NS": one, "EW": other}, context=context, **own)
        hands.append({key: value for key, value in record.items() if value is not None})
    elif word in ("hand", "copy"):
        chosen = [hand for hand in hands if name in ("*", hand["id"])]
        if word == "copy":
            new, _, rest[0] = rest[0].partition(" ")
            chosen = [copy_with(hand, id=new) for hand in chosen]
            hands += chosen
        for hand in chosen:
            for key, value in json.loads(rest[0]).items():
                hand[key] = {**hand["context"], **value} if key == "context" else value
            hand["context"] = {key: value for key, value in hand["context"].items() if value is not None}
    else:
        return False
    return True


def assert_standings(found: Standings, expected: list[str]) -> None:
    """Compare standings with the lines of a case."""
    assert_line_starts(format_rows(found), [line for line in expected if line[0].isdigit()])
    ties = [line for line in expected if line.startswith("tie ")]
    assert not ties or len(ties) == len(found.tie_breaks), found.tie_breaks
    assert_line_starts([format_tie(tie) for tie in found.tie_breaks], ties)
    notices = defaultdict[str, list[list[str]]](list)
    for word, *rest in map(shlex.split, expected):
        if word == "notice":
            notices[rest[0]].append(rest[1:])
        elif word == "no":
            assert not [notice for notice in found.notices if notice.kind == rest[0]], rest
        elif word != "tie" and not word.isdigit():
            assert holds(found, word, rest), (word, rest, found)
    for kind, expected_facts in notices.items():
        actual = [notice_facts(notice) for notice in found.notices if notice.kind == kind]
        assert len(actual) == len(expected_facts), (kind, actual)
        assert all({*words} <= own for own, words in zip(actual, expected_facts, strict=True)), (kind, actual)


def assert_line_starts(found: list[str], expected: list[str]) -> None:
    """Assert that each line begins with the expected words."""
    pairs = zip(found, expected, strict=False)
    assert [" ".join(line.split()[: len(one.split())]) for line, one in pairs] == expected


def format_rows(found: Standings) -> list[str]:
    tallies = ((row.place, row.tally) for row in found.rows)
    return [f"{place} {own.team} {own.won} {own.lost} {own.points}" for place, own in tallies]


def format_tie(tie: TieBreak) -> str:
    return " ".join(
        ["tie", tie.by, tie.result, *(f"{one.team} {one.won} {one.points}" for one in tie.compared)]
    )


def notice_facts(notice: Notice) -> set[str]:
    about = {"match": notice.match, "game": notice.game, "round": notice.round}
    values = {**about, "hands": ",".join(notice.hands), "count": len(notice.hands), **dict(notice.facts)}
    return {f"{key}={value}" for key, value in values.items()}


def holds(found: Standings, word: str, rest: list[str]) -> bool:
    """Return True if the standings are as a line of a case says."""
    if word == "unchanged":
        return format_rows(found) == format_rows(standings_of(FIRST_ROUND))
    if word in ("quiet", "loud"):
        return any(notice.is_loud for notice in found.notices) == (word == "loud")
    if word == "lead":
        return standings_paper(found).lead == " ".join(rest)
    if word in ("after", "drawn"):
        went = history(found.season, found.matches)
        if word == "drawn":
            return [*map(str, went.rounds)] == rest
        table = dict(zip(went.rounds, went.tables, strict=True))[int(rest[0])]
        places = [f"{row.tally.team} {row.place} {row.tally.points}" for row in table]
        return " ".join(places) == " ".join(rest[1:])
    if word == "tally":
        return has_figures((row.tally for row in found.rows if row.tally.team == rest[0]), rest[1:])
    if word == "figures":
        return has_figures([found.figures[rest[0]]], rest[1:])
    (played,) = (played for played in found.matches if played.match.id == rest[0])
    return rest[1:] == ([game.fixed or "-" for game in played.games] if word == "fixed" else [played.status])


def has_figures(found: Iterable[object], figures: list[str]) -> bool:
    """Return True if the only object has these figures; `rate.share` is an attribute of an attribute."""
    (own,) = found
    return all(f"{key}={attrgetter(key)(own)}" in figures for key in (each.split("=")[0] for each in figures))
