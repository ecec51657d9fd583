"""Who is out of the hand: drop-outs, sides that sit out, partners of lone players."""

from __future__ import annotations

from tests.family.opinion.bidding import Contract
from tests.family.opinion.laws import Law
from tests.family.opinion.noting import Finding, finding, moment
from tests.family.opinion.table import Record, partners_of, seats_of, side_of


def would_end_the_game(record: Record, contract: Contract, law: Law) -> bool:
    """Whether the bid alone brings the bidders to nothing (`sit_out_forbidden=club_and_game`, BD-56)."""
    side = side_of(contract["maker"], record, law)
    return bool((record.get("before") or {}).get(side, law["start"]) - contract["tricks"] <= 0)


def is_forbidden(seat: str, record: Record, contract: Contract | None, law: Law) -> bool:
    """Not in a hand without a bidder, not by the bidder (or his side), not where the game has none (BD-51, B-104)."""
    if law["drop_out"] == "no" or contract is None:
        return True
    if side_of(seat, record, law) == side_of(contract["maker"], record, law):
        return True
    if law["game"] == "ec" and law["sit_out_forbidden"] == "club_and_game":
        return would_end_the_game(record, contract, law)
    return False


def drop_outs(record: Record, contract: Contract | None, law: Law) -> tuple[list[str], list[Finding]]:
    """The seats that left the hand, and the wrong attempts: whoever made one is in (BD-77: one fault, one finding).

    In Eau Claire the word of either defender holds for both (BD-57). A seat that is out already says nothing new.
    """
    gone: list[str] = []
    found: list[Finding] = []
    for entry in record.get("declarations") or []:
        seat, at = entry["seat"], entry.get("at", "declaring")
        if entry["call"] != "out" or law["game"] not in ("dc", "ec") or seat in gone:
            continue
        if is_forbidden(seat, record, contract, law):
            found.append(finding("forbidden-drop-out", seat, "out", at, law))
        elif moment(at) > 0:
            found.append(finding("late-drop-out", seat, "out", at, law))
        else:
            gone += [seat, *partners_of(seat, record, law)]
    return gone, found


def lone_partners(record: Record, contract: Contract | None, law: Law) -> list[str]:
    """Who lays down because his partner plays alone (B-037, B-055, B-143)."""
    if contract is None or not contract["alone"]:
        return []
    return partners_of(contract["maker"], record, law)


def who_plays(record: Record, gone: list[str]) -> list[str]:
    """The seats in the hand, clockwise."""
    return [seat for seat in seats_of(record) if seat not in gone]
