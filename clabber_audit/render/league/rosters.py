"""Who plays for each team: a table below the standings, and data. Nothing where nobody is to be named."""

from __future__ import annotations

from typing import Any

from clabber_audit.league.standings import Standings
from clabber_audit.render.league.names import Names
from clabber_audit.render.league.paper import Section
from clabber_audit.render.table import Column, Row, Table


def rosters(found: Standings, names: Names) -> list[dict[str, Any]]:
    """Captain and players of each team, with every change so far."""
    season = found.season
    return [
        {"team": team.id, "captain": season.captain(team.id), "players": season.roster(team.id)}
        for team in season.teams
        if not names.anonymous
    ]


def teams(found: Standings, names: Names) -> Section:
    """The same as a table, of the teams that keep a roster or name a captain."""
    rows = tuple(
        Row((names.team(team["team"]), team["captain"] or "–", ", ".join(team["players"]) or "–"))
        for team in rosters(found, names)
        if team["captain"] or team["players"]
    )
    columns = (Column("Team"), Column("Captain"), Column("Players"))
    tables = (Table("Captains and rosters", columns, rows),) if rows else ()
    text = "The captain and the players of each team, with every change so far." if rows else ""
    return Section("rosters", "Teams", text, tables=tables, printed=False)
