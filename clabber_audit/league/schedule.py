"""Schedules: round robins and new seasons."""

from __future__ import annotations

import re
import unicodedata
from calendar import day_name
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from random import Random
from typing import Any, Final, NamedTuple

from clabber_audit.core.errors import UsageError, printable
from clabber_audit.league.season import FORMAT
from clabber_audit.records.base import DAY
from clabber_audit.records.formats import fold_name


class Pairing(NamedTuple):
    """One round."""

    #: Pairings; the first team is at home.
    matches: tuple[tuple[str, str], ...]
    #: Team with a bye; None for an even number of teams.
    bye: str | None


def round_robin(teams: Sequence[str]) -> list[Pairing]:
    """Return the rounds for two or more distinct teams.

    One round for each opponent; with an odd number one more, and every team has one bye. Home and away matches of a
    team differ by one at most.
    """
    circle: list[str | None] = [*teams] + [None] * (len(teams) % 2)
    rounds: list[Pairing] = []
    for number in range(len(circle) - 1):
        half = len(circle) // 2
        pairs = list(zip(circle[:half], reversed(circle[half:]), strict=True))
        if number % 2:
            # The team that stays in its place would be at home every time.
            pairs[0] = (pairs[0][1], pairs[0][0])
        matches = tuple((home, away) for home, away in pairs if home is not None and away is not None)
        bye = next((home or away for home, away in pairs if home is None or away is None), None)
        rounds.append(Pairing(matches, bye))
        # Everybody but the first moves one place around the circle.
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


class Venue(NamedTuple):
    """Place with a number of tables."""

    name: str
    tables: int


class SchedulePlan(NamedTuple):
    """Choices by which a schedule is drawn."""

    #: How often every two teams meet; home and away change each time.
    times: int = 1
    #: Number of rounds; None for all.
    rounds: int | None = None
    #: First day, such as 2026-01-22; None for a schedule without days.
    start: str | None = None
    #: Weekdays of play, Monday is 0; by default that of the first day.
    weekdays: frozenset[int] = frozenset()
    #: Days without play.
    holidays: frozenset[date] = frozenset()
    venues: tuple[Venue, ...] = ()
    #: Teams of each division by name; each plays a round robin of its own.
    divisions: Mapping[str, Sequence[str]] = {}


#: Every team meets every other once, on no day in particular.
EVERYBODY_ONCE: Final = SchedulePlan()


def schedule_plan(
    teams: Sequence[str],
    *,
    times: int = 1,
    rounds: int | None = None,
    start: str | None = None,
    nights: Sequence[str] = (),
    holidays: Sequence[str] = (),
    venues: Sequence[str] = (),
    divisions: Sequence[str] = (),
) -> SchedulePlan:
    """Return a plan as people type it: `Thursday`, `2026-12-24`, `Moose Lodge=4`, `East=Owls,Eagles`.

    Raises UsageError with what to write for anything that makes no sense.
    """
    for day in filter(None, (start, *holidays)):
        if not is_day(day):
            raise UsageError(f"{printable(day)} is not a date", "dates look like 2026-01-22", "correct it")
    if start is None and (nights or holidays):
        raise UsageError("nights and holidays need a first day", "", "add --start")
    places = []
    for venue in venues:
        name, equals, tables = venue.rpartition("=")
        if (
            not (equals and name.strip() and tables.strip().isdecimal())
            or not 1 <= int(tables) <= _MOST_TABLES
        ):
            raise UsageError(
                f"{printable(venue)} is no venue", "", 'write its name and its tables: "Moose Lodge=4"'
            )
        places.append(Venue(name.strip(), int(tables)))
    return SchedulePlan(
        times,
        rounds,
        start,
        frozenset(map(_weekday, nights)),
        frozenset(map(date.fromisoformat, holidays)),
        tuple(places),
        _divisions(teams, divisions),
    )


def _weekday(name: str) -> int:
    for number, day in enumerate(day_name):
        if len(name) >= _SHORTEST_DAY and day.lower().startswith(name.lower()):
            return number
    raise UsageError(f"{printable(name)} is not a weekday", "", "write it out, such as Thursday")


def _divisions(teams: Sequence[str], written: Sequence[str]) -> dict[str, list[str]]:
    """Return the teams of each division; every team is in one."""
    if not written:
        return {}
    known = {fold_name(team): team for team in teams}
    divisions: dict[str, list[str]] = {}
    for division in written:
        name, _, members = division.partition("=")
        divisions[name.strip()] = group = []
        for member in members.split(","):
            team = known.pop(fold_name(member), None)
            if team is None:
                why = "it is no team of the season, or in two divisions"
                raise UsageError(
                    f"{printable(member.strip())} cannot be in {name}", why, "name each team once"
                )
            group.append(team)
        if len(group) < 2:
            raise UsageError(f"division {name} has one team", "nobody is there to play", "add a team")
    if known:
        raise UsageError(
            f"{', '.join(known.values())}: no division", "every team needs one", "add --division"
        )
    return divisions


def fixtures(teams: Sequence[str], plan: SchedulePlan) -> list[Pairing]:
    """Return the rounds of one group of teams. Raises UsageError for more rounds than there are."""
    once = round_robin(teams)
    swapped = [
        pairing._replace(matches=tuple((away, home) for home, away in pairing.matches)) for pairing in once
    ]
    rounds = [pairing for time in range(plan.times) for pairing in (swapped if time % 2 else once)]
    if plan.rounds is not None and plan.rounds > len(rounds):
        what = f"{plan.rounds} rounds for {len(teams)} teams"
        help = f"draw {len(rounds)} rounds or fewer, or let them meet more often"
        raise UsageError(what, f"every two teams have met {plan.times} times after {len(rounds)}", help)
    return rounds[: plan.rounds]


def play_days(plan: SchedulePlan, count: int) -> list[str | None]:
    """Return the day of each round: the days of play from the first one on, without holidays."""
    if plan.start is None:
        return [None] * count
    day = date.fromisoformat(plan.start)
    weekdays = plan.weekdays or {day.weekday()}
    days: list[str | None] = []
    while len(days) < count:
        if day.weekday() in weekdays and day not in plan.holidays:
            days.append(str(day))
        day += timedelta(days=1)
    return days


#: Most tables of a venue; fewest letters by which a weekday is known.
_MOST_TABLES, _SHORTEST_DAY = 200, 3
#: Longest id made from a name; a number may be added.
_LONGEST: Final = 56


def draw_season(
    title: str, names: Sequence[str], seed: int, plan: SchedulePlan = EVERYBODY_ONCE, **more: Any
) -> dict[str, Any]:
    """Return a season as data, `clabber-season/1`, with the schedule of a plan.

    `more` are further keys of the season; those that are None are left out. Raises UsageError for a plan that cannot
    be played.
    """
    ids = dict(zip(names, team_ids(names), strict=True))
    groups = [[ids[name] for name in group] for group in plan.divisions.values()] or [[*ids.values()]]
    divisions = {name: division for division, group in plan.divisions.items() for name in group}
    drawn_groups = [fixtures(shuffle(group, seed), plan) for group in groups]
    count = max(map(len, drawn_groups))
    rounds = []
    for number, day in enumerate(play_days(plan, count), 1):
        pairings = [group[number - 1] for group in drawn_groups if number <= len(group)]
        pairs = [pair for pairing in pairings for pair in pairing.matches]
        rounds.append(
            {
                "number": number,
                **({"day": day} if day else {}),
                "matches": [
                    {"id": f"r{number}-m{place}", "teams": list(pair), "home": pair[0], **where}
                    for place, (pair, where) in enumerate(
                        zip(pairs, _places(plan, len(pairs)), strict=True), 1
                    )
                ],
                "byes": [pairing.bye for pairing in pairings if pairing.bye],
            }
        )
    return {
        "format": FORMAT,
        "title": title,
        **{key: value for key, value in more.items() if value is not None},
        "teams": [
            {
                "id": id,
                "name": name,
                **({"division": divisions[name]} if name in divisions else {}),
                "players": [],
            }
            for name, id in ids.items()
        ],
        "rounds": rounds,
    }


def _places(plan: SchedulePlan, matches: int) -> list[dict[str, Any]]:
    """Return venue and table of each match of a round."""
    if not plan.venues:
        return [{"table": table} for table in range(1, matches + 1)]
    places = [
        {"venue": venue.name, "table": table} for venue in plan.venues for table in range(1, venue.tables + 1)
    ]
    if len(places) < matches:
        what = f"{matches} matches a round and {len(places)} tables"
        raise UsageError(what, "each match needs a table", "give the venues more tables, or add one")
    return places[:matches]


def is_day(text: str) -> bool:
    """Return True for a day of the calendar such as 2026-01-22."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return re.fullmatch(DAY, text) is not None


def shuffle(ids: Sequence[str], seed: int) -> list[str]:
    """Return the ids in the order drawn with a seed, the same on every machine and for any order of input."""
    random = Random(seed)
    left, order = sorted(ids), []
    while left:
        # `random()` is the only method that promises the same numbers in every version.
        order.append(left.pop(int(random.random() * len(left))))
    return order


def team_ids(names: Sequence[str]) -> list[str]:
    """Return an id for each name: its letters and digits, with a number if it is taken."""
    ids: list[str] = []
    for number, name in enumerate(names, 1):
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        id = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST] or f"team-{number}"
        taken = {*ids, *(fold_name(other) for other in names if other != name)}
        ids.append(id if id not in taken else f"{id}-{number}")
    return ids
