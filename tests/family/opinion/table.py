"""Seats, sides, cards dealt, and the cards each seat then holds."""

from __future__ import annotations

from typing import Any

from tests.family.opinion.findings import Clock, Finding, finding, moment
from tests.family.opinion.laws import Law

Record = dict[str, Any]
Hands = dict[str, list[str] | None]

CARDS_EACH = {"20": 5, "24": 6, "25": 6, "28": 5, "32": 5}


def seats_of(record: Record) -> list[str]:
    """Return the seats in clockwise order."""
    return list(record.get("seats") or ["N", "E", "S", "W"])


def round_from(seat: str, record: Record) -> list[str]:
    """Return all seats clockwise, beginning with the one given."""
    seats = seats_of(record)
    place = seats.index(seat)
    return seats[place:] + seats[:place]


def left_of(seat: str, record: Record) -> str:
    """Return the next seat clockwise."""
    return round_from(seat, record)[1]


def right_of(seat: str, record: Record) -> str:
    """Return the seat before, clockwise."""
    return round_from(seat, record)[-1]


def side_of(seat: str, record: Record, law: Law) -> str:
    """Return the side of a seat: every second seat; in Dirty Clubs each plays alone (B-084)."""
    if not law["sides"]:
        return seat
    seats = seats_of(record)
    return "".join(seats[seats.index(seat) % 2 :: 2])


def sides_of(record: Record, law: Law) -> list[str]:
    """Return the sides in the order of their first seats."""
    sides: list[str] = []
    for seat in seats_of(record):
        if side_of(seat, record, law) not in sides:
            sides.append(side_of(seat, record, law))
    return sides


def partners_of(seat: str, record: Record, law: Law) -> list[str]:
    """Return the other seats of the side."""
    mine = side_of(seat, record, law)
    return [other for other in seats_of(record) if other != seat and side_of(other, record, law) == mine]


def side_named(name: str, record: Record, law: Law) -> str:
    """Return the side of a seat or side."""
    return side_of(name, record, law) if name in seats_of(record) else name


def cards_each(record: Record) -> int:
    """Return the cards dealt to each seat: as recorded, else by the pack; five in the Clubs games (B-095, BD-47)."""
    if "cards_each" in record:
        return int(record["cards_each"])
    pack = record.get("pack", "24")
    if record["ruleset"].startswith(("dirty-clubs", "eau-claire")):
        return 5
    return 48 // len(seats_of(record)) if pack == "48" else CARDS_EACH[pack]


def club_hand(record: Record, law: Law) -> bool:
    """Return True if a club was turned: clubs are trumps and nobody bids (B-097, BD-48)."""
    upcard = record["deal"].get("upcard")
    return law["upcard"] == "club_is_trump" and upcard is not None and upcard[1] == "C"


FAULTS_OF_THE_DEAL = {
    "exposed_in_deal": "exposed-in-deal",
    "wrong_card_count": "wrong-card-count",
    "dealt_out_of_order": "dealt-out-of-order",
    "missing_cards": "faulty-pack",
}
OF_THE_DEAL = (*FAULTS_OF_THE_DEAL, "dealt_out_of_turn", "not_dealt_singly", "dealt_singly")
# Ways to deal: one at a time (B-008), in threes (B-068), in packets of up to four but not singly (B-095).
UNEVEN = {"be": "not_dealt_singly", "hp": "dealt_singly", "ec": "dealt_singly"}


def incident_at(incident: dict[str, Any]) -> Clock:
    """Return the clock of an incident; without one the deal, or the start of play."""
    if incident.get("at") is not None:
        return incident["at"]
    return "deal" if incident["kind"] in OF_THE_DEAL else 0


def incident_findings(record: Record, law: Law) -> list[Finding]:
    findings = []
    deal = record["deal"]
    incidents = record.get("incidents") or []
    # A fault noticed by then still brings a re-deal (BD-20, BD-62).
    latest = 0 if law["misdeal_until"] == "first_card" else moment("scored") - 1
    if deal.get("due_dealer", deal["dealer"]) != deal["dealer"]:
        if not any(incident["kind"] == "dealt_out_of_turn" for incident in incidents):
            findings.append(finding("dealing-out-of-turn", deal["dealer"], "deal", "deal", law))
    for incident in incidents:
        kind, seat, at = incident["kind"], incident.get("seat"), incident_at(incident)
        known = len(findings)
        if kind in FAULTS_OF_THE_DEAL:
            redeal = law["deal_faults"] != "note" and moment(at) <= latest
            penalty = "redeal" if redeal else "note"
            findings.append(finding(FAULTS_OF_THE_DEAL[kind], seat, "incident", at, law, penalty=penalty))
        elif kind == "dealt_out_of_turn":
            penalty = "redeal" if incident.get("called") == "deal" else "note"
            findings.append(
                finding("dealing-out-of-turn", seat or deal["dealer"], "incident", at, law, penalty=penalty)
            )
        elif kind == UNEVEN.get(law["game"]):
            findings.append(finding("dealt-unevenly", seat, "incident", at, law))
        elif kind == "saw_passed_card":
            findings.append(finding("seen-before-giving", seat, "incident", at, law))
        elif kind == "table_talk":
            penalty = "redeal" if law["table_talk"] == "misdeal" else "note"
            findings.append(finding("table-talk", seat, "incident", at, law, penalty=penalty))
        if "by_other" in incident and kind not in OF_THE_DEAL:
            # Nobody at the table caused it.
            del findings[known:]
        for data in findings[known:]:
            data["at_order"] = incident.get("order")
    return findings


def list_played_cards(seat: str, record: Record) -> list[str]:
    """Return the cards that a seat played, in order."""
    return [play["card"] for play in record["plays"] if play["seat"] == seat]


def dealt_hands(record: Record) -> Hands:
    """Return the cards dealt to each seat, None if unknown.

    A seat that played as many cards as it was dealt showed its whole hand; cards it gave away are added, cards it
    received removed. Bottoms are not undone: with them an unrecorded hand stays unknown.
    """
    noted = record["deal"].get("hands") or {}
    hands: Hands = {}
    for seat in seats_of(record):
        cards = list(noted.get(seat) or [])
        hands[seat] = cards if len(cards) == cards_each(record) else rebuild_hand(seat, record)
    return hands


def rebuild_hand(seat: str, record: Record) -> list[str] | None:
    """Return a dealt hand from the plays, None if they do not show it."""
    cards = list_played_cards(seat, record)
    calls = record.get("declarations") or []
    if len(cards) != cards_each(record) or any(call["call"] == "bottoms" for call in calls):
        return None
    for one in reversed(record.get("exchanges") or []):
        if one["to"] == seat:
            for card in one["cards"]:
                cards.remove(card)
        if one["from"] == seat:
            cards += one["cards"]
    return cards
