"""A season written out: standings, schedule and audit, each as page, text, table and JSON.

Each function takes what `clabber_audit.league` gives. With `anonymous` no name of a team or a person and no text that
somebody wrote freely is in what comes out; teams are numbered as the season lists them.
"""

from __future__ import annotations

from typing import Final

from clabber_audit.render.html import rendered, styled
from clabber_audit.render.league.data import audit_json, schedule_json, standings_json
from clabber_audit.render.league.paper import Paper
from clabber_audit.render.league.report import report_paper
from clabber_audit.render.league.rows import report_csv, schedule_csv, standings_csv
from clabber_audit.render.league.schedule import schedule_paper
from clabber_audit.render.league.standings import standings_paper
from clabber_audit.render.league.text import paper_text

__all__ = [
    "audit_json",
    "paper_page",
    "paper_text",
    "report_csv",
    "report_paper",
    "schedule_csv",
    "schedule_json",
    "schedule_paper",
    "standings_csv",
    "standings_json",
    "standings_paper",
]

#: How many sentences of a list, and how many tie-breaks, go on paper.
_PRINTED: Final = 4


def paper_page(paper: Paper) -> str:
    """The paper as a page: no request, no script, the same bytes every time."""
    return rendered("league.html.j2", paper=paper, printed_items=_PRINTED, **styled("base.css", "league.css"))
