"""Pages of a season: standings, schedule, players and audit, each as page, text, CSV and JSON.

Each function takes a result of `clabber_audit.league`. With `anonymous` no name of a team or a person and no free text
is in the output; teams are numbered as the season lists them.
"""

from __future__ import annotations

from clabber_audit.report.league.audit import report_paper
from clabber_audit.report.league.data import (
    audit_json,
    report_csv,
    schedule_csv,
    schedule_json,
    standings_csv,
    standings_json,
)
from clabber_audit.report.league.evening import evening_csv, evening_json, evening_paper
from clabber_audit.report.league.paper import paper_page, paper_text
from clabber_audit.report.league.players import players_csv, players_json, players_paper
from clabber_audit.report.league.standings import schedule_paper, standings_paper

__all__ = [
    "audit_json",
    "evening_csv",
    "evening_json",
    "evening_paper",
    "paper_page",
    "paper_text",
    "players_csv",
    "players_json",
    "players_paper",
    "report_csv",
    "report_paper",
    "schedule_csv",
    "schedule_json",
    "schedule_paper",
    "standings_csv",
    "standings_json",
    "standings_paper",
]
