"""What would decide what the record cannot: the questions to ask, and the notes that are missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from clabber_audit.evidence.effort import Spent, exhausted
from clabber_audit.evidence.finding import Finding
from clabber_audit.law.infractions import incident_kinds, infractions
from clabber_audit.render.focus import Focus, accused
from clabber_audit.render.questions import asked, question
from clabber_audit.render.wording import Speaker, bare, kind
from clabber_audit.ruling.certificates import Certificate
from clabber_audit.ruling.certificates.deciding import Inquiry, deciding
from clabber_audit.ruling.certificates.deciding_score import deciding_score
from clabber_audit.ruling.certificates.statement import fault_of
from clabber_audit.ruling.claims import Weighed
from clabber_audit.ruling.judge import Ruling

#: How many pieces of evidence to ask for, and how many faults to ask about at once.
_MOST: Final = 3
_FAULTS: Final = 4
#: For all questions about one ruling.
QUESTIONS: Final = 15_000


def wanted(ruling: Ruling, point: Focus, speaker: Speaker) -> list[str]:
    """What would decide the open claims, else the open score, else what is open without a claim; a sentence each."""
    found = dict[str, None]()
    with suppress(Spent):
        for piece in _pieces(ruling, point, speaker):
            found[piece] = None
            if len(found) == _MOST:
                break
    more = ["More may decide it: there are too many ways to look at all."] if exhausted() else []
    return [*found, *more]


def _pieces(ruling: Ruling, point: Focus, speaker: Speaker) -> Iterator[str]:
    open_claims = [weighed for weighed in ruling.claims if weighed.verdict == "not_proven"]
    for weighed in open_claims:
        yield from _for_claim(ruling, weighed, speaker)
    if not ruling.claims and ruling.remedy.outcome != "undetermined":
        some = [finding for finding in ruling.findings if finding.verdict == "undetermined"]
        some.sort(key=lambda finding: finding.trick != point.trick)
        yield from _for_findings(ruling, some[:1], speaker)
    if ruling.remedy.outcome == "undetermined" or ruling.remedy.range:
        yield from _moments(ruling, range(len(ruling.walk.hand.record.melds or [])))
        yield from (asked(inquiry, ruling.walk, speaker) for inquiry in deciding_score(ruling))


def _for_claim(ruling: Ruling, weighed: Weighed, speaker: Speaker) -> Iterator[str]:
    record = ruling.walk.hand.record
    claim, team = record.claims[weighed.number], accused(ruling, weighed)
    if any(incident_kinds()[incident.kind].mixes_tricks for incident in record.incidents):
        yield "The tricks in the order in which they fell."
    place = infractions()[claim.infraction].place if claim.infraction else "duty"
    if record.melds is None and place in ("meld", "missed"):
        yield "A note of the melds called and shown."
    if record.declarations is None and record.contract is None and place == "declaration":
        yield "A note of the calls that made trumps."
    meant = [
        finding
        for finding in ruling.findings
        if finding.verdict == "undetermined" and finding.team == team and claim.trick in (None, finding.trick)
    ]
    yield from _for_findings(ruling, meant, speaker)


def _moments(ruling: Ruling, numbers: Iterable[int]) -> Iterator[str]:
    """When some melds were called and shown, as far as nobody wrote that down."""
    for number in numbers:
        meld = (ruling.walk.hand.record.melds or [])[number]
        if None in (meld.announced, meld.shown):
            yield f"When did {bare(meld.seat)} call and show the {kind(meld.kind)}?"


def _for_findings(ruling: Ruling, findings: Sequence[Finding], speaker: Speaker) -> Iterator[str]:
    """The questions whose answers settle whether any of some findings is true; a hand where no single card does."""
    if any(infractions()[finding.infraction].settled_by == "upcard" for finding in findings):
        yield asked(Inquiry("upcard"), ruling.walk, speaker)
        return
    yield from _moments(ruling, [finding.meld for finding in findings if finding.meld is not None])
    faults = tuple(filter(None, (fault_of(finding, ruling.walk) for finding in findings)))[:_FAULTS]
    if faults:
        certificate = Certificate("claim", 0, "undetermined", faults)
        yield from (question(inquiry, ruling.walk, speaker) for inquiry in deciding(ruling, certificate))
        return
    for seat in dict.fromkeys(finding.seat for finding in findings if finding.seat is not None):
        if ruling.walk.hand.hidden[seat]:
            yield f"{bare(seat)}’s hand."
