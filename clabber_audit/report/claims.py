"""Claims in words: what they allege, what they cost, why they fail."""

from __future__ import annotations

from typing import Final

from clabber_audit.cards.cards import (
    SCORED,
    TURNED,
)
from clabber_audit.cards.cards import number as number_cards
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.ranking import CARD_POINTS, LAST_TRICK
from clabber_audit.games.clabber.scoring import RENEGE
from clabber_audit.judge.claims import Weighed
from clabber_audit.judge.focus import Focus, is_meant, is_misnamed, is_named, is_own_side
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.scene import lawful_plays
from clabber_audit.report.phrases import OUTCOMES, PENALTIES, VOID, kind, listed
from clabber_audit.report.results import scored_by
from clabber_audit.report.surprises import surprise_of_lawful
from clabber_audit.report.wording import Speaker, claim_outcome, unanswered
from clabber_audit.rules.infractions import infractions

#: What a renege brings in a game of tricks, by the toggle (BD-70).
_BRINGS: Final = {
    "bumped": ", so {own} is bumped and the others keep the tricks they had",
    "lose_hand": ", so the hand is scored as if {others} had taken every trick",
    "plus_minus_four": ": four points to {others} and four off for {own}",
    "two_points": ": two points to {others}, four against a lone player",
}


def calling(ruling: Ruling, point: Focus, claim: Weighed, speaker: Speaker) -> str:
    """Return who called a renege, whether it counts, and who pays."""
    made = ruling.replay.hand.record.claims[claim.number]
    who, reviewed = speaker.caller(claim), made.reviewed
    if claim.verdict == "upheld":
        return _upheld(ruling, claim, who, speaker)
    if claim.verdict == "moot":
        return f"{who} called a renege, but {moot(ruling)}"
    if claim.verdict == "out_of_time":
        late = f"{who} called it too late" if point.in_vain == claim else "that was too late"
        return f"{late}: {_late(ruling, number_cards(made.at), speaker)}"
    if claim.verdict == "inadmissible":
        return _not_allowed(ruling, claim, speaker)
    pays = _pays(ruling, claim, speaker)
    if claim.verdict == "withdrawn":
        if is_own_side(ruling, claim):
            return (
                f"{who} called it on {speaker.name(made.by)}’s own side, which is no claim, and withdrew it"
            )
        if pays:
            late = (
                "after the tricks were turned over"
                if reviewed
                else "but under these rules that does not help"
            )
            return f"{who} withdrew it{' ' if reviewed else ', '}{late}, {pays}"
        return f"{who} withdrew the claim{'' if reviewed else ' before any trick was turned over'}, so it costs nothing"
    if point.voided and point.claim == claim:
        return f"{who} called the wrong fault, {pays or 'but that costs nothing'}"
    if claim.deed:
        return f"{who} was right about what happened, but whether it was a renege stays open, so it costs nothing"
    if not pays:
        free = _why_free(ruling, claim, speaker)
        return f"{who} was wrong, but {free}" if claim.verdict == "refuted" else free
    if claim.verdict == "refuted":
        return f"{who} was wrong{' after the tricks were turned over' if reviewed else ''}, {pays}"
    shown = "the tricks were turned over and did not prove it" if reviewed else f"{who} could not prove it"
    return f"{shown}, {pays}"


def denied(ruling: Ruling, claim: Weighed, speaker: Speaker) -> str:
    """Return the record's answer to a refuted claim: not done, not done yet, or too late to call."""
    made = ruling.replay.hand.record.claims[claim.number]
    whom, where = speaker.whom(made.against), f" in trick {made.trick}" if made.trick else ""
    done = [one for one in ruling.findings if one.verdict == "proven" and one.is_renege and not one.of_claim]
    if meant := [one for one in done if is_meant(ruling, claim, one)]:
        seat = ruling.replay.hand.seating.number.get(made.against)
        if all(
            made.infraction not in (None, one.infraction) or seat not in (None, one.seat) for one in meant
        ):
            return f"{whom} did not do that{where}. Under these rules a claim must name the very fault"
        return f"{whom} did nothing that could still be called"
    if any(is_named(ruling, claim, one) for one in done):
        return f"{whom} had done nothing wrong{where} yet"
    if other := taken_for_it(ruling, claim):
        return f"{speaker.finding(other)}; {exception(ruling, other)}"
    return speaker.denied(claim)


def taken_for_it(ruling: Ruling, claim: Weighed) -> Finding | None:
    """Return the act without penalty that a refuted claim mistook for an infraction, or None."""
    made = ruling.replay.hand.record.claims[claim.number]
    if claim.verdict != "refuted" or not made.infraction:
        return None
    fits = (one for one in ruling.findings if infractions()[one.infraction].taken_for == made.infraction)
    done = (one for one in fits if (one.verdict, one.penalty, one.team) == ("proven", "note", claim.accused))
    return next((one for one in done if one.happened_by(number_cards(made.at))), None)


def unsettled(ruling: Ruling, claim: Weighed, speaker: Speaker) -> str:
    """Return why a claim is not proven: mixed tricks (D-57), missing records, or open cards."""
    trick, hand = ruling.replay.hand.record.claims[claim.number].trick, ruling.replay.hand
    if any(
        one.verdict == "proven" and not one.of_claim and is_meant(ruling, claim, one)
        for one in ruling.findings
    ):
        return "the tricks were mixed up, so they could not show it"
    if trick and trick > (hand.seating.trick_of(len(hand.seats) - 1) if hand.seats else 0):
        return f"nothing of trick {trick} was written down"
    answer = next((unanswered(one) for one in claim.meant if "search" in one.facts), "")
    return answer or _covered(ruling, claim, speaker) or "the cards on record do not settle it"


def _covered(ruling: Ruling, claim: Weighed, speaker: Speaker) -> str:
    """Return that a claim on the leader of a trick stays open only for a partner's card (D-53), or nothing."""
    hand, made = ruling.replay.hand, ruling.replay.hand.record.claims[claim.number]
    seat = hand.seating.number.get(made.against)
    if seat is None or not made.trick or made.trick in hand.record.disordered or not claim.meant:
        return ""
    lead = hand.seating.clocks_of(made.trick).start
    others = [speaker.seat(one.seat) for one in claim.meant if one.seat is not None]
    if hand.seats[lead] != seat or speaker.seat(seat) in others:
        return ""
    free = f"{speaker.seat(seat)} led trick {made.trick}, so it was not {speaker.name(seat)}"
    covered = listed(list(dict.fromkeys(others)))
    return f"{free}; the claim covers {covered} too, and the cards on record do not settle that"


def moot(ruling: Ruling) -> str:
    """Return why a claim in an unscored hand does not matter."""
    outcome = ruling.remedy.outcome
    return f"{OUTCOMES[outcome if outcome in VOID else 'redeal'].void}, so it does not matter"


def _upheld(ruling: Ruling, claim: Weighed, who: str, speaker: Speaker) -> str:
    if claim.guilty is not None:
        return f"{who} called it in time{_brings(ruling, claim.guilty, speaker)}"
    if ruling.remedy.outcome == "redeal":
        return f"{who} called it in time"
    if claim.penalty == "meld_void":
        return f"{who} was right: {PENALTIES['meld_void'].clause}"
    if is_misnamed(ruling, claim):
        return f"{PENALTIES['note'].clause}, and the claim costs nothing"
    if claim.deed and is_excepted(ruling, claim.deed):
        return f"{who} was right that it happened, but {exception(ruling, claim.deed)}"
    is_running = ruling.remedy.outcome == "unfinished" and not ruling.replay.hand.record.score
    goes_on = ". Play goes on" if is_running else ""
    return f"{who} was right, but under these rules it costs nothing{goes_on}"


def ended(ruling: Ruling, claim: Weighed, speaker: Speaker) -> str:
    """Return the outcome of a secondary claim: `was wrong`."""
    if claim.verdict == "upheld" and claim.deed and is_excepted(ruling, claim.deed):
        return f"is true, but {exception(ruling, claim.deed)}"
    if claim.verdict != "refuted":
        return claim_outcome(claim)
    why = filter(None, (surprise_of_lawful(ruling, play, speaker) for play in lawful_plays(ruling, claim)))
    return "; ".join(["was wrong", *dict.fromkeys(why)])


def exception(ruling: Ruling, deed: Finding) -> str:
    """Return the exception that a deed falls under."""
    why = infractions()[deed.infraction].exception(deed.facts, ruling.law.toggles)
    return why or "the rule against it does not apply here"


def is_excepted(ruling: Ruling, deed: Finding) -> bool:
    """Return True if an article binds the deed but excepts it."""
    return deed.infraction in ruling.law.binding


def not_excused(ruling: Ruling, claim: Weighed, speaker: Speaker) -> str:
    """Return why a good claim of the same side does not excuse a wrong one (D-62), or nothing."""
    if claim.not_excused_by is None:
        return ""
    good, because = claim.not_excused_by
    who = _caller(ruling, good, speaker)
    if because == "same player":
        return (
            f"{who} made both calls; only a partner’s call at the same moment would have saved the wrong one"
        )
    return f"{who} was right at another moment; only partners who call at the same moment are judged once"


def _caller(ruling: Ruling, claim: int, speaker: Speaker) -> str:
    return next(speaker.caller(one) for one in ruling.claims if one.number == claim)


def _why_free(ruling: Ruling, claim: Weighed, speaker: Speaker) -> str:
    """Return why a failed claim costs nothing (D-50, D-62, BD-73)."""
    if claim.excused_by is not None:
        partner = _caller(ruling, claim.excused_by, speaker)
        return f"{partner} called at the same moment and was right, so it costs nothing"
    asked, reviewed = ruling.law.toggles.false_claim, ruling.replay.hand.record.claims[claim.number].reviewed
    if asked == "none" or not any(infractions()[name].place == "claim" for name in ruling.law.binding):
        return "under these rules a failed claim costs nothing"
    if asked == "reviewed_only" and not reviewed:
        return "no trick was turned over, so it costs nothing"
    return "it costs nothing"


def _late(ruling: Ruling, at: int, speaker: Speaker) -> str:
    told = {TURNED: "the last trick had been turned", SCORED: "the score had been written"}
    return told.get(at) or speaker.moment(ruling.replay.hand.played_by(at))


def _pays(ruling: Ruling, claim: Weighed, speaker: Speaker) -> str:
    """Return the cost of a claim to its own side, as a result clause, or nothing."""
    if claim.penal is None or claim.penal.team is None:
        return ""
    team = claim.penal.team
    verb = "pays" if speaker.alone(team) else "pay"
    if claim.guilty is not None:
        return f"so {speaker.the_side(team)} {verb}{_brings(ruling, team, speaker)}"
    settled = ruling.remedy.settled
    cost = (
        [addend.points for addend in settled.addends[team] if addend.why == "unproven_claim"]
        if settled
        else []
    )
    return f"so {speaker.the_side(team)} {verb} {abs(cost[0])}" if cost else ""


def _brings(ruling: Ruling, guilty: int, speaker: Speaker) -> str:
    """Return the award of a renege to the other side, itemized."""
    remedy = ruling.remedy
    if remedy.outcome != "renege" or remedy.reneging_team != guilty:
        return ""
    if remedy.settled is not None:
        brings = _BRINGS[
            "bumped" if ruling.law.toggles.partners == "no" else ruling.law.toggles.renege_penalty
        ]
        others = listed([speaker.the_side(team) for team in remedy.innocents])
        return brings.format(own=speaker.the_side(guilty), others=others)
    parts = [f"{RENEGE}, the most a hand can bring ({CARD_POINTS} + {LAST_TRICK})"]
    named = [
        f"{item.points} for the {kind(item.meld.kind)}" if item.meld else f"{item.points} for belle"
        for item in remedy.awarded
    ]
    if remedy.range:
        parts[0] += f", with melds {scored_by(remedy.innocents[0], remedy)}"
    others = listed([speaker.the_side(team) for team in remedy.innocents])
    return f": {others} get {parts[0]}{', and ' + listed(named) if named and not remedy.range else ''}"


def _not_allowed(ruling: Ruling, claim: Weighed, speaker: Speaker) -> str:
    made = ruling.replay.hand.record.claims[claim.number]
    if made.by is None:
        return "only a player in the game can call a renege"
    who, name = speaker.seat(made.by), speaker.name(made.by)
    if is_own_side(ruling, claim):
        return f"{who} cannot call a renege on {name}’s own side"
    return f"{who} called it too late for this rule"
