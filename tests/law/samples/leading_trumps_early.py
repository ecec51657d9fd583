"""Leading trumps before they are open.

At some tables nobody leads a trump before one has fallen to an earlier trick, unless he holds nothing else. No text of
the league has it: any card may be led (R-032).

Example: North opens with the king of trumps and holds three plain cards.
"""

from clabber_audit.cards.cards import CODE, codes
from clabber_audit.replay.tricks import Lead
from clabber_audit.rules.infraction import Facts, Infraction


def offends(card: int, hand: int, led: int, trump: int, opened: int) -> bool:
    """A trump, from a hand with other cards, while none has fallen."""
    return ((card & trump) != 0) & (opened == 0) & ((hand & ~trump) != 0)


def facts(lead: Lead) -> Facts:
    return {"played": CODE.get(lead.card), "could": codes(lead.hand & ~lead.trump)}


def proof(lead: Lead) -> int:
    """Any plain card that the hand held back."""
    return lead.hand & ~lead.trump


INFRACTION = Infraction(
    steps=(Lead,),
    offends=offends,
    facts=facts,
    place="duty",
    message="{seat} led {played} before trumps were open, holding {could}",
    help="lead a plain card until a trump has fallen",
    doubt="{seat}, who led {played}, led a trump too early",
    owed="no trump had fallen yet; {who} owed a plain card, {held}",
    deed="led a trump too early",
    proof=proof,
)
