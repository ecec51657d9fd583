"""What a ruling comes to, in a word or two and the score, the winner first; and what colour that has."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.render.wording import Speaker, speaker_of
from clabber_audit.ruling.court import Weighed
from clabber_audit.ruling.focus import Focus, focus
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.remedies import Remedy

#: By what changes for the table: somebody pays; something is open, or the sheet is wrong; nothing is wrong at all.
Tone = Literal["pays", "open", "right", "plain"]

#: What is said of a claim that left the score as it was.
_CLAIMS: Final = {
    "refuted": "No renege",
    "not_proven": "Not proven",
    "out_of_time": "Too late",
    "inadmissible": "Not allowed",
    "withdrawn": "Taken back",
    "moot": "No renege",
}
#: What is said of an offense that was claimed, by what it costs where that is no renege.
_COSTS: Final = {
    "meld_void": "The meld does not count",
    "void": "The call does not count",
    "note": "No penalty",
    "redeal": "Misdeal",
}
_OUTCOMES: Final = {
    "redeal": "Misdeal",
    "passed_out": "Passed out",
    "annulled": "No deal",
    "sat_out": "The bid, unplayed",
    "unfinished": "Not finished",
    "undetermined": "The score is open",
}


#: The hands for which nobody scores.
_UNPLAYED: Final = ("redeal", "passed_out", "annulled")


class Headline(NamedTuple):
    """The first line of a verdict."""

    word: str
    #: The score by side, or who deals next, or that there is no score, in whole sentences.
    score: str
    tone: Tone

    @property
    def line(self) -> str:
        """All of it, as text has it: `RENEGE. Eagles 182, Owls 0.`"""
        return f"{self.word.upper()}. {self.score}"


def first_line(ruling: Ruling) -> str:
    """The first line of a ruling."""
    return headline(ruling, focus(ruling), speaker_of(ruling)).line


def headline(ruling: Ruling, point: Focus, speaker: Speaker) -> Headline:
    """What the ruling comes to."""
    word, score = _word(ruling, point), _score(ruling, point, speaker)
    return Headline(word, score, _tone(ruling, point))


def is_by_sheet(ruling: Ruling) -> bool:
    """Return True if a hand has the score of its sheet and no other, as most of those in newspapers do."""
    return bool(ruling.walk.hand.record.score) and ruling.remedy.outcome == "unfinished"


def _word(ruling: Ruling, point: Focus) -> str:
    outcome, claim = ruling.remedy.outcome, point.claim
    if point.both:
        return "Both sides reneged"
    if claim and claim.guilty is not None:
        return _CLAIMS[claim.verdict] if claim.penal else "Renege"
    if outcome in _UNPLAYED:
        return _OUTCOMES[outcome]
    if claim:
        taken = point.voided
        return (
            _COSTS[taken.penalty if taken else claim.penalty or "note"]
            if _found(claim, taken)
            else _CLAIMS[claim.verdict]
        )
    if wrong := ruling.wrong_sheet:
        return f"The sheet is wrong{_by(wrong)}"
    if outcome != "scored":
        by_sheet = "By the sheet" if ruling.walk.cards else "The sheet alone"
        return by_sheet if is_by_sheet(ruling) else _OUTCOMES[outcome]
    if ruling.makers_set:
        return "Set"
    return "The score stands" if ruling.sheet_agrees else "Score"


def _found(claim: Weighed, taken: Finding | None) -> bool:
    return taken is not None or claim.verdict == "upheld"


def _by(wrong: list[Finding]) -> str:
    """By how much, where that is one number for all sides."""
    off = {abs(one.facts["sheet"] - one.facts["ruled"]) for one in wrong if _numbers(one)}
    return f" by {off.pop()}" if len(off) == 1 and all(map(_numbers, wrong)) else ""


def _numbers(wrong: Finding) -> bool:
    return "part" not in wrong.facts and isinstance(wrong.facts["sheet"], int)


def _score(ruling: Ruling, point: Focus, speaker: Speaker) -> str:
    remedy, claim = ruling.remedy, point.claim
    told = score_line(remedy, speaker, ruling.law.game.played_down(ruling.law.toggles))
    if remedy.outcome in _UNPLAYED:
        if point.both:
            return "Neither side scores." if remedy.score else "The hand is dealt again."
        dealer = "" if ruling.next_dealer is None else f"; {speaker.nameless().seat(ruling.next_dealer)} deals"
        return f"Nobody scores{dealer}."
    if is_by_sheet(ruling):
        told = f"{speaker.written}."
    if claim and claim.verdict == "not_proven" and claim.guilty is None:
        return f"Nobody pays. {told}"
    if not ruling.adds_up:
        return f"It adds up to {told}"
    if remedy.outcome == "scored" and claim and claim.guilty is None and not _changed(ruling, point):
        return f"The score stands: {told}"
    return told


def _changed(ruling: Ruling, point: Focus) -> bool:
    return point.voided is not None or bool(ruling.wrong_sheet)


def score_line(remedy: Remedy, speaker: Speaker, down: bool = False) -> str:
    """What each side scores, the winner first: `Eagles 182, Owls 0.`, or that it cannot be told.

    Where the game is played `down` the lowest score is best.
    """
    if remedy.outcome == "unfinished":
        return "There is no score yet."
    if remedy.range is None and remedy.score is None:
        return "The cards written down give no score."
    least = remedy.range.low if remedy.range else remedy.score or ()
    order = sorted(range(len(least)), key=lambda side: least[side] if down else -least[side])
    names = [speaker.side(side) for side in order]
    between = "; " if any("," in name for name in names) else ", "
    return f"{between.join(f'{name} {_points(remedy, side)}' for name, side in zip(names, order, strict=True))}."


def _points(remedy: Remedy, side: int) -> str:
    known = remedy.known[side]
    if known is not None or remedy.range is None:
        return str(known or 0)
    low, high = remedy.range.low[side], remedy.range.high[side]
    return f"{low} to {high}" if remedy.range.reached else f"somewhere from {low} to {high}"


def _tone(ruling: Ruling, point: Focus) -> Tone:
    if point.both or ruling.remedy.outcome == "renege":
        return "pays"
    wrong = ruling.wrong_sheet or point.voided
    if wrong or ruling.remedy.outcome == "undetermined" or (point.claim and point.claim.verdict == "not_proven"):
        return "open"
    fair = ruling.remedy.outcome == "scored" and not ruling.findings
    return "right" if fair else "plain"
