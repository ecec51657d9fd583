"""One hand being dealt, declared and played by four who know the rules and mostly keep them."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from clabber_audit.games import CLABBER
from clabber_audit.law.bound_ruleset import BoundRuleset, legal_cards
from clabber_audit.law.incidents import LAWFUL
from clabber_audit.law.infractions import incident_kinds_of
from clabber_audit.replay import opened
from clabber_audit.simulate.irregularities import disturbance, trouble
from clabber_audit.simulate.melding import melds
from clabber_audit.table.cards import (
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
    codes,
    left_of,
)

_PLAYERS: Final = len(SEATS)
#: What goes wrong in an irregular hand, in the cards, the calls, the melds or beside them, and how often which.
_TROUBLE: Final = (
    ["card"] * 8
    + ["turn"] * 3
    + ["announced early", "announced late", "shown early", "shown late", "unshown", "unannounced", "false meld"]
    + ["belle early", "belle forgotten", "no trump", "passed suit", "call out of turn", "short cut", "wrong score"]
    + ["incident"] * 4
)
_INCIDENTS: Final = [
    kind for kind in incident_kinds_of(CLABBER).values() if kind not in LAWFUL and not kind.of_the_deal
]


class SimulatedHand:
    """One hand: dealt when it is made, then played, then written down."""

    #: Who sits there.
    seating = SEATING

    def __init__(self, random: Random, law: BoundRuleset, number: int) -> None:
        self.random, self.law, self.dealer = random, law, number % _PLAYERS
        pack = list(CODES)
        random.shuffle(pack)
        self.dealt = [pack[seat::_PLAYERS] for seat in range(_PLAYERS)]
        self.upcard = self.dealt[self.dealer][-1]
        self.hands = [sum(BIT[code] for code in hand) for hand in self.dealt]
        self.trump = 0
        self.trouble: list[str] = []
        self.declarations: list[dict[str, Any]] = []
        self.melds: list[dict[str, Any]] = []
        self.plays: list[dict[str, Any]] = []
        self.incidents: list[dict[str, Any]] = []

    def play_out(self, irregular: float) -> None:
        """Declare and play the hand; `irregular` is how often somebody breaks a rule, from 0 to 1."""
        self.trouble = trouble(self.random, irregular, _TROUBLE)
        self.declare()
        if self.trump:
            self.play()
            self.melds = melds(self.random, self.dealt, self.trump, self.plays, self.trouble)
            self.disturb()

    def written(self) -> dict[str, Any]:
        """The hand as record data, without anything about who played it where."""
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
        """Two rounds of calls; who holds three of a suit plays it, the others mostly pass."""
        turned = self.upcard[1]
        order = [(self.dealer + step) % _PLAYERS for step in range(1, _PLAYERS + 1)]
        if "call out of turn" in self.trouble:
            order[0], order[1] = order[1], order[0]
        for number in (1, 2):
            for seat in order:
                suit = turned if number == 1 else self.random.choice([suit for suit in SUITS if suit != turned])
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
        """Six tricks."""
        random, strain = self.random, self.law.order(PACK).strains[SUIT_LETTER[self.trump]]
        held = list(self.hands)
        leader = left_of(self.dealer)
        wrong_cards, wrong_turn = self.trouble.count("card"), random.randrange(20) if "turn" in self.trouble else -1
        while any(held):
            led, winning, winner, waiting = DECK, DECK, leader, [(leader + step) % _PLAYERS for step in range(_PLAYERS)]
            while waiting:
                place = 0
                if len(self.plays) >= wrong_turn >= 0 and len(waiting) > 2:
                    place, wrong_turn = random.randrange(1, len(waiting)), -1
                seat = waiting.pop(place)
                above = opened(self.trump, DECK & ~sum(held)) if led == DECK else winning & self.trump
                legal = legal_cards(self.law, held[seat], led, self.trump, above)
                illegal = held[seat] & ~legal
                if wrong_cards and illegal and random.random() < 0.5:
                    legal, wrong_cards = illegal, wrong_cards - 1
                card = BIT[random.choice(codes(legal))]
                held[seat] &= ~card
                led = strain.suit_of[card] if led == DECK else led
                if card & winning:
                    winning, winner = strain.beaters[card], seat
                self.plays.append({"seat": SEATS[seat], "card": CODE[card]})
            leader = winner

    def disturb(self) -> None:
        """What happens beside the cards."""
        for _ in range(self.trouble.count("incident")):
            self.incidents.append(disturbance(self.random, _INCIDENTS, self.plays, SEATING))
