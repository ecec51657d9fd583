"""One bid by itself: whether the game has it, and how high it stands."""

from __future__ import annotations

from tests.family.opinion.laws import Law

Rank = tuple[int, int]
SPECIAL_CALLS = ("bottoms", "four_of_a_kind", "ace_no_face")
# Small below big (BD-15), pepper below loner (B-038); above all numbers.
WORD_RANK = {"small_pepper": 100, "big_pepper": 101, "pepper": 100, "loner": 101, "pfeffer": 100}


def is_spoken_bid(call: str) -> bool:
    """Whether a declaration is a call of the auction: a pass, a number, a number with High Card, or a word."""
    return call not in (*SPECIAL_CALLS, "trump", "out")


def number_of(call: str) -> int | None:
    """The tricks a bid names, None for a word."""
    digits = call.removesuffix("HC")
    return int(digits) if digits.isdigit() else None


def rank_of(call: str, law: Law) -> Rank:
    """Bids go by number (B-011), words above; in Eau Claire every suit bid above every High Card bid (BD-55)."""
    number = number_of(call)
    if number is None:
        return (WORD_RANK[call], 0)
    in_suit = 0 if call.endswith("HC") else 1
    if not law["high_card_bids"]:
        return (number, 0)
    return (in_suit, number) if law["ec_order"] == "suit_over_hc" else (number, 1 - in_suit)


def exists(call: str, law: Law, most: int, least: int) -> bool:
    """Whether the game has such a bid (infractions: `invalid-bid`).

    A "two" that shows jacks is a bid whatever the least number is (B-017, BD-11); as a plain bid it is bound by it.
    """
    number = number_of(call)
    if number is None:
        return call in law["words"]
    if call.endswith("HC") and not law["high_card_bids"]:
        return False
    if number == 2:
        if law["two_bid"] == "off":
            return False
        if law["two_bid"] == "signal" and least <= law["min_bid"]:
            return True
    return least <= number <= most


def can_stand(call: str, law: Law) -> bool:
    """Whether a bid the game lacks can stand at all (`bad_bid=stands`): a number can, a strange word means nothing."""
    return number_of(call) is not None and (law["high_card_bids"] or not call.endswith("HC"))


def can_win(call: str, law: Law) -> bool:
    """A "two" wins no contract where it only shows jacks (BD-13)."""
    return call != "2" or law["two_can_win"] == "yes"
