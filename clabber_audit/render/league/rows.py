"""What is said of a season as rows for spreadsheets: the first names the columns, texts are texts, numbers numbers."""

from __future__ import annotations

from collections.abc import Iterator

from clabber_audit.league.audit import Audit, Where
from clabber_audit.league.played import PlayedMatch
from clabber_audit.league.standings import Standings
from clabber_audit.render.league import wording
from clabber_audit.render.league.names import Names
from clabber_audit.render.table import Cells, csv_text
from clabber_audit.table.cards import SEATS


def standings_csv(found: Standings, *, anonymous: bool = False) -> str:
    """The table, with every part of a total in a column of its own."""
    return csv_text(_standings(found, Names(found.season, anonymous)))


def _standings(found: Standings, names: Names) -> Iterator[Cells]:
    yield (
        *("place", "shared", "team", "name", "played", "forfeited", "byes", "disputed", "postponed"),
        *("won at the table", "won by forfeit", "penalty games", "won", "lost", "tied"),
        *("points at the table", "points by forfeit", "penalty points", "points"),
    )
    for row in found.rows:
        tally = row.tally
        yield (
            row.place,
            "yes" if row.shared else "no",
            names.team_id(tally.team),
            names.team(tally.team),
            *(tally.played, tally.forfeited, len(tally.byes), tally.disputed, tally.postponed),
            sum(part.won for part in tally.at_the_table),
            sum(part.won for part in tally.by_forfeit),
            -sum(penalty.games for penalty in tally.penalties),
            *(tally.won, tally.lost, tally.tied),
            sum(part.points for part in tally.at_the_table),
            sum(part.points for part in tally.by_forfeit),
            -sum(penalty.points for penalty in tally.penalties),
            tally.points,
        )


def schedule_csv(found: Standings, *, anonymous: bool = False) -> str:
    """One row a match, and one a bye."""
    return csv_text(_schedule(found, Names(found.season, anonymous)))


def _schedule(found: Standings, names: Names) -> Iterator[Cells]:
    yield "round", "day", "match", "team", "other team", "at home", "table", "games", "status", "result"
    for round in found.season.rounds:
        for played in found.matches:
            if played.round is round:
                yield _match(played, names)
        for team in round.byes:
            yield round.number, round.day, None, names.team(team), None, None, None, None, "bye", None


def _match(played: PlayedMatch, names: Names) -> Cells:
    match = played.match
    return (
        played.round.number,
        match.day or played.round.day,
        names.match_id(match.id),
        names.team(match.teams[0]),
        names.team(match.teams[1]),
        names.team(match.home) if match.home else None,
        match.table,
        len(played.games),
        wording.status(played, names),
        wording.result(played),
    )


def report_csv(found: Audit, *, anonymous: bool = False) -> str:
    """One row for each thing that the audit found."""
    return csv_text(_report(found, Names(found.standings.season, anonymous)))


def _report(found: Audit, names: Names) -> Iterator[Cells]:
    yield (
        *("what", "round", "match", "game", "hand", "record", "team", "infraction"),
        *("called", "sheet", "ruled", "as it stands", "otherwise"),
    )
    for one in found.otherwise:
        now, then = ((":".join(map(str, outcome.totals))) for outcome in (one.now, one.then))
        infraction = one.finding.infraction if one.finding else None
        game = (one.round.number, names.match_id(one.match.id), one.game)
        hand = (one.where.number, _record(one.where, names)) if one.where else (None, None)
        yield "would have ended otherwise", *game, *hand, None, infraction, None, None, None, now, then
    for reneged in found.reneges:
        rest = (names.team(reneged.team), reneged.finding.infraction, "yes" if reneged.called else "no")
        yield "renege", *_place(reneged.where, names), *rest, None, None, None, None
    for sheet in found.sheets:
        scores = (sheet.written, sheet.ruled)
        yield (
            "sheet does not agree",
            *_place(sheet.where, names),
            names.team(sheet.team),
            None,
            None,
            *scores,
            None,
            None,
        )
    for where in found.impossible:
        for index, written in enumerate(where.written):
            yield (
                "sheet does not add up",
                *_place(where, names),
                names.team(where.teams[index]),
                *(None, None, written, None, None, None),
            )
    for where in found.disputed:
        yield "in dispute", *_place(where, names), *[None] * 7
    for where in found.dealers:
        dealt = f"{SEATS[where.dealer]} dealt"
        due = None if where.due is None else f"turn of {SEATS[where.due]}"
        yield "dealer out of turn", *_place(where, names), *[None] * 5, dealt, due
    yield from _by_writing(found.standings, names)


def _by_writing(found: Standings, names: Names) -> Iterator[Cells]:
    for match in found.matches:
        for game in match.counted:
            written, hands = game.written_alone
            if written:
                here = (match.round.number, names.match_id(match.match.id), game.number)
                yield "by written scores alone", *here, *[None] * 7, f"{written} of {hands} hands", None


def _place(where: Where, names: Names) -> Cells:
    return where.round.number, names.match_id(where.match.id), where.game, where.number, _record(where, names)


def _record(where: Where, names: Names) -> str | None:
    return None if names.anonymous else where.hand
