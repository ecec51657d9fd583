"""Which checker a ruling is for. Beside them nothing is shared with the program that wrote its certificates."""

from __future__ import annotations

from clabber_audit.evidence.checker import Checker, Json
from clabber_audit.evidence.checking_bid_euchre import BidEuchreChecker
from clabber_audit.evidence.checking_laydowns import LaydownChecker


def checker_of(ruling: Json) -> Checker:
    """The checker of a ruling's certificates, by its form."""
    return BidEuchreChecker(ruling) if ruling.get("format") == "bid-euchre-ruling/1" else LaydownChecker(ruling)
