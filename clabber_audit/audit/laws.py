"""The law that an audit goes by: one instead of each record's own, or that which a record names."""

from __future__ import annotations

import json
from functools import lru_cache

from clabber_audit.law.bound_ruleset import BoundRuleset, law, law_of
from clabber_audit.record.words import DEFAULT_RULESET
from clabber_audit.rulesets.ruleset import SHIPPED, from_data


@lru_cache(maxsize=4)
def law_in(text: str) -> BoundRuleset:
    """The law of a ruleset given as canonical JSON."""
    return law(from_data(json.loads(text)))


def law_asked(text: str | None, name: bytes) -> BoundRuleset | None:
    """The law given, else the one that a record names, both as JSON texts; None where there is none of that name."""
    if text is not None:
        return law_in(text)
    named = name[1:-1].decode() or DEFAULT_RULESET
    return law_of(named) if named in SHIPPED else None
