"""Incomplete records (cards, hands, orders or trumps left out), and every way to complete them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations, permutations, product
from math import comb, perm, prod
from random import Random
from typing import Any, NamedTuple

from clabber_audit.cards import CODE, CODES, SEATS, SUITS, Pack, codes
from clabber_audit.records.hand import Completion
from tests.second_opinion.cards import legal_cards, winner_of

Json = dict[str, Any]


def combine_verdicts(worlds: Sequence[AbstractSet[Any]]) -> dict[Any, str]:
    """Return the verdict on each fault found in any completion: proven if all have it, else undetermined."""
    return {
        fault: "proven" if all(fault in world for world in worlds) else "undetermined"
        for fault in set().union(*worlds)
    }


class Played(NamedTuple):
    """A hand as played: the cards dealt and the plays."""

    dealer: str
    trump: str
    dealt: dict[str, list[str]]
    plays: list[tuple[str, str]]


def deal_cards(random: Random, each: int = 6) -> dict[str, list[str]]:
    """Return random hands."""
    pack = random.sample(CODES, len(SEATS) * each)
    return {seat: pack[each * place : each * place + each] for place, seat in enumerate(SEATS)}


def shuffle_tricks(random: Random, record: Json) -> None:
    """Deal the cards of each disordered trick to any of its seats."""
    for trick in record["disordered"]:
        plays = record["plays"][4 * trick - 4 : 4 * trick]
        fallen = [play["card"] for play in plays]
        for play, card in zip(plays, random.sample(fallen, 4), strict=True):
            play["card"] = card


def play_at_random(random: Random, count: int) -> Played:
    """Return a random hand of `count` plays, one in five illegal and one in fifteen out of turn."""
    dealt = deal_cards(random)
    left = {seat: list(cards) for seat, cards in dealt.items()}
    dealer, trump = random.randrange(4), random.choice(SUITS)
    turn, trick, plays = (dealer + 1) % 4, list[tuple[str, str]](), list[tuple[str, str]]()
    while len(plays) < count:
        seat = SEATS[turn]
        if not left[seat] or random.random() < 0.07:
            seat = random.choice([other for other in SEATS if left[other]])
        card = random.choice(left[seat] if random.random() < 0.2 else legal_cards(left[seat], trick, trump))
        left[seat].remove(card)
        plays.append((seat, card))
        trick.append((seat, card))
        turn = (SEATS.index(seat) + 1) % 4
        if len(trick) == 4:
            turn, trick = SEATS.index(winner_of(trick, trump)), []
    return Played(SEATS[dealer], trump, dealt, plays)


def record_hand(
    hand: Played, hands: dict[str, list[str]], blank: set[int], maker: str = "NS", trump: bool = True
) -> Json:
    """Return a record that lists some cards of each seat and omits some plays, and possibly trumps."""
    record: Json = {
        "format": "clabber-hand/1",
        "id": "incomplete",
        "deal": {"dealer": hand.dealer, "hands": hands},
        "plays": [
            {"seat": seat, "card": None if clock in blank else card}
            for clock, (seat, card) in enumerate(hand.plays)
        ],
    }
    if maker in SEATS and trump:
        return {**record, "declarations": [_call(hand, maker)]}
    return {**record, "contract": {"maker": maker, "trump": hand.trump}} if trump else record


def _call(hand: Played, maker: str) -> Json:
    """Return the call that made trumps on an unrecorded up-card, one of the dealer's cards, or in round 2.

    Depending on the maker's cards, one call in twelve is recorded as "play", and two as calls of round 2.
    """
    sort = sum(map(SUITS.index, (card[1] for card in hand.dealt[maker]))) % 12
    if sort in (2, 3) or not any(card[1] == hand.trump for card in hand.dealt[hand.dealer]):
        return {"seat": maker, "call": hand.trump, "round": 2}
    return {"seat": maker, "call": "play" if sort == 1 else hand.trump}


def incomplete(random: Random) -> Json:
    """Return a record without one or more of its plays, dealt cards, whole hands or trumps."""
    kind = random.choice(("plays", "cards", "cards", "both", "both", "hands", "trump"))
    count = random.choice((random.randint(4, 24), random.randint(8, 20)))
    hand = play_at_random(random, max(count, 12) if kind == "hands" else count)
    blank = set[int]()
    if kind in ("plays", "both", "trump"):
        count = random.choice((0, 1) if kind == "trump" else (1, 2, 2))
        blank = set(random.sample(range(len(hand.plays)), count))
    hands = {seat: list(cards) for seat, cards in hand.dealt.items()}
    if kind in ("cards", "both"):
        for seat in random.sample(SEATS, random.choice((2, 2, 3))):
            # A card that was played is known from the play, unless that is left out too.
            shown = {card for clock, (_, card) in enumerate(hand.plays) if clock not in blank}
            unseen = [card for card in hand.dealt[seat] if card not in shown]
            for card in random.sample(unseen, min(len(unseen), random.choice((1, 1, 2)))):
                hands[seat].remove(card)
    elif kind == "hands":
        for seat in random.sample(SEATS, random.choice((2, 3))):
            del hands[seat]
    return record_hand(hand, hands, blank, random.choice((*SEATS, "NS")), kind != "trump")


def draw_disordered(random: Random) -> Json:
    """Return a record of a long hand with one or two disordered tricks, some hands, and an unknown card."""
    hand = play_at_random(random, random.choice((random.randint(8, 20), 24, 24)))
    hands = {}
    for seat in random.sample(SEATS, random.choice((0, 1, 2, 2, 3))):
        hands[seat] = random.sample(hand.dealt[seat], random.choice((6, 6, 4)))
    blank = set(random.sample(range(len(hand.plays)), random.choice((0, 0, 0, 1))))
    record = record_hand(hand, hands, blank, random.choice((*SEATS, "NS")), random.random() < 0.9)
    record["disordered"] = random.sample(range(1, len(hand.plays) // 4 + 1), random.choice((1, 1, 1, 2)))
    shuffle_tricks(random, record)
    return record


def orders(record: Json) -> Iterator[Json]:
    """Yield every order in which the cards of disordered tricks may have been played."""
    tricks = record.get("disordered", [])
    fallen = [[play["card"] for play in record["plays"][4 * trick - 4 : 4 * trick]] for trick in tricks]
    for ways in product(*[permutations(cards) for cards in fallen]):
        plays = list(record["plays"])
        for trick, cards in zip(tricks, ways, strict=True):
            for clock, card in enumerate(cards, 4 * trick - 4):
                plays[clock] = {**plays[clock], "card": card}
        one = {key: value for key, value in record.items() if key != "disordered"} | {"plays": plays}
        found = gaps(one)
        known = [card for cards in found.known.values() for card in cards]
        if len(set(known)) == len(known) and min(found.slots.values()) >= 0:
            yield one


class Gaps(NamedTuple):
    """Parts that a record omits."""

    known: dict[str, list[str]]
    #: Cards not assigned to a seat, and the number of unknown cards of each seat.
    pool: list[str]
    slots: dict[str, int]
    #: The clocks at which each seat played an unknown card.
    blanks: dict[str, list[int]]


def gaps(record: Json) -> Gaps:
    known = {seat: set(record["deal"]["hands"].get(seat, ())) for seat in SEATS}
    blanks: dict[str, list[int]] = {seat: [] for seat in SEATS}
    for clock, play in enumerate(record["plays"]):
        if play["card"]:
            known[play["seat"]].add(play["card"])
        else:
            blanks[play["seat"]].append(clock)
    pool = [card for card in CODES if not any(card in cards for cards in known.values())]
    slots = {seat: 6 - len(cards) for seat, cards in known.items()}
    return Gaps({seat: sorted(cards) for seat, cards in known.items()}, pool, slots, blanks)


def trumps_known(record: Json) -> bool:
    return "contract" in record or "declarations" in record


def read_first_call(record: Json) -> str:
    """Return what the first call reveals of an unrecorded up-card: its suit, any suit, or nothing."""
    call = next(iter(record.get("declarations", [])), {"call": ""})
    return "" if call.get("round") == 2 else str(call["call"])


def _turn_up(whole: Json) -> Iterator[Json]:
    """Yield the complete record with each possible up-card, one of the dealer's cards (R-014)."""
    if not whole.get("declarations"):
        yield whole
        return
    text, dealer = read_first_call(whole), whole["deal"]["dealer"]
    for suit in SUITS:
        own = [card for card in whole["deal"]["hands"][dealer] if card[1] == suit]
        if own and text in ("", "play", suit):
            yield {**whole, "deal": {**whole["deal"], "upcard": own[0]}}


def size(record: Json) -> int:
    """Return the number of completions, an upper bound if the calls reveal something of the up-card."""
    upcard_open = record.get("declarations") and read_first_call(record) in ("", "play")
    return deals(record) * (len(SUITS) if upcard_open or not trumps_known(record) else 1)


def deals(record: Json) -> int:
    """Return the number of ways to deal and play the unknown cards."""
    if "disordered" in record:
        return sum(map(deals, orders(record)))
    found, ways = gaps(record), 1
    left = len(found.pool)
    for seat in SEATS:
        ways *= comb(left, found.slots[seat])
        left -= found.slots[seat]
    fallen = Counter(play["seat"] for play in record["plays"] if play["card"])
    return ways * prod(perm(6 - fallen[seat], len(found.blanks[seat])) for seat in SEATS)


def bits_of(pack: Pack, faces: Sequence[str]) -> list[int]:
    """Return the bits of cards; two equal cards have two bits."""
    return [pack.bits[face][faces[:place].count(face)] for place, face in enumerate(faces)]


def deal_out(pool: Sequence[str], missing: Mapping[Any, int]) -> Iterator[dict[Any, tuple[str, ...]]]:
    """Yield every way to deal sorted cards to seats that each lack some; equal cards are not distinguished."""
    if not missing:
        yield {}
        return
    (seat, count), *others = missing.items()
    for hand in dict.fromkeys(combinations(pool, count)):
        rest = list(pool)
        for card in hand:
            rest.remove(card)
        for dealt in deal_out(rest, dict(others)):
            yield {seat: hand, **dealt}


def fill_plays(plays: Sequence[Json], left: Mapping[Any, Sequence[str]]) -> Iterator[list[Json]]:
    """Yield every way to fill the unknown plays from the sorted cards that each seat has left."""
    blanks = {
        seat: [at for at, play in enumerate(plays) if play["seat"] == seat and not play["card"]]
        for seat in left
    }
    ways = [dict.fromkeys(permutations(cards, len(blanks[seat]))) for seat, cards in left.items()]
    for filling in product(*ways):
        cards = dict(zip(sum(blanks.values(), []), sum(filling, ()), strict=True))
        yield [{**play, "card": play["card"] or cards[at]} for at, play in enumerate(plays)]


def completions(record: Json) -> Iterator[Json]:
    """Yield every complete record that agrees with this one. Legal play is never assumed."""
    if "disordered" in record:
        for order in orders(record):
            yield from completions(order)
        return
    found = gaps(record)
    named = {play["card"] for play in record["plays"]}
    for more in deal_out(found.pool, found.slots):
        dealt = {seat: [*found.known[seat], *more[seat]] for seat in SEATS}
        left = {seat: [card for card in dealt[seat] if card not in named] for seat in SEATS}
        for plays in fill_plays(record["plays"], left):
            whole = {**record, "deal": {**record["deal"], "hands": dealt}, "plays": plays}
            if trumps_known(record):
                yield from _turn_up(whole)
            else:
                yield from ({**whole, "contract": {"maker": "NS", "trump": trump}} for trump in SUITS)


def write_completion(record: Json, world: Completion) -> Json:
    """Return the complete record of a completion found by the engine."""
    plays = [
        {"seat": play["seat"], "card": CODE[card]}
        for play, card in zip(record["plays"], world.cards, strict=True)
    ]
    hands = {seat: codes(cards) for seat, cards in zip(SEATS, world.dealt, strict=True)}
    whole = {key: value for key, value in record.items() if key not in ("disordered", "declarations")}
    contract = {"maker": "NS", "trump": world.strain.name}
    return {**whole, "plays": plays, "deal": {**record["deal"], "hands": hands}, "contract": contract}
