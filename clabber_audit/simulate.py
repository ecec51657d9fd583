"""Random hands that look like played ones: dealt, declared, melded and played, with a given rate of trouble.

The same seed gives the same records on every machine. Play is random among the legal cards; an irregular hand breaks
one rule or two, in the cards, the calls, the melds or beside them; claims are made by the other side, mostly rightly.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from clabber_audit.adjudicate import Ruling, adjudicate
from clabber_audit.cards import BIT, CODE, CODES, DECK, SEATS, SUIT, SUIT_OF, SUITS, TEAMS, codes, left_of, team_of
from clabber_audit.games.clabber.melds import belle_cards, best
from clabber_audit.games.clabber.ranking import RANKINGS
from clabber_audit.infraction import Finding
from clabber_audit.law import Law, law_of, legal_cards
from clabber_audit.record.hand import hold
from clabber_audit.record.model import HandRecord
from clabber_audit.record.words import DEFAULT_RULESET, FORMAT

_PLAYERS: Final = len(SEATS)
_NAMES: Final = ("Ada", "Ben", "Cora", "Dell", "Etta", "Finn", "Gus", "Hazel", "Ida", "Jud", "Kate", "Lem")
_CLUBS: Final = ("Owls", "Herons", "Otters", "Badgers", "Larks", "Foxes")
_TROUBLE: Final = (
    ["card"] * 8
    + ["turn"] * 3
    + ["announced early", "announced late", "shown early", "shown late", "unshown", "unannounced", "false meld"]
    + ["belle early", "belle forgotten", "no trump", "passed suit", "call out of turn", "short cut", "wrong score"]
    + ["incident"] * 4
)
_INCIDENTS: Final = (
    "question",
    "advice",
    "meld_called_for_partner",
    "exposed_card",
    "looked_at_trick",
    "led_before_turned",
    "slow_play",
)


def simulated(
    seed: int, hands: int, irregular: float = 0.1, claims: float = 0.3, ruleset: str = DEFAULT_RULESET
) -> Iterator[HandRecord]:
    """`hands` records; `irregular` of them break a rule, and of the reneges `claims` are claimed.

    Both rates run from 0 to 1. Where nobody reneged a tenth as many claims are made, wrongly.
    """
    law = law_of(ruleset)
    for number in range(hands):
        yield _Table(Random(f"clabber {seed} {number}"), law, seed, number).record(irregular, claims)


class _Table:
    """One hand being dealt and played."""

    def __init__(self, random: Random, law: Law, seed: int, number: int) -> None:
        self.random, self.law = random, law
        self.id = f"sim-{seed}-{number + 1:06}"
        self.dealer = number % _PLAYERS
        pack = list(CODES)
        random.shuffle(pack)
        self.dealt = [pack[seat::_PLAYERS] for seat in range(_PLAYERS)]
        self.upcard = self.dealt[self.dealer][-1]
        self.hands = [sum(BIT[code] for code in hand) for hand in self.dealt]
        self.trump = 0
        self.maker = 0
        self.declarations: list[dict[str, Any]] = []
        self.melds: list[dict[str, Any]] = []
        self.plays: list[dict[str, Any]] = []
        self.incidents: list[dict[str, Any]] = []

    def record(self, irregular: float, claims: float) -> HandRecord:
        """The record of this hand, played, claimed and scored."""
        random = self.random
        trouble = (
            [random.choice(_TROUBLE) for _ in range(random.choice((1, 1, 1, 2)))] if random.random() < irregular else []
        )
        self.declare(trouble)
        if self.trump:
            self.play(trouble)
            self.meld(trouble)
            self.disturb(trouble)
        data: dict[str, Any] = {
            "format": FORMAT,
            "id": self.id,
            "ruleset": self.law.ruleset.id,
            "players": dict(zip(SEATS, random.sample(_NAMES, _PLAYERS), strict=True)),
            "teams": dict(zip(TEAMS, random.sample(_CLUBS, len(TEAMS)), strict=True)),
            "deal": {
                "dealer": SEATS[self.dealer],
                "upcard": self.upcard,
                "hands": dict(zip(SEATS, self.dealt, strict=True)),
            },
            "declarations": self.declarations,
            "melds": self.melds,
            "plays": self.plays,
            "incidents": self.incidents,
        }
        if "short cut" in trouble:
            data["deal"]["cut"] = random.randint(1, 3)
        return self.settled(data, claims, "wrong score" in trouble)

    def declare(self, trouble: list[str]) -> None:
        """Two rounds of calls; who holds three of a suit plays it, the others mostly pass."""
        turned = self.upcard[1]
        order = [(self.dealer + step) % _PLAYERS for step in range(1, _PLAYERS + 1)]
        if "call out of turn" in trouble:
            order[0], order[1] = order[1], order[0]
        for number in (1, 2):
            for seat in order:
                suit = turned if number == 1 else self.random.choice([suit for suit in SUITS if suit != turned])
                holding = (self.hands[seat] & SUIT[suit]).bit_count()
                blind = "no trump" in trouble and holding == 0
                passed = "passed suit" in trouble and number == 2 and self.hands[seat] & SUIT[turned]
                wants = holding >= 3 or (holding == 2 and self.random.random() < 0.4)
                if blind or passed or (wants and not (number == 1 and "passed suit" in trouble)):
                    suit = turned if passed else suit
                    self.declarations.append({"seat": SEATS[seat], "call": "play" if number == 1 else suit})
                    self.trump, self.maker = SUIT[suit], seat
                    return
                self.declarations.append({"seat": SEATS[seat], "call": "pass"})

    def play(self, trouble: list[str]) -> None:
        """Six tricks."""
        random, beaters = self.random, RANKINGS[self.trump].beaters
        held = list(self.hands)
        leader = left_of(self.dealer)
        wrong_cards, wrong_turn = trouble.count("card"), random.randrange(20) if "turn" in trouble else -1
        while any(held):
            led, winning, winner, waiting = DECK, DECK, leader, [(leader + step) % _PLAYERS for step in range(_PLAYERS)]
            while waiting:
                place = 0
                if len(self.plays) >= wrong_turn >= 0 and len(waiting) > 2:
                    place, wrong_turn = random.randrange(1, len(waiting)), -1
                seat = waiting.pop(place)
                legal = legal_cards(self.law, held[seat], led, self.trump, winning & self.trump)
                illegal = held[seat] & ~legal
                if wrong_cards and illegal and random.random() < 0.5:
                    legal, wrong_cards = illegal, wrong_cards - 1
                card = BIT[random.choice(codes(legal))]
                held[seat] &= ~card
                led = SUIT_OF[card] if led == DECK else led
                if card & winning:
                    winning, winner = beaters[card], seat
                self.plays.append({"seat": SEATS[seat], "card": CODE[card]})
            leader = winner

    def meld(self, trouble: list[str]) -> None:
        """What each hand announces and shows, and belle; at its proper moment unless trouble says otherwise."""
        both = belle_cards(self.trump)
        for seat in range(_PLAYERS):
            clocks = [clock for clock, play in enumerate(self.plays) if play["seat"] == SEATS[seat]]
            for meld in best(self.hands[seat]):
                entry = {"seat": SEATS[seat], "kind": meld.kind, "cards": codes(meld.cards)}
                self.melds.append({**entry, "announced": "in_turn", "shown": "in_turn", **self._slip(trouble, clocks)})
            if "false meld" in trouble and not best(self.hands[seat]):
                trouble.remove("false meld")
                cards = self.random.sample(self.dealt[seat], 3)
                self.melds.append({"seat": SEATS[seat], "kind": "dad", "cards": cards})
            shown = any(set(codes(both)) <= set(entry.get("cards", ())) for entry in self.melds)
            if self.hands[seat] & both == both and not (shown and self.random.random() < 0.5):
                if "belle forgotten" in trouble:
                    continue
                belle: dict[str, Any] = {"seat": SEATS[seat], "kind": "belle", "announced": "in_turn"}
                if "belle early" in trouble:
                    parts = [clock for clock in clocks if BIT[self.plays[clock]["card"]] & both]
                    belle["announced"] = self.random.randint(0, parts[1] - 1)
                self.melds.append(belle)

    def _slip(self, trouble: list[str], clocks: list[int]) -> dict[str, Any]:
        """What goes wrong with a meld: used up once it has gone wrong."""
        for kind in list(trouble):
            slip: dict[str, Any] = {}
            if kind == "announced early" and clocks[0]:
                slip = {"announced": self.random.randrange(clocks[0])}
            elif kind == "announced late":
                slip = {"announced": self.random.randint(clocks[0] + 1, clocks[0] + 6)}
            elif kind == "shown early":
                slip = {"shown": self.random.randrange(clocks[1])}
            elif kind == "shown late":
                slip = {"shown": self.random.randint(clocks[1] + 1, clocks[1] + 6)}
            elif kind == "unshown":
                slip = {"shown": "never", "cards": []}
            elif kind == "unannounced":
                slip = {"announced": "never"}
            if slip:
                trouble.remove(kind)
                return slip
        return {}

    def disturb(self, trouble: list[str]) -> None:
        """What happens beside the cards."""
        for _ in range(trouble.count("incident")):
            kind, at = self.random.choice(_INCIDENTS), self.random.randint(4, 20)
            incident: dict[str, Any] = {"kind": kind, "seat": self.random.choice(SEATS), "at": at}
            if kind == "looked_at_trick":
                incident["trick"] = self.random.randint(1, at // 4)
            elif kind == "exposed_card":
                later = [play for play in self.plays[at:] if play["seat"] == incident["seat"]]
                incident["card"] = later[0]["card"] if later else None
            self.incidents.append({key: value for key, value in incident.items() if value is not None})

    def settled(self, data: dict[str, Any], claims: float, wrong: bool) -> HandRecord:
        """The record with claims and the score that the ruling gives; a wrong one if asked for."""
        ruling = self.rule(data)
        reneges = [
            finding for finding in ruling.findings if finding.penalty == "renege" and finding.verdict == "proven"
        ]
        if reneges and self.random.random() < claims:
            data["claims"] = [self.claim(self.random.choice(reneges))]
        elif not reneges and len(self.plays) == len(CODES) and self.random.random() < claims / 10:
            data["claims"] = [self.wild_claim()]
        if "claims" in data:
            ruling = self.rule(data)
        if ruling.remedy.score is not None:
            score = dict(zip(TEAMS, ruling.remedy.score, strict=True))
            marks = dict(zip(TEAMS, ruling.remedy.marks or ("", ""), strict=True))
            data["score"] = {team: points if points else marks[team] for team, points in score.items()}
            if wrong:
                team = self.random.choice(TEAMS)
                data["score"][team] = score[team] + self.random.choice((2, 4, 10, 20))
        return HandRecord.model_validate(data)

    def claim(self, finding: Finding) -> dict[str, Any]:
        """A claim by the other side that means the finding, more or less precisely."""
        by = SEATS[(finding.seat or 0) ^ 1 if self.random.random() < 0.5 else 3 - (finding.seat or 0)]
        by = by if team_of(SEATS.index(by)) != finding.team else SEATS[left_of(SEATS.index(by))]
        soonest = finding.at + 1 if finding.falls else max(finding.at, 0)
        provable = finding.provable_from if isinstance(finding.provable_from, int) else soonest
        at = (
            max(soonest, min(provable, 24)) if self.random.random() < 0.8 else self.random.randint(min(soonest, 24), 24)
        )
        claim: dict[str, Any] = {
            "by": by,
            "against": SEATS[finding.seat or 0],
            "infraction": finding.infraction,
            "at": at,
        }
        if finding.trick and finding.falls:
            claim["trick"] = finding.trick
        if self.random.random() < 0.7:
            claim["reviewed"] = True
        return claim

    def wild_claim(self) -> dict[str, Any]:
        """A claim with nothing behind it."""
        by, at = self.random.randrange(_PLAYERS), self.random.randint(4, 24)
        claim: dict[str, Any] = {
            "by": SEATS[by],
            "against": SEATS[left_of(by)],
            "infraction": self.random.choice(("failure-to-follow", "failure-to-trump", "failure-to-overtrump")),
            "trick": self.random.randint(1, at // 4),
            "at": at,
        }
        if self.random.random() < 0.5:
            claim[self.random.choice(("reviewed", "withdrawn"))] = True
        return claim

    def rule(self, data: dict[str, Any]) -> Ruling:
        """The ruling on the record as it stands."""
        hand = hold(HandRecord.model_validate(data))
        assert hand is not None
        return adjudicate(hand, self.law)
