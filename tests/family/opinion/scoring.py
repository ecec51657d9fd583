"""Scores of hands, ends of games, stakes and table changes."""

from __future__ import annotations

from typing import NamedTuple

from tests.family.opinion.auction import Contract
from tests.family.opinion.laws import Law
from tests.family.opinion.table import Record, cards_each, side_of, sides_of

Points = dict[str, int]


class Result(NamedTuple):
    """Hand to be scored: tricks by side, and the bidding side if any."""

    contract: Contract | None
    taken: Points
    all_tricks: int
    made: bool
    bidders: str | None
    #: Sides that left the hand, and score nothing.
    gone: tuple[str, ...]


def result_of(
    record: Record, contract: Contract | None, taken: Points, gone: list[str], lost: bool, law: Law
) -> Result:
    """Return the hand for scoring; `lost` is a lone bid lost whatever was taken (`partner_plays=lone_lost`)."""
    bidders = None if contract is None else side_of(contract["maker"], record, law)
    made = contract is not None and bidders is not None and taken[bidders] >= contract["tricks"] and not lost
    out = tuple(dict.fromkeys(side_of(seat, record, law) for seat in gone)) if not law["sides"] else ()
    return Result(contract, taken, cards_each(record), made, bidders, out)


def score_hand(hand: Result, law: Law) -> tuple[Points, Points]:
    """Return the points and hickeys of a hand."""
    if law["game"] == "dc":
        return each_alone(hand, law), {}
    if law["game"] == "ec":
        return eau_claire(hand), {}
    if hand.contract is None or hand.bidders is None:
        raise ValueError("a hand of two sides without a bidder cannot be scored in this game")
    bidders, taken = hand.bidders, hand.taken
    others = next(side for side in taken if side != bidders)
    if law["game"] == "pf":
        ours, theirs, sets = pfeffer(hand, taken[bidders], taken[others])
        return {bidders: ours, others: theirs}, {bidders: sets[0], others: sets[1]}
    ours, theirs = SUMS[law["game"]](hand, taken[bidders], taken[others], law)
    return {side: ours if side == bidders else theirs for side in taken}, {}


def bid_euchre(hand: Result, ours: int, theirs: int, law: Law) -> tuple[int, int]:
    """Return the points by B-024 to B-031.

    Tricks or minus six; peppers plus or minus twelve, fourteen; no trick on defense minus six.
    """
    price = {"small_pepper": 12, "big_pepper": 14}.get(kind_of(hand), 6)
    made = ours if kind_of(hand) == "bid" else price
    return (made if hand.made else -price), (theirs or -6)


def kind_of(hand: Result) -> str:
    """Return the kind of the contract."""
    return str(hand.contract["kind"]) if hand.contract else ""


def bid_of(hand: Result) -> int:
    """Return the tricks undertaken."""
    return int(hand.contract["tricks"]) if hand.contract else 0


def progressive(hand: Result, ours: int, theirs: int, law: Law) -> tuple[int, int]:
    """Return the points by B-043 to B-046, BD-22 to BD-26.

    The scale for the bidders, two for stopping them, four for a sweep.
    """
    if not hand.made:
        return 0, (4 if theirs == hand.all_tricks else 2)
    defense = listed_points(theirs) if law["prog_defence"] == "yes" else 0
    if kind_of(hand) == "loner":
        return 4, defense
    if kind_of(hand) == "pepper":
        return law["prog_pepper"], defense
    if law["prog_scale"] == "all_tricks":
        return (2 if ours == hand.all_tricks else 1), defense
    return listed_points(ours), defense


def listed_points(tricks: int) -> int:
    """Return one for three or four tricks, two for all five; six counts as five (B-043, BD-22)."""
    return 0 if tricks < 3 else 1 if tricks < 5 else 2


def pfeffer(hand: Result, ours: int, theirs: int) -> tuple[int, int, tuple[int, int]]:
    """Return the points by B-060 to B-065.

    Tricks; a side swept or short of its bid is set: minus five and a hickey; Pfeffer counts double.
    """
    lone = kind_of(hand) == "pfeffer"
    if not hand.made:
        return (-10, theirs, (2, 0)) if lone else (-5, theirs, (1, 0))
    made = 12 if lone else ours
    return (made, theirs, (0, 0)) if theirs else (made, -5, (0, 1))


def hasenpfeffer(hand: Result, ours: int, theirs: int, law: Law) -> tuple[int, int]:
    """Return the points by B-073: one a trick, or minus one for each undertrick (for the others BD-38)."""
    return (ours if hand.made else ours - bid_of(hand)), (theirs if law["hasen_opponents"] == "tricks" else 0)


def buck(hand: Result, ours: int, theirs: int, law: Law) -> tuple[int, int]:
    """Return the points by B-080, B-081.

    Tricks; all six add the bid, which the others lose; a failed bid by BD-43.
    """
    if not hand.made:
        failed = {"bid": -bid_of(hand), "tricks": ours, "zero": 0}
        return failed[law["buck_set"]], theirs
    return (ours + bid_of(hand), -bid_of(hand)) if theirs == 0 else (ours, theirs)


def double_deck(hand: Result, ours: int, theirs: int, law: Law) -> tuple[int, int]:
    """Return the points by B-134 to B-136: tricks, or minus the bid."""
    return (ours if hand.made else -bid_of(hand)), theirs


def double_hasenpfeffer(hand: Result, ours: int, theirs: int, law: Law) -> tuple[int, int]:
    """Return both sides' points: a forced dealer loses half, rounded up; alone doubles (BD-65, BD-69).

    Otherwise as in Pepper (B-144 to B-146).
    """
    contract = hand.contract or {}
    loss = 6 if law["dh_loss"] == "six" else bid_of(hand)
    if contract.get("forced"):
        loss = (loss + 1) // 2
    bidders, defense = (ours if hand.made else -loss), (theirs or -6)
    if contract.get("alone"):
        bidders *= 2
        defense *= 2 if law["alone_doubles"] == "both" else 1
    return bidders, defense


SUMS = {
    "be": bid_euchre, "pe": progressive, "hp": hasenpfeffer, "bp": buck, "dd": double_deck, "dh": double_hasenpfeffer,
}  # fmt: skip


def each_alone(hand: Result, law: Law) -> Points:
    """Return the points of Dirty Clubs by B-087 to B-089.

    Each subtracts his tricks; five more for a bidder who falls short, or for no trick.
    """
    points = {}
    for side, tricks in hand.taken.items():
        if side in hand.gone:
            points[side] = 0
        elif side == hand.bidders and not hand.made:
            # Only once, even if the bidder took no trick either (BD-54).
            points[side] = 5
        else:
            points[side] = 5 if tricks == 0 and law["bump_no_tricks"] == "yes" else -tricks
    return points


def eau_claire(hand: Result) -> Points:
    """Return the points by B-113 to B-117.

    Each side subtracts its tricks; short of the bid, or without a trick, it is set: five more. In a hand without a
    bidder a sweep sets the other side by the same words (B-117, BD-61).
    """
    return {
        side: 5 if tricks == 0 or (side == hand.bidders and not hand.made) else -tricks
        for side, tricks in hand.taken.items()
    }


def sat_out(record: Record, contract: Contract, law: Law) -> Points:
    """Return the points if everybody else left: the bidders earn their bid, the others nothing (B-104, BD-52)."""
    bidders = side_of(contract["maker"], record, law)
    everything = law["game"] == "dc" and law["all_dropped"] == "all_tricks"
    earned = cards_each(record) if everything else contract["tricks"]
    return {side: -earned if side == bidders else 0 for side in sides_of(record, law)}


def score_renege(
    record: Record, contract: Contract | None, taken: Points, gone: list[str], guilty: str, law: Law
) -> tuple[Points, Points, bool]:
    """Return points and hickeys of a hand lost by a failure to follow, and if the bid counts as made (BD-70, BD-78)."""
    sides = sides_of(record, law)
    bidders = None if contract is None else side_of(contract["maker"], record, law)
    out = [side_of(seat, record, law) for seat in gone] if not law["sides"] else []
    made = bidders is not None and bidders != guilty
    no_hickeys = dict.fromkeys(sides, 0) if law["game"] == "pf" else {}
    if law["renege_penalty"] != "lose_hand":
        four = law["renege_penalty"] == "plus_minus_four"
        lone = contract is not None and contract["alone"]
        gain, loss = (4, -4) if four else (4 if lone else 2, 0)
        sign = -1 if law["down"] else 1
        points = {side: sign * (loss if side == guilty else gain) for side in sides}
        return {side: 0 if side in out else points[side] for side in sides}, no_hickeys, made
    if not law["sides"]:
        # The offender adds five, the others subtract what they had taken (BD-78).
        return {side: 5 if side == guilty else -taken[side] for side in sides}, {}, made
    every = cards_each(record)
    as_if = {side: 0 if side == guilty else every for side in sides}
    points, hickeys = score_hand(result_of(record, contract, as_if, gone, False, law), law)
    return points, hickeys, made


def scores_before(record: Record, law: Law) -> Points:
    """Return the scores before the hand; if not recorded, the start of the game."""
    noted: Points = record.get("before") or {}
    start = int(law["start"])
    return {side: noted.get(side, start) for side in sides_of(record, law)}


def cap_points(points: Points, before: Points, law: Law) -> Points:
    """Return the points of a set in Eau Claire: five more, up to twenty (B-112, BD-63)."""
    if law["game"] != "ec":
        return points
    return {
        side: min(20, before[side] + points[side]) - before[side] if points[side] > 0 else points[side]
        for side in points
    }


def winner(after: Points, bidders: str | None, made: bool, tricks: Points | None, law: Law) -> str | None:
    """Return the side that has won the game with this hand, `tie`, or None."""
    if law["end"] == "time_limit" or law["target"] is None:
        return None
    if law["down"]:
        return find_first_at_zero(after, bidders, tricks, law)
    there = [side for side in after if after[side] >= law["target"]]
    if law["win_on"] != "any":
        # Only on offense, and by default only with the bid made (B-032, BD-17).
        counts = bidders in there and (made or law["win_on"] == "any_offence")
        return bidders if counts else None
    if len(there) < 2:
        return there[0] if there else None
    if law["both_reach"] == "bidder" or after[there[0]] == after[there[1]]:
        return bidders
    # Pfeffer: only a tie goes to the bidders (B-066, BD-33).
    return max(there, key=lambda side: after[side])


def find_first_at_zero(after: Points, bidders: str | None, tricks: Points | None, law: Law) -> str | None:
    """Return the seat that reaches zero in the Clubs games (B-118 to B-120, BD-53)."""
    there = [side for side in after if after[side] <= law["target"]]
    if len(there) < 2:
        return there[0] if there else None
    if law["game"] == "ec" and bidders is not None:
        return bidders
    best = [side for side in there if after[side] == min(after[one] for one in there)]
    if len(best) == 1:
        return best[0]
    if law["game"] == "ec" and tricks is not None:
        return max(best, key=lambda side: tricks[side])
    return bidders if bidders in best else "tie"


def charge_loser(
    winner: str, after: Points, hickeys: Points, game: int, each_set: int, zero_doubles: str = "game"
) -> int:
    """Return the payment of the losing side: the game, and the difference in sets.

    A loser at zero or below pays double for the game; with `all`, also for the sets, if the loser owes them.
    """
    loser = next(side for side in after if side != winner)
    sets = (hickeys.get(loser, 0) - hickeys.get(winner, 0)) * each_set
    if after[loser] > 0:
        return game + sets
    return 2 * game + (2 * sets if zero_doubles == "all" and sets > 0 else sets)


Pair = tuple[str, str]


class BellTable(NamedTuple):
    """Two pairs at one table with their points when the bell rang; the first table is the head table."""

    pairs: tuple[Pair, Pair]
    points: tuple[int, int]


def after_the_bell(tables: list[BellTable]) -> list[list[Pair]]:
    """Return the pairs that meet at each table; one player of each pair then changes seats.

    Winners go up one table, those of the head table stay; losers stay, those of the head table go to the tail.
    """
    meeting: list[list[Pair]] = [[] for _ in tables]
    for number, table in enumerate(tables):
        winners, losers = table.pairs if table.points[0] > table.points[1] else table.pairs[::-1]
        meeting[max(0, number - 1)].append(winners)
        meeting[number if number else len(tables) - 1].append(losers)
    return meeting


def tallies(tables: list[BellTable]) -> dict[str, int]:
    """Return the points that every player enters: those of the team (B-048)."""
    results: dict[str, int] = {}
    for table in tables:
        for pair, points in zip(table.pairs, table.points, strict=True):
            results |= dict.fromkeys(pair, points)
    return results
