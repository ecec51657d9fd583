"""Who has to win how many tricks, and what becomes of a hand for which nobody bids."""

from __future__ import annotations

from typing import Literal, NamedTuple

from clabber_audit.games.bid_euchre.bids import kind_of, number_of
from clabber_audit.games.bid_euchre.toggles import Toggles
from clabber_audit.table.pack import JOKER, Pack
from clabber_audit.table.seating import Seating

#: How a hand comes to be played or not: bid for; a club turned up, which is trumps without a bid (B-097); without a
#: bid and without trumps (B-091); passed out (BD-09); annulled as the joker lies aside (B-071); not known.
How = Literal["bid", "club", "no_bid", "passed_out", "annulled", "unknown"]


class Contract(NamedTuple):
    """What the winner of the bid has to do. What he named comes later."""

    maker: int
    tricks: int
    #: "bid", "hc" or the word that was bid.
    kind: str = "bid"
    #: Whether he had to bid as nobody else did.
    forced: bool = False


class Deal(NamedTuple):
    """A hand before anybody has spoken, as far as it is known. Cards are masks, seats numbers."""

    pack: Pack
    seating: Seating
    dealer: int
    #: By seat the cards dealt, and how many of them are not known.
    hands: tuple[int, ...]
    hidden: tuple[int, ...]
    #: The card turned up, and all that were not dealt.
    upcard: int = 0
    blind: int = 0

    def is_club_hand(self, toggles: Toggles) -> bool:
        """Whether a club was turned, and nobody bids (B-097, B-106, BD-48)."""
        return toggles.upcard == "club_is_trump" and bool(self.upcard & self.pack.suit["C"])


def forced_number(toggles: Toggles) -> int | None:
    """What the dealer has to play at when nobody bids; None where he has not (B-052, B-075, B-142)."""
    word, _, number = toggles.all_pass.partition("_")
    return int(number) if word == "dealer" else None


def contract_of(seat: int, bid: str, each: int) -> Contract:
    """What a bid undertakes: its number of tricks, and by a word all of them."""
    number = number_of(bid)
    return Contract(seat, each if number is None else number, kind_of(bid))


def joker_obliges(deal: Deal) -> tuple[Contract | None, How]:
    """Nobody bid, and the holder of the joker must bid three (B-070, BD-36); aside, it annuls the deal (B-071)."""
    joker = deal.pack.mask[JOKER]
    for seat, hand in enumerate(deal.hands):
        if hand & joker:
            return Contract(seat, 3, forced=True), "bid"
    return None, "unknown" if any(deal.hidden) and not deal.blind & joker else "annulled"
