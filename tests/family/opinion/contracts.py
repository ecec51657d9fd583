"""Who has to win how many tricks, and what becomes of a hand for which nobody bids."""

from __future__ import annotations

from tests.family.opinion.bidding import Auction, Contract, forced_number
from tests.family.opinion.bids import can_win, number_of
from tests.family.opinion.cards import JOKER
from tests.family.opinion.laws import Law
from tests.family.opinion.table import Record, cards_each, club_hand, seats_of


def contract_of_bid(seat: str, call: str, record: Record) -> Contract:
    """A winning bid spelled out; a word means all the tricks."""
    number = number_of(call)
    if number is None:
        return new_contract(seat, cards_each(record), call)
    return new_contract(seat, number, "hc" if call.endswith("HC") else "bid")


def new_contract(seat: str, tricks: int, kind: str = "bid", forced: bool = False) -> Contract:
    """A contract before trumps are named."""
    return {"maker": seat, "tricks": tricks, "kind": kind, "trump": None, "alone": False, "forced": forced}


def best_bid(auction: Auction, law: Law) -> tuple[str, str] | None:
    """The highest bid, the first of equals (B-014), by whom; None when nobody bid for a contract."""
    winning = [bid for bid in auction.bids if can_win(bid[2], law)]
    if not winning:
        return None
    top = max(rank for rank, _, _ in winning)
    return next((seat, call) for rank, seat, call in winning if rank == top)


def settle_contract(
    record: Record, auction: Auction, hands: dict[str, list[str] | None], law: Law
) -> tuple[Contract | None, str]:
    """The contract and how it came about.

    The second word is `bid`, `club` (clubs turned: nobody bids), `none` (nobody bid and the hand is played without
    trumps, B-091), `passed_out`, `annulled` (B-071) or `unknown`.
    """
    if club_hand(record, law):
        return None, "club"
    best = best_bid(auction, law)
    dealer, forced_at = record["deal"]["dealer"], forced_number(law)
    silent = [seat for seat in seats_of(record) if seat not in auction.spoken]
    if best is not None:
        contract = contract_of_bid(*best, record)
        alone_bid = not any(seat != dealer and can_win(call, law) for _, seat, call in auction.bids)
        at_forced = contract["kind"] == "bid" and contract["tricks"] == forced_at
        contract["forced"] = best[0] == dealer and alone_bid and at_forced and silent in ([], [dealer])
        return contract, "bid"
    if not auction.spoken:
        return noted_contract(record)
    if forced_at is not None and silent in ([], [dealer]):
        # He has the bid at that number, whether he passed, said nothing or spoke amiss (B-052, B-075, B-142, BD-31).
        return new_contract(dealer, forced_at, forced=True), "bid"
    if silent:
        return None, "unknown"
    if law["all_pass"] == "joker_3":
        return joker_contract(record, hands)
    return None, "none" if law["all_pass"] == "no_trump" else "passed_out"


def noted_contract(record: Record) -> tuple[Contract | None, str]:
    """The contract as somebody wrote it down, where the calls were not noted."""
    if "contract" not in record:
        return None, "unknown"
    noted = record["contract"]
    contract = new_contract(noted["maker"], noted["tricks"], noted.get("kind", "bid"), noted.get("forced", False))
    contract["trump"] = noted.get("trump")
    contract["alone"] = noted.get("alone", False)
    return contract, "bid"


def joker_contract(record: Record, hands: dict[str, list[str] | None]) -> tuple[Contract | None, str]:
    """The holder of the joker must bid three; out of play, it annuls the deal (B-070, B-071, BD-36)."""
    for seat in seats_of(record):
        if JOKER in (hands[seat] or []):
            return new_contract(seat, 3, forced=True), "bid"
    everything_known = all(hands[seat] is not None for seat in seats_of(record))
    if JOKER in (record["deal"].get("blind") or []) or everything_known:
        return None, "annulled"
    return None, "unknown"
