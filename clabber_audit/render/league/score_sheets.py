"""Blank score sheets to print, a page a game: the columns are those by which a sheet is read back in."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from markupsafe import Markup

from clabber_audit.league.played import PlayedMatch
from clabber_audit.league.season import Season
from clabber_audit.league.weeks import Weekly
from clabber_audit.notation import write
from clabber_audit.record.dates import in_words
from clabber_audit.record.model import HandRecord
from clabber_audit.record.words import FORMAT
from clabber_audit.render.code import drawn
from clabber_audit.render.html import rendered, styled
from clabber_audit.render.league.names import Names
from clabber_audit.table.cards import TEAMS

#: The hands that a sheet has room for: more than nearly every game has, as many as a page.
_ROWS: Final = 14
#: The columns of a hand, and of each side, as a sheet names them that is read; the totals it works out itself.
COLUMNS: Final = ("No.", "Deal", "Made", "Trump")
OF_SIDE: Final = ("Cards", "Melds", "Belle", "Score", "Total")
#: How many sheets are made: those of a hundred matches of three games.
_MOST: Final = 300
#: How much of the id of a match goes into that of its hands, which has room for so many.
_ID: Final = 50


class Side(NamedTuple):
    """A team at the table."""

    name: str
    seats: tuple[str, str]
    #: Who may play for it, where that is kept.
    players: tuple[str, ...]


class Sheet(NamedTuple):
    """A sheet before anything stands on it."""

    title: str
    context: tuple[str, ...]
    sides: tuple[Side, Side]
    #: The match as a code to scan, where it is not too long for one.
    code: Markup | None


def score_sheets(week: Weekly) -> str | None:
    """The sheets of the matches that are played next, as a page to print; None where there are none."""
    if week.next is None or not week.next.coming:
        return None
    names, season = Names(week.after.season), week.after.season
    sheets = [*islice((sheet for match in week.next.coming for sheet in _sheets(season, match)), _MOST)]
    return rendered(
        "score_sheets.html.j2",
        title=f"{names.title}, {names.round(week.next.round)}",
        sheets=sheets,
        all=sum(season.games_of(match.match) for match in week.next.coming),
        rows=_ROWS,
        columns=COLUMNS,
        of_side=OF_SIDE,
        **styled("base.css", "scorecard.css", "score_sheets.css"),
    )


def _sheets(season: Season, played: PlayedMatch) -> Iterator[Sheet]:
    match = played.match
    names, games = Names(season), season.games_of(match)
    day = (match.postponed and match.postponed.until) or match.day or played.round.day
    first, second = (_side(season, played, place) for place in (0, 1))
    for game in range(1, games + 1):
        parts = [
            names.title,
            f"round {played.round.number}",
            *([in_words(day)] if day else []),
            f"match {season.numbers()[match.id]}",
            *([f"table {match.table}"] if match.table is not None else []),
            *([f"game {game} of {games}"] if games > 1 else []),
        ]
        yield Sheet(names.pair(match), tuple(parts), (first, second), drawn(begun(season, played, game)))


def _side(season: Season, played: PlayedMatch, place: int) -> Side:
    """The team named first sits North and South, unless they settle it otherwise."""
    team = played.match.teams[place]
    sit_in = [one.player for one in season.substitutions if (one.match, one.team) == (played.match.id, team)]
    players = (*season.roster(team, played.round.number), *sit_in)
    return Side(season.name_of(team), (("North", "South"), ("East", "West"))[place], players)


def begun(season: Season, played: PlayedMatch, game: int) -> str:
    """The first hand of a game as the schedule knows it, in the notation: all but who deals, and what was played."""
    match = played.match
    where = {
        "league": season.league,
        "season": season.season,
        "date": (match.postponed and match.postponed.until) or match.day or played.round.day,
        "round": played.round.number,
        "table": match.table,
        "game": game,
        "hand": 1,
    }
    record = {
        "format": FORMAT,
        "id": f"{match.id[:_ID]}-g{game}-h01",
        "ruleset": season.ruleset,
        "teams": dict(zip(TEAMS, map(season.name_of, match.teams), strict=True)),
        "context": {key: value for key, value in where.items() if value is not None},
        "deal": {"dealer": "N"},
        "plays": [],
    }
    lines = write(HandRecord.model_validate(record)).splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("deal "))
