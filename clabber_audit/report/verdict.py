"""Verdict of a ruling: fault, cost, open questions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from clabber_audit.cards.cards import TURNED, codes, letter_of, number
from clabber_audit.core.text import counted
from clabber_audit.evidence.finding import Finding
from clabber_audit.judge.claims import Weighed
from clabber_audit.judge.dossier import Dossier
from clabber_audit.judge.focus import Focus, heard, is_misnamed
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.questions import Inquiry, Questions
from clabber_audit.report.claims import calling, denied, ended, taken_for_it, unsettled
from clabber_audit.report.headline import (
    BELLE_WORD,
    Headline,
    headline,
    is_by_sheet,
    is_wrong_deal,
    voiding,
    wrong_deal_called,
)
from clabber_audit.report.phrases import NAMELESS, PENALTIES, VOID, bare, kind, sentence
from clabber_audit.report.phrases import number as number_in_words
from clabber_audit.report.results import bid_outcome, game_outcome, is_down, ranked, standing, unrecorded
from clabber_audit.report.surprises import explained, surprise, surprise_of_lawful
from clabber_audit.report.wording import Speaker, is_uncalled_belle, one_of, speaker_of
from clabber_audit.rules.infractions import infractions

_ONE: Final = {"C": "a club", "D": "a diamond", "H": "a heart", "S": "a spade"}
#: What is asked, by kind.
_ASKED: Final = {
    "trump": "What was trump?",
    "maker": "Who made trump?",
    "upcard": "Which card was turned up?",
    "hand": "What cards was {seat} dealt?",
    "belle": "Did {seat} have the king and queen of trump?",
    "held": "After trick {trick}, did {seat} still have {cards}?",
    "whose": "Who had {cards}?",
    "order": "Who played which card to trick {trick}?",
    "card": "Which card did {seat} {played} to trick {trick}?",
    "moment": "When did {seat} call and show the {meld}?",
    "called": "Did {seat} call {called}?",
    "tricks": "What were the tricks, in order?",
    "melds": "Which melds were called and shown?",
    "calls": "Who called what while trump was being made?",
    "all_cards": "What was in {seat}’s hand?",
}


def asked(inquiry: Inquiry, ruling: Ruling, speaker: Speaker) -> str:
    """Return a question, with the worth of its answers if it was weighed."""
    text = _ASKED[inquiry.kind].format(
        seat=bare(speaker.seating.seats[inquiry.seat]),
        trick=speaker.seating.trick_of(inquiry.at),
        played="play" if speaker.seating.place_of(inquiry.at) else "lead",
        cards=_any_of(inquiry.cards, ruling, speaker),
        meld=kind(inquiry.meld),
        called="belle" if inquiry.meld == "belle" else f"a {kind(inquiry.meld)}",
    )
    return f"{text} {_scores(inquiry, ruling) or _worth(inquiry)}" if inquiry.answers else text


def _scores(inquiry: Inquiry, ruling: Ruling) -> str:
    """Return the award of a renege by the answer to the one open question on a meld, or nothing."""
    found = ruling.remedy.range
    if inquiry.kind != "called" or ruling.remedy.outcome != "renege" or not found or not found.reached:
        return ""
    open_ones = [(low, high) for low, high in zip(found.low, found.high, strict=True) if low != high]
    return f"Yes: {open_ones[0][1]}; no: {open_ones[0][0]}." if len(open_ones) == 1 else ""


def _any_of(mask: int, ruling: Ruling, speaker: Speaker) -> str:
    """Return one of some cards: `a heart`, `a trump above A♠`, `J♣ or Q♣`."""
    if mask == ruling.replay.trumps:
        return "a trump"
    if mask in ruling.replay.ranking.suit_of.values() and (letter := letter_of(mask)):
        return _ONE[letter]
    bit = ruling.replay.hand.pack.first
    below = [code for code in codes(ruling.replay.trumps) if ruling.replay.ranking.beaters[bit[code]] == mask]
    if below and mask.bit_count() > 1:
        return f"a trump above {speaker.card(below[0])}"
    return "or".join(f" {speaker.card(code)} " for code in dict.fromkeys(codes(mask))).strip()


def _worth(inquiry: Inquiry) -> str:
    if not inquiry.settled:
        return "With the other answers, this settles it."
    if inquiry.settled < inquiry.answers:
        settle = "settles" if inquiry.settled == 1 else "settle"
        settled, answers = number_in_words(inquiry.settled).capitalize(), number_in_words(inquiry.answers)
        return f"{settled} of the {answers} possible answers {settle} it."
    return "Either answer settles it." if inquiry.answers == 2 else "Any answer settles it."


class Verdict(NamedTuple):
    """Verdict on a hand, ready to be printed."""

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
        """Lines under the first."""
        told = (
            self.happened,
            self.because,
            self.second,
            self.called,
            self.claim,
            self.contract,
            *self.changes,
        )
        return tuple(filter(None, told))

    @property
    def message(self) -> str:
        """Message to forward: the first two lines, then hand, date and rules."""
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
        _sentences(_called_verdict(file, speaker)),
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
    """Return the hand by its id and date."""
    record = ruling.replay.hand.record
    date = record.context.date if record.context else None
    return f"Hand {record.id}{f', {date}' if date else ''}."


def _sentences(clauses: Iterator[str]) -> str:
    return " ".join(sentence(clause) for clause in clauses)


def other_claims(ruling: Ruling, point: Focus) -> list[Weighed]:
    """Return the claims that the verdict does not cover, in the order they were weighed."""
    if point.both:
        told = {one.number for one in ruling.claims if one.finding in point.both or one.penal in point.both}
    else:
        told = {point.claim.number} if point.claim else set()
    return [one for one in heard(ruling) if one.number not in told]


def on_claim(ruling: Ruling, claim: Weighed, speaker: Speaker) -> str:
    """Return a secondary claim and its outcome, in sentences."""
    hand = ruling.replay.hand
    moment = speaker.moment(hand.played_by(number(hand.record.claims[claim.number].at)))
    said = f"{moment}, {speaker.claimed(claim)}"
    return f"{sentence(said)} The claim {ended(ruling, claim, speaker)}."


def _told(ruling: Ruling, point: Focus) -> frozenset[int]:
    """Return the numbers of the findings that the verdict covers."""
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
    """Return a second fault of the same weight, and that it costs nothing if so."""
    told = sentence(placed(finding, speaker))
    if finding.penalty != "renege":
        return told
    if finding.team is None:
        return f"{told} {sentence(NAMELESS)}"
    in_vain = file.point.in_vain is not None and file.fate(finding) == "silent"
    return f"{told} Nobody called that in time, so it costs nothing." if in_vain else told


def _disputed(ruling: Ruling, claim: Weighed) -> Sequence[Finding]:
    """Return the open findings of the play that a claim disputes, if it names a single one."""
    named = ruling.replay.hand.record.claims[claim.number].trick is not None
    return claim.meant if claim.verdict == "not_proven" and (named or len(claim.meant) == 1) else ()


def wanted(questions: Questions, ruling: Ruling, speaker: Speaker) -> tuple[str, ...]:
    """Return the questions that would decide the ruling, best first."""
    too_many = "There were too many possibilities to try them all. Something else may settle it."
    return (
        *(asked(inquiry, ruling, speaker) for inquiry in questions.asked),
        *([too_many] if questions.more else []),
    )


def open_line(questions: Questions, ruling: Ruling) -> str:
    """Return the open questions of a hand on one line; empty if nothing is open."""
    speaker = speaker_of(ruling)
    found = (
        *wanted(questions, ruling, speaker),
        *(asked(inquiry, ruling, speaker) for inquiry in questions.of_score),
    )
    if not found and (
        ruling.remedy.range or any(weighed.verdict == "not_proven" for weighed in ruling.claims)
    ):
        return "We found no question whose answer would settle it."
    return " ".join(found)


def placed(finding: Finding, speaker: Speaker) -> str:
    """Return a finding with its place, a clause."""
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
    """Yield the deed that a claim names, or its denial."""
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
    """Return the first undetermined finding of a hand without proven faults."""
    if point.claim or point.leads or point.both:
        return None
    return next((one for one in ruling.findings if one.verdict == "undetermined"), None)


def _because(file: Dossier, speaker: Speaker) -> tuple[Finding | None, str]:
    """Return the finding of the verdict that surprises, and the rule behind it."""
    ruling, point = file.ruling, file.point
    if file.lawful and not point.leads and point.claim and point.claim.verdict != "upheld":
        return None, next(
            filter(None, (surprise_of_lawful(ruling, play, speaker) for play in file.lawful)), ""
        )
    shown = [
        *point.both,
        *((point.leads or point.finding or point.silent, *point.beside[:1]) if not point.both else ()),
    ]
    found = ((one, surprise(ruling, one, speaker)) for one in shown if one)
    return next((one for one in found if one[1]), (None, ""))


def _played(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    """Yield the outcome of a hand without claims and faults."""
    outcome = ruling.remedy.outcome
    if outcome == "passed_out":
        yield "everyone passed"
    elif is_by_sheet(ruling):
        how_much = "only part" if ruling.replay.cards else "nothing"
        yield f"{how_much} of the play was written down, so the score is the one on the sheet"
    elif outcome == "unfinished":
        yield f"play stopped {speaker.moment(len(ruling.replay.cards))}, and the record does not say why"
    else:
        yield from _scored(ruling, speaker)
        if ruling.sheet_agrees:
            yield "the score sheet is right"


def _scored(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    if ruling.law.game.id == "clabber":
        yield from filter(None, (standing(ruling, speaker),))
        return
    yield from bid_outcome(ruling, speaker)
    if is_down(ruling) and ruling.remedy.score is not None:
        yield "low score wins in this game"


def _contract(ruling: Ruling, point: Focus, speaker: Speaker) -> Iterator[str]:
    """Yield the outcome of the contract, below a fault that did not decide the score."""
    remedy = ruling.remedy
    decided = point.both or (point.claim is not None and point.claim.guilty is not None)
    if decided:
        if remedy.running and remedy.running.winner is not None:
            yield from game_outcome(ruling, remedy, speaker)
        if is_down(ruling) and remedy.score is not None:
            yield "low score wins in this game"
    elif remedy.outcome in ("scored", "sat_out") and (point.leads or point.claim):
        yield from _scored(ruling, speaker)


def _called_verdict(file: Dossier, speaker: Speaker) -> Iterator[str]:
    """Yield who called it and the cost, or that nobody did."""
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
    """Yield the outcome of a claim below a graver fault."""
    claim = file.point.claim
    if claim and file.point.leads:
        yield from _claimed(file, claim, speaker)
        yield calling(file.ruling, file.point, claim, speaker)


def _uncalled(file: Dossier, finding: Finding, speaker: Speaker) -> Iterator[str]:
    """Yield the cost of a fault that no claim proved."""
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
        first = (
            f"{speaker.name(finding.seat)}’s renege" if point.beside and finding.seat is not None else "it"
        )
        if ruling.remedy.outcome == "unfinished":
            yield f"no one has called {first if several == 1 else 'them'} yet"
        elif several == 1:
            yield f"nobody called {first} in time, so it costs nothing"
        else:
            yield f"there were {number_in_words(several)} reneges; nobody called them in time, so they cost nothing"
    elif finding.penalty == "note" and ruling.law.ruleset.penalties.get(finding.infraction) == "redeal":
        yield _stands(ruling, finding, speaker)
    elif infractions()[finding.infraction].once_claimed(ruling.law.toggles):
        yield "nobody called it, so it costs nothing"
    elif finding.facts.get("kind") == BELLE_WORD:
        yield "belle does not count. There is no other penalty"
    else:
        voids = finding.penalty in ("meld_void", "void")
        yield f"{PENALTIES[finding.penalty].clause}{'. There is no other penalty' if voids else ''}"


def _stands(ruling: Ruling, finding: Finding, speaker: Speaker) -> str:
    """Return why a fault of the deal is no misdeal: never called, or called late."""
    if not is_wrong_deal(finding):
        return "it came up too late, so the hand stands"
    called = wrong_deal_called(ruling, finding)
    if called is None:
        return "nothing on record shows that anyone called it in time, so the hand stands"
    return f"it was called too late, {speaker.recorded(number(called))}, so the hand stands"


def _guilt(ruling: Ruling, finding: Finding, speaker: Speaker) -> str:
    """Return the finding that makes a side guilty, or the alternatives."""
    either = next((claim.either for claim in ruling.claims if claim.finding == finding and claim.either), ())
    return one_of(either, speaker) if either else placed(finding, speaker)


def _proven(claim: Weighed, speaker: Speaker) -> str:
    """Return the proof of a claim: a finding, alternatives, or mixed tricks."""
    if claim.either:
        return one_of(claim.either, speaker)
    if proof := claim.finding or claim.deed:
        return placed(proof, speaker)
    return f"{speaker.the_team(claim.accused)} mixed up their tricks after they were accused"


def _changes(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    """Yield the corrections to the sheet, or the marks to write."""
    marks, score = ruling.remedy.marks, ruling.remedy.score
    if marks and score and not ruling.replay.hand.record.score and marks != tuple(map(str, score)):
        order = ranked(score, is_down(ruling))
        yield sentence(f"write: {', '.join(f'{speaker.side(side)} {marks[side]}' for side in order)}")
    for wrong in ruling.wrong_sheet:
        facts = wrong.facts
        if "part" in facts:
            yield sentence(speaker.finding(wrong))
        elif wrong.team is not None and ruling.remedy.marks:
            changed = (
                f"{speaker.the_side(wrong.team)} from {facts['sheet']} to {ruling.remedy.marks[wrong.team]}"
            )
            yield sentence(f"change {changed}")


#: How many further faults to name one by one.
_NAMED: Final = 3


def _more(ruling: Ruling, point: Focus, told: frozenset[int], speaker: Speaker) -> str:
    """Return the other findings and claims: one in full, several counted."""
    others = [one for one in ruling.findings if one.number not in told]
    claims = other_claims(ruling, point)
    parts = list[str]()
    proven = [one for one in others if one.verdict == "proven"]
    unclear = [one for one in others if one.verdict != "proven"]
    if len(proven) == 1:
        parts.append(f"{explained(ruling, proven[0], speaker)} ({_price(ruling, proven[0])})")
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
        of_cards = all(one.of_card for one in unclear)
        # A card that may be several faults is one play.
        count = len({one.at for one in unclear}) if of_cards else len(unclear)
        many = "{number} other plays" if of_cards else "{number} other things"
        what = counted(count, "{number} other play", many, number=number_in_words(count))
        said.append(f"We also cannot tell about {what} (listed below).")
    return " ".join(said)


def _price(ruling: Ruling, finding: Finding) -> str:
    if finding.penalty == "renege" and ruling.remedy.outcome in VOID:
        return "a renege, but nobody scores the hand"
    return PENALTIES[finding.penalty].aside


def _counted_faults(others: Sequence[Finding], speaker: Speaker) -> str:
    """Return faults by kind with their number: `played out of turn (3), slow play`."""
    faults = Counter(map(speaker.fault, others))
    named = [f"{fault} ({count})" if count > 1 else fault for fault, count in faults.most_common(_NAMED)]
    return ", ".join([*named, *(["others"] if len(faults) > _NAMED else [])])
