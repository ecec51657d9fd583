"""Trumps named, and players who leave the hand."""

from __future__ import annotations

from typing import Any, Final

from clabber_audit.games.bid_euchre.leaving import leavings
from clabber_audit.games.bid_euchre.naming import played_alone
from clabber_audit.games.bid_euchre.order import HIGH, LOW
from clabber_audit.simulate.bid_euchre.strength import best_named, tricks_in
from clabber_audit.simulate.bid_euchre.table import Table
from clabber_audit.table.pack import SUITS

#: How often a bidder plays alone where he may, and players without a trick leave.
_ALONE: Final = 0.25
_LEAVES: Final = 0.4
_FOUR: Final = 4


def name_trumps(table: Table) -> None:
    """The winner of the bid names what his hand is best for, unless his bid has said it."""
    random, seating = table.random, table.seating
    contract = table.spoken.contract
    if contract is None or contract.kind in table.recording.named:
        return
    name, _ = best_named(table.hands[contract.maker], table.recording.names, table.law.order(table.pack).strains)
    more: dict[str, Any] = {}
    chosen = table.recording.lone and len(seating.seats) == _FOUR and random.random() < _ALONE
    if chosen or (contract.kind.endswith("_pepper") and played_alone(contract, table.toggles)):
        more["alone"] = True
    seat = contract.maker
    if table.slips("named"):
        slip = random.choice(("stranger", "not had", "late"))
        if slip == "stranger":
            seat = seating.left_of(seat)
        elif slip == "late" and not more:
            more["at"] = random.randint(2, seating.width)
        else:
            name = random.choice([other for other in (*HIGH, LOW) if other not in table.recording.names] or SUITS)
    table.say(seat, "trump", trump=name, **more)


def leave(table: Table) -> None:
    """Whoever expects no trick may leave; where it slips somebody leaves who may not, or too late."""
    random, seating, told = table.random, table.seating, table.declared
    spoken = table.spoken
    if table.slips("out") and spoken.contract is not None:
        late = table.toggles.drop_out == "yes" and random.random() < 0.5
        seat = seating.left_of(spoken.contract.maker) if late else spoken.contract.maker
        table.say(seat, "out", **({"at": random.randint(1, seating.width)} if late else {}))
        return
    if told.strain is None or spoken.contract is None or table.toggles.drop_out != "yes":
        return
    before = tuple(table.before.get(side, table.recording.start) for side in seating.side_names)
    for seat in seating.around[seating.left_of(spoken.contract.maker)]:
        found, _ = leavings([(0, seat, -1)], spoken.contract, seating, before, table.toggles)
        side = seating.seats_of(seating.side_of[seat])
        weak = sum(tricks_in(table.hands[one], told.strain) for one in side) < 1
        if found[0].allowed and weak and random.random() < _LEAVES:
            table.say(seat, "out")
            if not seating.alone:
                return
