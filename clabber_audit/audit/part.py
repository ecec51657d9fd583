"""What a share of hands comes to, as a few kilobytes of text: the same wherever and however often it is worked out."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from clabber_audit.audit.hand import audit_hand
from clabber_audit.audit.shares import RowGroup, Share
from clabber_audit.audit.wanted import Wanted
from clabber_audit.ground.errors import Exit
from clabber_audit.intake import Offered
from clabber_audit.law.bound_ruleset import BoundRuleset, law
from clabber_audit.record.names import names_in
from clabber_audit.rulesets.ruleset import from_data


class Told(NamedTuple):
    """What is told: text for standard output, a line of talk, or a name that was met and may look like another."""

    what: Literal["out", "talk", "name"]
    text: str


class Part(NamedTuple):
    """What a share came to."""

    #: In the order of the hands.
    told: tuple[Told, ...]
    #: How many hands deserve each exit code.
    codes: dict[Exit, int]
    #: How many questions stay open.
    open: int

    @property
    def hands(self) -> int:
        """How many hands it is about."""
        return sum(self.codes.values())


def audit_partition(share: Share | RowGroup, wanted: Wanted) -> Part:
    """The audit of a share, which depends on nothing but what is in it and what is wanted."""
    return audit_records(share.records(), wanted)


def audit_records(items: Iterable[Offered], wanted: Wanted) -> Part:
    """The audit of some records."""
    asked = None if wanted.law is None else _law(wanted.law)
    names, told = set[str](), list[Told]()
    codes, questions = Counter[Exit](), 0
    for item in items:
        told += _met(item, names)
        audited = audit_hand(item, wanted, asked)
        if audited.out:
            told.append(Told("out", audited.out))
        told += (Told("talk", line) for line in audited.talk)
        codes[audited.code] += 1
        questions += audited.open
    return Part(tuple(told), dict(codes), questions)


def _met(item: Offered, known: set[str]) -> Iterator[Told]:
    """The names of a record that are not yet known."""
    for name in names_in(item.record) if item.record else ():
        if name not in known:
            known.add(name)
            yield Told("name", name)


@lru_cache(maxsize=4)
def _law(text: str) -> BoundRuleset:
    """The law of a ruleset given as canonical JSON."""
    return law(from_data(json.loads(text)))
