"""The auction: each call weighed in the order spoken, and the contract that comes of it."""

from __future__ import annotations

from typing import Any

from tests.family.opinion.bids import Rank, can_stand, can_win, exists, is_spoken_bid, rank_of
from tests.family.opinion.laws import Law
from tests.family.opinion.noting import Finding, finding
from tests.family.opinion.table import Record, cards_each, club_hand, left_of, round_from, seats_of

Contract = dict[str, Any]


class Auction:
    """What has been said so far."""

    def __init__(self) -> None:
        self.spoken: list[str] = []
        self.passed: list[str] = []
        self.last: str | None = None
        # (rank, seat, call) of every bid that counts
        self.bids: list[tuple[Rank, str, str]] = []
        self.over = False
        self.findings: list[Finding] = []
        #: Seats that said two from a hand nobody noted, where that shows two jacks.
        self.open_twos: list[str] = []


def forced_number(law: Law) -> int | None:
    """What a dealer must play at when nobody bids, None where he need not."""
    word, _, number = law["all_pass"].partition("_")
    return int(number) if word == "dealer" else None


def may_still_speak(seat: str, auction: Auction, record: Record, law: Law) -> bool:
    """One call each (B-013), or round and round until all the others have passed (`rounds=until_passed`, BD-39)."""
    if auction.over:
        return False
    if law["rounds"] == "once":
        return seat not in auction.spoken
    others_passed = all(other in auction.passed for other in seats_of(record) if other != seat)
    return seat not in auction.passed and not (others_passed and auction.bids)


def in_turn(seat: str, auction: Auction, record: Record, law: Law) -> bool:
    """Calls go as cards: the first seat yet to speak, or the left neighbor of the last speaker (record: fine print).

    The last speaker is whoever spoke last, in turn or not, whether or not his call counted.
    """
    begins = left_of(record["deal"]["dealer"], record)
    if law["rounds"] == "until_passed":
        begins = left_of(auction.last, record) if auction.last else begins
        return seat == next(one for one in round_from(begins, record) if one not in auction.passed)
    due = [other for other in round_from(begins, record) if other not in auction.spoken]
    return seat == due[0] or (auction.last is not None and seat == left_of(auction.last, record))


def is_stuck(seat: str, auction: Auction, record: Record, law: Law) -> bool:
    """Whether the dealer has to bid because everybody else has spoken and nobody has bid (B-052, B-075)."""
    others = [other for other in seats_of(record) if other != seat]
    nobody = not any(can_win(call, law) for _, _, call in auction.bids)
    everybody = all(other in auction.spoken for other in others)
    return seat == record["deal"]["dealer"] and nobody and everybody and forced_number(law) is not None


def least_for(seat: str, auction: Auction, record: Record, law: Law) -> int:
    """The least number open to a seat: a dealer of Pfeffer, or one stuck in Buck, starts at four (B-053, B-075)."""
    least = int(law["min_bid"])
    if seat == record["deal"]["dealer"]:
        least = max(least, int(law["dealer_least"]))
    if law["game"] == "bp" and is_stuck(seat, auction, record, law):
        least = max(least, forced_number(law) or 0)
    return least


def two_jacks_of_a_color(hand: list[str]) -> bool:
    """Whether a hand holds both black jacks or both red ones (B-017)."""
    return ("JC" in hand and "JS" in hand) or ("JD" in hand and "JH" in hand)


def weigh(
    place: str, seat: str, call: str, auction: Auction, hands: dict[str, list[str] | None], record: Record, law: Law
) -> None:
    """A call that counts: a pass, no bid of the game, not high enough, or a bid."""

    def note(infraction: str) -> None:
        auction.findings.append(finding(infraction, seat, place, "declaring", law))

    if call == "pass":
        if is_stuck(seat, auction, record, law):
            note("forced-bid-refused")
        return
    highest = max((rank for rank, _, _ in auction.bids), default=None)
    if not exists(call, law, cards_each(record), least_for(seat, auction, record, law)):
        # What is both no bid of the game and too low is no bid of the game (infractions: fine print).
        note("invalid-bid")
        if law["bad_bid"] == "pass" or not can_stand(call, law):
            return
    elif highest is not None and rank_of(call, law) <= highest:
        note("insufficient-bid")
        if law["bad_bid"] == "pass":
            return
    if call == "2" and law["two_bid"] == "signal":
        hand = hands[seat]
        if hand is None:
            auction.open_twos.append(seat)
        elif not two_jacks_of_a_color(hand):
            note("false-two-bid")
    auction.bids.append((rank_of(call, law), seat, call))
    # A loner is pre-emptive: nobody speaks after it (B-039).
    auction.over = auction.over or call == "loner"


def hold_auction(record: Record, hands: dict[str, list[str] | None], law: Law) -> Auction:
    """Every call in the order spoken. A second call, or one after the end, counts for nothing (BD-18)."""
    auction = Auction()
    auction.over = club_hand(record, law)
    for number, entry in enumerate(record.get("declarations") or [], start=1):
        seat, call = entry["seat"], entry["call"]
        if not is_spoken_bid(call):
            continue
        place = f"call {number}"
        counts = may_still_speak(seat, auction, record, law)
        orderly = counts and in_turn(seat, auction, record, law)
        if not orderly:
            auction.findings.append(finding("bid-out-of-turn", seat, place, "declaring", law))
        if counts:
            bids_before = len(auction.bids)
            heard = call if orderly or law["out_of_turn_bid"] == "stands" else "pass"
            weigh(place, seat, heard, auction, hands, record, law)
            auction.spoken.append(seat)
            if len(auction.bids) == bids_before:
                auction.passed.append(seat)
        auction.last = seat
    return auction
