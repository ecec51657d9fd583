"""Tests of lay-downs with unknown cards, compared with a plain search of every possible deal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest

from clabber_audit.cards import CODES, SEATS, codes, mask_of
from clabber_audit.evidence.laydowns.evaluate import LaydownAnswer, Limits, search_position
from clabber_audit.evidence.laydowns.position import Unplaced
from clabber_audit.evidence.laydowns.search import Hands, OpenPosition
from tests.evidence.laydowns import plain
from tests.evidence.laydowns.tables import to_claim, to_position, write_line
from tests.evidence.laydowns.test_open_hands import draw_before_first_trump
from tests.scale import at_random, at_scale

MOST = Limits(10_000_000, 100_000, 1_000_000)


class LaydownGaps(NamedTuple):
    """Known and unknown cards of the hands at a lay-down, by seat."""

    known: plain.Hands
    #: Cards that any seat may have, and cards that a seat was dealt and may have played unseen.
    pool: tuple[str, ...]
    loose: plain.Hands
    #: Number of unknown cards in each hand, and number of cards each seat has played unseen.
    need: dict[str, int]
    played: dict[str, int]


def hide_cards(random: Random, laid: plain.Laid) -> LaydownGaps:
    """Return the gaps of a lay-down with some cards hidden; half of them include cards out of play."""
    of = {
        seat: random.sample(cards, random.randint(0, len(cards)))
        if seat != laid.by or random.random() < 0.15
        else []
        for seat, cards in laid.hands.items()
    }
    out = [card for card in CODES if all(card not in cards for cards in laid.hands.values())]
    out = random.sample(out, len(out))
    pool = [card for cards in of.values() for card in cards]
    loose: dict[str, list[str]] = {seat: [] for seat in SEATS}
    played = dict.fromkeys(SEATS, 0)
    if random.random() < 0.5:
        for seat in random.sample(SEATS, random.choice((1, 2))):
            played[seat] = 1
            mine = [card for card in laid.hands[seat] if card not in of[seat]]
            (loose[seat] if random.random() < 0.7 else pool).append(out.pop())
            loose[seat] += mine[:1] if random.random() < 0.5 and loose[seat] else []
        pool += [out.pop()] if random.random() < 0.3 else []
    known = {
        seat: tuple(card for card in cards if card not in of[seat] and card not in loose[seat])
        for seat, cards in laid.hands.items()
    }
    need = {seat: len(laid.hands[seat]) - len(known[seat]) for seat in SEATS}
    return LaydownGaps(
        known, tuple(pool), {seat: tuple(cards) for seat, cards in loose.items()}, need, played
    )


def fill_hands(gaps: LaydownGaps, seats: str = SEATS) -> Iterator[plain.Hands]:
    """Yield every way to fill the hands."""
    if not seats:
        yield {}
        return
    seat = seats[0]
    for held in combinations((*gaps.pool, *gaps.loose[seat]), gaps.need[seat]):
        left = [card for card in gaps.loose[seat] if card not in held]
        rest = [card for card in gaps.pool if card not in held]
        if len(left) > gaps.played[seat]:
            continue
        for gone in combinations(rest, gaps.played[seat] - len(left)):
            pool = tuple(card for card in rest if card not in gone)
            for others in fill_hands(gaps._replace(pool=pool), seats[1:]):
                yield {seat: (*gaps.known[seat], *held), **others}


def to_open_position(laid: plain.Laid, gaps: LaydownGaps) -> OpenPosition:
    def masks(hands: plain.Hands) -> tuple[int, ...]:
        return tuple(mask_of(hands[seat]) for seat in SEATS)

    def counts(numbers: dict[str, int]) -> tuple[int, ...]:
        return tuple(numbers[seat] for seat in SEATS)

    unplaced = Unplaced(
        mask_of(gaps.pool), masks(gaps.loose), counts(gaps.need), counts(gaps.played), (0,) * len(SEATS)
    )
    return OpenPosition(to_position(laid)._replace(hands=masks(gaps.known)), unplaced)


def weigh_gaps(laid: plain.Laid, gaps: LaydownGaps, limits: Limits = MOST) -> LaydownAnswer[Hands]:
    return search_position(to_open_position(laid, gaps), to_claim(laid), limits)


def as_hands(hands: tuple[int, ...]) -> plain.Hands:
    return {seat: tuple(codes(cards)) for seat, cards in zip(SEATS, hands, strict=True)}


def sort_hands(hands: plain.Hands) -> list[list[str]]:
    return [sorted(hands[seat]) for seat in SEATS]


@pytest.mark.parametrize("leads", ["trump", "ace"][: at_scale(1, 2)])
def test_law_on_leads_is_obeyed_in_every_deal(leads: str) -> None:
    """The law on leads changes the answer of every second lay-down."""
    random, seen = Random(f"hidden {leads}"), 0
    while seen < at_random(10, 200, share=20):
        laid = draw_before_first_trump(random) if leads == "trump" else plain.draw_laydown(random, 3)
        gaps = hide_cards(random, laid)
        count = len(gaps.pool) + sum(map(len, gaps.loose.values()))
        # With a card that nobody was dealt, the plain search does not know if a trump was played.
        if not 0 < count < 6 or (leads == "trump" and any(gaps.played.values())):
            continue
        under = laid._replace(leads=leads)
        if seen % 2 and plain.is_good(under) == plain.is_good(laid):
            continue
        seen += 1
        answers = {plain.is_good(under._replace(hands=hands)) for hands in fill_hands(gaps)}
        result = weigh_gaps(under, gaps)
        assert not result.exhausted, (under, gaps, result)
        assert result.is_good == (answers.pop() if len(answers) == 1 else None), (under, gaps, result)


@pytest.mark.full
@pytest.mark.parametrize(
    ("most", "count"), [(2, at_random(50, 1200, share=5)), (3, at_random(20, 250, share=5))]
)
def test_answer_agrees_with_every_deal(most: int, count: int) -> None:
    random = Random(109 + most)
    seen: dict[tuple[str, bool | None], int] = {}
    for number in range(count):
        laid = plain.draw_laydown(random, most)
        gaps = hide_cards(random, laid)
        if len(gaps.pool) + sum(map(len, gaps.loose.values())) > 7:
            continue
        possible = [sort_hands(hands) for hands in fill_hands(gaps)]
        answers = {plain.is_good(laid._replace(hands=hands)) for hands in fill_hands(gaps)}
        result = weigh_gaps(laid, gaps)
        context = (number, laid, gaps, result)
        assert not result.exhausted, context
        assert result.is_good == (answers.pop() if len(answers) == 1 else None), context
        if result.fine:
            assert sort_hands(as_hands(result.fine)) in possible, context
            assert plain.is_good(laid._replace(hands=as_hands(result.fine))), context
        if result.bad:
            assert sort_hands(as_hands(result.bad)) in possible, context
            assert is_losing_line(laid._replace(hands=as_hands(result.bad)), write_line(result.line) or ()), (
                context
            )
        seen[laid.standard, result.is_good] = seen.get((laid.standard, result.is_good), 0) + 1
    assert len(seen) == 9
    assert min(seen.values()) >= count / 100, seen


def is_losing_line(laid: plain.Laid, line: plain.Table) -> bool:
    """Return True if a line is legal and ends with a lost trick."""
    now: plain.Laid | None = laid
    for seat, card in line:
        if not now or now.turn != seat or card not in plain.list_playable(now):
            return False
        now = plain.play_card(now, card)
    return now is None


HELD = plain.Laid("W", "S", {"N": (), "E": (), "S": (), "W": ("9S", "AH")}, "W")
OTHERS = ("KH", "QH", "JS", "9C", "KC", "AC")


def make_gaps(others: tuple[str, ...]) -> LaydownGaps:
    nothing: plain.Hands = dict.fromkeys(SEATS, ())
    need = {"N": 2, "E": 2, "S": 2, "W": 0}
    return LaydownGaps(HELD.hands, others, nothing, need, dict.fromkeys(SEATS, 0))


def test_nine_and_ace_with_an_unknown_jack() -> None:
    """Case I03 with the other six cards closed: no order stated, the ace first, the nine first (D-72).

    Whoever has the jack of trumps, there is a line on which the ace is ruffed or the nine is beaten, then lost: North
    and South win with it; East, when the ace is ruffed and a club comes back, cannot be helped by West's nine unless
    West ruffs that club. So some deals are bad and, with the ace first and the jack with East, some are good.
    """
    stated = HELD._replace(standard="stated_line", order=("AH", "9S"))
    assert weigh_gaps(stated, make_gaps(OTHERS)).is_good is None
    # Without the jack or another trump in the other hands, both cards win.
    assert weigh_gaps(HELD, make_gaps(("KH", "QH", "JD", "9C", "KC", "AC"))).is_good is True
    # With the jack certainly with North, the lay-down is bad in every deal.
    with_north = make_gaps(("KH", "QH", "9C", "KC", "AC"))
    with_north = with_north._replace(known={**HELD.hands, "N": ("JS",)}, need={**with_north.need, "N": 1})
    assert weigh_gaps(HELD, with_north).is_good is False


def test_exhausted_search_decides_nothing() -> None:
    """Limited to one card, one deal and one position, no standard is decided."""
    for standard in ("any_line", "best_line"):
        result = weigh_gaps(HELD._replace(standard=standard), make_gaps(OTHERS), Limits(1, 1, 1))
        assert result.is_good is None
        assert result.exhausted != bool(result.bad and result.fine)


def test_impossible_hands_have_no_deal() -> None:
    """Two hands have only one and the same possible card between them (Hall's condition)."""
    one = Unplaced(0b111, (0, 0, 0, 0), (1, 1, 1, 0), (0, 0, 0, 0), (0b110, 0b110, 0, 0))
    assert not one.is_possible
    assert one.fill(range(4)) is None
    two = one._replace(banned=(0b110, 0b100, 0, 0))
    assert two.is_possible
    assert two.fill(range(4)) == (0b001, 0b010, 0b100, 0)
