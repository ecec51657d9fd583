"""First line of a verdict."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.melds import BELLE
from clabber_audit.judge.claims import Weighed
from clabber_audit.judge.focus import Focus, focus, is_meant, is_misnamed
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.remedies import Remedy
from clabber_audit.report.phrases import CLAIMS, OUTCOMES, PENALTIES, VOID, WRONG_CLAIM
from clabber_audit.report.results import deals_next, is_down, ranked, scored_by
from clabber_audit.report.wording import Speaker, speaker_of
from clabber_audit.rules.infraction import Trait
from clabber_audit.rules.infractions import infractions

#: By what changes for the table: somebody pays; something is open, or the sheet is wrong; nothing is wrong at all.
Tone = Literal["pays", "open", "right", "plain"]


#: The word of a record for king and queen of trump.
BELLE_WORD: Final = "belle"


class Headline(NamedTuple):
    """First line of a verdict."""

    word: str
    #: The score by side, or who deals next, or that there is no score, in whole sentences.
    score: str
    tone: Tone

    @property
    def line(self) -> str:
        """Line as text: `RENEGE: FAILED TO TRUMP. Eagles 182, Owls 0.`"""
        return f"{self.word.upper()}. {self.score}"


def first_line(ruling: Ruling) -> str:
    """Return the first line of a ruling."""
    return headline(ruling, focus(ruling), speaker_of(ruling)).line


def headline(ruling: Ruling, point: Focus, speaker: Speaker) -> Headline:
    """Return the gravest fault, what it costs, and the score."""
    word = _word(ruling, point, speaker)
    return Headline(word[:1].upper() + word[1:], _score(ruling, point, speaker), _tone(ruling, point))


def voiding(ruling: Ruling) -> Finding | None:
    """Return the proven fault that voids the deal, or None."""
    return next((one for one in ruling.findings if one.penalty == "redeal" and one.verdict == "proven"), None)


def is_by_sheet(ruling: Ruling) -> bool:
    """Return True if the score of a hand is known only from its sheet."""
    return bool(ruling.replay.hand.record.score) and ruling.remedy.outcome == "unfinished"


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
        return f"misdeal: {speaker.fault(named)}" if named else OUTCOMES[outcome].headline
    if point.leads:
        return fault_and_cost(ruling, point.leads, speaker, point.in_vain)
    if claim:
        return _called(ruling, point, claim, speaker)
    return _faultless(ruling)


def _called(ruling: Ruling, point: Focus, claim: Weighed, speaker: Speaker) -> str:
    """Return the words on a claim that made nobody guilty."""
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
    """Return `no renege`, or `no renege proven` if one is undetermined."""
    is_open = any(one.penalty == "renege" and one.verdict == "undetermined" for one in ruling.findings)
    return "no renege proven" if is_open else "no renege"


def fault_and_cost(ruling: Ruling, finding: Finding, speaker: Speaker, in_vain: Weighed | None = None) -> str:
    """Return a fault that nobody pays for, with the reason or another cost."""
    fault = speaker.fault(finding)
    if finding.penalty == "renege":
        called = CLAIMS[in_vain.verdict].aside if in_vain else ""
        meant = (one for one in ruling.claims if is_meant(ruling, one, finding))
        called = next(
            (CLAIMS[one.verdict].aside for one in meant if one.verdict in ("moot", "not_proven")), called
        )
        running = ruling.remedy.outcome == "unfinished"
        return f"renege, {called or ('not called yet' if running else 'not called')}: {fault}"
    if finding.penalty == "note" and ruling.law.ruleset.penalties.get(finding.infraction) == "redeal":
        never = is_wrong_deal(finding) and wrong_deal_called(ruling, finding) is None
        return f"{fault}, {'not called in time' if never else 'too late for a misdeal'}"
    if finding.penalty == "meld_void" and finding.facts.get("kind") == BELLE_WORD:
        return f"{fault}: no {BELLE}"
    return PENALTIES[finding.penalty].headline.format(fault=fault)


def is_wrong_deal(finding: Finding) -> bool:
    """Return True for a deal that is a misdeal only if called in time (R-018, R-019)."""
    infraction = infractions()[finding.infraction]
    return infraction.place == "deal" and Trait.DUE_DEALER_DEALS in infraction.traits


def wrong_deal_called(ruling: Ruling, finding: Finding) -> str | int | None:
    """Return the moment a wrong deal was called, or None if the record has none."""
    if finding.path[:1] != ("incidents",):
        return None
    called: str | int | None = ruling.replay.hand.record.incidents[int(finding.path[1])].called
    return called


def _failed(ruling: Ruling, claim: Weighed, *, pays: bool) -> str:
    is_wrong = claim.verdict == "refuted" and any(not one.of_claim for one in ruling.reneges)
    words = WRONG_CLAIM if is_wrong else CLAIMS[claim.verdict]
    return words.paid if pays else words.headline


def _faultless(ruling: Ruling) -> str:
    if wrong := ruling.wrong_sheet:
        return _sheet_is_wrong(wrong)
    outcome = ruling.remedy.outcome
    if is_by_sheet(ruling) and ruling.replay.cards:
        return "by the sheet"
    by_sheet_alone = outcome == "scored" and not ruling.replay.cards and not ruling.replay.hand.record.laydown
    if is_by_sheet(ruling) or by_sheet_alone:
        return "no cards written down"
    if ruling.wrong_either_way:
        return "the sheet is wrong either way"
    if outcome in OUTCOMES:
        return OUTCOMES[outcome].headline
    return (
        "no fault proven"
        if any(one.verdict == "undetermined" for one in ruling.findings)
        else "no fault found"
    )


def _sheet_is_wrong(wrong: list[Finding]) -> str:
    """Return the error of the sheet, with the amount if all sides are off by the same."""
    off = {abs(one.facts["sheet"] - one.facts["ruled"]) for one in wrong if _numbers(one)}
    by = f" by {off.pop()}" if len(off) == 1 and all(map(_numbers, wrong)) else ""
    totals = [one for one in wrong if one.facts.get("part") == "after"]
    if len(totals) == len(wrong):
        return f"the running total is wrong{by}"
    return f"the sheet is wrong{'' if totals else by}"


def _numbers(wrong: Finding) -> bool:
    return wrong.facts.get("part", "after") == "after" and isinstance(wrong.facts["sheet"], int)


def _only_totals(ruling: Ruling) -> bool:
    """Return True if the sheet is wrong in a running total only."""
    return bool(ruling.wrong_sheet) and all(one.facts.get("part") == "after" for one in ruling.wrong_sheet)


def _score(ruling: Ruling, point: Focus, speaker: Speaker) -> str:
    remedy, claim = ruling.remedy, point.claim
    told = score_line(ruling, remedy, speaker)
    if remedy.outcome in VOID:
        both = "Neither side scores. " if point.both and remedy.score else ""
        dealer = deals_next(ruling, speaker)
        is_named = not point.leads or point.leads.penalty == "redeal" or remedy.outcome == "redeal"
        became = "" if is_named else f"{OUTCOMES[remedy.outcome].headline}. "
        return f"{became}{both or 'Nobody scores. '}{dealer + '.' if dealer else ''}".strip()
    if is_by_sheet(ruling):
        told = f"{'' if ruling.replay.cards else 'By the sheet: '}{speaker.written}."
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
        return f"{OUTCOMES[remedy.outcome].headline}: {told}"
    if remedy.outcome == "scored" and claim and not decided and not point.leads and not point.voided:
        return f"The score stands: {told}"
    if remedy.outcome == "scored" and ruling.makers_set and ruling.replay.makers is not None:
        return f"{speaker.side(ruling.replay.makers)} set: {told}"
    return told


def score_line(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    """Return the score of each side, the winner first: `Eagles 182, Owls 0.`"""
    if remedy.outcome == "unfinished":
        return "No score yet."
    if remedy.range is None and remedy.score is None:
        return "Too little was written down to work out a score."
    order = ranked(remedy.range.low if remedy.range else remedy.score or (), is_down(ruling))
    names = [speaker.side(side) for side in order]
    between = "; " if any("," in name for name in names) else ", "
    return f"{between.join(f'{name} {scored_by(side, remedy)}' for name, side in zip(names, order, strict=True))}."


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
