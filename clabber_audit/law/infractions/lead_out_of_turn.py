"""Leading out of turn.

The winner of a trick leads to the next, and the player at the dealer's left to the first (R-031, R-038). Anybody else
who leads has reneged (R-086). Whoever then follows commits nothing, and the trick goes on from the card led.

League rule 11 exempts the last trick.

Example: West won trick 2; North leads to trick 3.
"""

from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.law.infraction import Facts, Infraction
from clabber_audit.law.infractions.words import seats
from clabber_audit.replay import Turn
from clabber_audit.table.cards import CODE


def offends(turn: Turn, toggles: Toggles) -> bool:
    """A lead by a seat that was not to lead; not in a last trick that the ruleset exempts (R-088)."""
    if toggles.last_trick_out_of_turn_ok and turn.last:
        return False
    return turn.lead and not turn.seat & turn.turn


def facts(turn: Turn) -> Facts:
    return {"played": CODE.get(turn.card), "turn": seats(turn.turn)}


INFRACTION = Infraction(
    steps=(Turn,),
    offends=offends,
    facts=facts,
    place="turn",
    message="{seat} led {played}; the lead was {turn}’s",
    help="let the winner of the last trick lead",
    doubt="{seat}, who led {played}, had the lead",
    deed="led out of turn",
    of_leads=True,
    number=4,
)
