"""Schedule of a season: page, JSON, rows for spreadsheets, and iCalendar."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence, Sized
from typing import Any, Final, NamedTuple

from clabber_audit.core.text import escape_line, join_words, pluralize
from clabber_audit.league.decisions import apply_decisions, entries, match_at
from clabber_audit.league.games import PlayedMatch
from clabber_audit.league.season import FORMAT, Round, Season, SeasonEntry, SeasonMatch
from clabber_audit.league.standings import Standings
from clabber_audit.records.dates import date_in_words
from clabber_audit.records.sheets.headings import Cells, CellSpreadsheet
from clabber_audit.report.html import Paper, Section
from clabber_audit.report.league import sections
from clabber_audit.report.league.sections import (
    NOWHERE,
    MatchCells,
    Pages,
    SeasonNames,
    attributes,
    list_rows,
    season_json,
)


def schedule_paper(standings: Standings, *, anonymous: bool = False, pages: Pages = NOWHERE) -> Paper:
    """Return the schedule as a paper."""
    names = SeasonNames(standings.season, anonymous, pages)
    cells = make_match_cells(standings, names)
    rounds = standings.season.all_rounds
    tables = (sections.round_table(standings, round, names, "Where", cells) for round in rounds)
    parts = (
        Section("rounds", "Rounds", describe_home_team(standings), tables=tuple(tables)),
        sections.notices(standings, names),
        sections.corrections(standings, names),
    )
    counts: dict[str, Sized] = {"team": standings.season.teams, "round": rounds, "match": standings.matches}
    lead = ", ".join(pluralize(len(counted), noun) for noun, counted in counts.items())
    return sections.season_paper("Schedule", standings, names, f"{lead}.", parts)


def _has_first_team_at_home(standings: Standings) -> bool:
    return all(played.match.home in (None, played.match.teams[0]) for played in standings.matches)


def describe_home_team(standings: Standings) -> str:
    """Return a sentence if the home team is always the first."""
    home = any(played.match.home for played in standings.matches)
    return "The first team is at home." if home and _has_first_team_at_home(standings) else ""


def make_match_cells(standings: Standings, names: SeasonNames) -> MatchCells:
    """Return a function for two cells of a match: home, table and day; result and status."""
    first_at_home = _has_first_team_at_home(standings)

    def cells(played: PlayedMatch) -> tuple[str, str]:
        match = played.match
        parts = [f"at home: {names.team(match.home)}"] if match.home and not first_at_home else []
        parts += [match.venue] if match.venue and not names.anonymous else []
        parts += [f"table\u00a0{match.table}"] if match.table is not None else []
        parts += [match.day] if match.day else []
        status = " ".join(filter(None, sections.result_cells(names)(played)))
        return ", ".join(parts), status

    return cells


def schedule_json(standings: Standings, *, anonymous: bool = False) -> str:
    """Return the schedule as JSON, ending with a newline."""
    names = SeasonNames(standings.season, anonymous)
    return season_json("clabber-schedule/1", standings, names, {"rounds": rounds_data(standings, names)})


def rounds_data(standings: Standings, names: SeasonNames) -> list[dict[str, Any]]:
    """Return the rounds with their matches as data."""
    return [
        {
            **attributes(round, "number", "stage", "day"),
            "matches": [_match_data(played, names) for played in standings.matches_of(round)],
            "byes": [names.team_id(team) for team in round.byes],
        }
        for round in standings.season.all_rounds
    ]


def _match_data(played: PlayedMatch, names: SeasonNames) -> dict[str, Any]:
    match = played.match
    return {
        "id": names.match_id(match.id),
        "number": names.season.numbers()[match.id],
        "teams": [names.team_id(team) for team in match.teams],
        "home": names.team_id(match.home) if match.home else None,
        "table": match.table,
        "day": match.day or played.round.day,
        "status": played.status,
        "approved_by": [names.team_id(team) for team in played.approved_by],
        "approved_without_result": [names.team_id(team) for team in played.unwritten],
        "games": [
            {
                "game": game.number,
                **attributes(game, "state", "totals"),
                "winner": names.team_id(game.winner) if game.winner else None,
                "counts": game in played.games_that_count,
                "fixed": game.fixed or None,
                "hands": game.written_alone[1],
                "hands_by_written_score_alone": game.written_alone[0],
            }
            for game in played.games
        ],
    }


_HEADS: Final = (
    *("round", "day", "match", "team", "other team", "at home", "table", "games", "status", "result"),
    *("number", "stage", "venue"),
)


def schedule_rows(standings: Standings, *, anonymous: bool = False) -> list[Cells]:
    """Return the rows of the schedule, first the heading, then one a match or a bye."""
    names = SeasonNames(standings.season, anonymous)
    numbers, rows = names.season.numbers(), list[dict[str, CellSpreadsheet]]()
    for round in standings.season.all_rounds:
        here: dict[str, CellSpreadsheet] = {"round": round.number, "day": round.day, "stage": round.stage}
        for played in standings.matches_of(round):
            match, (team, other) = played.match, map(names.team, played.match.teams)
            rows.append(
                {
                    **here,
                    "day": match.day or round.day,
                    "match": names.match_id(match.id),
                    "team": team,
                    "other team": other,
                    "at home": names.team(match.home) if match.home else None,
                    "table": match.table,
                    "games": len(played.games),
                    "status": sections.status(played, names),
                    "result": sections.result(played),
                    "number": numbers[match.id],
                    "venue": None if anonymous else match.venue,
                }
            )
        rows += [{**here, "team": names.team(team), "status": "bye"} for team in round.byes]
    return list_rows(_HEADS, rows)


#: Maximum octets in a line, without its end.
_LONGEST: Final = 75
_ESCAPES: Final = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,"})
#: Namespace of the UIDs of matches; it must not change.
_SPACE: Final = uuid.uuid5(uuid.NAMESPACE_URL, FORMAT)
#: The entries by which a match is moved or called off.
_MOVING: Final = ("rounds", "postponements", "forfeits")


class _Event(NamedTuple):
    """A match on its day."""

    #: Number in the schedule, from 1.
    number: int
    round: Round
    match: SeasonMatch
    day: str
    #: Entries that moved it or called it off, undone or not, in the order of the file.
    moved: Sequence[SeasonEntry]

    @property
    def is_off(self) -> str:
        """Reason why the match does not take place, in a word, or empty."""
        if self.match.forfeited:
            return "forfeited"
        return "postponed" if self.match.postponed and not self.match.postponed.until else ""


def season_calendar(season: Season, team: str | None = None, *, anonymous: bool = False) -> bytes | None:
    """Return the matches of a season, or of one team by its id; None if none of them has a day.

    A postponed match is on its new day; if that is not known, on the old one, canceled.
    """
    events = list(_events(season))
    wanted = [event for event in events if team is None or team in event.match.teams]
    if not wanted:
        return None
    # The time stamp of a match that no decision moved.
    drawn = min(event.round.day or event.day for event in events)
    names = SeasonNames(season, anonymous)
    title = _text(names.title if team is None else f"{names.team(team)}, {names.title}")
    lines = [
        *("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//clabber-audit//season//EN", "CALSCALE:GREGORIAN"),
        # The first of these two is of RFC 7986, the second what most programs read.
        *(f"NAME:{title}", f"X-WR-CALNAME:{title}"),
        *(line for event in wanted for line in _event(event, names, drawn)),
        "END:VCALENDAR",
    ]
    return "".join(f"{_fold(line)}\r\n" for line in lines).encode()


def day_of(match: SeasonMatch, round: Round) -> str | None:
    """Return the day of a match, the new one if it was postponed; None if it is not known."""
    return (match.postponed and match.postponed.until) or match.day or round.day


def _events(season: Season) -> Iterator[_Event]:
    """Yield the matches that have a day, each with the entries that moved it, and those that undid them."""
    moved: dict[str, list[SeasonEntry]] = {}
    match_of: dict[int | None, str] = {}
    for path, entry in entries(season):
        if path[0] in _MOVING:
            moved_match: str | None = match_at(season, path) or getattr(entry, "match", None)
        else:
            moved_match = match_of.get(getattr(entry, "of", None)) if path[0] == "withdrawals" else None
        if moved_match is not None:
            moved.setdefault(moved_match, []).append(entry)
            if entry.number is not None:
                match_of[entry.number] = moved_match
    numbers = season.numbers()
    for round in apply_decisions(season).all_rounds:
        for match in round.matches:
            if day := day_of(match, round):
                yield _Event(numbers[match.id], round, match, day, moved.get(match.id, ()))


def _event(event: _Event, names: SeasonNames, drawn: str) -> Iterator[str]:
    match, season = event.match, names.season
    off = f"{event.is_off}: " if event.is_off else ""
    # The id of a match stays the same while the title, or an anonymous first day, does.
    of_season = (season.title, season.league or "", season.season or "")
    called = (names.title, drawn) if names.anonymous else of_season
    id = "\n".join((*called, names.match_id(match.id)))
    yield "BEGIN:VEVENT"
    yield f"UID:{uuid.uuid5(_SPACE, id)}"
    # The day of the last decision, not the current time: the same season gives the same file.
    changed = max((entry.when for entry in event.moved), default=drawn)
    yield f"DTSTAMP:{changed.replace('-', '')}T000000Z"
    yield f"SEQUENCE:{len(event.moved)}"
    yield f"DTSTART;VALUE=DATE:{event.day.replace('-', '')}"
    yield f"SUMMARY:{_text(f'{off.capitalize()}{names.pair(match)}')}"
    yield f"DESCRIPTION:{_text(_description(event, names))}"
    yield f"STATUS:{'CANCELLED' if event.is_off else 'CONFIRMED'}"
    # A match does not block the day.
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _description(event: _Event, names: SeasonNames) -> str:
    match = event.match
    parts = [f"Round {event.round.number}, match {event.number}"]
    parts += [f"table {match.table}"] if match.table is not None else []
    parts += [f"at home: {names.team(match.home)}"] if match.home else []
    sentences = [", ".join(parts)]
    if match.forfeited:
        sentences.append(f"Forfeited by {join_words(map(names.team, match.forfeited.by))}")
    elif match.postponed:
        was = match.postponed.until and (match.day or event.round.day)
        sentences.append(f"Postponed from {date_in_words(was)}" if was else "Postponed, no new day yet")
    return "".join(f"{sentence}. " for sentence in sentences).strip()


def _text(text: str) -> str:
    """Escape a text as a value, without invisible characters."""
    return escape_line(text).translate(_ESCAPES)


def _fold(line: str) -> str:
    """Fold a line by octets, without cutting a character."""
    if len(line.encode()) <= _LONGEST:
        return line
    parts, length = [""], 0
    for character in line:
        octets = len(character.encode())
        if length + octets > _LONGEST:
            parts.append(" ")
            length = 1
        parts[-1] += character
        length += octets
    return "\r\n".join(parts)
