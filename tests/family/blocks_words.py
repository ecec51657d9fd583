"""The words of a `case` block: cards, calls, seats, numbers by side, packs."""

from __future__ import annotations

from typing import Any

STRAINS = ("C", "D", "H", "S", "NT", "HIGH", "LOW")
SHORT_CALLS = {
    "p": "pass",
    "sp": "small_pepper",
    "bp": "big_pepper",
    "pepper": "pepper",
    "loner": "loner",
    "pfeffer": "pfeffer",
}
NO_TURN = {"anf": "ace_no_face", "four": "four_of_a_kind"}


def token_cards(text: str) -> list[str]:
    """`9sjk` as cards; anything else is refused."""
    pairs = [text[place : place + 2].upper() for place in range(0, len(text), 2)]
    for card in pairs:
        if card != "JK" and (len(card) != 2 or card[0] not in "789TJQKA" or card[1] not in "CDHS"):
            raise ValueError(f"{text!r} is no run of cards")
    return pairs


def spoken(word: str) -> tuple[dict[str, Any], bool]:
    """One call and whether it takes a turn."""
    if word in SHORT_CALLS:
        return {"call": SHORT_CALLS[word]}, True
    if word in NO_TURN:
        return {"call": NO_TURN[word]}, False
    name, _, cards = word.partition("=")
    if name == "bottoms":
        return {"call": name, "cards": token_cards(cards)}, False
    number = word.removesuffix("hc")
    if number.isdigit():
        return {"call": word.upper()}, True
    raise ValueError(f"{word!r} is no call")


def seat_list(words: list[str]) -> list[str]:
    """Seats, each known."""
    for seat in words:
        if seat not in ("N", "E", "S", "W", "P1", "P2", "P3", "P4", "P5", "P6"):
            raise ValueError(f"{seat!r} is no seat")
    return words


def ints(words: list[str]) -> dict[str, int]:
    """`NS 5 EW 1` as numbers by side."""
    names, numbers = words[::2], words[1::2]
    return {name: int(number) for name, number in zip(names, numbers, strict=True)}


def pack_of(ruleset: str, seats: list[str]) -> dict[str, Any]:
    """The pack a block leaves unsaid: the ruleset's own (section 3 of the rules, BD-47)."""
    if ruleset.startswith("double"):
        return {"pack": "48"}
    if ruleset == "hasenpfeffer":
        return {"pack": "25"}
    if ruleset.startswith("dirty-clubs"):
        return {"pack": {3: "20", 4: "24", 5: "28", 6: "32"}[len(seats)], "cards_each": 5}
    return {"cards_each": 5} if ruleset.startswith("eau-claire") else {}
