"""The season round by round: two pictures, and their numbers in words."""

from __future__ import annotations

from clabber_audit.league.course import Course, Stood, course
from clabber_audit.league.standings import Standings
from clabber_audit.render.league.names import Names
from clabber_audit.render.league.paper import Fold, Section
from clabber_audit.render.pictures import Picture, Series, lines, places
from clabber_audit.render.table import Column, Row, Table

#: Fewer rounds are no course.
_ROUNDS = 2


def season(found: Standings, names: Names) -> Section:
    """Places and points after each round; nothing before the second."""
    went = course(found.season, found.matches)
    if len(went.rounds) < _ROUNDS:
        return Section("season", "Round by round")
    text = "A match counts in its scheduled round, whenever it was played."
    if found.season.penalties:
        text += " Penalties are taken off from the first round on."
    pictures = (places_picture(went, names), points_picture(went, names))
    return Section("season", "Round by round", text, pictures=pictures, folds=_folds(went, names))


def places_picture(went: Course, names: Names) -> Picture:
    """Who stood where after each round."""
    order = [[stood.team for stood in table] for table in went.tables]
    ends = [f"{place(stood)} {names.team(stood.team)}" for stood in went.tables[-1]]
    words = f"Places of {len(ends)} teams {_when(went)}, from first at the top to last; the numbers stand below."
    return places("Places", words, order, _numbers(went), ends)


def points_picture(went: Course, names: Names) -> Picture:
    """How far before the last of all everybody was after each round: the points alone would lie on one line."""
    fewest = [min(stood.points for stood in table) for table in went.tables]
    series = [
        Series(
            f"{last.points} {names.team(last.team)}",
            tuple(stood.points - least for stood, least in zip(went.of(last.team), fewest, strict=True)),
        )
        for last in went.tables[-1]
    ]
    words = f"By how many points {len(series)} teams were ahead {_when(went)}; the points stand below."
    return lines("Points ahead of the lowest", words, series, _numbers(went))


def place(stood: Stood) -> str:
    """A place, marked where others share it."""
    return f"={stood.place}" if stood.shared else str(stood.place)


def _numbers(went: Course) -> list[str]:
    return [str(number) for number in went.rounds]


def _when(went: Course) -> str:
    return f"after rounds {went.rounds[0]} to {went.rounds[-1]}"


def _folds(went: Course, names: Names) -> tuple[Fold, ...]:
    def table(head: str, told: dict[str, str]) -> Table:
        rows = tuple(Row((names.team(team), text)) for team, text in told.items())
        return Table(head, (Column("Team"), Column(head)), rows)

    by_team = {last.team: went.of(last.team) for last in went.tables[-1]}
    stood = {team: ", ".join(map(place, own)) for team, own in by_team.items()}
    made = {team: ", ".join(str(one.points) for one in own) for team, own in by_team.items()}
    when = _when(went)
    return (
        Fold(f"Places {when}", table(f"Places {when}", stood)),
        Fold(f"Points {when}", table(f"Points {when}", made)),
    )
