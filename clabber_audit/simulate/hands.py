"""Random hands by the thousand, each for itself."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final, Protocol

from clabber_audit.law.bound_ruleset import BoundRuleset, load_law
from clabber_audit.record import words as clabber
from clabber_audit.record.bid_euchre import words as bid_euchre
from clabber_audit.record.formats import model_of
from clabber_audit.record.words import DEFAULT_RULESET
from clabber_audit.simulate.bid_euchre.hand import BidEuchreHand
from clabber_audit.simulate.scoring import miscounted, settled
from clabber_audit.simulate.table import SimulatedHand
from clabber_audit.table.seating import Seating

_NAMES: Final = ("Ada", "Ben", "Cora", "Dell", "Etta", "Finn", "Gus", "Hazel", "Ida", "Jud", "Kate", "Lem")
_CLUBS: Final = ("Owls", "Herons", "Otters", "Badgers", "Larks", "Foxes")


class Dealt(Protocol):
    """A hand as it is made: dealt, played out, written down."""

    trouble: list[str]

    @property
    def seating(self) -> Seating:
        """Who sits there."""

    def play_out(self, irregular: float) -> None:
        """Play it; `irregular` is how often somebody breaks a rule, from 0 to 1."""

    def written(self) -> dict[str, Any]:
        """The hand as record data."""


class _Maker(Protocol):
    def __call__(self, random: Random, law: BoundRuleset, number: int) -> Dealt: ...


#: Who makes the hands of each format; the number of a hand says who deals.
_MAKERS: Final[dict[str, _Maker]] = {clabber.FORMAT: SimulatedHand, bid_euchre.FORMAT: BidEuchreHand}


def simulated(
    seed: int,
    hands: int,
    irregular: float = 0.1,
    claims: float = 0.3,
    ruleset: str = DEFAULT_RULESET,
) -> Iterator[Any]:
    """`hands` records of the game of a ruleset; `irregular` of them break a rule, of the reneges `claims` are claimed.

    Both rates run from 0 to 1. Where nobody reneged a tenth as many claims are made, wrongly.
    """
    law = load_law(ruleset)
    for number in range(hands):
        random = Random(f"clabber {seed} {number}")
        table = _MAKERS[law.game.format](random, law, number)
        table.play_out(irregular)
        seating = table.seating
        head = {
            "format": law.game.format,
            "id": f"sim-{seed}-{number + 1:06}",
            "ruleset": law.ruleset.id,
            "players": dict(zip(seating.seats, random.sample(_NAMES, len(seating.seats)), strict=True)),
        }
        if not seating.alone:
            sides = seating.side_names
            head["teams"] = dict(zip(sides, random.sample(_CLUBS, len(sides)), strict=True))
        data, ruling, score = settled(random, law, {**head, **table.written()}, claims)
        if "wrong score" in table.trouble:
            score = miscounted(random, ruling, score)
        yield model_of(law.game.format).model_validate({**data, "score": score} if score else data)
