"""A hand as a row, from which its record comes back to the letter.

The columns are called as in the tables of an archive. What is asked for again and again stands in them as plain values,
cards as text of even width, lists as the JSON that they are in the record. What they cannot hold just so, such as
players named from West on, stands in `record` as the whole record, and then that alone counts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from clabber_audit.columns.column import Column, Kind
from clabber_audit.record.canonical import record_data
from clabber_audit.record.formats import Record

Row = dict[str, Any]

#: What stands for a card that is not known.
UNKNOWN: Final = "??"

_SEATS: Final = {"N": "north", "E": "east", "S": "south", "W": "west", **{f"P{n}": f"p{n}" for n in range(1, 7)}}
_SIDES: Final = ("NS", "EW", "P1P3", "P2P4", "P1P3P5", "P2P4P6")


def _text(name: str, path: str, help: str) -> Column:
    return Column(name, Kind.text, help, tuple(path.split(".")))


def _number(name: str, path: str, help: str) -> Column:
    return Column(name, Kind.number, help, tuple(path.split(".")))


def _json(name: str, path: str, help: str) -> Column:
    return Column(name, Kind.json, help, tuple(path.split(".")))


#: In the order of a record's keys, of either format.
HANDS: Final = (
    _text("format", "format", "`clabber-hand/1` or `bid-euchre-hand/1`"),
    _text("id", "id", "the id of the hand"),
    _text("ruleset", "ruleset", "the rules it names; a hand of Clabber that names none goes by those of the league"),
    _text("pack", "pack", "of Bid Euchre: how many cards the pack has; null for 24"),
    _number("cards_each", "cards_each", "of Bid Euchre: cards dealt to each, where that is not the usual number"),
    _json("seats", "seats", "of Bid Euchre: the seats, where they are not N E S W"),
    *(_text(name, f"players.{seat}", f"who sits at {seat}") for seat, name in _SEATS.items()),
    *(_text(f"{side.lower()}_team", f"teams.{side}", f"the team of the side {side}") for side in _SIDES),
    _text("league", "context.league", "the league"),
    _text("season", "context.season", "the season"),
    _text("venue", "context.venue", "where it was played"),
    _text("date", "context.date", "when, as written"),
    _number("round", "context.round", "the round of the season"),
    _number("table_no", "context.table", "the number of the table"),
    _number("game", "context.game", "the number of the game"),
    _number("number", "context.hand", "the number of the hand in its game"),
    _json("stakes", "context.stakes", "of Bid Euchre: what game and set are played for"),
    _text("moved", "context.moved", "of Bid Euchre: who changed seats after the bell"),
    _text("source_kind", "source.kind", "what kind of source the record is from"),
    _text("citation", "source.citation", "the source, as one would cite it"),
    _text("date_as_written", "source.date_as_written", "the date of the source, as written"),
    _text("recorded_by", "source.recorded_by", "who recorded it"),
    _text("confidence", "source.confidence", "how far to trust it"),
    _text("source_note", "source.note", "a note about the source"),
    _json("before", "before", "of Bid Euchre: the running scores before the hand"),
    _json("hickeys", "hickeys", "of Bid Euchre: the running hickeys before it"),
    _json("burns", "burns", "of Bid Euchre: the running burns before it"),
    _text("dealer", "deal.dealer", "the seat that dealt"),
    _text("due_dealer", "deal.due_dealer", "the seat that should have dealt, where that was noted"),
    _number("cut", "deal.cut", "cards in the smaller part of the cut"),
    _text("upcard", "deal.upcard", "the card turned up"),
    Column("dealt", Kind.dealt, "the cards known to have been dealt to each: `N:ASTSAHQHTDAC E:QSQDJDQCTC9C`",
           ("deal", "hands")),
    _json("blind", "deal.blind", "of Bid Euchre: the undealt cards, as far as known"),
    _json("contract", "contract", "maker and trumps, where the calls were not noted"),
    _json("declarations", "declarations", "what was called, in its order"),
    _json("exchanges", "exchanges", "of Bid Euchre: the cards handed over before the play"),
    _json("melds", "melds", "the melds of Clabber; `[]` where none was called"),
    Column("plays", Kind.plays, "the cards as they fell, each with its seat: `W:KS N:AS`; `??`: not known", ("plays",)),
    _json("disordered", "disordered", "the tricks whose order is lost"),
    _json("incidents", "incidents", "what no card shows"),
    _json("claims", "claims", "the claims that were made"),
    _json("laydown", "laydown", "a hand laid down"),
    _json("score", "score", "what the score sheet says of each side"),
    _json("after", "after", "of Bid Euchre: the running scores after it"),
    _json("sheet", "sheet", "the sheet’s breakdown"),
    _json("comments", "comments", "remarks that belong to a moment"),
    _json("remarks", "remarks", "remarks, kept as they are"),
    Column("record", Kind.json, "null; or the whole record, where the other columns cannot hold it just so"),
)  # fmt: skip

#: Made once, as it is for canonical text; here keys stay in their order.
_compact: Final = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode
#: The columns of each key of a record, by that key.
_BY_KEY: Final = tuple((key, tuple(columns)) for key, columns in groupby(HANDS[:-1], lambda column: column.path[0]))


def row(record: Record) -> Row:
    """A record as a row; what it does not say is left out."""
    data = record_data(record)
    found = dict(_cells(data))
    text = _compact(data)
    return found if record_text(found) == text else {**found, "record": text}


def _cells(data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, columns in _BY_KEY:
        if (told := data.get(key)) is None:
            continue
        for column in columns:
            value = told if len(column.path) == 1 else told.get(column.path[1])
            if value is not None:
                yield column.name, _CELL[column.kind](value)


def record_text(row: Mapping[str, Any]) -> str:
    """The record of a row as JSON, whatever the row says; whether it is one is the door's to ask."""
    whole = row.get("record")
    return whole if whole is not None else "{" + ",".join(_members(row)) + "}"


def _members(row: Mapping[str, Any]) -> Iterator[str]:
    for key, columns in _BY_KEY:
        told = [(column, cell) for column in columns if (cell := row.get(column.name)) is not None]
        if not told:
            continue
        if len(columns[0].path) == 1:
            yield f'"{key}":{_TOLD_AS[columns[0].kind](told[0][1])}'
        else:
            inner = ",".join(f'"{column.path[1]}":{_TOLD_AS[column.kind](cell)}' for column, cell in told)
            yield f'"{key}":{{{inner}}}'


def _dealt(hands: Mapping[str, list[str]]) -> str:
    return " ".join(f"{seat}:{''.join(cards)}" for seat, cards in hands.items())


def _hands(cell: str) -> str:
    told = (hand.partition(":") for hand in cell.split())
    return _compact({seat: [cards[at : at + 2] for at in range(0, len(cards), 2)] for seat, _, cards in told})


def _played(plays: list[dict[str, Any]]) -> str:
    return " ".join(f"{play['seat']}:{play['card'] or UNKNOWN}" for play in plays)


def _plays(cell: str) -> str:
    told = (play.partition(":") for play in cell.split())
    return _compact([{"seat": seat, "card": None if card == UNKNOWN else card} for seat, _, card in told])


def _as_it_is(value: Any) -> Any:
    return value


#: How a value of a record becomes a cell, and how a cell stands in the JSON of its record.
_CELL: Final[Mapping[Kind, Callable[[Any], Any]]] = {
    Kind.text: _as_it_is, Kind.number: _as_it_is, Kind.json: _compact, Kind.dealt: _dealt, Kind.plays: _played,
}  # fmt: skip
_TOLD_AS: Final[Mapping[Kind, Callable[[Any], str]]] = {
    Kind.text: _compact, Kind.number: _compact, Kind.json: str, Kind.dealt: _hands, Kind.plays: _plays,
}  # fmt: skip
