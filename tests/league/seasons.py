"""Seasons for tests: four invented teams, hands of games with known totals, and helpers to compute standings."""

from __future__ import annotations

import json
import shlex
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

from clabber_audit.games.parse import parse_hand as read_hand
from clabber_audit.league.games import GivenHands
from clabber_audit.league.season import Season
from clabber_audit.league.season_file import parse_season
from clabber_audit.league.standings import Standings, standings
from clabber_audit.rules.bound_ruleset import law_of
from tests.cli import Done, call
from tests.cli import encode_record as record_bytes

Json = dict[str, Any]

#: Options of a decision.
SIGNED: Final = ("--by", "Agnes", "--why", "as agreed", "--on", "2026-01-20")

NAMES: Final = {"owls": "Owls", "eagles": "Eagles", "moose": "Moose", "lions": "Lions"}

#: Everybody meets everybody once: three rounds of two matches.
SEASON: Final[Json] = {
    "format": "clabber-season/1",
    "title": "Monday League, winter 2026",
    "league": "Riverside Monday League",
    "season": "2026",
    "ruleset": "ecl-1992",
    "teams": [{"id": id, "name": name} for id, name in NAMES.items()],
    "rounds": [
        {"number": 1, "day": "2026-01-05", "matches": [
            {"id": "r1-a", "teams": ["owls", "eagles"], "table": 1},
            {"id": "r1-b", "teams": ["moose", "lions"], "table": 2}]},
        {"number": 2, "day": "2026-01-12", "matches": [
            {"id": "r2-a", "teams": ["owls", "moose"]},
            {"id": "r2-b", "teams": ["eagles", "lions"]}]},
        {"number": 3, "day": "2026-01-19", "matches": [
            {"id": "r3-a", "teams": ["owls", "lions"]},
            {"id": "r3-b", "teams": ["eagles", "moose"]}]},
    ],
}  # fmt: skip


def league(command: str, *args: str | Path, stdin: bytes = b"") -> Done:
    """Run a command on the season of the current folder."""
    return call("league", command, "season.json", *args, stdin=stdin)


def encode_season(season: Json) -> bytes:
    return json.dumps(season, ensure_ascii=False, indent=1).encode()


def season(**changes: Any) -> Season:
    """Return the season with a few keys changed."""
    return parse_season(encode_season({**deepcopy(SEASON), **changes}))


def make_scored_hand(name: str, teams: tuple[str, str], score: tuple[int, int], **context: Any) -> Json:
    """Return a hand with only a score, for North-South and East-West."""
    return {
        "format": "clabber-hand/1",
        "id": name,
        "teams": dict(zip(("NS", "EW"), teams, strict=True)),
        "context": {"league": "Riverside Monday League", "season": "2026", **context},
        # South deals first, then the deal passes to the left.
        "deal": {"dealer": "SWNE"[(context.get("hand", 1) - 1) % 4]},
        "plays": [],
        "score": dict(zip(("NS", "EW"), score, strict=True)),
    }


def game(round: int, teams: tuple[str, str], totals: tuple[int, int], number: int = 1) -> list[Json]:
    """Return the five hands of a game with these totals: a hundred points in each of the first four, then the rest."""
    left = list(totals)
    hands: list[tuple[int, int]] = []
    for _hand in range(4):
        points = (min(left[0], 100), min(left[1], 100))
        left = [left[0] - points[0], left[1] - points[1]]
        hands.append(points)
    hands.append((left[0], left[1]))
    name = "-".join(team.strip().lower() for team in teams)
    return [
        make_scored_hand(f"r{round}-{name}-g{number}-h{at}", teams, points, round=round, game=number, hand=at)
        for at, points in enumerate(hands, 1)
    ]


def read_game(line: str) -> list[Json]:
    """Return the hands of a game such as `2 Owls 505 Moose 320`; `2.3` is the third game of round 2."""
    at, one, first, other, second = shlex.split(line)
    round, _, number = at.partition(".")
    return game(int(round), (one, other), (int(first), int(second)), int(number or 1))


def add_game(file: Path, line: str) -> None:
    """Add the hands of a game to a file of JSON lines."""
    with file.open("ab") as lines:
        lines.writelines(map(record_bytes, read_game(line)))


def collect_hands(records: list[Json], ruleset: str = "ecl-1992") -> GivenHands:
    """Return records as the hands given for a season."""
    return GivenHands([read_hand(json.dumps(record).encode()) for record in records], law_of(ruleset))


DECIDED: Final = {"who": "Agnes", "when": "2026-01-20", "why": "no shirts"}


def standings_of(hands: list[Json], **changes: Any) -> Standings:
    return standings(season(**changes), collect_hands(hands))


FIRST_ROUND: Final = [*game(1, ("Owls", "Eagles"), (512, 430)), *game(1, ("Moose", "Lions"), (470, 505))]
