"""Whether a lay-down loses a trick in some deal that is possible, by one search over deals and lines together.

A hand that is not known may play any card it may still hold. What it plays says what else it cannot hold: who throws
off has none of the suit led and no trump. A line goes on as long as such a deal is left, so no deal need be tried.
"""

from __future__ import annotations

from typing import NamedTuple

from clabber_audit.evidence.effort import Spent, spend
from clabber_audit.evidence.laydowns.duties import Telling
from clabber_audit.evidence.laydowns.order import Order, masters, order
from clabber_audit.evidence.laydowns.position import Laid, Line, Position, follower, next_to_play
from clabber_audit.evidence.laydowns.unplaced import Unplaced
from clabber_audit.table.cards import DECK, SUIT, SUIT_OF

_SUITS = tuple(SUIT.values())
#: What a card tried counts for: whether a deal is left is asked of each.
_CARD = 8


class OpenPosition(NamedTuple):
    """A position with what is open about its hands; its own hands are the cards known to lie in them."""

    here: Position
    open: Unplaced


class HiddenSearch:
    """The search for a deal and a line. The order stated may bind only a hand that is known."""

    def __init__(self, laid: Laid, telling: Telling, budget: int) -> None:
        """Try no more than `budget` cards, all lines together."""
        self.laid = laid
        self.order: Order = order(laid.trump)
        self._telling = telling
        self._binding = tuple(self.order.place[card] for card in laid.binding)
        self._budget = budget
        self.tried = 0
        self._won: set[object] = set()

    def beaten(self, table: OpenPosition) -> tuple[Line, OpenPosition] | None:
        """A losing line in the order of tricks, and the table at its end; None when every deal wins on every line."""
        here, unplaced = table
        if not here.fallen:
            if self._all_masters(here, unplaced):
                return None
            known = _name(table)
            if known in self._won:
                return None
            self._won.add(known)
        for card in self._may_fall(here, unplaced):
            self.tried += 1
            if self.tried > self._budget:
                raise Spent
            spend(_CARD)
            after = self._after(here, unplaced, card)
            if after is None:
                continue
            move = ((here.turn, card),)
            if after.here.turn < 0:
                return move, after
            found = self.beaten(after) if any(_sizes(after.here, after.open)) else None
            if found:
                return move + found[0], found[1]
        return None

    def _all_masters(self, here: Position, unplaced: Unplaced) -> bool:
        layer, trump = self.laid.seat, self.laid.trump
        if here.turn != layer or unplaced.need[layer]:
            return False
        mine, others = here.hands[layer], 0
        for seat, hand in enumerate(here.hands):
            if seat != layer:
                others |= hand | unplaced.may_hold(seat)
        sizes = _sizes(here, unplaced)
        free = not others & trump or not mine & ~trump
        return free and max(sizes) <= sizes[layer] and masters(mine, others)

    def _may_fall(self, here: Position, unplaced: Unplaced) -> list[int]:
        """The cards that may be tried, one of each group that are as good as each other."""
        turn = here.turn
        candidates = here.hands[turn] | unplaced.may_hold(turn)
        if turn == self.laid.seat and self._binding:
            for card in self._binding:
                if card & candidates and self._after(here, unplaced, card):
                    return [card]
        cards = _apart(here, unplaced, candidates)
        # The other side tries first what wins, the layer's own what does not.
        return cards if self.laid.friends >> turn & 1 else sorted(cards, key=lambda card: not card & here.winning)

    def _after(self, here: Position, unplaced: Unplaced, card: int) -> OpenPosition | None:
        """The table after a card; None when no deal has it fall legally. Without a turn, -1, once a trick is lost."""
        turn, trump, led = here.turn, self.laid.trump, here.led
        hands = list(here.hands)
        if card & hands[turn]:
            hands[turn] ^= card
        else:
            unplaced = unplaced.given(turn, card)
        others = self._telling.excluded(card, led, here.winning & trump)
        if hands[turn] & others:
            return None
        unplaced = unplaced.without(turn, others)
        if not unplaced.possible:
            return None
        takes = card & here.winning
        winning = self.order.beaters[card] if takes else here.winning
        winner = turn if takes else here.winner
        gone = here.gone | 1 << turn
        fallen = here.fallen + 1
        here = Position(tuple(hands), -1, SUIT_OF[card] if led == DECK else led, winning, winner, fallen, gone)
        sizes = _sizes(here, unplaced)
        following = follower(sizes, turn, fallen, gone)
        if following is not None:
            return OpenPosition(here._replace(turn=following), unplaced)
        if not self.laid.friends >> winner & 1:
            return OpenPosition(here, unplaced)
        leader = next_to_play(sizes, winner, 0)
        return OpenPosition(
            Position(tuple(hands), winner if leader is None else leader, DECK, DECK, -1, 0, 0), unplaced
        )


def _sizes(here: Position, unplaced: Unplaced) -> list[int]:
    """How many cards each seat holds."""
    return [hand.bit_count() + more for hand, more in zip(here.hands, unplaced.need, strict=True)]


def _apart(here: Position, unplaced: Unplaced, candidates: int) -> list[int]:
    """One card of each group of candidates that are as good as each other, highest suit and card first.

    Of cards that may lie with somebody else no two are as good as each other while they could win the trick, since the
    higher might then fall upon the lower.
    """
    live = unplaced.cards
    for hand in here.hands:
        live |= hand
    own, last = here.hands[here.turn], here.fallen == len(here.hands) - 1
    found = []
    for suit in _SUITS:
        before: object = None
        rest = live & suit
        while rest:
            card = rest & -rest
            rest ^= card
            sort: object = None
            if card & candidates:
                wins = bool(card & here.winning)
                if card & own:
                    sort = wins
                elif wins and not last:
                    sort = card
                else:
                    sort = bool(card & unplaced.pool), wins, *[bool(card & banned) for banned in unplaced.banned]
                if sort != before:
                    found.append(card)
            before = sort
    found.reverse()
    return found


def _name(table: OpenPosition) -> object:
    here, unplaced = table
    cards = unplaced.cards
    return here.hands, here.turn, unplaced.need, unplaced.pool, tuple(cards & banned for banned in unplaced.banned)
