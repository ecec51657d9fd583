"""A season as a league keeps it, `clabber-season/1`: teams, schedule, and what was decided away from the cards."""

from clabber_audit.league.season.door import is_season, load, read
from clabber_audit.league.season.model import Season

__all__ = ["Season", "is_season", "load", "read"]
