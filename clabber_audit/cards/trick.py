"""Trick engine: the suit led, the winning card and the points of a trick, card by card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import NamedTuple

from clabber_audit.cards.strain import Strain

#: A card that follows a lead: clock, card, hand (the card included), suit led, trumps, and the trumps above the highest
#: trump on the table. All but the clock are masks.
Row = tuple[int, int, int, int, int, int]


class Trick(NamedTuple):
    """Trick after some or all of its cards. Cards and suits are masks, a seat is its number, an unknown card is 0."""

    strain: Strain
    #: Number of the trick in the hand, from 1.
    number: int
    #: Cards that fell to earlier tricks.
    fallen: int
    seats: tuple[int, ...]
    cards: tuple[int, ...]
    #: The suit led; the whole pack before the lead, which any card follows.
    led: int
    #: The cards that would now win; any card before the lead.
    winning: int
    #: None before the lead, and where unknown cards leave it open.
    winner: int | None = None
    #: None where unknown cards leave it open.
    points: int | None = 0
    #: The side that took a complete trick; None where either may have.
    team: int | None = None

    @classmethod
    def begin(cls, strain: Strain, number: int = 1, fallen: int = 0) -> Trick:
        return cls(strain, number, fallen, (), (), strain.all, strain.all)

    def play(self, seat: int, card: int, named: str | None = None) -> Trick:
        """Return the trick after one more card; a joker led may name the suit to be followed (BD-40).

        The highest trump wins, else the highest card of the suit led (R-038).
        """
        strain, _, _, seats, cards, led, winning, winner, points, _ = self
        if not cards:
            strain = strain.strain_after_lead(card, named)
            led = strain.suit_of[card]
        if card & winning:
            winning, winner = strain.beaters[card], seat
        points = (points or 0) + strain.value[card]
        return Trick(
            strain, self.number, self.fallen, (*seats, seat), (*cards, card), led, winning, winner, points
        )

    @property
    def leader(self) -> int:
        return self.seats[0]

    @property
    def lead_number(self) -> int:
        """The number of the trick before its lead, 0 after it."""
        return 0 if self.cards else self.number

    @property
    def above(self) -> int:
        """The trumps above the highest trump in the trick, all trumps while there is none (R-036).

        Before the lead: all trumps if one of them fell to an earlier trick, else none.
        """
        return (
            self.winning & self.strain.trump
            if self.cards
            else trumps_if_fallen(self.strain.trump, self.fallen)
        )


def trick_of(cards: Sequence[int], strain: Strain, seats: Sequence[int] | None = None) -> Trick:
    """Return the trick of some cards, the lead first. Without seats, they count from 0."""
    trick = Trick.begin(strain)
    for seat, card in zip(range(len(cards)) if seats is None else seats, cards, strict=True):
        trick = trick.play(seat, card)
    return trick


def trumps_if_fallen(trump: int, fallen: int) -> int:
    """Return all trumps if one fell to an earlier trick, else none."""
    return trump if fallen & trump else 0


class PlayColumns(NamedTuple):
    """Tricks of a hand by columns."""

    #: Cards off the suit led, and trumps that follow a lead; a card may be both. Last cards of players are omitted.
    off_suit: list[Row]
    trumps: list[Row]
    #: Winner and points of each complete trick.
    winners: list[int]
    points: list[int]


def play_hand(
    strain: Strain,
    width: int,
    seats: Sequence[int],
    cards: Sequence[int],
    dealt: Sequence[int],
    led_as: Mapping[int, str],
) -> PlayColumns:
    """Play the cards of a hand in tricks of `width`: `Trick.play` as one loop, since every hand goes through it.

    `led_as` has the suits that jokers were led for, by clock.
    """
    columns = PlayColumns([], [], [], [])
    off_suit, trumps_played, winners, worth = columns
    faces, trumps, left = strain.faces, strain.trump, strain.all
    led = winning = winner = points = 0
    for at, place, seat, card in zip(range(len(seats)), cycle(range(width)), seats, cards, strict=False):
        suit, beaters, value = faces[card]
        if place:
            points += value
            if suit != led or suit == trumps:
                hand = dealt[seat] & left
                if hand != card:
                    row = (at, card, hand, led, trumps, winning & trumps)
                    if suit != led:
                        off_suit.append(row)
                    if suit == trumps:
                        trumps_played.append(row)
            if card & winning:
                winning, winner = beaters, seat
        else:
            if at in led_as:
                suit, beaters, value = strain.strain_after_lead(card, led_as[at]).faces[card]
            led, winning, winner, points = suit, beaters, seat, value
        if place == width - 1:
            winners.append(winner)
            worth.append(points)
        left -= card
    return columns
