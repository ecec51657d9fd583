"""The calls of Eau Claire that take no turn: Bottoms, four of a kind, Ace No Face."""

from __future__ import annotations

from typing import Any

from tests.family.opinion.bids import SPECIAL_CALLS, is_spoken_bid
from tests.family.opinion.laws import Law
from tests.family.opinion.noting import Finding, finding
from tests.family.opinion.table import Record, club_hand

Hands = dict[str, list[str] | None]


def ranks(cards: list[str]) -> str:
    """The ranks of some cards in order."""
    return "".join(sorted(card[0] for card in cards))


def ace_no_face(hand: list[str], law: Law) -> bool:
    """Which hands may be called so: the definition, and the house rules of two tables (B-126, B-127, BD-59)."""
    faces = [card for card in hand if card[0] in "JQK"]
    if law["ace_no_face"] == "one_plus":
        return not faces and any(card[0] == "A" for card in hand)
    if law["ace_no_face"] == "rigid":
        return ranks(hand) == ranks(["A-", "T-", "T-", "9-", "9-"])
    return law["ace_no_face"] == "no_face" and not faces


def entitled(entry: dict[str, Any], hand: list[str] | None, bottoms_taken: bool, law: Law) -> bool | None:
    """Whether the cards give the right to the call; None when the hand is not known."""
    if entry["call"] == "bottoms":
        # The bottom three lie face up after the first time (BD-60). Three of one rank, shown (B-121).
        shown = entry["cards"]
        return not bottoms_taken and len(shown) == 3 and len(set(ranks(shown))) == 1
    if entry["call"] == "ace_no_face" and law["ace_no_face"] == "off":
        return False
    if hand is None:
        return None
    if entry["call"] == "four_of_a_kind":
        return any(ranks(hand).count(rank) == 4 for rank in ranks(hand))
    return ace_no_face(hand, law)


def is_late(seat: str, spoken: list[str], law: Law) -> bool:
    """Officially before anybody bids or passes; loosely before the caller does (B-122, BD-58)."""
    return bool(spoken) if law["call_window"] == "first_call" else seat in spoken


def special_calls(record: Record, hands: Hands, law: Law) -> tuple[list[Finding], bool, list[Finding]]:
    """Return the findings, whether a misdeal was rightly called, and the offenses a missing hand leaves open.

    Changes the caller's hand for Bottoms carried out: rightly, or late, as it happened (BD-58). A call the cards give
    no right to is void, Bottoms with it. One fault, one finding: without the right, its hour does not matter; where the
    right is open, so is whether it came late.
    """
    found: list[Finding] = []
    may_be: list[Finding] = []
    misdeal, bottoms_taken, spoken = False, False, list[str]()
    for number, entry in enumerate(record.get("declarations") or [], start=1):
        seat, call = entry["seat"], entry["call"]
        if is_spoken_bid(call):
            spoken.append(seat)
        if call not in SPECIAL_CALLS or law["game"] != "ec":
            continue
        place, late = f"call {number}", is_late(seat, spoken, law)
        right = not club_hand(record, law) and entitled(entry, hands[seat], bottoms_taken, law)
        if right is None:
            names = ["unentitled-call", *(["late-call"] if late else [])]
            may_be += [finding(name, seat, place, "declaring", law) for name in names]
            continue
        if not right:
            found.append(finding("unentitled-call", seat, place, "declaring", law))
            continue
        if late:
            penalty = "note" if call == "bottoms" else "void"
            found.append(finding("late-call", seat, place, "declaring", law, penalty=penalty))
        if call == "bottoms":
            take_bottoms(entry, record, hands)
            bottoms_taken = True
        elif right and not late:
            misdeal = True
    return found, misdeal, may_be


def take_bottoms(entry: dict[str, Any], record: Record, hands: Hands) -> None:
    """Three cards go under the up-card, the three bottom cards into the hand (B-121); not known, nor is the hand."""
    hand, blind = hands[entry["seat"]], record["deal"].get("blind") or []
    if hand is None:
        return
    if len(blind) != 4:
        hands[entry["seat"]] = None
        return
    kept = list(hand)
    for card in entry["cards"]:
        kept.remove(card)
    hands[entry["seat"]] = kept + blind[1:]
