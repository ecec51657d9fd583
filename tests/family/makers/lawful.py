"""Hands played by the rules: deal, auction, naming, plays."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from tests.family.opinion.auction import (
    Contract,
    exists,
    forced_number,
    hold_auction,
    may_be_named,
    may_play_alone,
    rank_of,
    settle_contract,
    take_bottoms,
)
from tests.family.opinion.cards import JOKER, SUITS, legal_cards, winning_card
from tests.family.opinion.laws import Law, law_of
from tests.family.opinion.play import (
    after_exchanges,
    drop_outs,
    duties,
    first_leader,
    lone_partners,
    right_cards,
    who_plays,
)
from tests.family.opinion.table import (
    Hands,
    Record,
    cards_each,
    club_hand,
    dealt_hands,
    left_of,
    partners_of,
    round_from,
    seats_of,
)

IN_CALLS = ("bid-out-of-turn", "insufficient-bid", "invalid-bid", "false-two-bid", "forced-bid-refused")
SPECIAL = ("late-call", "unentitled-call")
IN_NAMING = ("declaring-out-of-turn", "invalid-declaration", "trump-named-late")
IN_EXCHANGE = ("wrong-exchange-card", "missed-exchange", "unentitled-exchange")
IN_LEAVING = ("forbidden-drop-out", "late-drop-out")
IN_PLAY = ("failure-to-follow", "lead-out-of-turn", "play-out-of-turn", "playing-when-out")
NOTED = {
    "exposed_in_deal": "exposed-in-deal",
    "wrong_card_count": "wrong-card-count",
    "dealt_out_of_order": "dealt-out-of-order",
    "missing_cards": "faulty-pack",
    "saw_passed_card": "seen-before-giving",
    "table_talk": "table-talk",
}
FAULTS = (*IN_CALLS, *SPECIAL, *IN_NAMING, *IN_EXCHANGE, *IN_LEAVING, *IN_PLAY, *NOTED.values())


LOWEST = {"20": "TJQKA", "24": "9TJQKA", "25": "9TJQKA", "28": "89TJQKA", "32": "789TJQKA", "48": "9TJQKA"}
DIRTY_CLUBS_PACKS = {3: "20", 4: "24", 5: "28", 6: "32"}


def pack(name: str) -> list[str]:
    """Every card of a pack, one entry for each physical card."""
    cards = [rank + suit for suit in SUITS for rank in LOWEST[name]]
    if name == "48":
        return cards * 2
    return [*cards, JOKER] if name == "25" else cards


def table_for(ruleset: str, random: Random) -> tuple[list[str], str, int]:
    """Seats, pack and cards each."""
    game = law_of(ruleset, {})["game"]
    if game == "dc":
        count = random.randint(3, 6)
        return numbered(count), DIRTY_CLUBS_PACKS[count], 5
    if game == "dh" and random.random() < 0.4:
        return numbered(6), "48", 8
    if game in ("dd", "dh"):
        return list("NESW"), "48", 12
    if game == "hp":
        return list("NESW"), "25", 6
    return list("NESW"), "24", 5 if game == "ec" else 6


def numbered(count: int) -> list[str]:
    """`P1` and so on."""
    return [f"P{number}" for number in range(1, count + 1)]


def deal(ruleset: str, name: str, random: Random) -> Record:
    """A record with a deal and nothing said yet; what need not be written is now and then left out."""
    seats, size, each = table_for(ruleset, random)
    cards = pack(size)
    random.shuffle(cards)
    if size == "25" and random.random() < 0.15:
        # The joker is the card left over (B-071).
        cards.remove(JOKER)
        cards.insert(0, JOKER)
    hands = {seat: [cards.pop() for _ in range(each)] for seat in seats}
    record: Record = {
        "format": "bid-euchre-hand/1",
        "id": name,
        "ruleset": ruleset,
        "deal": {"dealer": random.choice(seats), "hands": hands},
        "declarations": [],
        "plays": [],
    }
    if seats != list("NESW"):
        record["seats"] = seats
    if size != "24":
        record["pack"] = size
    if each != {"24": 6, "25": 6, "48": 48 // len(seats)}.get(size, 5):
        record["cards_each"] = each
    left_over: dict[str, Any] = record["deal"]
    if law_of(ruleset, {})["game"] in ("dc", "ec"):
        left_over["upcard"] = cards[0]
        left_over["blind"] = cards
    elif cards and random.random() < 0.7:
        left_over["blind"] = cards
    return record


ALL_WORDS = ("small_pepper", "big_pepper", "pepper", "loner", "pfeffer")


def call_all(record: Record, law: Law, random: Random) -> None:
    """The auction, mostly in order."""
    if not club_hand(record, law) or random.random() < 0.05:
        bid(record, law, random)
    if law["game"] == "ec":
        special(record, random)


def bid(record: Record, law: Law, random: Random) -> None:
    dealer = record["deal"]["dealer"]
    order = round_from(left_of(dealer, record), record)
    if random.random() < 0.06:
        one, other = random.sample(range(len(order)), 2)
        order[one], order[other] = order[other], order[one]
    if random.random() < 0.06:
        order.insert(random.randrange(len(order) + 1), random.choice(order))
    quiet = random.random() < 0.25
    said: list[dict[str, Any]] = []
    highest = 0
    for seat in order:
        if any(entry["call"] == "loner" for entry in said) and random.random() < 0.8:
            break
        call = one_call(highest, cards_each(record), law, random, quiet, seat == dealer)
        digits = call.removesuffix("HC")
        if digits.isdigit():
            highest = max(highest, int(digits))
        said.append({"seat": seat, "call": call})
    if quiet and random.random() < 0.3 and order[-1] == dealer:
        # A dealer who is stuck, or everybody has passed before, sometimes says nothing.
        said.pop()
    if said:
        record["declarations"] += said
    if (
        law["all_pass"] == "joker_3"
        and all(entry["call"] == "pass" for entry in said)
        and random.random() < 0.6
    ):
        record["declarations"] += late_threes(record, random)


def late_threes(record: Record, random: Random) -> list[dict[str, Any]]:
    hands = record["deal"].get("hands") or {}
    holder = [seat for seat in seats_of(record) if "JK" in hands.get(seat, ())]
    seat = holder[0] if holder and random.random() < 0.8 else random.choice(seats_of(record))
    return [
        {"seat": seat, "call": random.choice(("3", "3", "3", "4", "pass"))}
        for _ in range(random.choice((1, 1, 2)))
    ]


def one_call(highest: int, most: int, law: Law, random: Random, quiet: bool, dealer: bool) -> str:
    """A pass, a bid a little above the highest, a word, or no bid at all."""
    if random.random() < 0.07:
        strange = [
            str(random.randint(1, min(most + 1, 12))),
            f"{random.randint(1, 5)}HC",
            random.choice(ALL_WORDS),
        ]
        return random.choice(strange)
    if quiet and not (dealer and random.random() < 0.5):
        return "pass" if random.random() < 0.9 else "2"
    if law["words"] and random.random() < (0.12 if law["game"] == "be" else 0.2):
        return str(random.choice(law["words"]))
    if random.random() < 0.5 or (highest >= most and random.random() < 0.8):
        return "pass"
    least = max(int(law["min_bid"]), int(law["dealer_least"]) if dealer else 1, highest + 1)
    number = min(least + random.choice((0, 0, 0, 1, 1, 2)), most)
    if law["high_card_bids"] and random.random() < 0.3:
        return f"{min(random.randint(1, 5), most)}HC"
    return str(number)


def special(record: Record, random: Random) -> None:
    """Bottoms, four of a kind and Ace No Face: by those who may, and now and then by those who may not."""
    calls = record["declarations"]
    for seat in seats_of(record):
        hand = record["deal"]["hands"][seat]
        entry: dict[str, Any] | None = None
        threes = [three for three in combinations(hand, 3) if len({card[0] for card in three}) == 1]
        if threes and random.random() < 0.6:
            entry = {"seat": seat, "call": "bottoms", "cards": list(random.choice(threes))}
        elif not any(card[0] in "JQK" for card in hand) and random.random() < 0.6:
            entry = {"seat": seat, "call": "ace_no_face"}
        elif any(sum(card[0] == rank for card in hand) == 4 for rank in "9TJQKA") and random.random() < 0.5:
            entry = {"seat": seat, "call": "four_of_a_kind"}
        elif random.random() < 0.02:
            call = random.choice(("bottoms", "four_of_a_kind", "ace_no_face"))
            entry = {"seat": seat, "call": call}
            if call == "bottoms":
                entry["cards"] = random.sample(hand, 3)
        if entry is not None:
            calls.insert(0 if random.random() < 0.6 else random.randrange(len(calls) + 1), entry)


def name_trumps(record: Record, contract: Contract | None, law: Law, random: Random) -> None:
    seats = seats_of(record)
    if contract is None:
        if club_hand(record, law) and random.random() < 0.03:
            record["declarations"].append({"seat": random.choice(seats), "call": "trump", "trump": "H"})
        return
    if contract["kind"] == "hc" and random.random() < 0.8:
        return
    if random.random() < 0.04:
        stranger = random.choice([seat for seat in seats if seat != contract["maker"]])
        alone = {"alone": True} if random.random() < 0.4 else {}
        record["declarations"].append(
            {"seat": stranger, "call": "trump", "trump": random.choice(SUITS), **alone}
        )
        if random.random() < 0.5:
            return
    entry: dict[str, Any] = {
        "seat": contract["maker"],
        "call": "trump",
        "trump": strain(contract, law, random),
    }
    lone = 0.35 if law["game"] == "dh" else 0.03
    if law["pepper_play"] == "alone" and contract["kind"] in ("small_pepper", "big_pepper"):
        lone = 1.0
    if random.random() < lone:
        entry["alone"] = True
    record["declarations"].append(entry)


def strain(contract: Contract, law: Law, random: Random) -> str:
    if contract["kind"] == "hc" and random.random() < 0.9:
        return "NT"
    if random.random() < 0.04:
        return random.choice(("NT", "HIGH", "LOW"))
    without = {"none": (), "high": ("NT",), "high_low": ("HIGH", "LOW")}[law["no_trump"]]
    return random.choice(without) if without and random.random() < 0.35 else random.choice(SUITS)


def leave(record: Record, contract: Contract | None, law: Law, random: Random) -> None:
    if law["game"] not in ("dc", "ec"):
        return
    for seat in seats_of(record):
        chance = 0.04
        if contract is not None and law["drop_out"] == "yes" and seat != contract["maker"]:
            chance = 0.3 if law["game"] == "dc" else 0.06
        if random.random() < chance:
            record["declarations"].append({"seat": seat, "call": "out"})


def hand_over(
    record: Record, contract: Contract | None, hands: Hands, law: Law, random: Random, played: bool
) -> None:
    """Exchanges as due, with wrong cards, none, too many, or where the game has none."""
    owed, _ = duties(record, contract, law)
    if not owed:
        if random.random() < 0.03:
            one, other = random.sample(seats_of(record), 2)
            record["exchanges"] = [given(one, other, 1, hands, random), given(other, one, 1, hands, random)]
        elif random.random() < 0.1:
            record["exchanges"] = []
        return
    record["exchanges"] = []
    if random.random() < (0.5 if law["game"] == "dh" else 0.1):
        return
    much = 1 if random.random() < 0.95 else random.choice((2, 3))
    for giver, taker, number, which in owed:
        handed = given(giver, taker, number if much == 1 else much, hands, random)
        hand = hands[giver]
        if (
            hand is not None
            and contract is not None
            and random.random() < 0.75
            and number == len(handed["cards"]) == 1
        ):
            handed["cards"] = [random.choice(right_cards(hand, which, contract["trump"] or "NT", law))]
        record["exchanges"].append(handed)
    if not played and random.random() < 0.15:
        # One hands over and the other does not: with cards played that would leave seven cards in a hand.
        record["exchanges"].pop(random.randrange(len(record["exchanges"])))


def given(giver: str, taker: str, number: int, hands: Hands, random: Random) -> dict[str, Any]:
    """Some cards on their way."""
    return {"from": giver, "to": taker, "cards": random.sample(hands[giver] or [], number)}


def play_all(
    record: Record,
    held: dict[str, list[str]],
    trump: str,
    leader: str,
    gone: list[str],
    *,
    law: Law,
    random: Random,
) -> None:
    """A whole hand."""
    staying = who_plays(record, gone)
    clumsy = random.choice((0.0, 0.03, 0.12))
    rightful = leader
    table: list[tuple[str, str]] = []
    named: str | None = None
    while any(held[seat] for seat in staying):
        idle = [seat for seat in gone if held[seat]]
        if idle and random.random() < clumsy / 3:
            seat = random.choice(idle)
            record["plays"].append({"seat": seat, "card": held[seat].pop()})
        seat = who_next(
            rightful, [other for other, _ in table], held, staying, record, clumsy=clumsy, random=random
        )
        cards = legal_cards(held[seat], [card for _, card in table], trump, law, named)
        card = random.choice(held[seat] if random.random() < clumsy else cards)
        play: dict[str, Any] = {"seat": seat, "card": card}
        if not table:
            named = (
                random.choice(SUITS)
                if card == JOKER and trump not in SUITS and random.random() < 0.6
                else None
            )
            if named is not None:
                play["named"] = named
        record["plays"].append(play)
        held[seat].remove(card)
        table.append((seat, card))
        if len(table) == len(staying):
            rightful = table[winning_card([one for _, one in table], trump, law, named)][0]
            table = []


def who_next(
    rightful: str,
    laid: list[str],
    held: dict[str, list[str]],
    staying: list[str],
    record: Record,
    *,
    clumsy: float,
    random: Random,
) -> str:
    able = [seat for seat in staying if held[seat]]
    if random.random() < clumsy / 2:
        return random.choice(able)
    begins = laid[0] if laid else rightful
    waiting = [seat for seat in round_from(begins, record) if seat in able and seat not in laid]
    return waiting[0] if waiting else able[0]


ALL_BIDS = [*map(str, range(1, 13)), *(f"{number}HC" for number in range(1, 6))]


class Planted(NamedTuple):
    """A hand, and what is wrong with it: the infraction and who committed it; None where nothing is."""

    record: Record
    wrong: tuple[str, str] | None


class _Maker:
    """A hand under way."""

    def __init__(self, ruleset: str, fault: str, random: Random) -> None:
        self.law, self.fault, self.random = law_of(ruleset, {}), fault, random
        self.record = deal(ruleset, f"lawful-{ruleset}", random)
        self.wrong: tuple[str, str] | None = None
        self.hands: dict[str, Any] = dealt_hands(self.record)
        self.seats = seats_of(self.record)

    @property
    def said(self) -> list[dict[str, Any]]:
        """Everything said so far."""
        calls: list[dict[str, Any]] = self.record["declarations"]
        return calls

    def plant(self, seat: str) -> None:
        """Note who did what was to be done."""
        self.wrong = (self.fault, seat)

    # The auction

    def call_round(self) -> None:
        """One call each, in turn, each above those before it."""
        if club_hand(self.record, self.law):
            return
        for seat in round_from(left_of(self.record["deal"]["dealer"], self.record), self.record):
            call = self.random.choice(self.lawful_calls(seat))
            wrong = self.wrong_call(seat) if self.fault in IN_CALLS and not self.wrong else None
            if wrong:
                self.plant(seat)
            self.said.append({"seat": seat, "call": wrong or call})
            if call == "loner" and not wrong:
                break
        if self.fault == "bid-out-of-turn" and not self.wrong:
            seat = self.random.choice(self.seats)
            self.said.append({"seat": seat, "call": self.random.choice(("pass", "4"))})
            self.plant(seat)

    def ranks(self) -> list[tuple[int, int]]:
        return [rank for rank, _, _ in hold_auction(self.record, self.hands, self.law).bids]

    def least(self, seat: str) -> int:
        """The least number open to a seat (B-053, B-075)."""
        law, dealer = self.law, seat == self.record["deal"]["dealer"]
        least = max(int(law["min_bid"]), int(law["dealer_least"]) if dealer else 1)
        return max(least, forced_number(law) or 0) if self.stuck(seat) and law["game"] == "bp" else least

    def stuck(self, seat: str) -> bool:
        """Return True if all others passed before a dealer who has to bid."""
        last = seat == self.record["deal"]["dealer"] and len(self.said) == len(self.seats) - 1
        return last and not self.ranks() and forced_number(self.law) is not None

    def lawful_calls(self, seat: str) -> list[str]:
        """A pass, unless he is stuck, and all bids above those so far."""
        law, highest = self.law, max(self.ranks(), default=(-1, -1))
        words = [*ALL_BIDS, *law["words"]]
        bids = [
            one
            for one in words
            if exists(one, law, cards_each(self.record), self.least(seat)) and rank_of(one, law) > highest
        ]
        if law["two_bid"] == "signal" and not self.has_two_jacks(seat):
            bids = [one for one in bids if one != "2"]
        numbers = [one for one in bids if one[0].isdigit()][:3]
        if self.stuck(seat):
            return [one for one in numbers if one.isdigit()] or bids
        if self.fault == "forced-bid-refused":
            return ["pass"]
        if self.fault in IN_EXCHANGE and "pepper" in bids and self.random.random() < 0.3:
            return ["pepper"]
        return ["pass", "pass", *numbers, *(bids[-1:] if self.random.random() < 0.2 else [])]

    def has_two_jacks(self, seat: str) -> bool:
        hand = self.hands[seat]
        return {"JC", "JS"} <= {*hand} or {"JD", "JH"} <= {*hand}

    def wrong_call(self, seat: str) -> str | None:
        """The call that is planted, where this is a place for it. What it counts as leaves the auction as it is."""
        law, ranks = self.law, self.ranks()
        if self.fault == "forced-bid-refused":
            # A dealer of Double Hasenpfeffer may pass: he plays at six all the same (B-142).
            return "pass" if self.stuck(seat) and law["game"] in ("pf", "bp") else None
        if self.fault == "insufficient-bid" and ranks and not self.stuck(seat):
            words = [*ALL_BIDS, *law["words"]]
            known = [one for one in words if exists(one, law, cards_each(self.record), self.least(seat))]
            low = [one for one in known if rank_of(one, law) <= max(ranks) and one != "2"]
            return self.random.choice(low) if low else None
        if self.fault == "invalid-bid" and not self.stuck(seat):
            strange = ["1HC", "pepper", "small_pepper", "pfeffer", "1", "2", "12"]
            bad = [one for one in strange if not exists(one, law, cards_each(self.record), self.least(seat))]
            return self.random.choice(bad)
        if (
            self.fault == "false-two-bid"
            and law["two_bid"] == "signal"
            and not ranks
            and not self.has_two_jacks(seat)
        ):
            return "2" if exists("2", law, 6, self.least(seat)) else None
        return None

    def call_specially(self) -> None:
        """Bottoms after the bidding, or shown with cards that are not alike."""
        if self.law["game"] != "ec" or club_hand(self.record, self.law):
            return
        late = self.fault == "late-call"
        threes = [(seat, list(three)) for seat in self.seats for three in combinations(self.hands[seat], 3)]
        fitting = [(seat, three) for seat, three in threes if (len({card[0] for card in three}) == 1) == late]
        if fitting:
            seat, three = self.random.choice(fitting)
            entry = {"seat": seat, "call": "bottoms", "cards": three}
            self.said.insert(len(self.said) if late else 0, entry)
            self.plant(seat)
            if late:
                # They were taken, and stay (BD-58).
                take_bottoms(entry, self.record, self.hands)

    # Trumps, departures, exchanges

    def name(self, contract: Contract) -> None:
        """The winner of the bid says what is trumps."""
        law, random, maker = self.law, self.random, contract["maker"]
        if contract["kind"] == "hc" and self.fault not in IN_NAMING:
            return
        allowed = [one for one in (*SUITS, "NT", "HIGH", "LOW") if may_be_named(one, contract, law)]
        entry: dict[str, Any] = {"seat": maker, "call": "trump", "trump": random.choice(allowed)}
        if may_play_alone(contract, self.record, law) and random.random() < 0.3:
            entry["alone"] = True
        if self.fault == "declaring-out-of-turn":
            entry = {"seat": left_of(maker, self.record), "call": "trump", "trump": entry["trump"]}
            self.plant(entry["seat"])
        elif self.fault == "invalid-declaration":
            bad = [one for one in ("NT", "HIGH", "LOW", "H") if one not in allowed]
            if bad:
                entry["trump"] = random.choice(bad)
                self.plant(maker)
        elif self.fault == "trump-named-late":
            entry["at"] = 2
            self.plant(maker)
        self.said.append(entry)

    def leave(self, contract: Contract | None) -> None:
        law, random = self.law, self.random
        if law["game"] not in ("dc", "ec"):
            return
        may = contract is not None and law["drop_out"] == "yes"
        bidders = [contract["maker"], *partners_of(contract["maker"], self.record, law)] if contract else []
        others = [seat for seat in self.seats if seat not in bidders]
        if self.fault == "forbidden-drop-out":
            seat = random.choice(bidders if may else self.seats)
            self.said.append({"seat": seat, "call": "out"})
            self.plant(seat)
        elif may and self.fault == "late-drop-out":
            seat = random.choice(others)
            self.said.append({"seat": seat, "call": "out", "at": 3})
            self.plant(seat)
        elif may and law["game"] == "dc" and random.random() < 0.3 and len(others) > 1:
            self.said.append({"seat": random.choice(others), "call": "out"})

    def hand_over(self, contract: Contract | None) -> None:
        owed, must = duties(self.record, contract, self.law)
        if self.fault == "unentitled-exchange" and not owed:
            one, other = self.random.sample(self.seats, 2)
            self.record["exchanges"] = [given(one, other, 1, self.hands, self.random)]
            self.plant(one)
        if not owed or (not must and self.random.random() < 0.5):
            return
        assert contract is not None
        handed: list[dict[str, Any]] = []
        for giver, taker, number, which in owed:
            cards = right_cards(self.hands[giver], which, contract["trump"], self.law)
            if self.fault == "wrong-exchange-card" and not self.wrong:
                worse = [card for card in self.hands[giver] if card not in cards]
                if worse:
                    cards = worse
                    self.plant(giver)
            handed.append({"from": giver, "to": taker, "cards": self.random.sample(cards, number)})
        if self.fault == "missed-exchange" and must:
            self.plant(handed.pop(self.random.randrange(len(handed)))["from"])
        self.record["exchanges"] = handed

    # The cards

    def play(self, contract: Contract | None, trump: str) -> None:
        """Trick by trick, each following suit in his turn."""
        law, record = self.law, self.record
        gone = drop_outs(record, contract, law)[0] + lone_partners(record, contract, law)
        held = {
            seat: list(cards or [])
            for seat, cards in after_exchanges(record, contract, self.hands, law).items()
        }
        staying = who_plays(record, gone)
        leader = first_leader(record, contract, gone, law)
        if leader is None or len(staying) < 2 or len({len(held[seat]) for seat in staying}) > 1:
            # The bidder is left alone, or one gave a card and got none: nobody plays on.
            return
        for _ in range(cards_each(record)):
            order = [seat for seat in round_from(leader, record) if seat in staying]
            order = self.disturbed(order, gone, held)
            table: list[str] = []
            for seat in order:
                cards = legal_cards(held[seat], table, trump, law)
                if self.fault == "failure-to-follow" and not self.wrong and table:
                    off = [card for card in held[seat] if card not in cards]
                    if off:
                        cards = off
                        self.plant(seat)
                card = self.random.choice(cards)
                held[seat].remove(card)
                table.append(card)
                record["plays"].append({"seat": seat, "card": card})
            leader = order[winning_card(table, trump, law)]

    def disturbed(self, order: list[str], gone: list[str], held: dict[str, list[str]]) -> list[str]:
        """The players of a trick in another order, once, so that only one of them is out of turn."""
        if self.wrong:
            return order
        if self.fault == "lead-out-of-turn":
            self.plant(order[1])
            return order[1:] + order[:1]
        if self.fault == "play-out-of-turn" and len(order) > 3:
            # Whoever should have played comes after, as it was his turn all the time; the left neighbor is excused.
            self.plant(order[2])
            return [order[0], order[2], *order[3:], order[1]]
        if self.fault == "playing-when-out" and gone:
            seat = self.random.choice(gone)
            self.record["plays"].append({"seat": seat, "card": held[seat].pop()})
            self.plant(seat)
        return order


def lawful(ruleset: str, random: Random, fault: str = "") -> Planted:
    maker = _Maker(ruleset, fault, random)
    maker.call_round()
    if fault in SPECIAL:
        maker.call_specially()
    record, law = maker.record, maker.law
    for kind, name in NOTED.items():
        if name == fault:
            seat = random.choice(maker.seats)
            record["incidents"] = [{"kind": kind, "seat": seat}]
            maker.plant(seat)
    if (fault in IN_CALLS or fault in SPECIAL or fault in NOTED.values()) and not maker.wrong:
        return Planted(record, None)
    contract, how = settle_contract(record, hold_auction(record, maker.hands, law), maker.hands, law)
    if how not in ("bid", "club", "none"):
        return Planted(record, maker.wrong)
    if contract is not None:
        maker.name(contract)
    return _played(maker, contract, how)


def _played(maker: _Maker, contract: Contract | None, how: str) -> Planted:
    """The hand from the naming on."""
    record, law = maker.record, maker.law
    named = next((one for one in maker.said if one["call"] == "trump"), None)
    trump = {"club": "C", "none": "NT"}.get(how) or (named["trump"] if named else "NT")
    if contract is not None:
        own = named is not None and named["seat"] == contract["maker"] and named.get("alone", False)
        lone = contract["kind"] in ("pepper", "loner", "pfeffer")
        contract["trump"], contract["alone"] = (
            trump,
            lone or bool(own and may_play_alone(contract, record, law)),
        )
    maker.leave(contract)
    maker.hand_over(contract)
    maker.play(contract, trump)
    if maker.fault in ("trump-named-late", "late-drop-out") and not record["plays"]:
        # Where no card falls nothing comes after one.
        return Planted(record, None)
    return Planted(record, maker.wrong)
