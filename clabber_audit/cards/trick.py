"""Trump order, suits led, and the trick engine: the winning card and the points of a trick, card by card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from types import MappingProxyType
from typing import Final, NamedTuple

from clabber_audit.cards.cards import JOKER, SUITS, Pack

#: The other suit of the same color.
SAME_COLOR: Final = {"C": "S", "S": "C", "D": "H", "H": "D"}

#: The ranks of a suit, highest first, each with the points of its card.
Ranks = tuple[tuple[str, int], ...]


class RankOrder(NamedTuple):
    """Card order of a game."""

    plain: Ranks
    trumps: Ranks
    #: True if the jack of the other suit of the color is a trump, the second after the jack.
    left_bower: bool = False
    #: True if the joker beats all cards when there are no trumps.
    joker_wins: bool = True
    #: True if of two equal cards the last wins; else the first.
    last_of_equals: bool = False
    #: Number of trumps above the joker, bowers included.
    above_joker: int = 0


class Winning(NamedTuple):
    """Other cards that a trick won by a card may hold, as masks: the lead, and cards before and after it."""

    led: int
    before: int
    after: int


@dataclass(frozen=True, slots=True, eq=False)
class Strain:
    """Card order under a named suit or word. Its tables include the unknown card, 0, which has no suit.

    A strain is always true: test `trump` for trumps, and `is None` for an unknown strain.
    """

    #: Name as records write it: the letter of a suit or a word.
    name: str
    #: The trumps; 0 if there are none.
    trump: int
    #: Card -> the cards of its suit.
    suit_of: dict[int, int]
    #: Card -> the cards that beat it: the higher ones of its suit and, unless it is a trump, all trumps.
    beaters: dict[int, int]
    value: dict[int, int]
    #: Card -> suit, beaters and value together.
    faces: dict[int, tuple[int, int, int]]
    #: All cards of the pack, and the cards of each suit by its letter.
    all: int
    suits: dict[str, int]
    #: Card -> cards of a trick that it wins.
    winning: dict[int, Winning]
    #: Without trumps: card order of a trick led by the joker, by the suit named with it.
    joker_led: Mapping[str, Strain]

    def strain_after_lead(self, card: int, named: str | None) -> Strain:
        """Return the strain of a trick to which a card was led, perhaps with a suit named for it."""
        return self.joker_led.get(named, self) if named and self.suit_of[card] == card else self

    def suit_led(self, card: int, named: str | None) -> int:
        """Return the suit to follow after a lead; after a joker led without trumps, the suit named (BD-40)."""
        return self.strain_after_lead(card, named).suit_of[card]

    def find_winning_layouts(self, card: int, at: int, clocks: range) -> Iterator[tuple[int, int]]:
        """Yield, for each clock of a trick, the cards that may lie there if the card at `at` wins it."""
        led, before, after = self.winning[card]
        for clock in clocks:
            if clock == at:
                yield clock, card
            elif clock == clocks.start:
                yield clock, led
            else:
                yield clock, before if clock < at else after


def strain(pack: Pack, name: str, order: RankOrder) -> Strain:
    """Return the card order of a pack; the suit `name` is trumps, any other word means none."""
    suits = {suit: _highest_first(pack, suit, name, order) for suit in SUITS}
    masks = {suit: sum(pack.mask[face] for face, _ in faces) for suit, faces in suits.items()}
    trumps = masks.get(name, 0)
    ranks, led = {0: (0, 0, 0)}, dict[str, Strain]()
    for suit, faces in suits.items():
        higher = 0 if suit == name else trumps
        for face, worth in faces:
            twins = pack.mask[face]
            for card in pack.bits[face]:
                ranks[card] = (masks[suit], higher | (twins ^ card if order.last_of_equals else 0), worth)
            higher |= twins
    if pack.joker and not trumps:
        joker = pack.mask[JOKER]
        if order.joker_wins:
            ranks = {
                card: (suit, higher | joker if card else 0, worth)
                for card, (suit, higher, worth) in ranks.items()
            }
        # A joker that does not beat all cards loses to any card that follows it (BD-05, BD-40).
        led = {
            suit: _build_strain(pack, name, {**ranks, joker: (own, 0 if order.joker_wins else own, 0)}, masks)
            for suit, own in masks.items()
        }
        ranks[joker] = (joker, 0, 0)
    return _build_strain(pack, name, ranks, masks, led)


def _build_strain(
    pack: Pack,
    name: str,
    ranks: dict[int, tuple[int, int, int]],
    suits: dict[str, int],
    joker_led: Mapping[str, Strain] = MappingProxyType({}),
) -> Strain:
    """Return a strain, given suit, beaters and points of each card."""
    suit_of, beaters, value = ({card: fact[which] for card, fact in ranks.items()} for which in range(3))
    winning = {card: _winning(pack, card, beaters) for card in pack.face}
    return Strain(
        name, suits.get(name, 0), suit_of, beaters, value, ranks, pack.all_cards, suits, winning, joker_led
    )


def _winning(pack: Pack, card: int, beaters: dict[int, int]) -> Winning:
    beaten = sum(other for other, higher in beaters.items() if card & higher)
    others, twins = pack.all_cards ^ card, pack.twins[card] ^ card
    return Winning(beaten, others & ~((beaters[card] | twins) & ~beaten), others & ~beaters[card])


def _highest_first(pack: Pack, suit: str, named: str, order: RankOrder) -> list[tuple[str, int]]:
    """Return the faces of a suit, highest first, with their worth."""
    ranks = order.trumps if suit == named else order.plain
    faces = [(rank + suit, worth) for rank, worth in ranks if rank in pack.ranks]
    if order.left_bower and named in SUITS:
        if suit == named:
            faces.insert(1, ("J" + SAME_COLOR[suit], faces[0][1]))
        elif suit == SAME_COLOR[named]:
            faces = [(face, worth) for face, worth in faces if face[0] != "J"]
    if pack.joker and suit == named:
        faces.insert(order.above_joker, (JOKER, 0))
    return faces


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
