"""Simulated hands of Clabber."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from clabber_audit.cards import (
    BIT,
    CODE,
    CODES,
    DECK,
    PACK,
    SEATING,
    SEATS,
    SUIT,
    SUIT_LETTER,
    SUITS,
    Trick,
    codes,
    left_of,
)
from clabber_audit.games.clabber.melds import belle_cards, best_melds
from clabber_audit.rules.bound_ruleset import BoundRuleset, legal_cards
from clabber_audit.simulate.hand import SimulatedHand

_PLAYERS: Final = len(SEATS)
#: Kinds of trouble in an irregular hand, by weight.
_TROUBLE: Final = (
    *("card",) * 8,
    *("turn",) * 3,
    *(
        "announced early",
        "announced late",
        "shown early",
        "shown late",
        "unshown",
        "unannounced",
        "false meld",
    ),
    *(
        "belle early",
        "belle forgotten",
        "no trump",
        "passed suit",
        "call out of turn",
        "short cut",
        "wrong score",
    ),
    *("incident",) * 4,
)


class ClabberHand(SimulatedHand):
    """Simulated hand of Clabber; `number` determines the dealer."""

    seating = SEATING
    kinds = _TROUBLE

    def __init__(self, random: Random, law: BoundRuleset, number: int) -> None:
        super().__init__(random, law)
        self.dealer = number % _PLAYERS
        pack = list(CODES)
        random.shuffle(pack)
        self.dealt = [pack[seat::_PLAYERS] for seat in range(_PLAYERS)]
        self.upcard = self.dealt[self.dealer][-1]
        self.hands = [sum(BIT[code] for code in hand) for hand in self.dealt]
        self.trump = 0
        self.melds: list[dict[str, Any]] = []

    def play_hand(self) -> None:
        self.declare()
        if self.trump:
            self.play()
            self.call_melds()
            self.add_incidents(SEATING)

    def to_data(self) -> dict[str, Any]:
        deal: dict[str, Any] = {
            "dealer": SEATS[self.dealer],
            "upcard": self.upcard,
            "hands": dict(zip(SEATS, self.dealt, strict=True)),
        }
        if "short cut" in self.trouble:
            deal["cut"] = self.random.randint(1, 3)
        return {
            "deal": deal,
            "declarations": self.declarations,
            "melds": self.melds,
            "plays": self.plays,
            "incidents": self.incidents,
        }

    def declare(self) -> None:
        """Make two rounds of calls; a player with three of a suit plays it, the others mostly pass."""
        turned = self.upcard[1]
        order = [(self.dealer + step) % _PLAYERS for step in range(1, _PLAYERS + 1)]
        if "call out of turn" in self.trouble:
            order[0], order[1] = order[1], order[0]
        for number in (1, 2):
            for seat in order:
                suit = (
                    turned if number == 1 else self.random.choice([suit for suit in SUITS if suit != turned])
                )
                holding = (self.hands[seat] & SUIT[suit]).bit_count()
                blind = "no trump" in self.trouble and holding == 0
                passed = "passed suit" in self.trouble and number == 2 and self.hands[seat] & SUIT[turned]
                wants = holding >= 3 or (holding == 2 and self.random.random() < 0.4)
                if blind or passed or (wants and not (number == 1 and "passed suit" in self.trouble)):
                    suit = turned if passed else suit
                    self.declarations.append({"seat": SEATS[seat], "call": "play" if number == 1 else suit})
                    self.trump = SUIT[suit]
                    return
                self.declarations.append({"seat": SEATS[seat], "call": "pass"})

    def play(self) -> None:
        """Play six tricks."""
        random, strain = self.random, self.law.order(PACK).strains[SUIT_LETTER[self.trump]]
        held = list(self.hands)
        leader = left_of(self.dealer)
        wrong_cards = self.trouble.count("card")
        wrong_turn = random.randrange(20) if "turn" in self.trouble else -1
        while any(held):
            waiting = [(leader + step) % _PLAYERS for step in range(_PLAYERS)]
            trick = Trick.begin(strain, fallen=DECK & ~sum(held))
            while waiting:
                place = 0
                if len(self.plays) >= wrong_turn >= 0 and len(waiting) > 2:
                    place, wrong_turn = random.randrange(1, len(waiting)), -1
                seat = waiting.pop(place)
                legal = legal_cards(
                    self.law, held[seat], trick.led, self.trump, trick.above, trick=trick.lead_number
                )
                illegal = held[seat] & ~legal
                if wrong_cards and illegal and random.random() < 0.5:
                    legal, wrong_cards = illegal, wrong_cards - 1
                card = BIT[random.choice(codes(legal))]
                held[seat] &= ~card
                trick = trick.play(seat, card)
                self.plays.append({"seat": SEATS[seat], "card": CODE[card]})
            assert trick.winner is not None
            leader = trick.winner

    def call_melds(self) -> None:
        """Call and show the melds and the belle of each seat, with the slips that are due."""
        random, both = self.random, belle_cards(self.trump)
        for seat, cards in zip(SEATS, self.dealt, strict=True):
            held = sum(BIT[code] for code in cards)
            clocks = [clock for clock, play in enumerate(self.plays) if play["seat"] == seat]
            for meld in best_melds(held):
                entry = {"seat": seat, "kind": meld.kind, "cards": codes(meld.cards)}
                moments = {"announced": "in_turn", "shown": "in_turn"}
                self.melds.append({**entry, **moments, **self._slip_in_meld(clocks)})
            if not best_melds(held) and self.take_slip("false meld"):
                self.melds.append({"seat": seat, "kind": "dad", "cards": random.sample(cards, 3)})
            shown = any(set(codes(both)) <= set(meld.get("cards", ())) for meld in self.melds)
            calls = held & both == both and not (shown and random.random() < 0.5)
            if calls and "belle forgotten" not in self.trouble:
                announced: int | str = "in_turn"
                if "belle early" in self.trouble:
                    parts = [clock for clock in clocks if BIT[self.plays[clock]["card"]] & both]
                    announced = random.randint(0, parts[1] - 1)
                self.melds.append({"seat": seat, "kind": "belle", "announced": announced})

    def _slip_in_meld(self, clocks: list[int]) -> dict[str, Any]:
        """Return the moments or cards of a slip that is due, and use it up; `clocks` are those of the seat's cards."""
        random = self.random
        for kind in self.trouble:
            slip: dict[str, Any] = {}
            if kind == "announced early" and clocks[0]:
                slip = {"announced": random.randrange(clocks[0])}
            elif kind == "announced late":
                slip = {"announced": random.randint(clocks[0] + 1, clocks[0] + 6)}
            elif kind == "shown early":
                slip = {"shown": random.randrange(clocks[1])}
            elif kind == "shown late":
                slip = {"shown": random.randint(clocks[1] + 1, clocks[1] + 6)}
            elif kind == "unshown":
                slip = {"shown": "never", "cards": []}
            elif kind == "unannounced":
                slip = {"announced": "never"}
            if slip:
                self.trouble.remove(kind)
                return slip
        return {}
