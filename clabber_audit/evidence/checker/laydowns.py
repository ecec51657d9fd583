"""Certificate checker for lay-downs, which only Clabber has."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from clabber_audit.evidence.checker.checker import (
    KEPT,
    KNOWN,
    LAYDOWN,
    Atom,
    Checker,
    Json,
    Place,
    list_cards,
)


class LaydownChecker(Checker):
    """Checker for rulings of the format `clabber-ruling/1`, lay-downs included."""

    def __init__(self, ruling: Json) -> None:
        super().__init__(ruling)
        self.known = dict[object, bool]()

    def is_known(self, fault: Json) -> bool | None:
        """Return True if the law knows a fault and the record has what it is about; None if the law is not known."""
        if fault["infraction"] != LAYDOWN or LAYDOWN not in self.kinds:
            return super().is_known(fault)
        if self.kinds - KNOWN:
            return None
        at, laid = fault["at"], bool(self.laydown.get("agreed")) and self.laydown["by"] == fault["seat"]
        # After a play out of turn the next leader is not recorded.
        whole, trick = sorted(self.seats[: at - at % 4]), {*self.seats[at - at % 4 : at]}
        regular = (
            whole == sorted(self.table * (at // 4)) and len(trick) == at % 4 and {*self.sizes.values()} == {6}
        )
        return laid and at == self.laydown["at"] and regular

    def refute_proof(
        self, faults: Sequence[Json], conditions: Sequence[Atom], trumps: Sequence[str], refuted: bool
    ) -> str:
        """Return why the premises do not prove the faults, or with `refuted` their absence; empty if they do."""
        if len(trumps) > 1 and faults[0]["infraction"] == LAYDOWN:
            return "it does not say what is trumps"
        return super().refute_proof(faults, conditions, trumps, refuted)

    def is_possible(self, places: list[Place], trump: str, faults: Sequence[Json], guilty: bool) -> bool:
        """Return True if some hand has one of the faults, or with `guilty` False none of them."""
        fault = faults[0]
        if fault["infraction"] != LAYDOWN or (guilty and len(faults) > 1):
            return super().is_possible(places, trump, faults, guilty)
        whole = not guilty or "all_hands" in fault or self.law["laydown_standard"] == "best_line"
        return self.can_be_beaten(places, trump, fault["at"], whole) is not (not guilty)

    def can_be_beaten(self, places: list[Place], trump: str, at: int, whole: bool) -> bool | None:
        """Return True if some hand loses a trick of the lay-down; None if too little is known."""
        left = list[Place]()
        for n, (seat, when, may) in enumerate(places):
            fit = sum(
                card
                for card in list_cards(may)
                if self.fits([*places[:n], (seat, when, card), *places[n + 1 :]])
            )
            left.append((seat, KEPT if when >= at else when, fit))
        trick = [
            (seat, card)
            for seat, when, may in left
            if at // 4 * 4 - 4 <= when < at
            for card in self.faces_of(may)
        ]
        free = [
            seat
            for seat in self.table
            if find_cards(left, seat).bit_count() > sum(each[:2] == (seat, KEPT) for each in left)
        ]
        bound = self.laydown["by"] if self.laydown.get("order") else ""
        if len(trick) != min(at, at % 4 + 4) or (free and (whole or bound in free)):
            return None
        leader = self.winner(trick[:4], trump) if at > 3 else self.leader
        return self.is_lost(left, trump, leader, trick[4 * (at > 3) :])

    def is_lost(self, places: list[Place], trump: str, leader: str, trick: list[tuple[str, str]]) -> bool:
        """Return True if some hand loses a trick from here, with `trick` on the table."""
        layer, order = self.laydown["by"], self.laydown.get("order", [])
        standard = self.law["laydown_standard"]
        if len(trick) == self.wide:
            leader, trick = self.winner(trick, trump), []
            if leader not in (layer, self.law["laydown_scope"] == "team" and self.seats_from(layer, 2)[0]):
                return True
        waiting = self.seats_from(trick[0][0] if trick else leader)
        seat = next((who for who in waiting if find_cards(places, who) and who not in dict(trick)), "")
        mine, others = find_cards(places, seat), find_cards(places, self.everybody.replace(seat, ""))
        suits, beaters = self.orders[trump]
        over = {
            card: (others & (beaters[card] | self.bits[card])).bit_count() for card in self.faces_of(mine)
        }
        here = (trump, leader, *trick, *sorted(place for place in places if place[1] >= 0))
        if here in self.known or (seat in (layer, "") and not trick and not any(over.values())):
            return self.known.get(here, False)
        outcome = chooses = standard == "best_line" and seat in (layer, self.seats_from(layer, 2)[0])
        # Of cards in one hand that are as good as each other one is tried, of those in the order stated the first.
        hand = sorted(over, key=[*order, *self.pack].index, reverse=True)
        alike = {
            (
                card[not others & self.bits[card] :],
                over[card],
                self.winner([*trick, (seat, card)], trump),
            ): card
            for card in hand
        }
        own = sorted(
            (may.bit_count(), n) for n, (who, at, may) in enumerate(places) if (who, at) == (seat, KEPT)
        )
        high = (beaters[card] for _, card in trick if card[1] == trump)
        above = min(high, key=int.bit_count, default=suits[trump])
        bound = self.duties(suits[trick[0][1][1]], suits[trump], above).values() if trick else ()
        for card in [card for card in reversed(hand) if card in alike.values()]:
            bit = self.bits[card]
            barred = reduce(int.__or__, (had for broken, _, had in bound if bit & broken), bit)
            spot = next(n for _, n in own if bit & places[n][2])
            after = [
                (who, at, may & ~(barred if (who, at) == (seat, KEPT) else bit)) for who, at, may in places
            ]
            after[spot] = (seat, -1, bit)
            if self.fits(after):
                outcome = self.is_lost(after, trump, leader, [*trick, (seat, card)])
                if outcome is not chooses or (standard == "stated_line" and seat == layer and card in order):
                    break
        return self.known.setdefault(here, outcome)

    def winner(self, trick: Sequence[tuple[str, str]], trump: str) -> str:
        """Return the seat that is winning a trick."""
        high = [(who, card) for who, card in trick if card[1] in (trump, trick[0][1][1])]
        beaters = self.orders[trump][1]
        return next(
            who for who, card in high if not any(self.bits[other] & beaters[card] for _, other in trick)
        )

    def faces_of(self, cards: int) -> list[str]:
        """Return the faces of a set of cards."""
        return [self.pack[card.bit_length() - 1] for card in list_cards(cards)]


def find_cards(places: Sequence[Place], seats: str) -> int:
    """Return the cards that may still be in some hands."""
    return reduce(int.__or__, (may for who, at, may in places if at == KEPT and who in seats), 0)
