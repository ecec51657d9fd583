"""Leading out of turn.

The winner of a trick leads to the next, and the player at the dealer's left to the first (R-031, R-038). Anybody else who
leads has reneged (R-086). Whoever then follows commits nothing, and the trick goes on from the card led.

League rule 11 exempts the last trick.

Example: West won trick 2; North leads to trick 3.
"""

from clabber_audit.cards import CODE
from clabber_audit.infraction import Facts
from clabber_audit.infractions.words import seats
from clabber_audit.replay import Play

STEP = Play
PLACE = "turn"
MESSAGE = "{seat} led {played}; the lead was {turn}’s"
HELP = "let the winner of the last trick lead"


def offends(seat: int, turn: int, position: int, last_trick: bool, last_trick_out_of_turn_ok: bool) -> bool:
    """The first card of a trick, by a seat that was not to lead."""
    return (position == 0) & ((seat & turn) == 0) & ((last_trick & last_trick_out_of_turn_ok) == 0)


def facts(play: Play) -> Facts:
    return {"played": CODE.get(play.card), "turn": seats(play.turn)}
