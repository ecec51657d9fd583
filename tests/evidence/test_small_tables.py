"""Small tables of any kind, completed in every possible way and compared with the program.

The completing is plain: strings dealt out card by card and compared as strings. It covers two packs, a joker, three
to six seats and cards left over; equal cards are interchangeable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, reduce
from itertools import permutations, product
from operator import and_
from random import Random
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

import pytest

from clabber_audit.cards import JOKER, SUITS, Pack, RankOrder, Seating, Strain, strain
from clabber_audit.evidence.completions import (
    DutyBroken,
    StillHeld,
    TrumpFrame,
    build_frame,
    find_completion,
    require_winner,
)
from clabber_audit.games.clabber.hand import card_contradictions, prepare_hand
from clabber_audit.records.hand import NOBODY, Hand
from clabber_audit.rules.bound_ruleset import bind
from clabber_audit.rules.infractions import infractions
from tests.random_records.partial import bits_of, deal_out
from tests.scale import at_random, at_scale

#: Kind of table -> pack, number of seats, cards a seat.
TABLES: Final = {
    "four of eight": (Pack("JA"), 4, 2),
    "two packs": (Pack("A", 2), 4, 2),
    "two packs of eight": (Pack("JA", 2), 3, 2),
    "joker": (Pack("A", joker=True), 4, 1),
    "joker and two packs": (Pack("A", 2, joker=True), 3, 3),
    "three seats": (Pack("JA"), 3, 2),
    "five seats": (Pack("JA"), 5, 1),
    "six seats": (Pack("A", 2), 6, 1),
}
#: The slowest kind of table: it takes as long as all others together.
SLOWEST: Final = "two packs of eight"
KINDS: Final = [kind for kind in TABLES if kind != SLOWEST][:: at_scale(3, 1)] + [SLOWEST] * at_scale(0, 1)
#: Number of records of each kind, and most completions of one.
RECORDS: Final = at_random(6, 100)
MOST: Final = 300
#: Kinds of tables that are completed fast, and the least number of records of each in a test of rare cases.
FAST: Final = ("four of eight", "two packs", "joker", "joker and two packs")
MANY: Final = 60


def _count_records(kind: str) -> int:
    return max(3, RECORDS // 6) if kind == SLOWEST else RECORDS


class SmallCompletion(NamedTuple):
    """Complete hand in strings: the sorted cards dealt to each seat, and the plays."""

    dealt: tuple[tuple[str, ...], ...]
    plays: tuple[str, ...]


class SmallRecord(NamedTuple):
    """Recorded part of a hand: cards listed by seat, seats of the plays, plays, tricks whose order is lost."""

    listed: dict[int, list[str]]
    seats: list[int]
    plays: list[str | None]
    disordered: list[int]


def cards_of(pack: Pack) -> list[str]:
    """Return every card of a pack by its face, as often as it occurs."""
    suited = [rank + suit for suit in SUITS for rank in pack.ranks]
    return sorted(suited * pack.copies + [JOKER] * pack.joker)


def draw_hand(random: Random, pack: Pack, seats: int, each: int) -> SmallRecord:
    """Return a random record of a hand in which any card may be played from any hand."""
    cards = random.sample(cards_of(pack), pack.size)
    dealt = [cards[each * seat : each * seat + each] for seat in range(seats)]
    left = [random.sample(hand, each) for hand in dealt]
    who, plays = list[int](), list[str | None]()
    for _ in range(random.randint(0, each)):
        first = random.randrange(seats)
        for seat in [*range(first, seats), *range(first)][
            : seats if random.random() < 0.8 else random.randint(1, seats)
        ]:
            who.append(seat)
            plays.append(left[seat].pop())
        if len(plays) % seats:
            break
    disordered = []
    if plays and random.random() < 0.4:
        disordered = [trick for trick in range(1, len(plays) // seats + 1) if random.random() < 0.7]
    for trick in disordered:
        fell = plays[seats * (trick - 1) : seats * trick]
        plays[seats * (trick - 1) : seats * trick] = random.sample(fell, seats)
    for at in random.sample(range(len(plays)), min(len(plays), random.choice((0, 1, 2)))):
        plays[at] = None
    listed = {}
    for seat in random.sample(range(seats), random.randint(0, seats)):
        listed[seat] = random.sample(dealt[seat], random.randint(each - 1, each))
    return SmallRecord(listed, who, plays, disordered)


def write_record(one: SmallRecord, pack: Pack, seating: Seating) -> Any:
    """Return the hand as a record."""
    names = seating.seats
    return SimpleNamespace(
        pack=pack, seating=seating, melds=None, incidents=(), disordered=one.disordered, contract=None,
        declarations=None, laydown=None,
        deal=SimpleNamespace(
            dealer=names[-1], upcard=None, hands={names[seat]: cards for seat, cards in one.listed.items()}
        ),
        plays=[
            SimpleNamespace(seat=names[seat], card=card) for seat, card in zip(one.seats, one.plays, strict=True)
        ],
    )  # fmt: skip


def fill_deals(one: SmallRecord, pack: Pack, seats: int, each: int) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Yield every way to deal a pack to seats that have at least the listed cards."""
    listed = [one.listed.get(seat, []) for seat in range(seats)]
    rest = Counter(cards_of(pack))
    rest.subtract(card for cards in listed for card in cards)
    if min(rest.values()) < 0 or any(len(cards) > each for cards in listed):
        return
    missing = {seat: each - len(cards) for seat, cards in enumerate(listed)}
    for more in deal_out(sorted(rest.elements()), missing):
        yield tuple(tuple(sorted((*cards, *more[seat]))) for seat, cards in enumerate(listed))


def complete(one: SmallRecord, pack: Pack, seats: int, each: int) -> set[SmallCompletion]:
    """Return every completion of the record."""
    items = set()
    tricks = [range(seats * (trick - 1), seats * trick) for trick in one.disordered]
    for dealt in fill_deals(one, pack, seats, each):
        # Try every order of each seat's cards; drop those that do not match the plays.
        clocks = [[at for at, who in enumerate(one.seats) if who == seat] for seat in range(seats)]
        orders = [set(permutations(hand, len(own))) for hand, own in zip(dealt, clocks, strict=True)]
        for order in product(*orders):
            plays = [""] * len(one.seats)
            for own, cards in zip(clocks, order, strict=True):
                for at, card in zip(own, cards, strict=True):
                    plays[at] = card
            piled = {at for trick in tricks for at in trick}
            is_compatible = all(
                card in (None, plays[at]) for at, card in enumerate(one.plays) if at not in piled
            )
            piles = all(
                not Counter(one.plays[at] for at in trick if one.plays[at])
                - Counter(plays[at] for at in trick)
                for trick in tricks
            )
            if is_compatible and piles:
                items.add(SmallCompletion(dealt, tuple(plays)))
    return items


def draw_rank_order(random: Random, pack: Pack) -> RankOrder:
    """Return a card order of some game."""
    ranks = (("A", 11), ("J", 2)) if random.random() < 0.5 else (("J", 2), ("A", 11))
    bowers = "J" in pack.ranks and random.random() < 0.5
    trumps = (("J", 2), ("A", 11)) if bowers else ranks
    return RankOrder(ranks, trumps, bowers, random.random() < 0.5, random.random() < 0.5)


def fill_places(frame: TrumpFrame, fits: Sequence[int]) -> Iterator[list[int]]:
    """Yield every way to put different cards in the places, with the rest in one way."""
    over = [number for number, place in enumerate(frame.places) if place.seat == NOBODY]
    filling = [0] * len(fits)

    def fill_from(number: int, free: int) -> Iterator[list[int]]:
        if number == len(fits):
            if all((fits[place] & free).bit_count() >= len(over) for place in over):
                yield filling.copy()
            return
        if number in over:
            yield from fill_from(number + 1, free)
            return
        for card in frame.hand.pack.face:
            if fits[number] & free & card:
                filling[number] = card
                yield from fill_from(number + 1, free & ~filling[number])

    return fill_from(0, frame.hand.pack.all_cards)


def to_strings(frame: TrumpFrame, filling: Sequence[int]) -> SmallCompletion:
    """Return a completion with its cards by face."""
    face, world = frame.hand.pack.face, frame.completion(filling)
    dealt = tuple(tuple(sorted(face[bit] for bit in face if bit & mask)) for mask in world.dealt)
    return SmallCompletion(dealt, tuple(face[card] for card in world.cards))


class SmallTable(NamedTuple):
    """A record of a small table with all its completions."""

    hand: Hand
    frame: TrumpFrame
    strain: Strain
    worlds: set[SmallCompletion]
    one: SmallRecord


@cache
def draw_tables(kind: str, count: int = 0) -> tuple[SmallTable, ...]:
    """Return records of a kind of table with all their completions, by default as many as the scale has."""
    pack, seats, each = TABLES[kind]
    seating = Seating(tuple(f"P{number}" for number in range(1, seats + 1)), each)
    result, number = list[SmallTable](), 0
    while len(result) < (count or _count_records(kind)):
        number += 1
        random = Random(f"small {kind} {number}")
        one = draw_hand(random, pack, seats, each)
        open_cards = one.plays.count(None) + sum(
            each - len(one.listed.get(seat, ())) for seat in range(seats)
        )
        if open_cards > 6:
            continue
        worlds = complete(one, pack, seats, each)
        if len(worlds) <= MOST:
            under = strain(pack, random.choice((*SUITS, "NT")), draw_rank_order(random, pack))
            hand = prepare_hand(write_record(one, pack, seating))
            assert hand is not None, one
            result.append(SmallTable(hand, build_frame(hand, under), under, worlds, one))
    return tuple(result)


@pytest.mark.parametrize("kind", KINDS)
def test_frames_yield_every_completion(kind: str) -> None:
    several = 0
    for case in draw_tables(kind):
        results = {
            to_strings(case.frame, filling)
            for fits in case.frame.starts()
            for filling in fill_places(case.frame, fits)
        }
        assert results == case.worlds, case.one
        several += len(results) > 1
    assert several > _count_records(kind) // 4


@pytest.mark.parametrize("kind", [*FAST, *(kind for kind in KINDS if kind not in FAST)])
def test_inferred_cards_are_the_same_in_every_completion(kind: str) -> None:
    """In a single pack every such card is inferred, played or dealt, and no other is.

    With two packs no other is, but two equal cards that are missing from two hands stay unknown.
    """
    single, seen = TABLES[kind][0].copies == 1, Counter[tuple[str, bool]]()
    for case in draw_tables(kind, max(_count_records(kind), MANY * (kind in FAST))):
        hand, face = case.hand, case.hand.pack.face
        disordered = {at for start, stop, _ in hand.piles for at in range(start, stop)}
        for at, card in enumerate(hand.cards):
            fell = {world.plays[at] for world in case.worlds}
            is_unwritten = case.one.plays[at] is None or at in disordered
            assert (at in hand.inferred) is (is_unwritten and card != 0), case.one
            assert fell == {face[card]} if card else not single or len(fell) > 1, case.one
            if is_unwritten:
                seen["inferred" if card else "unknown", at in disordered] += 1
        for seat, mask in enumerate(hand.dealt):
            known = Counter(face[bit] for bit in face if bit & mask)
            common = reduce(and_, (Counter(world.dealt[seat]) for world in case.worlds))
            assert known == common if single else known <= common, case.one
            assert mask.bit_count() + hand.hidden[seat] == hand.seating.each
            seen["dealt", known > Counter(case.one.listed.get(seat, ()))] += 1
    if kind in FAST:
        assert len(seen) == 6, "cards of each kind are inferred and stay unknown"


def misread_cards(random: Random, one: SmallRecord, pack: Pack) -> SmallRecord:
    """Return the record with one or two cards misread."""
    listed, plays = {seat: list(cards) for seat, cards in one.listed.items()}, list(one.plays)
    for _ in range(random.choice((1, 1, 2))):
        card = random.choice(cards_of(pack))
        if plays and random.random() < 0.5:
            plays[random.randrange(len(plays))] = card
        elif listed:
            hand = random.choice(list(listed.values()))
            hand[random.randrange(len(hand)) if hand and random.random() < 0.8 else len(hand) :] = [card]
    return one._replace(listed=listed, plays=plays)


@pytest.mark.parametrize("kind", KINDS)
def test_impossible_records_are_refused(kind: str) -> None:
    """An impossible record is refused with the place of the fault; every possible one is accepted."""
    (pack, seats, each), seen = TABLES[kind], Counter[bool]()
    for number, case in enumerate(draw_tables(kind) * 3):
        one = misread_cards(Random(f"damaged {number}"), case.one, pack)
        possible = bool(complete(one, pack, seats, each))
        record = write_record(one, pack, case.hand.seating)
        assert (prepare_hand(record) is not None) is possible, one
        assert bool(card_contradictions(record)) is not possible, one
        seen[possible] += 1
    assert min(seen[True], seen[False]) > 2


def _suit(card: str, under: Strain, pack: Pack) -> int:
    return under.suit_of[pack.bits[card][0]]


def _winner(plays: Sequence[str], under: Strain, pack: Pack) -> int:
    """Return the place of the winning card: the last that beats the best before it."""
    bits, best = bits_of(pack, plays), 0
    for place, bit in enumerate(bits):
        best = place if bit & under.beaters[bits[best]] else best
    return best


def _is_revoke(world: SmallCompletion, at: int, case: SmallTable) -> bool:
    """Return True if the card at a clock failed to follow suit."""
    hand, pack, under = case.hand, case.hand.pack, case.strain
    led = _suit(world.plays[hand.seating.lead_of(at)], under, pack)
    off = _suit(world.plays[at], under, pack) != led
    return off and any(_suit(card, under, pack) == led for card in _still_held(world, at, case))


def _still_held(world: SmallCompletion, at: int, case: SmallTable) -> Counter[str]:
    """Return the hand of a player after the card at a clock."""
    seats = case.hand.seats
    fell = [world.plays[clock] for clock in range(at + 1) if seats[clock] == seats[at]]
    return Counter(world.dealt[seats[at]]) - Counter(fell)


@pytest.mark.parametrize("kind", KINDS)
def test_searches_agree_with_the_completions(kind: str) -> None:
    """Failures to follow and cards still held: an answer is found if and only if some completion has it."""
    seen = Counter[object]()
    for case in draw_tables(kind):
        for at in range(len(case.hand.cards)):
            if at != case.hand.seating.lead_of(at):
                question = DutyBroken(at, (bind(infractions()["failure-to-follow"], "renege", None).offends,))
                for answer in (True, False):
                    expected = any(_is_revoke(world, at, case) is answer for world in case.worlds)
                    result = find_completion([case.frame], [(question, answer)])
                    assert (result is not None) is expected, (at, answer, case.one, case.strain.name)
                    seen[answer, expected] += 1
            for card, copies in case.hand.pack.mask.items():
                expected = any(_still_held(world, at, case)[card] for world in case.worlds)
                result = find_completion([case.frame], [(StillHeld(at, case.hand.seats[at], copies), True)])
                assert (result is not None) is expected, (at, card, case.one)
    if case.hand.seating.each > 1:
        assert seen[True, True]
        assert seen[True, False]


@pytest.mark.parametrize("kind", KINDS)
def test_winners_of_a_trick_agree_with_the_completions(kind: str) -> None:
    for case in draw_tables(kind):
        pack, under, width = case.hand.pack, case.strain, case.hand.seating.width
        for start in range(0, len(case.hand.cards) - width + 1, width):
            for winner in range(start, start + width):
                ways = (
                    way
                    for fits in case.frame.starts()
                    for way in require_winner(case.frame, fits, start, winner)
                )
                results = {
                    to_strings(case.frame, filling)
                    for way in ways
                    for filling in fill_places(case.frame, way)
                }
                tricks = {world: world.plays[start : start + width] for world in case.worlds}
                won = {
                    world for world, trick in tricks.items() if start + _winner(trick, under, pack) == winner
                }
                assert results == won, (start, winner, case.one, under)
