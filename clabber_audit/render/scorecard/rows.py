"""The scorecard as a table for spreadsheets: a row for each hand, and columns that tell games apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from clabber_audit.render.scorecard.data import card_data
from clabber_audit.render.table import Cell, csv_text, xlsx_bytes
from clabber_audit.scorecard.card import Game
from clabber_audit.table.cards import TEAMS

#: What tells games apart, then what is told of a hand, then what is told of each team. The headings are part of the
#: format, for programs to read as well.
_OF_GAME: Final = ("league", "season", "round", "table", "game")
_OF_HAND: Final = ("number", "id", "dealer", "due_dealer", "maker", "trump", "outcome", "basis")
_OF_TEAM: Final = ("melds", "belle", "marks", "counted", "totals", "sheet")
_HEADINGS: Final = {"number": "hand", "marks": "mark", "counted": "points", "totals": "total"}


def card_rows(games: Sequence[Game], *, anonymous: bool = False, checkpoint: str | None = None) -> list[list[Cell]]:
    """The table of hands: a heading, and a row for each; `state` and `winner` are those of the whole game.

    `card` counts the games, which without names may have nothing else to tell them apart. A `checkpoint`, a line that
    an archive prints, has the last column.
    """
    heading: list[Cell] = ["card", *_OF_GAME, *TEAMS, *(_HEADINGS.get(name, name) for name in _OF_HAND)]
    heading += [f"{team}_{_HEADINGS.get(name, name)}" for team in TEAMS for name in _OF_TEAM]
    rows = [[*heading, "sheet_differs", "state", "winner"]]
    for number, game in enumerate(card_data(games, anonymous=anonymous)["games"], 1):
        rows += [[*_game(number, game), *_hand(hand), game["state"], game["winner"]] for hand in game["hands"]]
    return _with_checkpoint(rows, checkpoint)


def game_rows(games: Sequence[Game], *, anonymous: bool = False, checkpoint: str | None = None) -> list[list[Cell]]:
    """The table of games: a heading, and a row for each with what it came to."""
    rows: list[list[Cell]] = [["card", *_OF_GAME, *TEAMS, *(f"{team}_total" for team in TEAMS), "state", "winner"]]
    for number, game in enumerate(card_data(games, anonymous=anonymous)["games"], 1):
        totals = [game["totals"][team] for team in TEAMS]
        rows.append([*_game(number, game), *totals, game["state"], game["winner"]])
    return _with_checkpoint(rows, checkpoint)


def _game(number: int, game: dict[str, Any]) -> list[Cell]:
    return [number, *(game[name] for name in _OF_GAME), *(game["sides"][team] for team in TEAMS)]


def _hand(hand: dict[str, Any]) -> list[Cell]:
    of_teams = [(hand[name] or {}).get(team) for team in TEAMS for name in _OF_TEAM]
    return [*(hand[name] for name in _OF_HAND), *of_teams, " ".join(hand["sheet_differs"])]


def _with_checkpoint(rows: list[list[Cell]], checkpoint: str | None) -> list[list[Cell]]:
    if not checkpoint:
        return rows
    return [[*row, "checkpoint" if place == 0 else checkpoint] for place, row in enumerate(rows)]


def card_csv(games: Sequence[Game], *, anonymous: bool = False, checkpoint: str | None = None) -> str:
    """The table of hands as CSV in UTF-8, safe to open in a spreadsheet."""
    return csv_text(card_rows(games, anonymous=anonymous, checkpoint=checkpoint))


def card_xlsx(games: Sequence[Game], *, anonymous: bool = False, checkpoint: str | None = None) -> bytes:
    """Both tables as a workbook; Unusable when the package that writes workbooks is not installed."""
    return xlsx_bytes(
        {
            "Games": game_rows(games, anonymous=anonymous, checkpoint=checkpoint),
            "Hands": card_rows(games, anonymous=anonymous, checkpoint=checkpoint),
        }
    )
