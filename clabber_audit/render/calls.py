"""Words for bids and calls of the Bid Euchre family."""

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
    """Return a small number in words: `four`."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def bid(word: str) -> str:
    """Return a bid: `four`, `three High Card`, `a big pepper`."""
    tricks = number_of(word)
    if tricks is None:
        return _BIDS[word]
    return number(tricks) + (" High Card" if word.endswith(HIGH_CARD) else "")


def named(strain: str) -> str:
    """Return a named suit or strain: `hearts`, `no trump`."""
    return _NAMED[strain]


def special(word: str) -> str:
    """Return a call that takes no turn: `Bottoms`."""
    return SPECIAL[word]
