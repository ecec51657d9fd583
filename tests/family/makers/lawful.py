"""Hands in which nobody does anything wrong, or exactly one thing: what is planted, by whom."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from tests.family.makers.dealing import deal
from tests.family.makers.faults import IN_CALLS, IN_EXCHANGE, IN_NAMING, NOTED, SPECIAL
from tests.family.makers.naming import given
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
from tests.family.opinion.cards import SUITS, legal_cards, winning_card
from tests.family.opinion.laws import law_of
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
    Record,
    cards_each,
    club_hand,
    dealt_hands,
    left_of,
    partners_of,
    round_from,
    seats_of,
)

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
        """How high the bids so far stand, as they count."""
        return [rank for rank, _, _ in hold_auction(self.record, self.hands, self.law).bids]

    def least(self, seat: str) -> int:
        """The least number open to a seat (B-053, B-075)."""
        law, dealer = self.law, seat == self.record["deal"]["dealer"]
        least = max(int(law["min_bid"]), int(law["dealer_least"]) if dealer else 1)
        return max(least, forced_number(law) or 0) if self.stuck(seat) and law["game"] == "bp" else least

    def stuck(self, seat: str) -> bool:
        """Whether all others passed before a dealer who has to bid."""
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
        if self.fault == "false-two-bid" and law["two_bid"] == "signal" and not ranks and not self.has_two_jacks(seat):
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
        """Now and then somebody who may leaves the hand."""
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
        """What is due, or one thing otherwise."""
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
        held = {seat: list(cards or []) for seat, cards in after_exchanges(record, contract, self.hands, law).items()}
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
    """A hand with nothing wrong; with `fault`, that one thing where the hand comes to it."""
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
        contract["trump"], contract["alone"] = trump, lone or bool(own and may_play_alone(contract, record, law))
    maker.leave(contract)
    maker.hand_over(contract)
    maker.play(contract, trump)
    if maker.fault in ("trump-named-late", "late-drop-out") and not record["plays"]:
        # Where no card falls nothing comes after one.
        return Planted(record, None)
    return Planted(record, maker.wrong)
