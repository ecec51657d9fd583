"""What no entry of a season may be: about nobody, with the number of another, taking back what is not there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from difflib import get_close_matches
from typing import Final

from clabber_audit.ground.errors import Fault, Path, shown
from clabber_audit.league.season.entries import entries, in_force, standing, taken_back
from clabber_audit.league.season.model import Match, Season, Substitution
from clabber_audit.record.names import folded

#: How long after the last round a match can be made up.
_AFTERWARDS: Final = timedelta(weeks=8)
#: How long before the first round something is decided, such as a roster.
_BEFOREHAND: Final = -_AFTERWARDS


def missigned(season: Season) -> Iterator[Fault]:
    """Every entry whose match, team, number or day cannot be."""
    matches = {match.id: match for round in season.rounds for match in round.matches}
    known = {"match": sorted(matches), "team": sorted(team.id for team in season.teams)}
    seen: set[int] = set()
    for path, entry in entries(season):
        for kind, ids in known.items():
            named = getattr(entry, kind, None)
            if named is not None and named not in ids:
                yield unknown(kind, named, ids, (*path, kind))
        if entry.number is None:
            continue
        if entry.number in seen:
            what = f"two entries have the number {entry.number}"
            yield Fault(what, "they are taken back by it", "give one another number, or none", None, (*path, "number"))
        seen.add(entry.number)
    yield from _withdrawals(season)
    yield from _answers(season)
    yield from _new_days(season)
    yield from _substitutes(in_force(season), season, matches)
    yield from _rosters(season)


def _withdrawals(season: Season) -> Iterator[Fault]:
    known = {entry.number for _path, entry in entries(season) if entry.number is not None}
    back = taken_back(season)
    seen: set[int] = set()
    for index, withdrawal in enumerate(season.withdrawals):
        path: Path = ("withdrawals", index, "of")
        if withdrawal.number is None:
            yield Fault("this withdrawal has no number", "", "give it a number higher than all others", None, path)
        elif withdrawal.of not in known or withdrawal.of >= withdrawal.number:
            what = f"there is no entry {withdrawal.of} to undo"
            yield Fault(what, "only an earlier entry can be undone", "see league log", None, path)
        elif withdrawal.number not in back:
            if withdrawal.of in seen:
                yield Fault(f"entry {withdrawal.of} is undone twice", "", "see league log", None, path)
            seen.add(withdrawal.of)


def _answers(season: Season) -> Iterator[Fault]:
    protests = {note.number for note in season.notes if note.protest}
    for index, note in enumerate(season.notes):
        if note.answers is not None and note.answers not in protests:
            what = f"entry {note.answers} is not a protest"
            yield Fault(what, "only a protest can be answered", "see league log", None, ("notes", index, "answers"))


def _new_days(season: Season) -> Iterator[Fault]:
    """Postponed to a day that is no day of the season: a slip in year or month, most likely."""
    days = sorted(filter(None, (round.day for round in season.rounds)))
    if not days:
        return
    first, last = days[0], _moved(days[-1], _AFTERWARDS)
    for index, entry in enumerate(season.postponements):
        if entry.until is not None and not first <= entry.until <= last:
            what = f"{entry.until} is outside the season"
            why = f"it starts on {first}, and the last day to make up a match is {last}"
            yield Fault(what, why, "check the year and the month", None, ("postponements", index, "until"))


def out_of_season(season: Season, day: str) -> str:
    """Why nothing can have been decided in a season on a day; empty where it can, or where its rounds have no days."""
    days = sorted(filter(None, (round.day for round in season.rounds)))
    if not days or _moved(days[0], _BEFOREHAND) <= day <= _moved(days[-1], _AFTERWARDS):
        return ""
    return f"its first round is on {days[0]} and its last on {days[-1]}, and that is more than eight weeks away"


def _moved(day: str, by: timedelta) -> str:
    try:
        return str(date.fromisoformat(day) + by)
    except (ValueError, OverflowError):
        # The day itself is told as a fault of its own.
        return "9999-12-31" if by > timedelta(0) else "0001-01-01"


def _substitutes(now: Season, season: Season, matches: dict[str, Match]) -> Iterator[Fault]:
    for index, entry in standing(season, "substitutions"):
        path: Path = ("substitutions", index)
        match = matches.get(entry.match)
        if match is None:
            continue
        if entry.team not in match.teams:
            where = season.match_called(match.id)
            what = f"{season.name_of(entry.team)} gets a substitute in {where} but does not play in it"
            yield Fault(what, "", f"write {' or '.join(match.teams)}", None, (*path, "team"))
            continue
        yield from _substitute(now, match, entry, path)


def _substitute(season: Season, match: Match, entry: Substitution, path: Path) -> Iterator[Fault]:
    found = season.scheduled(match.id)
    number = found[0].number if found else 0
    player = folded(entry.player)
    for team in match.teams:
        if player in map(folded, season.roster(team, number)):
            where = f"{season.name_of(team)}, which plays in {season.match_called(match.id)}"
            what = f"“{shown(entry.player)}” is on the roster of {where}"
            help = "no entry is needed" if team == entry.team else "name someone who plays for neither team"
            yield Fault(what, "a substitute comes from another team", help, None, (*path, "player"))
    roster = season.roster(entry.team, number)
    if entry.instead_of is not None and roster and folded(entry.instead_of) not in map(folded, roster):
        what = f"“{shown(entry.instead_of)}” is not on the roster of {season.name_of(entry.team)}"
        yield Fault(what, "", f"the roster is {shown(', '.join(roster), 200)}", None, (*path, "instead_of"))


def _rosters(season: Season) -> Iterator[Fault]:
    """A team names each player once, at first and with every change; who leaves was there."""
    back = taken_back(season)
    for index, team in enumerate(season.teams):
        yield from _twice(team.players, team.id, ("teams", index, "players"))
        there = list(team.players)
        for place, change in enumerate(season.roster_changes):
            path: Path = ("roster_changes", place)
            if change.team != team.id or change.number in back:
                continue
            if not (change.add or change.remove or change.captain):
                yield Fault("this roster change changes nothing", "", "fill in add, remove or captain", None, path)
            for at, name in enumerate(change.remove):
                if folded(name) not in map(folded, there):
                    what = f"“{shown(name)}” leaves {team.name} but is not on its roster"
                    help = f"the roster is {shown(', '.join(there), 200)}" if there else "it has no roster"
                    yield Fault(what, "", help, None, (*path, "remove", at))
            gone = set(map(folded, change.remove))
            there = [name for name in there if folded(name) not in gone]
            yield from _twice([*there, *change.add], team.id, (*path, "add"), len(there))
            there += change.add


def _twice(players: Sequence[str], team: str, path: Path, before: int = 0) -> Iterator[Fault]:
    """Names that stand twice; those `before` the place are not in the list itself."""
    seen: set[str] = set()
    for place, name in enumerate(players):
        if folded(name) in seen:
            what = f"“{shown(name)}” is on the roster of “{team}” twice"
            why = "players are told apart only by their names"
            help = "list each player once, and give namesakes different names"
            yield Fault(what, why, help, None, (*path, max(place - before, 0)))
        seen.add(folded(name))


def unknown(kind: str, name: str, known: list[str], path: Path) -> Fault:
    """The fault of an id that no team, or no match, has."""
    close = get_close_matches(name, known, 1, 0.6)
    listed = f"known are {', '.join(known[:20])}" if known else "the season has none"
    help = f"did you mean “{close[0]}”?" if close else listed
    return Fault(f"there is no {kind} “{name}”", f"a {kind} is named by its id", help, None, path)
