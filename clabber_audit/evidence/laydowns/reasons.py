"""Why a deal loses a trick, in as few words as are found: who holds what, and what he lacks.

Everything known of the deal is dropped that is not needed for a certain loss, as
`clabber_audit.evidence.laydowns.blanks` has it. What is left holds of many other deals, which need no look any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from clabber_audit.evidence.laydowns.blanks import Blanks
from clabber_audit.evidence.laydowns.deals import Hands, Lies, Reason, held, single
from clabber_audit.evidence.laydowns.duties import Duties
from clabber_audit.evidence.laydowns.hidden import OpenPosition
from clabber_audit.evidence.laydowns.position import Laid
from clabber_audit.table.cards import DECK, SUIT

#: How many turns are looked at for one question; a reason that takes more is longer than it need be.
_TURNS: Final = 150
#: How many more than twice those of the last proof.
_MORE: Final = 30
_Masks = tuple[int, ...]


class Reasons:
    """The reasons for losses at one table."""

    def __init__(self, table: OpenPosition, laid: Laid, law: Duties, seats: Sequence[int]) -> None:
        """`seats` are those of the table, in the order in which they are wanted in a reason, the last first."""
        self._here, self._open = table
        self._blanks = Blanks(laid, law)
        self._most = _TURNS
        self._bound = bool(laid.binding and table.open.need[laid.seat])
        self._seats = [seat for seat in seats if table.open.need[seat]]

    def lost(self, deal: Hands) -> Reason:
        """Why a deal that loses does so; the deal itself where no better reason is found."""
        cards = tuple(hand & ~known for hand, known in zip(deal, self._here.hands, strict=True))
        lacks = tuple(self._open.may_hold(seat) & ~hand for seat, hand in enumerate(deal))
        self._most = _TURNS
        if self._bound or not self._certain(cards, lacks):
            return held(deal, self._open, self._seats)
        for seat in self._seats:
            if self._certain(_without(cards, seat, DECK), _without(lacks, seat, DECK)):
                cards, lacks = _without(cards, seat, DECK), _without(lacks, seat, DECK)
        for seat in self._seats:
            for suit in SUIT.values():
                cards = self._fewer(cards, lacks, seat, suit)
            lacks = self._less(cards, lacks, seat)
        there = [Lies(seat, card) for seat in self._seats for card in single(cards[seat])]
        return (*there, *(Lies(seat, card, there=False) for seat in self._seats for card in single(lacks[seat])))

    def _certain(self, cards: _Masks, lacks: _Masks) -> bool:
        """Whether a trick is lost wherever the open cards lie, but for these that lie with somebody or do not."""
        hands = tuple(known | more for known, more in zip(self._here.hands, cards, strict=True))
        blanks = tuple(need - more.bit_count() for need, more in zip(self._open.need, cards, strict=True))
        others = ~sum(cards)
        may = tuple(self._open.may_hold(seat) & others & ~lacking for seat, lacking in enumerate(lacks))
        lost = self._blanks.lost(self._here._replace(hands=hands), blanks, may, self._most)
        if lost:
            # The fewer cards are known, the longer it takes, but not by much.
            self._most = min(_TURNS, _MORE + 2 * self._blanks.looked_at)
        return lost

    def _fewer(self, cards: _Masks, lacks: _Masks, seat: int, suit: int) -> _Masks:
        """What is needed of the cards that a seat holds in a suit, none at all or some."""
        here = cards[seat] & suit
        for some in [here, *single(here)] if here & (here - 1) else [here]:
            if some & cards[seat] and self._certain(_without(cards, seat, some), lacks):
                cards = _without(cards, seat, some)
        return cards

    def _less(self, cards: _Masks, lacks: _Masks, seat: int) -> _Masks:
        """What is needed of the cards that a seat lacks, suit by suit."""
        for suit in (DECK, *SUIT.values()):
            if lacks[seat] & suit and self._certain(cards, _without(lacks, seat, suit)):
                lacks = _without(lacks, seat, suit)
        return lacks


def alike(table: OpenPosition, laid: Laid) -> list[Reason]:
    """What is wrong with all but one of the deals that are as good as each other: who holds what.

    Where only the layer's own tricks count and he leads, it is the same which of the others holds which of two cards
    that beat the same of his: as soon as they meet in any other way, a trick is lost. So the lower one need not lie
    with a later seat than the higher one.
    """
    here, unplaced = table
    if laid.scope != "hand" or here.fallen or here.turn != laid.seat or unplaced.need[laid.seat]:
        return []
    found: list[Reason] = []
    others = [seat for seat in range(len(unplaced.need)) if unplaced.need[seat]]
    for suit in SUIT.values():
        own = here.hands[laid.seat] & suit
        cards = single(unplaced.pool & suit)
        for lower, higher in combinations(cards, 2):
            between = (higher - 1) & ~(lower - 1)
            same = all(bool(lower & banned) == bool(higher & banned) for banned in unplaced.banned)
            if same and not own & between:
                found += [(Lies(late, lower), Lies(early, higher)) for early, late in combinations(others, 2)]
    return found


def _without(masks: _Masks, seat: int, cards: int) -> _Masks:
    return (*masks[:seat], masks[seat] & ~cards, *masks[seat + 1 :])
