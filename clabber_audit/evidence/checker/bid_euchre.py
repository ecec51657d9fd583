"""Certificate checker for the Bid Euchre family.

The contract and the trump suit are taken for granted too: the auction does not depend on hidden cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from clabber_audit.evidence.checker.checker import (
    ASIDE,
    CLOCKS,
    DUTIES,
    KEPT,
    SUITS,
    TURNS,
    Atom,
    Checker,
    Json,
    answers,
)

#: Ranks of a pack, if not the usual ones, and the number of cards that each is dealt, if not the whole pack.
RANKS: Final = {"20": "TJQKA", "28": "89TJQKA", "32": "789TJQKA"}
EACH: Final = {"20": 5, "24": 6, "25": 6, "28": 5, "32": 5}
#: The other suit of the same color.
COLOR: Final = {"C": "S", "S": "C", "D": "H", "H": "D"}
JOKER: Final = "JK"


class BidEuchreChecker(Checker):
    """Checker for rulings of the format `bid-euchre-ruling/1`."""

    strains = (*SUITS, "NT", "LOW")
    #: Cards may change hands between deal and play; the hands at the first lead count.
    word = "held"

    def __init__(self, ruling: Json) -> None:
        record, law = ruling["record"], answers(ruling)
        pack, self.table = record.get("pack", "24"), [*record.get("seats", "NESW")]
        suited = [rank + suit for suit in SUITS for rank in RANKS.get(pack, "9TJQKA")]
        self.pack = [*suited * (1 + (pack == "48")), *[JOKER] * (pack == "25")]
        fixed = law.get("cards_each")
        usual = fixed if isinstance(fixed, int) else EACH.get(pack, 48 // len(self.table))
        self.each = record.get("cards_each") or usual
        self.bid, self.called = ruling["contract"] or {}, ruling["trump"] or ""
        self.out = self.find_leaving_seats(record.get("declarations") or (), law) if self.bid else set()
        self.out |= self.find_seats_out(record)
        super().__init__(ruling)
        self.orders["HIGH"] = self.orders["NT"]
        for each in record.get("exchanges") or ():
            self.sizes[each["from"]] -= len(each["cards"])
            self.sizes[each["to"]] += len(each["cards"])

    def find_leaving_seats(self, calls: Sequence[Json], law: Json) -> set[str]:
        """Return the seats that play no card: those that dropped out in time, and the partners of a lone player."""
        maker, step = self.bid["maker"], 2 if law["partners"] == "yes" else len(self.table)
        side = {seat: {*self.table[place % step :: step]} for place, seat in enumerate(self.table)}
        early = [call["seat"] for call in calls if call["call"] == "out" and clock(call.get("at")) <= 0]
        gone = [seat for seat in early if law["drop_out"] == "yes" and seat not in side[maker]]
        return {other for seat in gone for other in side[seat]} | (
            side[maker] - {maker} if self.bid["alone"] else set()
        )

    def find_seats_out(self, record: Json) -> set[str]:
        """Return the seats said to sit out, rightly or not, that played no card in a hand with plays."""
        calls, noted, played = record.get("declarations") or [], record.get("contract"), record["plays"]
        if noted and not calls:
            calls = [{"seat": noted["maker"], "call": noted.get("kind"), "alone": noted.get("alone")}]
        loners = [call["seat"] for call in calls if call.get("alone")]
        namers = {call["seat"] for call in calls if call["call"] == "trump"}
        bids = [call["seat"] for call in calls if call["call"] in ("pepper", "loner", "pfeffer")]
        loners += [seat for seat in reversed(bids) if not namers or seat in namers]
        gone = {call["seat"] for call in calls if call["call"] == "out" and clock(call.get("at")) <= 0}
        if loners and loners[0] in self.table and len(self.table) % 2 == 0:
            gone |= {*self.table[self.table.index(loners[0]) % 2 :: 2]} - {loners[0]}
        return gone - {play["seat"] for play in played} if played else set()

    def list_recorded_cards(self) -> list[tuple[str, str]]:
        """Return the known cards of each seat at the first lead, and those known to lie aside."""
        calls, given = self.record.get("declarations") or (), self.record.get("exchanges")
        hands, blind = self.deal.get("hands") or {}, self.deal.get("blind") or [self.deal.get("upcard")]
        held = Counter((seat, card) for seat, cards in {**hands, ASIDE: blind}.items() for card in cards)
        moves = [(exchange["from"], exchange["to"], exchange["cards"]) for exchange in given or ()]
        if bottoms := next(
            (call for call in calls if call["call"] == "bottoms" and self.is_entitled(call["cards"])), None
        ):
            moves = [(bottoms["seat"], ASIDE, bottoms["cards"]), (ASIDE, bottoms["seat"], blind[1:]), *moves]
        for giver, taker, cards in moves:
            held.subtract((giver, card) for card in cards)
            held.update((taker, card) for card in cards)
        # If the cards given are unknown, so are the cards kept.
        loose = {exchange["from"] for exchange in given or () if None in exchange["cards"]} | (
            self.find_unsure_seats() if given is None else set()
        )
        return [element for element in held.elements() if element[0] not in loose]

    def is_entitled(self, shown: Sequence[str]) -> bool:
        """Return True if the cards shown may be exchanged for the bottom cards."""
        club = self.law.get("upcard") == "club_is_trump" and (self.deal.get("upcard") or "")[1:] == "C"
        return (
            "call_window" in self.law
            and len(shown) == 3
            and len({card[0] for card in shown}) == 1
            and not club
        )

    def find_unsure_seats(self) -> set[str]:
        """Return the seats that may have exchanged cards, if no exchange was recorded."""
        if not self.bid:
            return set()
        maker, kind, way = self.bid["maker"], self.bid["kind"], self.law["exchange"]
        if way == "best_for_worst":
            left = self.table[(self.table.index(maker) + 1) % len(self.table)]
            return set() if self.called in COLOR or kind == "pfeffer" else {maker, left}
        alone = way == "any_two" and self.bid["alone"]
        passed = (way == "passed_card" and kind == "pepper") or (
            kind == "small_pepper" and self.law.get("pepper_play") == "alone"
        )
        return (
            {maker, self.table[(self.table.index(maker) + 2) % len(self.table)]} if alone or passed else set()
        )

    def rank_suits(self, trump: str) -> dict[str, list[str]]:
        """Return suit -> its cards from low to high, bowers and joker included."""
        ranks = "789TJQKA"[:: -1 if trump == "LOW" else 1]
        results = {suit: [rank + suit for rank in ranks if rank + suit in self.pack] for suit in SUITS}
        if trump in COLOR and self.law["bowers"] == "yes":
            for jack in ("J" + COLOR[trump], "J" + trump):
                results[jack[1]].remove(jack)
                results[trump].append(jack)
        if JOKER in self.pack:
            # Without trumps it is the only trump, where it beats all; else a suit of its own.
            beats = trump in COLOR or self.law.get("joker_nt") != "dead"
            suit = results.setdefault(trump if beats else "", [])
            above = {"under_right": 1, "under_left": 2, "lowest": len(suit)}.get(
                self.law.get("joker_rank", ""), 0
            )
            suit.insert(len(suit) - above * (trump in COLOR), JOKER)
        return results

    def opening(self) -> str:
        """Return the seat of the opening lead, empty if unknown."""
        maker, way = self.bid.get("maker"), self.law["leader"]
        if not self.called and (way == "pfeffer" or not maker):
            return ""
        if maker and way == "pfeffer" and self.called not in COLOR:
            return self.seats_from(maker, -1)[0]
        return self.seats_from(maker)[0] if maker and way == "bidder" else super().opening()

    def find_declaration(self) -> tuple[str, Sequence[str], int]:
        """Return the maker, the possible trumps, and the round of an unrecorded up-card (0)."""
        return self.bid.get("maker", ""), [self.called] if self.called else self.strains, 0

    def is_known(self, fault: Json) -> bool | None:
        """Return True if the law has the infraction and the record has its card.

        None if the checker does not know the infraction, or somebody played who was out of the hand.
        """
        kind, result = fault["infraction"], super().is_known(fault)
        known = kind == DUTIES[0] or (kind in TURNS and (self.leader or fault["at"] >= self.wide))
        return None if result and not (known and self.out.isdisjoint(self.seats)) else result

    def group_leads(self, at: int, trump: str) -> dict[str, int]:
        """Return suit led -> cards that lead it; a joker led without trumps counts for the suit named with it."""
        suits, named = super().group_leads(at, trump), self.record["plays"][at].get("named")
        if not named or trump in COLOR:
            return suits
        joker = self.bits[JOKER]
        return {suit: cards & ~joker | joker * (suit == named) for suit, cards in suits.items()}

    def find_wins(self, clocks: range, among: int, trump: str) -> Iterator[tuple[int, int, list[Atom]]]:
        """Yield each way to win among some clocks: the clock, the cards that would beat it, and its conditions."""
        if joker := among & self.orders[trump][0].get("", 0):
            # A card that beats nothing wins if it was led and no card followed suit.
            above = (
                next(cards for cards in self.group_leads(clocks[0], trump).values() if cards & joker) & ~joker
            )
            lower = [self.fell(clock, self.all & ~above) for clock in clocks[1:]]
            yield clocks[0], above, [self.fell(clocks[0], joker), *lower]
        yield from super().find_wins(clocks, among & ~joker, trump)

    def refute_hand(self, faults: Sequence[Json], hand: Json, refuted: bool) -> str:
        """Return why a complete hand is no counterexample that fits the record, empty if it is one.

        Equal cards are interchangeable, so they are counted.
        """
        trump, fell, hands = hand["trump"] or "", hand["plays"], hand["held"]
        held, rest = Counter((seat, card) for seat in self.table for card in hands[seat]), Counter(self.pack)
        rest.subtract(card for _, card in held.elements())
        held.update((ASIDE, card) for card in rest.elements())
        played = Counter(zip(self.seats, fell, strict=True))
        sized = all(len(hands[seat]) == size for seat, size in self.sizes.items())
        agreed = trump in [*self.trumps] and sized and min(rest.values()) >= 0 and not played - held
        if not agreed or not all(self.agrees(fact, trump, fell, held) for fact, _ in self.facts):
            return "a hand that it shows does not fit the record"
        lying = [*zip(self.seats, range(len(fell)), fell, strict=True)]
        lying += [(seat, KEPT, card) for seat, card in (held - played).elements()]
        places = [(seat, at, self.bits[card]) for seat, at, card in lying]
        return "another hand fits the same facts" if self.is_possible(places, trump, faults, refuted) else ""

    def agrees(self, fact: Json, trump: str, fell: Sequence[str], held: Counter[tuple[str, str]]) -> bool:
        """Return True if a fact of the record holds in a complete hand."""
        if "pile" in fact:
            pile = fell[self.wide * (fact["pile"] - 1) : self.wide * fact["pile"]]
            return bool(sorted(pile, key=self.pack.index) == fact["cards"])
        if "held" in fact:
            times: int = [premise for premise, _ in self.facts].count(fact)
            return times <= held[fact["held"], fact["card"]]
        return bool(fact["trump"] == trump if "trump" in fact else fell[fact["play"]] == fact["card"])


def clock(at: int | str | None) -> int:
    """Return a moment as a number, 0 if none was recorded."""
    return 0 if at is None else at if isinstance(at, int) else CLOCKS[at]
