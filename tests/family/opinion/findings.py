"""Findings, and the moments of a hand in order."""

from __future__ import annotations

from typing import Any

from tests.family.opinion.laws import OFFENSES, Law

Finding = dict[str, Any]
Clock = Any  # the number of cards played, or one of the four words below
WORDS = {"deal": -2, "declaring": -1, "turned": 98, "scored": 99}


class OutOfScope(Exception):
    """Raised if the record leaves something open that a second opinion does not judge."""


LONE_PEPPER = ("playing-when-out", "missed-exchange")
#: An unproven claim is not a fault of the hand.
KNOWN = tuple(name for name in OFFENSES if name != "unproven-claim")
OF_CARDS, OF_CALLS, OF_EXCHANGES, ABOUT_DEALING = (
    tuple(name for name, offense in OFFENSES.items() if offense.get("about") == subject)
    for subject in ("cards", "calls", "exchanges", "the deal")
)
VOID = ("insufficient-bid", "invalid-bid", "unentitled-call")


def moment(clock: Clock) -> int:
    """Return a clock as a number, with the words placed around the cards."""
    return WORDS[clock] if isinstance(clock, str) else int(clock)


def has_article(infraction: str, law: Law) -> bool:
    """Return True if the ruleset knows the offense; a lone pepper brings two of them to Bid Euchre (BD-14)."""
    if infraction == "unproven-claim":
        return bool(law["false_claim"] == "minus_two")
    if infraction in LONE_PEPPER and law["game"] == "be" and law["pepper_play"] == "alone":
        return True
    return infraction in KNOWN and law["game"] in OFFENSES[infraction].get("in", [law["game"]])


def penalty_of(infraction: str, law: Law) -> str:
    if infraction in VOID:
        return "note" if infraction != "unentitled-call" and law["bad_bid"] == "stands" else "void"
    renege = (
        infraction == "failure-to-follow"
        or (infraction in ("lead-out-of-turn", "play-out-of-turn") and law["out_of_turn"] == "renege")
        or (infraction in OF_EXCHANGES and law["wrong_exchange"] == "renege")
    )
    return "renege" if renege and law["renege_penalty"] != "note" else "note"


def finding(
    infraction: str,
    seat: str | None,
    place: str,
    at: Clock,
    law: Law,
    *,
    trick: int | None = None,
    proved: Clock = None,
    penalty: str | None = None,
    side: str | None = None,
) -> Finding:
    """Return a finding; `place` is the casebook's word for it, empty for a card, which has a trick instead."""
    return {
        "infraction": infraction,
        "seat": seat,
        "place": place,
        "at": at,
        "trick": trick,
        "provable_from": proved,
        "penalty": penalty or penalty_of(infraction, law),
        "side": side,
    }


#: At one clock: calls, faults of the deal, trumps, exchanges, departures, incidents, turn, duty, claims, the sheet.
ORDER = ("call", "deal", "trump", "alone", "give", "out", "incident", "turn", "duty", "claim", "score")


def order_of(one: Finding) -> tuple[int, int, int]:
    """Return the sort key of a finding: clock, then kind, then order spoken (infractions: fine print)."""
    word, _, number = one["place"].partition(" ")
    if one["infraction"] in OF_CARDS:
        word = "duty" if one["infraction"] == "failure-to-follow" else "turn"
    elif one["infraction"] in ABOUT_DEALING:
        word = "deal"
    return moment(one["at"]), ORDER.index(word), int(number or 0)
