"""One bid by itself: whether the game has it, and how high it stands."""

from __future__ import annotations

from itertools import product
from typing import Final

from clabber_audit.games.bid_euchre.toggles import Toggles
from clabber_audit.table.pack import Pack

PASS: Final = "pass"
#: A bid of two, which may show two jacks of one color (B-017).
TWO: Final = "2"
#: A bid to be played without trumps is its number with this behind it (B-094, B-100).
HIGH_CARD: Final = "HC"

#: The words of each game, lowest first, above all numbers (BD-15, B-038, BD-30): all tricks are to be taken.
WORDS: Final[dict[str, tuple[str, ...]]] = {
    "none": (),
    "peppers": ("small_pepper", "big_pepper"),
    "pepper_loner": ("pepper", "loner"),
    "pfeffer": ("pfeffer",),
    "high_card": (),
}
#: What ends the auction at once (B-039).
PREEMPTS: Final = "loner"

#: How high a bid stands: first what kind it is, then its height among these.
Rank = tuple[int, int]
_WORD: Final = 100


def number_of(bid: str) -> int | None:
    """The tricks a bid names; None for a word."""
    digits = bid.removesuffix(HIGH_CARD)
    return int(digits) if digits.isdigit() else None


def kind_of(bid: str) -> str:
    """What kind of contract a bid makes: an ordinary bid, High Card, or the word itself."""
    return bid if number_of(bid) is None else "hc" if bid.endswith(HIGH_CARD) else "bid"


def exists(bid: str, least: int, most: int, toggles: Toggles) -> bool:
    """Whether a game has a bid, for somebody whose least number is given.

    A two that shows jacks is a bid whatever the least number of the game is (B-017, BD-11), but not for somebody who
    has to bid more than others (B-053, B-075).
    """
    number = number_of(bid)
    if number is None:
        return bid in WORDS[toggles.special_bids]
    if bid.endswith(HIGH_CARD) and toggles.special_bids != "high_card":
        return False
    if bid == TWO and toggles.two_bid == "off":
        return False
    if bid == TWO and toggles.two_bid == "signal" and least <= toggles.min_bid:
        return True
    return least <= number <= most


def means_something(bid: str, toggles: Toggles) -> bool:
    """Whether a bid that the game lacks can be understood: a number can, another game's word cannot (BD-10)."""
    return number_of(bid) is not None and (toggles.special_bids == "high_card" or not bid.endswith(HIGH_CARD))


def can_win(bid: str, toggles: Toggles) -> bool:
    """Whether a bid makes a contract where nobody goes above it (BD-13)."""
    return bid != TWO or toggles.two_can_win != "no"


def rank_of(bid: str, toggles: Toggles) -> Rank:
    """How high a bid stands: by number (B-011), words above.

    Where there are bids at High Card, any bid in suit is above them, or they go just above the same number (BD-55).
    """
    number, suited = number_of(bid), not bid.endswith(HIGH_CARD)
    if number is None:
        words = WORDS[toggles.special_bids]
        return _WORD, words.index(bid) if bid in words else 0
    if toggles.ec_order == "suit_over_hc":
        return int(suited), number
    return number, int(not suited)


def pairs_of_jacks(pack: Pack) -> tuple[int, ...]:
    """The pairs of jacks of one color, as masks, one of which a bid of two shows (B-017)."""
    return tuple(one | other for pair in _PAIRS for one, other in product(*(pack.bits[face] for face in pair)))


_PAIRS: Final = (("JC", "JS"), ("JD", "JH"))
