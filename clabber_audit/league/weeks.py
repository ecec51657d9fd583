"""A week of a season: what was to be played in it, how the season stood after it, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from clabber_audit.ground.errors import UsageError
from clabber_audit.league.audit import Audit, Reneged
from clabber_audit.league.played import PlayedGame, PlayedMatch, Status
from clabber_audit.league.season.model import Round
from clabber_audit.league.standings import Standing, Standings, placed


class Week(NamedTuple):
    """A round, with the matches of others that were put off to a day before the next one."""

    round: Round
    made_up: tuple[PlayedMatch, ...]
    #: All that people come to: of the round, what was neither put off to another week nor given up; then the others.
    coming: tuple[PlayedMatch, ...]


class Weekly(NamedTuple):
    """What there is to tell after a week."""

    #: The season as it stood after the week.
    after: Standings
    #: The lines of the table a week earlier; none where nobody had played yet.
    before: tuple[Standing, ...]
    #: None before the first round, and after the last.
    week: Week | None
    next: Week | None
    #: The reneges of the week that nobody called.
    uncalled: tuple[Reneged, ...]


def latest_round(found: Standings) -> int:
    """The last round of which there are hands; 0 before the first."""
    begun = (match.round.number for match in found.matches if any(game.state != "not_played" for game in match.games))
    return max(begun, default=0)


def weekly(found: Audit, number: int) -> Weekly:
    """What there is to tell after a round, by its number, or before the first, 0; UsageError for no round."""
    standings = found.standings
    rounds = sorted(standings.season.rounds, key=attrgetter("number"))
    later = [round for round in rounds if round.number > number]
    after = _after(standings, number, later)
    week = _week(after, _numbered(rounds, number), later) if number else None
    of_week = {match.match.id for match in (*after.in_round(week.round), *week.made_up)} if week else set()
    uncalled = tuple(reneged for reneged in found.uncalled if reneged.where.match.id in of_week)
    return Weekly(
        after, _before(standings, number), week, _week(after, later[0], later[1:]) if later else None, uncalled
    )


def _before(found: Standings, number: int) -> tuple[Standing, ...]:
    """The table as it stood after the round before this one."""
    earlier = max((round.number for round in found.season.rounds if round.number < number), default=0)
    later = sorted((round for round in found.season.rounds if round.number > earlier), key=attrgetter("number"))
    rows = _after(found, earlier, later).rows if earlier else ()
    return rows if any(row.tally.parts for row in rows) else ()


def _numbered(rounds: Sequence[Round], number: int) -> Round:
    found = next((round for round in rounds if round.number == number), None)
    if found is None:
        numbers = f"its rounds are {rounds[0].number} to {rounds[-1].number}" if rounds else "it has no rounds"
        raise UsageError(f"the season has no round {number}", numbers, "correct --week")
    return found


def _week(found: Standings, round: Round, later: Sequence[Round]) -> Week:
    until = _first_day(later)
    put_off = [match for match in found.matches if _is_within(match, round.day, until)]
    made_up = tuple(match for match in put_off if match.round is not round)
    within = {match.match.id for match in put_off}
    own = (match for match in found.in_round(round) if match.match.id in within or not match.match.postponed)
    return Week(round, made_up, tuple(match for match in (*own, *made_up) if not match.match.forfeited))


def _first_day(rounds: Sequence[Round]) -> str | None:
    return next((round.day for round in rounds if round.day), None)


def _is_within(match: PlayedMatch, first: str | None, until: str | None) -> bool:
    """Whether a match was put off to one of the days of a week."""
    day = match.match.postponed.until if match.match.postponed else None
    return bool(day and first and first <= day and (until is None or day < until))


def _after(found: Standings, number: int, later: Sequence[Round]) -> Standings:
    """The season as though nothing that belongs to a later week had been played yet."""
    until = _first_day(later)

    def is_later(match: PlayedMatch) -> bool:
        return match.round.number > number or (until is not None and _is_within(match, until, None))

    to_come = {match.match.id for match in found.matches if is_later(match)}
    matches = tuple(_to_come(match) if match.match.id in to_come else match for match in found.matches)
    rows, tie_breaks = placed(found.season, matches)
    # How many games each team has behind it is another number then, and figures are of the whole season.
    notices = tuple(one for one in found.notices if one.match not in to_come and one.kind != "uneven")
    notices = tuple(one for one in notices if (one.round or 0) <= number)
    return found._replace(rows=rows, tie_breaks=tie_breaks, matches=matches, notices=notices, figures={})


def _to_come(played: PlayedMatch) -> PlayedMatch:
    games = tuple(PlayedGame(game.number, "not_played", None, None) for game in played.games)
    status: Status = "forfeited" if played.match.forfeited else "postponed" if played.match.postponed else "scheduled"
    return PlayedMatch(played.round, played.match, games, status, (), ())
