"""The law that an audit goes by instead of each record's own."""

from __future__ import annotations

import json
from functools import lru_cache

from clabber_audit.law.bound_ruleset import BoundRuleset, law
from clabber_audit.rulesets.ruleset import from_data


@lru_cache(maxsize=4)
def law_in(text: str) -> BoundRuleset:
    """The law of a ruleset given as canonical JSON."""
    return law(from_data(json.loads(text)))
