"""One hand of the family, by players who know the rules and mostly keep them: dealt, spoken, played, written down."""

from __future__ import annotations

from typing import Final

from clabber_audit.law.incidents import LAWFUL
from clabber_audit.law.infractions import incident_kinds_of
from clabber_audit.simulate.bid_euchre.bidding import Bidding
from clabber_audit.simulate.bid_euchre.handing import hand_over
from clabber_audit.simulate.bid_euchre.naming import leave, name_trumps
from clabber_audit.simulate.bid_euchre.playing import play
from clabber_audit.simulate.bid_euchre.table import Table
from clabber_audit.simulate.irregularities import disturbance, trouble

#: What goes wrong in an irregular hand, and how often which.
_TROUBLE: Final = (
    ["card"] * 8
    + ["turn"] * 3
    + ["bid"] * 3
    + ["call out of turn", "special call", "named", "named", "exchange", "exchange", "out", "stray", "wrong score"]
    + ["incident"] * 3
)


class BidEuchreHand(Table):
    """One hand: dealt when it is made, then played, then written down."""

    def play_out(self, irregular: float) -> None:
        """Bid for the hand and play it; `irregular` is how often somebody breaks a rule, from 0 to 1."""
        self.trouble = trouble(self.random, irregular, _TROUBLE)
        bidding = Bidding(self)
        bidding.call_specially()
        if not self.declared.unplayed:
            bidding.call()
            name_trumps(self)
            leave(self)
            hand_over(self)
        play(self)
        self._forget_moments()
        self._disturb()

    def _forget_moments(self) -> None:
        """Leave out moments of the play where nobody played: all others left the hand (B-104)."""
        for said in self.declarations:
            if said.get("at", 0) > len(self.plays):
                del said["at"]

    def _disturb(self) -> None:
        """Note what happens at the table after the first trick, besides the cards."""
        playing = self.declared.hand.seating
        if playing.end < 2 * playing.width:
            return
        noted = incident_kinds_of(self.law.game).values()
        kinds = [kind for kind in noted if kind not in LAWFUL and not kind.of_the_deal]
        while len(self.plays) >= playing.end and self.slips("incident"):
            self.incidents.append(disturbance(self.random, kinds, self.plays, playing))
