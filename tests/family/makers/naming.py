"""Trumps named, players leaving, cards handed over."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.family.opinion.auction import Contract
from tests.family.opinion.cards import SUITS
from tests.family.opinion.laws import Law
from tests.family.opinion.play import duties, right_cards
from tests.family.opinion.table import Hands, Record, club_hand, seats_of


def name_trumps(record: Record, contract: Contract | None, law: Law, random: Random) -> None:
    """By the bidder, mostly; by another, by two, or by nobody."""
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
        record["declarations"].append({"seat": stranger, "call": "trump", "trump": random.choice(SUITS), **alone})
        if random.random() < 0.5:
            return
    entry: dict[str, Any] = {"seat": contract["maker"], "call": "trump", "trump": strain(contract, law, random)}
    lone = 0.35 if law["game"] == "dh" else 0.03
    if law["pepper_play"] == "alone" and contract["kind"] in ("small_pepper", "big_pepper"):
        lone = 1.0
    if random.random() < lone:
        entry["alone"] = True
    record["declarations"].append(entry)


def strain(contract: Contract, law: Law, random: Random) -> str:
    """What is named: a suit, no-trump where the game has it, and now and then where it has not."""
    if contract["kind"] == "hc" and random.random() < 0.9:
        return "NT"
    if random.random() < 0.04:
        return random.choice(("NT", "HIGH", "LOW"))
    without = {"none": (), "high": ("NT",), "high_low": ("HIGH", "LOW")}[law["no_trump"]]
    return random.choice(without) if without and random.random() < 0.35 else random.choice(SUITS)


def leave(record: Record, contract: Contract | None, law: Law, random: Random) -> None:
    """Who drops or sits out."""
    if law["game"] not in ("dc", "ec"):
        return
    for seat in seats_of(record):
        chance = 0.04
        if contract is not None and law["drop_out"] == "yes" and seat != contract["maker"]:
            chance = 0.3 if law["game"] == "dc" else 0.06
        if random.random() < chance:
            record["declarations"].append({"seat": seat, "call": "out"})


def hand_over(record: Record, contract: Contract | None, hands: Hands, law: Law, random: Random, played: bool) -> None:
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
        if hand is not None and contract is not None and random.random() < 0.75 and number == len(handed["cards"]) == 1:
            handed["cards"] = [random.choice(right_cards(hand, which, contract["trump"] or "NT", law))]
        record["exchanges"].append(handed)
    if not played and random.random() < 0.15:
        # One hands over and the other does not: with cards played that would leave seven cards in a hand.
        record["exchanges"].pop(random.randrange(len(record["exchanges"])))


def given(giver: str, taker: str, number: int, hands: Hands, random: Random) -> dict[str, Any]:
    """Some cards on their way."""
    return {"from": giver, "to": taker, "cards": random.sample(hands[giver] or [], number)}
