"""Whether a hand laid down wins all it claims, every hand known: every line of legal play, searched to the end."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Final

from clabber_audit.evidence.effort import Spent, spend
from clabber_audit.evidence.laydowns.deals import single
from clabber_audit.evidence.laydowns.duties import Duties, playable
from clabber_audit.evidence.laydowns.order import choices, masters, name, order
from clabber_audit.evidence.laydowns.position import Laid, Leads, Line, Position, follower, on_lead
from clabber_audit.table.cards import SUIT, SUIT_OF

#: What a position between tricks counts for, with all the ways in which its trick may go.
_POSITION: Final = 8


def losing_line(
    position: Position, laid: Laid, law: Duties, leads: Leads | None = None, budget: int | None = None
) -> Line | None:
    """Return a legal line, as seats and card bits, on which a trick is lost; None if there is none.

    Of all such lines the first in the order of the pack, card by card. It ends with the trick that is lost. `Spent` at
    the end of the budget.
    """
    return Search(laid, law, budget, leads).losing_line(position)


class Search:
    """Search for a losing line. The result of a position serves every later question.

    A law on leads may look at any card, so under one no two cards or suits count as the same.
    """

    def __init__(self, laid: Laid, law: Duties, budget: int | None = None, leads: Leads | None = None) -> None:
        """Look at no more than `budget` positions between tricks, all questions together."""
        self._leads = leads
        self.laid = laid
        self.order = order(laid.trump)
        self.duties = law
        self._binding = tuple(self.order.place[card] for card in laid.binding)
        self._choosing = laid.choosing
        self._trump_place = list(SUIT.values()).index(laid.trump)
        self._budget = budget
        self._known: dict[object, bool] = {}

    @property
    def looked_at(self) -> int:
        """How many different positions between tricks were looked at."""
        return len(self._known)

    def losing_line(self, position: Position) -> Line | None:
        """The first losing line from a position of the pack; None when there is none. `Spent` at the budget's end."""
        line = self.line(self.order.position(position))
        return line and tuple((seat, self.order.card[card]) for seat, card in line)

    def line(self, here: Position | bool) -> Line | None:
        """The first losing line from a position in the order of tricks, and in that order."""
        line = []
        while not isinstance(here, bool) and self.lost(here):
            card, after = self._first_losing(here)
            line.append((here.turn, card))
            here = after
        return tuple(line) or None

    def lost(self, here: Position | bool) -> bool:
        """Whether a trick is lost from a position in the order of tricks, or has been as far as the line goes."""
        if isinstance(here, bool):
            return here
        if here.fallen:
            return self._searched(here)
        settled = self._settled(here)
        if settled is not None:
            return settled
        known = self._name(here)
        answer = self._known.get(known)
        if answer is None:
            if self._budget is not None and len(self._known) >= self._budget:
                raise Spent
            spend(_POSITION)
            answer = self._known[known] = self._searched(here)
        return answer

    def allowed(self, here: Position) -> int:
        """Return the cards that may fall, as a mask; the order stated binds its own seat as far as it is legal."""
        trump, hand = self.laid.trump, here.hands[here.turn]
        found = playable(self.duties, hand, here.led, trump, here.winning & trump)
        if self._leads and not here.fallen and hand & (hand - 1):
            # Every trump that no hand holds has fallen, to an earlier trick since this is a lead.
            out = trump & ~reduce(or_, here.hands)
            led = self._leads(self.order.cards(hand), self.order.cards(trump) if out else 0)
            found = self.order.placed(led) or hand
        if here.turn == self.laid.seat:
            for card in self._binding:
                if card & found:
                    return card
        return found

    def may_fall(self, here: Position) -> list[int]:
        """Return the cards that may fall, one of each group as good as each other."""
        if self._leads:
            return sorted(single(self.allowed(here)), key=self.order.card.__getitem__)
        north, east, south, west = here.hands
        return choices(self.order, self.allowed(here), north | east | south | west, here.winning)

    def after(self, here: Position, card: int) -> Position | bool:
        """The position after a card has fallen; True once a trick is lost, False once all are won."""
        turn, hands = here.turn, list(here.hands)
        hands[turn] ^= card
        takes = card & here.winning
        winning = self.order.beaters[card] if takes else here.winning
        winner = turn if takes else here.winner
        led = here.led if here.fallen else SUIT_OF[card]
        gone = here.gone | 1 << turn
        following = follower(hands, turn, here.fallen + 1, gone)
        if following is not None:
            return Position(tuple(hands), following, led, winning, winner, here.fallen + 1, gone)
        if not self.laid.friends >> winner & 1:
            return True
        return on_lead(hands, winner) or False

    def _searched(self, here: Position) -> bool:
        if not here.hands[here.turn]:
            # Where hands are uneven those left in the trick may all have run out: nothing more is lost in it.
            return False
        chooses = bool(self._choosing >> here.turn & 1)
        for card in self.may_fall(here):
            if self.lost(self.after(here, card)) != chooses:
                return not chooses
        return chooses

    def _first_losing(self, here: Position) -> tuple[int, Position | bool]:
        for card in self.may_fall(here):
            after = self.after(here, card)
            if self.lost(after):
                return card, after
        raise AssertionError("a lost position has a card that loses")

    def decided(self, here: Position) -> bool:
        """Whether the layer is to lead and nobody holds a card that beats any of his, nor more cards than he."""
        hands, trump, layer = here.hands, self.laid.trump, self.laid.seat
        if here.fallen or here.turn != layer:
            return False
        mine, others = hands[layer], sum(hands) ^ hands[layer]
        if others & trump and mine & ~trump:
            return False
        most = mine.bit_count()
        return all(hand.bit_count() <= most for hand in hands) and masters(mine, others)

    def _settled(self, here: Position) -> bool | None:
        """What needs no search before a lead; None where it does. The highest trump wins a trick whoever holds it."""
        hands, trump = here.hands, self.laid.trump
        trumps = sum(hands) & trump
        for seat, hand in enumerate(hands):
            if (hand & trump) << 1 > trumps and not self.laid.friends >> seat & 1:
                return True
        return False if self.decided(here) else None

    def _name(self, here: Position) -> object:
        if self._leads:
            return here.turn, here.hands
        suits = name(here.hands)
        if not self._binding:
            trumps = self._trump_place
            return here.turn, suits[trumps], tuple(sorted(suits[:trumps] + suits[trumps + 1 :]))
        hands = here.hands
        live, mine = hands[0] | hands[1] | hands[2] | hands[3], hands[self.laid.seat]
        return here.turn, suits, tuple((live & (card - 1)).bit_count() for card in self._binding if card & mine)
