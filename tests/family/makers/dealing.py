"""A table, a pack and a deal for each ruleset."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.family.opinion.cards import JOKER, SUITS
from tests.family.opinion.laws import law_of
from tests.family.opinion.table import Record

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
