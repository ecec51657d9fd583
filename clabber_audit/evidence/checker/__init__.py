"""Independent checker of certificates, by game."""

from __future__ import annotations

from clabber_audit.evidence.checker.bid_euchre import BidEuchreChecker
from clabber_audit.evidence.checker.checker import Checker, Json
from clabber_audit.evidence.checker.laydowns import LaydownChecker
from clabber_audit.evidence.checker.versions import record_by_versions


def checker_of(ruling: Json) -> Checker:
    """Return the certificate checker for the format of a ruling."""
    record, versions = record_by_versions(ruling)
    kind = BidEuchreChecker if ruling.get("format") == "bid-euchre-ruling/1" else LaydownChecker
    checker: Checker = kind({**ruling, "record": record})
    checker.versions = versions
    return checker
