"""The scorecard as a table for spreadsheets: a row for each hand, and columns that tell games apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from clabber_audit.cards import TEAMS
from clabber_audit.render.cells import Cell, csv_text, xlsx_bytes
from clabber_audit.render.scorecard.data import card_data
from clabber_audit.scorecard import Game

#: What tells games apart, then what is told of a hand, then what is told of each team. The headings are part of the
#: format, for programs to read as well, and so are not translated.
_OF_GAME: Final = ("league", "season", "round", "table", "game")
_OF_HAND: Final = ("number", "id", "dealer", "due_dealer", "maker", "trump", "outcome", "basis")
_OF_TEAM: Final = ("melds", "belle", "marks", "counted", "totals", "sheet")
_HEADINGS: Final = {"number": "hand", "marks": "mark", "counted": "points", "totals": "total"}


def card_rows(games: Sequence[Game], *, anonymous: bool = False) -> list[list[Cell]]:
    """The table of games: a heading, and a row for each hand; `state` and `winner` are those of the whole game."""
    heading: list[Cell] = [*_OF_GAME, *TEAMS, *(_HEADINGS.get(name, name) for name in _OF_HAND)]
    heading += [f"{team}_{_HEADINGS.get(name, name)}" for team in TEAMS for name in _OF_TEAM]
    rows = [[*heading, "sheet_differs", "state", "winner"]]
    for game in card_data(games, anonymous=anonymous)["games"]:
        rows += [_row(game, hand) for hand in game["hands"]]
    return rows


def _row(game: dict[str, Any], hand: dict[str, Any]) -> list[Cell]:
    row: list[Cell] = [game[name] for name in _OF_GAME]
    row += [game["sides"][team] for team in TEAMS]
    row += [hand[name] for name in _OF_HAND]
    row += [(hand[name] or {}).get(team) for team in TEAMS for name in _OF_TEAM]
    return [*row, " ".join(hand["sheet_differs"]), game["state"], game["winner"]]


def card_csv(games: Sequence[Game], *, anonymous: bool = False) -> str:
    """The table as CSV in UTF-8, safe to open in a spreadsheet."""
    return csv_text(card_rows(games, anonymous=anonymous))


def card_xlsx(games: Sequence[Game], *, anonymous: bool = False) -> bytes:
    """The table as a workbook; Unusable when the package that writes workbooks is not installed."""
    return xlsx_bytes({"Hands": card_rows(games, anonymous=anonymous)})
