"""Simulated hands of Clabber."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from clabber_audit.cards.cards import (
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
from clabber_audit.cards.trick import Trick
from clabber_audit.games.clabber.melds import belle_cards, best_melds
from clabber_audit.rules.bound_ruleset import BoundRuleset, legal_cards
from clabber_audit.simulate.hand import SimulatedHand


def melds(
    random: Random, dealt: list[list[str]], trump: int, plays: list[dict[str, Any]], trouble: list[str]
) -> list[dict[str, Any]]:
    """Return melds and belle of a hand, and use up the trouble in them."""
    both = belle_cards(trump)
    made: list[dict[str, Any]] = []
    for seat, cards in zip(SEATS, dealt, strict=True):
        held = sum(BIT[code] for code in cards)
        clocks = [clock for clock, play in enumerate(plays) if play["seat"] == seat]
        for meld in best_melds(held):
            entry = {"seat": seat, "kind": meld.kind, "cards": codes(meld.cards)}
            made.append(
                {**entry, "announced": "in_turn", "shown": "in_turn", **_slip(random, trouble, clocks)}
            )
        if "false meld" in trouble and not best_melds(held):
            trouble.remove("false meld")
            made.append({"seat": seat, "kind": "dad", "cards": random.sample(cards, 3)})
        shown = any(set(codes(both)) <= set(entry.get("cards", ())) for entry in made)
        if held & both == both and not (shown and random.random() < 0.5) and "belle forgotten" not in trouble:
            made.append(
                {"seat": seat, "kind": "belle", "announced": _belle(random, trouble, clocks, plays, both)}
            )
    return made


def _belle(
    random: Random, trouble: list[str], clocks: list[int], plays: list[dict[str, Any]], both: int
) -> int | str:
    """Return the moment at which belle is called."""
    if "belle early" not in trouble:
        return "in_turn"
    parts = [clock for clock in clocks if BIT[plays[clock]["card"]] & both]
    return random.randint(0, parts[1] - 1)


def _slip(random: Random, trouble: list[str], clocks: list[int]) -> dict[str, Any]:
    """Return a slip in a meld, and use it up."""
    for kind in list(trouble):
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
            trouble.remove(kind)
            return slip
    return {}


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
            self.melds = melds(self.random, self.dealt, self.trump, self.plays, self.trouble)
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
