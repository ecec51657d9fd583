"""What goes wrong in an irregular hand, in the cards, the calls, the melds or beside them, and how often which."""

from __future__ import annotations

from random import Random
from typing import Final

from clabber_audit.games import CLABBER
from clabber_audit.law.incidents import LAWFUL
from clabber_audit.law.infractions import incident_kinds_of

_TROUBLE: Final = (
    ["card"] * 8
    + ["turn"] * 3
    + ["announced early", "announced late", "shown early", "shown late", "unshown", "unannounced", "false meld"]
    + ["belle early", "belle forgotten", "no trump", "passed suit", "call out of turn", "short cut", "wrong score"]
    + ["incident"] * 4
)
INCIDENTS: Final = [kind for kind in incident_kinds_of(CLABBER).values() if kind not in LAWFUL and not kind.of_the_deal]


def trouble(random: Random, irregular: float) -> list[str]:
    """What goes wrong in a hand: mostly nothing; in `irregular` of the hands one thing, seldom two."""
    if random.random() < irregular:
        return [random.choice(_TROUBLE) for _ in range(random.choice((1, 1, 1, 2)))]
    return []
