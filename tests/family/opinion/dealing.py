"""What no card shows: faults of the deal, table-talk, a passed card seen too soon."""

from __future__ import annotations

from typing import Any

from tests.family.opinion.laws import Law
from tests.family.opinion.noting import Clock, Finding, finding, moment
from tests.family.opinion.table import Record

FAULTS_OF_THE_DEAL = {
    "exposed_in_deal": "exposed-in-deal",
    "wrong_card_count": "wrong-card-count",
    "dealt_out_of_order": "dealt-out-of-order",
    "missing_cards": "faulty-pack",
}
OF_THE_DEAL = (*FAULTS_OF_THE_DEAL, "dealt_out_of_turn", "not_dealt_singly", "dealt_singly")
# How the cards come: one at a time (B-008), in threes (B-068), in packets of one to four but not singly (B-095).
UNEVEN = {"be": "not_dealt_singly", "hp": "dealt_singly", "ec": "dealt_singly"}


def incident_at(incident: dict[str, Any]) -> Clock:
    """Its clock; without one the deal, or the start of play."""
    if incident.get("at") is not None:
        return incident["at"]
    return "deal" if incident["kind"] in OF_THE_DEAL else 0


def voids_the_deal(at: Clock, law: Law) -> bool:
    """Whether a fault noticed then still brings a re-deal (BD-20, BD-62)."""
    if law["deal_faults"] == "note":
        return False
    return moment(at) <= 0 if law["misdeal_until"] == "first_card" else moment(at) < moment("scored")


def incident_findings(record: Record, law: Law) -> list[Finding]:
    """Each incident that some article of the game is about."""
    found = []
    deal = record["deal"]
    incidents = record.get("incidents") or []
    if deal.get("due_dealer", deal["dealer"]) != deal["dealer"]:
        if not any(one["kind"] == "dealt_out_of_turn" for one in incidents):
            found.append(finding("dealing-out-of-turn", deal["dealer"], "deal", "deal", law))
    for one in incidents:
        kind, seat, at = one["kind"], one.get("seat"), incident_at(one)
        if kind in FAULTS_OF_THE_DEAL:
            penalty = "redeal" if voids_the_deal(at, law) else "note"
            found.append(finding(FAULTS_OF_THE_DEAL[kind], seat, "incident", at, law, penalty=penalty))
        elif kind == "dealt_out_of_turn":
            penalty = "redeal" if one.get("called") == "deal" else "note"
            found.append(finding("dealing-out-of-turn", seat or deal["dealer"], "incident", at, law, penalty=penalty))
        elif kind == UNEVEN.get(law["game"]):
            found.append(finding("dealt-unevenly", seat, "incident", at, law))
        elif kind == "saw_passed_card":
            found.append(finding("seen-before-giving", seat, "incident", at, law))
        elif kind == "table_talk":
            penalty = "redeal" if law["table_talk"] == "misdeal" else "note"
            found.append(finding("table-talk", seat, "incident", at, law, penalty=penalty))
    return found
