"""What is said before the first card of the Bid Euchre family, in the words of the table."""

from __future__ import annotations

from typing import Final

from clabber_audit.games.bid_euchre.bids import HIGH_CARD, number_of
from clabber_audit.table.cards import SUIT_NAMES

_NUMBERS: Final = (
    *("none", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_BIDS: Final = {
    "pass": "a pass",
    "small_pepper": "a small pepper",
    "big_pepper": "a big pepper",
    "pepper": "pepper",
    "loner": "a loner",
    "pfeffer": "Pfeffer",
}
_NAMED: Final = {**SUIT_NAMES, "NT": "no trump", "HIGH": "high", "LOW": "low"}
#: The calls that take no turn, such as `Bottoms`.
SPECIAL: Final = {"bottoms": "Bottoms", "four_of_a_kind": "four of a kind", "ace_no_face": "Ace No Face"}


def number(count: int) -> str:
    """How many, in words as far as a hand can have them: `four`."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def bid(word: str) -> str:
    """A bid: `four`, `three High Card`, `a big pepper`."""
    tricks = number_of(word)
    if tricks is None:
        return _BIDS[word]
    return number(tricks) + (" High Card" if word.endswith(HIGH_CARD) else "")


def named(strain: str) -> str:
    """What was named: `hearts`, `no trumps`."""
    return _NAMED[strain]


def special(word: str) -> str:
    """A call that takes no turn: `Bottoms`."""
    return SPECIAL[word]
