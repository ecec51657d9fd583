"""Completions: every way of filling in what a record leaves unknown, as far as a law can tell them apart.

A step of an incomplete record comes back once for each of them. That a play was legal is never presumed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from typing import Any, Final

from clabber_audit.cards import DECK_SIZE, SEATS, SUIT
from clabber_audit.clock import NEVER, PENDING, number
from clabber_audit.games.clabber.melds import belle_cards
from clabber_audit.games.clabber.ranking import standing
from clabber_audit.infraction import LaydownSearched
from clabber_audit.record.auction import Call
from clabber_audit.replay import Belle, BelleCall, Entry, Follow, Incident, Replay, belle_facts, unseen

_PLAYERS: Final = len(SEATS)


def _tables(walk: Replay, play: Follow) -> list[Follow]:
    """The play with each suit led, trump suit and highest trump that the cards on the table may amount to."""
    before = range(play.clock - play.clock % _PLAYERS, play.clock)
    options = [[walk.cards[at]] if walk.cards[at] else unseen(walk.hand, walk.hand.seats[at]) for at in before]
    found = set()
    for cards in product(*options):
        if len(set(cards)) < len(cards):
            continue
        for trump in (walk.trump,) if walk.trump else SUIT.values():
            trick = standing(cards, trump)
            found.add((trick.led, trump, trick.above(trump)))
    return [play._replace(led=led, trump=trump, above=above) for led, trump, above in sorted(found)]


def of_follow(walk: Replay, play: Follow) -> Iterator[Follow]:
    """The play with each table, card and holding that the record allows and that a law about duty can tell apart."""
    hand, seat = walk.hand, walk.hand.seats[play.clock]
    own = [clock for clock, who in enumerate(hand.seats) if who == seat]
    played = sum(hand.cards[clock] for clock in own)
    certain = sum(hand.cards[clock] for clock in own if clock >= play.clock)
    loose = hand.dealt[seat] & ~played
    blanks_before = sum(1 for clock in own if clock < play.clock and not hand.cards[clock])
    for world in _tables(walk, play):
        for card in [play.card] if play.card else unseen(hand, seat):
            known, pool, slots = loose & ~card, hand.pool & ~card, hand.hidden[seat]
            if not play.card and card & hand.pool:
                slots -= 1
            size = known.bit_count() + slots - blanks_before
            for rest in _holdings(known, pool, slots, size, (world.led, world.trump, world.above)):
                yield world._replace(card=card, hand=certain | card | rest)


def _holdings(known: int, pool: int, slots: int, size: int, masks: Sequence[int]) -> list[int]:
    """Sets of cards that stand for all holdings of `size` cards, out of `known` and `slots` cards of the pool.

    Two holdings are the same to a law when they meet the same classes of cards; one of each kind is given.
    """
    classes: dict[tuple[bool, ...], list[int]] = {}
    for place in range(DECK_SIZE):
        bit = 1 << place
        if bit & (known | (pool if slots > 0 else 0)):
            classes.setdefault(tuple(bool(bit & mask) for mask in masks), []).append(bit)
    groups = list(classes.values())
    found = []
    for count in range(len(groups) + 1):
        for chosen in combinations(groups, count):
            held = [sum(1 for bit in group if bit & known) for group in chosen]
            free = [sum(1 for bit in group if bit & pool) for group in chosen]
            room = sum(held) + min(slots, sum(free))
            if count <= size <= room and held.count(0) <= slots:
                found.append(sum(group[0] for group in chosen))
    return found


def of_step(step: Any, walk: Replay) -> list[Any]:
    """The completions of a step that is no card falling."""
    if isinstance(step, Call) and step.hidden:
        return [step._replace(hand=step.hand | rest) for rest in _dealt(walk, step.seat, step.suit)] or [step]
    if isinstance(step, BelleCall | Belle) and not walk.certain:
        return _of_belle(step, walk)
    if isinstance(step, LaydownSearched) and step.good is None:
        return [step._replace(good=False), step._replace(good=True)]
    if isinstance(step, Incident) and step.kind == "looked_at_trick" and step.trick is None:
        return [step._replace(trick=trick) for trick in range(1, max(step.at // _PLAYERS, 1) + 1)]
    if isinstance(step, Entry) and step.hidden and not step.cards:
        return [step, step._replace(hand=step.hand | walk.hand.pool)]
    return [step]


def _dealt(walk: Replay, seat: int, suit: int) -> list[int]:
    pool, slots = walk.hand.pool, walk.hand.hidden[seat]
    return _holdings(0, pool, slots, slots, (suit,))


def possible_belles(walk: Replay) -> list[Belle]:
    """The belles that a hand not wholly known may hold, beside those that are known."""
    if walk.trump is None or walk.hand.record.melds is None:
        return []
    known = {belle.seat for belle in walk.belles}
    return [
        Belle(seat, PENDING, _said(walk, seat, PENDING), NEVER, in_meld=False, with_laydown=False)
        for seat in range(_PLAYERS)
        if seat not in known and _may_hold_belle(walk, seat)
    ]


def _may_hold_belle(walk: Replay, seat: int) -> bool:
    missing = belle_cards(walk.trump or 0) & ~walk.hand.dealt[seat]
    return not missing & ~walk.hand.pool and missing.bit_count() <= walk.hand.hidden[seat]


def _of_belle(step: BelleCall | Belle, walk: Replay) -> list[BelleCall | Belle]:
    """A belle with each moment at which its second card may have fallen, and not held where that is possible."""
    facts = belle_facts(walk.hand, walk.trump or 0, step.seat, walk.entries)
    worlds: list[BelleCall | Belle] = []
    if not facts.holds:
        worlds.append(step._replace(holds=False) if isinstance(step, BelleCall) else step._replace(second=PENDING))
    if facts.holds or _may_hold_belle(walk, step.seat):
        for second in _second_parts(walk, step.seat):
            if isinstance(step, Belle):
                worlds.append(step._replace(second=second, said=_said(walk, step.seat, second)))
            else:
                meld = (walk.hand.record.melds or [])[step.number]
                said = step.said if meld.announced != "in_turn" or step.with_laydown else second
                worlds.append(step._replace(holds=True, second=second, said=said))
    return worlds or [step]


def _said(walk: Replay, seat: int, second: int) -> int:
    """When a seat first said belle, if its second card fell at clock `second`."""
    words = [
        meld.announced for meld in walk.hand.record.melds or () if meld.kind == "belle" and meld.seat == SEATS[seat]
    ]
    clocks = [second if word == "in_turn" else NEVER if word == "never" else number(word) for word in words]
    return min(clocks, default=NEVER)


def _second_parts(walk: Replay, seat: int) -> list[int]:
    """The clocks at which the second card of a seat's belle may have fallen; PENDING if it need not have."""
    both, own = belle_cards(walk.trump or 0), walk.clocks(seat)
    parts = [at for at in own if walk.cards[at] & both]
    blanks: list[int] = [at for at in own if not walk.cards[at]]
    held = walk.hand.dealt[seat].bit_count() + walk.hand.hidden[seat] - len(own)
    places = blanks + [PENDING] * min(held, 2 - len(parts))
    found = {max([*parts, *chosen]) for chosen in permutations(places, 2 - len(parts))}
    return sorted(found) or [PENDING]
