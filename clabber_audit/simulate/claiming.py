"""Claims that the players of a simulated hand make: mostly right ones, some with nothing behind them."""

from __future__ import annotations

from random import Random
from typing import Any

from clabber_audit.evidence.finding import Finding
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table.seating import Seating


def claim(random: Random, ruling: Ruling, claims: float) -> list[dict[str, Any]]:
    """The claim that is made on a hand, if one is: of `claims` of the reneges, and a tenth as often of none."""
    reneges = [finding for finding in ruling.findings if finding.penalty == "renege" and finding.verdict == "proven"]
    if reneges and random.random() < claims:
        return [_rightly(random, random.choice(reneges), ruling.walk.hand.seating)]
    played_out = ruling.walk.over
    if not reneges and played_out and random.random() < claims / 10 and ruling.law.duties:
        return [_wildly(random, ruling)]
    return []


def _rightly(random: Random, finding: Finding, seating: Seating) -> dict[str, Any]:
    """A claim by another side that means the finding, more or less precisely."""
    against = finding.seat or 0
    others = [seat for seat, side in enumerate(seating.side_of) if side != finding.team]
    by = sorted(others, key=lambda other: other ^ against)[int(random.random() * len(others))]
    soonest = finding.at + 1 if finding.falls else max(finding.at, 0)
    provable = finding.provable_from if isinstance(finding.provable_from, int) else soonest
    end = seating.end
    at = max(soonest, min(provable, end)) if random.random() < 0.8 else random.randint(min(soonest, end), end)
    made: dict[str, Any] = {
        "by": seating.seats[by],
        "against": seating.seats[against],
        "infraction": finding.infraction,
        "at": at,
    }
    if finding.trick and finding.falls:
        made["trick"] = finding.trick
    if random.random() < 0.7:
        made["reviewed"] = True
    return made


def _wildly(random: Random, ruling: Ruling) -> dict[str, Any]:
    """A claim with nothing behind it."""
    seating = ruling.walk.hand.seating
    by, at = random.randrange(len(seating.seats)), random.randint(seating.width, seating.end)
    made: dict[str, Any] = {
        "by": seating.seats[by],
        "against": seating.seats[seating.left_of(by)],
        "infraction": random.choice([duty.infraction.id for duty in ruling.law.duties]),
        "trick": random.randint(1, at // seating.width),
        "at": at,
    }
    if random.random() < 0.5:
        made[random.choice(("reviewed", "withdrawn"))] = True
    return made
