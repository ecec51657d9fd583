"""The rulesets that an archive keeps, made of their texts; each text once, however many hands are ruled by it."""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

from clabber_audit.law.bound_ruleset import BoundRuleset, law
from clabber_audit.record.canonical import canonical
from clabber_audit.rulesets.ruleset import Ruleset, from_data, genuine

#: How many are held.
_MOST: Final = 64


class Held(NamedTuple):
    """A ruleset, bound, with its canonical text and the hash of that."""

    law: BoundRuleset
    text: str
    digest: str


@lru_cache(_MOST)
def ruleset_in(text: str) -> Ruleset:
    """The ruleset in a text; Unusable, ValueError, TypeError, KeyError or RecursionError where there is none."""
    return from_data(json.loads(text))


@lru_cache(_MOST)
def genuine_in(text: str, path: str, changed: bool) -> Ruleset:
    """The same, if it may go by its name in the archive of that path: see `genuine`."""
    return genuine(ruleset_in(text), path, changed=changed)


@lru_cache(_MOST)
def held_in(text: str) -> Held:
    """The same, whatever it goes by, as archives are verified with."""
    ruleset = ruleset_in(text)
    kept = canonical(ruleset.as_data())
    return Held(law(ruleset), kept, sha256(kept.encode()).hexdigest())
