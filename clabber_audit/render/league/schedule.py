"""The schedule written out: who meets whom and when, who has a bye, and how each match stands."""

from __future__ import annotations

from collections.abc import Sequence

from clabber_audit.ground.counted import counted
from clabber_audit.league.played import PlayedMatch
from clabber_audit.league.season.model import Round
from clabber_audit.league.standings import Standings
from clabber_audit.render.league import common, wording
from clabber_audit.render.league.names import Names
from clabber_audit.render.league.paper import Paper, Section
from clabber_audit.render.table import Column, Row, Table, Tone


def schedule_paper(found: Standings, *, anonymous: bool = False) -> Paper:
    """The schedule as it is read."""
    names = Names(found.season, anonymous)
    first_at_home = all(played.match.home in (None, played.match.teams[0]) for played in found.matches)
    rounds = tuple(
        _round(round, [played for played in found.matches if played.round is round], names, not first_at_home)
        for round in found.season.rounds
    )
    home = any(played.match.home for played in found.matches)
    text = "The team named first is at home." if home and first_at_home else ""
    tone: Tone = "fault" if common.alerts(found, names) else ""
    parts = (
        Section("rounds", "Rounds", text, tables=rounds),
        common.told(found, names),
        common.corrections(found, names),
    )
    return common.paper("Schedule", found, names, _lead(found), tone, parts)


def _lead(found: Standings) -> str:
    season = found.season
    teams = counted(len(season.teams), "{count} team", "{count} teams")
    rounds = counted(len(season.rounds), "{count} round", "{count} rounds")
    matches = counted(len(found.matches), "{count} match", "{count} matches")
    return f"{teams}, {rounds}, {matches}."


def _round(round: Round, played: Sequence[PlayedMatch], names: Names, say_home: bool) -> Table:
    columns = (Column("Match"), Column("Where"), Column("Status"))
    rows = [
        Row(
            (names.pair(match.match), _where(match, names, say_home), _standing(match, names)),
            tuple(common.why(match, names)),
            common.TONES.get(match.status, ""),
            f"m-{names.match_id(match.match.id)}",
        )
        for match in played
    ]
    rows += [Row((names.team(team), "", "bye")) for team in round.byes]
    return Table(names.round(round), columns, tuple(rows))


def _where(played: PlayedMatch, names: Names, say_home: bool) -> str:
    """Whose home, which table and which day, as far as that is said."""
    match = played.match
    parts = [f"at home: {names.team(match.home)}"] if match.home and say_home else []
    parts += [f"table {match.table}"] if match.table is not None else []
    return ", ".join([*parts, *([match.day] if match.day else [])])


def _standing(played: PlayedMatch, names: Names) -> str:
    status, result = wording.status(played, names), wording.result(played)
    return f"{result} {status}" if result else status
