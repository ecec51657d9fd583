"""Random parts of a hand as people play it, mostly by the rules: deal, auction, naming, exchanges, plays."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

from tests.family.opinion.auction import (
    Contract,
)
from tests.family.opinion.cards import JOKER, SUITS, legal_cards, winning_card
from tests.family.opinion.laws import Law, law_of
from tests.family.opinion.play import (
    duties,
    right_cards,
    who_plays,
)
from tests.family.opinion.table import (
    Hands,
    Record,
    cards_each,
    club_hand,
    left_of,
    round_from,
    seats_of,
)

LOWEST = {"20": "TJQKA", "24": "9TJQKA", "25": "9TJQKA", "28": "89TJQKA", "32": "789TJQKA", "48": "9TJQKA"}
DIRTY_CLUBS_PACKS = {3: "20", 4: "24", 5: "28", 6: "32"}


def pack(name: str) -> list[str]:
    """Return every card of a pack, one entry for each physical card."""
    cards = [rank + suit for suit in SUITS for rank in LOWEST[name]]
    if name == "48":
        return cards * 2
    return [*cards, JOKER] if name == "25" else cards


def table_for(ruleset: str, random: Random) -> tuple[list[str], str, int]:
    """Return the seats, the pack and the number of cards a seat."""
    game = law_of(ruleset, {})["game"]
    if game == "dc":
        count = random.randint(3, 6)
        return number_seats(count), DIRTY_CLUBS_PACKS[count], 5
    if game == "dh" and random.random() < 0.4:
        return number_seats(6), "48", 8
    if game in ("dd", "dh"):
        return list("NESW"), "48", 12
    if game == "hp":
        return list("NESW"), "25", 6
    return list("NESW"), "24", 5 if game == "ec" else 6


def number_seats(count: int) -> list[str]:
    """Return the seats `P1`, `P2` and on to `count`."""
    return [f"P{number}" for number in range(1, count + 1)]


def deal(ruleset: str, name: str, random: Random) -> Record:
    """Return a record with only a deal; optional keys are sometimes left out."""
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


def bid(record: Record, law: Law, random: Random) -> None:
    """Hold the auction, mostly in order."""
    dealer = record["deal"]["dealer"]
    order = round_from(left_of(dealer, record), record)
    if random.random() < 0.06:
        one, other = random.sample(range(len(order)), 2)
        order[one], order[other] = order[other], order[one]
    if random.random() < 0.06:
        order.insert(random.randrange(len(order) + 1), random.choice(order))
    quiet = random.random() < 0.25
    calls: list[dict[str, Any]] = []
    highest = 0
    for seat in order:
        if any(entry["call"] == "loner" for entry in calls) and random.random() < 0.8:
            break
        call = draw_call(highest, cards_each(record), law, random, quiet, seat == dealer)
        digits = call.removesuffix("HC")
        if digits.isdigit():
            highest = max(highest, int(digits))
        calls.append({"seat": seat, "call": call})
    if quiet and random.random() < 0.3 and order[-1] == dealer:
        # A dealer sometimes says nothing if stuck, or if everybody else has passed.
        calls.pop()
    if calls:
        record["declarations"] += calls
    if (
        law["all_pass"] == "joker_3"
        and all(entry["call"] == "pass" for entry in calls)
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


def draw_call(highest: int, most: int, law: Law, random: Random, quiet: bool, dealer: bool) -> str:
    """Return a call: a pass, a bid a little above the highest, a word, or an invalid bid."""
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
    """Add Bottoms, four of a kind and Ace No Face: by seats that may call them, and sometimes by others."""
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
    """Add the exchanges that are due, with wrong cards, missing, too many, or in a game that has none."""
    owed, _ = duties(record, contract, law)
    if not owed:
        if random.random() < 0.03:
            one, other = random.sample(seats_of(record), 2)
            record["exchanges"] = [
                draw_exchange(one, other, 1, hands, random),
                draw_exchange(other, one, 1, hands, random),
            ]
        elif random.random() < 0.1:
            record["exchanges"] = []
        return
    record["exchanges"] = []
    if random.random() < (0.5 if law["game"] == "dh" else 0.1):
        return
    much = 1 if random.random() < 0.95 else random.choice((2, 3))
    for giver, taker, number, which in owed:
        handed = draw_exchange(giver, taker, number if much == 1 else much, hands, random)
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
        # A one-sided exchange would leave seven cards in a hand that plays.
        record["exchanges"].pop(random.randrange(len(record["exchanges"])))


def draw_exchange(giver: str, taker: str, number: int, hands: Hands, random: Random) -> dict[str, Any]:
    """Return an exchange of some random cards."""
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
    """Play a whole hand."""
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
        able = [seat for seat in staying if held[seat]]
        if random.random() < clumsy / 2:
            seat = random.choice(able)
        else:
            laid = [other for other, _ in table]
            order = round_from(laid[0] if laid else rightful, record)
            seat = next((seat for seat in order if seat in able and seat not in laid), able[0])
        cards = legal_cards(held[seat], [card for _, card in table], trump, law, named)
        card = random.choice(held[seat] if random.random() < clumsy else cards)
        play: dict[str, Any] = {"seat": seat, "card": card}
        if not table:
            named = None
            if card == JOKER and trump not in SUITS and random.random() < 0.6:
                named = play["named"] = random.choice(SUITS)
        record["plays"].append(play)
        held[seat].remove(card)
        table.append((seat, card))
        if len(table) == len(staying):
            rightful = table[winning_card([one for _, one in table], trump, law, named)][0]
            table = []
