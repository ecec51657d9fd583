"""Verdict: the first line, what happened, who called it and what it costs, what to change, what would decide it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.law.infractions import infractions
from clabber_audit.render import calls, family
from clabber_audit.render.claim_phrases import COSTS, NAMELESS, VOID, calling, denied, ended, taken_for_it, unsettled
from clabber_audit.render.family import ranked
from clabber_audit.render.headline import (
    BELLE_WORD,
    Headline,
    headline,
    is_by_sheet,
    is_down,
    is_wrong_deal,
    voiding,
    wrong_deal_called,
)
from clabber_audit.render.infraction_phrases import one_of
from clabber_audit.render.outcome import standing, unrecorded
from clabber_audit.render.questions import asked
from clabber_audit.render.surprises import surprise, surprise_of_lawful
from clabber_audit.render.wording import Speaker, is_uncalled_belle, sentence, speaker_of
from clabber_audit.ruling.court import Weighed
from clabber_audit.ruling.dossier import Dossier
from clabber_audit.ruling.focus import Focus, heard, is_misnamed
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.questions import Questions
from clabber_audit.table.moments import TURNED, number


class Verdict(NamedTuple):
    """The verdict on a hand, ready to be printed."""

    headline: Headline
    #: What happened, a sentence or two; empty where there is nothing to tell.
    happened: str
    #: Why, where cards surprise; a second fault of the same weight; a sentence each, empty where there is none.
    because: str
    second: str
    #: Who called it and what that costs.
    called: str
    #: Below a graver fault, what the claim came to.
    claim: str
    #: How the contract came out, where that decides the score.
    contract: str
    #: What to write on the sheet, or in place of what stands there, a sentence each.
    changes: tuple[str, ...]
    #: What would decide what cannot be told, a sentence each, the best first.
    wanted: tuple[str, ...]
    #: What would settle the score, where the verdict is about something else.
    settling: tuple[str, ...]
    #: The findings and claims beside the one in question, in a sentence; empty for none.
    more: str
    #: The title of the ruleset.
    rules: str
    #: The numbers of the findings that are told here.
    told: frozenset[int]
    #: The hand and its date, for those who read the message without the page.
    hand: str

    @property
    def first(self) -> str:
        """The first line."""
        return self.headline.line

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines under the first, as far as there are any."""
        told = (self.happened, self.because, self.second, self.called, self.claim, self.contract, *self.changes)
        return tuple(filter(None, told))

    @property
    def message(self) -> str:
        """The message that somebody forwards: the first two lines, then hand, date and rules."""
        return "\n".join(filter(None, (self.first, self.happened, f"{self.hand} Rules: {self.rules}.")))


def verdict(file: Dossier, speaker: Speaker) -> Verdict:
    """Return the verdict on a hand."""
    ruling, point = file.ruling, file.point
    told = _told(ruling, point)
    happened = [sentence(clause) for clause in _happened(file, speaker)]
    second = point.beside[0] if point.beside and (point.leads == point.silent or point.in_vain) else None
    surprising, because = _because(file, speaker)
    why = sentence(because) if because else ""
    of_second = second is not None and surprising == second
    if why and point.both and surprising != point.both[-1]:
        # Each reason stands right behind its own fault.
        happened.insert(1, why)
        why = ""
    return Verdict(
        headline(ruling, point, speaker),
        " ".join(happened),
        "" if of_second else why,
        " ".join(filter(None, (_second(file, second, speaker), why if of_second else ""))) if second else "",
        _sentences(_called(file, speaker)),
        _sentences(_claim_beside(file, speaker)),
        _sentences(_contract(ruling, point, speaker)) if happened else "",
        tuple(_changes(ruling, speaker)),
        wanted(file.questions, ruling, speaker),
        tuple(asked(inquiry, ruling, speaker) for inquiry in file.questions.of_score),
        _more(ruling, point, told, speaker),
        ruling.law.ruleset.shown_title,
        told,
        _hand(ruling),
    )


def _hand(ruling: Ruling) -> str:
    """Return the hand by its id, with its date if the record tells it."""
    record = ruling.walk.hand.record
    date = record.context.date if record.context else None
    return f"Hand {record.id}{f', {date}' if date else ''}."


def _sentences(clauses: Iterator[str]) -> str:
    return " ".join(sentence(clause) for clause in clauses)


def other_claims(ruling: Ruling, point: Focus) -> list[Weighed]:
    """Return the claims that the verdict does not tell, in the order they were heard."""
    if point.both:
        told = {one.number for one in ruling.claims if one.finding in point.both or one.penal in point.both}
    else:
        told = {point.claim.number} if point.claim else set()
    return [one for one in heard(ruling) if one.number not in told]


def on_claim(ruling: Ruling, claim: Weighed, speaker: Speaker) -> str:
    """Return a claim beside the one in question, and what became of it, in sentences."""
    hand = ruling.walk.hand
    moment = speaker.moment(hand.played_by(number(hand.record.claims[claim.number].at)))
    said = f"{moment}, {speaker.claimed(claim)}"
    return f"{sentence(said)} The claim {ended(ruling, claim, speaker)}."


def _told(ruling: Ruling, point: Focus) -> frozenset[int]:
    """Return the numbers of the findings that the verdict tells."""
    if point.both:
        either = [one for claim in ruling.claims if claim.finding in point.both for one in claim.either]
        told: list[Finding] = [*point.both, *either]
    else:
        claim = point.claim
        told = [one for one in (point.leads, point.finding, point.voided) if one and one.verdict == "proven"]
        told += [opened] if (opened := _opened(ruling, point)) else []
        told += _disputed(ruling, claim) if claim else []
        told += [other] if claim and not point.leads and (other := taken_for_it(ruling, claim)) else []
        if claim and not point.leads:
            told += [*claim.either, *([point.silent] if point.in_vain and point.silent else [])]
            told += [found] if claim.verdict == "moot" and (found := voiding(ruling)) else []
        if point.beside and (point.leads == point.silent or point.in_vain):
            told.append(point.beside[0])
    told += [wrong for wrong in ruling.wrong_sheet if "part" in wrong.facts or ruling.remedy.marks]
    return frozenset(one.number for one in told if one in ruling.findings)


def _second(file: Dossier, finding: Finding, speaker: Speaker) -> str:
    """Return a second fault of the same weight, and that it costs nothing where what follows is about the first."""
    told = sentence(placed(finding, speaker))
    if finding.penalty != "renege":
        return told
    if finding.team is None:
        return f"{told} {sentence(NAMELESS)}"
    in_vain = file.point.in_vain is not None and file.fate(finding) == "silent"
    return f"{told} Nobody called that in time, so it costs nothing." if in_vain else told


def _disputed(ruling: Ruling, claim: Weighed) -> Sequence[Finding]:
    """Return what stays open of the play that a claim disputes; nothing where it names no trick and may mean several.

    It is told with the claim, so it is no further finding.
    """
    named = ruling.walk.hand.record.claims[claim.number].trick is not None
    return claim.meant if claim.verdict == "not_proven" and (named or len(claim.meant) == 1) else ()


def wanted(questions: Questions, ruling: Ruling, speaker: Speaker) -> tuple[str, ...]:
    """Return what would decide what cannot be told, a sentence each, the best first."""
    too_many = "There were too many possibilities to try them all. Something else may settle it."
    return (*(asked(inquiry, ruling, speaker) for inquiry in questions.asked), *([too_many] if questions.more else []))


def open_line(questions: Questions, ruling: Ruling) -> str:
    """What is not known of a hand and would change its ruling, in one line; empty where nothing is open."""
    speaker = speaker_of(ruling)
    found = (
        *wanted(questions, ruling, speaker),
        *(asked(inquiry, ruling, speaker) for inquiry in questions.of_score),
    )
    if not found and (ruling.remedy.range or any(weighed.verdict == "not_proven" for weighed in ruling.claims)):
        return "We found no question whose answer would settle it."
    return " ".join(found)


def placed(finding: Finding, speaker: Speaker) -> str:
    """Return a finding with where it stands, a clause."""
    deed = speaker.finding(finding)
    if finding.of_card:
        return f"{deed} (trick {finding.trick})"
    if finding.facts.get("line"):
        return f"{deed} (one way is shown below)"
    if is_uncalled_belle(finding) and 0 <= finding.at < speaker.seating.end:
        return f"{deed} (the second card fell in trick {speaker.seating.trick_of(finding.at)})"
    if is_wrong_deal(finding) or not 0 <= finding.at < TURNED or re.search(r"trick \d", deed):
        return deed
    of_the_deal = any(kind.of_the_deal for kind in infractions()[finding.infraction].kinds)
    return f"{deed} ({'found ' if of_the_deal else ''}{speaker.moment(finding.at)})"


def _happened(file: Dossier, speaker: Speaker) -> Iterator[str]:
    ruling, point = file.ruling, file.point
    if point.both:
        yield from (_guilt(ruling, finding, speaker) for finding in point.both)
    elif point.leads:
        yield placed(point.leads, speaker)
    elif point.claim:
        yield from _claimed(file, point.claim, speaker)
    elif ruling.wrong_either_way:
        yield from unrecorded(ruling, speaker)
    else:
        if opened := _opened(ruling, point):
            yield placed(opened, speaker)
        yield from _played(ruling, speaker)


def _claimed(file: Dossier, claim: Weighed, speaker: Speaker) -> Iterator[str]:
    """Yield what a claim was about: what was done, or that it was not."""
    ruling, point = file.ruling, file.point
    if point.in_vain and point.silent:
        yield placed(point.silent, speaker)
    elif claim.verdict == "upheld":
        if claim.guilty is None and is_misnamed(ruling, claim):
            yield speaker.claimed(claim)
            yield from [speaker.lawful(play) for play in file.lawful][:2]
        yield _proven(claim, speaker)
    elif point.voided:
        yield placed(point.voided, speaker)
    elif claim.verdict == "moot":
        found = voiding(ruling)
        yield placed(found, speaker) if found else speaker.claimed(claim)
    elif claim.verdict == "refuted":
        lawful = [speaker.lawful(play) for play in file.lawful][:2]
        yield speaker.claimed(claim)
        yield from lawful or [denied(ruling, claim, speaker)]
    else:
        yield speaker.claimed(claim)
        if claim.verdict == "withdrawn":
            yield from [speaker.lawful(play) for play in file.lawful][:2]
        if claim.verdict == "not_proven":
            yield unsettled(ruling, claim, speaker)


def _opened(ruling: Ruling, point: Focus) -> Finding | None:
    """Return the first open finding of a hand in which nobody is at fault for certain."""
    if point.claim or point.leads or point.both:
        return None
    return next((one for one in ruling.findings if one.verdict == "undetermined"), None)


def _because(file: Dossier, speaker: Speaker) -> tuple[Finding | None, str]:
    """Return why the cards of the verdict are as they are, where they surprise, and the finding that needs it."""
    ruling, point = file.ruling, file.point
    if file.lawful and not point.leads and point.claim and point.claim.verdict != "upheld":
        return None, next(filter(None, (surprise_of_lawful(ruling, play, speaker) for play in file.lawful)), "")
    shown = [
        *point.both,
        *((point.leads or point.finding or point.silent, *point.beside[:1]) if not point.both else ()),
    ]
    found = ((one, surprise(ruling, one, speaker)) for one in shown if one)
    return next((one for one in found if one[1]), (None, ""))


def _played(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    """Yield what became of a hand about which nobody claimed anything and in which nobody is at fault."""
    outcome = ruling.remedy.outcome
    if outcome == "passed_out":
        yield "everyone passed"
    elif is_by_sheet(ruling):
        how_much = "only part" if ruling.walk.cards else "nothing"
        yield f"{how_much} of the play was written down, so the score is the one on the sheet"
    elif outcome == "unfinished":
        yield f"play stopped {speaker.moment(len(ruling.walk.cards))}, and the record does not say why"
    else:
        yield from _SCORED[ruling.law.game.id](ruling, speaker)
        if ruling.sheet_agrees:
            yield "the score sheet is right"


def _of_points(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    if stands := standing(ruling, speaker):
        yield stands


def _of_tricks(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    yield from family.played(ruling, speaker)
    if is_down(ruling) and ruling.remedy.score is not None:
        yield "low score wins in this game"


#: How each game tells what became of a hand that is scored.
_SCORED: Final[dict[str, Callable[[Ruling, Speaker], Iterator[str]]]] = {
    "clabber": _of_points,
    "bid-euchre": _of_tricks,
}


def _contract(ruling: Ruling, point: Focus, speaker: Speaker) -> Iterator[str]:
    """Yield how the contract came out, below a fault that did not decide the score."""
    remedy = ruling.remedy
    decided = point.both or (point.claim is not None and point.claim.guilty is not None)
    if decided:
        if remedy.running and remedy.running.winner is not None:
            yield from family.won(ruling, remedy, speaker)
        if is_down(ruling) and remedy.score is not None:
            yield "low score wins in this game"
    elif remedy.outcome in ("scored", "sat_out") and (point.leads or point.claim):
        yield from _SCORED[ruling.law.game.id](ruling, speaker)


def _called(file: Dossier, speaker: Speaker) -> Iterator[str]:
    """Yield who called it and what that costs, or that nobody did."""
    ruling, point = file.ruling, file.point
    if point.both:
        again = ruling.remedy.outcome == "redeal"
        yield f"both were called, so {'neither side gets the hand' if again else 'they cancel out'}"
        return
    if point.leads:
        yield from _uncalled(file, point.leads, speaker)
    elif point.claim:
        yield calling(ruling, point, point.claim, speaker)


def _claim_beside(file: Dossier, speaker: Speaker) -> Iterator[str]:
    """Yield what the claim came to, below a fault that is graver."""
    claim = file.point.claim
    if claim and file.point.leads:
        yield from _claimed(file, claim, speaker)
        yield calling(file.ruling, file.point, claim, speaker)


def _uncalled(file: Dossier, finding: Finding, speaker: Speaker) -> Iterator[str]:
    """Yield what a fault costs that no claim proved."""
    ruling, point = file.ruling, file.point
    if finding.penalty == "redeal":
        return
    several = 1 + sum(one.team is not None for one in point.beside)
    if finding.penalty == "renege" and file.fate(finding) == "void":
        yield f"nobody scores the hand, so {'it changes' if several == 1 else 'they change'} nothing"
        return
    if finding.penalty == "renege" and file.fate(finding) == "not_proven":
        yield "the claim on it is not proven, so it costs nothing"
        return
    if finding.penalty == "renege" and finding.team is None:
        yield NAMELESS
        return
    if finding.penalty == "renege":
        first = f"{speaker.name(finding.seat)}’s renege" if point.beside and finding.seat is not None else "it"
        if ruling.remedy.outcome == "unfinished":
            yield f"no one has called {first if several == 1 else 'them'} yet"
        elif several == 1:
            yield f"nobody called {first} in time, so it costs nothing"
        else:
            yield f"there were {calls.number(several)} reneges; nobody called them in time, so they cost nothing"
    elif finding.penalty == "note" and ruling.law.ruleset.penalties.get(finding.infraction) == "redeal":
        yield _stands(ruling, finding, speaker)
    elif (claimed := infractions()[finding.infraction].once_claimed) and claimed(ruling.law.toggles):
        yield "nobody called it, so it costs nothing"
    elif finding.facts.get("kind") == BELLE_WORD:
        yield "belle does not count. There is no other penalty"
    else:
        voids = finding.penalty in ("meld_void", "void")
        yield f"{COSTS[finding.penalty]}{'. There is no other penalty' if voids else ''}"


def _stands(ruling: Ruling, finding: Finding, speaker: Speaker) -> str:
    """Return why a fault of the deal is no misdeal: nothing shows that it was called in time, or it was called late."""
    if not is_wrong_deal(finding):
        return "it came up too late, so the hand stands"
    called = wrong_deal_called(ruling, finding)
    if called is None:
        return "nothing on record shows that anyone called it in time, so the hand stands"
    return f"it was called too late, {speaker.recorded(number(called))}, so the hand stands"


def _guilt(ruling: Ruling, finding: Finding, speaker: Speaker) -> str:
    """Return the finding that makes its side guilty, or the several of which one does."""
    either = next((claim.either for claim in ruling.claims if claim.finding == finding and claim.either), ())
    return one_of(either, speaker) if either else placed(finding, speaker)


def _proven(claim: Weighed, speaker: Speaker) -> str:
    """Return what upholds a claim: a finding, several of which one is true, or tricks that were mixed."""
    if claim.either:
        return one_of(claim.either, speaker)
    if proof := claim.finding or claim.deed:
        return placed(proof, speaker)
    return f"{speaker.the_team(claim.accused)} mixed up their tricks after they were accused"


def _changes(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    """Yield what to change on the sheet, or what to write where nothing is written and a mark stands for a number."""
    marks, score = ruling.remedy.marks, ruling.remedy.score
    if marks and score and not ruling.walk.hand.record.score and marks != tuple(map(str, score)):
        order = ranked(score, is_down(ruling))
        yield sentence(f"write: {', '.join(f'{speaker.side(side)} {marks[side]}' for side in order)}")
    for wrong in ruling.wrong_sheet:
        facts = wrong.facts
        if "part" in facts:
            yield sentence(speaker.finding(wrong))
        elif wrong.team is not None and ruling.remedy.marks:
            changed = f"{speaker.the_side(wrong.team)} from {facts['sheet']} to {ruling.remedy.marks[wrong.team]}"
            yield sentence(f"change {changed}")


#: How many further faults to name one by one.
_NAMED: Final = 3


def _more(ruling: Ruling, point: Focus, told: frozenset[int], speaker: Speaker) -> str:
    """Return the further findings and claims: one in full, several counted, what is open apart from what is certain."""
    others = [one for one in ruling.findings if one.number not in told]
    claims = other_claims(ruling, point)
    parts = list[str]()
    proven = [one for one in others if one.verdict == "proven"]
    unclear = [one for one in others if one.verdict != "proven"]
    if len(proven) == 1:
        parts.append(f"{speaker.finding(proven[0])} ({_price(ruling, proven[0])})")
    elif proven:
        parts.append(f"{len(proven)} more findings (listed below): {_counted_faults(proven, speaker)}")
    if len(unclear) == 1:
        parts.append(speaker.finding(unclear[0]))
    if len(claims) == 1:
        parts.append(f"{speaker.claimed(claims[0])}, and that claim {ended(ruling, claims[0], speaker)}")
    elif claims:
        parts.append(f"{len(claims)} more claims (listed below)")
    said = [sentence(f"also: {'; '.join(parts)}")] if parts else []
    if len(unclear) > 1:
        what = "plays" if all(one.of_card for one in unclear) else "things"
        said.append(f"We also cannot tell about {calls.number(len(unclear))} other {what} (listed below).")
    return " ".join(said)


def _price(ruling: Ruling, finding: Finding) -> str:
    if finding.penalty == "renege" and ruling.remedy.outcome in VOID:
        return "a renege, but nobody scores the hand"
    return _PRICES[finding.penalty]


_PRICES: Final = {
    "renege": "a renege, not called",
    "redeal": "a misdeal",
    "meld_void": "the meld does not count",
    "void": "the call does not count",
    "note": "no penalty",
}


def _counted_faults(others: Sequence[Finding], speaker: Speaker) -> str:
    """Return faults by kind with their number, as many as one reads: `played out of turn (3), slow play`."""
    faults = Counter(map(speaker.fault, others))
    named = [f"{fault} ({count})" if count > 1 else fault for fault, count in faults.most_common(_NAMED)]
    return ", ".join([*named, *(["others"] if len(faults) > _NAMED else [])])
