"""How claims are heard in the family, and what a record may leave unsaid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clabber_audit.games.bid_euchre.auction import Call
from clabber_audit.games.bid_euchre.exchanging import Exchange, Missing
from clabber_audit.games.bid_euchre.leaving import Leaving
from clabber_audit.games.bid_euchre.naming import GoingAlone, Naming
from clabber_audit.games.bid_euchre.special_calls import SpecialCall
from clabber_audit.games.bid_euchre.steps import Stray
from clabber_audit.games.bid_euchre.toggles import Toggles
from clabber_audit.games.game import HearingRules
from clabber_audit.replay import OffSuit, Turn

if TYPE_CHECKING:
    from clabber_audit.record.bid_euchre.model import BidEuchreRecord


def hearing(toggles: Toggles) -> HearingRules:
    """Until the score is written, or as the table has it (BD-71); nothing else is said of claims."""
    return HearingRules(
        until=toggles.claim_until,
        counterclaim_until="scored",
        specificity="trick",
        kind_may_be_wrong=False,
        incidental_find="separate",
        disordered_pile="claimant",
        on_claims=False,
    )


def unrecorded(record: BidEuchreRecord) -> frozenset[type]:
    """The steps about which a record says nothing: calls, exchanges (BD-80) and cards that nobody noted."""
    calls = () if record.declarations is not None else (Call, SpecialCall, Naming, GoingAlone, Leaving)
    exchanges = () if record.exchanges is not None else (Exchange, Missing)
    cards = (OffSuit, Turn, Stray) if record.sheet and not record.plays else ()
    return frozenset((*calls, *exchanges, *cards))
