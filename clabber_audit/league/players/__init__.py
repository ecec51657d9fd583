"""The figures of the players of a season, from its hands in one pass."""

from clabber_audit.league.players.called import only
from clabber_audit.league.players.found import Player, Players, players

__all__ = ["Player", "Players", "only", "players"]
