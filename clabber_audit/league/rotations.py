"""Rotations: evenings of single players in which nobody has the same partner twice.

A chart turns one first round: every number goes up by one (a whist tournament in Z-cyclic form). With 4m or 4m + 1
players every two are partners once; with 4m + 2 or 4m + 3 some pairs never are.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from io import StringIO
from itertools import chain
from typing import Final, NamedTuple

from clabber_audit.core.errors import RecordError, Refused, TextPlace, Unusable, UsageError, printable
from clabber_audit.core.files import read_bounded
from clabber_audit.league.schedule import shuffle
from clabber_audit.records.formats import fold_name
from clabber_audit.records.sheets.headings import delimiter_of
from clabber_audit.records.sheets.rows import TALLIES
from clabber_audit.records.sheets.tables import csv_rows

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
            raise UsageError(
                f"two players are named {name}", "", "tell them apart, such as Ann B. and Ann K."
            )
        known.add(fold_name(name))
    return players


def rotation(players: Sequence[str], rounds: int | None = None, seed: int = 1) -> list[RotationRound]:
    """Return the rounds of an evening, all of the chart by default; numbers and tables are drawn with a seed.

    Raises UsageError for fewer or more players or rounds than a chart has.
    """
    if not FEWEST <= len(players) <= MOST:
        raise UsageError(
            f"{len(players)} players",
            f"a rotation has {FEWEST} to {MOST}",
            "leave somebody out or ask more to play" if len(players) < FEWEST else "split the room",
        )
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
    """Return the scores of a code such as `1.2=98:64 2.1=102:60 #47`; UsageError for one that is miscopied.

    >>> scores_in("1.2=98:64")
    {(1, 2): (98, 64)}
    """
    text, mark, number = code.strip().partition("#")
    scores: Scores = {}
    for part in text.split():
        if not (match := _SCORE.fullmatch(part)):
            raise UsageError(
                f"“{printable(part, 40)}” is no score", "a score looks like 1.2=98:64", "copy the code anew"
            )
        round, table, ns, ew = map(int, match.groups())
        scores[round, table] = ns, ew
    if not scores or (mark and number.strip() != str(check_sum(text.strip()))):
        raise UsageError(
            f"“{printable(code, 60)}” is not a whole code", "its check sum differs", "copy the code anew"
        )
    return scores


def fill_in_scores(data: bytes, scores: Scores) -> bytes:
    """Return a tally sheet with scores put in; a table without a score is an empty line. Refused if two differ."""
    text = data.decode("utf-8-sig", "surrogateescape")
    delimiter = delimiter_of(text.partition("\n")[0])
    lines = csv_rows(text, delimiter)
    columns = [TALLIES.column_of(heading) for heading in (lines[0] if lines else [])]
    places = {column.name: place for place, column in enumerate(columns) if column}
    if not {"game", "table", "ns_score", "ew_score"} <= places.keys():
        return data
    made = StringIO(newline="")
    writer = csv.writer(made, delimiter=delimiter, lineterminator="\n")
    for number, cells in enumerate(lines):
        cells += [""] * (len(columns) - len(cells))
        game, table, *now = (
            cells[places[name]].strip() for name in ("game", "table", "ns_score", "ew_score")
        )
        key = (int(game), int(table)) if game.isdecimal() and table.isdecimal() else (0, 0)
        if (new := scores.get(key)) and any(now) and now != [*map(str, new)]:
            what = (
                f"round {game}, table {table} is {':'.join(now)} on the sheet and {new[0]}:{new[1]} in a code"
            )
            raise Refused(
                [RecordError(what, "", "ask the table, and correct one", place=TextPlace(number + 1, 1))]
            )
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
