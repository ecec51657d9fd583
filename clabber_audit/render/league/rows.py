"""What is said of a season as rows for spreadsheets: the first names the columns, texts are texts, numbers numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from clabber_audit.league.audit import Audit, Where
from clabber_audit.league.played import PlayedMatch
from clabber_audit.league.standings import Standings
from clabber_audit.league.tally import summed
from clabber_audit.render.league import wording
from clabber_audit.render.league.figures import won_against
from clabber_audit.render.league.names import Names
from clabber_audit.render.league.standings import added_up
from clabber_audit.sheet.spreadsheet import Cell, Cells, csv_text
from clabber_audit.table.cards import SEATS


def standings_csv(found: Standings, *, anonymous: bool = False) -> str:
    """The table, with every part of a total in a column of its own."""
    return csv_text(_standings(found, Names(found.season, anonymous)))


def _standings(found: Standings, names: Names) -> Iterator[Cells]:
    teams = [row.tally.team for row in found.rows]
    yield (
        *("place", "shared", "team", "name", "played", "forfeited", "byes", "disputed", "postponed"),
        *("won at the table", "won by forfeit", "penalty games", "won", "lost", "tied"),
        *("points at the table", "points by forfeit", "penalty points", "points"),
        *("matches won", "matches lost", "matches tied", "made", "against", "average", "games behind", "streak"),
        *("sets", "reneges", "hands without cards", "place before"),
        *(f"won against {names.team(team)}" for team in teams),
        *("tie broken by points", "tie broken head to head"),
    )
    for row in found.rows:
        tally, own = row.tally, found.figures[row.tally.team]
        (won, points), (given_won, given_points) = summed(tally.at_the_table), summed(tally.by_forfeit)
        yield (
            row.place,
            "yes" if row.shared else "no",
            names.team_id(tally.team),
            names.team(tally.team),
            *(tally.played, tally.forfeited, len(tally.byes), tally.disputed, tally.postponed),
            *(won, given_won, -tally.fines[0], tally.won, tally.lost, tally.tied),
            *(points, given_points, -tally.fines[1], tally.points),
            *(own.matches_won, own.matches_lost, own.matches_tied, own.made, own.against),
            None if own.average is None else round(own.average, 1),
            # Half games.
            own.behind / 2,
            f"{own.streak[1]} {own.streak[0]}" if own.streak else None,
            *(own.sets, own.reneges, own.unseen, own.before),
            *(won_against(tally, other) for other in teams),
            _sums(tally.team, "game_points", found, names),
            _sums(tally.team, "head_to_head", found, names),
        )


def _sums(team: str, by: str, found: Standings, names: Names) -> str | None:
    """What was added up for a team where others were level with it, every time anew."""
    sums = (
        added_up(one, tie, found, names)
        for tie in found.tie_breaks
        if tie.by == by
        for one in tie.compared
        if one.team == team
    )
    return "; ".join(sums) or None


def schedule_csv(found: Standings, *, anonymous: bool = False) -> str:
    """One row a match, and one a bye."""
    return csv_text(_schedule(found, Names(found.season, anonymous)))


def _schedule(found: Standings, names: Names) -> Iterator[Cells]:
    yield "round", "day", "match", "team", "other team", "at home", "table", "games", "status", "result", "number"
    for round in found.season.rounds:
        yield from (_match(played, names) for played in found.in_round(round))
        for team in round.byes:
            yield round.number, round.day, None, names.team(team), None, None, None, None, "bye", None, None


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
        names.season.numbers()[match.id],
    )


def report_csv(found: Audit, *, anonymous: bool = False) -> str:
    """One row for each thing that the audit found."""
    return csv_text(_report(found, Names(found.standings.season, anonymous)))


_REPORT: Final = (
    *("what", "round", "match", "game", "hand", "record", "team", "infraction"),
    *("called", "sheet", "ruled", "as it stands", "otherwise"),
)


def _report(found: Audit, names: Names) -> Iterator[Cells]:
    yield _REPORT
    yield from ([row.get(head) for head in _REPORT] for row in _found(found, names))


def _found(found: Audit, names: Names) -> Iterator[dict[str, Cell]]:
    for one in found.otherwise:
        now, then = (":".join(map(str, outcome.totals)) for outcome in (one.now, one.then))
        place: dict[str, Cell] = {"round": one.round.number, "match": names.match_id(one.match.id), "game": one.game}
        place |= _place(one.where, names) if one.where else {}
        deed = {"infraction": one.finding.infraction if one.finding else None}
        yield {"what": "different winner", **place, **deed, "as it stands": now, "otherwise": then}
    for reneged in found.reneges:
        called = {"infraction": reneged.finding.infraction, "called": "yes" if reneged.called else "no"}
        yield {"what": "renege", **_place(reneged.where, names), "team": names.team(reneged.team), **called}
    for sheet in found.sheets:
        scores = {"team": names.team(sheet.team), "sheet": sheet.written, "ruled": sheet.ruled}
        yield {"what": "sheet does not agree", **_place(sheet.where, names), **scores}
    for where in found.impossible:
        for team, written in zip(where.teams, where.written, strict=True):
            score = {"team": names.team(team), "sheet": written}
            yield {"what": "sheet does not add up", **_place(where, names), **score}
    for where in found.disputed:
        yield {"what": "in dispute", **_place(where, names)}
    for where in found.dealers:
        due = None if where.due is None else f"turn of {SEATS[where.due]}"
        dealt = {"as it stands": f"{SEATS[where.dealer]} dealt", "otherwise": due}
        yield {"what": "dealer out of turn", **_place(where, names), **dealt}
    for match, game in found.standings.written_alone:
        place = {"round": match.round.number, "match": names.match_id(match.match.id), "game": game.number}
        stands = "{} of {} hands".format(*game.written_alone)
        yield {"what": "by written scores alone", **place, "as it stands": stands}


def _place(where: Where, names: Names) -> dict[str, Cell]:
    place: dict[str, Cell] = {"round": where.round.number, "match": names.match_id(where.match.id), "game": where.game}
    return {**place, "hand": where.number, "record": None if names.anonymous else where.hand}
