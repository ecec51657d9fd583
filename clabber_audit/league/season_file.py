"""Parse a season file, and add entries to it."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, NamedTuple

from clabber_audit.core.errors import (
    RecordError,
    Refused,
    TextPlace,
    Unusable,
    UsageError,
    printable,
    with_excerpts,
)
from clabber_audit.core.files import read_bounded
from clabber_audit.league.decisions import Filed, clashes, contradictions, entries
from clabber_audit.league.schedule import is_day, team_ids
from clabber_audit.league.season import FORMAT, Season
from clabber_audit.records.parse import find_positions, parse_model

#: The largest season, in bytes.
LARGEST: Final = 4 << 20
#: Far more than a round robin of two hundred teams needs.
_MOST_VALUES: Final = 200_000
_BOM: Final = b"\xef\xbb\xbf"
#: Quotation marks are escaped within JSON strings, so no hand can contain this.
_SAYS_SEASON: Final = re.compile(rb'"format"\s*:\s*"clabber-season/')


def load(path: str) -> Season:
    """Load a season file, `-` for standard input. Raise Unusable if it cannot be read, Refused if it is invalid."""
    refuse_table(path)
    try:
        data = sys.stdin.buffer.read(LARGEST + 1) if path == "-" else read_bounded(path, LARGEST)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        start = "check the name, or start a season with league init"
        help = start if isinstance(problem, FileNotFoundError) else "check the name and the file"
        raise Unusable(f"cannot read {path}", reason, help) from None
    try:
        return parse_season(data)
    except Refused as refused:
        lines = data.decode("utf-8-sig", "replace").split("\n")
        raise Refused(with_excerpts(refused.faults, lines), path, refused.more) from None


def refuse_table(path: str) -> None:
    """Raise UsageError for a table of results, which holds no decision."""
    if path.lower().endswith((".csv", ".xlsx", ".xlsm", ".ods")):
        command = f"clabber-audit league init --results {printable(path, 200)} -o season.json"
        help = f"make a season of it: {command}"
        raise UsageError(f"{path} is a table, not a season file", "", help)


def is_season(path: str) -> bool:
    """Return True if a file declares itself a season, valid or not; False if it cannot be read."""
    try:
        if not Path(path).is_file():
            return False
        with Path(path).open("rb") as file:
            start = file.read(1 << 16).removeprefix(_BOM).lstrip()
    except (OSError, ValueError):
        return False
    return start.startswith(b"{") and _SAYS_SEASON.search(start) is not None


def parse_season(data: bytes) -> Season:
    """Parse a season. Raise Refused with all faults, in the order of the text."""
    data = data.removeprefix(_BOM)
    if len(data) > LARGEST:
        help = "split it into two"
        raise Refused([RecordError("the season is too large (limit 4 MiB)", "", help, place=TextPlace(1, 1))])
    if data.count(b",") > _MOST_VALUES:
        what = f"the season has more than {_MOST_VALUES:,} values"
        raise Refused([RecordError(what, "", "split it into two", place=TextPlace(1, 1))])
    season = parse_model(data, Season, "season")
    faults = list(contradictions(season))
    if faults:
        where = find_positions(data.decode(), (fault.path for fault in faults))
        placed = [fault._replace(place=where.place(fault.path)) for fault in faults]
        raise Refused(sorted(placed, key=lambda fault: fault.place or TextPlace(1, 1)))
    return season


def season_of_results(results: Sequence[Mapping[str, str]], title: str) -> dict[str, Any]:
    """Return a season as data from results of matches without hands: day, week, teams and points of each.

    Matches of a week, or else of a day, are a round; without either a round ends where a team would play twice. Two
    teams that meet twice in a round play two games.
    """
    names = list(dict.fromkeys(result[side] for result in results for side in ("home", "away")))
    ids = dict(zip(names, team_ids(names), strict=True))
    rounds: dict[str, dict[tuple[str, ...], list[Mapping[str, str]]]] = {}
    days: dict[str, set[str]] = {}
    number = 1
    for result in results:
        pair = tuple(sorted((result["home"], result["away"])))
        key = result["round"] or result["date"]
        if not key:
            met = rounds.get(str(number), {})
            number += any(match != pair and {*match} & {*pair} for match in met)
            key = str(number)
        rounds.setdefault(key, {}).setdefault(pair, []).append(result)
        days.setdefault(key, set()).add(result["date"])
    data: list[dict[str, Any]] = []
    found: list[dict[str, Any]] = []
    for at, (key, matches) in enumerate(rounds.items(), 1):
        number = int(key) if all(round.isdecimal() for round in rounds) else at
        day = next(iter(days[key])) if len(days[key]) == 1 else ""
        played = []
        for place, games in enumerate(matches.values(), 1):
            match = f"r{number}-m{place}"
            both = [ids[games[0]["home"]], ids[games[0]["away"]]]
            played.append({"id": match, "teams": both, "home": both[0], "games": len(games)})
            found += [
                {"match": match, "game": game}
                | {"points": {ids[result[side]]: int(result[f"{side}_points"]) for side in ("home", "away")}}
                for game, result in enumerate(games, 1)
            ]
        data.append({"number": number, **({"day": day} if is_day(day) else {}), "matches": played})
    teams = [{"id": id, "name": name} for name, id in ids.items()]
    return {"format": FORMAT, "title": title, "teams": teams, "rounds": data, "results": found}


#: Indentation of the file.
_INDENT: Final = re.compile(r'\{\r?\n([ \t]+)"')


class NewEntries(NamedTuple):
    """A season to which entries were added."""

    #: Number of the first; the others follow it.
    number: int
    text: str
    season: Season


def with_entries(
    text: bytes, key: str, added: Sequence[Mapping[str, Any]], *, above: int = 0, archive: str | None = None
) -> NewEntries:
    """Add entries to the list `key` of a season, and number every entry.

    Their numbers are higher than all others and than `above`; `archive` is recorded as that of the season. UsageError
    if the result would be invalid.
    """
    data = _data_with_archive(text, archive)
    before = parse_season(text)
    number = _number_entries(data, before, above) + 1
    data.setdefault(key, []).extend(
        {"number": at, **{name: value for name, value in entry.items() if value is not None}}
        for at, entry in enumerate(added, number)
    )
    entries = NewEntries(number, *_text_of(data, text))
    known = clashes(before)
    for match_and_kinds, fault in clashes(entries.season).items():
        if match_and_kinds not in known:
            raise UsageError(fault.what, fault.why, fault.help)
    return entries


def restore_entries(text: bytes, back: Sequence[Filed], *, above: int, archive: str) -> tuple[str, Season]:
    """Put back entries in place of those of their numbers, and number all.

    Raise UsageError if the result is invalid.
    """
    data, before = _data_with_archive(text, archive), parse_season(text)
    _number_entries(data, before, above)
    numbers = {entry.number for entry in back}
    # From the last to the first, so that those before stay where their paths say.
    for path, entry in reversed(list(entries(before))):
        if entry.number in numbers:
            *steps, last = path
            del _value_at(data, steps)[last]
    for kind, filed in back:
        listed = data.setdefault(kind, [])
        listed.append(filed)
        listed.sort(key=itemgetter("number"))
    return _text_of(data, text)


def _data_with_archive(text: bytes, archive: str | None) -> dict[str, Any]:
    """Return the data of a season with its archive named after the title."""
    data: dict[str, Any] = json.loads(text.decode("utf-8-sig"))
    if archive is None or data.get("archive") == archive:
        return data
    data.pop("archive", None)
    return {**{key: data.pop(key) for key in ("format", "title")}, "archive": archive, **data}


def _text_of(data: Mapping[str, Any], text: bytes) -> tuple[str, Season]:
    """Return the text of a season, indented like the one before, and the season."""
    match = _INDENT.search(text.decode("utf-8-sig"))
    written = json.dumps(data, ensure_ascii=False, indent=match[1] if match else 1) + "\n"
    try:
        return written, parse_season(written.encode(errors="surrogatepass"))
    except Refused as refused:
        fault = refused.faults[0]
        raise UsageError(fault.what, fault.why, fault.help) from None


def _number_entries(data: dict[str, Any], season: Season, above: int) -> int:
    """Number the entries that have no number, in file order; return the highest number, or `above`."""
    numbers = [(path, entry.number) for path, entry in entries(season)]
    highest = max((number for _path, number in numbers if number), default=0)
    highest = max(highest, above)
    for path, number in numbers:
        if number is None:
            highest += 1
            here = _value_at(data, path)
            rest = dict(here)
            here.clear()
            here.update({"number": highest, **rest})
    return highest


def _value_at(data: Any, path: Iterable[str | int]) -> Any:
    for step in path:
        data = data[step]
    return data
