"""The scorecard as plain data, `clabber-scorecard/1`; as JSON, and as tables for spreadsheets made of the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from clabber_audit.render.plain import as_json
from clabber_audit.scorecard.card import Game, Line, without_people
from clabber_audit.sheet.spreadsheet import Cell, csv_text, xlsx_bytes
from clabber_audit.table.cards import SEATS, TEAMS

#: What a scorecard calls itself.
_FORMAT: Final = "clabber-scorecard/1"
#: In the tables, what tells games apart, then what is told of a hand, then what is told of each team. The headings are
#: part of the format, for programs to read as well.
_OF_GAME: Final = ("league", "season", "round", "table", "game")
_OF_HAND: Final = ("number", "id", "dealer", "due_dealer", "maker", "trump", "outcome", "basis")
_OF_TEAM: Final = ("melds", "belle", "marks", "counted", "totals", "sheet")
_HEADINGS: Final = {"number": "hand", "marks": "mark", "counted": "points", "totals": "total"}


def card_data(games: Sequence[Game], *, anonymous: bool = False, checkpoint: str | None = None) -> dict[str, Any]:
    """Games as data. Teams by their letters; None for what is not known or does not count."""
    shown = [without_people(game) for game in games] if anonymous else games
    data: dict[str, Any] = {"format": _FORMAT, "games": list(map(_game, shown))}
    return {**data, "checkpoint": checkpoint} if checkpoint else data


def card_json(games: Sequence[Game], *, anonymous: bool = False, checkpoint: str | None = None) -> str:
    """The same as JSON, ending with a newline."""
    return as_json(card_data(games, anonymous=anonymous, checkpoint=checkpoint))


def _game(game: Game) -> dict[str, Any]:
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
    melds, belle = zip(*(line.melded(team) for team in range(len(TEAMS))), strict=True)
    reneging = ruling.remedy.reneging_team
    return {
        "number": line.number if line.numbered else None,
        "id": ruling.walk.hand.record.id,
        "given": line.given,
        "ruleset": ruling.law.ruleset.id,
        "dealer": SEATS[line.dealer],
        "due_dealer": None if line.due is None else SEATS[line.due],
        "maker": ruling.maker,
        "trump": ruling.walk.ranking.name or None,
        "outcome": ruling.remedy.outcome,
        "reneging_team": None if reneging is None else TEAMS[reneging],
        "basis": line.basis,
        "marks": _by_team(line.marks),
        "melds": _by_team(melds),
        "belle": _by_team(belle),
        "counted": None if line.counted is None else _by_team(line.counted),
        "totals": _by_team(line.totals),
        "sheet": _by_team(line.written),
        "sheet_differs": [TEAMS[team] for team in line.differs],
        "sheet_adds_up": line.adds_up,
    }


def card_rows(games: Sequence[Game], *, anonymous: bool = False, checkpoint: str | None = None) -> list[list[Cell]]:
    """The table of hands: a heading, and a row for each; `state` and `winner` are those of the whole game.

    `card` counts the games, which without names may have nothing else to tell them apart. A `checkpoint`, a line that
    an archive prints, has the last column.
    """
    heading: list[Cell] = ["card", *_OF_GAME, *TEAMS, *(_HEADINGS.get(name, name) for name in _OF_HAND)]
    heading += [f"{team}_{_HEADINGS.get(name, name)}" for team in TEAMS for name in _OF_TEAM]
    rows = [[*heading, "sheet_differs", "state", "winner"]]
    for number, game in enumerate(card_data(games, anonymous=anonymous)["games"], 1):
        for hand in game["hands"]:
            of_teams = [(hand[name] or {}).get(team) for team in TEAMS for name in _OF_TEAM]
            of_hand = [*(hand[name] for name in _OF_HAND), *of_teams, " ".join(hand["sheet_differs"])]
            rows.append([*_told_apart(number, game), *of_hand, game["state"], game["winner"]])
    return _with_checkpoint(rows, checkpoint)


def game_rows(games: Sequence[Game], *, anonymous: bool = False, checkpoint: str | None = None) -> list[list[Cell]]:
    """The table of games: a heading, and a row for each with what it came to."""
    rows: list[list[Cell]] = [["card", *_OF_GAME, *TEAMS, *(f"{team}_total" for team in TEAMS), "state", "winner"]]
    for number, game in enumerate(card_data(games, anonymous=anonymous)["games"], 1):
        totals = [game["totals"][team] for team in TEAMS]
        rows.append([*_told_apart(number, game), *totals, game["state"], game["winner"]])
    return _with_checkpoint(rows, checkpoint)


def _told_apart(number: int, game: dict[str, Any]) -> list[Cell]:
    return [number, *(game[name] for name in _OF_GAME), *(game["sides"][team] for team in TEAMS)]


def _with_checkpoint(rows: list[list[Cell]], checkpoint: str | None) -> list[list[Cell]]:
    if not checkpoint:
        return rows
    return [[*row, "checkpoint" if place == 0 else checkpoint] for place, row in enumerate(rows)]


def card_csv(games: Sequence[Game], *, anonymous: bool = False, checkpoint: str | None = None) -> str:
    """The table of hands as CSV in UTF-8, safe to open in a spreadsheet."""
    return csv_text(card_rows(games, anonymous=anonymous, checkpoint=checkpoint))


def card_xlsx(games: Sequence[Game], *, anonymous: bool = False, checkpoint: str | None = None) -> bytes:
    """Both tables as a workbook; Unusable when the package that writes workbooks is not installed."""
    rows = {"Games": game_rows, "Hands": card_rows}
    return xlsx_bytes({name: of(games, anonymous=anonymous, checkpoint=checkpoint) for name, of in rows.items()})
