"""Pack, seats and card order of each game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from clabber_audit.cards import SUITS, Pack, RankOrder, Strain, strain
from clabber_audit.core.errors import Path, RecordError
from clabber_audit.games.bid_euchre.toggles import BidEuchreToggles
from clabber_audit.records.bid_euchre_words import PACKS

if TYPE_CHECKING:
    from clabber_audit.records.bid_euchre import BidEuchreRecord

#: Number of players -> the smallest pack that leaves a card to turn up when each is dealt five (B-084, BD-47).
_SMALLEST: Final = {3: "20", 4: "24", 5: "28", 6: "32"}
#: Possible numbers of players by the answer to `players`.
PLAYERS: Final = {"4": (4,), "4 or 6": (4, 6), "3 to 6": (3, 4, 5, 6)}


def seats_fit(players: int, toggles: BidEuchreToggles) -> bool:
    """Return True if a game can be played by that number of players (B-001, B-084, B-138)."""
    return players in PLAYERS[toggles.players]


def pack_of(players: int, toggles: BidEuchreToggles) -> str:
    """Return the name of the pack for a number of players."""
    return _SMALLEST[players] if toggles.pack == "smallest" else toggles.pack


def cards_each(players: int, toggles: BidEuchreToggles) -> int:
    """Return the number of cards each is dealt; a joker that does not go round is left over (B-068)."""
    each = toggles.cards_each
    return PACKS[pack_of(players, toggles)].size // players if each == "all" else each


def table_faults(record: BidEuchreRecord, toggles: BidEuchreToggles) -> list[RecordError]:
    """Return the faults of a record whose seats, pack, number of cards each or sides are not those of a ruleset."""
    players, pack, each = len(record.seats), record.pack_name, record.seating.each
    if not seats_fit(players, toggles):
        what, why = f"{players} players are at the table", f"these rules are for {toggles.players} players"
        return [RecordError(what, why, "correct the seats or the ruleset", ("seats",))]
    wanted = pack_of(players, toggles)
    if pack != wanted:
        what, why = f"the deck has {pack} cards", f"under these rules it has {wanted}"
        return [RecordError(what, why, "correct the deck or the ruleset", ("pack",))]
    dealt = cards_each(players, toggles)
    if each != dealt:
        what, why = f"each player is dealt {each} cards", f"under these rules it is {dealt}"
        return [RecordError(what, why, "correct the number of cards each or the ruleset", ("cards_each",))]
    return list(_pairs(record)) if toggles.partners == "no" else []


def _pairs(record: BidEuchreRecord) -> Iterator[RecordError]:
    """Yield the pairs that a claim or a contract names although each plays alone (B-084)."""
    named: list[tuple[Path, str]] = [
        (("claims", at, "against"), claim.against) for at, claim in enumerate(record.claims)
    ]
    if record.contract:
        named.append((("contract", "maker"), record.contract.maker))
    for path, side in named:
        if side not in record.seating.seats:
            seats = [seat for seat in record.seating.seats if seat in side]
            what, why = f"{side} is not a side at this table", "under these rules everyone plays alone"
            yield RecordError(what, why, f"write {' or '.join(seats)}, or correct the ruleset", path)


#: The strains without trumps: two names for one order, and low, in which the lowest card wins.
HIGH: Final = ("NT", "HIGH")
LOW: Final = "LOW"
#: Strains other than suits that may be named, by the answer to `no_trump` (B-042, B-077, BD-16, BD-34).
NO_TRUMP: Final[dict[str, tuple[str, ...]]] = {"none": (), "high": HIGH, "high_low": (*HIGH, LOW)}

#: Plain suits, highest first (B-003); no card is worth anything but its trick.
_PLAIN: Final = tuple((rank, 0) for rank in "AKQJT987")
#: Trumps: the right bower, then the left, which the strain puts there, then the others (B-004).
_TRUMPS: Final = (("J", 0), *(face for face in _PLAIN if face[0] != "J"))


def strains(pack: Pack, toggles: BidEuchreToggles) -> dict[str, Strain]:
    """Return the order of a pack by all that may be named.

    The left bower is a trump in every respect (B-005, BD-03); a joker is the best trump, unless a house ranks it
    lower, and at no trump a suit of its own (BD-05). Low reverses the whole order (BD-04). Of two equal cards one
    wins (BD-06).
    """
    order = RankOrder(
        _PLAIN,
        _TRUMPS if toggles.bowers == "yes" else _PLAIN,
        left_bower=toggles.bowers == "yes",
        joker_wins=toggles.joker_nt != "dead",
        last_of_equals=toggles.equal_cards == "last",
        above_joker=_ABOVE_JOKER[toggles.joker_rank],
    )
    return _strains(pack, order)


@lru_cache(maxsize=64)
def _strains(pack: Pack, order: RankOrder) -> dict[str, Strain]:
    low = order._replace(plain=order.plain[::-1])
    return {name: strain(pack, name, low if name == LOW else order) for name in (*SUITS, *HIGH, LOW)}


#: Number of trumps above the joker.
_ABOVE_JOKER: Final = {"best": 0, "under_right": 1, "under_left": 2, "lowest": 99}
