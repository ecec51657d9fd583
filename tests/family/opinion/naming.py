"""Naming trumps: by whom, what, when, and who plays alone by it."""

from __future__ import annotations

from typing import Any

from tests.family.opinion.bidding import Contract
from tests.family.opinion.cards import SUITS
from tests.family.opinion.laws import Law
from tests.family.opinion.noting import Finding, finding, moment
from tests.family.opinion.table import Record, seats_of

WITHOUT_TRUMPS = ("NT", "HIGH")


def namings(record: Record) -> list[dict[str, Any]]:
    """Every naming of trumps in the order spoken."""
    return [entry for entry in record.get("declarations") or [] if entry["call"] == "trump"]


def may_be_named(strain: str, contract: Contract, law: Law) -> bool:
    """Which strains a bidder may name (B-042, B-077, BD-16, BD-34); a High Card bid has named no-trump already."""
    if contract["kind"] == "hc":
        return strain in WITHOUT_TRUMPS
    allowed = {"none": (), "high": WITHOUT_TRUMPS, "high_low": (*WITHOUT_TRUMPS, "LOW")}
    return strain in SUITS or strain in allowed[law["no_trump"]]


def lone_by_bid(contract: Contract, law: Law) -> bool:
    """Bids that are played alone by themselves (B-037, B-039, B-055, B-079, BD-14)."""
    lone_peppers = ("small_pepper", "big_pepper") if law["pepper_play"] == "alone" else ()
    return contract["kind"] in ("pepper", "loner", "pfeffer", *lone_peppers)


def may_play_alone(contract: Contract, record: Record, law: Law) -> bool:
    """Alone where the bid says so, and in Double Hasenpfeffer of four (B-143)."""
    return lone_by_bid(contract, law) or (law["game"] == "dh" and len(seats_of(record)) == 4)


def name_trumps(record: Record, contract: Contract | None, how: str, law: Law) -> tuple[str | None, list[Finding]]:
    """The strain the hand is played in, and what was wrong with its naming; fills in the contract.

    What counts is the bidder's own first naming; else, as nobody undoes it, the first by anybody (noted, scored as
    played: BD-16). Clubs turned, or a hand nobody bid for, leave nothing to name (B-091, B-097).
    """
    # Where the calls do not tell who won the bid, nobody can say that it was not his to name.
    asked = [] if contract is None and how == "unknown" else namings(record)
    found = [one for entry in asked for one in faults(entry, record, contract, law)]
    if how == "club":
        return "C", found
    if how == "none":
        return "NT", found
    if contract is None:
        return None, found
    own = [entry for entry in namings(record) if entry["seat"] == contract["maker"]]
    alone = contract["alone"] or any(entry.get("alone") for entry in own)
    contract["alone"] = lone_by_bid(contract, law) or (alone and may_play_alone(contract, record, law))
    if contract["kind"] == "hc" and not own:
        # The bid itself said it (B-094).
        contract["trump"] = "NT"
    elif namings(record):
        contract["trump"] = (own or namings(record))[0]["trump"]
    return contract["trump"], found


def faults(entry: dict[str, Any], record: Record, contract: Contract | None, law: Law) -> list[Finding]:
    """What was wrong with one naming."""
    seat, at = entry["seat"], entry.get("at", "declaring")
    stranger = contract is None or seat != contract["maker"]
    # Not his to name (B-014, B-056, B-103).
    found = [finding("declaring-out-of-turn", seat, "trump", at, law)] if stranger else []
    if contract is None or (stranger and not is_played_in(entry, record, contract)):
        return found
    if not may_be_named(entry["trump"], contract, law):
        found.append(finding("invalid-declaration", seat, "trump", at, law))
    if not stranger and entry.get("alone") and not may_play_alone(contract, record, law):
        found.append(finding("invalid-declaration", seat, "alone", at, law))
    # Before the first card (B-072); in Progressive he names "as he leads", so with that card is not late (B-040).
    latest = 1 if law["game"] == "pe" else 0
    if moment(at) > latest:
        found.append(finding("trump-named-late", seat, "trump", at, law))
    return found


def is_played_in(entry: dict[str, Any], record: Record, contract: Contract) -> bool:
    """Return True for the first naming where the bidder names nothing and the bid has not said it (BD-16, B-094)."""
    spoken = namings(record)
    by_bidder = any(one["seat"] == contract["maker"] for one in spoken)
    return contract["kind"] != "hc" and not by_bidder and entry is spoken[0]
