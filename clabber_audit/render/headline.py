"""First line of a verdict: the gravest fault, what it costs, then the score, and a color.

One scheme for text, page and message. Before the first full stop stands the fault, after it the score:

* A fault that costs its side something follows what it costs: `RENEGE: FAILED TO FOLLOW SUIT.`,
  `MELD VOID: NOT A MELD.`, `BELLE NOT CALLED: NO 20.`, `MISDEAL: CARD EXPOSED IN THE DEAL.`
* A renege that costs nothing says why: `RENEGE, NOT CALLED: LED OUT OF TURN.`, `RENEGE, CALLED TOO LATE: ...`,
  `RENEGE, CLAIM WITHDRAWN: ...`, `RENEGE, CLAIM NOT PROVEN: ...`, `RENEGE, HAND NOT SCORED: ...`
* Any other fault stands first: `TABLE TALK, NO PENALTY HERE.`, `BID TOO LOW: IT DOES NOT COUNT.`,
  `DEALT OUT OF TURN, TOO LATE FOR A MISDEAL.`
* A claim of what costs nothing: `TRUE, BUT NO PENALTY HERE: EXPOSED A CARD.`; of what the rules make an exception for:
  `TRUE, BUT NO RENEGE: PLAYED OUT OF TURN.`; of one fault where another was done: `NO RENEGE, BUT PLAYED OUT OF TURN.`
* A claim that fails: `NO RENEGE.`, `NO RENEGE: CALLER PAYS.`, `NOT PROVEN. Nobody pays.`,
  `CLAIM NOT PROVEN: CALLER PAYS.`, `CLAIM WITHDRAWN TOO LATE.`, `CALLED TOO LATE.`
* `BOTH SIDES RENEGED.`, `THE SHEET IS WRONG BY 20.`, `THE SHEET IS WRONG EITHER WAY.`, and where there is no fault
  at all `NO FAULT FOUND.`

The fault in a few words is the infraction's own (`Infraction.fault`). Which fault is the gravest, `ruling.focus` says.
The score has the winner first, team names without article; before it stands what else became of the hand, as in
`Foxes set: Herons 96, Foxes 0.`, `Hand not finished.`, `Nobody scores. South deals again.`
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.melds import BELLE
from clabber_audit.law.infractions import infractions
from clabber_audit.render.family import deals_next, ranked
from clabber_audit.render.wording import Speaker, speaker_of
from clabber_audit.ruling.court import Weighed
from clabber_audit.ruling.focus import Focus, focus, is_meant, is_misnamed
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.remedies import Remedy

#: By what changes for the table: somebody pays; something is open, or the sheet is wrong; nothing is wrong at all.
Tone = Literal["pays", "open", "right", "plain"]

#: A claim that failed, by its verdict: where it costs nothing, and where the caller pays.
_FAILED: Final = {
    "refuted": ("No renege", "No renege: caller pays"),
    "not_proven": ("Not proven", "Claim not proven: caller pays"),
    "withdrawn": ("Claim withdrawn", "Claim withdrawn too late"),
    "out_of_time": ("Called too late", ""),
    "inadmissible": ("Claim not allowed", ""),
    "moot": ("No renege", ""),
}
#: A claim that is wrong while another renege is on record.
_WRONG: Final = ("Claim wrong", "Claim wrong: caller pays")
#: A renege that somebody called in vain, by the verdict on the claim.
_IN_VAIN: Final = {
    "out_of_time": "called too late",
    "inadmissible": "claim not allowed",
    "withdrawn": "claim withdrawn",
}
#: A renege that somebody called, and that the claim did not decide, by the verdict on it.
_UNDECIDED: Final = {"moot": "hand not scored", "not_proven": "claim not proven"}
#: The fault and what it costs, by its penalty.
_COSTS: Final = {
    "redeal": "misdeal: {fault}",
    "meld_void": "meld void: {fault}",
    "void": "{fault}: it does not count",
    "note": "{fault}, no penalty here",
}
#: The word of a record for king and queen of trump.
BELLE_WORD: Final = "belle"
#: A hand without a fault, by its outcome.
_OUTCOMES: Final = {
    "redeal": "Misdeal",
    "passed_out": "Passed out",
    "annulled": "Thrown in",
    "sat_out": "Bid not contested",
    "undetermined": "Score undecided",
}
#: The same after the fault, in a clause before the score.
_BECAME: Final = {"passed_out": "Passed out. ", "annulled": "Thrown in. ", "sat_out": "Bid not contested: "}
#: The hands for which nobody scores.
_UNPLAYED: Final = ("redeal", "passed_out", "annulled")


class Headline(NamedTuple):
    """First line of a verdict."""

    word: str
    #: The score by side, or who deals next, or that there is no score, in whole sentences.
    score: str
    tone: Tone

    @property
    def line(self) -> str:
        """All of it, as text has it: `RENEGE: FAILED TO TRUMP. Eagles 182, Owls 0.`"""
        return f"{self.word.upper()}. {self.score}"


def first_line(ruling: Ruling) -> str:
    """Return the first line of a ruling."""
    return headline(ruling, focus(ruling), speaker_of(ruling)).line


def headline(ruling: Ruling, point: Focus, speaker: Speaker) -> Headline:
    """Return the gravest fault, what it costs, and the score."""
    word = _word(ruling, point, speaker)
    return Headline(word[:1].upper() + word[1:], _score(ruling, point, speaker), _tone(ruling, point))


def voiding(ruling: Ruling) -> Finding | None:
    """Return the fault that voids the deal; None where nothing does, or where a claim makes it one."""
    return next((one for one in ruling.findings if one.penalty == "redeal" and one.verdict == "proven"), None)


def is_by_sheet(ruling: Ruling) -> bool:
    """Return True if a hand has the score of its sheet and no other, as most of those in newspapers do."""
    return bool(ruling.walk.hand.record.score) and ruling.remedy.outcome == "unfinished"


def _word(ruling: Ruling, point: Focus, speaker: Speaker) -> str:
    claim, outcome = point.claim, ruling.remedy.outcome
    if point.both:
        return "both sides reneged"
    if claim and claim.guilty is not None and not claim.penal:
        faults = dict.fromkeys(speaker.fault(one) for one in claim.either or filter(None, (claim.finding,)))
        return f"renege: {' or '.join(faults) or 'mixed up their tricks'}"
    if claim and claim.penal:
        return _failed(ruling, claim, pays=True)
    if outcome == "redeal":
        named = voiding(ruling) or (claim.finding if claim else None)
        return f"misdeal: {speaker.fault(named)}" if named else _OUTCOMES[outcome]
    if point.leads:
        return fault_and_cost(ruling, point.leads, speaker, point.in_vain)
    if claim:
        return _called(ruling, point, claim, speaker)
    return _faultless(ruling)


def _called(ruling: Ruling, point: Focus, claim: Weighed, speaker: Speaker) -> str:
    """Return the word on a claim that made nobody guilty."""
    if point.in_vain and point.silent:
        return fault_and_cost(ruling, point.silent, speaker, point.in_vain)
    if point.voided:
        return fault_and_cost(ruling, point.voided, speaker)
    if claim.verdict != "upheld":
        return _failed(ruling, claim, pays=False)
    if claim.finding and claim.finding.penalty in ("meld_void", "void"):
        return fault_and_cost(ruling, claim.finding, speaker)
    proof = claim.finding or claim.deed
    if proof and is_misnamed(ruling, claim):
        return f"{_no_renege(ruling)}, but {speaker.fault(proof)}"
    if proof and ruling.law.ruleset.penalties.get(proof.infraction) == "renege":
        return f"true, but no renege: {speaker.fault(proof)}"
    return f"true, but no penalty here{': ' + speaker.fault(proof) if proof else ''}"


def _no_renege(ruling: Ruling) -> str:
    """Return that there was no renege, or that none is proven while one is open."""
    is_open = any(one.penalty == "renege" and one.verdict == "undetermined" for one in ruling.findings)
    return "no renege proven" if is_open else "no renege"


def fault_and_cost(ruling: Ruling, finding: Finding, speaker: Speaker, in_vain: Weighed | None = None) -> str:
    """Return a fault that nobody pays for, with why, or with what else it costs."""
    fault = speaker.fault(finding)
    if finding.penalty == "renege":
        called = _IN_VAIN.get(in_vain.verdict, "") if in_vain else ""
        meant = (one for one in ruling.claims if is_meant(ruling, one, finding))
        called = next((_UNDECIDED[one.verdict] for one in meant if one.verdict in _UNDECIDED), called)
        running = ruling.remedy.outcome == "unfinished"
        return f"renege, {called or ('not called yet' if running else 'not called')}: {fault}"
    if finding.penalty == "note" and ruling.law.ruleset.penalties.get(finding.infraction) == "redeal":
        never = is_wrong_deal(finding) and wrong_deal_called(ruling, finding) is None
        return f"{fault}, {'not called in time' if never else 'too late for a misdeal'}"
    if finding.penalty == "meld_void" and finding.facts.get("kind") == BELLE_WORD:
        return f"{fault}: no {BELLE}"
    return _COSTS[finding.penalty].format(fault=fault)


def is_wrong_deal(finding: Finding) -> bool:
    """Return True for a deal that is a misdeal only if somebody called it in time (R-018, R-019)."""
    infraction = infractions()[finding.infraction]
    return infraction.place == "deal" and infraction.misdeals


def wrong_deal_called(ruling: Ruling, finding: Finding) -> str | int | None:
    """Return when a deal out of turn was called; None where the record does not say."""
    if finding.path[:1] != ("incidents",):
        return None
    called: str | int | None = ruling.walk.hand.record.incidents[int(finding.path[1])].called
    return called


def _failed(ruling: Ruling, claim: Weighed, *, pays: bool) -> str:
    if claim.verdict == "refuted" and any(not one.of_claim for one in ruling.reneges):
        return _WRONG[pays]
    return _FAILED[claim.verdict][pays]


def _faultless(ruling: Ruling) -> str:
    if wrong := ruling.wrong_sheet:
        return _sheet_is_wrong(wrong)
    outcome = ruling.remedy.outcome
    if is_by_sheet(ruling) and ruling.walk.cards:
        return "by the sheet"
    by_sheet_alone = outcome == "scored" and not ruling.walk.cards and not ruling.walk.hand.record.laydown
    if is_by_sheet(ruling) or by_sheet_alone:
        return "no cards written down"
    if ruling.wrong_either_way:
        return "the sheet is wrong either way"
    if outcome in _OUTCOMES:
        return _OUTCOMES[outcome]
    return "no fault proven" if any(one.verdict == "undetermined" for one in ruling.findings) else "no fault found"


def _sheet_is_wrong(wrong: list[Finding]) -> str:
    """Return what on the sheet is wrong, and by how much, where that is one number for all sides."""
    off = {abs(one.facts["sheet"] - one.facts["ruled"]) for one in wrong if _numbers(one)}
    by = f" by {off.pop()}" if len(off) == 1 and all(map(_numbers, wrong)) else ""
    totals = [one for one in wrong if one.facts.get("part") == "after"]
    if len(totals) == len(wrong):
        return f"the running total is wrong{by}"
    return f"the sheet is wrong{'' if totals else by}"


def _numbers(wrong: Finding) -> bool:
    return wrong.facts.get("part", "after") == "after" and isinstance(wrong.facts["sheet"], int)


def _only_totals(ruling: Ruling) -> bool:
    """Return True if the sheet has the hand right and a running total wrong."""
    return bool(ruling.wrong_sheet) and all(one.facts.get("part") == "after" for one in ruling.wrong_sheet)


def _score(ruling: Ruling, point: Focus, speaker: Speaker) -> str:
    remedy, claim = ruling.remedy, point.claim
    told = score_line(ruling, remedy, speaker)
    if remedy.outcome in _UNPLAYED:
        both = "Neither side scores. " if point.both and remedy.score else ""
        dealer = deals_next(ruling, speaker)
        became = _BECAME.get(remedy.outcome, "") if point.leads and not _voids(point) else ""
        return f"{became}{both or 'Nobody scores. '}{dealer + '.' if dealer else ''}".strip()
    if is_by_sheet(ruling):
        told = f"{'' if ruling.walk.cards else 'By the sheet: '}{speaker.written}."
    elif remedy.outcome == "unfinished":
        told = "Hand not finished."
    decided = point.both or (claim is not None and claim.guilty is not None)
    if claim and claim.verdict == "not_proven" and not decided and not point.leads:
        return f"Nobody pays. {told}"
    if not ruling.adds_up:
        return f"The sheet’s own numbers come to {told}"
    if ruling.wrong_sheet and not decided and (point.leads or claim or _only_totals(ruling)):
        wrong = _sheet_is_wrong(ruling.wrong_sheet).capitalize()
        if not _only_totals(ruling):
            return f"{wrong}: {told}"
        return f"{f'{wrong}. ' if point.leads or claim else ''}The score stands: {told}"
    if remedy.outcome == "undetermined" and (point.leads or claim or ruling.wrong_either_way):
        return f"Score undecided: {told}" if remedy.range else told
    if remedy.outcome == "sat_out" and (point.leads or claim):
        return f"{_BECAME[remedy.outcome]}{told}"
    if remedy.outcome == "scored" and claim and not decided and not point.leads and not point.voided:
        return f"The score stands: {told}"
    if remedy.outcome == "scored" and ruling.makers_set and ruling.walk.makers is not None:
        return f"{speaker.side(ruling.walk.makers)} set: {told}"
    return told


def _voids(point: Focus) -> bool:
    return point.leads is not None and point.leads.penalty == "redeal"


def score_line(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    """Return what each side scores, the winner first: `Eagles 182, Owls 0.`, or that it cannot be worked out."""
    if remedy.outcome == "unfinished":
        return "No score yet."
    if remedy.range is None and remedy.score is None:
        return "Too little was written down to work out a score."
    order = ranked(remedy.range.low if remedy.range else remedy.score or (), is_down(ruling))
    names = [speaker.side(side) for side in order]
    between = "; " if any("," in name for name in names) else ", "
    return f"{between.join(f'{name} {_points(remedy, side)}' for name, side in zip(names, order, strict=True))}."


def is_down(ruling: Ruling) -> bool:
    """Return True if the lowest score is best."""
    return ruling.law.game.played_down(ruling.law.toggles)


def _points(remedy: Remedy, side: int) -> str:
    known = remedy.known[side]
    if known is not None or remedy.range is None:
        return str(known or 0)
    low, high = remedy.range.low[side], remedy.range.high[side]
    return f"{low} to {high}" if remedy.range.reached else f"between {low} and {high}"


def _tone(ruling: Ruling, point: Focus) -> Tone:
    if point.both or ruling.remedy.outcome == "renege" or (point.claim and point.claim.penal):
        return "pays"
    void = point.voided or (point.leads is not None and point.leads.penalty in ("meld_void", "void"))
    if ruling.wrong_sheet or void or ruling.remedy.outcome == "undetermined":
        return "open"
    if point.claim and point.claim.verdict == "not_proven":
        return "open"
    fair = ruling.remedy.outcome == "scored" and not ruling.findings
    return "right" if fair else "plain"
