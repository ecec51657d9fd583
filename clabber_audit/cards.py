"""Cards and packs, seats and sides of a table, moments of a hand, trump order, and the trick engine.

The trick engine says card by card who wins a trick, and its points. Sets of cards are masks: bits of an integer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeVar

SUITS: Final = "CDHS"
#: The face of the joker, which is printed in no suit.
JOKER: Final = "JK"

#: Ranks of most packs, and ranks that only some have.
_USUAL: Final = "9TJQKA"
_RARE: Final = "8765432"
#: Bits of two packs of the usual ranks come first, then the joker, then the other ranks.
_JOKER: Final = 2 * len(_USUAL) * len(SUITS)


def _number(rank: str, suit: int, copy: int) -> int:
    ranks, first = (_USUAL, 0) if rank in _USUAL else (_RARE, _JOKER + 1)
    return first + (copy * len(SUITS) + suit) * len(ranks) + ranks.index(rank)


@dataclass(frozen=True)
class Pack:
    """Pack of cards: its ranks in four suits, copies of each, and a joker."""

    #: The ranks of each suit, low to high in the order of sequences.
    ranks: str
    #: Copies of each face; the joker has one.
    copies: int = 1
    joker: bool = False

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """Every face once, rank by rank within a suit, suit by suit; the joker last."""
        suited = tuple(rank + suit for suit in SUITS for rank in self.ranks)
        return (*suited, JOKER) if self.joker else suited

    @cached_property
    def bits(self) -> dict[str, tuple[int, ...]]:
        """The bits of each face, one for each copy. A card has the same bit in every pack that has it."""
        bits = {
            rank + suit: tuple(1 << _number(rank, place, copy) for copy in range(self.copies))
            for place, suit in enumerate(SUITS)
            for rank in self.ranks
        }
        return {**bits, JOKER: (1 << _JOKER,)} if self.joker else bits

    @cached_property
    def face(self) -> dict[int, str]:
        """The face of each card by its bit."""
        return {bit: face for face, copies in self.bits.items() for bit in copies}

    @cached_property
    def first_copy(self) -> dict[str | None, int]:
        """The first copy of each face; 0 for an unknown card."""
        return {None: 0, **{face: copies[0] for face, copies in self.bits.items()}}

    @cached_property
    def twins(self) -> dict[int, int]:
        """The copies of the face that each card has, by its bit."""
        return {bit: self.mask[face] for bit, face in self.face.items()}

    @cached_property
    def number(self) -> dict[int, int]:
        """The number of each card's face in the order of the faces, by its bit."""
        return {bit: number for number, face in enumerate(self.faces) for bit in self.bits[face]}

    @cached_property
    def mask(self) -> dict[str, int]:
        """The copies of each face together."""
        return {face: sum(copies) for face, copies in self.bits.items()}

    @cached_property
    def size(self) -> int:
        return len(self.face)

    @cached_property
    def all_cards(self) -> int:
        return sum(self.face)

    @cached_property
    def suit(self) -> dict[str, int]:
        """The cards printed in each suit, by its letter."""
        return {suit: sum(self.mask[rank + suit] for rank in self.ranks) for suit in SUITS}

    @cached_property
    def rank(self) -> dict[str, int]:
        """The cards of each rank, by its letter."""
        return {rank: sum(self.mask[rank + suit] for suit in SUITS) for rank in self.ranks}


#: A number for each side, in the order of the sides.
Scores = tuple[int, ...]
Value = TypeVar("Value")


@dataclass(frozen=True)
class Seating:
    """Seats of a table. A seat is its number in clockwise order, a set of seats is a mask."""

    #: The seats clockwise: each sits at the left of the one before.
    seats: tuple[str, ...]
    #: Number of cards each is dealt.
    each: int
    #: True if each seat plays alone; else every second seat makes a side.
    alone: bool = False
    #: Seats, as bits, that sit the hand out.
    out: int = 0

    @cached_property
    def number(self) -> dict[str, int]:
        """Seat name -> seat number."""
        return {name: seat for seat, name in enumerate(self.seats)}

    @cached_property
    def all_seats(self) -> int:
        """All seats, as bits."""
        return (1 << len(self.seats)) - 1

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """The seats of each side, as bits, in the order of their first seats."""
        if self.alone:
            return tuple(1 << seat for seat in range(len(self.seats)))
        return tuple(sum(1 << seat for seat in range(first, len(self.seats), 2)) for first in range(2))

    @cached_property
    def side_of(self) -> tuple[int, ...]:
        """The number of the side that each seat belongs to."""
        return tuple(
            next(number for number, side in enumerate(self.sides) if side >> seat & 1)
            for seat in range(len(self.seats))
        )

    def names_of(self, seats: int) -> str:
        """Return the names of some seats, given as bits, in their order."""
        return "".join(name for seat, name in enumerate(self.seats) if seats >> seat & 1)

    def other_sides(self, side: int) -> tuple[int, ...]:
        return tuple(other for other in range(len(self.sides)) if other != side)

    def seats_of(self, side: int) -> tuple[int, ...]:
        return tuple(seat for seat, own in enumerate(self.side_of) if own == side)

    @cached_property
    def side_of_all(self) -> Sequence[int | None]:
        """Side that a set of seats belongs to, indexed by their bits; None for a mixed or empty set."""
        return tuple(
            next((number for number, side in enumerate(self.sides) if seats and not seats & ~side), None)
            for seats in range(self.all_seats + 1)
        )

    def side_named(self, name: str) -> int:
        """Return the side of that name, or of the seat of that name."""
        return self.side_of[self.number[name]] if name in self.number else self.side_names.index(name)

    @cached_property
    def side_names(self) -> tuple[str, ...]:
        return tuple(map(self.names_of, self.sides))

    def map_by_side(self, values: Sequence[Value]) -> dict[str, Value]:
        """Return side name -> its value, of values in the order of the sides."""
        return dict(zip(self.side_names, values, strict=True))

    @cached_property
    def turn(self) -> Sequence[Sequence[int]]:
        """`turn[seat][gone]`: the first seat clockwise from a seat, itself included, that is not among those `gone`.

        Seats `gone` are bits, and so is the answer: 0 when all are. Calls and cards both go round like this, past
        those who sit the hand out.
        """
        return tuple(
            tuple(
                next((1 << seat for seat in around if not gone >> seat & 1), 0)
                for gone in range(self.all_seats + 1)
            )
            for around in self.clockwise
        )

    @cached_property
    def clockwise(self) -> Sequence[Sequence[int]]:
        """The seats that play, clockwise from each seat on."""
        places = range(len(self.seats))
        rounds = ([(start + step) % len(self.seats) for step in places] for start in places)
        return tuple(tuple(seat for seat in seats if not self.out >> seat & 1) for seats in rounds)

    @cached_property
    def follows(self) -> dict[str, str]:
        """Seat name -> name of the next seat that does not sit the hand out."""
        return {
            name: next((self.seats[other] for other in self.clockwise[self.left_neighbor(seat)]), name)
            for seat, name in enumerate(self.seats)
        }

    @cached_property
    def width(self) -> int:
        """Number of cards in a trick."""
        return len(self.seats) - self.out.bit_count()

    @cached_property
    def end(self) -> int:
        """Number of cards played in a full hand: the clock after its last card."""
        return self.each * self.width

    def trick_of(self, at: int) -> int:
        """Return the number of the trick, from 1, to which the card falling at a clock belongs."""
        return at // self.width + 1

    def place_of(self, at: int) -> int:
        """Return the place in its trick of the card falling at a clock: 0 leads."""
        return at % self.width

    def lead_of(self, at: int) -> int:
        """Return the clock at which the trick was led to which the card falling at a clock belongs."""
        return at - at % self.width

    def clocks_of(self, trick: int) -> range:
        """Return the clocks of the cards of a trick, by its number."""
        return range(self.width * (trick - 1), self.width * trick)

    def left_neighbor(self, seat: int) -> int:
        """Return the seat at the left of `seat`, whose turn comes next: play goes clockwise."""
        return (seat + 1) % len(self.seats)

    def right_neighbor(self, seat: int) -> int:
        return (seat - 1) % len(self.seats)

    def count_undealt(self, pack: Pack) -> int:
        """Return the number of undealt cards."""
        return pack.size - len(self.seats) * self.each


#: Ranks from low to high in the order of sequences, A K Q J 10 9 (R-006).
RANKS: Final = "9TJQKA"
#: The pack of 24 (R-003).
PACK: Final = Pack(RANKS)
#: The seats clockwise: each sits at the left of the one before (R-001).
SEATS: Final = "NESW"
#: Four players around the table, six cards each, partners opposite (R-001).
SEATING: Final = Seating(tuple(SEATS), each=6)
#: The sides, by the names that records have for them.
TEAMS: Final = ("NS", "EW")

CARDS_IN_SUIT: Final = len(RANKS)
DECK_SIZE: Final = PACK.size
HAND_SIZE: Final = SEATING.each
#: Every card of the pack.
DECK: Final = PACK.all_cards

#: The code of each card, `9C` first, and its bit. Bits run rank by rank within a suit, suit by suit.
CODES: Final = PACK.faces
BIT: Final = PACK.mask
#: Every card of every pack.
ALL_PACKS: Final = Pack(RANKS + "78", copies=2, joker=True)
#: Bit -> code, of the cards of all packs.
CODE: Final = ALL_PACKS.face

#: The mask of a suit of Clabber's pack by its letter, and of the suit that a card is printed in by the card's bit.
SUIT: Final = PACK.suit
SUIT_OF: Final[dict[int, int]] = {bit: SUIT[code[1]] for code, bit in BIT.items()}
SUIT_LETTER: Final[dict[int, str]] = {mask: suit for suit, mask in SUIT.items()}
_ACES: Final = {suit: ALL_PACKS.rank["A"] & ALL_PACKS.suit[suit] for suit in SUITS}
#: The mask of a rank of Clabber's pack by its letter: the four of a kind.
RANK: Final = PACK.rank

SUIT_NAMES: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SUIT_SYMBOLS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
RANK_NAMES: Final = {"9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
ANY_RANK: Final = {**RANK_NAMES, "8": "eight", "7": "seven"}
SEAT_NAMES: Final = {"N": "North", "E": "East", "S": "South", "W": "West"}

SEAT: Final[dict[str, int]] = {letter: seat for seat, letter in enumerate(SEATS)}


def cards_in(mask: int) -> list[int]:
    """Return the bits of a mask, lowest first: each card of a set."""
    cards = []
    while mask:
        cards.append(mask & -mask)
        mask &= mask - 1
    return cards


def letter_of(suit: int) -> str | None:
    """Return the letter of a suit given as a mask, with or without bowers and jokers; None for no suit, or all."""
    letters = [letter for letter, aces in _ACES.items() if suit & aces]
    return letters[0] if len(letters) == 1 else None


def mask_of(codes: Iterable[str]) -> int:
    """Return the mask of the cards of Clabber with these codes, such as `["TH", "9S"]`."""
    return sum({BIT[code] for code in codes})


def codes(mask: int) -> list[str]:
    """Return the codes of the cards in a mask, in the order of their bits.

    That is suit by suit, low to high. In packs other than Clabber's, second copies follow all first ones, then come the
    joker, and eights and sevens; published facts have this order. Sort by `Pack.faces.index` for the order of a hand.
    """
    return [CODE[bit] for bit in cards_in(mask)]


def team_of(seat: int) -> int:
    """Return the index in `TEAMS` of the partnership a seat belongs to: partners sit opposite, R-001."""
    return seat & 1


#: The seat at the left of one, whose turn comes next: play goes clockwise, R-020.
left_of: Final = SEATING.left_neighbor
#: The seat at the right of one; the dealer's cuts (R-011).
right_of: Final = SEATING.right_neighbor
#: The first seat clockwise from a seat that is not among those gone.
TURN: Final = SEATING.turn


def partner_of(seat: int) -> int:
    return (seat + 2) % len(SEATS)


def prettify(code: str) -> str:
    """Return a card as people write it: `10♥`."""
    if code == JOKER:
        return "the joker"
    rank = "10" if code[0] == "T" else code[0]
    return rank + SUIT_SYMBOLS[code[1]]


def card_name(code: str) -> str:
    """Return a card in words: `ten of hearts`, of any pack."""
    return "joker" if code == JOKER else f"{ANY_RANK[code[0]]} of {SUIT_NAMES[code[1]]}"


def seat_name(seat: str) -> str:
    """Return the name of a seat: `North`, `P3`."""
    return SEAT_NAMES.get(seat, seat)


Word = Literal["deal", "declaring", "turned", "scored"]

# A moment of a hand is an integer, so that moments compare: its clock, the number of cards played by then, or one of
# these. The three after SCORED are no moment at which anything happened.
DEAL: Final = -2
DECLARING: Final = -1
#: The last trick has been turned over; later than any card of any pack.
TURNED: Final = 97
#: The hand's score has been written.
SCORED: Final = 98
#: Not reached yet; never; and unrecorded, which is never or at any moment.
PENDING: Final = 100
NEVER: Final = 101
UNWRITTEN: Final = 102


def is_within_hand(moment: int) -> bool:
    """Return True for a moment of the hand, False for PENDING, NEVER and UNWRITTEN."""
    return moment <= SCORED


_NUMBER: Final[dict[str, int]] = {"deal": DEAL, "declaring": DECLARING, "turned": TURNED, "scored": SCORED}
_WORD: Final[dict[int, str]] = {number: word for word, number in _NUMBER.items()}


def clock_of(clock: int | str) -> int:
    """Return the comparable integer of a recorded clock."""
    return clock if isinstance(clock, int) else _NUMBER[clock]


def to_recorded_clock(clock: int) -> int | str:
    """Return a clock as records and rulings write it: a number of cards or one of the four words."""
    return _WORD.get(clock, clock)


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
        if self.cards:
            return self.winning & self.strain.trump
        return trumps_if_fallen(self.strain.trump, self.fallen)


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
