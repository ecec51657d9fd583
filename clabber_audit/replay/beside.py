"""What was said and seen beside the cards: the deal, the calls of the declaring, incidents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from clabber_audit import clock
from clabber_audit.cards import BIT, SEAT, SEATS, SUIT, SUIT_OF, right_of
from clabber_audit.clock import NEVER
from clabber_audit.record.auction import Auction, Call
from clabber_audit.record.hand import Hand

_PLAYERS: Final = len(SEATS)
_EVERYBODY: Final = (1 << _PLAYERS) - 1


class Incident(NamedTuple):
    """What no card shows; `at` is the noted clock or the earliest its kind allows."""

    number: int
    kind: str
    seat: int | None
    at: int
    card: int
    trick: int | None
    quote: str
    called: int
    #: How many cards fell in the whole record, and who dealt.
    dealer: int


class Dealing(NamedTuple):
    """The deal itself."""

    dealer: int
    #: Who should have dealt, as far as the record says.
    due: int
    cut: int | None
    #: Whether a deal out of turn is noted as an incident.
    noted: bool

    @property
    def seat(self) -> int:
        """Whom the deal is about."""
        return self.dealer

    @property
    def at(self) -> int:
        """The clock of all deals."""
        return clock.DEAL


def declarations(hand: Hand, spoken: Auction, maker: int | None) -> Sequence[Call]:
    """The calls of the declaring, in the order spoken.

    Where only the contract was noted, the call that it stands for.
    """
    contract = hand.record.contract
    if spoken.calls or contract is None or maker is None:
        return spoken.calls
    upcard = hand.record.deal.upcard
    turned_up = SUIT_OF[BIT[upcard]] if upcard else 0
    suit = SUIT[contract.trump]
    number = 2 if turned_up and suit != turned_up else 1
    return [
        Call(0, maker, suit, number, True, _EVERYBODY, contract.trump, turned_up, hand.dealt[maker], hand.hidden[maker])
    ]


_OF_THE_DEAL: Final = ("exposed_in_deal", "wrong_card_count", "dealt_out_of_turn", "not_dealt_singly")


def incidents(hand: Hand) -> list[Incident]:
    """What was noted beside the cards, in the record's order."""
    found = []
    for number, noted in enumerate(hand.record.incidents):
        if noted.at is not None:
            at = clock.number(noted.at)
        elif noted.kind in _OF_THE_DEAL:
            at = clock.DEAL
        else:
            at = min(_PLAYERS * noted.trick, len(hand.cards)) if noted.trick else 0
        found.append(
            Incident(
                number,
                noted.kind,
                SEAT[noted.seat] if noted.seat else None,
                at,
                BIT[noted.card] if noted.card else 0,
                noted.trick,
                noted.quote or "",
                NEVER if noted.called is None else clock.number(noted.called),
                SEAT[hand.record.deal.dealer],
            )
        )
    return found


def dealing(hand: Hand) -> Dealing:
    """The deal as a step."""
    deal = hand.record.deal
    dealer = SEAT[deal.dealer]
    noted = any(incident.kind == "dealt_out_of_turn" for incident in hand.record.incidents)
    return Dealing(dealer, SEAT[deal.due_dealer] if deal.due_dealer else dealer, deal.cut, noted)


def cutter(dealer: int) -> int:
    """Who cuts: the player on the dealer's right (R-011)."""
    return right_of(dealer)
