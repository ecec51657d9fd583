"""The scorecard of a game in every form: page, text, CSV, JSON and workbook.

Each function takes games as `clabber_audit.scorecard.card.games` makes them. With `anonymous` no name of a team or
player and no text that somebody wrote freely is in what comes out.
"""

from __future__ import annotations

from clabber_audit.render.scorecard.data import card_data, card_json
from clabber_audit.render.scorecard.page import card_page
from clabber_audit.render.scorecard.rows import card_csv, card_rows, card_xlsx
from clabber_audit.render.scorecard.text import card_text

__all__ = ["card_csv", "card_data", "card_json", "card_page", "card_rows", "card_text", "card_xlsx"]
