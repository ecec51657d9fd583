"""The scorecard as plain data, `clabber-scorecard/1`; as JSON, and as tables for spreadsheets made of the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from clabber_audit.render.plain import as_json
from clabber_audit.scorecard.card import Game, without_people
from clabber_audit.scorecard.line import Line
from clabber_audit.sheet.spreadsheet import Cell, csv_text, xlsx_bytes
from clabber_audit.table.cards import TEAMS

#: What a scorecard calls itself.
_FORMAT: Final = "clabber-scorecard/1"
#: In the tables, what tells games apart, then what is told of a hand, then what is told of each side. The headings are
#: part of the format, for programs to read as well. Each game has its own of the extras.
_OF_GAME: Final = ("league", "season", "round", "table", "game")
_OF_HAND: Final = ("number", "id", "dealer", "due_dealer", "maker", "trump", "outcome", "basis")
_OF_SIDE: Final = ("marks", "counted", "totals", "sheet")
_EXTRAS: Final = ("melds", "belle")
_HEADINGS: Final = {"number": "hand", "marks": "mark", "counted": "points", "totals": "total"}


def card_data(games: Sequence[Game], *, anonymous: bool = False, checkpoint: str | None = None) -> dict[str, Any]:
    """Games as data. Sides by their seats; None for what is not known or does not count."""
    shown = [without_people(game) for game in games] if anonymous else games
    data: dict[str, Any] = {"format": _FORMAT, "games": list(map(_game, shown))}
    return {**data, "checkpoint": checkpoint} if checkpoint else data


def card_json(games: Sequence[Game], *, anonymous: bool = False, checkpoint: str | None = None) -> str:
    """The same as JSON, ending with a newline."""
    return as_json(card_data(games, anonymous=anonymous, checkpoint=checkpoint))


def _game(game: Game) -> dict[str, Any]:
    key, totals = game.key, game.totals
    data = {
        "league": key.league or None,
        "season": key.season or None,
        "round": key.round,
        "table": key.table,
        "game": key.game,
        "sides": _by_side(game, [name or None for name in key.sides]),
        "state": game.state,
        "winner": None if game.winner is None else key.side_names[game.winner],
        "another_hand": game.another_hand,
        "totals": _by_side(game, totals),
        "written_totals": _by_side(game, game.written_totals),
        "order_matters": game.order_matters,
        "missing": list(game.missing),
        "hands": [_hand(game, line) for line in game.lines],
    }
    if game.standing.hickeys:
        data |= {"hickeys": _by_side(game, game.standing.hickeys), "sets": _by_side(game, game.standing.sets)}
    return {**data, "owed": game.purse.owed, "doubled": game.purse.doubled} if game.purse else data


def _by_side(game: Game, values: Sequence[Any]) -> dict[str, Any]:
    return dict(zip(game.key.side_names, values, strict=True))


def _hand(game: Game, line: Line) -> dict[str, Any]:
    ruling, sides = line.ruling, game.key.side_names
    seats, reneging = ruling.walk.hand.seating.seats, ruling.remedy.reneging_team
    data = {
        "number": line.number if line.numbered else None,
        "id": ruling.walk.hand.record.id,
        "given": line.given,
        "ruleset": ruling.law.ruleset.id,
        "dealer": seats[line.dealer],
        "due_dealer": None if line.due is None else seats[line.due],
        "maker": ruling.maker,
        "trump": None if ruling.walk.strain is None else ruling.walk.strain.name,
        "outcome": ruling.remedy.outcome,
        "reneging_team": None if reneging is None else sides[reneging],
        "basis": line.basis,
        "marks": _by_side(game, line.marks),
        **{name: _by_side(game, values) for name, values in line.extras.items()},
        "counted": None if line.counted is None else _by_side(game, line.counted),
        "totals": _by_side(game, line.totals),
        "sheet": _by_side(game, line.written),
        "sheet_differs": [sides[side] for side in line.differs],
        "sheet_adds_up": line.adds_up,
    }
    if line.misread:
        data["misread"] = [{**one._asdict(), "side": sides[one.side]} for one in line.misread]
    return data


def card_rows(games: Sequence[Game], *, anonymous: bool = False, checkpoint: str | None = None) -> list[list[Cell]]:
    """The table of hands: a heading, and a row for each; `state` and `winner` are those of the whole game.

    `card` counts the games, which without names may have nothing else to tell them apart. A `checkpoint`, a line that
    an archive prints, has the last column.
    """
    told = card_data(games, anonymous=anonymous)["games"]
    sides, extras = _sides(games), list(dict.fromkeys(name for game in games for name in _extras(game))) or _EXTRAS
    of_side = (*extras, *_OF_SIDE)
    heading: list[Cell] = ["card", *_OF_GAME, *sides, *(_HEADINGS.get(name, name) for name in _OF_HAND)]
    heading += [f"{side}_{_HEADINGS.get(name, name)}" for side in sides for name in of_side]
    rows = [[*heading, "sheet_differs", "state", "winner"]]
    for number, game in enumerate(told, 1):
        for hand in game["hands"]:
            of_sides = [(hand.get(name) or {}).get(side) for side in sides for name in of_side]
            of_hand = [*(hand[name] for name in _OF_HAND), *of_sides, " ".join(hand["sheet_differs"])]
            rows.append([*_told_apart(number, game, sides), *of_hand, game["state"], game["winner"]])
    return _with_checkpoint(rows, checkpoint)


def game_rows(games: Sequence[Game], *, anonymous: bool = False, checkpoint: str | None = None) -> list[list[Cell]]:
    """The table of games: a heading, and a row for each with what it came to."""
    sides = _sides(games)
    rows: list[list[Cell]] = [["card", *_OF_GAME, *sides, *(f"{side}_total" for side in sides), "state", "winner"]]
    for number, game in enumerate(card_data(games, anonymous=anonymous)["games"], 1):
        totals = [game["totals"].get(side) for side in sides]
        rows.append([*_told_apart(number, game, sides), *totals, game["state"], game["winner"]])
    return _with_checkpoint(rows, checkpoint)


def _sides(games: Sequence[Game]) -> Sequence[str]:
    """The sides of all tables, each once."""
    return list(dict.fromkeys(side for game in games for side in game.key.side_names)) or TEAMS


def _extras(game: Game) -> list[str]:
    return [name for line in game.lines for name in line.extras]


def _told_apart(number: int, game: dict[str, Any], sides: Sequence[str]) -> list[Cell]:
    return [number, *(game[name] for name in _OF_GAME), *(game["sides"].get(side) for side in sides)]


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
