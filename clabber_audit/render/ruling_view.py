"""A ruling written out: everything that the page and its plain-text twin say, in small values and the same words."""

from __future__ import annotations

from typing import Final, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.record.canonical import digest, record_data
from clabber_audit.record.model import HandRecord
from clabber_audit.render.arithmetic import Arithmetic, arithmetic
from clabber_audit.render.certificate import Proof, proof
from clabber_audit.render.facts import facts
from clabber_audit.render.other_rulesets import Other, otherwise
from clabber_audit.render.outcome import result
from clabber_audit.render.places import Fact
from clabber_audit.render.plain import Colophon, american
from clabber_audit.render.reasoning import Step, articles_on, reasoning, shown_since
from clabber_audit.render.scene import AROUND, Held, Scene, dealt, scenes
from clabber_audit.render.side_remarks import how_sure, left_out, what_instead
from clabber_audit.render.sources import Sources, sources
from clabber_audit.render.story import Story, anchor, story
from clabber_audit.render.surprises import score_notes
from clabber_audit.render.verdict import Verdict, on_claim, other_claims, placed, verdict
from clabber_audit.render.wording import PENALTIES, Speaker, sentence, speaker_of, unanswered
from clabber_audit.ruling.dossier import Dossier, Fate


class Found(NamedTuple):
    """One finding as it is listed."""

    text: str
    place: str
    #: The permalink of its card; empty for what is no card's.
    anchor: str
    #: Whether it is certain and what it costs, and since when the table could prove it.
    verdict: str
    since: str
    articles: tuple[str, ...]


class Opinion(NamedTuple):
    """Everything that a ruling says, in the order in which it is read."""

    title: str
    context: tuple[str, ...]
    verdict: Verdict
    scenes: tuple[Scene, ...]
    #: Why what the ruling turns on is certain, or why it is open.
    proofs: tuple[Proof, ...]
    #: The facts, as far as no proof tells them; the steps of the reasoning, and what was found besides.
    facts: tuple[Fact, ...]
    reasoning: tuple[Step, ...]
    #: The findings and claims beside those that the verdict tells.
    findings: tuple[Found, ...]
    #: The same findings in a few words each, by seat, for a list of many.
    brief: tuple[str, ...]
    claims: tuple[str, ...]
    sources: Sources
    arithmetic: Arithmetic
    #: The marks and rules of the score that a stranger would ask about.
    notes: tuple[str, ...]
    others: tuple[Other, ...]
    #: What it would have been without what the verdict speaks of, and how sure the ruling is; empty when not asked.
    instead: tuple[str, ...]
    sure: str
    #: What of that, and of all else that is told beside the ruling, was not worked out; empty where all was.
    left_out: str
    #: The hands as dealt, North first; then what happened to them.
    hands: tuple[Held, ...]
    story: Story
    source: str
    remarks: tuple[str, ...]
    #: Who signs beside the arbiter; the seats clockwise.
    sides: tuple[str, ...]
    seats: tuple[str, ...]
    #: Where each of them sits, as the table is drawn.
    around: str
    colophon: Colophon

    @property
    def agreeing(self) -> str:
        """The rulesets that would rule the same, in one line."""
        return next((other.title for other in self.others if other.same), "")


def opinion(file: Dossier, *, symbols: bool = True, checkpoint: str | None = None) -> Opinion:
    """The ruling in words. A `checkpoint` is a line that an archive prints."""
    ruling, record = file.ruling, file.ruling.walk.hand.record
    speaker = speaker_of(ruling, symbols, file.anonymous)
    nameless = speaker.nameless()
    proofs = tuple(proof(ruling, certificate, nameless) for certificate in file.decisive)
    digests = (("the record", digest(record_data(record))), ("the ruleset", ruling.law.ruleset.digest()))
    reached = verdict(file, speaker)
    return Opinion(
        title=f"Ruling on hand {record.id}",
        context=_context(record),
        verdict=reached,
        scenes=scenes(file, speaker),
        proofs=proofs,
        facts=tuple(facts(file, speaker, proved=bool(proofs))),
        reasoning=tuple(reasoning(file, speaker)),
        findings=_findings(file, reached, speaker),
        brief=tuple(placed(finding, nameless) for finding in _others(file, reached)),
        claims=tuple(on_claim(ruling, weighed, speaker) for weighed in other_claims(ruling, file.point)),
        sources=sources(file),
        arithmetic=arithmetic(ruling, file.account, nameless),
        notes=tuple(score_notes(ruling, file.account)),
        others=tuple(otherwise(ruling, file.comparisons, nameless)),
        instead=what_instead(file, speaker),
        sure=how_sure(ruling, file.aside.robustness, speaker) if file.aside else "",
        left_out=left_out(file.aside) if file.aside else "",
        hands=dealt(file, speaker),
        story=story(file, speaker),
        source=_source(record),
        remarks=tuple(record.remarks),
        sides=tuple(map(speaker.team, speaker.seating.side_names)),
        seats=speaker.seating.seats,
        around=AROUND[len(speaker.seating.seats)],
        colophon=Colophon(digests, (ruling.law.ruleset.caption,), checkpoint),
    )


class Tale(NamedTuple):
    """Replay of a hand card by card, with its result."""

    title: str
    hands: tuple[Held, ...]
    story: Story
    result: str


def tale(file: Dossier, *, symbols: bool = True) -> Tale:
    """The hand from the deal to the score."""
    ruling, record = file.ruling, file.ruling.walk.hand.record
    speaker = speaker_of(ruling, symbols, file.anonymous)
    end = sentence(result(ruling, ruling.remedy, speaker))
    return Tale(f"Hand {record.id}", dealt(file, speaker), story(file, speaker), end)


def _context(record: HandRecord) -> tuple[str, ...]:
    """League, date and table, as far as they were written down."""
    context = record.context
    if context is None:
        return ()
    dated = context.date and american(context.date)
    texts = [text for text in (context.league, context.season, context.venue, dated) if text]
    numbers = {name: getattr(context, name) for name in ("round", "table", "game", "hand")}
    return (*texts, *(f"{name} {number}" for name, number in numbers.items() if number is not None))


def _source(record: HandRecord) -> str:
    """Return the source of the record in a sentence; empty where none is noted."""
    source = record.source
    if source is None:
        return ""
    by = f"recorded by {source.recorded_by}" if source.recorded_by else ""
    confidence = f"confidence: {source.confidence}" if source.confidence else ""
    parts = filter(None, (source.kind, source.citation, source.date_as_written, by, confidence, source.note))
    said = "; ".join(parts)
    return sentence(said) if said else ""


def _findings(file: Dossier, reached: Verdict, speaker: Speaker) -> tuple[Found, ...]:
    return tuple(_found(file, finding, speaker) for finding in _others(file, reached))


def _others(file: Dossier, reached: Verdict) -> list[Finding]:
    """Return the findings that the verdict does not tell, in the order of the hand."""
    return [finding for finding in file.ruling.findings if finding.number not in reached.told]


#: Why a renege costs nothing, as it is added to what it is.
_FATES: Final[dict[Fate, str]] = {
    "silent": ", but nobody called it in time",
    "not_yet": ", but nobody has called it yet",
    "void": ", but nobody scores the hand",
    "nobody": ", but the record does not say whose",
    "out_of_time": ", but it was called too late",
    "inadmissible": ", but nobody who may call it did",
    "withdrawn": ", but the claim was withdrawn",
    "not_proven": "",
    "called": "",
}


def _found(file: Dossier, finding: Finding, speaker: Speaker) -> Found:
    costs, since = PENALTIES[finding.penalty], ""
    if finding.number in file.either:
        verdict = f"one of these certainly happened; {costs}"
    elif finding.verdict == "proven":
        fate = _FATES[file.fate(finding)] if finding.is_renege and not finding.of_claim else ""
        verdict = f"certain. {sentence(costs + fate)}"
        since = shown_since(file.ruling, finding, speaker) if finding.of_card else ""
    else:
        verdict = f"not clear; {costs} if it happened"
        since = unanswered(finding)
    return Found(
        sentence(speaker.finding(finding)),
        speaker.place(finding),
        anchor(speaker.seating, finding.at) if finding.falls else "",
        sentence(verdict),
        sentence(since) if since else "",
        articles_on(file.ruling, finding.infraction),
    )
