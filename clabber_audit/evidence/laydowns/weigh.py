"""Verdict on a lay-down in one position, over every deal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice, permutations
from typing import Final, NamedTuple

from clabber_audit.cards.cards import CARDS_IN_SUIT, SEATS, SUIT
from clabber_audit.cards.pack import SUITS
from clabber_audit.evidence.budget import Spent, apart, spend
from clabber_audit.evidence.laydowns.position import Duties, Laid, Leads, Line, Telling, order
from clabber_audit.evidence.laydowns.search import (
    Deals,
    Hands,
    HiddenSearch,
    Lies,
    OpenPosition,
    Reason,
    Reasons,
    Search,
    TooMany,
    alike,
    climbed,
    draws_trumps,
    held,
    single,
)

_FIRST_SUITS = SUIT[SUITS[0]]


class Names(NamedTuple):
    """Suit permutation: for each suit of the pack the number of the suit whose name it takes."""

    taken: tuple[int, ...]

    @property
    def back(self) -> Names:
        """The inverse permutation."""
        return Names(tuple(self.taken.index(suit) for suit in range(len(SUITS))))

    def cards(self, mask: int) -> int:
        """Return a set of cards under the permutation."""
        return sum(_of_suit(mask, suit) << CARDS_IN_SUIT * name for suit, name in enumerate(self.taken))

    def table(self, table: OpenPosition) -> OpenPosition:
        """Return a position under the permutation."""
        here, unplaced = table
        return OpenPosition(
            here._replace(hands=self._each(here.hands), led=self.cards(here.led), winning=self.cards(here.winning)),
            unplaced.renamed(self.cards),
        )

    def laid(self, laid: Laid) -> Laid:
        """Return a lay-down under the permutation."""
        return laid._replace(trump=self.cards(laid.trump), order=self._each(laid.order))

    def _each(self, masks: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(map(self.cards, masks))


#: Every suit under its own name.
SAME: Final = Names(tuple(range(len(SUITS))))


def names(table: OpenPosition, laid: Laid) -> Names:
    """Return the permutation that sorts the suits of a position, by the layer's cards before others'."""
    here, unplaced = table
    around = [
        column[(laid.seat + step) % len(SEATS)]
        for column in (here.hands, unplaced.loose, unplaced.banned)
        for step in range(len(SEATS))
    ]
    masks = (laid.trump, here.led, here.winning, *around, unplaced.pool, *laid.order)
    suits = sorted(range(len(SUITS)), key=lambda suit: [_of_suit(mask, suit) for mask in masks])
    return Names(tuple(suits.index(suit) for suit in range(len(SUITS))))


def _of_suit(mask: int, suit: int) -> int:
    """Return the cards of one suit, as if it were the first."""
    return mask >> CARDS_IN_SUIT * suit & _FIRST_SUITS


class Effort(NamedTuple):
    """Limits of a lay-down search."""

    #: Cards tried over lines and deals together.
    cards: int
    #: Deals looked at one by one, and positions between tricks in them.
    deals: int
    positions: int
    #: All of that together, and what it takes to keep deals apart, as `clabber_audit.evidence.budget` counts it.
    work: int = sys.maxsize

    def shared(self, among: int) -> Effort:
        """Return an equal part for each of several positions, except the work, which they share."""
        return Effort(self.cards // among, self.deals // among, self.positions // among, self.work)


#: For one lay-down, all trump suits and tables together: a second or so.
EFFORT: Final = Effort(30_000, 1_000, 10_000, 50_000)
#: How many answers are kept.
_KEPT: Final = 512
#: How many deals are tried before anything else: those that are soon tried, and others.
_FIRST: Final = 250
_FEW: Final = 4
#: From how many deals cards are exchanged.
_CLIMBS: Final = 6
#: How many orders are tried of which one might win in every deal.
_ORDERS: Final = 24


class Play(NamedTuple):
    """Law of legal plays: to a trick already led, and on leads (None: any card)."""

    duties: Duties
    leads: Leads | None = None


class Weighed(NamedTuple):
    """Result of a lay-down search in one position. Card sets are bit masks."""

    #: A line that loses, and the hands at the lay-down of the deal in which it does; None when no deal has one.
    line: Line | None
    bad: Hands | None
    #: The hands of a deal in which nothing is lost; None when there is none.
    fine: Hands | None
    #: Whether a search was given up, so that a deal not found may exist all the same.
    exhausted: bool = False

    @property
    def good(self) -> bool | None:
        """True if no trick can be lost, False if one always can; None if it depends on the deal or was not settled."""
        if self.bad and not self.fine and not self.exhausted:
            return False
        return True if self.fine and not self.bad and not self.exhausted else None


def weigh(table: OpenPosition, laid: Laid, law: Play, effort: Effort = EFFORT, only_bad: bool = False) -> Weighed:
    """Search a lay-down in one position; with `only_bad` seek losing deals only."""
    # A law on leads may tell one plain suit from another.
    named = names(table, laid) if law.leads is None else SAME
    table, laid = named.table(table), named.laid(laid)
    known = order(laid.trump)
    placed = OpenPosition(known.position(table.here), table.open.renamed(known.placed))
    found, count = _weighed(placed, laid, law, effort, only_bad)
    spend(count, (placed, laid, law, effort, only_bad))

    def cards(hands: Hands | None) -> Hands | None:
        return hands and tuple(named.back.cards(known.cards(hand)) for hand in hands)

    line = found.line and tuple((seat, named.back.cards(known.card[card])) for seat, card in found.line)
    return Weighed(line, cards(found.bad), cards(found.fine), found.exhausted)


@lru_cache(maxsize=_KEPT)
def _weighed(placed: OpenPosition, laid: Laid, law: Play, effort: Effort, only_bad: bool) -> tuple[Weighed, int]:
    """Return the result in trick order and the work it took; other rulesets and corrections repeat the question."""
    with apart(effort.work) as own:
        weighing = _Weighing(placed, laid, law, effort)
        every_seen = weighing.bad()
        every_seen = (only_bad or weighing.fine()) and every_seen
    found = weighing.found
    return found._replace(exhausted=not (every_seen or (found.bad and found.fine))), own.done


class _Weighing:
    """Search for a losing and a winning deal of one lay-down, in trick order; either may find what the other seeks."""

    def __init__(self, table: OpenPosition, laid: Laid, law: Play, effort: Effort) -> None:
        self._table, self._laid, self._effort, self._leads = table, laid, effort, law.leads is not None
        self._search = Search(laid, law.duties, effort.positions, law.leads)
        self._telling = Telling(law.duties, laid.trump)
        self.found = Weighed(None, None, None)
        # From the layer on, so that nothing depends on where at the table he sits.
        self._seats = [(laid.seat + step) % len(SEATS) for step in range(len(SEATS))]
        layer, left, partner, right = self._seats
        self._reasons = Reasons(table, laid, law.duties, [partner, left, right, layer])
        #: Whether a line tells in which deals it can be played: not where a choice depends on all that a hand holds.
        own = laid.binding and table.open.need[laid.seat]
        # Nor does it under a law on leads, which may look at all of a hand: then each deal is tried by itself.
        self._lines_tell = laid.standard != "best_line" and self._telling.simple and not own and not self._leads

    def bad(self) -> bool:
        """Seek a line that loses a trick with a deal that allows it; return False if the search was given up."""
        if not self._lines_tell:
            if self._leads:
                return self._find(self._effort.deals)
            top = self._laid.standard == "best_line" and draws_trumps(self._table, self._laid)
            return top or self._find(_FIRST) or self._some_order_wins() or self._find(self._effort.deals)
        try:
            beaten = self._beaten(self._laid, self._effort.cards)
        except Spent:
            return False
        if beaten:
            line, (after, rest) = beaten
            filled = rest.filled(self._seats) or ()
            hands = [hand | more for hand, more in zip(after.hands, filled, strict=True)]
            for seat, card in line:
                hands[seat] |= card
            self.found = self.found._replace(line=line, bad=tuple(hands))
        return True

    def _some_order_wins(self) -> bool:
        """Return True if one order of the layer's cards never loses, whatever the deal."""
        here, unplaced = self._table
        if self._laid.standard != "best_line" or not self._telling.simple or unplaced.need[self._laid.seat]:
            return False
        known = order(self._laid.trump)
        mine = sorted(known.card, key=lambda card: (bool(card & known.trump), card), reverse=True)
        mine = [known.card[card] for card in mine if card & here.hands[self._laid.seat]]
        for stated in islice(permutations(mine), _ORDERS):
            laid = self._laid._replace(standard="stated_line", order=stated)
            with suppress(Spent):
                if self._beaten(laid, self._effort.cards // _ORDERS) is None:
                    return True
        return False

    def _beaten(self, laid: Laid, cards: int) -> tuple[Line, OpenPosition] | None:
        return HiddenSearch(laid, self._telling, cards).beaten(self._table)

    def fine(self) -> bool:
        """Seek a deal in which no line loses a trick; return False if the search was given up."""
        layer, left, partner, right = self._seats
        try:
            return bool(self.found.fine) or self._some_fine([partner, layer, left, right])
        except Spent:
            return False

    def _some_fine(self, seats: Sequence[int]) -> bool:
        """Return True if a deal that loses nothing was found, or there is none."""
        here, unplaced = self._table
        deals = Deals(here.hands, unplaced, seats, self._laid.trump)
        for one in alike(self._table, self._laid) if not self._leads else ():
            deals.leave_out(one)
        if self._laid.scope == "team" or not self._lines_tell:
            # Often some deals are fine, and it is quicker to look at many than to find out why each is not.
            with suppress(TooMany):
                deals.find(*((self._loses_by, _FIRST) if self._lines_tell else (self._loses, _FEW)))
                return True
            if climbed(self._worth, here.hands, unplaced, seats, _CLIMBS):
                return True
        deals.find(self._loses, self._effort.deals)
        return True

    def _find(self, most: int) -> bool:
        """Seek a deal that loses a trick, one by one; return False if the search was given up."""
        layer, left, partner, right = self._seats
        here, unplaced = self._table
        try:
            Deals(here.hands, unplaced, [left, right, partner, layer], self._laid.trump).find(self._wins, most)
        except Spent:
            return False
        return True

    def _wins(self, deal: Hands) -> Reason | None:
        return held(deal, self._table.open, self._seats) if self._tried(deal) is None else None

    def _loses(self, deal: Hands) -> Reason | None:
        if not self._tried(deal):
            return None
        return held(deal, self._table.open, self._seats) if self._leads else self._reasons.lost(deal)

    def _loses_by(self, deal: Hands) -> Reason | None:
        line = self._tried(deal)
        return None if line is None else self._told_by(line, deal)

    def _worth(self, deal: Hands) -> int | None:
        """Return the length of the losing line of a deal, None if it loses nothing."""
        line = self._tried(deal)
        return None if line is None else len(line)

    def _tried(self, deal: Hands) -> Line | None:
        """Return the losing line of a deal, if any, and note the deal."""
        line = self._search.line(self._table.here._replace(hands=deal))
        if line is None:
            self.found = self.found._replace(fine=deal)
        elif not self.found.bad:
            self.found = self.found._replace(line=line, bad=deal)
        return line

    def _told_by(self, line: Line, deal: Hands) -> Reason:
        """Return the literals that a line needs: the cards that each seat plays and those that it must not hold."""
        here, unplaced = self._table
        table = here._replace(hands=deal)
        found: dict[Lies, None] = {}
        for seat, card in line:
            if card & unplaced.cards:
                found[Lies(seat, card)] = None
            others = self._telling.excluded(card, table.led, table.winning & self._laid.trump)
            lacking = others & unplaced.may_hold(seat) & ~sum(one for who, one in line if who == seat)
            found.update({Lies(seat, one, there=False): None for one in single(lacking)})
            after = self._search.after(table, card)
            if isinstance(after, bool):
                break
            table = after
        return tuple(found)
