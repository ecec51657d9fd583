"""Cards that change hands: what the game has it that they give, and where it slips something else."""

from __future__ import annotations

from typing import Any, Final

from clabber_audit.games.bid_euchre.exchanging import Owed, choice, owed
from clabber_audit.simulate.bid_euchre.table import Table
from clabber_audit.table.strain import Strain

#: How often cards are handed over that need not be.
_OFFERED: Final = 0.7


def hand_over(table: Table) -> None:
    """The exchange of the hand, if the game has one; each chooses from the hand that he held when trumps were named."""
    told, spoken, random = table.declared, table.spoken, table.random
    has_it = table.toggles.exchange != "none" or table.toggles.pepper_play == "alone"
    asked = owed(spoken.contract, told.strain, spoken.named.alone, table.seating, table.toggles)
    if spoken.contract is None or told.strain is None or told.unplayed:
        return
    if has_it:
        table.exchanges = []
    if not asked and len(table.seating.seats) % 2 == 0 and table.slips("exchange"):
        seat = spoken.contract.maker
        other = (seat + len(table.seating.seats) // 2) % len(table.seating.seats)
        asked = [Owed(seat, other, 1, "any", True), Owed(other, seat, 1, "any", True)]
    elif asked and random.random() < 0.5 and table.slips("exchange"):
        # Nobody hands anything over.
        return
    if not all(one.due for one in asked) and random.random() > _OFFERED:
        return
    given = [_given(table, one, told.strain) for one in asked]
    if given:
        table.exchanges = given


def _given(table: Table, one: Owed, strain: Strain) -> dict[str, Any]:
    hand = table.hands[one.giver]
    right = choice(hand, one.which, strain)
    wrong = hand & ~right if right is not None else 0
    cards = wrong if wrong and table.slips("exchange") else hand if right is None else right
    bits = [bit for bit in table.pack.face if bit & cards]
    seats = table.seating.seats
    picked = sum(table.random.sample(bits, one.number))
    return {"from": seats[one.giver], "to": seats[one.taker], "cards": table.faces(picked)}
