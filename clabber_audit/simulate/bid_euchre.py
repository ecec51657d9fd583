"""Simulated hands of the Bid Euchre family."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any, Final

from clabber_audit.cards.cards import JOKER, SUITS, Seating
from clabber_audit.cards.trick import Strain, Trick
from clabber_audit.games.bid_euchre.auction import (
    PASS,
    TWO,
    KnownCards,
    judge_calls,
    special_calls,
)
from clabber_audit.games.bid_euchre.before_play import (
    Preliminaries,
    is_played_alone,
    judge_leavings,
    list_owed_exchanges,
)
from clabber_audit.games.bid_euchre.events import (
    ACE_NO_FACE,
    BOTTOMS,
    FOUR_OF_A_KIND,
    Owed,
    find_choosable_cards,
)
from clabber_audit.games.bid_euchre.hand import prepare_hand
from clabber_audit.games.bid_euchre.table import HIGH, LOW
from clabber_audit.records.bid_euchre import BidEuchreRecord
from clabber_audit.records.bid_euchre_words import FORMAT, PACKS, TABLES, USUAL_PACK, hand_size, number_of
from clabber_audit.records.notation.tokens import NO_TURN, SPOKEN
from clabber_audit.replay import Declaration
from clabber_audit.rules.bound_ruleset import BoundRuleset, legal_cards
from clabber_audit.simulate.hand import SimulatedHand


class BidEuchreTable(SimulatedHand):
    """Deal, calls and exchanges of one table. Cards are masks and seats numbers until they are written down."""

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
        self.before = self._draw_running_scores()
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
        before: Preliminaries = self.declaration.before
        return before

    def add_call(self, seat: int, call: str, **more: Any) -> None:
        self.declarations.append({"seat": self.seating.seats[seat], "call": call, **more})

    def faces(self, cards: int) -> list[str]:
        return [face for bit, face in self.pack.face.items() if bit & cards]

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

    def _draw_running_scores(self) -> dict[str, int]:
        """Return running scores from the middle of a game; none if no score ends one."""
        start, target = self.recording.start, self.toggles.target
        if target is None:
            return {}
        low, high = (target + 1, start) if start > target else (min(start, -12, target - 1), target - 1)
        return {side: self.random.randint(low, high) for side in self.seating.side_names}


#: Expected tricks of the partner, per card dealt.
PARTNER: Final = 0.2
#: Expected tricks of a trump that one or two cards beat, and of the best card of a plain suit.
_SECOND, _MASTER = 0.6, 0.7


def tricks_in(hand: int, strain: Strain) -> float:
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


def best_named(hand: int, names: tuple[str, ...], strains: dict[str, Strain]) -> tuple[str, float]:
    """Return the best strain to name with a hand, and its expected tricks."""
    worth = {name: tricks_in(hand, strains[name]) for name in names or SUITS}
    name = max(worth, key=lambda name: worth[name])
    return name, worth[name]


#: Rate of special calls made by right, and of daring bids.
_CLAIMED: Final = 0.6
_DARED: Final = 0.02
#: Rate of timid tables, and of passes by timid players.
_TIMID: Final = 0.15
_PASSES: Final = 0.9


class SimulatedAuction:
    """Auction of a simulated hand."""

    def __init__(self, table: BidEuchreTable) -> None:
        self.table, self.random = table, table.random
        self.strains = table.law.order(table.pack).strains
        self.timid = table.random.random() < _TIMID
        self.words = [bid.word for bid in table.recording.bidding.bids] if table.recording.bidding else []

    def call_specially(self) -> None:
        """Make a special call: by a player with the right, or on a slip by one without."""
        table = self.table
        if not table.recording.special:
            return
        slips = table.take_slip("special call")
        for seat in table.seating.clockwise[table.seating.left_neighbor(table.dealer)]:
            hand = [card for card in table.pack.face if card & table.deal.hands[seat]]
            threes = [sum(cards) for cards in combinations(hand, 3)]
            alike = [
                cards for cards in threes if any(cards & ~rank == 0 for rank in table.pack.rank.values())
            ]
            words = [(FOUR_OF_A_KIND, 0), (ACE_NO_FACE, 0), *((BOTTOMS, cards) for cards in alike)]
            # Each call as judged, and the deal after it.
            judged = {
                (word, cards): special_calls([(0, seat, word, cards)], table.deal, table.toggles)
                for word, cards in words
            }
            options = [call for call, (found, _) in judged.items() if bool(found[0].is_entitled) != slips]
            if options and (slips or self.random.random() < _CLAIMED):
                word, cards = self.random.choice(options)
                table.add_call(seat, word, **({"cards": table.faces(cards)} if word == BOTTOMS else {}))
                table.hands = judged[word, cards][1].hands
                return

    def call(self) -> None:
        """Bid round the table until no player has a call left."""
        table = self.table
        seat, silent = table.seating.left_neighbor(table.dealer), 0
        if table.take_slip("call out of turn"):
            other = self.random.choice([other for other in range(len(table.seating.seats)) if other != seat])
            self._try_to_call(other)
        while silent < len(table.seating.seats):
            silent = 0 if self._try_to_call(seat) else silent + 1
            seat = table.seating.left_neighbor(seat)

    def _try_to_call(self, seat: int) -> bool:
        """Call if the seat has a call left; return True if it had."""
        table = self.table
        calls = [
            (number, table.seating.number[one["seat"]], one["call"])
            for number, one in enumerate(table.declarations)
            if one["call"] not in NO_TURN
        ]
        lawful = []
        for word in (PASS, *self.words):
            call = judge_calls([*calls, (len(calls), seat, word)], table.deal, table.toggles).calls[-1]
            refused = call.stuck and word == PASS
            if call.counts and call.exists and call.higher and call.is_true is not False and not refused:
                lawful.append(word)
        if not lawful:
            return False
        wrong = [word for word in SPOKEN if word not in NO_TURN and word not in lawful]
        slips = self.random.random() < 0.5 and wrong and table.take_slip("bid")
        table.add_call(seat, self.random.choice(wrong) if slips else self._choice(seat, lawful))
        return True

    def _choice(self, seat: int, lawful: list[str]) -> str:
        """Choose a lawful call by expected tricks, sometimes a daring one."""
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


#: Rate of optional exchanges.
_OFFERED: Final = 0.7


def hand_over(table: BidEuchreTable) -> None:
    """Make the exchanges of the hand, with cards chosen from the hands at the naming of trumps."""
    declared, preliminaries, random = table.declaration, table.preliminaries, table.random
    has_exchanges = table.toggles.exchange != "none" or table.toggles.pepper_play == "alone"
    asked = list_owed_exchanges(
        preliminaries.contract, declared.strain, preliminaries.alone, table.seating, table.toggles
    )
    if preliminaries.contract is None or declared.strain is None or declared.unplayed:
        return
    if has_exchanges:
        table.exchanges = []
    if not asked and len(table.seating.seats) % 2 == 0 and table.take_slip("exchange"):
        seat = preliminaries.contract.maker
        other = (seat + len(table.seating.seats) // 2) % len(table.seating.seats)
        asked = [Owed(seat, other, 1, "any", True), Owed(other, seat, 1, "any", True)]
    elif asked and random.random() < 0.5 and table.take_slip("exchange"):
        # Nobody hands anything over.
        return
    if not all(owed.due for owed in asked) and random.random() > _OFFERED:
        return
    given = [_choose_exchange(table, owed, declared.strain) for owed in asked]
    if given:
        table.exchanges = given


def _choose_exchange(table: BidEuchreTable, owed: Owed, strain: Strain) -> dict[str, Any]:
    hand = table.hands[owed.giver]
    right = find_choosable_cards(hand, owed.which, strain)
    wrong = hand & ~right if right is not None else 0
    cards = wrong if wrong and table.take_slip("exchange") else hand if right is None else right
    bits = [bit for bit in table.pack.face if bit & cards]
    seats = table.seating.seats
    picked = sum(table.random.sample(bits, owed.number))
    return {"from": seats[owed.giver], "to": seats[owed.taker], "cards": table.faces(picked)}


#: Rate of playing alone by choice, and of players without a trick who leave.
_ALONE: Final = 0.25
_LEAVES: Final = 0.4
_FOUR: Final = 4


def name_trumps(table: BidEuchreTable) -> None:
    """Name the best trumps of the winner of the bid, unless the bid has named them."""
    random, seating = table.random, table.seating
    contract = table.preliminaries.contract
    if contract is None or contract.kind in table.recording.named:
        return
    name, _ = best_named(
        table.hands[contract.maker], table.recording.names, table.law.order(table.pack).strains
    )
    more: dict[str, Any] = {}
    chosen = table.recording.lone and len(seating.seats) == _FOUR and random.random() < _ALONE
    if chosen or (contract.kind.endswith("_pepper") and is_played_alone(contract, table.toggles)):
        more["alone"] = True
    seat = contract.maker
    if table.take_slip("named"):
        slip = random.choice(("stranger", "not had", "late"))
        if slip == "stranger":
            seat = seating.left_neighbor(seat)
        elif slip == "late" and not more:
            more["at"] = random.randint(2, seating.width)
        else:
            name = random.choice(
                [other for other in (*HIGH, LOW) if other not in table.recording.names] or SUITS
            )
    table.add_call(seat, "trump", trump=name, **more)


def drop_out(table: BidEuchreTable) -> None:
    """Let players without an expected trick drop out; on a slip one who may not, or too late."""
    random, seating, declared = table.random, table.seating, table.declaration
    preliminaries = table.preliminaries
    if table.take_slip("out") and preliminaries.contract is not None:
        late = table.toggles.drop_out == "yes" and random.random() < 0.5
        seat = seating.left_neighbor(preliminaries.contract.maker) if late else preliminaries.contract.maker
        table.add_call(seat, "out", **({"at": random.randint(1, seating.width)} if late else {}))
        return
    if declared.strain is None or preliminaries.contract is None or table.toggles.drop_out != "yes":
        return
    before = tuple(table.before.get(side, table.recording.start) for side in seating.side_names)
    for seat in seating.clockwise[seating.left_neighbor(preliminaries.contract.maker)]:
        found, _ = judge_leavings([(0, seat, -1)], preliminaries.contract, seating, before, table.toggles)
        side = seating.seats_of(seating.side_of[seat])
        weak = sum(tricks_in(table.hands[seat], declared.strain) for seat in side) < 1
        if found[0].allowed and weak and random.random() < _LEAVES:
            table.add_call(seat, "out")
            if not seating.alone:
                return


#: Rate of suits named with a joker led without trumps.
_NAMED: Final = 0.7


def play(table: BidEuchreTable) -> None:
    """Play all tricks, if the hand is played."""
    declared = table.declaration
    if declared.unplayed or declared.strain is None or table.preliminaries.leader is None:
        return
    tricks = _Tricks(table, declared, table.preliminaries.leader)
    for _ in range(tricks.seating.each):
        tricks.play()


class _Tricks:
    """Tricks of a hand as they are played, with the trouble that is due."""

    def __init__(self, table: BidEuchreTable, declared: Declaration, leader: int) -> None:
        assert declared.strain is not None
        self.table, self.random, self.strain = table, table.random, declared.strain
        self.seating, self.leader = declared.hand.seating, leader
        self.held = list(declared.hand.dealt)
        last = self.seating.end - self.seating.width
        self.wrong_turn = self.random.randrange(max(1, last)) if table.take_slip("turn") else -1
        idle = [seat for seat in range(len(table.seating.seats)) if self.seating.out >> seat & 1]
        strays = bool(idle) and table.take_slip("stray")
        #: Seat that plays although it is out, and the moment.
        self.stray = (self.random.choice(idle), self.random.randrange(max(1, last))) if strays else (-1, -1)

    def play(self) -> None:
        """Play one trick; its winner leads the next."""
        strain, pack, held = self.strain, self.table.pack, self.held
        waiting = list(self.seating.clockwise[self.leader])
        trick = Trick.begin(strain, fallen=pack.all_cards & ~sum(held))
        while waiting:
            self.stray_card()
            place = 0
            if len(self.table.plays) >= self.wrong_turn >= 0 and len(waiting) > 1:
                place, self.wrong_turn = self.random.randrange(1, len(waiting)), -1
            seat = waiting.pop(place)
            legal = legal_cards(
                self.table.law, held[seat], trick.led, strain.trump, trick.above, trick=trick.lead_number
            )
            card = self.choice(seat, legal)
            held[seat] &= ~card
            named = "" if trick.cards else self.choose_joker_suit(card)
            trick = trick.play(seat, card, named)
            self.add_play(seat, card, named)
        assert trick.winner is not None
        self.leader = trick.winner

    def choice(self, seat: int, legal: int) -> int:
        """Return a legal card, or on a slip an illegal one."""
        illegal = self.held[seat] & ~legal
        cards = illegal if illegal and self.random.random() < 0.5 and self.table.take_slip("card") else legal
        return self.random.choice([bit for bit in self.table.pack.face if bit & cards])

    def choose_joker_suit(self, card: int) -> str:
        """Return the suit named with a joker that beats all and is led without trumps (BD-40)."""
        joker = self.table.pack.joker and card == self.table.pack.mask[JOKER]
        beats_all = joker and not self.strain.trump and self.table.toggles.joker_nt == "beats_all"
        return self.random.choice(SUITS) if beats_all and self.random.random() < _NAMED else ""

    def stray_card(self) -> None:
        """Play a card of a seat that is out, if that trouble is due."""
        seat, at = self.stray
        if len(self.table.plays) >= at >= 0:
            self.stray = (-1, -1)
            self.add_play(
                seat, self.random.choice([bit for bit in self.table.pack.face if bit & self.held[seat]]), ""
            )

    def add_play(self, seat: int, card: int, named: str) -> None:
        play = {"seat": self.table.seating.seats[seat], "card": self.table.pack.face[card]}
        self.table.plays.append({**play, "named": named} if named else play)


#: Kinds of trouble in an irregular hand, by weight.
_TROUBLE: Final = (
    ["card"] * 8
    + ["turn"] * 3
    + ["bid"] * 3
    + [
        "call out of turn",
        "special call",
        "named",
        "named",
        "exchange",
        "exchange",
        "out",
        "stray",
        "wrong score",
    ]
    + ["incident"] * 3
)


class BidEuchreHand(BidEuchreTable):
    """Simulated hand of the Bid Euchre family."""

    kinds = _TROUBLE

    def play_hand(self) -> None:
        bidding = SimulatedAuction(self)
        bidding.call_specially()
        if not self.declaration.unplayed:
            bidding.call()
            name_trumps(self)
            drop_out(self)
            hand_over(self)
        play(self)
        # A hand that all others left is not played (B-104): its calls have no later moments.
        for call in self.declarations:
            if call.get("at", 0) > len(self.plays):
                del call["at"]
        playing = self.declaration.hand.seating
        if playing.end >= 2 * playing.width:
            self.add_incidents(playing)
