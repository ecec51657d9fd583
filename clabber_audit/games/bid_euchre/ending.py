"""What a hand that was not played out brings, the running score after it, who has won, and who deals next."""

from __future__ import annotations

from typing import Final, Literal

from clabber_audit.games.bid_euchre.arithmetic import Addend, Played, Settled
from clabber_audit.games.bid_euchre.clubs import BUMP
from clabber_audit.games.bid_euchre.scoring import settle
from clabber_audit.games.bid_euchre.toggles import Toggles
from clabber_audit.games.game import GameEnd, Outcome
from clabber_audit.table.seating import Seating

#: A game that several have won alike.
TIE: Final = "tie"


def counts_down(toggles: Toggles) -> bool:
    """Whether a game is played down to its target (B-086, B-113)."""
    return toggles.target is not None and toggles.start > toggles.target


def sat_out(hand: Played, toggles: Toggles) -> Settled:
    """All others left the hand: the bidder has earned his bid, nobody else anything (B-104, BD-52)."""
    assert hand.contract is not None, "nobody leaves a hand without a bid (B-091, B-106)"
    everything = toggles.all_dropped == "all_tricks"
    earned = Addend(-(hand.each if everything else hand.contract.tricks), "sat_out", "BD-52" if everything else "B-104")
    nothing = Addend(0, "out", "B-104")
    return Settled(tuple((earned if side == hand.bidders else nothing,) for side in range(len(hand.taken))))


def reneged(hand: Played, guilty: int, toggles: Toggles) -> Settled | None:
    """The hand is lost by the side that is guilty; `hand` has the tricks taken until then.

    It is scored as if the others had taken every trick (BD-70). Where each plays for himself nobody else can: the
    offender is bumped and the others keep what they had (BD-78).
    """
    if toggles.renege_penalty != "lose_hand":
        return _fixed(hand, guilty, toggles)
    if toggles.partners == "no":
        kept = (Addend(-tricks, "taken", "BD-78") for tricks in hand.taken)
        bump = Addend(BUMP, "renege", "BD-78")
        return Settled(tuple((bump if side == guilty else addend,) for side, addend in enumerate(kept)))
    every = tuple(0 if side == guilty else hand.each for side in range(len(hand.taken)))
    return settle(hand._replace(taken=every, lost=False), toggles)


def _fixed(hand: Played, guilty: int, toggles: Toggles) -> Settled:
    """A penalty in points that stops the play: four each way, or two, four against a lone player (BD-70)."""
    if toggles.renege_penalty == "plus_minus_four":
        gain, loss = 4, -4
    else:
        gain, loss = 4 if hand.alone else 2, 0
    sign = -1 if counts_down(toggles) else 1
    points = (sign * (loss if side == guilty else gain) for side in range(len(hand.taken)))
    given = tuple(
        (Addend(0, "out", "BD-70") if hand.out >> side & 1 else Addend(changed, "renege", "BD-70"),)
        for side, changed in enumerate(points)
    )
    return Settled(given, (0, 0) if toggles.scoring == "pfeffer" else ())


def charged(settled: Settled, side: int, toggles: Toggles) -> Settled:
    """With what a claim costs its side that proved nothing (BD-73)."""
    cost = Addend(2 if counts_down(toggles) else -2, "unproven_claim", "BD-73")
    return settled._replace(
        addends=tuple((*given, cost) if number == side else given for number, given in enumerate(settled.addends))
    )


def capped(settled: Settled, before: tuple[int, ...], toggles: Toggles) -> Settled:
    """What a set adds, to no more than the cap (B-112, BD-63)."""
    if toggles.cap is None:
        return settled
    above = [
        max(0, score + points - toggles.cap) if points > 0 else 0
        for score, points in zip(before, settled.points, strict=True)
    ]
    return settled._replace(
        addends=tuple(
            (*given, Addend(-excess, "cap", "B-112")) if excess else given
            for given, excess in zip(settled.addends, above, strict=True)
        )
    )


def stands(after: tuple[int, ...], hand: Played, made: bool, toggles: Toggles) -> int | Literal["tie"] | None:
    """The side that has won the game with a hand, or a tie; None where it goes on or no score ends it.

    `hand` has the tricks of a hand that nobody bid for.
    """
    target = toggles.target
    if toggles.end != "target" or target is None:
        return None
    down = counts_down(toggles)
    there = [side for side, score in enumerate(after) if (score <= target if down else score >= target)]
    bidders = hand.bidders
    if toggles.win_on != "any":
        # On offense alone, and with the bid made unless the table says otherwise (B-032, BD-17).
        return bidders if bidders in there and (made or toggles.win_on == "any_offence") else None
    if len(there) < 2:
        return there[0] if there else None
    if toggles.both_reach == "bidder" and bidders is not None:
        return bidders
    best = (min if down else max)(after[side] for side in there)
    level = [side for side in there if after[side] == best]
    if len(level) > 1 and toggles.both_reach == "bidder":
        # Nobody bid, and level: who took more tricks (B-120).
        return max(level, key=lambda side: hand.taken[side])
    if len(level) > 1:
        return bidders if bidders in level else TIE
    return level[0]


def reaches(totals: tuple[int, ...], toggles: Toggles) -> GameEnd:
    """How a game stands by its totals alone, which do not say who was on offense."""
    if toggles.end != "target" or toggles.target is None:
        return "unfinished"
    there = min(totals) <= toggles.target if counts_down(toggles) else max(totals) >= toggles.target
    return "won" if there else "unfinished"


def next_dealer(dealer: int, outcome: Outcome, seating: Seating, toggles: Toggles) -> int:
    """Who deals after a hand: the seat at the dealer's left (B-010), the same after a deal that counts for nothing.

    `dealer` is who should have dealt, where a deal out of turn was called in time.
    """
    again = (
        outcome == "redeal"
        or (outcome == "annulled" and toggles.annulled_deal != "next")
        or (outcome == "passed_out" and toggles.all_pass == "redeal_same")
    )
    return dealer if again else seating.left_of(dealer)
