"""What a hand brings each side, game by game, from the tricks taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from clabber_audit.games.bid_euchre.arithmetic import Addend, Played, Settled
from clabber_audit.games.bid_euchre.clubs import dirty_clubs, eau_claire
from clabber_audit.games.bid_euchre.contract import Contract
from clabber_audit.games.bid_euchre.toggles import Toggles

#: What a side is given.
Given = tuple[Addend, ...]


class TwoSides(NamedTuple):
    """A hand of bidders against defenders."""

    contract: Contract
    ours: int
    theirs: int
    each: int
    made: bool
    alone: bool


def pepper(hand: TwoSides, toggles: Toggles) -> tuple[Given, Given]:
    """Tricks, or minus six whatever the bid; a defense without a trick loses six too (B-024 to B-028)."""
    defense = Addend(hand.theirs, "tricks", "B-028") if hand.theirs else Addend(-6, "no_tricks", "B-027")
    price = {"small_pepper": toggles.small_pepper, "big_pepper": toggles.big_pepper}.get(hand.contract.kind)
    if price is None:
        return (Addend(hand.ours, "tricks", "B-024") if hand.made else Addend(-6, "set", "B-025"),), (defense,)
    if not hand.theirs:
        defense = defense._replace(row="B-031")
    return (Addend(price, "pepper", "B-029") if hand.made else Addend(-price, "set", "B-030"),), (defense,)


def double_pepper(hand: TwoSides, toggles: Toggles) -> tuple[Given, Given]:
    """As Pepper; a forced dealer loses half, rounded up, and alone it is double (B-144 to B-146, BD-65, BD-66)."""
    loss = 6 if toggles.dh_loss == "six" else hand.contract.tricks
    ours = [Addend(hand.ours, "tricks", "B-144") if hand.made else Addend(-loss, "set", "B-144")]
    theirs = [Addend(hand.theirs, "tricks", "B-144") if hand.theirs else Addend(-6, "no_tricks", "B-144")]
    if hand.contract.forced and not hand.made:
        ours.append(Addend(loss // 2, "forced_half", "B-145"))
    doubled = (ours, theirs) if toggles.alone_doubles == "both" else (ours,)
    for side in doubled if hand.alone else ():
        side.append(Addend(sum(addend.points for addend in side), "alone", "B-146"))
    return tuple(ours), tuple(theirs)


def progressive(hand: TwoSides, toggles: Toggles) -> tuple[Given, Given]:
    """The scale for those who made it, two for stopping them, four for a sweep (B-043 to B-046)."""
    if not hand.made:
        stopped = Addend(4, "sweep", "B-046") if hand.theirs == hand.each else Addend(2, "stopped", "B-045")
        return (Addend(0, "set", "B-045"),), (stopped,)
    defense = _listed(hand.theirs) if toggles.prog_defence == "yes" else 0
    return (_made_in_progressive(hand, toggles),), (Addend(defense, "listed", "B-044"),)


def _made_in_progressive(hand: TwoSides, toggles: Toggles) -> Addend:
    if hand.contract.kind == "loner":
        return Addend(4, "loner", "B-043")
    if hand.contract.kind == "pepper":
        return Addend(toggles.prog_pepper or 0, "pepper", "BD-23")
    if toggles.prog_scale == "all_tricks":
        return Addend(2 if hand.ours == hand.each else 1, "listed", "BD-22")
    return Addend(_listed(hand.ours), "listed", "B-043")


def _listed(tricks: int) -> int:
    """One for three or four, two for five, which six contain (B-043, BD-22)."""
    return 0 if tricks < 3 else 1 if tricks < 5 else 2


def pfeffer(hand: TwoSides, toggles: Toggles) -> tuple[Given, Given]:
    """Tricks, or set: minus five, twice that for Pfeffer; without a trick the others are set (B-060 to B-065)."""
    lone = hand.contract.kind == "pfeffer"
    theirs = Addend(hand.theirs, "tricks", "B-065")
    if not hand.made:
        return (Addend(-10, "set", "B-064") if lone else Addend(-5, "set", "B-062"),), (theirs,)
    if not hand.theirs:
        theirs = Addend(-5, "no_tricks", "B-063" if lone else "B-061")
    return (Addend(12, "pepper", "B-063") if lone else Addend(hand.ours, "tricks", "B-060"),), (theirs,)


def hasenpfeffer(hand: TwoSides, toggles: Toggles) -> tuple[Given, Given]:
    """Tricks, or minus one for each that is missing; of the others nothing is said (B-073, BD-38)."""
    theirs = Addend(hand.theirs if toggles.hasen_opponents == "tricks" else 0, "tricks", "BD-38")
    if hand.made:
        return (Addend(hand.ours, "tricks", "B-073"),), (theirs,)
    return (Addend(hand.ours - hand.contract.tricks, "undertricks", "B-073"),), (theirs,)


def buck(hand: TwoSides, toggles: Toggles) -> tuple[Given, Given]:
    """Tricks; all of them bring the bid as well, which the others lose (B-080, B-081, BD-42 to BD-44)."""
    bid, theirs = hand.contract.tricks, Addend(hand.theirs, "tricks", "B-080")
    if not hand.made:
        lost = {"bid": -bid, "tricks": hand.ours, "zero": 0}
        return (Addend(lost[toggles.buck_set or "zero"], "set", "BD-43"),), (theirs,)
    ours = Addend(hand.ours, "tricks", "B-080")
    if hand.theirs:
        return (ours,), (theirs,)
    return (ours, Addend(bid, "bid", "B-081")), (Addend(-bid, "skunk", "B-081"),)


def double_deck(hand: TwoSides, toggles: Toggles) -> tuple[Given, Given]:
    """Tricks, or minus the bid (B-134 to B-136)."""
    ours = Addend(hand.ours, "tricks", "B-134") if hand.made else Addend(-hand.contract.tricks, "set", "B-135")
    return (ours,), (Addend(hand.theirs, "tricks", "B-136"),)


_TWO_SIDES: Final[dict[str, Callable[[TwoSides, Toggles], tuple[Given, Given]]]] = {
    "pepper": pepper,
    "progressive": progressive,
    "pfeffer": pfeffer,
    "hasenpfeffer": hasenpfeffer,
    "buck": buck,
    "double_deck": double_deck,
    "double_pepper": double_pepper,
}
_CLUBS: Final[dict[str, Callable[[Played, Toggles], tuple[Given, ...]]]] = {
    "dirty_clubs": dirty_clubs,
    "eau_claire": eau_claire,
}


def settle(hand: Played, toggles: Toggles) -> Settled | None:
    """What a hand that was played out brings each side.

    None where nobody bid in a game of bidders against defenders: no rule says what such a hand is worth.
    """
    clubs = _CLUBS.get(toggles.scoring)
    if clubs is not None:
        return Settled(clubs(hand, toggles))
    contract, bidders = hand.contract, hand.bidders
    if contract is None or bidders is None:
        return None
    sides = TwoSides(contract, hand.taken[bidders], hand.taken[1 - bidders], hand.each, hand.made, hand.alone)
    given = _TWO_SIDES[toggles.scoring](sides, toggles)
    hickeys = _hickeys(sides) if toggles.scoring == "pfeffer" else ()
    return Settled(given[:: 1 - 2 * bidders], hickeys[:: 1 - 2 * bidders])


def _hickeys(hand: TwoSides) -> tuple[int, ...]:
    """One for each set, two for a Pfeffer that failed (B-061 to B-064)."""
    if not hand.made:
        return (2 if hand.contract.kind == "pfeffer" else 1), 0
    return 0, int(not hand.theirs)
