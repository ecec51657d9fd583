"""The shipped rulesets of each game."""

from __future__ import annotations

from typing import Final

from clabber_audit.rules.ruleset import SHIPPED_OF

OF_CLABBER: Final = SHIPPED_OF["clabber"]
OF_BID_EUCHRE: Final = SHIPPED_OF["bid-euchre"]
