"""Pack, seats and card order of each game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from clabber_audit.cards.pack import SUITS, Pack
from clabber_audit.cards.seating import Seating
from clabber_audit.cards.strain import RankOrder, Strain, strain
from clabber_audit.core.errors import Path, RecordError
from clabber_audit.games.bid_euchre.toggles import BidEuchreToggles

if TYPE_CHECKING:
    from clabber_audit.records.bid_euchre import BidEuchreRecord

#: The packs by the names that records have for them: how many cards they are.
PACKS: Final = {
    "20": Pack("TJQKA"),
    "24": Pack("9TJQKA"),
    "25": Pack("9TJQKA", joker=True),
    "28": Pack("89TJQKA"),
    "32": Pack("789TJQKA"),
    "48": Pack("9TJQKA", copies=2),
}
#: The smallest pack that leaves a card to turn up where each of so many has five (B-084, BD-47).
_SMALLEST: Final = {3: "20", 4: "24", 5: "28", 6: "32"}
#: Number of players that may sit down, by the answer to `players`.
PLAYERS: Final = {"4": (4,), "4 or 6": (4, 6), "3 to 6": (3, 4, 5, 6)}


def seats_fit(players: int, toggles: BidEuchreToggles) -> bool:
    """Return True if a game can be played by that number of players (B-001, B-084, B-138)."""
    return players in PLAYERS[toggles.players]


def pack_of(players: int, toggles: BidEuchreToggles) -> str:
    """Return the name of the pack that so many play with."""
    return _SMALLEST[players] if toggles.pack == "smallest" else toggles.pack


def seating_of(seats: tuple[str, ...], toggles: BidEuchreToggles) -> Seating:
    """Return a table of the game, its seats clockwise; a joker that does not go round lies aside (B-068)."""
    each = toggles.cards_each
    if each == "all":
        each = PACKS[pack_of(len(seats), toggles)].size // len(seats)
    return Seating(seats, each, alone=toggles.partners == "no")


def strange(record: BidEuchreRecord, toggles: BidEuchreToggles) -> list[RecordError]:
    """Return what of a record does not belong to the table of a ruleset: seats, pack, cards each, pairs of players."""
    players, pack, each = len(record.seats), record.pack_name, record.seating.each
    if not seats_fit(players, toggles):
        what, why = f"{players} players are at the table", f"these rules are for {toggles.players} players"
        return [RecordError(what, why, "correct the seats or the ruleset", None, ("seats",))]
    wanted = pack_of(players, toggles)
    if pack != wanted:
        what, why = f"the deck has {pack} cards", f"under these rules it has {wanted}"
        return [RecordError(what, why, "correct the deck or the ruleset", None, ("pack",))]
    dealt = seating_of(record.seating.seats, toggles).each
    if each != dealt:
        what, why = f"each player is dealt {each} cards", f"under these rules it is {dealt}"
        return [
            RecordError(what, why, "correct the number of cards each or the ruleset", None, ("cards_each",))
        ]
    return list(_pairs(record)) if toggles.partners == "no" else []


def _pairs(record: BidEuchreRecord) -> Iterator[RecordError]:
    """Return the pairs that a claim or a contract names where each plays alone (B-084)."""
    named: list[tuple[Path, str]] = [
        (("claims", at, "against"), one.against) for at, one in enumerate(record.claims)
    ]
    if record.contract:
        named.append((("contract", "maker"), record.contract.maker))
    for path, side in named:
        if side not in record.seating.seats:
            seats = [seat for seat in record.seating.seats if seat in side]
            what, why = f"{side} is not a side at this table", "under these rules everyone plays alone"
            yield RecordError(what, why, f"write {' or '.join(seats)}, or correct the ruleset", None, path)


#: What is played without trumps, as records name it: two names for one thing, and low, where the least card is best.
HIGH: Final = ("NT", "HIGH")
LOW: Final = "LOW"

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
