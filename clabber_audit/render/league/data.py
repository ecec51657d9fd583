"""What is said of a season as plain data and JSON: `clabber-standings/1`, `clabber-schedule/1`, `clabber-audit/1`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from clabber_audit.ground import __version__
from clabber_audit.league.audit import Audit, Otherwise, Where
from clabber_audit.league.figures import Figures
from clabber_audit.league.played import PlayedMatch
from clabber_audit.league.ranking import TieBreak
from clabber_audit.league.season.model import Match
from clabber_audit.league.standings import Standing, Standings
from clabber_audit.league.tally import Part
from clabber_audit.league.what_if import Outcome
from clabber_audit.render.league import wording
from clabber_audit.render.league.common import colophon
from clabber_audit.render.league.decisions import logged
from clabber_audit.render.league.figures import won_against
from clabber_audit.render.league.names import Names
from clabber_audit.render.league.rosters import rosters
from clabber_audit.render.league.standings import added_up
from clabber_audit.render.plain import as_json
from clabber_audit.table.cards import SEATS
from clabber_audit.table.moments import on_paper

_STANDINGS: Final = "clabber-standings/1"
_SCHEDULE: Final = "clabber-schedule/1"
_AUDIT: Final = "clabber-audit/1"


def standings_json(found: Standings, *, anonymous: bool = False) -> str:
    """The standings as JSON, ending with a newline."""
    names = Names(found.season, anonymous)
    ranked = {
        **_of(found.season, "ranking", "game_points_cap"),
        "table": [_row(row, found.figures[row.tally.team], names) for row in found.rows],
        "tie_breaks": [_tie(tie, found, names) for tie in found.tie_breaks],
        "head_to_head": [
            {"team": names.team_id(row.tally.team), "won": _grid(row, found, names)} for row in found.rows
        ],
        "decisions": [one._asdict() for one in logged(found.written, names)],
        "teams": rosters(found, names),
    }
    return as_json({**head(_STANDINGS, found, names), **ranked, **_schedule(found, names)})


def schedule_json(found: Standings, *, anonymous: bool = False) -> str:
    """The schedule as JSON, ending with a newline."""
    names = Names(found.season, anonymous)
    return as_json({**head(_SCHEDULE, found, names), **_schedule(found, names)})


def audit_json(found: Audit, *, anonymous: bool = False) -> str:
    """The audit as JSON, ending with a newline."""
    names = Names(found.standings.season, anonymous)
    data = {
        "hands": found.hands,
        "otherwise": [_otherwise(one, names) for one in found.otherwise],
        "reneges": [
            {
                **_place(reneged.where, names),
                "infraction": reneged.finding.infraction,
                "team": names.team_id(reneged.team),
                "at": on_paper(reneged.finding.at),
                "called": reneged.called,
            }
            for reneged in found.reneges
        ],
        "sheets": [
            {**_place(sheet.where, names), "team": names.team_id(sheet.team), **_of(sheet, "written", "ruled")}
            for sheet in found.sheets
        ],
        "impossible": [
            {**_place(where, names), "written": _by_team(where, where.written, names)} for where in found.impossible
        ],
        "written_alone": [
            {"match": names.match_id(match.match.id), "game": game.number, "written": written, "hands": hands}
            for match, game in found.standings.written_alone
            for written, hands in (game.written_alone,)
        ],
        "disputed": [_place(where, names) for where in found.disputed],
        "dealers": [
            {**_place(where, names), "dealer": SEATS[where.dealer], "due": SEATS[where.due]}
            for where in found.dealers
            if where.due is not None
        ],
    }
    return as_json({**head(_AUDIT, found.standings, names), **data, "notices": notices(found.standings, names)})


def _of(value: object, *names: str) -> dict[str, Any]:
    """What data calls by the same names as we do."""
    return {name: getattr(value, name) for name in names}


def head(format: str, found: Standings, names: Names) -> dict[str, Any]:
    """What all data of a season begins with."""
    foot = colophon(found)
    return {
        "format": format,
        "title": names.title,
        **{name: None if names.anonymous else text for name, text in _of(found.season, "league", "season").items()},
        "ruleset": found.season.ruleset,
        "judged_by": foot.rulesets[0],
        "version": __version__,
        "sha256": {of.removeprefix("the "): digest for of, digest in foot.digests},
    }


def _row(row: Standing, figures: Figures, names: Names) -> dict[str, Any]:
    tally = row.tally
    return {
        **_of(row, "place", "shared"),
        "team": names.team_id(tally.team),
        "name": names.team(tally.team),
        **_of(tally, "played", "won", "lost", "tied", "points"),
        "games": [_part(part, names) for part in tally.parts],
        "penalties": [{**_of(one, "games", "points"), "decided": names.decided(one)} for one in tally.penalties],
        **_of(tally, "byes", "disputed", "postponed"),
        "figures": {
            **{key: value for key, value in figures._asdict().items() if key not in ("team", "behind")},
            "average": figures.average,
            "games_behind": figures.behind / 2,
        },
    }


def _part(part: Part, names: Names) -> dict[str, Any]:
    return {**part._asdict(), "match": names.match_id(part.match), "opponent": names.team_id(part.opponent)}


def _grid(row: Standing, found: Standings, names: Names) -> dict[str, int | None]:
    """How many games a team won against each of the others, by their ids; None where they have not met."""
    others = (other.tally.team for other in found.rows if other is not row)
    return {names.team_id(other): won_against(row.tally, other) for other in others}


def _tie(tie: TieBreak, found: Standings, names: Names) -> dict[str, Any]:
    compared = [
        {
            "team": names.team_id(one.team),
            **_of(one, "won", "points"),
            "games": [_part(part, names) for part in one.parts],
            "sum": added_up(one, tie, found, names),
        }
        for one in tie.compared
    ]
    return {**_of(tie, "by", "result"), "compared": compared}


def _schedule(found: Standings, names: Names) -> dict[str, Any]:
    rounds = [
        {
            **_of(round, "number", "day"),
            "matches": [_match(played, names) for played in found.in_round(round)],
            "byes": [names.team_id(team) for team in round.byes],
        }
        for round in found.season.rounds
    ]
    return {"rounds": rounds, "notices": notices(found, names)}


def _match(played: PlayedMatch, names: Names) -> dict[str, Any]:
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
                **_of(game, "state", "totals"),
                "winner": names.team_id(game.winner) if game.winner else None,
                "counts": game in played.counted,
                "fixed": game.fixed or None,
                "hands": game.written_alone[1],
                "hands_by_written_score_alone": game.written_alone[0],
            }
            for game in played.games
        ],
    }


def notices(found: Standings, names: Names) -> list[dict[str, Any]]:
    """What has to be told, with the sentence that tells it."""
    return [
        {
            "kind": told.kind,
            "match": names.match_id(told.match) if told.match else None,
            **_of(told, "game", "round"),
            "hands": [] if names.anonymous else list(told.hands),
            "text": wording.notice(told, names),
        }
        for told in found.notices
    ]


def _place(where: Where, names: Names) -> dict[str, Any]:
    return {
        "round": where.round.number,
        "match": names.match_id(where.match.id),
        "game": where.game,
        "number": where.number,
        "hand": None if names.anonymous else where.hand,
    }


def _by_team(where: Where, pair: Sequence[Any], names: Names) -> dict[str, Any]:
    return {names.team_id(where.teams[index]): value for index, value in enumerate(pair)}


def _otherwise(one: Otherwise, names: Names) -> dict[str, Any]:
    return {
        "match": names.match_id(one.match.id),
        "game": one.game,
        "hand": None if one.where is None else _place(one.where, names),
        "infraction": one.finding.infraction if one.finding else None,
        "now": _outcome(one.now, one.match, names),
        "then": _outcome(one.then, one.match, names),
    }


def _outcome(outcome: Outcome, match: Match, names: Names) -> dict[str, Any]:
    winner = None if outcome.winner is None else names.team_id(match.teams[outcome.winner])
    return {**_of(outcome, "state", "totals"), "winner": winner}
