"""The calls of a simulated hand: special calls, then bids, each one that the game has, above those before it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from clabber_audit.games.bid_euchre.auction import Call, auction
from clabber_audit.games.bid_euchre.bids import PASS, TWO, number_of
from clabber_audit.games.bid_euchre.contract import Deal
from clabber_audit.games.bid_euchre.special_calls import (
    ACE_NO_FACE,
    BOTTOMS,
    FOUR_OF_A_KIND,
    SpecialCall,
    special_calls,
)
from clabber_audit.notation.bid_euchre.words import NO_TURN, SPOKEN
from clabber_audit.simulate.bid_euchre.strength import PARTNER, best_named
from clabber_audit.simulate.bid_euchre.table import Table

#: How often a right to a special call is used, and a bid dared that the cards do not bear.
_CLAIMED: Final = 0.6
_DARED: Final = 0.02
#: How often a table is timid, and how often a timid player passes what he could bid.
_TIMID: Final = 0.15
_PASSES: Final = 0.9


class Bidding:
    """Whoever speaks, in turn."""

    def __init__(self, table: Table) -> None:
        self.table, self.random = table, table.random
        self.strains = table.law.order(table.pack).strains
        self.timid = table.random.random() < _TIMID
        self.words = [bid.word for bid in table.recording.bidding.bids] if table.recording.bidding else []

    def call_specially(self) -> None:
        """Bottoms, four of a kind, Ace No Face: by whoever may, and where it slips by somebody who may not."""
        table = self.table
        slips = bool(table.recording.special) and table.slips("special call")
        for seat in table.seating.around[table.seating.left_of(table.dealer)]:
            options = [(word, cards) for word, cards in self._specials(seat) if self._may(seat, word, cards) != slips]
            if options and (slips or self.random.random() < _CLAIMED):
                word, cards = self.random.choice(options)
                table.say(seat, word, **({"cards": table.faces(cards)} if word == BOTTOMS else {}))
                table.hands = self._called(seat, word, cards)[1].hands
                return

    def _specials(self, seat: int) -> list[tuple[str, int]]:
        """All that somebody may come to call, with the cards that he shows."""
        if not self.table.recording.special:
            return []
        hand = [card for card in self.table.pack.face if card & self.table.deal.hands[seat]]
        threes = [sum(cards) for cards in combinations(hand, 3)]
        alike = [cards for cards in threes if any(cards & ~rank == 0 for rank in self.table.pack.rank.values())]
        return [(FOUR_OF_A_KIND, 0), (ACE_NO_FACE, 0), *((BOTTOMS, cards) for cards in alike)]

    def _may(self, seat: int, word: str, cards: int) -> bool:
        found, _ = self._called(seat, word, cards)
        return bool(found and found[0].entitled)

    def _called(self, seat: int, word: str, cards: int) -> tuple[Sequence[SpecialCall], Deal]:
        """A special call as it would stand, and the deal after it."""
        return special_calls([(0, seat, word, cards)], self.table.deal, self.table.toggles)

    def call(self) -> None:
        """Round the table, until nobody has a call left."""
        table = self.table
        seat, silent = table.seating.left_of(table.dealer), 0
        if table.slips("call out of turn"):
            other = self.random.choice([other for other in range(len(table.seating.seats)) if other != seat])
            self._speak(other)
        while silent < len(table.seating.seats):
            silent = 0 if self._speak(seat) else silent + 1
            seat = table.seating.left_of(seat)

    def _speak(self, seat: int) -> bool:
        """A seat calls, if it has a call left."""
        lawful = [word for word in (PASS, *self.words) if self._is_lawful(self._heard(seat, word))]
        if not lawful:
            return False
        wrong = [word for word in SPOKEN if word not in NO_TURN and word not in lawful]
        slips = self.random.random() < 0.5 and wrong and self.table.slips("bid")
        self.table.say(seat, self.random.choice(wrong) if slips else self._choice(seat, lawful))
        return True

    def _heard(self, seat: int, word: str) -> Call:
        """A call as it would stand."""
        table = self.table
        said = [
            (number, table.seating.number[one["seat"]], one["call"])
            for number, one in enumerate(table.declarations)
            if one["call"] not in NO_TURN
        ]
        return auction([*said, (len(said), seat, word)], table.deal, table.toggles).calls[-1]

    @staticmethod
    def _is_lawful(call: Call) -> bool:
        refused = call.stuck and call.word == PASS
        return call.counts and call.exists and call.higher and call.true is not False and not refused

    def _choice(self, seat: int, lawful: list[str]) -> str:
        """What a player says who counts his tricks, and now and then dares."""
        table, random = self.table, self.random
        if PASS in lawful and self.timid and random.random() < _PASSES:
            return PASS
        _, own = best_named(table.hands[seat], table.recording.names, self.strains)
        worth = own + (0 if table.recording.alone else PARTNER * table.seating.each) + random.uniform(-1, 0.6)
        words = [word for word in lawful if word != PASS and number_of(word) is None]
        numbers = [word for word in lawful if number_of(word) is not None]
        if words and (worth >= table.seating.each or random.random() < _DARED):
            return random.choice(words)
        if TWO in numbers and table.toggles.two_bid == "signal" and random.random() < _CLAIMED:
            return TWO
        borne = [word for word in numbers if (number_of(word) or 0) <= worth]
        if borne:
            return random.choice(borne[:2])
        return PASS if PASS in lawful else numbers[0]
