"""Packs, cards, seats and sides of a table, and moments of a hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, TypeVar

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
#: Bit -> code, of the cards of all packs.
CODE: Final = {**Pack(RANKS + "78", copies=2, joker=True).face, **PACK.face}

#: The mask of a suit by its letter, and of the suit that a card is printed in by the card's bit.
SUIT: Final = PACK.suit
SUIT_OF: Final[dict[int, int]] = {bit: SUIT[code[1]] for code, bit in BIT.items()}
SUIT_LETTER: Final[dict[int, str]] = {mask: suit for suit, mask in SUIT.items()}
_ACES: Final = {suit: sum(Pack("A", copies=2).bits["A" + suit]) for suit in SUITS}
#: The mask of a rank by its letter: the four of a kind.
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
    """Return the codes of the cards in a mask, suit by suit, low to high."""
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


def number(clock: int | str) -> int:
    """Return the comparable integer of a recorded clock."""
    return clock if isinstance(clock, int) else _NUMBER[clock]


def to_recorded_clock(clock: int) -> int | str:
    """Return a clock as records and rulings write it: a number of cards or one of the four words."""
    return _WORD.get(clock, clock)
