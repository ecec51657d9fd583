"""What is said of a season as one HTML page: no request, no script, the same bytes every time."""

from __future__ import annotations

from typing import Final

from clabber_audit.render.html import rendered, styled
from clabber_audit.render.league.paper import Paper

#: How many sentences of a list, and how many tie-breaks, go on paper.
_PRINTED: Final = 4


def paper_page(paper: Paper) -> str:
    """The paper as a page."""
    return rendered("league.html.j2", paper=paper, printed_items=_PRINTED, **styled("base.css", "league.css"))
