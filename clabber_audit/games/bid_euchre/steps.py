"""What is said and done before and beside the cards of a hand, as steps that a law is asked about.

Each kind has its own module, which says how one stood; this one gathers them, and says what they came to together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from clabber_audit.games.bid_euchre.arithmetic import Played
from clabber_audit.games.bid_euchre.auction import Auction, Call
from clabber_audit.games.bid_euchre.contract import Contract, Deal
from clabber_audit.games.bid_euchre.exchanging import Exchange, Missing
from clabber_audit.games.bid_euchre.leaving import Leaving
from clabber_audit.games.bid_euchre.naming import GoingAlone, Named, Naming
from clabber_audit.games.bid_euchre.special_calls import SpecialCall
from clabber_audit.table.seating import Seating


class Stray(NamedTuple):
    """A card that is no part of any trick: by somebody who is out (BD-77), or once nobody is left to play against."""

    #: Its place among the cards that were recorded, from 0.
    number: int
    seat: int
    card: int
    #: How many cards had fallen to tricks by then, and the trick that was under way or to come.
    at: int
    trick: int
    #: Whether he who played it is out of the hand.
    out: bool


class Spoken(NamedTuple):
    """All that was said and done of a hand before its first card, and what it came to."""

    #: The hand before anybody had spoken.
    deal: Deal
    specials: Sequence[SpecialCall]
    auction: Auction
    #: The contract, by the calls or as somebody wrote it down, and what was named.
    contract: Contract | None
    named: Named
    leavings: Sequence[Leaving]
    exchanges: Sequence[Exchange]
    missing: Sequence[Missing]
    #: Seats, as bits, that left, and all who are out of the hand: those, and partners of a lone player.
    left: int
    out: int
    #: Who leads first; None where it is not known, or nobody plays.
    leader: int | None


def to_be_scored(spoken: Spoken, seating: Seating, taken: tuple[int, ...]) -> Played:
    """A hand as it is scored, by the tricks that each side took of those who played."""
    contract = spoken.contract
    out = sum(side for side in seating.sides if side & spoken.left) if seating.alone else 0
    bidders = None if contract is None else seating.side_of[contract.maker]
    return Played(taken, seating.each, contract, bidders, spoken.named.alone, out)


class Beside(NamedTuple):
    """The steps of a hand that are neither calls of the auction nor cards in tricks, a sequence for each kind."""

    specials: Sequence[SpecialCall] = ()
    namings: Sequence[Naming] = ()
    lone: Sequence[GoingAlone] = ()
    leavings: Sequence[Leaving] = ()
    exchanges: Sequence[Exchange] = ()
    missing: Sequence[Missing] = ()
    strays: Sequence[Stray] = ()


#: The kinds of step that only this family has.
STEPS: Final[frozenset[type]] = frozenset((Call, SpecialCall, Naming, GoingAlone, Leaving, Exchange, Missing, Stray))
