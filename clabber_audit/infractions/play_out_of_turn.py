"""Playing out of turn.

The turn is the leader's, then goes clockwise (R-020, R-087). A card is out of turn when its player is neither the next
who has still to play, nor the left neighbour of the player just before, or has already played to the trick. So whoever
follows a card out of turn commits nothing.

League rule 11 exempts the last trick.

Example: West leads to trick 4 and East plays before North.
"""

from clabber_audit.cards import CODE
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.infraction import Facts
from clabber_audit.infractions.words import seats
from clabber_audit.replay import Turn, in_last_trick

STEP = Turn
PLACE = "turn"
MESSAGE = "{seat} played {played}; it was {turn}’s turn"
HELP = "wait until the player at your right has played"


def offends(seat: int, lead: bool, turn: int, left: int, followers_guilty: bool) -> bool:
    """Neither the turn nor the left neighbour of the last; with `followers_guilty` following is no excuse."""
    allowed = turn | (left * (followers_guilty == 0))
    return (lead == 0) & ((seat & allowed) == 0)


def exempts(turn: Turn, toggles: Toggles) -> bool:
    """The last trick, where the ruleset exempts it (R-088)."""
    return toggles.last_trick_out_of_turn_ok and in_last_trick(turn.clock)


def facts(turn: Turn) -> Facts:
    return {"played": CODE.get(turn.card), "turn": seats(turn.turn)}
