"""The forms of sheets there are: what the columns of each game are called, and what a hand of it needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, get_args

from clabber_audit.notation.bid_euchre.words import STRAIN, vocabulary
from clabber_audit.notation.words import CLABBER, SUIT
from clabber_audit.record import words as clabber
from clabber_audit.record.bid_euchre import words as bid_euchre
from clabber_audit.record.formats import model_of
from clabber_audit.sheet.columns import Column, Form, Named, Table, around, beside, of_side
from clabber_audit.table.cards import SEATS, TEAMS

_MAKER: Final = ("made", "made by", "makers", "declarer", "trump maker", "maker of trump")
_TRUMP: Final = ("trumps", "suit", "trump suit")
_DEALT: Final = "each hand needs its dealer"


def _clabber() -> Iterator[Named]:
    yield from around()
    yield Column("maker", "side", ("contract", "maker")), ("bidder", "bid", *_MAKER)
    yield Column("trump", "suit", ("contract", "trump")), _TRUMP
    for team in TEAMS:
        yield of_side(team, "team", "text", ("teams", team), "name", "team name")
        cards = ("card", "card points", "tricks", "trick points")
        yield of_side(team, "cards", "points", ("sheet", team, "cards"), *cards)
        yield of_side(team, "last", "points", ("sheet", team, "last_trick"), "last trick", "last ten")
        yield of_side(team, "melds", "points", ("sheet", team, "melds"), "meld")
        yield of_side(team, "belle", "points", ("sheet", team, "belle"), "bella", "bell", "beller")
        yield of_side(team, "score", "score", ("score", team), "", "scored", "mark", "result")
    yield from beside()


def _bid_euchre() -> Iterator[Named]:
    yield from around()
    for seat in bid_euchre.TABLES[-1]:
        yield Column(seat.lower(), "text", ("players", seat)), ()
    yield Column("pack", "word", ("pack",)), ("deck",)
    yield Column("cards_each", "dealt", ("cards_each",)), ("each", "cards dealt")
    yield Column("bidder", "side", ("contract", "maker")), ("maker", *_MAKER)
    yield Column("bid", "bid", ("contract", "tricks")), ("bid for", "contract")
    yield Column("trump", "suit", ("contract", "trump")), _TRUMP
    yield Column("alone", "yes", ("contract", "alone")), ("lone",)
    yield Column("forced", "yes", ("contract", "forced")), ("stuck",)
    for side in get_args(bid_euchre.Side):
        if len(side) > 1 and side not in bid_euchre.TABLES[-1]:
            yield of_side(side, "team", "text", ("teams", side), "name", "team name")
        yield of_side(side, "before", "points", ("before", side), "had", "stood at")
        yield of_side(side, "hickeys", "count", ("hickeys", side), "hicks")
        yield of_side(side, "burns", "count", ("burns", side))
        yield of_side(side, "tricks", "tricks", ("sheet", side, "tricks"), "took", "taken", "won")
        # A seat by itself heads the name of its player.
        alone = () if side in _SEATS else ("",)
        yield of_side(side, "score", "score", ("score", side), *alone, "scored", "points", "result")
        yield of_side(side, "after", "points", ("after", side), "total", "running", "running score")
    yield from beside()


_SEATS: Final = frozenset(get_args(bid_euchre.Seat))


def _seated(columns: Sequence[Column]) -> Table:
    """The table that the columns of a sheet speak of; each plays for himself where a seat has a score or tricks."""
    told = [str(step) for column in columns for step in column.path]
    numbered = [name for name in told if name[0] == "P" and name[1:2].isdigit()]
    # A side of several has half of the table.
    players = max((int(name[1]) if name in _SEATS else len(name) for name in numbered), default=0)
    seats = next((table for table in bid_euchre.TABLES[1:] if len(table) >= players), ()) if players else ()
    seats = seats or bid_euchre.COMPASS
    made = {str(column.path[1]) for column in columns if column.path[0] in ("score", "sheet")}
    alone = len(seats) % 2 or made & _SEATS
    sides = seats if alone else ("".join(seats[0::2]), "".join(seats[1::2]))
    return Table(seats, sides, vocabulary(seats))


_TABLE: Final = Table(SEATS, TEAMS, CLABBER)


def _written_on_a_sheet(format: str) -> dict[str, Any]:
    """What is so of all hands that are known from a sheet."""
    return {"format": format, "source": {"kind": "scoresheet"}, "plays": []}


FORMS: Final = (
    Form(
        model_of(clabber.FORMAT),
        _written_on_a_sheet(clabber.FORMAT),
        tuple(_clabber()),
        always={"dealer": _DEALT},
        table=lambda _columns: _TABLE,
        contract=("maker", "trump"),
        made="cards",
        parts=("last", "melds", "belle"),
        strains=SUIT,
        strains_told="a suit is C, D, H or S, its name or its symbol",
    ),
    Form(
        model_of(bid_euchre.FORMAT),
        _written_on_a_sheet(bid_euchre.FORMAT),
        tuple(_bid_euchre()),
        always={"dealer": _DEALT, "ruleset": "each hand needs the rules it was played by"},
        table=_seated,
        contract=("bidder", "bid"),
        made="tricks",
        parts=(),
        strains=STRAIN,
        strains_told="it is C, D, H or S, the name or the symbol of a suit, NT, high or low",
    ),
)
