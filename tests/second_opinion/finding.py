"""Every irregularity of one hand that does not come from a claim, a lay-down or the score sheet."""

from __future__ import annotations

from typing import Any

from tests.family.opinion.claims import COMMON_INCIDENTS
from tests.second_opinion.melding import meld_findings
from tests.second_opinion.noting import (
    CALL,
    DEAL,
    DUTY,
    INCIDENT,
    TURN,
    Clock,
    cards_seen,
    incident_at,
    later,
    moment,
    note,
)
from tests.second_opinion.toggles import PENALTIES, TOGGLES
from tests.second_opinion.walk import PACK, SEATS, TRUMP_ORDER, left_of, replay, team_of

INCIDENTS = {
    "exposed_in_deal": "exposed-in-deal",
    "wrong_card_count": "wrong-card-count",
    "dealt_out_of_turn": "dealing-out-of-turn",
    "not_dealt_singly": "dealt-unevenly",
    "meld_called_for_partner": "calling-meld-for-partner",
    **COMMON_INCIDENTS,
}


def deal_findings(record: dict[str, Any]) -> list[dict[str, Any]]:
    """A short cut (R-012) and a dealer who was not due (fine print), both from the deal itself."""
    deal = record["deal"]
    dealer = deal["dealer"]
    found = []
    if deal.get("cut") is not None and deal["cut"] < 4:
        cutter = left_of(left_of(left_of(dealer)))
        found.append(note("short-cut", cutter, "deal", DEAL, "deal"))
    called = [one for one in record.get("incidents") or [] if one["kind"] == "dealt_out_of_turn"]
    if deal.get("due_dealer", dealer) != dealer and not called:
        found.append(note("dealing-out-of-turn", dealer, "deal", DEAL, "deal"))
    return found


def void_proved(maker: str, hand: dict[str, Any], seen: dict[str, tuple[str, Clock]]) -> Clock | None:
    """When a declarer's lack of trumps is seen: his whole hand, or every trump elsewhere."""
    trumps = [card for card in PACK if card[1] == hand["trump"]]
    proofs: list[Clock] = []
    for cards in (hand["hands"][maker], trumps):
        if all(card in seen for card in cards):
            clock: Clock = "declaring"
            for card in cards:
                clock = later(seen[card][1], clock)
            proofs.append(clock)
    return min(proofs, key=moment) if proofs else None


def call_findings(
    record: dict[str, Any], hand: dict[str, Any], toggles: dict[str, Any], seen: dict[str, tuple[str, Clock]]
) -> list[dict[str, Any]]:
    """Calls out of turn or void of meaning, a suit not held (R-024, D-07), the suit passed (R-026)."""
    upcard = record["deal"].get("upcard")
    found = []
    fixed_in = None
    for call in hand["calls"]:
        seat = call["seat"]
        if not call["in_turn"]:
            found.append(note("declaring-out-of-turn", seat, "declaring", CALL, "declaring"))
        if not call["valid"]:
            found.append(note("invalid-declaration", seat, "declaring", CALL, "declaring"))
        elif call["call"] != "pass":
            fixed_in = call["round"]
    maker, trump = hand["maker"], hand["trump"]
    if fixed_in is None and upcard is not None and trump is not None:
        fixed_in = 1 if trump == upcard[1] else 2
    if maker in tuple(SEATS) and trump and not any(card[1] == trump for card in hand["hands"][maker]):
        if fixed_in == 2 or toggles["round1_needs_trump"]:
            proved = void_proved(maker, hand, seen)
            found.append(note("declaring-without-trump", maker, "declaring", CALL, proved))
    if fixed_in == 2 and upcard is not None and trump == upcard[1]:
        found.append(note("declaring-passed-suit", maker, "declaring", CALL, "declaring"))
    return found


def to_partner(incident: dict[str, Any]) -> bool:
    """Whether something was said to the partner, as it is unless the record names another (fine print, D-67)."""
    return "to" not in incident or incident["to"] == left_of(left_of(incident["seat"]))


def nobody_learns(incident: dict[str, Any], at: Clock, record: dict[str, Any]) -> bool:
    """Whether the card was the up-card, or had been played by then: no exposure (fine print, D-68)."""
    played = [play["card"] for play in record["plays"][: max(moment(at), 0)]]
    return "card" in incident and incident["card"] in [record["deal"].get("upcard"), *played]


def is_own_review(incident: dict[str, Any], at: Clock, record: dict[str, Any]) -> bool:
    """Return True if the side looked to settle its own claim."""
    return any(
        claim.get("reviewed")
        and claim["by"] is not None
        and "seat" in incident
        and team_of(claim["by"]) == team_of(incident["seat"])
        and moment(claim["at"]) == moment(at)
        and claim.get("trick") in (None, incident.get("trick"))
        for claim in record.get("claims") or []
    )


def incident_findings(record: dict[str, Any], hand: dict[str, Any], toggles: dict[str, Any]) -> list[dict[str, Any]]:
    """What no card shows, each incident for what it is; looking back depends on the moment (D-51)."""
    found = []
    for incident in record.get("incidents") or []:
        kind, trick = incident["kind"], incident.get("trick")
        if kind not in INCIDENTS:
            continue
        at = incident_at(incident, len(hand["plays"]))
        if kind == "looked_at_trick" and toggles["look_back"] == "until_next_card":
            if trick is None or moment(at) <= 4 * trick:
                continue
        if kind in ("question", "advice") and not to_partner(incident):
            continue
        if kind == "looked_at_trick" and is_own_review(incident, at, record):
            continue
        if kind == "exposed_card" and nobody_learns(incident, at, record):
            continue
        one = note(INCIDENTS[kind], incident.get("seat"), at, INCIDENT, at, trick=trick)
        if kind == "dealt_out_of_turn" and incident.get("called") == "deal":
            one["penalty"] = "redeal"
        if at == "scored" and kind in ("exposed_in_deal", "wrong_card_count"):
            # Only a hand not yet scored is dealt again.
            one["penalty"] = "note"
        found.append(one)
    return found


def highest_trump(table: list[tuple[str, str]], trump: str) -> int:
    """Place of the highest trump on the table in the trump order, -1 if there is none (R-004)."""
    return max([TRUMP_ORDER.index(card[0]) for _, card in table if card[1] == trump], default=-1)


def duty_broken(play: dict[str, Any], trump: str) -> tuple[str, list[str]] | None:
    """The one duty a card breaks and the cards whose holding proves it (R-033, R-034, R-036)."""
    if play["lead"]:
        return None
    card, held = play["card"], play["hand"]
    led = play["table"][0][1][1]
    same_suit = [one for one in held if one[1] == led]
    trumps = [one for one in held if one[1] == trump]
    if same_suit and card[1] != led:
        return "failure-to-follow", same_suit
    if not same_suit and trumps and card[1] != trump:
        return "failure-to-trump", trumps
    if card[1] == trump:
        top = highest_trump(play["table"], trump)
        better = [one for one in trumps if TRUMP_ORDER.index(one[0]) > top]
        if TRUMP_ORDER.index(card[0]) < top and better:
            return "failure-to-overtrump", better
    return None


def duty_proved(play: dict[str, Any], wanted: list[str], seen: dict[str, tuple[str, Clock]]) -> Clock | None:
    """The first clock, once the card has fallen, at which one of the wanted cards has been seen."""
    clocks = [later(seen[card][1], play["clock"] + 1) for card in wanted if card in seen]
    return min(clocks, key=moment) if clocks else None


def card_findings(
    hand: dict[str, Any], toggles: dict[str, Any], seen: dict[str, tuple[str, Clock]]
) -> list[dict[str, Any]]:
    """Cards out of turn (R-086 to R-088) and cards against a duty."""
    found = []
    for play in hand["plays"]:
        seat, clock, trick = play["seat"], play["clock"], play["trick"]
        exempt = trick == 6 and toggles["last_trick_out_of_turn_ok"]
        if not play["turn_ok"] and not exempt:
            name = "lead-out-of-turn" if play["lead"] else "play-out-of-turn"
            found.append(note(name, seat, clock, TURN, clock + 1, trick=trick, falls=True))
        broken = duty_broken(play, hand["trump"] or "")
        if broken:
            name, wanted = broken
            proved = duty_proved(play, wanted, seen)
            found.append(note(name, seat, clock, DUTY, proved, trick=trick, falls=True))
    return found


def find(record: dict[str, Any], ruleset: str) -> list[dict[str, Any]]:
    """All findings of a hand but those about claims, lay-downs and the score, in the contract's order."""
    toggles, penalties = TOGGLES[ruleset], PENALTIES[ruleset]
    hand = replay(record)
    seen = cards_seen(record, hand)
    found = deal_findings(record)
    found += call_findings(record, hand, toggles, seen)
    found += meld_findings(record, hand, toggles)
    found += incident_findings(record, hand, toggles)
    found += card_findings(hand, toggles, seen)
    found = [one for one in found if one["infraction"] in penalties]
    found.sort(key=lambda one: (moment(one["at"]), one["order"]))
    for one in found:
        one["penalty"] = one["penalty"] or penalties[one["infraction"]]
        del one["order"]
    return found
