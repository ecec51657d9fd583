"""The scorecard of a game in every form: page, text, CSV, JSON and workbook.

Each function takes games as `clabber_audit.scorecard.card.games` makes them. With `anonymous` no name of a team or
player and no text that somebody wrote freely is in what comes out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clabber_audit.render.frame import Frame
from clabber_audit.render.html import rendered, styled
from clabber_audit.render.scorecard.card import NOWHERE, cards, sums
from clabber_audit.render.scorecard.data import card_csv, card_data, card_json, card_rows, card_xlsx
from clabber_audit.render.scorecard.text import card_text
from clabber_audit.scorecard.card import Game

__all__ = ["card_csv", "card_data", "card_json", "card_page", "card_rows", "card_text", "card_xlsx"]


def card_page(
    games: Sequence[Game],
    *,
    anonymous: bool = False,
    checkpoint: str | None = None,
    frame: Frame | None = None,
    pages: Mapping[str, str] = NOWHERE,
) -> str:
    """The scorecards of games on one page, one after the other, each beginning a sheet of paper.

    With `anonymous` no name is in it. A `checkpoint`, a line that an archive prints, stands at the foot. A `frame` of
    a site stands around it; `pages` are those of the rulings there, by the ids of the records.
    """
    shown = cards(games, anonymous=anonymous, checkpoint=checkpoint)
    told = sums(games, pages, anonymous=anonymous)
    style = styled("base.css", "scorecard.css", *(["frame.css"] if frame else []))
    return rendered("scorecard.html.j2", cards=shown, sums=told, frame=frame, **style)
