"""Simulated hands of Clabber."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

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
    TEAMS,
    codes,
    left_of,
)
from clabber_audit.cards.pack import SUITS
from clabber_audit.cards.seating import Seating
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.games.clabber.melds import belle_cards, best
from clabber_audit.games.clabber.scoring import Points
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.records.formats import model_of
from clabber_audit.replay.tricks import opened
from clabber_audit.rules.bound_ruleset import BoundRuleset, legal_cards
from clabber_audit.rules.incidents import LAWFUL, IncidentKind
from clabber_audit.rules.infractions import incident_kinds_of


def melds(
    random: Random, dealt: list[list[str]], trump: int, plays: list[dict[str, Any]], trouble: list[str]
) -> list[dict[str, Any]]:
    """Return melds and belle of a hand, and use up the trouble in them."""
    both = belle_cards(trump)
    made: list[dict[str, Any]] = []
    for seat, cards in zip(SEATS, dealt, strict=True):
        held = sum(BIT[code] for code in cards)
        clocks = [clock for clock, play in enumerate(plays) if play["seat"] == seat]
        for meld in best(held):
            entry = {"seat": seat, "kind": meld.kind, "cards": codes(meld.cards)}
            made.append({**entry, "announced": "in_turn", "shown": "in_turn", **_slip(random, trouble, clocks)})
        if "false meld" in trouble and not best(held):
            trouble.remove("false meld")
            made.append({"seat": seat, "kind": "dad", "cards": random.sample(cards, 3)})
        shown = any(set(codes(both)) <= set(entry.get("cards", ())) for entry in made)
        if held & both == both and not (shown and random.random() < 0.5) and "belle forgotten" not in trouble:
            made.append({"seat": seat, "kind": "belle", "announced": _belle(random, trouble, clocks, plays, both)})
    return made


def _belle(random: Random, trouble: list[str], clocks: list[int], plays: list[dict[str, Any]], both: int) -> int | str:
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


def trouble(random: Random, irregular: float, kinds: Sequence[str]) -> list[str]:
    """Return the trouble of a hand: none, or in the rate `irregular` one kind, seldom two."""
    if random.random() < irregular:
        return [random.choice(kinds) for _ in range(random.choice((1, 1, 1, 2)))]
    return []


def disturbance(
    random: Random, kinds: Sequence[IncidentKind], plays: Sequence[dict[str, Any]], seating: Seating
) -> dict[str, Any]:
    """Return an incident in a hand that was played out, after the first trick."""
    kind, at = random.choice(kinds), random.randint(seating.width, seating.end - seating.width)
    incident: dict[str, Any] = {"kind": kind.word, "seat": random.choice(seating.seats), "at": at}
    if "trick" in kind.needs:
        incident["trick"] = random.randint(1, at // seating.width)
    if "card" in kind.needs:
        later = [play for play in plays[at:] if play["seat"] == incident["seat"]]
        incident["card"] = later[0]["card"] if later else None
    return {key: value for key, value in incident.items() if value is not None}


_PLAYERS: Final = len(SEATS)
#: Kinds of trouble in an irregular hand, by weight.
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
        """Declare and play the hand; `irregular` is the rate of hands that break a rule, from 0 to 1."""
        self.trouble = trouble(self.random, irregular, _TROUBLE)
        self.declare()
        if self.trump:
            self.play()
            self.melds = melds(self.random, self.dealt, self.trump, self.plays, self.trouble)
            self.disturb()

    def written(self) -> dict[str, Any]:
        """Return the hand as record data, without players and place."""
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
        """Add incidents."""
        for _ in range(self.trouble.count("incident")):
            self.incidents.append(disturbance(self.random, _INCIDENTS, self.plays, SEATING))


def claim(random: Random, ruling: Ruling, claims: float) -> list[dict[str, Any]]:
    """Return a claim on a hand, if any: on reneges at the rate `claims`, else on none at a tenth of it."""
    reneges = [finding for finding in ruling.findings if finding.penalty == "renege" and finding.verdict == "proven"]
    if reneges and random.random() < claims:
        return [_rightly(random, random.choice(reneges), ruling.replay.hand.seating)]
    played_out = ruling.replay.over
    if not reneges and played_out and random.random() < claims / 10 and ruling.law.duties:
        return [_wildly(random, ruling)]
    return []


def _rightly(random: Random, finding: Finding, seating: Seating) -> dict[str, Any]:
    """Return a claim by another side that matches a finding, more or less precisely."""
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
    """Return a claim without a reason."""
    seating = ruling.replay.hand.seating
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


#: Points or a mark for each side.
Score = dict[str, int | str]


class Settled(NamedTuple):
    """A hand that is over."""

    #: Record data, with the claim if one was made, without a score.
    data: dict[str, Any]
    ruling: Ruling
    #: Correct score; empty if there is none.
    score: Score


def settled(random: Random, law: BoundRuleset, data: dict[str, Any], claims: float) -> Settled:
    """Claim and judge a hand; `claims` is the rate of claimed reneges, from 0 to 1."""
    ruling = _rule(law, data)
    made = claim(random, ruling, claims)
    if made:
        data = {**data, "claims": made}
        ruling = _rule(law, data)
    return Settled(data, ruling, _score(ruling))


def miscounted(random: Random, ruling: Ruling, score: Score) -> Score:
    """Return a score with one side a few points too high."""
    if ruling.remedy.score is None:
        return score
    sides = ruling.replay.hand.seating.side_names
    side = random.choice(sides)
    true = ruling.remedy.score[sides.index(side)]
    return {**score, side: true + random.choice((2, 4, 10, 20))}


def _score(ruling: Ruling) -> Score:
    remedy = ruling.remedy
    if remedy.score is None or remedy.marks is None:
        return {}
    sides = ruling.replay.hand.seating.side_names
    points = [int(mark) if mark.removeprefix("-").isdecimal() else mark for mark in remedy.marks]
    return dict(zip(sides, points, strict=True))


def _rule(law: BoundRuleset, data: dict[str, Any]) -> Ruling:
    hand, _ = law.game.held(model_of(law.game.format).model_validate(data))
    assert hand is not None
    return adjudicate(hand, law)


#: Points after a slip, from true points and parts; unchanged if it cannot happen.
_Slip = Callable[[int, Points], int]


def slipped(random: Random, ruling: Ruling, score: Score) -> Score:
    """Return a score with one arithmetic slip, if the hand leaves room for one."""
    true, made = ruling.remedy.score, ruling.points
    if true is None or made is None:
        return score
    sheets = [
        {**score, team: wrong}
        for slip in _SLIPS
        for team, points, parts in zip(TEAMS, true, made, strict=True)
        if (wrong := slip(points, parts)) != points
    ]
    if true[0] != true[1]:
        sheets.append(dict(zip(score, reversed(score.values()), strict=True)))
    return random.choice(sheets) if sheets else score


def _carried(points: int, made: Points) -> int:
    """Add a ten, carried for nothing."""
    return points + 10 if points else points


def _digits_swapped(points: int, made: Points) -> int:
    """91 for 19."""
    return points // 100 * 100 + points % 10 * 10 + points // 10 % 10 if points else points


def _last_trick_forgotten(points: int, made: Points) -> int:
    return points - made.last_trick if points == made.total else points


def _melds_forgotten(points: int, made: Points) -> int:
    return points - made.melds - made.belle if points == made.total else points


def _kept(points: int, made: Points) -> int:
    """Keep the points made, of a team that gets nothing for a set or a renege."""
    return points or made.total


_SLIPS: Final[tuple[_Slip, ...]] = (_carried, _digits_swapped, _last_trick_forgotten, _melds_forgotten, _kept)
