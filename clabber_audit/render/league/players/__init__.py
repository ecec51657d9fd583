"""The players of a season written out: all of them on one paper, or one of them; as page, text, table and JSON."""

from clabber_audit.render.league.players.data import players_csv, players_json
from clabber_audit.render.league.players.everybody import players_paper

__all__ = ["players_csv", "players_json", "players_paper"]
