"""Naming trumps: by whom, what, when, who plays alone by it, and who leads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from clabber_audit.games.bid_euchre.contract import Contract, How
from clabber_audit.games.bid_euchre.order import HIGH, LOW
from clabber_audit.games.bid_euchre.toggles import Toggles
from clabber_audit.table.pack import SUITS
from clabber_audit.table.seating import Seating

#: What may be named besides a suit (B-042, B-077, BD-16, BD-34).
_BESIDES: Final[dict[str, tuple[str, ...]]] = {"none": (), "high": HIGH, "high_low": (*HIGH, LOW)}
#: Bids that are played alone (B-037, B-039, B-055, B-079).
_LONE: Final = ("pepper", "loner", "pfeffer")
#: How many sit at a table where a bidder may choose to play alone (B-143).
_FOUR: Final = 4


class Naming(NamedTuple):
    """Trumps named, as somebody did it."""

    #: Its place among all that was said, from 0.
    number: int
    seat: int
    #: What was named, as records write it.
    name: str
    alone: bool
    at: int
    #: True if the seat had won the bid, or held the joker (B-070); None where that is not known. Of anybody else's
    #: naming (B-014, B-103) only the one that the hand is played in can also be a wrong one (BD-16) or late (BD-19).
    his: bool | None
    #: Whether the game has what was named, and lets the player go alone.
    allowed: bool
    alone_allowed: bool
    #: Whether it was before the first card, or with it where the game has that (B-040, B-072, BD-19).
    in_time: bool
    #: Whether it was his only if he held the joker, and nobody knows who did.
    open: bool = False

    @property
    def readings(self) -> list[Naming]:
        """What it may have been where that is open."""
        return [self._replace(his=his, open=False) for his in (True, False)] if self.open else [self]


class GoingAlone(NamedTuple):
    """A bidder who says that he plays alone, as he names trumps."""

    #: Its place among all that was said, from 0.
    number: int
    seat: int
    at: int
    #: Whether the game lets him.
    allowed: bool


class Named(NamedTuple):
    """What the naming came to."""

    namings: tuple[Naming, ...]
    #: What the hand is played in; None where it is not known.
    name: str | None
    alone: bool

    @property
    def lone(self) -> list[GoingAlone]:
        """Each time the winner of the bid said that he plays alone."""
        own = [one for one in self.namings if one.his and one.alone]
        return [GoingAlone(one.number, one.seat, one.at, one.alone_allowed) for one in own]


#: Trumps named, as it was said: its place, the seat, what, whether alone, and when.
Said = tuple[int, int, str, bool, int]


def played_alone(contract: Contract, toggles: Toggles) -> bool:
    """Whether a bid is by itself one to be played alone (BD-14)."""
    return contract.kind in _LONE or (contract.kind.endswith("_pepper") and toggles.pepper_play == "alone")


def naming(
    said: Iterable[Said],
    contract: Contract | None,
    how: How,
    seating: Seating,
    toggles: Toggles,
    noted: tuple[str | None, bool] = (None, False),
    joker: int = 0,
) -> Named:
    """Return what was named, and how each naming stood; `noted` is what a contract says that somebody wrote down.

    `joker` are the seats, as bits, of which one has to play as it holds the joker, where nobody knows which.

    The bidder's own first naming counts, or the first by anybody, as nobody undoes it: the hand is scored as it was
    played (BD-16). A club turned up and a hand nobody bid for leave nothing to name (B-091, B-097).
    """
    namings = tuple(_stood(one, contract, how, seating, toggles, joker) for one in said)
    if contract is None:
        return Named(namings, {"club": "C", "no_bid": HIGH[0]}.get(how), False)
    own = [one for one in namings if one.his]
    if namings and not own and contract.kind != "hc":
        namings = (_judge(namings[0], contract, toggles), *namings[1:])
    name, alone = noted
    chosen = (alone or any(one.alone for one in own)) and _may_choose(seating, toggles)
    if contract.kind == "hc" and not own:
        # The bid itself has said it (B-094).
        name = HIGH[0]
    elif namings:
        name = (own or namings)[0].name
    return Named(namings, name, chosen or played_alone(contract, toggles))


def _stood(said: Said, contract: Contract | None, how: How, seating: Seating, toggles: Toggles, joker: int) -> Naming:
    number, seat, name, alone, at = said
    if contract is None or seat != contract.maker:
        may = bool(joker >> seat & 1)
        his = None if how == "unknown" and (may or not joker) else False
        return Naming(number, seat, name, alone, at, his, True, True, True, may)
    lone = not alone or played_alone(contract, toggles) or _may_choose(seating, toggles)
    return _judge(Naming(number, seat, name, alone, at, True, True, lone, True), contract, toggles)


def _judge(one: Naming, contract: Contract, toggles: Toggles) -> Naming:
    """Return a naming with what the game allows to be named (BD-16), and until when (BD-19)."""
    besides = HIGH if contract.kind == "hc" else (*SUITS, *_BESIDES[toggles.no_trump])
    latest = 1 if toggles.naming == "with_lead" else 0
    return one._replace(allowed=one.name in besides, in_time=one.at <= latest)


def _may_choose(seating: Seating, toggles: Toggles) -> bool:
    return toggles.alone == "by_choice" and len(seating.seats) == _FOUR


def leader(contract: Contract | None, name: str | None, dealer: int, seating: Seating, toggles: Toggles) -> int | None:
    """Who leads to the first trick; whoever is out is passed over (BD-32). None where it is not known, or all are out.

    The bidder (B-018, BD-08); the dealer's left where nobody bid (B-106) or the game has it so. In Pfeffer that is so
    with trumps, and without them it is the bidder's right (B-057, B-058).
    """
    first = seating.left_of(dealer)
    if contract is not None and toggles.leader == "bidder":
        first = contract.maker
    elif contract is not None and toggles.leader == "pfeffer":
        if name is None:
            return None
        first = first if name in SUITS else seating.right_of(contract.maker)
    return next(iter(seating.around[first]), None)
