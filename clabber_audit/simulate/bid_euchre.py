"""Simulated hands of the Bid Euchre family."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any, Final

from clabber_audit.cards.pack import JOKER, SUITS
from clabber_audit.cards.seating import Seating
from clabber_audit.cards.strain import Strain
from clabber_audit.cards.trick import Trick
from clabber_audit.games.bid_euchre.auction import (
    ACE_NO_FACE,
    BOTTOMS,
    FOUR_OF_A_KIND,
    PASS,
    TWO,
    Call,
    Deal,
    SpecialCall,
    auction,
    number_of,
    special_calls,
)
from clabber_audit.games.bid_euchre.events import Spoken
from clabber_audit.games.bid_euchre.hand import hold
from clabber_audit.games.bid_euchre.naming import Owed, choice, leavings, owed, played_alone
from clabber_audit.games.bid_euchre.table import HIGH, LOW
from clabber_audit.records.bid_euchre import BidEuchreRecord
from clabber_audit.records.bid_euchre_words import FORMAT, PACKS, TABLES, USUAL_PACK, dealt_each
from clabber_audit.records.notation.tokens import NO_TURN, SPOKEN
from clabber_audit.replay.tricks import Declared
from clabber_audit.rules.bound_ruleset import BoundRuleset, legal_cards
from clabber_audit.rules.incidents import incident_kinds_of
from clabber_audit.simulate.clabber import disturbance, trouble


class Table:
    """One table, from the deal on. Cards are masks and seats numbers, until they are written down."""

    def __init__(self, random: Random, law: BoundRuleset, number: int, players: int | None = None) -> None:
        self.random, self.law, self.toggles = random, law, law.toggles
        self.recording = law.game.recording(law.toggles)
        players = players or random.choice(sorted(self.recording.tables))
        table = self.recording.tables[players]
        seats = next(seats for seats in TABLES if len(seats) == players)
        self.pack_name = table.pack
        #: Whether a record has to say how many cards each was dealt, under whatever ruleset it is read.
        self.told = table.told or dealt_each(table.pack, players, None, law.ruleset.id) != table.each
        self.pack = PACKS[table.pack]
        self.seating = Seating(seats, table.each, alone=self.recording.alone)
        self.dealer = number % players
        cards = list(self.pack.face)
        random.shuffle(cards)
        dealt = [cards[seat * table.each : (seat + 1) * table.each] for seat in range(players)]
        #: The cards left over, from the top.
        self.blind = cards[players * table.each :]
        self.upcard = self.blind[0] if self.recording.upcard else 0
        self.deal = Deal(
            self.pack,
            self.seating,
            self.dealer,
            tuple(map(sum, dealt)),
            (0,) * players,
            self.upcard,
            sum(self.blind),
        )
        #: What each holds by now: the hand dealt to him, with Bottoms taken.
        self.hands = self.deal.hands
        self.before = self._before()
        self.trouble: list[str] = []
        self.declarations: list[dict[str, Any]] = []
        #: None while nothing was handed over, in a game that hands nothing over.
        self.exchanges: list[dict[str, Any]] | None = None
        self.plays: list[dict[str, Any]] = []
        self.incidents: list[dict[str, Any]] = []

    @property
    def declared(self) -> Declared:
        """What all that was said and handed over so far comes to, as a ruling would have it."""
        so_far = {"format": FORMAT, "id": "so-far", "ruleset": self.law.ruleset.id, **self.written()}
        hand = hold(BidEuchreRecord.model_validate(so_far))
        assert hand is not None, "nobody gives what he has not"
        order = self.law.order(self.pack)
        return order.declared(hand, order, None)

    @property
    def spoken(self) -> Spoken:
        """The same, step by step."""
        told = self.declared.before
        assert isinstance(told, Spoken)
        return told

    def slips(self, kind: str) -> bool:
        """Whether something goes wrong now; once it has, it is used up."""
        if kind not in self.trouble:
            return False
        self.trouble.remove(kind)
        return True

    def say(self, seat: int, call: str, **more: Any) -> None:
        """Somebody says something."""
        self.declarations.append({"seat": self.seating.seats[seat], "call": call, **more})

    def faces(self, cards: int) -> list[str]:
        """The cards of a mask by name."""
        return [face for bit, face in self.pack.face.items() if bit & cards]

    def written(self) -> dict[str, Any]:
        """The hand as record data, without anything about who played it where."""
        seats, data = self.seating.seats, dict[str, Any]()
        if self.pack_name != USUAL_PACK:
            data["pack"] = self.pack_name
        if self.told:
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

    def _before(self) -> dict[str, int]:
        """Return running scores from the middle of a game; none if no score ends one."""
        start, target = self.recording.start, self.toggles.target
        if target is None:
            return {}
        low, high = (target + 1, start) if start > target else (min(start, -12, target - 1), target - 1)
        return {side: self.random.randint(low, high) for side in self.seating.side_names}


#: What partner brings, of each card dealt.
PARTNER: Final = 0.2
#: A trump that one or two cards beat, and the best card of a plain suit, which may be trumped.
_SECOND, _MASTER = 0.6, 0.7


def tricks_in(hand: int, strain: Strain) -> float:
    """About how many tricks a hand wins by itself when that is named."""
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


def best_named(hand: int, names: tuple[str, ...], strains: dict[str, Strain]) -> tuple[str, float]:
    """What is best named with a hand, and about how many tricks it then wins."""
    worth = {name: tricks_in(hand, strains[name]) for name in names or SUITS}
    name = max(worth, key=lambda name: worth[name])
    return name, worth[name]


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
        waiting, trick = list(self.seating.around[self.leader]), Trick.begin(strain, fallen=pack.all & ~sum(held))
        while waiting:
            self.stray_card()
            place = 0
            if len(self.table.plays) >= self.wrong_turn >= 0 and len(waiting) > 1:
                place, self.wrong_turn = self.random.randrange(1, len(waiting)), -1
            seat = waiting.pop(place)
            card = self.choice(seat, legal_cards(self.table.law, held[seat], trick.led, strain.trump, trick.above))
            held[seat] &= ~card
            named = "" if trick.cards else self.named(card)
            trick = trick.play(seat, card, named)
            self.fall(seat, card, named)
        assert trick.winner is not None
        self.leader = trick.winner

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


#: What goes wrong in an irregular hand, and how often which.
_TROUBLE: Final = (
    ["card"] * 8
    + ["turn"] * 3
    + ["bid"] * 3
    + ["call out of turn", "special call", "named", "named", "exchange", "exchange", "out", "stray", "wrong score"]
    + ["incident"] * 3
)


class BidEuchreHand(Table):
    """One hand: dealt when it is made, then played, then written down."""

    def play_out(self, irregular: float) -> None:
        """Bid for the hand and play it; `irregular` is how often somebody breaks a rule, from 0 to 1."""
        self.trouble = trouble(self.random, irregular, _TROUBLE)
        bidding = Bidding(self)
        bidding.call_specially()
        if not self.declared.unplayed:
            bidding.call()
            name_trumps(self)
            leave(self)
            hand_over(self)
        play(self)
        self._forget_moments()
        self._disturb()

    def _forget_moments(self) -> None:
        """Leave out moments of the play where nobody played: all others left the hand (B-104)."""
        for said in self.declarations:
            if said.get("at", 0) > len(self.plays):
                del said["at"]

    def _disturb(self) -> None:
        """Note what happens at the table after the first trick, besides the cards."""
        playing = self.declared.hand.seating
        if playing.end < 2 * playing.width:
            return
        noted = incident_kinds_of(self.law.game).values()
        kinds = [kind for kind in noted if not (kind.lawful or kind.of_the_deal)]
        while len(self.plays) >= playing.end and self.slips("incident"):
            self.incidents.append(disturbance(self.random, kinds, self.plays, playing))
