"""Suits, ranks, cards, seats and moments of a hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from clabber_audit.cards.pack import JOKER, SUITS, Pack
from clabber_audit.cards.seating import Seating

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
