"""Claims, and deeds without a penalty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from tests.family.opinion.auction import SPECIAL_CALLS, is_late, is_spoken_bid
from tests.family.opinion.findings import (
    ABOUT_DEALING,
    OF_CALLS,
    OF_CARDS,
    Finding,
    finding,
    has_article,
    moment,
)
from tests.family.opinion.laws import Law
from tests.family.opinion.table import (
    UNEVEN,
    Record,
    incident_at,
    partners_of,
    seats_of,
    side_named,
    side_of,
    sides_of,
)
from tests.family.opinion.weighing import Claim, Weighing, is_by_all, when

#: Incident of any game -> its infraction. No game of the family penalizes one (BD-79), but a claim that names no
#: infraction may mean one.
COMMON_INCIDENTS = {
    "exposed_card": "exposed-card",
    "looked_at_trick": "looking-at-turned-trick",
    "led_before_turned": "leading-before-trick-turned",
    "slow_play": "slow-play",
    "question": "asking-partner",
    "advice": "advising-partner",
}
#: Incident caused by an outsider -> the infraction of a player who causes it.
OUTSIDE = {"table_talk": "table-talk", "saw_passed_card": "seen-before-giving"}
NOTED = (*COMMON_INCIDENTS.values(), "table-talk", "seen-before-giving", *ABOUT_DEALING)


def find_incident_deeds(record: Record, law: Law) -> list[Finding]:
    findings: list[Finding] = []
    for one in record.get("incidents") or []:
        kind, seat, at = one["kind"], one.get("seat") or one.get("helped"), incident_at(one)
        known = len(findings)
        if one.get("at") is None and kind in ("looked_at_trick", "led_before_turned"):
            at = len(seats_of(record)) * one.get("trick", 1)
        if kind in ("not_dealt_singly", "dealt_singly") and law["game"] not in UNEVEN:
            findings.append(finding("dealt-unevenly", seat or record["deal"]["dealer"], "incident", at, law))
        elif kind in COMMON_INCIDENTS:
            if kind in ("question", "advice") and "to" in one:
                # Words to an opponent are not words to the partner.
                if one["to"] not in partners_of(one["seat"], record, law):
                    continue
            findings.append(finding(COMMON_INCIDENTS[kind], seat, "incident", at, law))
        elif is_card_shown(one, law):
            findings.append(finding("exposed-card", seat, "incident", at, law))
        elif "by_other" in one and kind in OUTSIDE:
            findings.append(finding(OUTSIDE[kind], seat, "incident", at, law))
        for deed in findings[known:]:
            deed["at_order"] = one.get("order")
            deed["outsider"] = "by_other" in one
    return findings


def is_card_shown(incident: Record, law: Law) -> bool:
    """Return True if a card was seen that was not being played, or one was replaced by another in a turn."""
    if incident["kind"] == "card_retracted":
        other = incident.get("replaced_by", incident["card"])
        return bool(other != incident["card"] and law["correction"] == "none")
    return incident["kind"] == "card_half_shown" and "card" in incident and not incident.get("in_play")


def find_agreements(claim: dict[str, Any], record: Record, law: Law) -> dict[str, Any]:
    """Return the agreements of the whole table before a claim, with their clocks, if they bind it (BD-81)."""
    return {
        one["what"]: one["at"]
        for one in record.get("agreements") or []
        if law["agreements"] == "binding" and is_by_all(one, record) and when(one) < when(claim)
    }


def find_call_deeds(record: Record, gone: list[str], law: Law) -> list[Finding]:
    findings, spoken, left = list[Finding](), list[str](), list[str]()
    for number, entry in enumerate(record.get("declarations") or [], start=1):
        seat, call, at = entry["seat"], entry["call"], entry.get("at", "declaring")
        if is_spoken_bid(call):
            spoken.append(seat)
        if call in SPECIAL_CALLS:
            if law["game"] != "ec":
                findings.append(finding("unentitled-call", seat, f"call {number}", "declaring", law))
            if bool(spoken) if law["game"] != "ec" else is_late(seat, spoken, law):
                findings.append(finding("late-call", seat, f"call {number}", "declaring", law))
        if call == "out" and seat not in left:
            if law["game"] not in ("dc", "ec"):
                findings.append(finding("forbidden-drop-out", seat, "out", at, law))
            if moment(at) > 0:
                findings.append(finding("late-drop-out", seat, "out", at, law))
            elif seat in gone:
                left += [seat, *partners_of(seat, record, law)]
    return findings


def is_meant(one: Finding, name: str | None) -> bool:
    """Return True if a claim may mean an unpenalized fault."""
    return one["infraction"] in NOTED if name is None else bool(one["infraction"] == name)


@dataclass(kw_only=True)
class ClaimFacts(Weighing):
    """Facts of a hand while its claims are weighed."""

    law: Law
    #: True if the deal is void.
    dead: bool
    #: Offenses that the record cannot settle, and the tricks in which it cannot say who followed suit.
    open_questions: list[str]
    open_tricks: list[int]
    #: Deeds that are not an offense in this game.
    unpenalized: list[Finding]
    #: Number of cards recorded, None if all were; and the cards of a trick.
    recorded: int | None
    width: int
    #: Offenses that may have happened.
    open_offenses: list[Finding]

    of_cards = OF_CARDS

    def side_of(self, seat: str) -> str:
        return side_of(seat, self.record, self.law)

    def side_named(self, name: str) -> str:
        return side_named(name, self.record, self.law)

    def fits(self, claim: Claim, finding: Finding) -> bool:
        return finding["infraction"] != "unproven-claim" and super().fits(claim, finding)


class Settled(NamedTuple):
    """Weighed claims and their consequences."""

    verdicts: list[str]
    guilty: list[str]
    #: The clock of the first claim that stopped the play.
    stop: Any
    misdeal: bool
    findings: list[Finding]


def is_open(claim: dict[str, Any], case: ClaimFacts) -> bool:
    """Return True if the record does not show whether the claimed offense happened."""
    record, law = case.record, case.law
    name, trick = claim.get("infraction"), case.get_claimed_trick(claim)
    cards = trick is not None or name is None or name in OF_CARDS
    if cards and not record["plays"] and "sheet" in record:
        return True
    if cards and case.open_tricks and name in (None, "failure-to-follow"):
        return trick is None or trick in case.open_tricks
    if trick is not None:
        return False
    if name in OF_CALLS and "declarations" not in record:
        return True
    # A claim that names no infraction may mean any infraction of the game.
    return any(
        name == question or (name is None and has_article(question, law)) for question in case.open_questions
    )


def examine(claim: Claim, case: ClaimFacts) -> tuple[str, Finding | None]:
    """Return the first verdict that fits, and the finding that the claim means.

    A true deed that is no offense also upholds a claim, unless it may mean an open offense; then it costs nothing.
    """
    record, law, name = case.record, case.law, claim.get("infraction")
    if claim.get("withdrawn"):
        return "withdrawn", None
    seats = seats_of(record)
    if claim["by"] not in seats or claim["against"] not in [*seats, *sides_of(record, law)]:
        return "inadmissible", None
    accused = case.side_named(claim["against"])
    if case.side_of(claim["by"]) == accused:
        return "inadmissible", None
    # Until the score is written; at some tables, until the last trick is turned, unless play stopped (BD-71).
    turned = claim["at"] == "turned" and law["claim_until"] == "turned"
    if claim["at"] == "scored" or (turned and case.stop is None):
        return "out_of_time", None
    agreed = find_agreements(claim, record, law)
    if case.dead or "redeal" in agreed:
        return "moot", None
    if seen := case.find_candidates(claim) if name is None or has_article(name, law) else []:
        linked = case.pick_finding(claim, seen)
        waived = [agreed[what] for what in ("waive", "play_on") if what in agreed]
        return ("moot", None) if any(case.is_before(linked, at) for at in waived) else ("upheld", linked)
    whose = case.find_doers(claim, (one for one in [*case.unpenalized, *case.lost] if is_meant(one, name)))
    may_be = [offense for offense in case.open_offenses if case.is_before(offense, claim["at"])]
    if any(case.fits(claim, one) for one in may_be):
        return "not_proven", None
    if accused in whose:
        return "upheld", None
    of_cards = case.recorded is not None and (name is None or name in OF_CARDS)
    beyond = of_cards and case.is_beyond(claim, case.recorded or 0, case.width)
    return ("not_proven" if is_open(claim, case) or beyond or None in whose else "refuted"), None


def settle_claims(case: ClaimFacts) -> Settled:
    """Settle all claims by clock, then as listed."""
    record, law = case.record, case.law
    claims = record.get("claims") or []
    verdicts, as_made = [""] * len(claims), [""] * len(claims)
    guilty: list[str] = []
    misdeal = False
    unproven: list[Finding] = []
    for index, claim in case.claims():
        verdict, about = examine(claim, case)
        # A reviewed claim that is withdrawn afterward costs as much as any other (record: fine print).
        is_examined = verdict == "withdrawn" and claim.get("reviewed")
        as_made[index] = examine({**claim, "withdrawn": False}, case)[0] if is_examined else verdict
        if has_shown_nothing(claim, verdict, case):
            case.lost.append(finding("unproven-claim", claim["by"], f"claim {index + 1}", claim["at"], law))
        verdicts[index] = verdict
        talk = (
            about is not None
            and about["infraction"] == "table-talk"
            and law["table_talk"] == "misdeal_on_claim"
        )
        if talk:
            case.dead = misdeal = True
        elif about is not None and about["penalty"] == "renege":
            guilty.append(case.side_named(claim["against"]))
        else:
            continue
        case.stop = claim["at"] if case.stop is None else case.stop
    for index, claim in enumerate(claims):
        if as_made[index] in ("refuted", "not_proven") and not any(
            verdicts[other] == "upheld" for other, _ in case.by_partner(claim)
        ):
            unproven.append(finding("unproven-claim", claim["by"], f"claim {index + 1}", claim["at"], law))
    return Settled(verdicts, list(dict.fromkeys(guilty)), case.stop, misdeal, unproven)


def has_shown_nothing(claim: dict[str, Any], verdict: str, case: ClaimFacts) -> bool:
    """Return True if a claim in time against another side proved nothing, even if it was withdrawn."""
    if verdict == "withdrawn":
        otherwise, _ = examine({**claim, "withdrawn": False}, case)
        return otherwise in ("refuted", "not_proven") or (otherwise == "upheld" and not claim.get("reviewed"))
    return verdict in ("refuted", "not_proven")
