"""What cannot be in a season: a team that meets itself, one that plays twice in a round, a name for no match.

What is merely unusual, a second bye for instance, is no contradiction; it is told beside the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from pydantic import BaseModel

from clabber_audit.ground.errors import Fault, Path, shown
from clabber_audit.league.season.decisions import misdecided
from clabber_audit.league.season.model import Match, Round, Season
from clabber_audit.league.season.signed import missigned, unknown
from clabber_audit.record.names import folded


def contradictions(season: Season) -> Iterator[Fault]:
    """Every contradiction of a season, with its path."""
    yield from _teams(season)
    yield from _rounds(season)
    yield from missigned(season)
    yield from misdecided(season)
    yield from _days(season, ())


def _teams(season: Season) -> Iterator[Fault]:
    seen: dict[str, Path] = {}
    for index, team in enumerate(season.teams):
        for key, called in (("id", team.id), ("name", team.name)):
            path: Path = ("teams", index, key)
            first = seen.setdefault(folded(called), path)
            if first[:2] != path[:2]:
                what = f"two teams are called “{shown(called)}”"
                yield Fault(what, "their hands could not be told apart", "rename one of them", None, path)


def _rounds(season: Season) -> Iterator[Fault]:
    numbers: set[int] = set()
    matches: set[str] = set()
    for index, round in enumerate(season.rounds):
        path: Path = ("rounds", index)
        if round.number in numbers:
            what = f"there are two rounds {round.number}"
            yield Fault(what, "a hand names only the number", "renumber the rounds", None, (*path, "number"))
        numbers.add(round.number)
        for place, match in enumerate(round.matches):
            here = (*path, "matches", place)
            if match.id in matches:
                what = f"two matches have the id “{match.id}”"
                yield Fault(what, "each match needs its own id", "change one of them", None, (*here, "id"))
            matches.add(match.id)
            yield from _match(match, here)
        yield from _once_each(season, round, path)


def _match(match: Match, path: Path) -> Iterator[Fault]:
    if match.teams[0] == match.teams[1]:
        what = f"“{match.teams[0]}” plays itself in match “{match.id}”"
        yield Fault(what, "a match has two teams", "name the other team", None, (*path, "teams"))
    if match.home is not None and match.home not in match.teams:
        what = f"“{match.home}” is at home in match “{match.id}” but does not play in it"
        yield Fault(what, "", f"write {' or '.join(match.teams)}", None, (*path, "home"))


def _once_each(season: Season, round: Round, path: Path) -> Iterator[Fault]:
    """Every team of a round is known and is in it once: in a match or with a bye."""
    known = {team.id for team in season.teams}
    named: list[tuple[str, Path]] = [
        (team, (*path, "matches", place, "teams", which))
        for place, match in enumerate(round.matches)
        for which, team in enumerate(dict.fromkeys(match.teams))
    ]
    named += [(team, (*path, "byes", place)) for place, team in enumerate(round.byes)]
    seen: set[str] = set()
    for team, here in named:
        if team not in known:
            yield unknown("team", team, sorted(known), here)
        elif team in seen:
            what = f"“{team}” is in round {round.number} twice"
            yield Fault(what, "a team plays once in a round, or has a bye", "remove one", None, here)
        seen.add(team)


def _days(value: object, path: Path) -> Iterator[Fault]:
    """Days that no calendar has, wherever they stand."""
    if isinstance(value, BaseModel):
        for key in type(value).model_fields:
            inner = getattr(value, key)
            if key in ("day", "when", "until") and isinstance(inner, str) and not _is_day(inner):
                help = "correct the day"
                yield Fault(f"there is no day {inner}", "the month is shorter", help, None, (*path, key))
            else:
                yield from _days(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _days(inner, (*path, index))
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _days(inner, (*path, key))


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
