"""How claims are heard at Clabber, and what a record may leave unsaid."""

from __future__ import annotations

from typing import Any

from clabber_audit.games.clabber.auction import Call
from clabber_audit.games.clabber.belle import Belle, BelleCall
from clabber_audit.games.clabber.melding import Entry
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.games.game import HearingRules
from clabber_audit.replay import OffSuit, TrumpPlayed, Turn


def hearing(toggles: Toggles) -> HearingRules:
    """Before the last trick is turned (R-090), as the answers of a ruleset have it (D-48, D-53, D-54, D-57)."""
    return HearingRules(
        until="turned",
        counterclaim_until=toggles.counterclaim_until,
        specificity=toggles.claim_specificity,
        kind_may_be_wrong=True,
        incidental_find=toggles.incidental_find,
        disordered_pile=toggles.disordered_pile,
        on_claims=True,
    )


def unrecorded(record: Any) -> frozenset[type]:
    """The steps about which a record says nothing: melds, calls, and the cards of a hand known from its sheet."""
    melds = () if record.melds is not None else (Entry, BelleCall, Belle)
    calls = () if record.declarations is not None else (Call,)
    cards = (OffSuit, TrumpPlayed, Turn) if record.sheet and not record.plays else ()
    return frozenset((*melds, *calls, *cards))
