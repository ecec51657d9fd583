"""Events other than plays: the deal, incidents, a lay-down."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from clabber_audit.cards import cards as clock
from clabber_audit.cards.cards import NEVER, Seating
from clabber_audit.records.hand import Hand
from clabber_audit.records.incidents import ABOUT_A_TRICK, IN_PLAY, OF_THE_DEAL

if TYPE_CHECKING:
    from clabber_audit.records.clabber import Incident


class IncidentEvent(NamedTuple):
    """Event that no card shows; `at` is the recorded clock or the earliest its kind allows."""

    number: int
    kind: str
    seat: int | None
    #: Seat that a question or advice was addressed to, if recorded.
    to: int | None
    at: int
    card: int
    trick: int | None
    quote: str
    called: int
    dealer: int
    #: The rightful dealer; None if not recorded.
    due: int | None
    seating: Seating
    #: True if the card had been turned up or played before.
    known: bool
    #: The card that replaced one taken back, 0 if none or unknown.
    replaced_by: int
    #: True if the card was seen as it was being played.
    in_play: bool
    #: Seats that saw it, as bits.
    seen_by: int
    #: The person not at the table who did it, and the seat helped.
    by_other: str
    helped: int | None
    #: Tricks that the seat's side reviewed for its own claims at that moment; None for any.
    reviewed: frozenset[int | None]

    @property
    def is_review(self) -> bool:
        """True if looking at the trick was part of a claim of the seat's own side (R-092, R-093)."""
        return None in self.reviewed or self.trick in self.reviewed

    @property
    def is_to_partner(self) -> bool:
        """True if the remark was made to the partner; so is one without a named seat."""
        if self.to is None or self.seat is None:
            return self.to is None
        return self.to != self.seat and self.seating.side_of[self.to] == self.seating.side_of[self.seat]


class Dealing(NamedTuple):
    """The deal."""

    dealer: int
    #: The rightful dealer, if recorded, else the dealer.
    due: int
    cut: int | None
    #: Kinds of the recorded incidents.
    noted: frozenset[str]

    @property
    def seat(self) -> int:
        return self.dealer

    @property
    def at(self) -> int:
        return clock.DEAL


def incident_events(hand: Hand) -> list[IncidentEvent]:
    """Return the incidents in the record's order."""
    events = []
    deal, number_of, first = hand.record.deal, hand.seating.number, hand.pack.first_copy
    for number, noted in enumerate(hand.record.incidents):
        at = _clock_of(noted, hand)
        card = first[noted.card]
        # Tricks reviewed for claims of the seat's side at that moment; a look that the record places before a claim of
        # the same clock was not part of it.
        side_named = hand.seating.side_named
        reviewed = frozenset(
            claim.trick
            for claim in hand.record.claims
            if noted.seat and claim.by and claim.reviewed and hand.to_trick_clock(clock.number(claim.at)) == at
            and side_named(claim.by) == side_named(noted.seat)
            and not (noted.order and claim.order and noted.order < claim.order)
        )  # fmt: skip
        events.append(
            IncidentEvent(
                number=number,
                kind=noted.kind,
                seat=number_of.get(noted.seat),
                to=number_of.get(noted.to),
                at=at,
                card=card,
                trick=noted.trick,
                quote=noted.quote or "",
                called=NEVER if noted.called is None else clock.number(noted.called),
                dealer=number_of[deal.dealer],
                due=number_of.get(deal.due_dealer),
                seating=hand.seating,
                known=bool(card) and (noted.card == deal.upcard or card in hand.cards[: max(at, 0)]),
                replaced_by=first[noted.replaced_by] if noted.replaced_by != noted.card else 0,
                in_play=noted.in_play or noted.kind in IN_PLAY,
                seen_by=sum(1 << number_of[seat] for seat in noted.seen_by) or hand.seating.all_seats,
                by_other=noted.by_other or "",
                helped=number_of.get(noted.helped),
                reviewed=reviewed,
            )
        )
    return events


def _clock_of(noted: Incident, hand: Hand) -> int:
    """Return the recorded clock of an incident, else the earliest that its kind allows."""
    if noted.at is not None:
        return hand.to_trick_clock(clock.number(noted.at))
    if noted.kind in OF_THE_DEAL:
        return clock.DEAL
    if noted.kind in ABOUT_A_TRICK:
        return hand.seating.clocks_of(noted.trick or 1).stop
    return min(hand.seating.clocks_of(noted.trick).stop, len(hand.cards)) if noted.trick else 0


def deal_event(hand: Hand) -> Dealing:
    """Return the deal as an event."""
    deal, number = hand.record.deal, hand.seating.number
    dealer = number[deal.dealer]
    noted = frozenset(incident.kind for incident in hand.record.incidents)
    return Dealing(dealer, number[deal.due_dealer] if deal.due_dealer else dealer, deal.cut, noted)


def find_layer(hand: Hand) -> int | None:
    """Return the seat that ended play by an agreed lay-down, or None."""
    laydown = hand.record.laydown
    if laydown is None or not laydown.agreed:
        return None
    played = len(hand.cards)
    if played == hand.seating.end or clock.number(laydown.at) < played:
        return None
    return hand.seating.number[laydown.by]
