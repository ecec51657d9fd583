"""The shape of a certificate."""

from __future__ import annotations

from typing import Literal, NamedTuple

from clabber_audit.evidence.worlds import World
from clabber_audit.record.hand import Hand
from clabber_audit.ruling.certificates.facts import Fact
from clabber_audit.ruling.certificates.statement import Offense


class Certificate(NamedTuple):
    """Why one of some faults is true, why none of them is, or that it cannot be told."""

    hand: Hand
    about: Literal["finding", "claim", "laydown"]
    #: The number of the finding or claim in the ruling; 0 of a lay-down without a fault.
    number: int
    verdict: Literal["proven", "refuted", "undetermined"]
    faults: tuple[Offense, ...]
    #: The fewest facts that decide it; empty when it is undetermined.
    premises: tuple[Fact, ...] = ()
    #: A world in which it is so and one in which it is not, when it is undetermined.
    worlds: tuple[World, World] | None = None
