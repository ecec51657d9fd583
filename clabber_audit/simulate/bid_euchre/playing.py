"""The cards of a simulated hand, trick by trick, each one that the law allows unless it slips."""

from __future__ import annotations

from typing import Final

from clabber_audit.law.bound_ruleset import legal_cards
from clabber_audit.replay import Declared, opened, suit_of_lead
from clabber_audit.simulate.bid_euchre.table import Table
from clabber_audit.table.pack import JOKER, SUITS

#: How often a suit is named with a joker led without trumps.
_NAMED: Final = 0.7


def play(table: Table) -> None:
    """All tricks, if the hand is played."""
    told = table.declared
    if told.unplayed or told.strain is None or table.spoken.leader is None:
        return
    _Playing(table, told, table.spoken.leader).go()


class _Playing:
    """The table while cards fall."""

    def __init__(self, table: Table, told: Declared, leader: int) -> None:
        assert told.strain is not None
        self.table, self.random, self.strain = table, table.random, told.strain
        self.seating, self.leader = told.hand.seating, leader
        self.held = list(told.hand.dealt)
        last = self.seating.end - self.seating.width
        self.wrong_turn = self.random.randrange(max(1, last)) if table.slips("turn") else -1
        idle = [seat for seat in range(len(table.seating.seats)) if self.seating.out >> seat & 1]
        strays = bool(idle) and table.slips("stray")
        #: Who is out and plays all the same, and when.
        self.stray = (self.random.choice(idle), self.random.randrange(max(1, last))) if strays else (-1, -1)

    def go(self) -> None:
        """Trick by trick."""
        for _ in range(self.seating.each):
            self.trick()

    def trick(self) -> None:
        """One trick; its winner leads the next."""
        strain, pack, held = self.strain, self.table.pack, self.held
        led, winning, winner, waiting = pack.all, pack.all, self.leader, list(self.seating.around[self.leader])
        while waiting:
            self.stray_card()
            place = 0
            if len(self.table.plays) >= self.wrong_turn >= 0 and len(waiting) > 1:
                place, self.wrong_turn = self.random.randrange(1, len(waiting)), -1
            seat = waiting.pop(place)
            first = led == pack.all
            above = opened(strain.trump, pack.all & ~sum(held)) if first else winning & strain.trump
            card = self.choice(seat, legal_cards(self.table.law, held[seat], led, strain.trump, above))
            held[seat] &= ~card
            named = self.named(card) if first else ""
            led = suit_of_lead(strain, card, named) if first else led
            if card & winning:
                winning, winner = strain.beaters[card], seat
            self.fall(seat, card, named)
        self.leader = winner

    def choice(self, seat: int, legal: int) -> int:
        """A card of those that are legal, and where it slips one of the others."""
        illegal = self.held[seat] & ~legal
        cards = illegal if illegal and self.random.random() < 0.5 and self.table.slips("card") else legal
        return self.random.choice([bit for bit in self.table.pack.face if bit & cards])

    def named(self, card: int) -> str:
        """The suit that is named with a joker that beats all and is led without trumps (BD-40)."""
        joker = self.table.pack.joker and card == self.table.pack.mask[JOKER]
        beats_all = joker and not self.strain.trump and self.table.toggles.joker_nt == "beats_all"
        return self.random.choice(SUITS) if beats_all and self.random.random() < _NAMED else ""

    def stray_card(self) -> None:
        """Somebody who is out plays a card, if it slips now."""
        seat, at = self.stray
        if len(self.table.plays) >= at >= 0:
            self.stray = (-1, -1)
            self.fall(seat, self.random.choice([bit for bit in self.table.pack.face if bit & self.held[seat]]), "")

    def fall(self, seat: int, card: int, named: str) -> None:
        """A card falls."""
        play = {"seat": self.table.seating.seats[seat], "card": self.table.pack.face[card]}
        self.table.plays.append({**play, "named": named} if named else play)
