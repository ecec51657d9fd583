"""Score of a hand, of a game, and the stakes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple

from clabber_audit.games.bid_euchre.auction import BidContract
from clabber_audit.games.bid_euchre.toggles import BidEuchreToggles
from clabber_audit.games.game import DealersOfHand, GameEnd, Outcome

#: Reasons for addends; the report has their texts.
Why = Literal[
    "tricks", "set", "undertricks", "no_tricks", "pepper", "loner", "listed", "stopped", "sweep", "skunk", "bid",
    "forced_half", "alone", "bumped", "sat_out", "out", "cap", "renege", "taken", "unproven_claim",
]  # fmt: skip


class Addend(NamedTuple):
    """One number of the arithmetic. The Clubs games count down, so that a good hand is negative."""

    points: int
    why: Why
    #: The row of the rules that gives it.
    row: str


class PlayedHand(NamedTuple):
    """Hand to be scored. Sides are numbers in the order of the seating."""

    #: Number of tricks each side took.
    taken: tuple[int, ...]
    #: Number of tricks of the hand.
    each: int
    #: None if the hand was played without a bid (B-091, B-097).
    contract: BidContract | None = None
    #: The side of the bidder.
    bidders: int | None = None
    alone: bool = False
    #: Sides, as bits, that dropped out, each a player by himself.
    out: int = 0
    #: True if a lone bid is lost regardless of the tricks (BD-77).
    lost: bool = False

    @property
    def is_made(self) -> bool:
        """True if the bid was made: at least as many tricks as it names (B-024)."""
        if self.contract is None or self.bidders is None or self.lost:
            return False
        return self.taken[self.bidders] >= self.contract.tricks


class SettledScore(NamedTuple):
    """Score of a hand by side: the arithmetic, and hickeys if the game has them."""

    addends: tuple[tuple[Addend, ...], ...]
    hickeys: tuple[int, ...] = ()

    @property
    def points(self) -> tuple[int, ...]:
        """Points added to the score of each side."""
        return tuple(sum(addend.points for addend in side) for side in self.addends)

    def with_addends(self, more: Mapping[int, Addend]) -> SettledScore:
        """Return the score with one more addend for some sides."""
        addends = ((*own, more[side]) if side in more else own for side, own in enumerate(self.addends))
        return self._replace(addends=tuple(addends))


def dirty_clubs(hand: PlayedHand, side: int, tricks: int, toggles: BidEuchreToggles) -> Addend:
    """Subtract the tricks of a seat; five more if short of the bid or without a trick (B-087 to B-089)."""
    if hand.out >> side & 1:
        return Addend(0, "out", "B-090")
    if side == hand.bidders and not hand.is_made:
        # Once, though he took no trick either (BD-54).
        return Addend(_price_set(hand, tricks, toggles, toggles.bump), "set", "B-088")
    if not tricks and toggles.bump_no_tricks == "yes":
        return Addend(_price_trickless(hand, toggles, toggles.bump), "bumped", "B-089")
    return Addend(-tricks, "tricks", "B-087")


def eau_claire(hand: PlayedHand, side: int, tricks: int, toggles: BidEuchreToggles) -> Addend:
    """Subtract the tricks of a side; one short of its bid or without a trick is set (B-114 to B-117, BD-61)."""
    nothing = Addend(_price_trickless(hand, toggles, toggles.bump), "no_tricks", "B-114")
    if hand.bidders is None:
        if 0 < tricks < hand.each:
            return Addend(-tricks, "tricks", "BD-61")
        # A club hand with all tricks to one side.
        return Addend(-tricks, "sweep", "B-117") if tricks else nothing._replace(row="B-117")
    if side == hand.bidders:
        cost = _price_set(hand, tricks, toggles, toggles.bump)
        return Addend(-tricks, "tricks", "B-115") if hand.is_made else Addend(cost, "set", "B-116")
    return Addend(-tricks, "tricks", "B-114") if tricks else nothing


def _price_set(hand: PlayedHand | TwoSides, tricks: int, toggles: BidEuchreToggles, usual: int) -> int:
    """Return the cost of a failed bid: a number of points, the bid, or one for each missing trick."""
    if toggles.set_price is None or hand.contract is None:
        return usual
    named = {"bid": hand.contract.tricks, "short": hand.contract.tricks - tricks}
    return named.get(str(toggles.set_price), 0) or int(toggles.set_price)


def _price_trickless(hand: PlayedHand | TwoSides, toggles: BidEuchreToggles, usual: int) -> int:
    """Return the cost to the other side of taking no trick: a number of points, or the bid."""
    if toggles.no_tricks == "bid":
        return hand.contract.tricks if hand.contract else usual
    return usual if toggles.no_tricks is None else toggles.no_tricks


#: Addends of a side.
Addends = tuple[Addend, ...]


class TwoSides(NamedTuple):
    """Hand of bidders against defenders."""

    contract: BidContract
    ours: int
    theirs: int
    each: int
    made: bool
    alone: bool


def _score_bid(hand: TwoSides, toggles: BidEuchreToggles, row: str) -> Addend:
    """Score the tricks of bidders who made their bid."""
    return Addend(toggles.per_trick_makers * hand.ours, "tricks", row)


def _score_defenders(hand: TwoSides, toggles: BidEuchreToggles, row: str) -> Addend:
    """Score the tricks of the other side."""
    return Addend(toggles.per_trick_defense * hand.theirs, "tricks", row)


def _score_set(hand: TwoSides, toggles: BidEuchreToggles, usual: int, row: str) -> Addend:
    """Score bidders who fell short."""
    return Addend(-_price_set(hand, hand.ours, toggles, usual), "set", row)


def _score_trickless(hand: TwoSides, toggles: BidEuchreToggles, usual: int, row: str) -> Addend:
    """Score the other side without a trick."""
    return Addend(-_price_trickless(hand, toggles, usual), "no_tricks", row)


def pepper(hand: TwoSides, toggles: BidEuchreToggles) -> tuple[Addends, Addends]:
    """Score tricks, or minus six regardless of the bid; a defense without a trick loses six too (B-024 to B-028)."""
    price = {"small_pepper": toggles.small_pepper, "big_pepper": toggles.big_pepper}.get(hand.contract.kind)
    defense = _score_defenders(hand, toggles, "B-028")
    if not hand.theirs:
        defense = _score_trickless(hand, toggles, 6, "B-027" if price is None else "B-031")
    if price is None:
        ours = _score_bid(hand, toggles, "B-024") if hand.made else _score_set(hand, toggles, 6, "B-025")
        return (ours,), (defense,)
    return (Addend(price, "pepper", "B-029") if hand.made else Addend(-price, "set", "B-030"),), (defense,)


def double_pepper(hand: TwoSides, toggles: BidEuchreToggles) -> tuple[Addends, Addends]:
    """Score as Pepper; a forced dealer loses half, rounded up, alone it is double (B-144 to B-146, BD-65, BD-66)."""
    usual = 6 if toggles.dh_loss == "six" else hand.contract.tricks
    lost = _score_set(hand, toggles, usual, "B-144")
    ours = [_score_bid(hand, toggles, "B-144") if hand.made else lost]
    theirs = [
        _score_defenders(hand, toggles, "B-144")
        if hand.theirs
        else _score_trickless(hand, toggles, 6, "B-144")
    ]
    if hand.contract.forced and not hand.made and toggles.forced_loss == "half":
        ours.append(Addend(-lost.points // 2, "forced_half", "B-145"))
    doubled = (ours, theirs) if toggles.alone_doubles == "both" else (ours,)
    for side in doubled if hand.alone else ():
        side.append(Addend(sum(addend.points for addend in side), "alone", "B-146"))
    return tuple(ours), tuple(theirs)


def progressive(hand: TwoSides, toggles: BidEuchreToggles) -> tuple[Addends, Addends]:
    """Score a made bid by the scale, else two for stopping it, four for a sweep (B-043 to B-046)."""
    if not hand.made:
        stopped = Addend(toggles.stopped, "stopped", "B-045")
        if hand.theirs == hand.each:
            stopped = Addend(toggles.sweep, "sweep", "B-046")
        return (_score_set(hand, toggles, 0, "B-045"),), (stopped,)
    made = Addend(_score_by_scale(hand.ours, toggles), "listed", "B-043")
    if hand.contract.kind == "loner":
        made = Addend(toggles.loner, "loner", "B-043")
    elif hand.contract.kind == "pepper":
        made = Addend(toggles.prog_pepper or 0, "pepper", "BD-23")
    elif toggles.prog_scale == "all_tricks":
        made = Addend(2 if hand.ours == hand.each else 1, "listed", "BD-22")
    defense = _score_by_scale(hand.theirs, toggles) if toggles.prog_defence == "yes" else 0
    return (made,), (Addend(defense, "listed", "B-044"),)


def _score_by_scale(tricks: int, toggles: BidEuchreToggles) -> int:
    """Return the points of the scale: one for three or four, two for five, which six contain (B-043, BD-22)."""
    scale = (toggles.scale_3, toggles.scale_4, toggles.scale_5, toggles.scale_6)
    return 0 if tricks < 3 else scale[min(tricks, 6) - 3]


def pfeffer(hand: TwoSides, toggles: BidEuchreToggles) -> tuple[Addends, Addends]:
    """Score tricks, or minus five, ten for Pfeffer; without a trick the others are set (B-060 to B-065)."""
    lone = hand.contract.kind == "pfeffer"
    theirs = _score_defenders(hand, toggles, "B-065")
    if not hand.made:
        lost = (
            Addend(-toggles.pfeffer_loss, "set", "B-064") if lone else _score_set(hand, toggles, 5, "B-062")
        )
        return (lost,), (theirs,)
    if not hand.theirs:
        theirs = _score_trickless(hand, toggles, 5, "B-063" if lone else "B-061")
    gained = Addend(toggles.pfeffer_gain, "pepper", "B-063") if lone else _score_bid(hand, toggles, "B-060")
    return (gained,), (theirs,)


def hasenpfeffer(hand: TwoSides, toggles: BidEuchreToggles) -> tuple[Addends, Addends]:
    """Score tricks, or minus one for each missing; the rules are silent about the other side (B-073, BD-38)."""
    theirs = Addend(0, "tricks", "BD-38")
    if toggles.hasen_opponents == "tricks":
        theirs = _score_defenders(hand, toggles, "BD-38")
    if hand.made:
        return (_score_bid(hand, toggles, "B-073"),), (theirs,)
    if toggles.set_price is not None:
        return (_score_set(hand, toggles, 0, "B-073"),), (theirs,)
    return (Addend(hand.ours - hand.contract.tricks, "undertricks", "B-073"),), (theirs,)


def buck(hand: TwoSides, toggles: BidEuchreToggles) -> tuple[Addends, Addends]:
    """Score tricks; all of them also bring the bid, which the others lose (B-080, B-081, BD-42 to BD-44)."""
    bid, theirs = hand.contract.tricks, _score_defenders(hand, toggles, "B-080")
    if not hand.made:
        lost = {"bid": -bid, "tricks": hand.ours, "zero": 0}
        usual = Addend(lost[toggles.buck_set or "zero"], "set", "BD-43")
        return (usual if toggles.set_price is None else _score_set(hand, toggles, bid, "BD-43"),), (theirs,)
    ours = _score_bid(hand, toggles, "B-080")
    if hand.theirs:
        return (ours,), (theirs,)
    lost_by_others = Addend(-_price_trickless(hand, toggles, bid), "skunk", "B-081")
    return (ours, Addend(bid, "bid", "B-081")), (lost_by_others,)


def double_deck(hand: TwoSides, toggles: BidEuchreToggles) -> tuple[Addends, Addends]:
    """Score tricks, or minus the bid (B-134 to B-136)."""
    bid = hand.contract.tricks
    ours = _score_bid(hand, toggles, "B-134") if hand.made else _score_set(hand, toggles, bid, "B-135")
    theirs = _score_defenders(hand, toggles, "B-136")
    if not hand.theirs and toggles.no_tricks is not None:
        theirs = _score_trickless(hand, toggles, 0, "B-136")
    return (ours,), (theirs,)


_TWO_SIDES: Final[dict[str, Callable[[TwoSides, BidEuchreToggles], tuple[Addends, Addends]]]] = {
    "pepper": pepper,
    "progressive": progressive,
    "pfeffer": pfeffer,
    "hasenpfeffer": hasenpfeffer,
    "buck": buck,
    "double_deck": double_deck,
    "double_pepper": double_pepper,
}
#: The games in which each side scores by itself.
_CLUBS: Final[dict[str, Callable[[PlayedHand, int, int, BidEuchreToggles], Addend]]] = {
    "dirty_clubs": dirty_clubs,
    "eau_claire": eau_claire,
}


def settle_hand(hand: PlayedHand, toggles: BidEuchreToggles) -> SettledScore | None:
    """Return the score of a hand played out, by side.

    None if all passed in a game of bidders against defenders: no rule values such a hand.
    """
    clubs = _CLUBS.get(toggles.scoring)
    if clubs is not None:
        scores = (clubs(hand, side, tricks, toggles) for side, tricks in enumerate(hand.taken))
        return SettledScore(tuple((addend,) for addend in scores))
    contract, bidders = hand.contract, hand.bidders
    if contract is None or bidders is None:
        return None
    sides = TwoSides(
        contract, hand.taken[bidders], hand.taken[1 - bidders], hand.each, hand.is_made, hand.alone
    )
    given = _TWO_SIDES[toggles.scoring](sides, toggles)
    hickeys = _count_hickeys(sides, toggles) if toggles.scoring == "pfeffer" else ()
    return SettledScore(given[:: 1 - 2 * bidders], hickeys[:: 1 - 2 * bidders])


def _count_hickeys(hand: TwoSides, toggles: BidEuchreToggles) -> tuple[int, ...]:
    """Count one for each set, two for a Pfeffer that failed (B-061 to B-064)."""
    if not hand.made:
        return (toggles.pfeffer_hickeys if hand.contract.kind == "pfeffer" else toggles.hickeys), 0
    return 0, 0 if hand.theirs else toggles.hickeys


#: A game that several have won alike.
TIE: Final = "tie"


def counts_down(toggles: BidEuchreToggles) -> bool:
    """Return True if a game is played down to its target (B-086, B-113)."""
    return toggles.target is not None and toggles.start > toggles.target


def score_sat_out(hand: PlayedHand, toggles: BidEuchreToggles) -> SettledScore:
    """Score a hand that all others left: the bidder earns the bid, the others nothing (B-104, BD-52)."""
    assert hand.contract is not None, "nobody leaves a hand without a bid (B-091, B-106)"
    everything = toggles.all_dropped == "all_tricks"
    earned = Addend(
        -(hand.each if everything else hand.contract.tricks), "sat_out", "BD-52" if everything else "B-104"
    )
    nothing = Addend(0, "out", "B-104")
    return SettledScore(
        tuple((earned if side == hand.bidders else nothing,) for side in range(len(hand.taken)))
    )


def score_renege(hand: PlayedHand, guilty: int, toggles: BidEuchreToggles) -> SettledScore | None:
    """Score a hand lost by the guilty side; `hand` has the tricks taken until then.

    It is scored as if the others had taken every trick (BD-70). If each plays alone there are no others: the offender
    is bumped and the others keep their tricks (BD-78).
    """
    if toggles.renege_penalty != "lose_hand":
        return _score_fixed_penalty(hand, guilty, toggles)
    if toggles.partners == "no":
        kept = (Addend(-tricks, "taken", "BD-78") for tricks in hand.taken)
        bump = Addend(toggles.bump, "renege", "BD-78")
        return SettledScore(tuple((bump if side == guilty else addend,) for side, addend in enumerate(kept)))
    every = tuple(0 if side == guilty else hand.each for side in range(len(hand.taken)))
    return settle_hand(hand._replace(taken=every, lost=False), toggles)


def _score_fixed_penalty(hand: PlayedHand, guilty: int, toggles: BidEuchreToggles) -> SettledScore:
    """Return a penalty in points that stops play: four each way, or two, four against a lone player (BD-70)."""
    prices = {
        "plus_minus_four": (4, 4, 4),
        "two_points": (2, 0, 4),
        "points": (toggles.renege_points, toggles.renege_minus, toggles.renege_alone),
        "note": (0, 0, 0),
    }
    usual, loss, against_lone = prices[toggles.renege_penalty]
    gain, loss = against_lone if hand.alone else usual, -loss
    sign = -1 if counts_down(toggles) else 1
    points = (sign * (loss if side == guilty else gain) for side in range(len(hand.taken)))
    given = tuple(
        (Addend(0, "out", "BD-70") if hand.out >> side & 1 else Addend(changed, "renege", "BD-70"),)
        for side, changed in enumerate(points)
    )
    return SettledScore(given, (0, 0) if toggles.scoring == "pfeffer" else ())


def charge_claim(settled: SettledScore, side: int, toggles: BidEuchreToggles) -> SettledScore:
    """Charge a side for a claim that proved nothing (BD-73)."""
    price = toggles.unproven_claim
    cost = Addend(price if counts_down(toggles) else -price, "unproven_claim", "BD-73")
    return settled.with_addends({side: cost})


def cap_set(settled: SettledScore, before: tuple[int, ...], toggles: BidEuchreToggles) -> SettledScore:
    """Return the points of a set, at most the cap (B-112, BD-63)."""
    if toggles.cap is None:
        return settled
    above = {
        side: score + points - toggles.cap
        for side, (score, points) in enumerate(zip(before, settled.points, strict=True))
        if points > 0 and score + points > toggles.cap
    }
    return settled.with_addends({side: Addend(-excess, "cap", "B-112") for side, excess in above.items()})


def find_game_winner(
    after: tuple[int, ...], hand: PlayedHand, made: bool, toggles: BidEuchreToggles
) -> int | Literal["tie"] | None:
    """Return the side that has won the game with a hand, or a tie; None if the game goes on.

    `hand` has the tricks of a hand that all passed.
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
    if toggles.both_reach == "bidder" and bidders in there:
        return bidders
    best = (min if down else max)(after[side] for side in there)
    level = [side for side in there if after[side] == best]
    if toggles.both_reach == "bidder" and toggles.partners == "yes":
        # Nobody bid, and level: who took more tricks (B-120). Single players tie (BD-53).
        most = max(hand.taken[side] for side in level)
        level = [side for side in level if hand.taken[side] == most]
    if len(level) > 1:
        return bidders if bidders in level else TIE
    return level[0]


def find_end_by_totals(totals: tuple[int, ...], toggles: BidEuchreToggles) -> GameEnd:
    """Return the state of a game by its totals alone, without regard to offense."""
    if toggles.end != "target" or toggles.target is None:
        return "unfinished"
    there = min(totals) <= toggles.target if counts_down(toggles) else max(totals) >= toggles.target
    return "won" if there else "unfinished"


def next_dealer(
    outcome: Outcome, _both_guilty: bool, deals: DealersOfHand, toggles: BidEuchreToggles
) -> int | None:
    """Return the next dealer: the seat at the left (B-010), the same after a deal that counts for nothing.

    After a deal out of turn that was called in time it is the rightful dealer; None while the hand is not over.
    """
    if outcome in ("unfinished", "undetermined"):
        return None
    if deals.out_of_turn:
        return deals.due
    if outcome == "redeal":
        return deals.find_redealer(toggles.max_redeals)
    again = (outcome == "annulled" and toggles.annulled_deal != "next") or (
        outcome == "passed_out" and toggles.all_pass == "redeal_same"
    )
    return deals.dealer if again else deals.seating.left_neighbor(deals.dealer)


_SET: Final = frozenset(("set", "undertricks", "no_tricks", "bumped"))


class HandStakes(NamedTuple):
    """Stakes of a game and of a set."""

    game: int
    each_set: int


def sets_in(settled: SettledScore) -> tuple[int, ...]:
    """Return the sets of each side in a hand: its hickeys if the game has them, else short of a bid or a trick."""
    if settled.hickeys:
        return settled.hickeys
    return tuple(sum(addend.why in _SET for addend in side) for side in settled.addends)


def compute_payment(
    after: tuple[int, ...], sets: tuple[int, ...], winner: int, stakes: HandStakes, toggles: BidEuchreToggles
) -> int:
    """Return the payment of the losing side of two: the game, and its sets less the winners'; negative if it receives.

    In some games losers at zero or below pay the game twice, or all of it (BD-35).
    """
    loser = 1 - winner
    owed = (sets[loser] - sets[winner]) * stakes.each_set
    if toggles.zero_doubles is None or after[loser] > 0:
        return stakes.game + owed
    return 2 * stakes.game + (2 * owed if toggles.zero_doubles == "all" and owed > 0 else owed)
