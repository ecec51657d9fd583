"""Vocabulary, packs and tables of Bid Euchre records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple, get_args

from clabber_audit.cards import Pack, Seating, clock_of

FORMAT: Final = "bid-euchre-hand/1"

Seat = Literal["N", "E", "S", "W", "P1", "P2", "P3", "P4", "P5", "P6"]
#: Sides: every second seat together, or a seat that plays alone.
Side = Literal[
    "NS", "EW", "P1P3", "P2P4", "P1P3P5", "P2P4P6", "N", "E", "S", "W", "P1", "P2", "P3", "P4", "P5", "P6"
]
Suit = Literal["C", "D", "H", "S"]
# fmt: off
Card = Literal[
    "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC", "7D", "8D", "9D", "TD", "JD", "QD", "KD", "AD",
    "7H", "8H", "9H", "TH", "JH", "QH", "KH", "AH", "7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS", "JK",
]
# fmt: on
#: Strains: a suit, no trumps, or the end of the ranks that wins without them.
Strain = Literal["C", "D", "H", "S", "NT", "HIGH", "LOW"]
PackName = Literal["20", "24", "25", "28", "32", "48"]

_NUMBERS = Literal["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]
_HIGH_CARD = Literal["1HC", "2HC", "3HC", "4HC", "5HC"]
#: Bids of all the tricks.
Special = Literal["small_pepper", "big_pepper", "pepper", "loner", "pfeffer"]
#: The seats and sides in their order, those of Clabber among them.
PLACES: Final = {name: place for place, name in enumerate(get_args(Side))}
#: Calls that take no turn (B-122, B-125, B-126).
OutOfTurn = Literal["bottoms", "four_of_a_kind", "ace_no_face"]
Call = Literal["pass", _NUMBERS, _HIGH_CARD, Special, OutOfTurn, "trump", "out"]
#: Suffix of a bid at High Card, which is played without trumps (B-094, B-100).
HIGH_CARD: Final = "HC"
ContractKind = Literal["bid", "hc", Special]
Mark = Literal["XX", "XXX", "-", "--", "R", "set"]
#: The only mark with a known meaning.
SET_MARK: Final = "set"

_SHORT: Final = "9TJQKA"
#: The cards on the table, by the name of the pack (B-002, B-068, BD-47).
PACKS: Final[dict[str, Pack]] = {
    "20": Pack("TJQKA"),
    "24": Pack(_SHORT),
    "25": Pack(_SHORT, joker=True),
    "28": Pack("8" + _SHORT),
    "32": Pack("78" + _SHORT),
    "48": Pack(_SHORT, copies=2),
}
USUAL_PACK: Final = "24"
#: Cards dealt to each unless recorded otherwise; two packs are dealt out.
USUAL_HAND: Final = {"20": 5, "24": 6, "25": 6, "28": 5, "32": 5}

SPECIAL_CALLS: Final[tuple[str, ...]] = get_args(OutOfTurn)

COMPASS: Final = ("N", "E", "S", "W")
#: Possible tables: four seats by the compass, or three to six by number.
TABLES: Final = (COMPASS, *(tuple(f"P{number}" for number in range(1, count + 1)) for count in range(3, 7)))

#: After these calls the partner of the bidder plays no card (B-037, B-039, B-055).
WITHOUT_PARTNER: Final = frozenset(("pepper", "loner", "pfeffer"))
#: Strains in which the ends of the ranks decide, not a suit.
ENDS: Final = frozenset(("HIGH", "LOW"))
#: After these calls bidder and partner may exchange cards (B-037, B-078, BD-14).
MOVES_CARDS: Final = frozenset(("pepper", "pfeffer", "small_pepper", "big_pepper"))


#: Prefixes of the ids of rulesets under which five cards of the usual pack are dealt (B-095, BD-47).
FIVE_EACH: Final = ("dirty-clubs", "eau-claire")


def number_of(bid: str) -> int | None:
    """Return the tricks a bid names; None for a word."""
    digits = bid.removesuffix(HIGH_CARD)
    return int(digits) if digits.isdigit() else None


def hand_size(pack: str, players: int, noted: int | None, ruleset: str = "") -> int:
    """Return the number of cards each is dealt: as recorded, else the usual one of the game or the pack."""
    if noted is None and pack == USUAL_PACK and ruleset.startswith(FIVE_EACH):
        return 5
    return noted or USUAL_HAND.get(pack) or PACKS[pack].size // players


@lru_cache(maxsize=256)
def table(seats: tuple[str, ...], each: int, alone: bool = False, out: int = 0) -> Seating:
    """Return a table, the same object for the same seats."""
    return Seating(seats, each, alone, out)


class SeatCall(NamedTuple):
    """Call of a seat, or a contract recorded without calls."""

    seat: str
    call: str
    alone: bool = False
    at: int | str | None = None

    @property
    def is_early(self) -> bool:
        """True if the call came before the first card."""
        return self.at is None or clock_of(self.at) <= 0


def seats_out(seats: Sequence[str], calls: Iterable[SeatCall]) -> int:
    """Return the seats that dropped out and the partners of a lone player, as bits.

    A seat that leaves after the first card is in (B-090, B-104). Partners sit at every second seat; an odd number of
    players has none.
    """
    listed = list(calls)
    gone = {call.seat for call in listed if call.call == "out" and call.is_early}
    # The lone player, by the naming, else by the last bid that was not topped.
    namers = {call.seat for call in listed if call.call == "trump"}
    bids = [call.seat for call in listed if call.call in WITHOUT_PARTNER]
    alone = [call.seat for call in listed if call.alone]
    alone += [seat for seat in reversed(bids) if not namers or seat in namers]
    gone.update(partners(seats, alone[0] if alone else ""))
    return sum(1 << place for place, seat in enumerate(seats) if seat in gone)


def partners(seats: Sequence[str], seat: str) -> list[str]:
    """Return the other seats of a side, where every second seat makes one."""
    if seat not in seats or len(seats) % 2:
        return []
    return [other for other in seats[seats.index(seat) % 2 :: 2] if other != seat]
