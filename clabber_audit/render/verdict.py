"""The verdict: what it comes to, what happened, who called it, what to change on the sheet, what would decide it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.ground.counted import counted
from clabber_audit.render import family
from clabber_audit.render.headline import Headline, headline, only_scored
from clabber_audit.render.infraction_phrases import one_of
from clabber_audit.render.outcome import as_written, standing
from clabber_audit.render.questions import asked
from clabber_audit.render.wording import DENIED, UNSETTLED, Speaker, sentence, speaker_of
from clabber_audit.ruling.court import Weighed
from clabber_audit.ruling.dossier import Dossier
from clabber_audit.ruling.focus import Focus
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.questions import Questions
from clabber_audit.table.moments import TURNED, number

#: Why a claim that was called is not examined, and so changes nothing.
_UNHEARD: Final = {
    "withdrawn": "the claim was taken back, so it costs nothing",
    "out_of_time": "that was too late, {when}, so it is not examined",
    "moot": "{who} called a renege, but the deal is void, so it changes nothing",
}


class Verdict(NamedTuple):
    """The verdict on a hand, ready to be printed."""

    headline: Headline
    #: What happened, and who called it and whether that counted; a sentence or two each, empty where there is nothing.
    happened: str
    called: str
    #: What to write on the sheet in place of what stands there, a sentence a side.
    changes: tuple[str, ...]
    #: What would decide what cannot be told, a sentence each, the best first.
    wanted: tuple[str, ...]
    #: The findings and claims beside the one in question, in a sentence; empty for none.
    more: str
    #: The title of the ruleset.
    rules: str
    #: The hand and its date, for those who read the message without the page.
    hand: str

    @property
    def first(self) -> str:
        """The first line."""
        return self.headline.line

    @property
    def lines(self) -> tuple[str, ...]:
        """What stands under the first line, as far as there is any of it."""
        return tuple(filter(None, (self.happened, self.called, *self.changes)))

    @property
    def message(self) -> str:
        """What somebody forwards."""
        return "\n".join(filter(None, (self.first, self.happened, f"{self.hand} Rules: {self.rules}.")))


def verdict(file: Dossier, speaker: Speaker) -> Verdict:
    """The verdict on a hand."""
    ruling, point = file.ruling, file.point
    return Verdict(
        headline(ruling, point, speaker),
        " ".join(sentence(clause) for clause in _happened(file, speaker)),
        sentence(told) if (told := _called(ruling, point, speaker)) else "",
        tuple(_changes(ruling, speaker)),
        wanted(file.questions, ruling, speaker),
        _more(ruling, point),
        ruling.law.ruleset.title,
        _hand(ruling),
    )


def _hand(ruling: Ruling) -> str:
    """Return the hand by its id, with its date if the record tells it."""
    record = ruling.walk.hand.record
    date = record.context.date if record.context else None
    return f"Hand {record.id}{f', {date}' if date else ''}."


def wanted(questions: Questions, ruling: Ruling, speaker: Speaker) -> tuple[str, ...]:
    """What would decide what cannot be told, a sentence each, the best first."""
    more = ["More may decide it: there are too many ways to look at all."] if questions.more else []
    return (*(asked(inquiry, ruling, speaker) for inquiry in questions.asked), *more)


def open_line(questions: Questions, ruling: Ruling) -> str:
    """What is not known of a hand and would change its ruling, in one line; empty where nothing is open."""
    found = wanted(questions, ruling, speaker_of(ruling))
    if not found and (ruling.remedy.range or any(weighed.verdict == "not_proven" for weighed in ruling.claims)):
        return "Nothing was found that would decide it."
    return " ".join(found)


def placed(finding: Finding, speaker: Speaker) -> str:
    """A finding with where it stands, in a clause."""
    deed = speaker.finding(finding)
    if finding.of_card:
        return f"{deed} (trick {finding.trick})"
    if not 0 <= finding.at < TURNED:
        return deed
    return f"{deed} ({speaker.moment(finding.at)})"


def _happened(file: Dossier, speaker: Speaker) -> Iterator[str]:
    ruling, point = file.ruling, file.point
    if point.both:
        yield from (_guilt(ruling, finding, speaker) for finding in point.both)
    elif point.claim:
        yield from _claimed(file, point.claim, speaker)
    elif told := point.finding or point.silent:
        yield placed(told, speaker)
    else:
        yield from _played(ruling, speaker)


def _claimed(file: Dossier, claim: Weighed, speaker: Speaker) -> Iterator[str]:
    """What a claim was about: what was done, or that it was not."""
    ruling = file.ruling
    taken = file.point.voided
    if claim.verdict == "upheld":
        yield _proven(claim, speaker)
    elif taken:
        yield placed(taken, speaker)
    elif claim.verdict == "moot":
        yield from [speaker.finding(one) for one in ruling.findings if one.penalty == "redeal"][:1]
    elif claim.verdict == "refuted":
        lawful = [speaker.lawful(play) for play in file.lawful][:2]
        yield from lawful or [speaker.claimed(claim), DENIED]
    else:
        yield speaker.claimed(claim)
        if claim.verdict == "not_proven":
            yield UNSETTLED


def _played(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    """What became of a hand about which nobody claimed anything."""
    outcome = ruling.remedy.outcome
    if outcome == "passed_out":
        yield "everybody passed"
    elif outcome == "unfinished" and only_scored(ruling):
        yield f"the sheet has {as_written(ruling)}; nothing of the play was written down"
    elif outcome == "unfinished":
        yield f"play stopped {speaker.moment(len(ruling.walk.cards))}, and no claim explains why"
    else:
        yield from _SCORED[ruling.law.game.id](ruling, speaker)


def _of_points(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    if stands := standing(ruling, speaker):
        yield stands


#: How each game tells what became of a hand that is scored.
_SCORED: Final[dict[str, Callable[[Ruling, Speaker], Iterator[str]]]] = {
    "clabber": _of_points,
    "bid-euchre": family.played,
}


def _called(ruling: Ruling, point: Focus, speaker: Speaker) -> str:
    """Who called it and whether that counted, or that nobody did."""
    if point.claim and not point.both:
        return _calling(ruling, point, point.claim, speaker)
    if point.both or point.finding:
        return ""
    if ruling.remedy.outcome == "unfinished":
        return "nobody has called it" if point.silent else ""
    if point.silent:
        return "nobody called it in time, so it costs nothing"
    one, many = "nobody called the one renege in it", "nobody called the {count} reneges in it"
    return f"{counted(len(ruling.reneges), one, many)}, so they cost nothing" if ruling.reneges else ""


def _calling(ruling: Ruling, point: Focus, claim: Weighed, speaker: Speaker) -> str:
    made = ruling.walk.hand.record.claims[claim.number]
    who = speaker.seat(made.by) if made.by else "somebody not at the table"
    when = speaker.moment(number(made.at))
    if claim.verdict in _UNHEARD:
        return _UNHEARD[claim.verdict].format(who=who, when=when)
    if claim.verdict == "inadmissible":
        return f"{who} {_not_allowed(ruling, claim)}"
    if claim.verdict == "upheld":
        costs = "" if claim.guilty is not None or point.voided else ", but here it costs nothing"
        return f"{who} called it in time{costs}"
    pays = f"so {_pays(claim.guilty, speaker)}" if claim.guilty is not None else "but that costs nothing"
    if point.voided:
        return f"{who} called it by the wrong name, {pays}"
    reviewed = " after the tricks were turned over" if made.reviewed else ""
    how = "called it wrongly" if claim.verdict == "refuted" else "could not show it"
    return f"{who} {how}{reviewed}, {pays}"


def _pays(side: int, speaker: Speaker) -> str:
    return f"{speaker.side(side)} {'pays' if speaker.alone(side) else 'pay'}"


def _not_allowed(ruling: Ruling, claim: Weighed) -> str:
    made = ruling.walk.hand.record.claims[claim.number]
    if made.by is None:
        return "has no say in it, so it is not examined"
    own = ruling.walk.hand.seating.side_named(made.by) == claim.accused
    return (
        "cannot call a renege on their own side, so it is not examined"
        if own
        else "called it later than the rule allows, so it is not examined"
    )


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


def _changes(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    for wrong in ruling.wrong_sheet:
        facts = wrong.facts
        if "part" in facts:
            yield sentence(speaker.finding(wrong))
        elif wrong.team is not None and ruling.remedy.marks:
            yield f"{speaker.side(wrong.team)}: change {facts['sheet']} to {ruling.remedy.marks[wrong.team]}."


def _more(ruling: Ruling, point: Focus) -> str:
    findings = len(ruling.findings) - len({one.number for one in (*point.told, *ruling.wrong_sheet)})
    claims = len(ruling.claims) - (len(point.both) or bool(point.claim))
    parts = [counted(findings, "{count} more finding", "{count} more findings")] if findings else []
    parts += [counted(claims, "{count} more claim", "{count} more claims")] if claims else []
    return sentence(f"{' and '.join(parts)} below") if parts else ""
