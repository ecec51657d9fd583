"""Measure what the side remarks take: double-dummy play from each trick on, and the robustness of rulings.

Run as `python -m tests.benchmarks.aside`. Everything is CPU time of one process.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Final

from clabber_audit.cards.cards import CODES, PACK, SEATS, SUIT, mask_of
from clabber_audit.evidence.double_dummy import BUDGET, DoubleDummy, Position, TooLarge
from clabber_audit.judge.judge import adjudicate
from clabber_audit.judge.side_remarks import robustness, side_notes
from clabber_audit.records.hand import prepare_hand
from clabber_audit.replay import replay_hand
from clabber_audit.rules.bound_ruleset import BoundRuleset, law_of, legal_cards
from clabber_audit.simulate.seasons import simulate_hands

_DEALS: Final = 200
_RULINGS: Final = 200


def main() -> None:
    """Print both tables."""
    law = law_of("ecl-1992")
    print("trick  positions: median, 9 of 10, most    CPU ms: median, 9 of 10, most    beyond the budget")
    for trick in range(1, 7):
        counts, spent, beyond = [], [], 0
        for position, trump in _leads(trick):
            asked = _dummy(law, trump)
            begun = time.process_time()
            try:
                asked.value_each_card(position)
            except TooLarge:
                beyond += 1
            spent.append(1000 * (time.process_time() - begun))
            counts.append(float(BUDGET - max(asked.left, 0)))
        print(f"{trick}  {_spread(counts, 0)}    {_spread(spent, 1)}    {beyond} of {len(counts)}")
    for what, work in (
        ("robustness", robustness),
        ("all side remarks", lambda ruling: side_notes(ruling, ())),
    ):
        spent, judged = _rulings(work)
        print(f"{what}, CPU ms over {judged} rulings with a finding: {_spread(spent, 0)}")


def _dummy(law: BoundRuleset, trump: int) -> DoubleDummy:
    return DoubleDummy(
        trump, lambda hand, led, above, trick: legal_cards(law, hand, led, trump, above, trick=trick)
    )


def _leads(trick: int) -> list[tuple[Position, int]]:
    """The tables before a lead: random deals for the first trick, played hands without a fault for the others."""
    if trick == 1:
        found = []
        for seed in range(_DEALS):
            rng = Random(seed)
            pack = rng.sample(CODES, 24)
            hands = tuple(mask_of(pack[6 * seat : 6 * seat + 6]) for seat in range(len(SEATS)))
            found.append((Position(hands, rng.randrange(4)), SUIT[rng.choice("CDHS")]))
        return found
    found = []
    for record in simulate_hands(3, 2 * _DEALS, irregular=0.0):
        hand = prepare_hand(record)
        replay = replay_hand(hand, law_of("ecl-1992").order(PACK)) if hand else None
        if replay and replay.is_over and replay.trumps and len(found) < _DEALS:
            at = 4 * trick - 4
            hands = tuple(replay.hand_at(seat, at) for seat in range(len(SEATS)))
            found.append((Position(hands, replay.hand.seats[at]), replay.trumps))
    return found


def _rulings(work: Callable[..., object]) -> tuple[list[float], int]:
    law, spent = law_of("ecl-1992"), []
    for record in simulate_hands(5, 100 * _RULINGS, irregular=0.5):
        hand = prepare_hand(record)
        ruling = adjudicate(hand, law) if hand else None
        if ruling and any(finding.falls for finding in ruling.findings):
            begun = time.process_time()
            work(ruling)
            spent.append(1000 * (time.process_time() - begun))
        if len(spent) == _RULINGS:
            break
    return spent, len(spent)


def _spread(values: list[float], digits: int) -> str:
    ordered = sorted(values)
    parts = (statistics.median(ordered), ordered[len(ordered) * 9 // 10], ordered[-1])
    return ", ".join(f"{part:,.{digits}f}" for part in parts)


if __name__ == "__main__":
    main()
