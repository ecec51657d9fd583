"""Recorded deeds that a claim may mean although no article of the game forbids them.

A true complaint costs nobody (record: fine print): these uphold a claim, and are no findings.
"""

from __future__ import annotations

from tests.family.opinion.bids import SPECIAL_CALLS, is_spoken_bid
from tests.family.opinion.dealing import UNEVEN, incident_at
from tests.family.opinion.laws import Law
from tests.family.opinion.noting import Finding, finding, moment
from tests.family.opinion.specials import is_late
from tests.family.opinion.table import Record, partners_of, seats_of

#: What may be noted beside the cards of any game, by its fault. No game of the family has one of them (BD-79); a bare
#: claim may mean it.
COMMON_INCIDENTS = {
    "exposed_card": "exposed-card",
    "looked_at_trick": "looking-at-turned-trick",
    "led_before_turned": "leading-before-trick-turned",
    "slow_play": "slow-play",
    "question": "asking-partner",
    "advice": "advising-partner",
}
NOTED = (
    *COMMON_INCIDENTS.values(),
    "table-talk",
    "seen-before-giving",
    "dealt-unevenly",
    "exposed-in-deal",
    "wrong-card-count",
    "dealt-out-of-order",
    "faulty-pack",
    "dealing-out-of-turn",
)


def incident_deeds(record: Record, law: Law) -> list[Finding]:
    """Incidents of which the game says nothing; how the cards came, where it does not say how they should."""
    found = []
    for one in record.get("incidents") or []:
        kind, seat, at = one["kind"], one.get("seat"), incident_at(one)
        if one.get("at") is None and kind in ("looked_at_trick", "led_before_turned"):
            at = len(seats_of(record)) * one.get("trick", 1)
        if kind in ("not_dealt_singly", "dealt_singly") and law["game"] not in UNEVEN:
            found.append(finding("dealt-unevenly", seat or record["deal"]["dealer"], "incident", at, law))
        elif kind in COMMON_INCIDENTS and (kind not in ("question", "advice") or said_to_partner(one, record, law)):
            found.append(finding(COMMON_INCIDENTS[kind], seat, "incident", at, law))
    return found


def said_to_partner(incident: Record, record: Record, law: Law) -> bool:
    """Return True if it was said to the speaker's partner; that is the default."""
    return "to" not in incident or incident["to"] in partners_of(incident["seat"], record, law)


def call_deeds(record: Record, gone: list[str], law: Law) -> list[Finding]:
    """Leaving the hand where nobody may, or too late; special calls where there are none, or after their time."""
    found, spoken, left = [], list[str](), list[str]()
    for number, entry in enumerate(record.get("declarations") or [], start=1):
        seat, call, at = entry["seat"], entry["call"], entry.get("at", "declaring")
        if is_spoken_bid(call):
            spoken.append(seat)
        if call in SPECIAL_CALLS:
            if law["game"] != "ec":
                found.append(finding("unentitled-call", seat, f"call {number}", "declaring", law))
            if bool(spoken) if law["game"] != "ec" else is_late(seat, spoken, law):
                found.append(finding("late-call", seat, f"call {number}", "declaring", law))
        if call == "out" and seat not in left:
            if law["game"] not in ("dc", "ec"):
                found.append(finding("forbidden-drop-out", seat, "out", at, law))
            if moment(at) > 0:
                found.append(finding("late-drop-out", seat, "out", at, law))
            elif seat in gone:
                left += [seat, *partners_of(seat, record, law)]
    return found


def is_meant(one: Finding, name: str | None) -> bool:
    """Return True if a claim may mean a deed."""
    return one["infraction"] in NOTED if name is None else bool(one["infraction"] == name)
