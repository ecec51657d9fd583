"""The scorecard as plain data, `clabber-scorecard/1`, and its JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from clabber_audit.render.scorecard.card import maker, melded
from clabber_audit.render.scorecard.sides import without_people
from clabber_audit.scorecard.card import Game, Line
from clabber_audit.table.cards import SEATS, TEAMS

#: What a scorecard calls itself.
FORMAT: Final = "clabber-scorecard/1"


def card_data(games: Sequence[Game], *, anonymous: bool = False, checkpoint: str | None = None) -> dict[str, Any]:
    """Games as data. Teams by their letters; None for what is not known or does not count."""
    shown = [without_people(game) for game in games] if anonymous else games
    data: dict[str, Any] = {"format": FORMAT, "games": [game_data(game) for game in shown]}
    return {**data, "checkpoint": checkpoint} if checkpoint else data


def card_json(games: Sequence[Game], *, anonymous: bool = False, checkpoint: str | None = None) -> str:
    """The same as JSON, ending with a newline."""
    return json.dumps(card_data(games, anonymous=anonymous, checkpoint=checkpoint), ensure_ascii=False, indent=2) + "\n"


def game_data(game: Game) -> dict[str, Any]:
    """One game as data."""
    key = game.key
    return {
        "league": key.league or None,
        "season": key.season or None,
        "round": key.round,
        "table": key.table,
        "game": key.game,
        "sides": _by_team([name or None for name in key.sides]),
        "state": game.state,
        "winner": None if game.winner is None else TEAMS[game.winner],
        "another_hand": game.another_hand,
        "totals": _by_team(game.totals),
        "written_totals": _by_team(game.written_totals),
        "order_matters": game.order_matters,
        "missing": list(game.missing),
        "hands": [_hand(line) for line in game.lines],
    }


def _by_team(values: Sequence[Any]) -> dict[str, Any]:
    return dict(zip(TEAMS, values, strict=True))


def _hand(line: Line) -> dict[str, Any]:
    ruling = line.ruling
    extras = [melded(line, team) for team in range(len(TEAMS))]
    reneging = ruling.remedy.reneging_team
    return {
        "number": line.number if line.numbered else None,
        "id": ruling.walk.hand.record.id,
        "given": line.given,
        "ruleset": ruling.law.ruleset.id,
        "dealer": SEATS[line.dealer],
        "due_dealer": None if line.due is None else SEATS[line.due],
        "maker": maker(ruling) or None,
        "trump": ruling.walk.ranking.name or None,
        "outcome": ruling.remedy.outcome,
        "reneging_team": None if reneging is None else TEAMS[reneging],
        "basis": line.basis,
        "marks": _by_team(line.marks),
        "melds": _by_team([melds for melds, _belle in extras]),
        "belle": _by_team([belle for _melds, belle in extras]),
        "counted": None if line.counted is None else _by_team(line.counted),
        "totals": _by_team(line.totals),
        "sheet": _by_team(line.written),
        "sheet_differs": [TEAMS[team] for team in line.differs],
        "sheet_adds_up": line.adds_up,
    }
