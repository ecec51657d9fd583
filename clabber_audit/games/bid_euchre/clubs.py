"""What a hand of the Clubs games brings: both count down from fifteen, so that a good hand is negative."""

from __future__ import annotations

from clabber_audit.games.bid_euchre.arithmetic import Addend, Played
from clabber_audit.games.bid_euchre.toggles import Toggles

#: What a set adds (B-088, B-112).
BUMP = 5


def dirty_clubs(hand: Played, toggles: Toggles) -> tuple[tuple[Addend, ...], ...]:
    """Each subtracts his tricks; five more for the bidder who is short, or for who took none (B-087 to B-089)."""
    return tuple((_alone(hand, side, tricks, toggles),) for side, tricks in enumerate(hand.taken))


def _alone(hand: Played, side: int, tricks: int, toggles: Toggles) -> Addend:
    if hand.out >> side & 1:
        return Addend(0, "out", "B-090")
    if side == hand.bidders and not hand.made:
        # Once, though he took no trick either (BD-54).
        return Addend(BUMP, "set", "B-088")
    if not tricks and toggles.bump_no_tricks == "yes":
        return Addend(BUMP, "bumped", "B-089")
    return Addend(-tricks, "tricks", "B-087")


def eau_claire(hand: Played, toggles: Toggles) -> tuple[tuple[Addend, ...], ...]:
    """Each side subtracts its tricks; short of its bid or without a trick it is set (B-114 to B-117, BD-61)."""
    return tuple((_side(hand, side, tricks),) for side, tricks in enumerate(hand.taken))


def _side(hand: Played, side: int, tricks: int) -> Addend:
    if hand.bidders is None:
        return Addend(-tricks, "tricks", "BD-61") if 0 < tricks < hand.each else _of_a_sweep(tricks)
    if side == hand.bidders:
        return Addend(-tricks, "tricks", "B-115") if hand.made else Addend(BUMP, "set", "B-116")
    return Addend(-tricks, "tricks", "B-114") if tricks else Addend(BUMP, "no_tricks", "B-114")


def _of_a_sweep(tricks: int) -> Addend:
    """A club hand of which one side took all (B-117)."""
    return Addend(-tricks, "sweep", "B-117") if tricks else Addend(BUMP, "no_tricks", "B-117")
