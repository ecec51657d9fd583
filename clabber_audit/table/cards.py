"""The words of the table: suit, rank, card, seat, team.

A card is one bit and a set of cards is a mask, so that a rule reads as a question about masks and can be put to
one hand or to a column of hands. Inside the program masks are plain integers; `Cards` dresses one for people.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

#: Ranks from low to high in the order of sequences, A K Q J 10 9 (R-006).
RANKS: Final = "9TJQKA"
SUITS: Final = "CDHS"
#: The seats clockwise: each sits at the left of the one before (R-001).
SEATS: Final = "NESW"
TEAMS: Final = ("NS", "EW")

CARDS_IN_SUIT: Final = len(RANKS)
DECK_SIZE: Final = len(RANKS) * len(SUITS)
HAND_SIZE: Final = 6
#: Every card of the pack, R-003.
DECK: Final = (1 << DECK_SIZE) - 1

#: The code of each card, `9C` first, and its bit. Bits run rank by rank within a suit, suit by suit.
CODES: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
BIT: Final[dict[str, int]] = {code: 1 << place for place, code in enumerate(CODES)}
CODE: Final[dict[int, str]] = {bit: code for code, bit in BIT.items()}

#: The mask of a suit by its letter, and of the suit that a card is printed in by the card's bit.
SUIT: Final[dict[str, int]] = {suit: sum(BIT[rank + suit] for rank in RANKS) for suit in SUITS}
SUIT_OF: Final[dict[int, int]] = {bit: SUIT[code[1]] for code, bit in BIT.items()}
SUIT_LETTER: Final[dict[int, str]] = {mask: suit for suit, mask in SUIT.items()}
#: The mask of a rank by its letter: the four of a kind.
RANK: Final[dict[str, int]] = {rank: sum(BIT[rank + suit] for suit in SUITS) for rank in RANKS}

SUIT_NAMES: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SUIT_SYMBOLS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
RANK_NAMES: Final = {"9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
SEAT_NAMES: Final = {"N": "North", "E": "East", "S": "South", "W": "West"}

SEAT: Final[dict[str, int]] = {letter: seat for seat, letter in enumerate(SEATS)}


class Cards(int):
    """A set of cards as a mask that iterates, counts, contains and prints as people expect."""

    __slots__ = ()

    @classmethod
    def of(cls, codes: Iterable[str]) -> Cards:
        """The set of the cards named by `codes`, such as `["TH", "9S"]`; KeyError for what is no card."""
        mask = 0
        for code in codes:
            mask |= BIT[code]
        return cls(mask)

    def __iter__(self) -> Iterator[str]:
        """The codes, suit by suit, low to high in sequence order."""
        mask = int(self)
        while mask:
            low = mask & -mask
            yield CODE[low]
            mask ^= low

    def __len__(self) -> int:
        return self.bit_count()

    def __contains__(self, code: object) -> bool:
        return isinstance(code, str) and bool(self & BIT.get(code, 0))

    def __str__(self) -> str:
        return " ".join(self)

    def __repr__(self) -> str:
        return f"Cards({str(self)!r})"


def codes(mask: int) -> list[str]:
    """The codes of the cards in a mask, suit by suit, low to high."""
    return list(Cards(mask))


def team_of(seat: int) -> int:
    """The index in `TEAMS` of the partnership a seat belongs to: partners sit opposite, R-001."""
    return seat & 1


def left_of(seat: int) -> int:
    """The seat at the left of `seat`, whose turn comes next: play goes clockwise, R-020."""
    return (seat + 1) % len(SEATS)


def right_of(seat: int) -> int:
    """The seat at the right of `seat`: of the dealer's right, who cuts (R-011)."""
    return (seat - 1) % len(SEATS)


def _first_of(start: int, gone: int) -> int:
    for step in range(len(SEATS)):
        seat = (start + step) % len(SEATS)
        if not gone >> seat & 1:
            return 1 << seat
    return 0


#: `TURN[seat][gone]`: the first seat clockwise from a seat, itself included, that is not among the seats `gone` (bits);
#: as a bit, 0 when all are. Calls and cards both go round like this.
TURN: Final = tuple(tuple(_first_of(seat, gone) for gone in range(1 << len(SEATS))) for seat in range(len(SEATS)))


def partner_of(seat: int) -> int:
    """The seat opposite."""
    return (seat + 2) % len(SEATS)


def pretty(code: str, symbols: bool = True) -> str:
    """A card as people write it: `10♥`, or `10H` where the console has no suit symbols."""
    rank = "10" if code[0] == "T" else code[0]
    return rank + (SUIT_SYMBOLS[code[1]] if symbols else code[1])


def spoken(code: str) -> str:
    """A card in words: `ten of hearts`."""
    return f"{RANK_NAMES[code[0]]} of {SUIT_NAMES[code[1]]}"
