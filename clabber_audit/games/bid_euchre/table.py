"""The table of a game: its pack, who sits there, and how many cards each is dealt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from clabber_audit.games.bid_euchre.toggles import Toggles
from clabber_audit.ground.errors import Fault, Path
from clabber_audit.table.pack import Pack
from clabber_audit.table.seating import Seating

if TYPE_CHECKING:
    from clabber_audit.record.bid_euchre.model import BidEuchreRecord

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
#: How many may sit down, by the answer to `players`.
PLAYERS: Final = {"4": (4,), "4 or 6": (4, 6), "3 to 6": (3, 4, 5, 6)}


def seats_fit(players: int, toggles: Toggles) -> bool:
    """Whether a game is for so many players (B-001, B-084, B-138)."""
    return players in PLAYERS[toggles.players]


def pack_of(players: int, toggles: Toggles) -> str:
    """The name of the pack that so many play with."""
    return _SMALLEST[players] if toggles.pack == "smallest" else toggles.pack


def seating_of(seats: tuple[str, ...], toggles: Toggles) -> Seating:
    """A table of the game, its seats clockwise; a joker that does not go round lies aside (B-068)."""
    each = toggles.cards_each
    if each == "all":
        each = PACKS[pack_of(len(seats), toggles)].size // len(seats)
    return Seating(seats, each, alone=toggles.partners == "no")


def strange(record: BidEuchreRecord, toggles: Toggles) -> list[Fault]:
    """Return what of a record does not belong to the table of a ruleset: seats, pack, cards each, pairs of players."""
    players, pack, each = len(record.seats), record.pack_name, record.seating.each
    if not seats_fit(players, toggles):
        what, why = f"{players} players are at the table", f"these rules are for {toggles.players} players"
        return [Fault(what, why, "correct the seats or the ruleset", None, ("seats",))]
    wanted = pack_of(players, toggles)
    if pack != wanted:
        what, why = f"the deck has {pack} cards", f"under these rules it has {wanted}"
        return [Fault(what, why, "correct the deck or the ruleset", None, ("pack",))]
    dealt = seating_of(record.seating.seats, toggles).each
    if each != dealt:
        what, why = f"each player is dealt {each} cards", f"under these rules it is {dealt}"
        return [Fault(what, why, "correct the number of cards each or the ruleset", None, ("cards_each",))]
    return list(_pairs(record)) if toggles.partners == "no" else []


def _pairs(record: BidEuchreRecord) -> Iterator[Fault]:
    """Pairs that a claim or a contract names where each plays alone (B-084)."""
    named: list[tuple[Path, str]] = [(("claims", at, "against"), one.against) for at, one in enumerate(record.claims)]
    if record.contract:
        named.append((("contract", "maker"), record.contract.maker))
    for path, side in named:
        if side not in record.seating.seats:
            seats = [seat for seat in record.seating.seats if seat in side]
            what, why = f"{side} is not a side at this table", "under these rules everyone plays alone"
            yield Fault(what, why, f"write {' or '.join(seats)}, or correct the ruleset", None, path)
