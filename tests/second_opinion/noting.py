"""What a finding is made of: clocks, the order at one of them, and from when on something can be seen."""

from __future__ import annotations

from typing import Any

from tests.second_opinion.walk import team_of

Clock = Any  # an integer from 0 to 24, or one of the four words below
WORDS = {"deal": -2, "declaring": -1, "turned": 25, "scored": 26}

DEAL_KINDS = {"exposed_in_deal", "wrong_card_count", "dealt_out_of_turn", "not_dealt_singly"}
# At one clock the fine print's last line gives the order.
DEAL, CALL, MELD, MISSING, INCIDENT, TURN, DUTY = range(7)


def moment(clock: Clock) -> int:
    """A clock as a number, the words placed around 0..24 (contract, Words)."""
    return WORDS[clock] if isinstance(clock, str) else clock


def later(one: Clock, other: Clock) -> Clock:
    """The later of two clocks."""
    return one if moment(one) > moment(other) else other


def note(
    infraction: str,
    seat: str | None,
    at: Clock,
    order: int,
    proved: Clock,
    trick: int | None = None,
    meld: int | None = None,
    falls: bool = False,
) -> dict[str, Any]:
    """One finding before its penalty is looked up; `order` is its place at its clock."""
    return {
        "infraction": infraction,
        "seat": seat,
        "team": team_of(seat) if seat else None,
        "trick": trick,
        "at": at,
        "verdict": "proven",
        "provable_from": proved,
        "penalty": None,
        "falls": falls,
        "meld": meld,
        "order": order,
    }


def announced_at(entry: dict[str, Any], hand: dict[str, Any]) -> Clock | None:
    """When a run or four was announced, None if never or if the hand did not get that far."""
    said = entry.get("announced", "in_turn")
    if said == "never":
        return None
    return hand["first"][entry["seat"]] if said == "in_turn" else said


def shown_at(entry: dict[str, Any], hand: dict[str, Any]) -> Clock | None:
    """When a run or four was shown; no cards means never (fine print)."""
    said = entry.get("shown", "in_turn")
    if said == "never" or not entry.get("cards") or entry["kind"] == "belle":
        return None
    return hand["second"][entry["seat"]] if said == "in_turn" else said


def incident_at(incident: dict[str, Any], played: int) -> Clock:
    """An incident's clock; without one the deal, the end of its trick or of the first one, or the start of play."""
    if incident.get("at") is not None:
        return incident["at"]
    if incident["kind"] in DEAL_KINDS:
        return "deal"
    if incident["kind"] in ("looked_at_trick", "led_before_turned"):
        return 4 * incident.get("trick", 1)
    if incident.get("trick") is not None:
        return min(4 * incident["trick"], played)
    return 0


def cards_seen(record: dict[str, Any], hand: dict[str, Any]) -> dict[str, tuple[str, Clock]]:
    """Each card that was ever face up: whose it was and the first clock it was seen."""
    seen: dict[str, tuple[str, Clock]] = {}

    def see(seat: str, card: str, clock: Clock) -> None:
        if card not in hand["hands"][seat]:
            return
        if card not in seen or moment(clock) < moment(seen[card][1]):
            seen[card] = (seat, clock)

    if record["deal"].get("upcard"):
        see(record["deal"]["dealer"], record["deal"]["upcard"], "declaring")
    for play in hand["plays"]:
        see(play["seat"], play["card"], play["clock"] + 1)
    for entry in record.get("melds") or []:
        clock = shown_at(entry, hand)
        if clock is not None:
            for card in entry["cards"]:
                see(entry["seat"], card, clock)
    for incident in record.get("incidents") or []:
        if incident["kind"] == "exposed_card" and incident.get("card") and incident.get("seat"):
            see(incident["seat"], incident["card"], incident_at(incident, len(hand["plays"])))
    laydown = record.get("laydown")
    if laydown:
        for card in hand["hands"][laydown["by"]]:
            see(laydown["by"], card, laydown["at"])
    return seen
