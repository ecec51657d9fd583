"""What an incomplete record proves and what it leaves open, held against every deal that it allows.

A record with cards, hands or trumps left out is completed in every possible way; each completion is judged as a whole
record. What is found in all of them is proven, what is found in some is undetermined, and in none, no finding.
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
from clabber_audit.cards import BIT, CODES, SEATS, SUITS
from clabber_audit.law import law_of
from clabber_audit.record.door import read
from clabber_audit.render.data import ruling_data
from clabber_audit.ruleset import SHIPPED
from tests import mischief
from tests.test_properties import OF_CARDS, Json, legal, taken_by

#: How many records are compared, and how many completions one of them may have.
RECORDS: Final = 1200
MOST: Final = 600


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


def recorded(hand: Played, hands: dict[str, list[str]], blank: set[int], maker: str = "NS", trump: bool = True) -> Json:
    """The record of a hand that lists some cards of each seat and leaves out some cards played, perhaps the trumps."""
    record: Json = {
        "format": "clabber-hand/1",
        "id": "incomplete",
        "deal": {"dealer": hand.dealer, "hands": hands},
        "plays": [
            {"seat": seat, "card": None if clock in blank else card} for clock, (seat, card) in enumerate(hand.plays)
        ],
    }
    if maker in SEATS and trump:
        return {**record, "declarations": [{"seat": maker, "call": hand.trump}]}
    return {**record, "contract": {"maker": maker, "trump": hand.trump}} if trump else record


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
    return recorded(hand, hands, blank, random.choice((*SEATS, "NS")), kind != "trump")


def disordered(random: Random) -> Json:
    """A record of a hand that went far, with a trick or two of which the order is lost, some hands and a blank."""
    hand = played(random, random.choice((random.randint(8, 20), 24, 24)))
    hands = {}
    for seat in random.sample(SEATS, random.choice((0, 1, 2, 2, 3))):
        hands[seat] = random.sample(hand.dealt[seat], random.choice((6, 6, 4)))
    blank = set(random.sample(range(len(hand.plays)), random.choice((0, 0, 0, 1))))
    record = recorded(hand, hands, blank, random.choice((*SEATS, "NS")), random.random() < 0.9)
    record["disordered"] = random.sample(range(1, len(hand.plays) // 4 + 1), random.choice((1, 1, 1, 2)))
    for trick in record["disordered"]:
        plays = record["plays"][4 * trick - 4 : 4 * trick]
        fallen = [play["card"] for play in plays]
        for play, card in zip(plays, random.sample(fallen, 4), strict=True):
            play["card"] = card
    return record


def orders(record: Json) -> Iterator[Json]:
    """Every order in which the cards of the tricks whose order is lost may have fallen, by who was dealt what."""
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


def _trumps_known(record: Json) -> bool:
    return "contract" in record or "declarations" in record


def size(record: Json) -> int:
    """How many completions a record has."""
    if "disordered" in record:
        return sum(map(size, orders(record)))
    found = gaps(record)
    left, ways = len(found.pool), 1 if _trumps_known(record) else len(SUITS)
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
    if "disordered" in record:
        for one in orders(record):
            yield from completions(one)
        return
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
            whole = {**record, "deal": {**record["deal"], "hands": dealt}, "plays": plays}
            if _trumps_known(record):
                yield whole
            else:
                yield from ({**whole, "contract": {"maker": "NS", "trump": trump}} for trump in SUITS)


# The comparison.

#: What is asked of every card, and of the one who named trumps: whether he held any.
ASKED: Final = (*OF_CARDS, "declaring-without-trump")
Fault = tuple[str, int | str]


class Opinion(NamedTuple):
    """What a ruling says of the cards: verdicts by infraction and clock, who won each trick and what it is worth."""

    verdicts: dict[Fault, str]
    tricks: list[tuple[str | None, int | None]]


def opinion(record: Json, ruleset: str) -> Opinion:
    ruling = ruled(record, ruleset)
    verdicts = {
        (finding["infraction"], finding["at"]): finding["verdict"]
        for finding in ruling["findings"]
        if finding["infraction"] in ASKED
    }
    return Opinion(verdicts, [(trick["winner"], trick["points"]) for trick in ruling["tricks"]])


class Compared(NamedTuple):
    """A record, what the engine says of it, and what is found in its completions."""

    record: Json
    ruleset: str
    engine: Opinion
    #: The faults of each completion, and what becomes of each trick in them.
    worlds: list[frozenset[Fault]]
    tricks: list[set[tuple[str | None, int | None]]]

    @property
    def wanted(self) -> dict[Fault, str]:
        return {
            fault: "proven" if all(fault in world for world in self.worlds) else "undetermined"
            for fault in frozenset[Fault]().union(*self.worlds)
        }


def compare(record: Json, ruleset: str) -> Compared:
    engine = opinion(record, ruleset)
    tricks: list[set[tuple[str | None, int | None]]] = [set() for _ in engine.tricks]
    worlds = []
    for whole in completions(record):
        one = opinion(whole, ruleset)
        assert "undetermined" not in one.verdicts.values()
        worlds.append(frozenset(one.verdicts))
        for place, trick in enumerate(one.tricks):
            tricks[place].add(trick)
    return Compared(record, ruleset, engine, worlds, tricks)


@cache
def compared() -> tuple[Compared, ...]:
    """The records of the comparison, under each ruleset in turn."""
    found: list[Compared] = []
    number = 0
    while len(found) < RECORDS:
        number += 1
        random = Random(f"incomplete {number}")
        record = disordered(random) if number % 5 == 0 else incomplete(random)
        if 1 < size(record) <= MOST:
            found.append(compare(record, SHIPPED[number % len(SHIPPED)]))
    return tuple(found)


def test_the_completions_are_all_there() -> None:
    """As many as counting gives, and the hand as it happened among them."""
    assert all(len(one.worlds) == size(one.record) for one in compared())
    assert sum(len(one.worlds) for one in compared()) > 5_000


@pytest.mark.parametrize("infraction", ASKED)
def test_verdicts_agree_with_every_completion(infraction: str) -> None:
    """Proven is what holds in all completions, undetermined what holds in some, and nothing else is found."""
    seen = set()
    for one in compared():
        for fault in {*one.engine.verdicts, *one.wanted}:
            if fault[0] == infraction:
                wanted = one.wanted.get(fault)
                assert one.engine.verdicts.get(fault) == wanted, (fault, json.dumps(one.record))
                seen.add(wanted)
    assert {"proven", "undetermined"} <= seen


def test_tricks_go_where_every_completion_has_them() -> None:
    """The winner of a trick is named when all completions agree, and only then; so are its points."""
    lost = 0
    for one in compared():
        for number, (engine, tricks) in enumerate(zip(one.engine.tricks, one.tricks, strict=True), 1):
            for said, held in zip(engine, zip(*tricks, strict=True), strict=True):
                assert said == (held[0] if len(set(held)) == 1 else None), (number, json.dumps(one.record))
            lost += number in one.record.get("disordered", ()) and None in engine and engine != (None, None)
    assert lost > 20


def _partners(record: Json, at: int) -> list[int]:
    """The clocks of the trick of a card at which its player's side played."""
    first, side = at - at % 4, record["plays"][at]["seat"] in "NS"
    return [
        clock
        for clock in range(first, min(first + 4, len(record["plays"])))
        if (record["plays"][clock]["seat"] in "NS") is side
    ]


def test_a_claim_of_what_is_open() -> None:
    """Each fault that stays open, claimed with its trick (D-53: the side and the trick count, not the kind).

    It is upheld when every completion has a fault of that side in that trick, if not the same one: "he failed to
    follow or failed to trump" is proven. Else it is not proven, and costs what unproven claims do (D-50).
    """
    seen = {"upheld": 0, "not_proven": 0}
    for one in compared()[::3]:
        record = one.record
        for (infraction, at), verdict in sorted(one.wanted.items(), key=str):
            if not isinstance(at, int):
                continue
            clocks = _partners(record, at)
            if any(one.wanted.get((name, clock)) == "proven" for name in OF_CARDS for clock in clocks):
                continue
            assert verdict == "undetermined"
            here = [any(name in OF_CARDS and clock in clocks for name, clock in world) for world in one.worlds]
            wanted = "upheld" if all(here) else "not_proven"
            seat = record["plays"][at]["seat"]
            by = "E" if seat in "NS" else "N"
            claim = {"by": by, "against": seat, "infraction": infraction, "trick": at // 4 + 1}
            for reviewed in (False, True):
                claims = [{**claim, "at": len(record["plays"]), "reviewed": reviewed}]
                ruling = ruled({**record, "claims": claims}, one.ruleset)
                assert ruling["claims"][0]["verdict"] == wanted, json.dumps(record)
                costs = wanted == "not_proven" and (reviewed or one.ruleset != "ecl-1992")
                unproven = [
                    finding["seat"] for finding in ruling["findings"] if finding["infraction"] == "unproven-claim"
                ]
                assert unproven == ([by] if costs else [])
                assert (ruling["outcome"] == "renege") is (costs or wanted == "upheld")
                if wanted == "upheld":
                    told = [ruling["findings"][number] for number in ruling["claims"][0]["either"]]
                    assert len(told) > 1
                    assert all(finding["at"] in clocks for finding in told)
                    assert ruling["reneging_team"] == ("NS" if seat in "NS" else "EW")
            seen[wanted] += 1
    assert seen["not_proven"] > 300
    assert seen["upheld"] >= 10


# Belle, whose two cards may be among those not known.

BELLE: Final = ("early-belle", "forgotten-belle", "false-meld")


@cache
def with_belle() -> tuple[tuple[Json, Json, list[Json]], ...]:
    """800 records with unknown cards, with belle called or not: each with its ruling and those on its completions."""
    found: list[tuple[Json, Json, list[Json]]] = []
    number = 0
    while len(found) < 800:
        number += 1
        random = Random(f"belle {number}")
        record = disordered(random) if number % 5 == 0 else incomplete(random)
        if not _trumps_known(record) or not 1 < size(record) <= 20:
            continue
        seat = random.choice([play["seat"] for play in record["plays"] if not play["card"]] or SEATS)
        said = random.choice(["in_turn", *range(len(record["plays"]) + 1)])
        calls = [{"seat": seat, "kind": "belle", "announced": said}]
        record["melds"] = calls if random.random() < 0.7 else []
        ruleset = SHIPPED[number % len(SHIPPED)]
        found.append((record, ruled(record, ruleset), [ruled(whole, ruleset) for whole in completions(record)]))
    return tuple(found)


@pytest.mark.parametrize("infraction", BELLE)
def test_belle_agrees_with_every_completion(infraction: str) -> None:
    """Proven of belle is what holds in all completions, undetermined what holds in some, and nothing else is found."""
    for record, ruling, worlds in with_belle():
        faults = [
            {(finding["seat"], finding["at"]) for finding in world["findings"] if finding["infraction"] == infraction}
            for world in worlds
        ]
        engine = {
            (finding["seat"], finding["at"]): finding["verdict"]
            for finding in ruling["findings"]
            if finding["infraction"] == infraction
        }
        for fault in {*engine, *(fault for world in faults for fault in world)}:
            count = sum(fault in world for world in faults)
            wanted = "proven" if count == len(worlds) else "undetermined" if count else None
            assert engine.get(fault) == wanted, (fault, wanted, json.dumps(record))


def test_points_are_given_when_every_completion_has_them() -> None:
    """A belle that may have been held leaves the points open."""
    for record, ruling, worlds in with_belle():
        if ruling["points"] is not None:
            assert all(world["points"] == ruling["points"] for world in worlds), json.dumps(record)


# What follows by elimination is filled in, and marked.


def _sorted(hands: dict[str, list[str]]) -> dict[str, list[str]]:
    return {seat: sorted(hands[seat], key=CODES.index) for seat in SEATS if seat in hands}


def _same(ruling: Json, other: Json) -> bool:
    """Whether two rulings are the same but for the marks on what was filled in."""
    marks = ("rebuilt", "inferred")
    return all(ruling.get(key) == other.get(key) for key in {*ruling, *other} if key not in marks)


def test_six_tricks_rebuild_every_hand() -> None:
    """200 hands played out, with some of the deal or none of it written down."""
    for number in range(200):
        random = Random(f"rebuilt {number}")
        hand = played(random, 24)
        whole = ruled(recorded(hand, hand.dealt, set()))
        listed = random.sample(SEATS, random.randrange(5))
        ruling = ruled(recorded(hand, {seat: hand.dealt[seat] for seat in listed}, set()))
        rebuilt = {seat: cards for seat, cards in hand.dealt.items() if seat not in listed}
        assert ruling.get("rebuilt", {}) == _sorted(rebuilt)
        assert _same(ruling, whole)
        assert "rebuilt" not in whole
        assert "inferred" not in whole


def test_the_fourth_hand_is_what_the_others_leave() -> None:
    """200 stopped hands: three hands written down, and one or none of the cards of the fourth."""
    for number in range(200):
        random = Random(f"fourth {number}")
        hand, last = played(random, random.randrange(24)), random.choice(SEATS)
        hands = {seat: cards for seat, cards in hand.dealt.items() if seat != last}
        if number % 2:
            hands[last] = hand.dealt[last][:1]
        ruling = ruled(recorded(hand, hands, set()))
        assert ruling["rebuilt"] == _sorted({last: hand.dealt[last]})
        assert _same(ruling, ruled(recorded(hand, hand.dealt, set())))


def test_a_hand_that_does_not_follow_is_not_rebuilt() -> None:
    hand = played(Random("open"), 12)
    hands = {seat: cards for seat, cards in hand.dealt.items() if seat in "NE"}
    assert "rebuilt" not in ruled(recorded(hand, hands, set()))


def test_a_card_that_must_have_fallen_is_inferred() -> None:
    """200 hands played out with one card not written down, and with the deal or without."""
    for number in range(200):
        random = Random(f"inferred {number}")
        hand, clock = played(random, 24), random.randrange(24)
        ruling = ruled(recorded(hand, {} if number % 2 else hand.dealt, {clock}))
        assert ruling["inferred"] == {str(clock): hand.plays[clock][1]}
        assert ("rebuilt" in ruling) == bool(number % 2)
        assert _same(ruling, ruled(recorded(hand, hand.dealt, set())))


def test_two_cards_of_one_hand_may_be_either() -> None:
    """100 hands played out, two cards of one seat not written down: neither is inferred."""
    for number in range(100):
        random = Random(f"either {number}")
        hand, seat = played(random, 24), random.choice(SEATS)
        own = [clock for clock, (who, _) in enumerate(hand.plays) if who == seat]
        record = recorded(hand, hand.dealt, set(random.sample(own, 2)))
        assert "inferred" not in ruled(record)
        assert size(record) == 2


def test_what_follows_in_tricks_whose_order_is_lost() -> None:
    """80 records: a card is filled in, and known to have been dealt to a seat, when all completions have it there."""
    found = inferred = number = 0
    while found < 80:
        number += 1
        record = disordered(Random(f"follows {number}"))
        if not 1 < size(record) <= 50:
            continue
        found += 1
        worlds = list(completions(record))
        hand = read(json.dumps(record).encode())
        for clock, card in enumerate(hand.cards):
            fallen = {world["plays"][clock]["card"] for world in worlds}
            assert card == (BIT[fallen.pop()] if len(fallen) == 1 else 0), (clock, json.dumps(record))
        for seat, dealt in zip(SEATS, hand.dealt, strict=True):
            held = set(CODES).intersection(*[world["deal"]["hands"][seat] for world in worlds])
            assert dealt == sum(BIT[card] for card in held), (seat, json.dumps(record))
        inferred += len(hand.inferred)
    assert inferred > 40


# Whole records, and a few stories.


def test_nothing_is_open_in_a_whole_record() -> None:
    """1,000 records of whole hands in which anything goes wrong, but for those whose trumps nobody made."""
    for record in mischief.records(73, 1000):
        ruling = ruled(record, record["ruleset"])
        if ruling["trump"] or ruling["outcome"] == "passed_out":
            assert "hands" in record["deal"] or len(record["plays"]) == 24
            assert all(finding["verdict"] == "proven" for finding in ruling["findings"]), json.dumps(record)
            assert ruling["outcome"] != "undetermined", json.dumps(record)


#: South deals; hearts are led by West, spades are trumps.
STORY: Final[Json] = {
    "format": "clabber-hand/1",
    "id": "story",
    "deal": {"dealer": "S", "hands": {}},
    "contract": {"maker": "NS", "trump": "S"},
}


def _story(*tricks: str, **more: Any) -> list[tuple[Any, ...]]:
    """The findings of a hand; a trick is its leader and its cards, `?` for one not known."""
    plays = []
    for trick in tricks:
        leader, *cards = trick.split()
        for step, card in enumerate(cards):
            seat = SEATS[(SEATS.index(leader) + step) % 4]
            plays.append({"seat": seat, "card": None if card == "?" else card})
    ruling = ruled({**STORY, "plays": plays, **more})
    keys = ("infraction", "seat", "at", "verdict", "provable_from")
    return [tuple(finding[key] for key in keys) for finding in ruling["findings"]]


def test_a_later_card_decides() -> None:
    """North throws off on a heart. He may have had a heart or a trump; then the heart falls."""
    off = _story("W AH 9C QH KH")
    assert off == [
        ("failure-to-follow", "N", 1, "undetermined", None),
        ("failure-to-trump", "N", 1, "undetermined", None),
    ]
    assert _story("W AH 9C QH KH", "W TH JH") == [("failure-to-follow", "N", 1, "proven", 6)]
    # A trump that falls later proves one fault or the other, and not which.
    assert _story("W AH 9C QH KH", "W JS 9S") == off
    # All hearts seen elsewhere leave the trump, and then the fault is proven although nobody named it before.
    seen = {"dealer": "S", "hands": {"W": ["AH", "TH", "JH", "9H", "JS", "AC"], "E": ["QH"], "S": ["KH"]}}
    assert _story("W AH 9C QH KH", "W JS 9S", deal=seen) == [("failure-to-trump", "N", 1, "proven", 6)]


def test_unknown_trumps() -> None:
    """Who holds the suit led must follow whatever is trumps; whether a void hand had to ruff depends on them."""
    hands = {
        "dealer": "S",
        "hands": {"N": ["9C", "KC", "TD", "AC", "QC", "JH"], "E": ["9S", "KS", "TC", "AS", "QS", "JS"]},
    }
    found = _story("W AH 9C TC KH", deal=hands, contract=None)
    assert found == [
        ("failure-to-follow", "N", 1, "proven", None),
        ("failure-to-trump", "E", 2, "undetermined", None),
        # If hearts are trumps, South may have kept the nine back.
        ("failure-to-overtrump", "S", 3, "undetermined", None),
    ]


def test_a_contract_alone_refutes_no_claim() -> None:
    """North made spades trumps, as the contract says, and his hand is not known: was there a spade in it (R-025)?

    A hand known from its contract has no finding for that alone, but a claim of it is not refuted either. When all
    spades are seen elsewhere, it is proven.
    """
    claim = {"by": "E", "against": "N", "infraction": "declaring-without-trump", "at": 4}
    made = {**STORY, "contract": {"maker": "N", "trump": "S"}, "claims": [claim]}
    plays = [{"seat": seat, "card": card} for seat, card in zip("WNES", ["AH", "9H", "QH", "KH"], strict=True)]
    assert ruled({**made, "plays": plays})["claims"] == [{"claim": 0, "verdict": "not_proven", "finding": None}]
    deal = {"dealer": "S", "hands": {"E": ["AS", "KS", "QS", "JS", "TS", "QH"], "S": ["9S"]}}
    ruling = ruled({**made, "plays": plays, "deal": deal})
    assert [finding["verdict"] for finding in ruling["findings"]] == ["proven"]
    assert ruling["claims"] == [{"claim": 0, "verdict": "upheld", "finding": 0}]
    assert ruling["score"]["EW"] >= 162


def test_an_unknown_card_can_be_a_fault() -> None:
    """North's only heart falls in trick 2, so whatever he played to the first was no heart."""
    hands = {"dealer": "S", "hands": {"N": ["9C", "KC", "TD", "AC", "QC", "JH"]}}
    assert _story("W AH ? QH KH", "W TH JH", deal=hands) == [("failure-to-follow", "N", 1, "proven", 6)]
    assert _story("W AH ? QH KH", "W 9H 9C", deal=hands) == [
        ("failure-to-follow", "N", 1, "undetermined", None),
        ("failure-to-follow", "N", 5, "undetermined", None),
    ]


def test_a_search_given_up_is_open_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """East's nine of diamonds on a spade led, with one card of his unknown: two worlds show that it is open. Without
    time to look for them it stays undetermined, and the ruling says why."""
    cards = {"N": "KS", "E": "9D", "S": "TC", "W": "JS"}
    plays = [{"seat": seat, "card": card} for seat, card in cards.items()]
    deal = {"dealer": "W", "hands": {"E": ["9D", "9C", "AC", "TD", "JD"]}}
    record = {**STORY, "deal": deal, "plays": plays}
    found = next(one for one in ruled(record)["findings"] if one["infraction"] == "failure-to-follow")
    assert (found["at"], found["verdict"], "exhausted" in found) == (1, "undetermined", False)
    monkeypatch.setattr("clabber_audit.worlds.question.BUDGET", 0)
    given_up = next(one for one in ruled(record)["findings"] if one["infraction"] == "failure-to-follow")
    assert (given_up["at"], given_up["verdict"], given_up["exhausted"]) == (1, "undetermined", True)
