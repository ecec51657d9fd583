"""Claims: which findings each means, whether it is in time, what it costs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.second_opinion.deeds import deeds, is_meant
from tests.second_opinion.laydowns import Finding, new_finding, put_in
from tests.second_opinion.noting import moment
from tests.second_opinion.scoring import TEAMS, ending_laydown, team_named
from tests.second_opinion.toggles import PENALTIES, TOGGLES
from tests.second_opinion.walk import team_of

CARD_KINDS = (
    "failure-to-follow",
    "failure-to-trump",
    "failure-to-overtrump",
    "lead-out-of-turn",
    "play-out-of-turn",
)
MELD_KINDS = (
    "meld-announced-out-of-turn",
    "meld-shown-out-of-turn",
    "early-belle",
    "meld-announced-late",
    "meld-shown-late",
    "unannounced-meld-shown",
    "unshown-meld",
    "false-meld",
    "mismatched-meld",
    "forgotten-belle",
    "undeclared-meld",
    "lower-meld-shown",
)
OF_THE_DEAL = ("exposed-in-deal", "wrong-card-count", "dealing-out-of-turn", "dealt-unevenly")
#: What upholds a claim and is no infraction: true, and nothing follows.
TRUE_AND_FREE: Finding = {"penalty": "none"}
CALL_KINDS = ("declaring-passed-suit", "declaring-out-of-turn", "invalid-declaration")


@dataclass
class Court:
    """A hand while its claims are settled: its record, what was found in it, and what the claims so far did."""

    record: dict[str, Any]
    hand: dict[str, Any]
    ruleset: str
    findings: list[Finding]
    #: The claims that proved nothing and cost nothing.
    free: list[Finding] = field(default_factory=list)
    #: The clock of the first claim that stopped the play.
    stop: int | None = None


def before(finding: Finding, clock: int) -> bool:
    """Whether something had happened at a clock: cards need a smaller one (contract: What a claim names)."""
    if finding.get("falls"):
        return moment(finding["at"]) < clock
    return moment(finding["at"]) <= clock


def void_deal(findings: list[Finding]) -> bool:
    """Whether a re-deal is due whatever anybody claims (R-016 to R-019, D-05)."""
    return any(
        one["penalty"] == "redeal" and one["verdict"] == "proven" and moment(one["at"]) < moment("scored")
        for one in findings
    )


def too_late_for_passed_suit(claim: dict[str, Any], hand: dict[str, Any], ruleset: str) -> bool:
    """Whether the claimant has already played his own first card (R-027, D-08, D-09)."""
    if TOGGLES[ruleset]["passed_suit_window"] != "own_first_card":
        return False
    first = hand["first"][claim["by"]]
    return first is not None and first < moment(claim["at"])


def in_time(claim: dict[str, Any], court: Court) -> bool:
    """Before the last trick is turned; until the score once play is over otherwise (R-107, D-48, D-75)."""
    if claim["at"] == "scored":
        return False
    if claim["at"] == "turned":
        return court.stop is not None or ending_laydown(court.record, court.hand) is not None
    return True


def mixings(team: str, record: dict[str, Any]) -> list[int]:
    """When a side mixed its pile (D-57)."""
    return [
        moment(incident["at"])
        for incident in record.get("incidents") or []
        if incident["kind"] == "pile_mixed"
        and "at" in incident
        and "seat" in incident
        and team_of(incident["seat"]) == team
    ]


def mixed_tricks(claim: dict[str, Any], record: dict[str, Any], hand: dict[str, Any]) -> set[int]:
    """The tricks that lay in a pile when it was mixed, before the claim, whoever kept it (D-57)."""
    return {
        number
        for number, trick in enumerate(hand["tricks"], start=1)
        if any(4 * number <= clock <= moment(claim["at"]) for clock in mixings(team_of(trick["winner"]), record))
    }


def claimed_trick(claim: dict[str, Any]) -> int | None:
    """The trick a claim names, ignored when the named infraction is no card's (fine print)."""
    name = claim.get("infraction")
    return claim.get("trick") if name is None or name in CARD_KINDS else None


def fits(claim: dict[str, Any], finding: Finding, ruleset: str) -> bool:
    """Whether a finding is among what the claim names (contract: What a claim names; D-53)."""
    if finding["team"] != team_named(claim["against"]):
        return False
    trick, name = claimed_trick(claim), claim.get("infraction")
    if trick is not None:
        return finding["infraction"] in CARD_KINDS and finding["trick"] == trick
    if TOGGLES[ruleset]["late_meld"] == "renege" and name in ("meld-announced-out-of-turn", "meld-shown-out-of-turn"):
        # League rule 7 calls late what is early: out of turn (fine print, L7).
        return finding["infraction"] in (name, name.replace("out-of-turn", "late"))
    return name is None or finding["infraction"] == name


def linked(claim: dict[str, Any], fitting: list[Finding]) -> Finding:
    """The named kind by the named seat, else a renege, else the first (fine print)."""
    for one in fitting:
        if one["infraction"] == claim.get("infraction") and claim["against"] in (one["seat"], one["team"]):
            return one
    for one in fitting:
        if one["penalty"] == "renege":
            return one
    return fitting[0]


def not_recorded(claim: dict[str, Any], record: dict[str, Any]) -> bool:
    """Whether the record is silent about the kind of thing that was claimed (contract: Melds)."""
    name = claim.get("infraction")
    if name is None and claim.get("trick") is None:
        # It may be about any of that.
        return record.get("melds") is None or "declarations" not in record
    if name in MELD_KINDS:
        return record.get("melds") is None
    if name == "declaring-without-trump" and "declarations" not in record:
        # A contract that names a team does not say who of the two declared.
        return record.get("contract", {}).get("maker") in TEAMS
    return name in CALL_KINDS and "declarations" not in record


def is_beyond_the_record(claim: dict[str, Any], court: Court) -> bool:
    """Return True if a claim is about cards nobody wrote down: a trick not recorded, or one before the last turned."""
    record, name = court.record, claim.get("infraction")
    played = len(record["plays"])
    if played == 24 or ending_laydown(record, court.hand) is not None or (name is not None and name not in CARD_KINDS):
        return False
    clock = moment(claim["at"]) if court.stop is None else min(court.stop, moment(claim["at"]))
    trick = claim.get("trick")
    if record.get("sheet") and not played:
        # A hand of which only the sheet is kept was played, and no card of it is known.
        return True
    return clock >= moment("turned") or (trick is not None and 4 * (trick - 1) >= played and clock >= played)


def true_all_the_same(claim: dict[str, Any], court: Court) -> tuple[bool, bool]:
    """Return if the record shows what was claimed although it is no infraction, and if it may have been the accused.

    Where a record does not say who did it, it may have been the accused; a fault of the deal is the dealer's.
    """
    until, accused = moment(claim["at"]), team_named(claim["against"])
    mixed = mixed_tricks(claim, court.record, court.hand)
    shown = [one for one in deeds(court.record, court.hand, court.ruleset) if not cut_off(one, court.stop)]
    dealer = team_of(court.record["deal"]["dealer"])
    may_be = [
        one["team"] or (dealer if one["infraction"] in OF_THE_DEAL else None)
        for one in [*shown, *court.free]
        if before(one, until)
        and is_meant(one["infraction"], claim, court.ruleset)
        and (claimed_trick(claim) is None or (one["infraction"] in CARD_KINDS and one["trick"] == claim["trick"]))
        and not (one["infraction"] in CARD_KINDS and one["trick"] in mixed)
    ]
    return accused in may_be, None in may_be


def about_mixed_tricks(claim: dict[str, Any], mixed: set[int]) -> bool:
    """Whether a claim may be about a card of a trick that can no longer be read."""
    trick, name = claimed_trick(claim), claim.get("infraction")
    if trick is not None:
        return trick in mixed
    return bool(mixed) and (name is None or name in CARD_KINDS)


def examine(claim: dict[str, Any], court: Court) -> tuple[str, Finding | None]:
    """Return the first verdict that fits a claim, and what it is linked to (contract: claims[].verdict)."""
    if claim.get("withdrawn"):
        return "withdrawn", None
    return weighed(claim, court)


def weighed(claim: dict[str, Any], court: Court) -> tuple[str, Finding | None]:
    """Return the verdict on a claim that is insisted on."""
    record, hand, ruleset = court.record, court.hand, court.ruleset
    if claim["by"] is None:
        # By nobody at the table (contract: claims[].verdict).
        return "inadmissible", None
    name, late = claim.get("infraction"), too_late_for_passed_suit(claim, hand, ruleset)
    if team_named(claim["against"]) == team_of(claim["by"]) or (late and name == "declaring-passed-suit"):
        return "inadmissible", None
    if not in_time(claim, court):
        return "out_of_time", None
    if hand["passed_out"] or void_deal(court.findings):
        return "moot", None
    until, known = moment(claim["at"]), name is None or name in PENALTIES[ruleset]
    if known and any(clock > until for clock in mixings(team_named(claim["against"]), record)):
        return "upheld", None
    seen = [one for one in court.findings if known and before(one, until) and fits(claim, one, ruleset)]
    seen = [one for one in seen if not cut_off(one, court.stop)]
    if late:
        seen = [one for one in seen if one["infraction"] != "declaring-passed-suit"]
    mixed = mixed_tricks(claim, record, hand)
    clear = [one for one in seen if one["infraction"] not in CARD_KINDS or one["trick"] not in mixed]
    proven = [one for one in clear if one["verdict"] == "proven"]
    if proven:
        return "upheld", linked(claim, proven)
    true, may_be_true = true_all_the_same(claim, court)
    if true:
        return "upheld", TRUE_AND_FREE
    if clear or may_be_true or (known and about_mixed_tricks(claim, mixed)):
        return "not_proven", None
    if not_recorded(claim, record) or is_beyond_the_record(claim, court):
        return "not_proven", None
    return "refuted", None


def cut_off(finding: Finding, stop: int | None) -> bool:
    """Whether a finding lies after the stop; claims and the sheet are no play (contract: A stopped hand)."""
    if stop is None or finding["infraction"] in ("unproven-claim", "wrong-score"):
        return False
    return not before(finding, stop)


def has_proved_nothing(claim: dict[str, Any], verdict: str, court: Court) -> bool:
    """Return True if a renege was called on an opponent in time, and not proved."""
    if claim["by"] is None:
        return False
    if verdict != "withdrawn":
        return verdict in ("refuted", "not_proven")
    if team_named(claim["against"]) == team_of(claim["by"]):
        # A claim is one against an opponent: taking back an admission costs nothing.
        return False
    said, proof = weighed(claim, court)
    # What was looked at may have proved what was said (fine print: reviewed and withdrawn).
    return said not in ("inadmissible", "out_of_time", "moot") and not (claim.get("reviewed") and proof is not None)


def is_charged(claim: dict[str, Any], court: Court) -> bool:
    """Return True if a claim that proved nothing costs its maker's side (R-094, R-095, D-50, D-62)."""
    always = TOGGLES[court.ruleset]["false_claim"] == "any_unproven"
    if not (always or claim.get("reviewed")):
        return False
    for other in court.record["claims"]:
        partner = other["by"] not in (None, claim["by"]) and team_of(other["by"]) == team_of(claim["by"])
        same = team_named(other["against"]) == team_named(claim["against"])
        if not (partner and same and moment(other["at"]) == moment(claim["at"])):
            continue
        if examine(other, court)[0] == "upheld":
            return False
    return "unproven-claim" in PENALTIES[court.ruleset]


def settle_claims(
    findings: list[Finding], record: dict[str, Any], hand: dict[str, Any], ruleset: str
) -> tuple[dict[int, tuple[str, Finding | None]], set[str], int | None]:
    """Settle all claims by clock, then as listed: return verdicts, guilty teams and when the play stopped."""
    claims = record.get("claims") or []
    results: dict[int, tuple[str, Finding | None]] = {}
    guilty: set[str] = set()
    court = Court(record, hand, ruleset, findings)
    for index in sorted(range(len(claims)), key=lambda one: moment(claims[one]["at"])):
        claim = claims[index]
        verdict, found = examine(claim, court)
        results[index] = (verdict, None if found is TRUE_AND_FREE else found)
        culprit = None
        if verdict == "upheld" and (found is None or found["penalty"] == "renege"):
            culprit = team_named(claim["against"])
        elif has_proved_nothing(claim, verdict, court):
            wrong = new_finding("unproven-claim", claim["by"], claim["at"], ruleset)
            if not is_charged(claim, court):
                court.free.append(wrong)
                continue
            put_in(findings, wrong)
            if wrong["penalty"] == "renege":
                culprit = wrong["team"]
        if culprit:
            guilty.add(culprit)
            court.stop = moment(claim["at"]) if court.stop is None else court.stop
    return results, guilty, court.stop
