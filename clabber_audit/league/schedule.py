"""Schedules: round robins, new seasons, and rotations of single players.

A rotation gives nobody the same partner twice. Its chart turns one first round: every number goes up by one (a whist
tournament in Z-cyclic form). With 4m or 4m + 1 players every two are partners once; with 4m + 2 or 4m + 3 some pairs
never are.
"""

from __future__ import annotations

import csv
import re
import tomllib
import unicodedata
from calendar import day_name
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from io import StringIO
from itertools import chain
from random import Random
from typing import Any, Final, NamedTuple

from clabber_audit.core.errors import RecordError, Refused, TextPlace, Unusable, UsageError, printable
from clabber_audit.core.files import read_bounded
from clabber_audit.league.season import FORMAT
from clabber_audit.records.base import DAY
from clabber_audit.records.formats import fold_name
from clabber_audit.records.sheets.headings import csv_rows, delimiter_of
from clabber_audit.records.sheets.rows import TALLIES


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
            help = 'write its name and its tables: "Moose Lodge=4"'
            raise UsageError(f"{printable(venue)} is no venue", "", help)
        places.append(Venue(name.strip(), int(tables)))
    on, off = frozenset(map(_weekday, nights)), frozenset(map(date.fromisoformat, holidays))
    return SchedulePlan(times, rounds, start, on, off, tuple(places), _divisions(teams, divisions))


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
                help = "name each team once"
                raise UsageError(f"{printable(member.strip())} cannot be in {name}", why, help)
            group.append(team)
        if len(group) < 2:
            raise UsageError(f"division {name} has one team", "nobody is there to play", "add a team")
    if known:
        help = "add --division"
        raise UsageError(f"{', '.join(known.values())}: no division", "every team needs one", help)
    return divisions


def fixtures(teams: Sequence[str], plan: SchedulePlan) -> list[Pairing]:
    """Return the rounds of one group of teams. Raises UsageError for more rounds than there are."""
    once = round_robin(teams)
    swapped = [one._replace(matches=tuple((away, home) for home, away in one.matches)) for one in once]
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
        placed = enumerate(zip(pairs, _places(plan, len(pairs)), strict=True), 1)
        matches = [
            {"id": f"r{number}-m{place}", "teams": list(pair), "home": pair[0], **where}
            for place, (pair, where) in placed
        ]
        own_day, byes = {"day": day} if day else {}, [pairing.bye for pairing in pairings if pairing.bye]
        rounds.append({"number": number, **own_day, "matches": matches, "byes": byes})
    own = {name: {"division": division} for name, division in divisions.items()}
    entries = [{"id": id, "name": name, **own.get(name, {}), "players": []} for name, id in ids.items()]
    known = {key: value for key, value in more.items() if value is not None}
    return {"format": FORMAT, "title": title, **known, "teams": entries, "rounds": rounds}


def _places(plan: SchedulePlan, matches: int) -> list[dict[str, Any]]:
    """Return venue and table of each match of a round."""
    if not plan.venues:
        return [{"table": table} for table in range(1, matches + 1)]
    tables = ((venue.name, table) for venue in plan.venues for table in range(1, venue.tables + 1))
    places = [{"venue": name, "table": table} for name, table in tables]
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


#: Fewest and most players.
FEWEST, MOST = 4, 41
_LARGEST: Final = 1 << 16
_TABLE: Final = re.compile(r"(\w+)-(\w+) v (\w+)-(\w+)")

#: North, south, east and west by their numbers; north and south are partners.
Table = tuple[int, int, int, int]
Chart = tuple[tuple[Table, ...], ...]


class SeatedTable(NamedTuple):
    """Table of a round with its players."""

    north: str
    south: str
    east: str
    west: str


class RotationRound(NamedTuple):
    """Round of an evening."""

    number: int
    tables: tuple[SeatedTable, ...]
    #: Players who sit out.
    out: tuple[str, ...]


def read_player_names(names: Sequence[str]) -> list[str]:
    """Return the players: the names given, or those in the one file given, a line each.

    Raises UsageError for a name that stands twice, Unusable for a file that cannot be read.
    """
    players = [*names]
    if len(names) == 1:
        try:
            players = read_bounded(names[0], _LARGEST).decode().split("\n")
        except (OSError, UnicodeDecodeError) as problem:
            why = getattr(problem, "strerror", None) or "it is not UTF-8"
            raise Unusable(f"cannot read {names[0]}", why, "give a file with a name on each line") from None
    players = [" ".join(name.split()) for name in players if name.strip()]
    known: set[str] = set()
    for name in players:
        if fold_name(name) in known:
            help = "tell them apart, such as Ann B. and Ann K."
            raise UsageError(f"two players are named {name}", "", help)
        known.add(fold_name(name))
    return players


def rotation(players: Sequence[str], rounds: int | None = None, seed: int = 1) -> list[RotationRound]:
    """Return the rounds of an evening, all of the chart by default; numbers and tables are drawn with a seed.

    Raises UsageError for fewer or more players or rounds than a chart has.
    """
    if not FEWEST <= len(players) <= MOST:
        help = "leave somebody out or ask more to play" if len(players) < FEWEST else "split the room"
        raise UsageError(f"{len(players)} players", f"a rotation has {FEWEST} to {MOST}", help)
    numbered = chart(len(players))
    if rounds is not None and rounds > len(numbered):
        why = f"{len(players)} players have {len(numbered)} rounds without the same partner twice"
        raise UsageError(f"{rounds} rounds", why, "play fewer rounds")
    drawn = shuffle(players, seed)
    evening = []
    for number, tables in enumerate(numbered[:rounds], 1):
        # Tables are shuffled, or one player would keep the same one all evening.
        order = shuffle([f"{place:02}" for place in range(len(tables))], seed * 1_000 + number)
        seated = tuple(SeatedTable(*(drawn[player] for player in tables[int(place)])) for place in order)
        out = set(drawn) - set(chain.from_iterable(seated))
        evening.append(RotationRound(number, seated, tuple(sorted(out))))
    return evening


#: A score as phones write it: round, table, points of North-South and of East-West.
_SCORE: Final = re.compile(r"([0-9]{1,3})\.([0-9]{1,3})=([0-9]{1,4}):([0-9]{1,4})")
#: Points of a table by its round and number.
Scores = dict[tuple[int, int], tuple[int, int]]


def check_sum(text: str) -> int:
    """Return the number at the end of a code, by which miscopied ones are noticed."""
    return sum(place * ord(char) for place, char in enumerate(text, 1)) % 97


def scores_in(code: str) -> Scores:
    """Return the scores of a code such as `1.2=98:64 2.1=102:60 #47`. Raise UsageError for one that is miscopied.

    >>> scores_in("1.2=98:64")
    {(1, 2): (98, 64)}
    """
    text, mark, number = code.strip().partition("#")
    scores: Scores = {}
    for part in text.split():
        if not (match := _SCORE.fullmatch(part)):
            help = "copy the code anew"
            raise UsageError(f"“{printable(part, 40)}” is no score", "a score looks like 1.2=98:64", help)
        round, table, ns, ew = map(int, match.groups())
        scores[round, table] = ns, ew
    if not scores or (mark and number.strip() != str(check_sum(text.strip()))):
        help = "copy the code anew"
        raise UsageError(f"“{printable(code, 60)}” is not a whole code", "its check sum differs", help)
    return scores


def fill_in_scores(data: bytes, scores: Scores) -> bytes:
    """Return a tally sheet with scores put in; a table without a score is an empty line. Refused if two differ."""
    text = data.decode("utf-8-sig", "surrogateescape")
    delimiter = delimiter_of(text.partition("\n")[0])
    lines = csv_rows(text, delimiter)
    columns = [TALLIES.column_of(heading) for heading in (lines[0] if lines else [])]
    places = {column.name: place for place, column in enumerate(columns) if column}
    needed = ("game", "table", "ns_score", "ew_score")
    if not {*needed} <= places.keys():
        return data
    made = StringIO(newline="")
    writer = csv.writer(made, delimiter=delimiter, lineterminator="\n")
    for number, cells in enumerate(lines):
        cells += [""] * (len(columns) - len(cells))
        game, table, *now = (cells[places[name]].strip() for name in needed)
        key = (int(game), int(table)) if game.isdecimal() and table.isdecimal() else (0, 0)
        if (new := scores.get(key)) and any(now) and now != [*map(str, new)]:
            coded = f"{new[0]}:{new[1]} in a code"
            what = f"round {game}, table {table} is {':'.join(now)} on the sheet and {coded}"
            help = "ask the table, and correct one"
            raise Refused([RecordError(what, "", help, place=TextPlace(number + 1, 1))])
        if new:
            cells[places["ns_score"]], cells[places["ew_score"]] = map(str, new)
        writer.writerow(cells if number == 0 or any(now) or new else [])
    return made.getvalue().encode("utf-8", "surrogateescape")


@cache
def chart(count: int) -> Chart:
    """Return the rounds for 4 to 41 players, who are numbered from 0."""
    if count % 4 == 3:
        # One more player's chart without the tables of that one.
        return tuple(tuple(table for table in tables if count not in table) for tables in chart(count + 1))
    text = (files("clabber_audit.league") / "rotations.toml").read_text(encoding="utf-8")
    listed = tomllib.loads(text)[str(count)]
    first, turning = tuple(_tables(listed[0], count)), count - (count % 4 == 0)
    if len(listed) > 1:
        rounds: Chart = tuple(tuple(_tables(line, count)) for line in listed)
    else:
        rounds = tuple(tuple(_turn_table(table, by, turning) for table in first) for by in range(turning))
    _check(count, rounds)
    return rounds


def _tables(line: str, count: int) -> Iterator[Table]:
    for match in _TABLE.finditer(line):
        north, south, east, west = (count - 1 if seat == "s" else int(seat) for seat in match.groups())
        yield north, south, east, west


def _turn_table(table: Table, by: int, turning: int) -> Table:
    """Return a table some rounds later; the player above the turning numbers stays."""
    north, south, east, west = (player if player >= turning else (player + by) % turning for player in table)
    return north, south, east, west


def _check(count: int, rounds: Chart) -> None:
    """Raise ValueError if a chart seats a player twice in a round, or has the same partners twice."""
    partners: Counter[frozenset[int]] = Counter()
    for tables in rounds:
        seated = list(chain.from_iterable(tables))
        if len(seated) != len(set(seated)) or not set(seated) <= set(range(count)):
            raise ValueError(f"the chart of {count} players seats a player twice")
        for north, south, east, west in tables:
            partners.update((frozenset((north, south)), frozenset((east, west))))
    if max(partners.values()) > 1:
        raise ValueError(f"the chart of {count} players repeats a pair of partners")
