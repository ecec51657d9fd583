"""The verdict in one sentence: proved, refuted or cannot tell, and for the last what would decide it."""

from __future__ import annotations

from typing import Final, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.ground.counted import counted
from clabber_audit.render.infraction_phrases import one_of
from clabber_audit.render.outcome import as_written, result
from clabber_audit.render.questions import asked
from clabber_audit.render.wording import Speaker, sentence
from clabber_audit.ruling.claims import Weighed
from clabber_audit.ruling.dossier import Dossier
from clabber_audit.ruling.focus import Focus
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table.moments import TURNED, number

#: The first word of a verdict, by what became of the claim; then how it looks.
_WORDS: Final = {
    "upheld": ("Proved", "proved"),
    "refuted": ("Refuted", "refuted"),
    "not_proven": ("Cannot tell", "open"),
    "out_of_time": ("Out of time", "plain"),
    "inadmissible": ("Inadmissible", "plain"),
    "withdrawn": ("Withdrawn", "plain"),
    "moot": ("Moot", "plain"),
}
_OUTCOMES: Final = {
    "scored": ("No claim", "plain"),
    "redeal": ("Void deal", "plain"),
    "passed_out": ("Passed out", "plain"),
    "unfinished": ("Unfinished", "open"),
    "undetermined": ("Cannot tell", "open"),
    "renege": ("Proved", "proved"),
}


class Verdict(NamedTuple):
    """The verdict on a hand, ready to be printed."""

    #: The verdict in a word or two, and the clauses that follow it.
    word: str
    clauses: str
    #: How it looks: proved, refuted, open or plain.
    tone: str
    #: What would decide what cannot be told, a sentence each, the best first.
    wanted: tuple[str, ...]
    #: The findings and claims beside the one in question, in a sentence; empty for none.
    more: str

    @property
    def text(self) -> str:
        """The whole sentence."""
        return f"{self.word}: {self.clauses}"


def verdict(file: Dossier, speaker: Speaker) -> Verdict:
    """The verdict on a hand."""
    ruling, point = file.ruling, file.point
    word, tone = _word(ruling, point)
    clauses = _clauses(ruling, point, speaker)
    ruleset, rows = ruling.law.ruleset, f"; {', '.join(file.rows)}" if file.rows else ""
    text = f"{'; '.join(clauses)}, under “{ruleset.title}” ({ruleset.id}{rows})."
    wanted = [asked(inquiry, ruling, speaker) for inquiry in file.questions.asked]
    wanted += ["More may decide it: there are too many ways to look at all."] if file.questions.more else []
    return Verdict(word, text, tone, tuple(wanted), _more(ruling, point))


def _word(ruling: Ruling, point: Focus) -> tuple[str, str]:
    if point.both:
        shown = all(not finding.of_claim for finding in point.both)
        return "Proved against both sides" if shown else "Both sides guilty", "proved"
    if ruling.remedy.outcome == "unfinished" and not point.claim and _only_scored(ruling):
        return "Score only", "plain"
    word, tone = _WORDS[point.claim.verdict] if point.claim else _OUTCOMES[ruling.remedy.outcome]
    return word, tone


def _only_scored(ruling: Ruling) -> bool:
    """Whether a hand is known by its written score alone, as most of those in newspapers are."""
    return bool(ruling.walk.hand.record.score) and not ruling.walk.cards


def _clauses(ruling: Ruling, point: Focus, speaker: Speaker) -> list[str]:
    gives = result(ruling, ruling.remedy, speaker)
    if point.both:
        return [*(_guilt(ruling, finding, speaker) for finding in point.both), gives]
    if point.claim:
        return _on_claim(ruling, point.claim, speaker, gives)
    if point.finding:
        return [placed(point.finding, speaker), gives]
    if point.silent:
        return [f"{placed(point.silent, speaker)}, which nobody called", gives]
    if ruling.remedy.outcome == "passed_out":
        return ["all four passed twice", gives]
    if ruling.remedy.outcome == "unfinished":
        if _only_scored(ruling):
            return [f"the sheet has {as_written(ruling)}, and nothing of the play was written down"]
        return [f"play stopped {speaker.moment(len(ruling.walk.cards))}, and no claim says why", gives]
    one, many = "one renege that nobody called changes nothing", "{count} reneges that nobody called change nothing"
    return [gives, counted(len(ruling.reneges), one, many)] if ruling.reneges else [gives]


def placed(finding: Finding, speaker: Speaker) -> str:
    """A finding with where it stands, in a clause."""
    deed = speaker.finding(finding)
    if finding.of_card:
        return f"{deed}, in trick {finding.trick}"
    if not 0 <= finding.at < TURNED:
        return deed
    return f"{deed}, {speaker.moment(finding.at)}"


def _on_claim(ruling: Ruling, claim: Weighed, speaker: Speaker, gives: str) -> list[str]:
    stands = f"the score stands: {gives}" if ruling.remedy.outcome == "scored" else gives
    if claim.verdict == "upheld":
        deed = _proven(claim, speaker)
        return [deed, gives] if claim.guilty is not None else [deed, "it is no renege here", stands]
    claimed = f"{speaker.claimed(claim)}, {_reason(ruling, claim, speaker)}"
    if claim.verdict == "moot":
        void = [speaker.finding(finding) for finding in ruling.findings if finding.penalty == "redeal"]
        return [claimed, *void[:1], gives]
    if claim.guilty is not None:
        return [claimed, "such a claim is itself a renege", gives]
    costs_nothing = claim.verdict in ("refuted", "not_proven", "withdrawn")
    return [claimed, *(["the claim costs nothing"] if costs_nothing else []), stands]


def _guilt(ruling: Ruling, finding: Finding, speaker: Speaker) -> str:
    """A finding that makes its side guilty, or the several of which one does."""
    either = next((claim.either for claim in ruling.claims if claim.finding == finding and claim.either), ())
    return one_of(either, speaker) if either else placed(finding, speaker)


def _proven(claim: Weighed, speaker: Speaker) -> str:
    """What upholds a claim: a finding, several of which one is true, or tricks that were mixed."""
    if claim.either:
        return one_of(claim.either, speaker)
    if claim.finding:
        return placed(claim.finding, speaker)
    return f"{speaker.team(claim.accused)} mixed their tricks once they were accused"


def _reason(ruling: Ruling, weighed: Weighed, speaker: Speaker) -> str:
    """Why a claim was not upheld, as the end of a clause about it."""
    claim = ruling.walk.hand.record.claims[weighed.number]
    if weighed.verdict == "inadmissible":
        if claim.by is None:
            return "who has no claim to make"
        own = ruling.walk.hand.seating.side_named(claim.by) == weighed.accused
        return "the claimant’s own side" if own else "later than the rule allows"
    return {
        "refuted": "and the record shows that there was none",
        "not_proven": "which the record cannot decide",
        "withdrawn": "and took it back",
        "out_of_time": f"{speaker.moment(number(claim.at))}, too late to be examined",
        "moot": "but the hand does not count",
    }[weighed.verdict]


def _more(ruling: Ruling, point: Focus) -> str:
    findings = len(ruling.findings) - len(point.told)
    claims = len(ruling.claims) - bool(point.claim)
    parts = [counted(findings, "{count} more finding", "{count} more findings")] if findings else []
    parts += [counted(claims, "{count} more claim", "{count} more claims")] if claims else []
    return sentence(f"{' and '.join(parts)} below") if parts else ""
