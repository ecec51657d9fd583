"""Season data: JSON and rows for spreadsheets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from clabber_audit.cards.cards import SEATS, to_recorded_clock
from clabber_audit.core import __version__
from clabber_audit.league.audit import Audit, GameOutcome, HandPlace, OtherOutcome
from clabber_audit.league.games import PlayedMatch
from clabber_audit.league.season import SeasonMatch
from clabber_audit.league.standings import Figures, Standings, TableRow, TeamGame, TieBreak, add_up_games
from clabber_audit.records.sheets.tables import Cells, CellSpreadsheet
from clabber_audit.report.layout import to_json_text
from clabber_audit.report.league import sections
from clabber_audit.report.league.sections import SeasonNames, colophon, log_lines
from clabber_audit.report.league.standings import count_wins_against, format_sum, rosters

_STANDINGS: Final = "clabber-standings/1"
_SCHEDULE: Final = "clabber-schedule/1"
_AUDIT: Final = "clabber-audit/1"


def standings_json(standings: Standings, *, anonymous: bool = False) -> str:
    """Return the standings as JSON, ending with a newline."""
    names = SeasonNames(standings.season, anonymous)
    ranked = {
        **_attributes(standings.season, "ranking", "game_points_cap"),
        "table": [_row_data(row, standings.figures[row.tally.team], names) for row in standings.rows],
        "tie_breaks": [_tie_data(tie, standings, names) for tie in standings.tie_breaks],
        "head_to_head": [
            {
                "team": names.team_id(row.tally.team),
                "won": {
                    names.team_id(other.tally.team): count_wins_against(row.tally, other.tally.team)
                    for other in standings.rows
                    if other is not row
                },
            }
            for row in standings.rows
        ],
        "decisions": [log_line._asdict() for log_line in log_lines(standings.written, names)],
        "teams": rosters(standings, names),
    }
    return to_json_text({**head(_STANDINGS, standings, names), **ranked, **_schedule_data(standings, names)})


def schedule_json(standings: Standings, *, anonymous: bool = False) -> str:
    """Return the schedule as JSON, ending with a newline."""
    names = SeasonNames(standings.season, anonymous)
    return to_json_text({**head(_SCHEDULE, standings, names), **_schedule_data(standings, names)})


def audit_json(audit: Audit, *, anonymous: bool = False) -> str:
    """Return the audit as JSON, ending with a newline."""
    names = SeasonNames(audit.standings.season, anonymous)
    data = {
        "hands": audit.hands,
        "otherwise": [_other_outcome_data(outcome, names) for outcome in audit.otherwise],
        "reneges": [
            {
                **_place(reneged.where, names),
                "infraction": reneged.finding.infraction,
                "team": names.team_id(reneged.team),
                "at": to_recorded_clock(reneged.finding.at),
                "called": reneged.called,
            }
            for reneged in audit.reneges
        ],
        "sheets": [
            {
                **_place(sheet.where, names),
                "team": names.team_id(sheet.team),
                **_attributes(sheet, "written", "ruled"),
            }
            for sheet in audit.sheets
        ],
        "impossible": [
            {
                **_place(where, names),
                "written": {
                    names.team_id(team): score for team, score in zip(where.teams, where.written, strict=True)
                },
            }
            for where in audit.impossible
        ],
        "written_alone": [
            {"match": names.match_id(match.match.id), "game": game.number, "written": written, "hands": hands}
            for match, game in audit.standings.games_by_written_score
            for written, hands in (game.written_alone,)
        ],
        "disputed": [_place(where, names) for where in audit.disputed],
        "dealers": [
            {**_place(where, names), "dealer": SEATS[where.dealer], "due": SEATS[where.due]}
            for where in audit.dealers
            if where.due is not None
        ],
    }
    return to_json_text(
        {**head(_AUDIT, audit.standings, names), **data, "notices": notices(audit.standings, names)}
    )


def _attributes(value: object, *names: str) -> dict[str, Any]:
    """Return attributes by their names."""
    return {name: getattr(value, name) for name in names}


def head(format: str, standings: Standings, names: SeasonNames) -> dict[str, Any]:
    """Return the head that all data of a season has."""
    foot = colophon(standings)
    return {
        "format": format,
        "title": names.title,
        **{
            name: None if names.anonymous else text
            for name, text in _attributes(standings.season, "league", "season").items()
        },
        "ruleset": standings.season.ruleset,
        "judged_by": foot.rulesets[0],
        "version": __version__,
        "sha256": {of.removeprefix("the "): digest for of, digest in foot.digests},
    }


def _row_data(row: TableRow, figures: Figures, names: SeasonNames) -> dict[str, Any]:
    tally = row.tally
    return {
        **_attributes(row, "place", "shared"),
        "team": names.team_id(tally.team),
        "name": names.team(tally.team),
        **_attributes(tally, "played", "won", "lost", "tied", "points"),
        "games": [_part_data(part, names) for part in tally.parts],
        "penalties": [
            {**_attributes(penalty, "games", "points"), "decided": names.format_decision(penalty)}
            for penalty in tally.penalties
        ],
        **_attributes(tally, "byes", "disputed", "postponed"),
        "figures": {
            **{key: value for key, value in figures._asdict().items() if key not in ("team", "behind")},
            "average": figures.average,
            "games_behind": figures.behind / 2,
        },
    }


def _part_data(part: TeamGame, names: SeasonNames) -> dict[str, Any]:
    return {**part._asdict(), "match": names.match_id(part.match), "opponent": names.team_id(part.opponent)}


def _tie_data(tie: TieBreak, standings: Standings, names: SeasonNames) -> dict[str, Any]:
    compared = [
        {
            "team": names.team_id(compared.team),
            **_attributes(compared, "won", "points"),
            "games": [_part_data(part, names) for part in compared.parts],
            "sum": format_sum(compared, tie, standings, names),
        }
        for compared in tie.compared
    ]
    return {**_attributes(tie, "by", "result"), "compared": compared}


def _schedule_data(standings: Standings, names: SeasonNames) -> dict[str, Any]:
    rounds = [
        {
            **_attributes(round, "number", "stage", "day"),
            "matches": [_match_data(played, names) for played in standings.matches_of(round)],
            "byes": [names.team_id(team) for team in round.byes],
        }
        for round in standings.season.all_rounds
    ]
    return {"rounds": rounds, "notices": notices(standings, names)}


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
                **_attributes(game, "state", "totals"),
                "winner": names.team_id(game.winner) if game.winner else None,
                "counts": game in played.games_that_count,
                "fixed": game.fixed or None,
                "hands": game.written_alone[1],
                "hands_by_written_score_alone": game.written_alone[0],
            }
            for game in played.games
        ],
    }


def notices(standings: Standings, names: SeasonNames) -> list[dict[str, Any]]:
    """Return the notices as data, each with its sentence."""
    return [
        {
            "kind": notice.kind,
            "match": names.match_id(notice.match) if notice.match else None,
            **_attributes(notice, "game", "round"),
            "hands": [] if names.anonymous else list(notice.hands),
            "text": sections.notice(notice, names),
        }
        for notice in standings.notices
    ]


def _place(where: HandPlace, names: SeasonNames) -> dict[str, Any]:
    return {
        "round": where.round.number,
        "match": names.match_id(where.match.id),
        "game": where.game,
        "number": where.number,
        "hand": None if names.anonymous else where.hand,
    }


def _other_outcome_data(outcome: OtherOutcome, names: SeasonNames) -> dict[str, Any]:
    return {
        "match": names.match_id(outcome.match.id),
        "game": outcome.game,
        "hand": None if outcome.where is None else _place(outcome.where, names),
        "infraction": outcome.finding.infraction if outcome.finding else None,
        "now": _outcome_data(outcome.now, outcome.match, names),
        "then": _outcome_data(outcome.then, outcome.match, names),
    }


def _outcome_data(outcome: GameOutcome, match: SeasonMatch, names: SeasonNames) -> dict[str, Any]:
    winner = None if outcome.winner is None else names.team_id(match.teams[outcome.winner])
    return {**_attributes(outcome, "state", "totals"), "winner": winner}


def standings_rows(standings: Standings, *, anonymous: bool = False) -> Iterator[Cells]:
    """Yield the rows of the table, first the heading; every part of a total has its own column."""
    names = SeasonNames(standings.season, anonymous)
    teams = [row.tally.team for row in standings.rows]
    yield (
        *("place", "shared", "team", "name", "played", "forfeited", "byes", "disputed", "postponed"),
        *("won at the table", "won by forfeit", "penalty games", "won", "lost", "tied"),
        *("points at the table", "points by forfeit", "penalty points", "points"),
        *(
            "matches won",
            "matches lost",
            "matches tied",
            "made",
            "against",
            "average",
            "games behind",
            "streak",
        ),
        *("sets", "reneges", "hands without cards", "place before"),
        *(f"won against {names.team(team)}" for team in teams),
        *("tie broken by points", "tie broken head to head"),
    )
    for row in standings.rows:
        tally, own = row.tally, standings.figures[row.tally.team]
        (won, points), (given_won, given_points) = (
            add_up_games(tally.games_at_table),
            add_up_games(tally.games_by_forfeit),
        )
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
            *(count_wins_against(tally, other) for other in teams),
            _sums(tally.team, "game_points", standings, names),
            _sums(tally.team, "head_to_head", standings, names),
        )


def _sums(team: str, by: str, standings: Standings, names: SeasonNames) -> str | None:
    """Return the sums of a team in all tie-breaks of a kind."""
    sums = (
        format_sum(compared, tie, standings, names)
        for tie in standings.tie_breaks
        if tie.by == by
        for compared in tie.compared
        if compared.team == team
    )
    return "; ".join(sums) or None


def schedule_rows(standings: Standings, *, anonymous: bool = False) -> list[Cells]:
    """Return the rows of the schedule, first the heading, then one a match or a bye."""
    names = SeasonNames(standings.season, anonymous)
    rows: list[Cells] = [
        (
            "round",
            "day",
            "match",
            "team",
            "other team",
            "at home",
            "table",
            "games",
            "status",
            "result",
            "number",
            "stage",
            "venue",
        )
    ]
    for round in standings.season.all_rounds:
        for played in standings.matches_of(round):
            match = played.match
            row = (
                *(
                    round.number,
                    match.day or round.day,
                    names.match_id(match.id),
                    *map(names.team, match.teams),
                ),
                *(names.team(match.home) if match.home else None, match.table, len(played.games)),
                *(sections.status(played, names), sections.result(played), names.season.numbers()[match.id]),
                *(round.stage, None if anonymous else match.venue),
            )
            rows.append(row)
        for team in round.byes:
            bye = (round.number, round.day, None, names.team(team), *[None] * 4, "bye", None, None)
            rows.append((*bye, round.stage, None))
    return rows


_REPORT: Final = (
    *("what", "round", "match", "game", "hand", "record", "team", "infraction"),
    *("called", "sheet", "ruled", "as it stands", "otherwise"),
)


def report_rows(audit: Audit, *, anonymous: bool = False) -> list[Cells]:
    """Return the rows of the audit, first the heading, then one a finding."""
    rows = _audit_rows(audit, SeasonNames(audit.standings.season, anonymous))
    return [_REPORT, *([row.get(head) for head in _REPORT] for row in rows)]


def _audit_rows(audit: Audit, names: SeasonNames) -> Iterator[dict[str, CellSpreadsheet]]:
    for one in audit.otherwise:
        now, then = (":".join(map(str, outcome.totals)) for outcome in (one.now, one.then))
        place: dict[str, CellSpreadsheet] = {
            "round": one.round.number,
            "match": names.match_id(one.match.id),
            "game": one.game,
        }
        place |= _csv_place(one.where, names) if one.where else {}
        deed = {"infraction": one.finding.infraction if one.finding else None}
        yield {"what": "different winner", **place, **deed, "as it stands": now, "otherwise": then}
    for reneged in audit.reneges:
        called = {"infraction": reneged.finding.infraction, "called": "yes" if reneged.called else "no"}
        yield {
            "what": "renege",
            **_csv_place(reneged.where, names),
            "team": names.team(reneged.team),
            **called,
        }
    for sheet in audit.sheets:
        scores = {"team": names.team(sheet.team), "sheet": sheet.written, "ruled": sheet.ruled}
        yield {"what": "sheet does not agree", **_csv_place(sheet.where, names), **scores}
    for where in audit.impossible:
        for team, written in zip(where.teams, where.written, strict=True):
            score = {"team": names.team(team), "sheet": written}
            yield {"what": "sheet does not add up", **_csv_place(where, names), **score}
    for where in audit.disputed:
        yield {"what": "in dispute", **_csv_place(where, names)}
    for where in audit.dealers:
        due = None if where.due is None else f"turn of {SEATS[where.due]}"
        dealt = {"as it stands": f"{SEATS[where.dealer]} dealt", "otherwise": due}
        yield {"what": "dealer out of turn", **_csv_place(where, names), **dealt}
    for match, game in audit.standings.games_by_written_score:
        place = {"round": match.round.number, "match": names.match_id(match.match.id), "game": game.number}
        stands = "{} of {} hands".format(*game.written_alone)
        yield {"what": "by written scores alone", **place, "as it stands": stands}


def _csv_place(where: HandPlace, names: SeasonNames) -> dict[str, CellSpreadsheet]:
    """Return the place of a hand, under the headings of the table."""
    place = _place(where, names)
    return {**place, "hand": place["number"], "record": place["hand"]}
