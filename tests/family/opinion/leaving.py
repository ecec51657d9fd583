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


def named_out(record: Record) -> list[str]:
    """Whom words take out of the hand, whatever the rules make of them (record: who plays).

    Words are `out` before the first card, `alone`, and a pepper, loner or Pfeffer of whoever named trumps.
    """
    said = record.get("declarations") or []
    if not said and "contract" in record:
        noted = record["contract"]
        said = [{"seat": noted["maker"], "call": noted.get("kind", "bid"), "alone": noted.get("alone", False)}]
    gone = [one["seat"] for one in said if one["call"] == "out" and moment(one.get("at", "declaring")) <= 0]
    lone = [one["seat"] for one in said if one.get("alone")][:1]
    namers = [one["seat"] for one in said if one["call"] == "trump"]
    by_bid = [one["seat"] for one in said if one["call"] in ("pepper", "loner", "pfeffer")]
    lone = lone or [seat for seat in by_bid if not namers or seat in namers][-1:]
    seats = seats_of(record)
    if len(seats) % 2 == 0:
        for seat in lone:
            gone += [other for other in seats[seats.index(seat) % 2 :: 2] if other != seat]
    return [seat for seat in seats if seat in gone]


def stayed_away(record: Record, gone: list[str]) -> list[str]:
    """Whom words take out of the hand and the rules do not: out all the same if none of their cards falls.

    Of a hand without a card nothing is shown (record: who plays).
    """
    shown = {play["seat"] for play in record["plays"]}
    return [seat for seat in named_out(record) if shown and seat not in gone and seat not in shown]


def who_plays(record: Record, gone: list[str]) -> list[str]:
    """The seats in the hand, clockwise."""
    return [seat for seat in seats_of(record) if seat not in gone]
