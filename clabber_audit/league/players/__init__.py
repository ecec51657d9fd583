"""The figures of the players of a season, from its hands in one pass."""

from clabber_audit.league.players.called import only
from clabber_audit.league.players.found import Player, Players, of_seen, players
from clabber_audit.league.players.seen import Seen

__all__ = ["Player", "Players", "Seen", "of_seen", "only", "players"]
