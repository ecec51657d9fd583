"""The law that an audit goes by: one instead of each record's own, or that which a record names."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from clabber_audit.law.bound_ruleset import BoundRuleset, law, law_of
from clabber_audit.record.words import DEFAULT_RULESET
from clabber_audit.rulesets.ruleset import SHIPPED, from_data

Made = TypeVar("Made")


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


def made_of_law(make: Callable[[BoundRuleset], Made | None], text: str | None, name: bytes) -> Made | None:
    """What is made of the law asked, such as its screen, once; None where there is no such law, or nothing is made."""
    found: Made | None = _made_of_law(make, text, name if text is None else b"")
    return found


@lru_cache(maxsize=32)
def _made_of_law(make: Callable[[BoundRuleset], Any], text: str | None, name: bytes) -> Any:
    asked = law_asked(text, name)
    return make(asked) if asked else None
