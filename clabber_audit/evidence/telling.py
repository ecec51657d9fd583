"""Steps of the Bid Euchre family where cards are open: whether what was said or handed over hangs on them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import reduce
from itertools import chain
from operator import or_
from typing import Any, Final

from clabber_audit.evidence.effort import Effort, Spent, spend, within
from clabber_audit.evidence.matter import Matter, Told, as_noted, plain
from clabber_audit.evidence.verdicts import Answer
from clabber_audit.games.bid_euchre.exchanging import Exchange
from clabber_audit.record.hand import Hand
from clabber_audit.table.pack import Pack

#: For the hands that one step may have been made from: with two packs there are millions of some.
_HANDS: Final = 5_000


def of_held(matter: Matter) -> Told:
    """What was said or given from a hand: judged by every hand that it may have been."""
    step = matter.step
    if not step.open:
        yield from as_noted(matter)
        return
    told: set[bool] = set()
    given_up = False
    try:
        with within(Effort(_HANDS)):
            for one in _readings(step, matter.walk.hand):
                spend()
                told.add(matter.objects(one))
                if len(told) > 1:
                    break
    except Spent:
        given_up = True
    if given_up and len(told) < 2:
        # All that were looked at agree, and there are more.
        yield step, Answer(None, None, exhausted=True)
        return
    found = plain(sorted(told), matter.asked)
    if found:
        yield step, found


def _readings(step: Any, hand: Hand) -> Iterator[Any]:
    """The step with each hand that it may have been made from; of a card given that nobody noted, with each of his."""
    pool = _never_seen(hand) & ~step.hand
    for more in _drawn(_alike(pool, hand.pack, step), step.hidden):
        one = step._replace(hand=step.hand | more, hidden=0)
        if not isinstance(step, Exchange) or step.cards.bit_count() == step.how_many:
            yield one
            continue
        for card in hand.pack.face:
            if card & one.hand:
                yield one._replace(cards=step.cards | card)


def _never_seen(hand: Hand) -> int:
    """The cards of which nobody knows to whom they were dealt."""
    dealt = hand.before_exchanges.hands if hand.before_exchanges else hand.dealt
    return hand.pack.all & ~hand.aside & ~reduce(or_, dealt)


def _alike(pool: int, pack: Pack, step: Any) -> list[list[int]]:
    """Cards of a pool, those together between which no rule about such a step tells.

    Jacks are asked for one by one (B-017), of other cards the rank (B-125, B-126); of a card given how high it is in
    its suit under what was named (B-037, B-078).
    """
    groups: dict[Hashable, list[int]] = {}
    under = step.under if isinstance(step, Exchange) else None
    jacks = pack.rank["J"]
    for card, face in pack.face.items():
        if not card & pool:
            continue
        key: Hashable = face if card & jacks else face[0]
        if under is not None:
            key = (under.suit_of[card] == under.trump, (under.beaters[card] & under.suit_of[card]).bit_count())
        groups.setdefault(key, []).append(card)
    return list(groups.values())


def _drawn(groups: Sequence[Sequence[int]], count: int) -> Iterator[int]:
    """So many cards out of some groups, as masks, no two that differ only in which of a group they have."""
    if not groups:
        if not count:
            yield 0
        return
    if count > sum(map(len, groups)):
        return
    first, *rest = groups
    for taken in range(min(count, len(first)) + 1):
        for more in _drawn(rest, count - taken):
            yield sum(chain(first[:taken])) | more
