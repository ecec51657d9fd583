"""The tables at which a lay-down of a record may have been made.

There is one, or one for each way to fill in what decides whose turn it was and how the trick under way stood.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from clabber_audit.evidence.effort import Spent
from clabber_audit.evidence.laydowns.hidden import OpenPosition
from clabber_audit.evidence.laydowns.position import Position
from clabber_audit.evidence.laydowns.unplaced import Unplaced
from clabber_audit.record.hand import Hand
from clabber_audit.replay import Walk, replay, standing
from clabber_audit.table.cards import BIT, DECK, DECK_SIZE, SEATS

_PLAYERS: Final = len(SEATS)
#: How many tables are looked at for one lay-down.
_MOST: Final = 96
_NOBODY: Final = (0,) * _PLAYERS
#: The table once the last card has fallen, whatever it was.
_NOTHING_LEFT: Final = OpenPosition(
    Position(_NOBODY, 0, DECK, DECK, -1, 0, 0), Unplaced(0, _NOBODY, _NOBODY, _NOBODY, _NOBODY)
)


def tables(walk: Walk, at: int) -> Iterator[tuple[Hand, OpenPosition]]:
    """Every table that the record allows at clock `at` of a walk whose trump suit is known or supposed.

    Each comes with the hand in which what decides it is filled in.

    `Spent` when they are too many, or the record leaves open how many cards somebody was dealt.
    """
    hand = walk.hand
    if not any(_left(hand, at)):
        yield hand, _NOTHING_LEFT
        return
    if hand.pool.bit_count() < sum(hand.hidden):
        raise Spent
    trick = hand.seating.lead_of(at)
    deciding = [clock for clock in range(trick, at) if not hand.cards[clock]]
    if not _one_seat(walk.turn_at(at)):
        deciding += [clock for clock in range(max(trick - hand.seating.width, 0), trick) if not hand.cards[clock]]
    fillings = product(*[_possible(hand, clock) for clock in deciding])
    for count, filling in enumerate(filling for filling in fillings if len(set(filling)) == len(filling)):
        if count == _MOST:
            raise Spent
        filled = _filled(hand, deciding, filling) if deciding else hand
        if filled and _held(filled, at)[1].possible:
            yield filled, _table(walk if filled is hand else replay(filled, walk.order, walk.strain), at)


def _left(hand: Hand, at: int) -> list[int]:
    """How many cards each seat held at a clock, known or not."""
    gone = hand.seats[:at]
    return [
        dealt.bit_count() + hidden - gone.count(seat)
        for seat, (dealt, hidden) in enumerate(zip(hand.dealt, hand.hidden, strict=True))
    ]


def _stated(hand: Hand) -> int:
    """Return the cards of the order stated."""
    assert hand.record.laydown is not None
    return sum(BIT[card] for card in hand.record.laydown.order)


def _one_seat(turn: int) -> bool:
    return turn.bit_count() <= 1


def _possible(hand: Hand, clock: int) -> list[int]:
    """The cards, as bits, that may have fallen at a clock."""
    seat = hand.seats[clock]
    mask = (hand.dealt[seat] | (hand.pool if hand.hidden[seat] else 0)) & ~_stated(hand)
    for start, stop, cards in hand.piles:
        mask &= cards if start <= clock < stop else ~cards
    return [1 << place for place in range(DECK_SIZE) if mask >> place & 1 and 1 << place not in hand.cards]


def _filled(hand: Hand, clocks: list[int], filling: tuple[int, ...]) -> Hand | None:
    """The hand with cards put in at some clocks; None when somebody would have been dealt too many."""
    cards, dealt, hidden = list(hand.cards), list(hand.dealt), list(hand.hidden)
    for clock, card in zip(clocks, filling, strict=True):
        seat = hand.seats[clock]
        cards[clock] = card
        if not card & dealt[seat]:
            dealt[seat] |= card
            hidden[seat] -= 1
    return hand._replace(cards=cards, dealt=tuple(dealt), hidden=tuple(hidden)) if min(hidden) >= 0 else None


def _table(walk: Walk, at: int) -> OpenPosition:
    hand = walk.hand
    fallen = hand.seating.place_of(at)
    turn = walk.turn_at(at)
    known, unplaced = _held(hand, at)
    if turn.bit_count() != 1 and (any(known) or any(unplaced.need)):
        # Who goes on is not said, or whoever still holds cards has played to this trick.
        raise Spent
    seat = max(turn.bit_length() - 1, 0)
    if not fallen:
        return OpenPosition(Position(known, seat, DECK, DECK, -1, 0, 0), unplaced)
    lead = at - fallen
    trick = standing(walk.cards[lead:at], walk.ranking)
    gone = sum({1 << who for who in hand.seats[lead:at]})
    position = Position(known, seat, trick.led, trick.winning, hand.seats[lead + trick.best], fallen, gone)
    return OpenPosition(position, unplaced)


def _held(hand: Hand, at: int) -> tuple[tuple[int, ...], Unplaced]:
    """The cards that each seat certainly holds at clock `at`, and what is open about the rest."""
    pool, hidden = hand.pool, list(hand.hidden)
    left, later, played = [0] * _PLAYERS, [0] * _PLAYERS, [0] * _PLAYERS
    in_piles = _in_piles(hand, at)
    stated = _stated(hand)
    for seat, cards in enumerate(hand.dealt):
        later[seat], left[seat] = cards & stated, cards & ~stated
    for clock, (seat, card) in enumerate(zip(hand.seats, hand.cards, strict=True)):
        left[seat] &= ~card
        if clock >= at:
            later[seat] |= card
        elif not card and clock in in_piles:
            # One of the cards of the trick: one that the seat is known to have been dealt, else one not known.
            own = left[seat] & in_piles[clock]
            left[seat] ^= own & -own
            hidden[seat] -= not own
        elif not card:
            played[seat] += 1
    for cards in in_piles.values():
        pool &= ~cards
    certain = tuple(more if gone else more | rest for more, rest, gone in zip(later, left, played, strict=True))
    loose = tuple(rest if gone else 0 for rest, gone in zip(left, played, strict=True))
    need = tuple(rest.bit_count() + more - gone for rest, more, gone in zip(loose, hidden, played, strict=True))
    if min(need) < 0:
        raise Spent
    return certain, Unplaced(pool, loose, need, tuple(played), (0,) * _PLAYERS)


def _in_piles(hand: Hand, at: int) -> dict[int, int]:
    """For each clock at which one of a trick's known cards fell, and not known which: all that it may have been."""
    found = {}
    for start, stop, cards in hand.piles:
        blanks = [clock for clock in range(start, stop) if not hand.cards[clock]]
        rest = cards & ~sum(hand.cards[start:stop])
        if blanks and (stop > at or len(blanks) != rest.bit_count()):
            raise Spent
        found.update(dict.fromkeys(blanks, rest))
    return found
