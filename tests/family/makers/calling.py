"""What is said before the first card: bids good and bad, out of turn, twice, after the end; special calls."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

from tests.family.opinion.laws import Law
from tests.family.opinion.table import Record, cards_each, club_hand, left_of, round_from, seats_of

ALL_WORDS = ("small_pepper", "big_pepper", "pepper", "loner", "pfeffer")


def call_all(record: Record, law: Law, random: Random) -> None:
    """The auction, mostly in order."""
    if not club_hand(record, law) or random.random() < 0.05:
        bid(record, law, random)
    if law["game"] == "ec":
        special(record, random)


def bid(record: Record, law: Law, random: Random) -> None:
    """One call each from the dealer's left; now and then somebody speaks early, twice or not at all."""
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
    if law["all_pass"] == "joker_3" and all(entry["call"] == "pass" for entry in said) and random.random() < 0.6:
        record["declarations"] += late_threes(record, random)


def late_threes(record: Record, random: Random) -> list[dict[str, Any]]:
    """After all passes the holder of the joker says three, once or twice; or somebody else says something."""
    hands = record["deal"].get("hands") or {}
    holder = [seat for seat in seats_of(record) if "JK" in hands.get(seat, ())]
    seat = holder[0] if holder and random.random() < 0.8 else random.choice(seats_of(record))
    return [
        {"seat": seat, "call": random.choice(("3", "3", "3", "4", "pass"))} for _ in range(random.choice((1, 1, 2)))
    ]


def one_call(highest: int, most: int, law: Law, random: Random, quiet: bool, dealer: bool) -> str:
    """A pass, a bid a little above the highest, a word, or no bid at all."""
    if random.random() < 0.07:
        strange = [str(random.randint(1, min(most + 1, 12))), f"{random.randint(1, 5)}HC", random.choice(ALL_WORDS)]
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
