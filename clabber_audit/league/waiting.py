"""Open decisions and the weekly overview."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Final, Literal, NamedTuple

from clabber_audit.core.errors import UsageError
from clabber_audit.league.audit import Audit, Reneged
from clabber_audit.league.games import MatchStatus, Notice, PlayedGame, PlayedMatch
from clabber_audit.league.season import Round
from clabber_audit.league.standings import Standings, TableRow, is_due, place_teams

OpenItemKind = Literal[
    "protest",
    "in_dispute",
    "no_day",
    "no_hands",
    "not_over",
    "approval",
    "other_approval",
    "lock",
    "lock_unwritten",
    "not_locked",
    "changed",
    "forfeited_and_played",
    "stranger",
    "next_stage",
]
#: Kind of item for a match that can be locked, by its status.
_TO_LOCK: Final[dict[str, OpenItemKind]] = {
    "approved": "lock",
    "approved_unwritten": "lock_unwritten",
    "played": "not_locked",
}
#: Notices that a decision settles -> the kind of item.
_DECIDED: Final[dict[str, OpenItemKind]] = {
    "locked_otherwise": "changed",
    "played_though_forfeited": "forfeited_and_played",
    "off_roster": "stranger",
}
#: Placeholders in commands.
NAME: Final = "NAME"
DAY: Final = "DATE"
REASON: Final = "REASON"


class OpenItem(NamedTuple):
    """Item that needs a decision."""

    kind: OpenItemKind
    #: Match id, or empty.
    match: str
    #: Team id, and a detail: a player, the text of a protest.
    team: str
    detail: str
    #: The command of `league` that decides it, with everything but the files.
    command: tuple[str, ...]
    #: True if the command takes the hands.
    by_hands: bool = False


def open_items(standings: Standings) -> Iterator[OpenItem]:
    """Yield everything that needs a decision: protests first, then match by match."""
    numbers = standings.season.numbers()
    for note in standings.protests:
        at = ("--match", str(numbers[note.match])) if note.match else ()
        command = ("note", REASON, *at, "--answers", str(note.number or "N"), "--by", NAME)
        yield OpenItem("protest", note.match or "", "", f"{note.who}, {note.when}: {note.why}", command)
    by_match: dict[str, list[Notice]] = {}
    for notice in standings.notices:
        by_match.setdefault(notice.match, []).append(notice)
    begun = latest_round(standings)
    for match in standings.matches:
        notices, number = by_match.get(match.match.id, ()), str(numbers[match.match.id])
        yield from _list_open_items_of_match(standings, match, notices, number, begun)
    if is_due(standings):
        yield OpenItem("next_stage", "", "", "", ("playoffs", "--by", NAME), True)


def notices_left(standings: Standings, items: Sequence[OpenItem]) -> list[Notice]:
    """Return the notices that no item covers, the loud ones first."""
    there = {(item.kind, item.match) for item in items}
    left = [notice for notice in standings.notices if (_DECIDED.get(notice.kind), notice.match) not in there]
    return sorted(left, key=lambda notice: not notice.is_loud)


def _list_open_items_of_match(
    standings: Standings, played: PlayedMatch, notices: Sequence[Notice], number: str, begun: int
) -> Iterator[OpenItem]:
    """Yield what needs a decision of a match, first by its status, then by its notices."""
    match, season, signed = played.match, standings.season, ("--by", NAME, "--why", REASON)
    postpone = ("postpone", number, "--until", DAY, *signed)
    if played.status == "in_dispute":
        yield OpenItem("in_dispute", match.id, "", "", ("report",), True)
    elif played.status == "postponed" and match.postponed and match.postponed.until is None:
        yield OpenItem("no_day", match.id, "", "", postpone)
    elif played.status == "scheduled" and played.round.number < begun:
        yield OpenItem("no_hands", match.id, "", "", postpone)
    elif played.status == "provisional" and not played.is_decided:
        yield OpenItem("not_over", match.id, "", "", ("report",), True)
    elif played.status == "provisional":
        for team in (team for team in match.teams if team not in played.approved_by):
            there = [one for one in season.approvals if (one.match, one.team) == (match.id, team)]
            if there:
                # An approval that does not count has to be undone before another.
                undo = ("undo", str(there[-1].number or "N"), *signed)
                yield OpenItem("other_approval", match.id, team, there[-1].who, undo)
            else:
                captain = season.captain(team) or NAME
                approve = ("approve", number, "--team", season.name_of(team), "--by", captain)
                yield OpenItem("approval", match.id, team, "", approve, True)
    elif kind := _TO_LOCK.get(played.status):
        yield OpenItem(kind, match.id, "", "", ("lock", number, "--by", NAME), True)
    for notice in notices:
        facts = {name: str(value) for name, value in notice.facts}
        if notice.kind == "locked_otherwise" and played.games[(notice.game or 1) - 1].is_in_table:
            correct = ("correct", number, "--game", str(notice.game), "--result", facts["now"], *signed)
            yield OpenItem("changed", match.id, "", f"{facts['was']} → {facts['now']}", correct)
        elif notice.kind == "played_though_forfeited" and match.forfeited:
            undo = ("undo", str(match.forfeited.number or "N"), *signed)
            yield OpenItem("forfeited_and_played", match.id, "", "", undo)
        elif notice.kind == "off_roster":
            player, name = facts["player"], season.name_of(facts["team"])
            sits_in = ("substitute", number, "--team", name, "--player", player, *signed)
            yield OpenItem("stranger", match.id, facts["team"], player, sits_in)


class Week(NamedTuple):
    """A round, with matches of other rounds postponed to a day before the next round."""

    round: Round
    made_up: tuple[PlayedMatch, ...]
    #: Matches to be played: of the round, unless postponed or forfeited; then those postponed to it.
    coming: tuple[PlayedMatch, ...]


class Weekly(NamedTuple):
    """Report of a week."""

    #: The season as it stood after the week.
    after: Standings
    #: Table of the week before; empty before the first game.
    before: tuple[TableRow, ...]
    #: None before the first round, and after the last.
    week: Week | None
    next: Week | None
    #: Uncalled reneges of the week.
    uncalled: tuple[Reneged, ...]


def latest_round(standings: Standings) -> int:
    """Return the last round with hands; 0 before the first."""
    played = (one for one in standings.matches if any(game.state != "not_played" for game in one.games))
    return max((match.round.number for match in played), default=0)


def report_week(audit: Audit, number: int) -> Weekly:
    """Return the report of a round, by its number, 0 for before the first. Raise UsageError for an unknown round."""
    standings = audit.standings
    rounds = sorted(standings.season.all_rounds, key=attrgetter("number"))
    own = next((round for round in rounds if round.number == number), None)
    if number and own is None:
        why = f"its rounds are {rounds[0].number} to {rounds[-1].number}" if rounds else "it has no rounds"
        raise UsageError(f"the season has no round {number}", why, "correct --week")
    later = [round for round in rounds if round.number > number]
    after = _build_standings_after(standings, number, later)
    week = _week(after, own, later) if number and own else None
    of_week = {match.match.id for match in (*after.matches_of(week.round), *week.made_up)} if week else set()
    earlier = max((round.number for round in rounds if round.number < number), default=0)
    before: tuple[TableRow, ...] = ()
    if earlier:
        since = [round for round in rounds if round.number > earlier]
        before = _build_standings_after(standings, earlier, since).rows
    return Weekly(
        after,
        before if any(row.tally.parts for row in before) else (),
        week,
        _week(after, later[0], later[1:]) if later else None,
        tuple(reneged for reneged in audit.uncalled_reneges if reneged.where.match.id in of_week),
    )


def _week(standings: Standings, round: Round, later: Sequence[Round]) -> Week:
    until = _find_first_day(later)
    put_off = [match for match in standings.matches if _is_within(match, round.day, until)]
    made_up = tuple(match for match in put_off if match.round is not round)
    within = {match.match.id for match in put_off}
    of_round = standings.matches_of(round)
    own = (match for match in of_round if match.match.id in within or not match.match.postponed)
    return Week(round, made_up, tuple(match for match in (*own, *made_up) if not match.match.forfeited))


def _find_first_day(rounds: Sequence[Round]) -> str | None:
    return next((round.day for round in rounds if round.day), None)


def _is_within(match: PlayedMatch, first: str | None, until: str | None) -> bool:
    """Return True if a match was postponed to a day of the week."""
    day = match.match.postponed.until if match.match.postponed else None
    return bool(day and first and first <= day and (until is None or day < until))


def _build_standings_after(standings: Standings, number: int, later: Sequence[Round]) -> Standings:
    """Return the season without games of later weeks."""
    until = _find_first_day(later)
    matches, to_come = [], set[str]()
    for match in standings.matches:
        if match.round.number > number or (until is not None and _is_within(match, until, None)):
            to_come.add(match.match.id)
            games = tuple(PlayedGame(game.number) for game in match.games)
            status: MatchStatus = "postponed" if match.match.postponed else "scheduled"
            if match.match.forfeited:
                status = "forfeited"
            match = PlayedMatch(match.round, match.match, games, status, (), ())
        matches.append(match)
    rows, tie_breaks = place_teams(standings.season, matches)
    # How many games each team has behind it is another number then, and figures are of the whole season.
    past = (notice for notice in standings.notices if (notice.round or 0) <= number)
    notices = tuple(notice for notice in past if notice.match not in to_come and notice.kind != "uneven")
    now = standings._replace(rows=rows, tie_breaks=tie_breaks, matches=tuple(matches))
    return now._replace(notices=notices, figures={})
