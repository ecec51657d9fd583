"""Simulated hands of each game: cards and play, trouble, claims, score sheets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from typing import Any, Final

from clabber_audit.cards import (
    BIT,
    CODE,
    CODES,
    DECK,
    JOKER,
    PACK,
    SEATING,
    SEATS,
    SUIT,
    SUIT_LETTER,
    SUITS,
    TEAMS,
    Seating,
    Strain,
    Trick,
    codes,
    left_of,
)
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.bid_euchre.auction import (
    ACE_NO_FACE,
    BOTTOMS,
    FOUR_OF_A_KIND,
    PASS,
    TWO,
    KnownCards,
    judge_calls,
    special_calls,
)
from clabber_audit.games.bid_euchre.hand import HIGH, LOW, prepare_hand
from clabber_audit.games.bid_euchre.preliminaries import (
    Owed,
    Preliminaries,
    find_choosable_cards,
    is_played_alone,
    judge_leavings,
    list_owed_exchanges,
)
from clabber_audit.games.clabber.melds import belle_cards, best_melds
from clabber_audit.games.clabber.scoring import TeamPoints
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.records.bid_euchre import BidEuchreRecord
from clabber_audit.records.bid_euchre_words import FORMAT, PACKS, TABLES, USUAL_PACK, hand_size, number_of
from clabber_audit.records.formats import model_of
from clabber_audit.records.notation.tokens import NO_TURN, SPOKEN
from clabber_audit.replay import Declaration
from clabber_audit.rules.bound_ruleset import BoundRuleset, legal_cards
from clabber_audit.rules.infraction import IncidentKind, incident_kinds_of


class SimulatedHand:
    """Random hand: dealt on construction, then played out and written as record data."""

    seating: Seating
    #: Kinds of trouble in an irregular hand, by weight.
    kinds: Sequence[str]

    def __init__(self, random: Random, law: BoundRuleset) -> None:
        self.random, self.law = random, law
        self.trouble: list[str] = []
        self.declarations: list[dict[str, Any]] = []
        self.plays: list[dict[str, Any]] = []
        self.incidents: list[dict[str, Any]] = []
        self.agreements: list[dict[str, Any]] = []

    def play_out(self, irregular: float) -> None:
        """Play the hand; `irregular` is the rate of hands that break a rule, from 0 to 1: one kind, seldom two."""
        if self.random.random() < irregular:
            self.trouble = [self.random.choice(self.kinds) for _ in range(self.random.choice((1, 1, 1, 2)))]
        self.play_hand()

    def play_hand(self) -> None:
        raise NotImplementedError

    def to_data(self) -> dict[str, Any]:
        raise NotImplementedError

    def take_slip(self, kind: str) -> bool:
        """Return True if a slip of this kind is due, and use it up."""
        if kind not in self.trouble:
            return False
        self.trouble.remove(kind)
        return True

    def add_incidents(self, seating: Seating) -> None:
        """Add the incidents that are due, after the first trick of a hand that was played out."""
        while len(self.plays) >= seating.end and self.take_slip("incident"):
            self.incidents.append(_make_incident(self.random, incidents_of(self.law), self.plays, seating))

    def disturb_more(self, random: Random, rate: float) -> None:
        """Add an event that no rule is about, at a rate: a card taken back, an outsider, an agreement and the like."""
        if len(self.plays) < self.seating.end or random.random() >= rate:
            return
        kinds = [kind for kind in incident_kinds_of(self.law.game).values() if kind.told]
        kind = random.choice([*kinds, None, None])
        at = random.randrange(self.seating.end - self.seating.width)
        if kind:
            self.incidents.append({"kind": kind.word, **self._build_incident_fields(random, kind, at)})
        elif random.random() < 0.5:
            helped = random.choice(self.seating.seats)
            spoken = next(
                kind.word for kind in incident_kinds_of(self.law.game).values() if kind.said_to_somebody
            )
            self.incidents.append({"kind": spoken, "by_other": "Otis", "helped": helped, "at": at})
        else:
            self.agreements.append({"at": at, "what": random.choice(("waive", "play_on"))})

    def _build_incident_fields(self, random: Random, kind: IncidentKind, at: int) -> dict[str, Any]:
        """Return the fields of an incident around the card at a clock."""
        play, seating = self.plays[at], self.seating
        if kind.gathers:
            trick = seating.trick_of(at)
            side = random.choice(seating.side_names)
            return {"trick": trick, "by": side, "at": seating.clocks_of(trick).stop}
        if kind.mixes_upcard:
            deal = self.to_data()["deal"]
            return {
                "seat": deal["dealer"],
                "card": random.choice(deal["hands"][deal["dealer"]]),
                "at": "declaring",
            }
        card = random.choice([one["card"] for one in self.plays[at + 1 :] if one["seat"] == play["seat"]])
        other = {"replaced_by": play["card"]} if kind.in_play else {}
        return {"seat": play["seat"], "card": card, **other, "at": at}


def incidents_of(law: BoundRuleset) -> list[IncidentKind]:
    """Return the kinds of incidents that break a rule during the play."""
    kinds = incident_kinds_of(law.game).values()
    return [kind for kind in kinds if not (kind.lawful or kind.of_the_deal)]


def _make_incident(
    random: Random, kinds: Sequence[IncidentKind], plays: Sequence[dict[str, Any]], seating: Seating
) -> dict[str, Any]:
    kind, at = random.choice(kinds), random.randint(seating.width, seating.end - seating.width)
    incident: dict[str, Any] = {"kind": kind.word, "seat": random.choice(seating.seats), "at": at}
    if "trick" in kind.needs:
        incident["trick"] = random.randint(1, at // seating.width)
    if "card" in kind.needs:
        later = [play for play in plays[at:] if play["seat"] == incident["seat"]]
        incident["card"] = later[0]["card"] if later else None
    return {key: value for key, value in incident.items() if value is not None}


def _make_claims(random: Random, ruling: Ruling, claims: float) -> list[dict[str, Any]]:
    """Return a claim on a hand, if any: on reneges at the rate `claims`, else on none at a tenth of it."""
    reneges = [
        finding for finding in ruling.findings if finding.penalty == "renege" and finding.verdict == "proven"
    ]
    if reneges and random.random() < claims:
        return [_claim_rightly(random, random.choice(reneges), ruling.replay.hand.seating)]
    played_out = ruling.replay.is_over
    if not reneges and played_out and random.random() < claims / 10 and ruling.law.duties:
        return [_claim_wildly(random, ruling)]
    return []


def _claim_rightly(random: Random, finding: Finding, seating: Seating) -> dict[str, Any]:
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


def _claim_wildly(random: Random, ruling: Ruling) -> dict[str, Any]:
    """Return a claim without a reason."""
    seating = ruling.replay.hand.seating
    by, at = random.randrange(len(seating.seats)), random.randint(seating.width, seating.end)
    made: dict[str, Any] = {
        "by": seating.seats[by],
        "against": seating.seats[seating.left_neighbor(by)],
        "infraction": random.choice([duty.infraction.id for duty in ruling.law.duties]),
        "trick": random.randint(1, at // seating.width),
        "at": at,
    }
    if random.random() < 0.5:
        made[random.choice(("reviewed", "withdrawn"))] = True
    return made


def judge_and_score(
    table: SimulatedHand, head: dict[str, Any], claims: float, slips: float = 0
) -> tuple[dict[str, Any], Ruling]:
    """Claim, judge and score a hand that was played out; return its record data and its ruling.

    `claims` is the rate of claimed reneges, `slips` of arithmetic slips on the sheet, both from 0 to 1.
    """
    random, law = table.random, table.law
    data = {**head, **table.to_data(), **({"agreements": table.agreements} if table.agreements else {})}
    ruling = _judge(law, data)
    if claim := _make_claims(random, ruling, claims):
        data = {**data, "claims": claim}
        ruling = _judge(law, data)
    remedy = ruling.remedy
    if remedy.score is None or remedy.marks is None:
        return data, ruling
    sides = ruling.replay.hand.seating.side_names
    points = [int(mark) if mark.removeprefix("-").isdecimal() else mark for mark in remedy.marks]
    score: dict[str, int | str] = dict(zip(sides, points, strict=True))
    if "wrong score" in table.trouble:
        side = random.choice(sides)
        score[side] = remedy.score[sides.index(side)] + random.choice((2, 4, 10, 20))
    elif random.random() < slips:
        score = _slip_in_score(random, ruling, score)
    return {**data, "score": score}, ruling


def _judge(law: BoundRuleset, data: dict[str, Any]) -> Ruling:
    hand, _ = law.game.prepare(model_of(law.game.format).model_validate(data))
    assert hand is not None
    return adjudicate(hand, law)


#: Points after a slip, from true points and parts; unchanged if it cannot happen.
_SLIPS: Final[tuple[Callable[[int, TeamPoints], int], ...]] = (
    # A ten too many, carried for nothing.
    lambda points, made: points + 10 if points else points,
    # 91 for 19.
    lambda points, made: points // 100 * 100 + points % 10 * 10 + points // 10 % 10 if points else points,
    # Last trick, or melds and belle, forgotten.
    lambda points, made: points - made.last_trick if points == made.total else points,
    lambda points, made: points - made.melds - made.belle if points == made.total else points,
    # Points kept after a set or a renege.
    lambda points, made: points or made.total,
)


def _slip_in_score(random: Random, ruling: Ruling, score: dict[str, int | str]) -> dict[str, int | str]:
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


_PLAYERS: Final = len(SEATS)
#: Kinds of trouble in an irregular hand, by weight.
_CLABBER_TROUBLE: Final = (
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
    kinds = _CLABBER_TROUBLE

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


#: Kinds of trouble in an irregular hand, by weight.
_BID_EUCHRE_TROUBLE: Final = (
    *("card",) * 8,
    *("turn",) * 3,
    *("bid",) * 3,
    *(
        "call out of turn",
        "special call",
        "named",
        "named",
        "exchange",
        "exchange",
        "out",
        "stray",
        "wrong score",
    ),
    *("incident",) * 3,
)
#: Expected tricks of the partner, per card dealt.
_PARTNER: Final = 0.2
#: Expected tricks of a trump that one or two cards beat, and of the best card of a plain suit.
_SECOND, _MASTER = 0.6, 0.7
#: Rate of special calls made by right, and of daring bids.
_CLAIMED: Final = 0.6
_DARED: Final = 0.02
#: Rate of timid tables, and of passes by timid players.
_TIMID: Final = 0.15
_PASSES: Final = 0.9
#: Rate of playing alone by choice, of players without a trick who leave, and of optional exchanges.
_ALONE: Final = 0.25
_LEAVES: Final = 0.4
_OFFERED: Final = 0.7
#: Rate of suits named with a joker led without trumps.
_NAMED: Final = 0.7
_FOUR: Final = 4


def estimate_tricks(hand: int, strain: Strain) -> float:
    """Estimate the tricks that a hand wins by itself in a strain."""
    worth = 0.0
    for card, suit in strain.suit_of.items():
        if not card & hand:
            continue
        higher = (strain.beaters[card] & suit & ~hand).bit_count()
        if suit & strain.trump or not strain.trump:
            worth += 1 if not higher else _SECOND if higher <= 2 and suit & strain.trump else 0
        else:
            worth += _MASTER if not higher else 0
    return worth


class BidEuchreHand(SimulatedHand):
    """Simulated hand of the family. Cards are masks and seats numbers until they are written down."""

    kinds = _BID_EUCHRE_TROUBLE

    def __init__(self, random: Random, law: BoundRuleset, number: int, players: int | None = None) -> None:
        super().__init__(random, law)
        self.toggles = law.toggles
        self.recording = law.game.recording(law.toggles)
        players = players or random.choice(sorted(self.recording.tables))
        table = self.recording.tables[players]
        seats = next(seats for seats in TABLES if len(seats) == players)
        self.pack_name = table.pack
        #: True if a record has to name the number of cards dealt to each.
        self.names_size = table.told or hand_size(table.pack, players, None, law.ruleset.id) != table.each
        self.pack = PACKS[table.pack]
        self.strains = law.order(self.pack).strains
        self.seating = Seating(seats, table.each, alone=self.recording.alone)
        self.dealer = number % players
        cards = list(self.pack.face)
        random.shuffle(cards)
        dealt = [cards[seat * table.each : (seat + 1) * table.each] for seat in range(players)]
        #: The cards left over, from the top.
        self.blind = cards[players * table.each :]
        self.upcard = self.blind[0] if self.recording.upcard else 0
        self.deal = KnownCards(
            self.pack,
            self.seating,
            self.dealer,
            tuple(map(sum, dealt)),
            (0,) * players,
            self.upcard,
            sum(self.blind),
        )
        #: Hands as dealt, after Bottoms.
        self.hands = self.deal.hands
        #: Running scores from the middle of a game; none if no score ends one.
        self.before: dict[str, int] = {}
        start, target = self.recording.start, self.toggles.target
        if target is not None:
            low, high = (target + 1, start) if start > target else (min(start, -12, target - 1), target - 1)
            self.before = {side: random.randint(low, high) for side in self.seating.side_names}
        #: None in a game without exchanges.
        self.exchanges: list[dict[str, Any]] | None = None

    @property
    def declaration(self) -> Declaration:
        """Contract and exchanges so far, as a ruling has them."""
        so_far = {"format": FORMAT, "id": "so-far", "ruleset": self.law.ruleset.id, **self.to_data()}
        hand = prepare_hand(BidEuchreRecord.model_validate(so_far))
        assert hand is not None, "nobody gives a card that they do not have"
        order = self.law.order(self.pack)
        return order.declared(hand, order, None)

    @property
    def preliminaries(self) -> Preliminaries:
        """Calls so far, event by event."""
        before: Preliminaries = self.declaration.preliminaries
        return before

    def add_call(self, seat: int, call: str, **more: Any) -> None:
        self.declarations.append({"seat": self.seating.seats[seat], "call": call, **more})

    def faces(self, cards: int) -> list[str]:
        return [face for bit, face in self.pack.face.items() if bit & cards]

    def bits(self, cards: int) -> list[int]:
        return [bit for bit in self.pack.face if bit & cards]

    def to_data(self) -> dict[str, Any]:
        seats, data = self.seating.seats, dict[str, Any]()
        if self.pack_name != USUAL_PACK:
            data["pack"] = self.pack_name
        if self.names_size:
            data["cards_each"] = self.seating.each
        if seats != TABLES[0]:
            data["seats"] = list(seats)
        if self.before:
            data["before"] = self.before
        data["deal"] = {
            "dealer": seats[self.dealer],
            "hands": {seat: self.faces(cards) for seat, cards in zip(seats, self.deal.hands, strict=True)},
        }
        if self.upcard:
            data["deal"]["upcard"] = self.pack.face[self.upcard]
        if self.blind:
            data["deal"]["blind"] = [self.pack.face[card] for card in self.blind]
        data["declarations"] = self.declarations
        if self.exchanges is not None:
            data["exchanges"] = self.exchanges
        if self.incidents:
            data["incidents"] = self.incidents
        return {**data, "plays": self.plays}

    def play_hand(self) -> None:
        timid = self.random.random() < _TIMID
        self.call_specially()
        if not self.declaration.unplayed:
            self.bid(timid)
            self.name_trumps()
            self.drop_out()
            self.hand_over()
        self.play()
        # A hand that all others left is not played (B-104): its calls have no later moments.
        for call in self.declarations:
            if call.get("at", 0) > len(self.plays):
                del call["at"]
        playing = self.declaration.hand.seating
        if playing.end >= 2 * playing.width:
            self.add_incidents(playing)

    def call_specially(self) -> None:
        """Make a special call: by a player with the right, or on a slip by one without."""
        if not self.recording.special:
            return
        slips = self.take_slip("special call")
        for seat in self.seating.clockwise[self.seating.left_neighbor(self.dealer)]:
            threes = [sum(cards) for cards in combinations(self.bits(self.deal.hands[seat]), 3)]
            alike = [cards for cards in threes if any(cards & ~rank == 0 for rank in self.pack.rank.values())]
            words = [(FOUR_OF_A_KIND, 0), (ACE_NO_FACE, 0), *((BOTTOMS, cards) for cards in alike)]
            # Each call as judged, and the deal after it.
            judged = {
                (word, cards): special_calls([(0, seat, word, cards)], self.deal, self.toggles)
                for word, cards in words
            }
            options = [call for call, (found, _) in judged.items() if bool(found[0].is_entitled) != slips]
            if options and (slips or self.random.random() < _CLAIMED):
                word, cards = self.random.choice(options)
                self.add_call(seat, word, **({"cards": self.faces(cards)} if word == BOTTOMS else {}))
                self.hands = judged[word, cards][1].hands
                return

    def bid(self, timid: bool) -> None:
        """Bid round the table until no player has a call left."""
        seat, silent = self.seating.left_neighbor(self.dealer), 0
        if self.take_slip("call out of turn"):
            others = [other for other in range(len(self.seating.seats)) if other != seat]
            self._try_to_bid(self.random.choice(others), timid)
        while silent < len(self.seating.seats):
            silent = 0 if self._try_to_bid(seat, timid) else silent + 1
            seat = self.seating.left_neighbor(seat)

    def _try_to_bid(self, seat: int, timid: bool) -> bool:
        """Call if the seat has a call left; return True if it had."""
        calls = [
            (number, self.seating.number[one["seat"]], one["call"])
            for number, one in enumerate(self.declarations)
            if one["call"] not in NO_TURN
        ]
        lawful = []
        bids = self.recording.bidding.bids if self.recording.bidding else ()
        for word in (PASS, *(bid.word for bid in bids)):
            call = judge_calls([*calls, (len(calls), seat, word)], self.deal, self.toggles).calls[-1]
            refused = call.stuck and word == PASS
            if (
                call.counts
                and call.exists
                and call.higher
                and call.holds_promised_cards is not False
                and not refused
            ):
                lawful.append(word)
        if not lawful:
            return False
        wrong = [word for word in SPOKEN if word not in NO_TURN and word not in lawful]
        slips = self.random.random() < 0.5 and wrong and self.take_slip("bid")
        self.add_call(seat, self.random.choice(wrong) if slips else self._choose_bid(seat, lawful, timid))
        return True

    def _choose_bid(self, seat: int, lawful: list[str], timid: bool) -> str:
        """Choose a lawful call by expected tricks, sometimes a daring one."""
        random = self.random
        if PASS in lawful and timid and random.random() < _PASSES:
            return PASS
        _, own = self._best_strain(seat)
        worth = own + (0 if self.recording.alone else _PARTNER * self.seating.each) + random.uniform(-1, 0.6)
        words = [word for word in lawful if word != PASS and number_of(word) is None]
        numbers = [word for word in lawful if number_of(word) is not None]
        if words and (worth >= self.seating.each or random.random() < _DARED):
            return random.choice(words)
        if TWO in numbers and self.toggles.two_bid == "signal" and random.random() < _CLAIMED:
            return TWO
        borne = [word for word in numbers if (number_of(word) or 0) <= worth]
        if borne:
            return random.choice(borne[:2])
        return PASS if PASS in lawful else numbers[0]

    def _best_strain(self, seat: int) -> tuple[str, float]:
        """Return the best strain for a seat to name, and its expected tricks."""
        names = self.recording.names or SUITS
        worth = {name: estimate_tricks(self.hands[seat], self.strains[name]) for name in names}
        name = max(worth, key=lambda name: worth[name])
        return name, worth[name]

    def name_trumps(self) -> None:
        """Name the best trumps of the winner of the bid, unless the bid has named them."""
        random, seating, contract = self.random, self.seating, self.preliminaries.contract
        if contract is None or contract.kind in self.recording.named:
            return
        name, _ = self._best_strain(contract.maker)
        more: dict[str, Any] = {}
        chosen = self.recording.lone and len(seating.seats) == _FOUR and random.random() < _ALONE
        if chosen or (contract.kind.endswith("_pepper") and is_played_alone(contract, self.toggles)):
            more["alone"] = True
        seat = contract.maker
        if self.take_slip("named"):
            slip = random.choice(("stranger", "not had", "late"))
            if slip == "stranger":
                seat = seating.left_neighbor(seat)
            elif slip == "late" and not more:
                more["at"] = random.randint(2, seating.width)
            else:
                unknown = [other for other in (*HIGH, LOW) if other not in self.recording.names]
                name = random.choice(unknown or SUITS)
        self.add_call(seat, "trump", trump=name, **more)

    def drop_out(self) -> None:
        """Let players without an expected trick drop out; on a slip one who may not, or too late."""
        random, seating, declared = self.random, self.seating, self.declaration
        contract = self.preliminaries.contract
        if self.take_slip("out") and contract is not None:
            late = self.toggles.drop_out == "yes" and random.random() < 0.5
            seat = seating.left_neighbor(contract.maker) if late else contract.maker
            self.add_call(seat, "out", **({"at": random.randint(1, seating.width)} if late else {}))
            return
        if declared.strain is None or contract is None or self.toggles.drop_out != "yes":
            return
        before = tuple(self.before.get(side, self.recording.start) for side in seating.side_names)
        for seat in seating.clockwise[seating.left_neighbor(contract.maker)]:
            found, _ = judge_leavings([(0, seat, -1)], contract, seating, before, self.toggles)
            side = seating.seats_of(seating.side_of[seat])
            weak = sum(estimate_tricks(self.hands[seat], declared.strain) for seat in side) < 1
            if found[0].allowed and weak and random.random() < _LEAVES:
                self.add_call(seat, "out")
                if not seating.alone:
                    return

    def hand_over(self) -> None:
        """Make the exchanges of the hand, with cards chosen from the hands at the naming of trumps."""
        declared, before, seats, random = (
            self.declaration,
            self.preliminaries,
            self.seating.seats,
            self.random,
        )
        contract, strain = before.contract, declared.strain
        asked = list_owed_exchanges(contract, strain, before.alone, self.seating, self.toggles)
        if contract is None or strain is None or declared.unplayed:
            return
        if self.toggles.exchange != "none" or self.toggles.pepper_play == "alone":
            self.exchanges = []
        if not asked and len(seats) % 2 == 0 and self.take_slip("exchange"):
            other = (contract.maker + len(seats) // 2) % len(seats)
            asked = [
                Owed(contract.maker, other, 1, "any", True),
                Owed(other, contract.maker, 1, "any", True),
            ]
        elif asked and random.random() < 0.5 and self.take_slip("exchange"):
            # Nobody hands anything over.
            return
        if not all(owed.due for owed in asked) and random.random() > _OFFERED:
            return
        given = []
        for owed in asked:
            hand = self.hands[owed.giver]
            right = find_choosable_cards(hand, owed.which, strain)
            wrong = hand & ~right if right is not None else 0
            cards = wrong if wrong and self.take_slip("exchange") else hand if right is None else right
            picked = sum(random.sample(self.bits(cards), owed.number))
            given.append({"from": seats[owed.giver], "to": seats[owed.taker], "cards": self.faces(picked)})
        self.exchanges = given or self.exchanges

    def play(self) -> None:
        """Play all tricks, if the hand is played, with the trouble that is due."""
        declared, leader = self.declaration, self.preliminaries.leader
        if declared.unplayed or declared.strain is None or leader is None:
            return
        random, strain, pack = self.random, declared.strain, self.pack
        playing, held = declared.hand.seating, list(declared.hand.dealt)
        last = max(1, playing.end - playing.width)
        wrong_turn = random.randrange(last) if self.take_slip("turn") else -1
        #: Seat that plays although it is out, and the moment.
        stray = stray_at = -1
        idle = [seat for seat in range(len(self.seating.seats)) if playing.out >> seat & 1]
        if idle and self.take_slip("stray"):
            stray, stray_at = random.choice(idle), random.randrange(last)
        for _ in range(playing.each):
            waiting = list(playing.clockwise[leader])
            trick = Trick.begin(strain, fallen=pack.all_cards & ~sum(held))
            while waiting:
                if len(self.plays) >= stray_at >= 0:
                    stray_at = -1
                    self._add_play(stray, random.choice(self.bits(held[stray])))
                place = 0
                if len(self.plays) >= wrong_turn >= 0 and len(waiting) > 1:
                    place, wrong_turn = random.randrange(1, len(waiting)), -1
                seat = waiting.pop(place)
                legal = legal_cards(
                    self.law, held[seat], trick.led, strain.trump, trick.above, trick=trick.lead_number
                )
                illegal = held[seat] & ~legal
                wrong = illegal and random.random() < 0.5 and self.take_slip("card")
                card = random.choice(self.bits(illegal if wrong else legal))
                held[seat] &= ~card
                # A joker that beats all may be led without trumps in the name of a suit (BD-40).
                joker = not trick.cards and pack.joker and card == pack.mask[JOKER] and not strain.trump
                names = joker and self.toggles.joker_nt == "beats_all" and random.random() < _NAMED
                named = random.choice(SUITS) if names else ""
                trick = trick.play(seat, card, named)
                self._add_play(seat, card, named)
            assert trick.winner is not None
            leader = trick.winner

    def _add_play(self, seat: int, card: int, named: str = "") -> None:
        play = {"seat": self.seating.seats[seat], "card": self.pack.face[card]}
        self.plays.append({**play, "named": named} if named else play)
