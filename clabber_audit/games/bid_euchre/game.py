"""The Bid Euchre family, as the rooms that know no game are told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from clabber_audit.games.bid_euchre.contradictions import contradicted, contradictions, lasting
from clabber_audit.games.bid_euchre.declaring import order
from clabber_audit.games.bid_euchre.ending import counts_down, reaches
from clabber_audit.games.bid_euchre.ending import next_dealer as dealer_after
from clabber_audit.games.bid_euchre.hearing import hearing, unrecorded
from clabber_audit.games.bid_euchre.held import hold
from clabber_audit.games.bid_euchre.in_full import written_in_full
from clabber_audit.games.bid_euchre.needs import NEEDS
from clabber_audit.games.bid_euchre.recording import recording
from clabber_audit.games.bid_euchre.steps import STEPS
from clabber_audit.games.bid_euchre.table import strange
from clabber_audit.games.bid_euchre.toggles import COSTS, PENALTIES, RENEGE, Toggles
from clabber_audit.games.game import Deals, Game, Outcome
from clabber_audit.ground.errors import Fault
from clabber_audit.record.bid_euchre.words import FORMAT
from clabber_audit.record.hand import Hand

if TYPE_CHECKING:
    from clabber_audit.record.bid_euchre.model import BidEuchreRecord


def next_dealer(outcome: Outcome, both_guilty: bool, deals: Deals, toggles: Toggles) -> int | None:
    """Who deals after a hand; None while it is not over."""
    if outcome in ("unfinished", "undetermined"):
        return None
    return deals.due if deals.misdeal else dealer_after(deals.dealer, outcome, deals.seating, toggles)


def held(record: BidEuchreRecord) -> tuple[Hand | None, list[Fault]]:
    """The record as a hand, as long as nothing lasting speaks against one, and what cannot have happened."""
    plain = written_in_full(record)
    found = contradicted(record, plain is not None)
    return None if found and lasting(record) else hold(record, plain=plain), found


BID_EUCHRE: Final = Game(
    id="bid-euchre",
    name="Bid Euchre",
    format=FORMAT,
    ruling="bid-euchre-ruling/1",
    toggles=Toggles,
    penalties=PENALTIES,
    renege=lambda toggles: RENEGE[toggles.renege_penalty],
    costs=COSTS.get,
    steps=STEPS,
    order=order,
    recording=recording,
    held=held,
    contradictions=contradictions,
    lasting=lasting,
    strange=strange,
    unrecorded=unrecorded,
    hearing=hearing,
    best_play=False,
    next_dealer=next_dealer,
    stands=reaches,
    played_down=counts_down,
    needs=NEEDS,
)
