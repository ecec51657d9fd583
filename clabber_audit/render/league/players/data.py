"""The players as data: `clabber-players/1`, and rows for spreadsheets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from clabber_audit.league.players import Players
from clabber_audit.league.players.found import Count, Player
from clabber_audit.league.players.sums import NAMES, OF_PAIRS, Rate, Sums
from clabber_audit.render.league.data import head, notices
from clabber_audit.render.league.players.roll import Roll
from clabber_audit.render.league.players.seasons import There, by_season, season_called
from clabber_audit.render.plain import as_json
from clabber_audit.sheet.spreadsheet import Cell, Cells, csv_text

_PLAYERS: Final = "clabber-players/1"
#: How exact a rate is.
_PLACES: Final = 3


def players_json(found: Players, *, anonymous: bool = False) -> str:
    """The players as JSON, ending with a newline."""
    roll = Roll(found, anonymous)
    data = {
        "least": found.least,
        "not_listed": len(found.everybody) - len(found.listed),
        "players": [_player(player, roll) for player in found.listed],
        "partners": [
            {
                "players": [roll.player(one) for one in pair.players],
                "team": roll.names.team_id(pair.team),
                **_sums(pair.sums, OF_PAIRS),
            }
            for pair in found.partners
        ],
        "reneges": _kinds(found.kinds),
        "seasons": [_there(there, found, roll) for there in by_season(found)],
        "unknown": found.unknown._asdict(),
        "names": {
            "apart": [] if anonymous else [one._asdict() for one in found.apart],
            "look_alike": [] if anonymous else [list(names) for names in found.look_alike],
        },
        "notices": notices(found.standings, roll.names),
    }
    return as_json({**head(_PLAYERS, found.standings, roll.names), **data})


def _there(there: There, found: Players, roll: Roll) -> dict[str, Any]:
    return {
        "player": roll.player(there.player),
        "season": season_called(there.season, found, roll),
        **_sums(there.other.sums),
    }


def _player(player: Player, roll: Roll) -> dict[str, Any]:
    return {
        "name": roll.player(player),
        "teams": [{**share._asdict(), "team": roll.names.team_id(share.team)} for share in player.teams],
        **_sums(player.sums),
        "reneges": _kinds(player.kinds),
        "rounds": [{"round": number, **_sums(sums)} for number, sums in player.rounds.items()],
    }


def _sums(sums: Sums, counts: Sequence[str] = NAMES) -> dict[str, Any]:
    """The counts, and the rates that they give."""
    rates = {name: _share(rate(sums)) for name, (rate, of) in _RATES.items() if of in counts}
    return {**{name: getattr(sums, name) for name in counts}, **rates}


#: The rates, each with a count that it takes.
_RATES: Final[dict[str, tuple[Callable[[Sums], Rate], str]]] = {
    "points_a_hand": (lambda sums: sums.average, "points"),
    "made_rate": (lambda sums: sums.success, "made"),
    "renege_rate": (lambda sums: sums.reneges, "judged"),
}


def _share(rate: Rate) -> float | None:
    return None if rate.share is None else round(rate.share, _PLACES)


def _kinds(counts: Sequence[Count]) -> list[dict[str, Any]]:
    return [count._asdict() for count in counts]


def players_csv(found: Players, *, anonymous: bool = False) -> str:
    """One row a player, then one for each season where several were given, and one a pair."""
    return csv_text(_rows(found, Roll(found, anonymous)))


_HEADS: Final = (*NAMES, *_RATES)


def _rows(found: Players, roll: Roll) -> Iterator[Cells]:
    yield "what", "player", "partner", "team or season", *(name.replace("_", " ") for name in _HEADS)
    for player in found.listed:
        yield "player", roll.player(player), None, roll.team(player), *_cells(_sums(player.sums))
    for there in by_season(found):
        season = season_called(there.season, found, roll)
        yield "season", roll.player(there.player), None, season, *_cells(_sums(there.other.sums))
    for pair in found.partners:
        one, other = map(roll.player, pair.players)
        yield "partners", one, other, roll.names.team(pair.team), *_cells(_sums(pair.sums, OF_PAIRS))


def _cells(data: dict[str, Any]) -> Iterator[Cell]:
    yield from (data.get(name) for name in _HEADS)
