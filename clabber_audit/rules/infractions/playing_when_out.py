"""Playing a card while out of the hand.

A player who dropped out or sits the hand out plays no card, nor does the partner of a player who goes alone (B-037,
B-055, B-090, B-104, B-143). Such a card is part of no trick, and is noted (BD-77).

Example: P5 has dropped out and plays to the first trick all the same.
"""

from clabber_audit.cards import CODE
from clabber_audit.replay import ExtraPlay
from clabber_audit.rules.infraction import Facts, Infraction, LawCase, Words


class PlayingWhenOut(Infraction[ExtraPlay]):
    place = "turn"
    words = Words(
        message="{seat} played {played} while sitting out",
        fault="played while sitting out",
        denied="{whom} did not play while sitting out",
        help="take the card back; the trick goes on without it",
        doubt="{seat} was sitting out when playing {played}",
        deed="played while out of the hand",
    )

    def offends(self, case: LawCase[ExtraPlay]) -> bool:
        """Return True if the player is out; a bidder left alone may show cards."""
        return case.event.out

    def facts(self, case: LawCase[ExtraPlay]) -> Facts:
        return {"played": CODE.get(case.event.card)}
