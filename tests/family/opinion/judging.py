"""Ruling on one record: findings, contract, tricks, outcome, score, claims."""

from __future__ import annotations

from typing import Any

from tests.family.opinion.auction import (
    Contract,
    hold_auction,
    name_trumps,
    namings,
    settle_contract,
    special_calls,
)
from tests.family.opinion.claims import (
    ClaimFacts,
    Settled,
    find_call_deeds,
    find_incident_deeds,
    settle_claims,
)
from tests.family.opinion.findings import (
    Finding,
    OutOfScope,
    finding,
    has_article,
    moment,
    order_of,
)
from tests.family.opinion.laws import Law, law_of
from tests.family.opinion.play import (
    Replay,
    after_exchanges,
    drop_outs,
    exchange_findings,
    find_absent_seats,
    first_leader,
    lone_partners,
    replay,
    who_plays,
)
from tests.family.opinion.scoring import (
    Points,
    cap_points,
    result_of,
    sat_out,
    score_hand,
    score_renege,
    scores_before,
    winner,
)
from tests.family.opinion.table import Record, dealt_hands, incident_findings, left_of, side_of, sides_of
from tests.family.opinion.weighing import is_dealt_again

Ruling = dict[str, Any]


class Hand:
    """Facts of a hand before any claim is weighed."""

    def __init__(self, record: Record, law: Law) -> None:
        hands = dealt_hands(record)
        auction = hold_auction(record, hands, law)
        self.contract, self.how = settle_contract(record, auction, hands, law)
        specials, self.misdeal_called, open_calls = special_calls(record, hands, law)
        self.trump, naming = name_trumps(record, self.contract, self.how, law)
        left, leaving = drop_outs(record, self.contract, law)
        laid_down = lone_partners(record, self.contract, law)
        self.dropped, self.gone = left, left + laid_down
        #: Seats that play no card. A seat that may not leave scores as if it were in (BD-77).
        self.away = self.gone + find_absent_seats(record, self.gone)
        exchanging, may_be_wrong, open_exchanges = exchange_findings(record, self.contract, hands, law)
        held = after_exchanges(record, self.contract, hands, law)
        played = self.how in ("bid", "club", "none")
        self.leader = first_leader(record, self.contract, self.away, law) if played else None
        self.replay = Replay()
        alone = everybody_else_left(record, self, law)
        if alone:
            # There are no more tricks, only cards of players who are out (B-104).
            self.replay.findings = [
                finding("playing-when-out", play["seat"], "", clock, law, trick=1)
                for clock, play in enumerate(record["plays"])
                if play["seat"] in left
            ]
        elif self.leader is not None and self.trump is not None:
            self.replay = replay(record, held, self.trump, self.leader, self.away, law)
        result = auction.findings + specials + incident_findings(record, law) + naming + exchanging + leaving
        width = len(who_plays(record, self.gone))
        fallen = len(record["plays"]) - sum(
            finding["infraction"] == "playing-when-out" for finding in self.replay.findings
        )
        over = self.replay.complete or self.how in ("passed_out", "annulled") or alone
        self.recorded = None if over else fallen
        self.width = width
        #: Deeds that are not an offense in this game, or without a named seat.
        self.unpenalized = find_incident_deeds(record, law) + find_call_deeds(record, left, law)
        self.unpenalized += [
            one
            for one in [*result, *self.replay.findings]
            if one["seat"] is None or not has_article(one["infraction"], law)
        ]
        #: Offenses that may have happened.
        self.open_offenses = may_be_wrong + open_calls
        if self.contract is None and self.how == "unknown":
            # Nobody can show that the seat had no right to name.
            self.open_offenses += [
                finding("declaring-out-of-turn", naming["seat"], "trump", naming.get("at", "declaring"), law)
                for naming in namings(record)
            ]
        self.open_offenses += [
            finding("false-two-bid", seat, "call", "declaring", law) for seat in auction.open_twos
        ]
        self.open_offenses += [
            finding(
                "failure-to-follow",
                record["plays"][at]["seat"],
                "",
                at,
                law,
                trick=trick_at(at, self.replay),
            )
            for at in self.replay.open_clocks
        ]
        known = [one for one in [*result, *self.replay.findings] if has_article(one["infraction"], law)]
        #: In order, because a claim that fits several means the first (record: fine print).
        self.findings = sorted(known, key=order_of)
        self.open_questions = open_exchanges


def everybody_else_left(record: Record, hand: Hand, law: Law) -> bool:
    """Return True if only the bidding side is still in (B-104, BD-52)."""
    if hand.contract is None or not hand.dropped:
        return False
    bidders = side_of(hand.contract["maker"], record, law)
    return all(side_of(seat, record, law) == bidders for seat in who_plays(record, hand.dropped))


def tricks_taken(record: Record, hand: Hand, law: Law, until: Any = None) -> Points | None:
    """Return the tricks by side: from the cards, else from the sheet; None for an unfinished hand.

    With `until`, count those complete by that clock.
    """
    sides = sides_of(record, law)
    if until is None and not record["plays"] and "sheet" in record:
        return {side: record["sheet"].get(side, {}).get("tricks", 0) for side in sides}
    if until is None and not hand.replay.complete:
        return None
    ends = [end for end in hand.replay.ends if until is None or end <= moment(until)]
    winners = [side_of(seat, record, law) for seat in hand.replay.winners[: len(ends)]]
    return {side: winners.count(side) for side in sides}


def deal_is_dead(hand: Hand) -> str | None:
    """Return an outcome that no claim changes: re-deal, annulled, passed out."""
    if hand.misdeal_called or any(finding["penalty"] == "redeal" for finding in hand.findings):
        return "redeal"
    return hand.how if hand.how in ("annulled", "passed_out") else None


def rule(record: Record, toggles: dict[str, Any] | None = None) -> Ruling:
    """Return the ruling on a record under its own ruleset, with some toggles changed."""
    if any(play["card"] is None for play in record["plays"]):
        raise OutOfScope("a card is not known")
    law = law_of(record["ruleset"], toggles or {})
    hand = Hand(record, law)
    dead = deal_is_dead(hand)
    open_tricks = [trick_at(clock, hand.replay) for clock in hand.replay.open_clocks]
    case = ClaimFacts(
        record=record,
        law=law,
        findings=hand.findings,
        dead=dead is not None,
        open_questions=hand.open_questions,
        open_tricks=open_tricks,
        unpenalized=hand.unpenalized,
        recorded=hand.recorded,
        width=hand.width,
        open_offenses=hand.open_offenses,
    )
    settled = settle_claims(case)
    if settled.misdeal:
        dead = "redeal"
    # Equal reneges that cancel each other stop nothing (`both_renege=cancel`, BD-74).
    if len(settled.guilty) > 1 and law["both_renege"] == "cancel":
        case.stop = None
    findings = [finding for finding in hand.findings if not case.is_cut_off(finding)]
    findings += [finding for finding in settled.findings if has_article("unproven-claim", law)]
    outcome, points, hickeys, made = outcome_of(record, hand, dead, settled, law)
    before = scores_before(record, law)
    if points is not None:
        points = cap_points(charge_claims(points, findings, record, law), before, law)
    again = not settled.findings and is_dealt_again(record, settled.verdicts)
    if again and dead is None:
        # The cards are dealt again, and the sheet does not count unless the hand was complete (BD-81).
        whole = hand.replay.complete or outcome in ("scored", "sat_out")
        dead, outcome, points, hickeys, made = "redeal", "redeal", None, {}, False
        if whole:
            findings += wrong_scores(record, outcome, points, law)
    else:
        findings += wrong_scores(record, outcome, points, law)
    findings += wrong_totals(record, outcome, points, law)
    taken = None if dead else tricks_taken(record, hand, law)
    bidders = None if hand.contract is None else side_of(hand.contract["maker"], record, law)
    after = {side: before[side] + (points or {}).get(side, 0) for side in before}
    return {
        "ruleset": record["ruleset"],
        "trump": hand.trump,
        "contract": hand.contract,
        "leader": hand.leader,
        "won": hand.replay.winners,
        "tricks": taken,
        "findings": [
            {**one, "side": one["side"] or (side_of(one["seat"], record, law) if one["seat"] else None)}
            for one in sorted(findings, key=order_of)
        ],
        "claims": settled.verdicts,
        "outcome": outcome,
        "score": points,
        "hickeys": hickeys,
        "after": after,
        "winner": None if points is None else winner(after, bidders, made, taken, law),
        "next_dealer": next_dealer(record, hand, outcome, law),
    }


def publish(ruled: Ruling) -> Ruling:
    """Return a ruling in the published form of the program."""
    findings = [{**one, "team": one["side"], "verdict": "proven"} for one in ruled["findings"]]
    for one in findings:
        # Only findings about cards have a clock of proof.
        if one["provable_from"] is None:
            del one["provable_from"]
    claims = [{"claim": number, "verdict": verdict} for number, verdict in enumerate(ruled["claims"])]
    won = [{"winner": seat} for seat in ruled["won"]]
    return {**ruled, "findings": findings, "claims": claims, "won": won}


def trick_at(clock: int, replayed: Replay) -> int:
    """Return the trick a card at that clock belongs to."""
    return 1 + sum(1 for end in replayed.ends if end <= clock)


def outcome_of(
    record: Record, hand: Hand, dead: str | None, settled: Settled, law: Law
) -> tuple[str, Points | None, Points, bool]:
    contract: Contract | None = hand.contract
    if dead is not None:
        return dead, None, {}, False
    if len(settled.guilty) > 1 and law["both_renege"] == "redeal_same":
        return "redeal", None, {}, False
    if len(settled.guilty) == 1:
        taken = tricks_taken(record, hand, law, settled.stop) or {}
        points, hickeys, made = score_renege(record, contract, taken, hand.gone, settled.guilty[0], law)
        return "renege", points, hickeys, made
    if contract is not None and everybody_else_left(record, hand, law):
        return "sat_out", sat_out(record, contract, law), {}, True
    if hand.how == "unknown":
        # Cards or tricks without a contract are undetermined; without either the hand is unfinished.
        is_recorded = record["plays"] or "sheet" in record
        return ("undetermined" if is_recorded else "unfinished"), None, {}, False
    counted = tricks_taken(record, hand, law)
    if counted is None:
        return "unfinished", None, {}, False
    # A lone bid is lost if the partner played on it (`partner_plays=lone_lost`, BD-77).
    lone = law["partner_plays"] == "lone_lost" and contract is not None and contract["alone"]
    lost = lone and any(finding["infraction"] == "playing-when-out" for finding in hand.findings)
    result = result_of(record, contract, counted, hand.gone, bool(lost), law)
    points, hickeys = score_hand(result, law)
    return "scored", points, hickeys, result.made


def charge_claims(points: Points, findings: list[Finding], record: Record, law: Law) -> Points:
    """Return the points after claims that proved nothing: two off for each, at tables that charge (BD-73)."""
    price = 2 if law["down"] else -2
    for charge in findings:
        if charge["infraction"] == "unproven-claim":
            side = side_of(charge["seat"], record, law)
            points = {**points, side: points[side] + price}
    return points


def wrong_scores(record: Record, outcome: str, points: Points | None, law: Law) -> list[Finding]:
    """Return findings for the sides with a wrong score on the sheet.

    A hand that is not scored has none.
    """
    if outcome in ("unfinished", "undetermined"):
        return []
    return [
        finding("wrong-score", None, "score", "scored", law, side=side)
        for side in sides_of(record, law)
        if (record.get("score") or {}).get(side, (points or {}).get(side, 0)) != (points or {}).get(side, 0)
    ]


def wrong_totals(record: Record, outcome: str, points: Points | None, law: Law) -> list[Finding]:
    """Return findings for running totals that are not the total before plus the hand.

    A total that carries a wrong score on is not wrong. Without a total before, there is no finding.
    """
    if outcome in ("unfinished", "undetermined"):
        return []
    before, after, score = (record.get(key) or {} for key in ("before", "after", "score"))
    findings = []
    for side in sides_of(record, law):
        if side in before and side in after:
            added = (points or {}).get(side, 0)
            carried = score.get(side, added) != added and after[side] == before[side] + score[side]
            if after[side] != before[side] + added and not carried:
                findings.append(finding("wrong-score", None, "score", "scored", law, side=side))
    return findings


def next_dealer(record: Record, hand: Hand, outcome: str, law: Law) -> str | None:
    """Return the seat that deals next: the left neighbor (B-010); the same dealer after a void deal."""
    dealer: str = record["deal"]["dealer"]
    if outcome in ("unfinished", "undetermined"):
        return None
    again = (
        outcome == "redeal"
        or (outcome == "annulled" and law["annulled_deal"] == "same")
        or (outcome == "passed_out" and law["all_pass"] == "redeal_same")
    )
    if any(
        finding["infraction"] == "dealing-out-of-turn" and finding["penalty"] == "redeal"
        for finding in hand.findings
    ):
        # If called in time, the deal goes to the seat that should have dealt.
        return str(record["deal"].get("due_dealer", dealer))
    return dealer if again else left_of(dealer, record)
