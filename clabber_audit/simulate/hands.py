"""Random hands by the thousand, each for itself."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from clabber_audit.law.bound_ruleset import law_of
from clabber_audit.record.model import HandRecord
from clabber_audit.record.words import DEFAULT_RULESET, FORMAT
from clabber_audit.simulate.scoring import miscounted, settled
from clabber_audit.simulate.table import SimulatedHand
from clabber_audit.table.cards import SEATS, TEAMS

_NAMES: Final = ("Ada", "Ben", "Cora", "Dell", "Etta", "Finn", "Gus", "Hazel", "Ida", "Jud", "Kate", "Lem")
_CLUBS: Final = ("Owls", "Herons", "Otters", "Badgers", "Larks", "Foxes")


def simulated(
    seed: int, hands: int, irregular: float = 0.1, claims: float = 0.3, ruleset: str = DEFAULT_RULESET
) -> Iterator[HandRecord]:
    """`hands` records; `irregular` of them break a rule, and of the reneges `claims` are claimed.

    Both rates run from 0 to 1. Where nobody reneged a tenth as many claims are made, wrongly.
    """
    law = law_of(ruleset)
    for number in range(hands):
        random = Random(f"clabber {seed} {number}")
        table = SimulatedHand(random, law, dealer=number % len(SEATS))
        table.play_out(irregular)
        head = {
            "format": FORMAT,
            "id": f"sim-{seed}-{number + 1:06}",
            "ruleset": law.ruleset.id,
            "players": dict(zip(SEATS, random.sample(_NAMES, len(SEATS)), strict=True)),
            "teams": dict(zip(TEAMS, random.sample(_CLUBS, len(TEAMS)), strict=True)),
        }
        data, ruling, score = settled(random, law, {**head, **table.written()}, claims)
        if "wrong score" in table.trouble:
            score = miscounted(random, ruling, score)
        yield HandRecord.model_validate({**data, "score": score} if score else data)
