"""An evening of Progressive Euchre: ten games at many tables, a tally for each player, partners who change.

Nobody belongs to a team, so that a season's tables are not for it: everybody has the points of the side he happened to
sit on (B-048), and keeps them from game to game.
"""

from clabber_audit.league.evening.standing import Evening, Line, evening
from clabber_audit.league.evening.tables import Played, Sat, played, written_down

__all__ = ["Evening", "Line", "Played", "Sat", "evening", "played", "written_down"]
