"""Random hands played by no rules, for records that are possible whatever they leave out."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any, Final

from tests.family.makers.lawful import LOWEST, number_seats, pack
from tests.family.opinion.table import CARDS_EACH, Record

_MOST: Final = 12
_ALL_THE_TRICKS: Final = ("pepper", "pfeffer", "small_pepper", "big_pepper")
_SAID: Final = ("pass", "3", "4", "2HC", "loner", *_ALL_THE_TRICKS)


class WildHand:
    """One hand as it was dealt, called, exchanged and played."""

    def __init__(self, random: Random) -> None:
        self.random = random
        name = random.choice(sorted(LOWEST))
        self.seats = list("NESW") if random.random() < 0.5 else number_seats(random.randint(3, 6))
        cards = pack(name)
        random.shuffle(cards)
        share = min(len(cards) // len(self.seats), _MOST)
        each = min(random.choice((CARDS_EACH.get(name, share), 5, 3)), share)
        self.held = {seat: [cards.pop() for _ in range(each)] for seat in self.seats}
        self.dealt, self.blind = deepcopy(self.held), cards
        self.calls: list[dict[str, Any]] = [
            {"seat": self._anybody(), "call": random.choice(_SAID)} for _ in range(random.randint(0, 4))
        ]
        self.exchanges: list[dict[str, Any]] | None = []
        if random.random() < 0.7:
            trump = random.choice(("S", "NT", "HIGH", "LOW"))
            alone = {"alone": True} if random.random() < 0.4 else {}
            self.calls.append({"seat": self._anybody(), "call": "trump", "trump": trump, **alone})
        bottoms = random.random() < 0.4 and self._bottoms()
        if random.random() < 0.4 and not bottoms:
            for _ in range(random.randint(1, 4)):
                giver, taker = random.sample(self.seats, 2)
                self._give(giver, taker, random.randint(1, 3))
        elif random.random() < 0.6:
            self._exchange_off_record()
        self.exposed = [
            {"kind": "exposed_card", "seat": seat, "card": random.choice(own)}
            for seat in self.seats
            if random.random() < 0.2
            and (own := [card for card in self.held[seat] if card in self.dealt[seat]])
        ]
        self.frame = {
            "format": "bid-euchre-hand/1",
            "id": "h",
            "ruleset": "x",
            "pack": name,
            "cards_each": each,
        }
        self.plays = self._play_cards(random.randint(0, each * len(self.seats)))

    def _anybody(self) -> str:
        return self.random.choice(self.seats)

    def _bottoms(self) -> bool:
        """Exchange three cards of a rank for the three under the up-card."""
        seat = self._anybody()
        for rank in "9TJQKA":
            shown = [card for card in self.held[seat] if card[0] == rank][:3]
            if len(shown) == 3 and len(self.blind) > 3:
                for card in shown:
                    self.held[seat].remove(card)
                self.held[seat] += self.blind[1:4]
                self.calls.insert(0, {"seat": seat, "call": "bottoms", "cards": shown})
                return True
        return False

    def _give(self, giver: str, taker: str, count: int) -> None:
        cards = self.random.sample(self.held[giver], min(count, len(self.held[giver])))
        for card in cards:
            self.held[giver].remove(card)
        self.held[taker] += cards
        if cards and self.exchanges is not None:
            self.exchanges.append({"from": giver, "to": taker, "cards": cards})

    def _exchange_off_record(self) -> None:
        self.exchanges, seats = None, self.seats
        pairs = []
        for data in self.calls:
            at = seats.index(data["seat"])
            if data["call"] in _ALL_THE_TRICKS or data.get("alone"):
                pairs += [
                    (at, other)
                    for other in range(at % 2, len(seats), 2)
                    if other != at and len(seats) % 2 == 0
                ]
            if data.get("trump") in ("HIGH", "LOW"):
                pairs.append((at, (at + 1) % len(seats)))
        if pairs:
            one, other = (seats[at] for at in self.random.choice(pairs))
            count = self.random.randint(1, min(2, *(len(self.held[seat]) for seat in (one, other))))
            self._give(one, other, count)
            self._give(other, one, count)

    def _play_cards(self, count: int) -> list[dict[str, Any]]:
        held, plays = deepcopy(self.held), list[dict[str, Any]]()
        turn = self.random.randrange(len(self.seats))
        for _ in range(count):
            turn = turn if self.random.random() < 0.9 else self.random.randrange(len(self.seats))
            if own := held[self.seats[turn]]:
                plays.append({"seat": self.seats[turn], "card": own.pop(self.random.randrange(len(own)))})
            turn = (turn + 1) % len(self.seats)
        return plays

    def build_record(self) -> Record:
        """Return the complete record."""
        record: Record = {**self.frame, "deal": {"dealer": self.seats[0], "hands": self.dealt}}
        if self.blind:
            record["deal"] |= {"upcard": self.blind[0], "blind": self.blind}
        if self.seats[0] == "P1":
            record["seats"] = self.seats
        record |= {"declarations": self.calls, "plays": self.plays, "incidents": self.exposed}
        if self.exchanges is not None:
            record["exchanges"] = self.exchanges
        return deepcopy(record)

    def build_with_gaps(self) -> Record:
        record, random = self.build_record(), self.random
        deal = record["deal"]
        for seat, cards in list(deal["hands"].items()):
            deal["hands"][seat] = random.sample(
                cards, random.randint(0, len(cards)) if random.random() < 0.4 else 0
            )
            if random.random() < 0.5:
                deal["hands"][seat] = cards
            elif random.random() < 0.5:
                del deal["hands"][seat]
        if self.blind and random.random() < 0.6:
            deal["blind"] = [card if random.random() < 0.8 else None for card in self.blind]
            del deal["blind"][random.randint(0, len(self.blind)) :], deal["upcard"]
        for exchange in record.get("exchanges", ()):
            exchange["cards"] = [card if random.random() < 0.7 else None for card in exchange["cards"]]
        for play in record["plays"] if random.random() < 0.4 else ():
            play["card"] = play["card"] if random.random() < 0.8 else None
        return record
