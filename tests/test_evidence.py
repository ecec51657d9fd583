"""What an incomplete record proves and what it leaves open, held against every deal that it allows.

A record with cards, hands or trumps left out is completed in every possible way; each completion is judged as a whole
record. What is found in all of them is proven, what is found in some is undetermined, what is found in none is no finding.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations, product
from math import comb, perm, prod
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from clabber_audit.adjudicate import adjudicate
from clabber_audit.cards import CODES, SEATS, SUITS
from clabber_audit.law import law_of
from clabber_audit.record.door import read
from clabber_audit.render.data import ruling_data
from clabber_audit.ruleset import SHIPPED
from tests import mischief
from tests.test_properties import OF_CARDS, Json, legal, taken_by

#: How many records are compared, and how many completions one of them may have.
RECORDS: Final = 480
MOST: Final = 400


def ruled(record: Json, ruleset: str = "ecl-1992") -> Json:
    return ruling_data(adjudicate(read(json.dumps(record).encode()), law_of(ruleset)), whole=False)


# Random records, and every way to complete them.


class Played(NamedTuple):
    """A hand as it happened: who was dealt what, and what fell."""

    dealer: str
    trump: str
    dealt: dict[str, list[str]]
    plays: list[tuple[str, str]]


def played(random: Random, count: int) -> Played:
    """A hand of which `count` cards were played, one in five against the rules and one in fifteen out of turn."""
    pack = random.sample(CODES, len(CODES))
    dealt = {seat: pack[6 * place : 6 * place + 6] for place, seat in enumerate(SEATS)}
    left = {seat: list(cards) for seat, cards in dealt.items()}
    dealer, trump = random.randrange(4), random.choice(SUITS)
    turn, trick, plays = (dealer + 1) % 4, list[tuple[str, str]](), list[tuple[str, str]]()
    while len(plays) < count:
        seat = SEATS[turn]
        if not left[seat] or random.random() < 0.07:
            seat = random.choice([other for other in SEATS if left[other]])
        table = [card for _, card in trick]
        card = random.choice(left[seat] if random.random() < 0.2 else legal(left[seat], table, trump))
        left[seat].remove(card)
        plays.append((seat, card))
        trick.append((seat, card))
        turn = (SEATS.index(seat) + 1) % 4
        if len(trick) == 4:
            winner = trick[taken_by([fallen for _, fallen in trick], trump)][0]
            turn, trick = SEATS.index(winner), []
    return Played(SEATS[dealer], trump, dealt, plays)


def recorded(hand: Played, hands: dict[str, list[str]], blank: set[int], trump: bool = True) -> Json:
    """The record of a hand that lists some cards of each seat, and leaves out some cards played and perhaps the trumps."""
    record: Json = {
        "format": "clabber-hand/1",
        "id": "incomplete",
        "deal": {"dealer": hand.dealer, "hands": hands},
        "plays": [
            {"seat": seat, "card": None if clock in blank else card} for clock, (seat, card) in enumerate(hand.plays)
        ],
    }
    # The makers as a team: of no one seat is it asked whether it held a trump.
    return {**record, "contract": {"maker": "NS", "trump": hand.trump}} if trump else record


def incomplete(random: Random) -> Json:
    """A record that leaves out one or two cards or more: cards played, cards dealt, whole hands, the trump suit."""
    kind = random.choice(("plays", "cards", "cards", "both", "both", "hands", "trump"))
    count = random.choice((random.randint(4, 24), random.randint(8, 20)))
    hand = played(random, max(count, 12) if kind == "hands" else count)
    blank = set[int]()
    if kind in ("plays", "both", "trump"):
        blank = set(random.sample(range(len(hand.plays)), random.choice((0, 1) if kind == "trump" else (1, 2, 2))))
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
    return recorded(hand, hands, blank, trump=kind != "trump")


class Gaps(NamedTuple):
    """What a record leaves out."""

    known: dict[str, list[str]]
    #: Cards that lie with nobody known, and how many more each seat was dealt.
    pool: list[str]
    slots: dict[str, int]
    #: The clocks at which each seat played a card that is not known.
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


def size(record: Json) -> int:
    """How many completions a record has."""
    found = gaps(record)
    left, ways = len(found.pool), 1 if "contract" in record else len(SUITS)
    for seat in SEATS:
        ways *= comb(left, found.slots[seat])
        left -= found.slots[seat]
    fallen = {seat: sum(play["seat"] == seat and bool(play["card"]) for play in record["plays"]) for seat in SEATS}
    return ways * prod(perm(6 - fallen[seat], len(found.blanks[seat])) for seat in SEATS)


def _deals(found: Gaps, seats: str, pool: list[str]) -> Iterator[dict[str, list[str]]]:
    """Every way to deal the cards that lie with nobody known."""
    if not seats:
        yield {}
        return
    seat = seats[0]
    for more in combinations(pool, found.slots[seat]):
        for rest in _deals(found, seats[1:], [card for card in pool if card not in more]):
            yield {seat: [*found.known[seat], *more], **rest}


def completions(record: Json) -> Iterator[Json]:
    """Every whole record that agrees with what is written down. That a play was legal is never presumed."""
    found = gaps(record)
    named = {play["card"] for play in record["plays"]}
    blanks = [clock for seat in SEATS for clock in found.blanks[seat]]
    for dealt in _deals(found, SEATS, found.pool):
        fillings = [
            permutations([card for card in dealt[seat] if card not in named], len(found.blanks[seat])) for seat in SEATS
        ]
        for filling in product(*fillings):
            cards = dict(zip(blanks, [card for part in filling for card in part], strict=True))
            plays = [
                {"seat": play["seat"], "card": cards.get(clock, play["card"])}
                for clock, play in enumerate(record["plays"])
            ]
            for trump in [record["contract"]["trump"]] if "contract" in record else SUITS:
                contract = {"maker": "NS", "trump": trump}
                yield {**record, "deal": {**record["deal"], "hands": dealt}, "plays": plays, "contract": contract}


# The comparison.

Fault = tuple[str, int]


class Opinion(NamedTuple):
    """What a ruling says of the cards: verdicts by infraction and clock, the winners of the tricks, the outcome."""

    verdicts: dict[Fault, str]
    winners: list[str | None]


def opinion(record: Json, ruleset: str) -> Opinion:
    ruling = ruled(record, ruleset)
    verdicts = {
        (finding["infraction"], finding["at"]): finding["verdict"]
        for finding in ruling["findings"]
        if finding["infraction"] in OF_CARDS
    }
    return Opinion(verdicts, [trick["winner"] for trick in ruling["tricks"]])


class Compared(NamedTuple):
    """A record, what the engine says of it, and what is found in its completions."""

    record: Json
    engine: Opinion
    worlds: int
    #: In how many of them each fault is found, and who wins each trick in them.
    found: dict[Fault, int]
    winners: list[set[str | None]]

    @property
    def wanted(self) -> dict[Fault, str]:
        return {
            fault: "proven" if count == self.worlds else "undetermined" for fault, count in self.found.items() if count
        }


def compare(record: Json, ruleset: str) -> Compared:
    engine = opinion(record, ruleset)
    found: dict[Fault, int] = {}
    winners: list[set[str | None]] = [set() for _ in engine.winners]
    worlds = 0
    for whole in completions(record):
        one = opinion(whole, ruleset)
        assert "undetermined" not in one.verdicts.values()
        worlds += 1
        for fault in one.verdicts:
            found[fault] = found.get(fault, 0) + 1
        for place, winner in enumerate(one.winners):
            winners[place].add(winner)
    return Compared(record, engine, worlds, found, winners)


@cache
def compared() -> tuple[Compared, ...]:
    """The records of the comparison, under each ruleset in turn."""
    found: list[Compared] = []
    number = 0
    while len(found) < RECORDS:
        number += 1
        record = incomplete(Random(f"incomplete {number}"))
        if 1 < size(record) <= MOST:
            found.append(compare(record, SHIPPED[number % len(SHIPPED)]))
    return tuple(found)


def test_the_completions_are_all_there() -> None:
    """As many as counting gives, and the hand as it happened among them."""
    assert all(one.worlds == size(one.record) for one in compared())
    assert sum(one.worlds for one in compared()) > 5_000


@pytest.mark.parametrize("infraction", OF_CARDS)
def test_verdicts_agree_with_every_completion(infraction: str) -> None:
    """What is proven holds in all completions, what is not found in none, and what is undetermined in some or all or none.

    The last is wider than it should be: see the next test.
    """
    seen = set()
    for one in compared():
        for fault in {*one.engine.verdicts, *one.wanted}:
            if fault[0] == infraction:
                engine, wanted = one.engine.verdicts.get(fault), one.wanted.get(fault)
                assert engine in (wanted, "undetermined"), (fault, wanted, json.dumps(one.record))
                seen.add(wanted)
    assert {"proven", "undetermined"} <= seen


def imprecise() -> list[tuple[Compared, Fault]]:
    """Where the engine says undetermined although all completions agree."""
    return [
        (one, fault)
        for one in compared()
        for fault, verdict in one.engine.verdicts.items()
        if verdict == "undetermined" != one.wanted.get(fault)
    ]
