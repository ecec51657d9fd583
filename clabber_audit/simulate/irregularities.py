"""What goes wrong in an irregular hand, and what happens beside the cards of one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from clabber_audit.law.incidents import IncidentKind
from clabber_audit.table.seating import Seating


def trouble(random: Random, irregular: float, kinds: Sequence[str]) -> list[str]:
    """What goes wrong in a hand: mostly nothing; in `irregular` of the hands one of some kinds, seldom two."""
    if random.random() < irregular:
        return [random.choice(kinds) for _ in range(random.choice((1, 1, 1, 2)))]
    return []


def disturbance(
    random: Random, kinds: Sequence[IncidentKind], plays: Sequence[dict[str, Any]], seating: Seating
) -> dict[str, Any]:
    """Something that happens beside the cards of a hand that was played out, after the first trick."""
    kind, at = random.choice(kinds), random.randint(seating.width, seating.end - seating.width)
    incident: dict[str, Any] = {"kind": kind.word, "seat": random.choice(seating.seats), "at": at}
    if "trick" in kind.needs:
        incident["trick"] = random.randint(1, at // seating.width)
    if "card" in kind.needs:
        later = [play for play in plays[at:] if play["seat"] == incident["seat"]]
        incident["card"] = later[0]["card"] if later else None
    return {key: value for key, value in incident.items() if value is not None}
