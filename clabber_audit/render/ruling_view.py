"""A ruling written out: everything that the page and its plain-text twin say, in small values and the same words."""

from __future__ import annotations

from typing import NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.record.canonical import digest, record_data
from clabber_audit.record.model import HandRecord
from clabber_audit.render.arithmetic import Arithmetic, arithmetic
from clabber_audit.render.certificate import Proof, proof
from clabber_audit.render.facts import facts
from clabber_audit.render.other_rulesets import Other, otherwise
from clabber_audit.render.outcome import result
from clabber_audit.render.places import Fact
from clabber_audit.render.plain import Colophon
from clabber_audit.render.reasoning import reasoning
from clabber_audit.render.scene import Held, Scene, dealt, scene
from clabber_audit.render.side_remarks import how_sure, left_out, what_instead
from clabber_audit.render.story import Story, anchor, story
from clabber_audit.render.verdict import Verdict, verdict
from clabber_audit.render.wording import PENALTIES, Speaker, listed, sentence, speaker_of
from clabber_audit.ruling.dossier import Dossier
from clabber_audit.ruling.judge import Ruling


class Found(NamedTuple):
    """One finding as it is listed."""

    text: str
    place: str
    #: The permalink of its card; empty for what is no card's.
    anchor: str
    #: Proven or cannot tell, and what it costs.
    verdict: str
    penalty: str
    since: str
    rows: str


class Quoted(NamedTuple):
    """An article with the reason why it applies."""

    id: str
    text: str
    grade: str
    sources: str
    rows: str
    why: str


class Opinion(NamedTuple):
    """Everything that a ruling says, in the order in which it is read."""

    title: str
    context: tuple[str, ...]
    verdict: Verdict
    scene: Scene | None
    #: Why what the ruling turns on is certain, or why it is open.
    proofs: tuple[Proof, ...]
    facts: tuple[Fact, ...]
    findings: tuple[Found, ...]
    reasoning: tuple[str, ...]
    articles: tuple[Quoted, ...]
    arithmetic: Arithmetic
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
    colophon: Colophon

    @property
    def agreeing(self) -> str:
        """The rulesets that would rule the same, in one line."""
        return listed([other.title for other in self.others if other.same])


def opinion(file: Dossier, *, symbols: bool = True, checkpoint: str | None = None) -> Opinion:
    """The ruling in words. A `checkpoint` is a line that an archive prints."""
    ruling, record = file.ruling, file.ruling.walk.hand.record
    speaker = speaker_of(ruling, symbols, file.anonymous)
    nameless = speaker.nameless()
    digests = (("the record", digest(record_data(record))), ("the ruleset", ruling.law.ruleset.digest()))
    return Opinion(
        title=f"Ruling on hand {record.id}",
        context=_context(record),
        verdict=verdict(file, speaker),
        scene=scene(file, speaker),
        proofs=tuple(proof(ruling, certificate, nameless) for certificate in file.decisive),
        facts=tuple(facts(file, speaker)),
        findings=_findings(file, speaker),
        reasoning=tuple(reasoning(file, speaker)),
        articles=tuple(_quoted(ruling, *citation) for citation in file.citations),
        arithmetic=arithmetic(ruling, file.account, nameless),
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
        colophon=Colophon(digests, (f"{ruling.law.ruleset.title} ({ruling.law.ruleset.id})",), checkpoint),
    )


class Tale(NamedTuple):
    """A hand told card by card, and what it comes to."""

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


def _quoted(ruling: Ruling, name: str, why: str) -> Quoted:
    article = ruling.law.ruleset.articles[name]
    return Quoted(name, sentence(article.text), article.grade, " ".join(article.sources), " ".join(article.rules), why)


def _context(record: HandRecord) -> tuple[str, ...]:
    """League, date and table, as far as they were written down."""
    context = record.context
    if context is None:
        return ()
    texts = [text for text in (context.league, context.season, context.venue, context.date) if text]
    numbers = {name: getattr(context, name) for name in ("round", "table", "game", "hand")}
    return (*texts, *(f"{name} {number}" for name, number in numbers.items() if number is not None))


def _source(record: HandRecord) -> str:
    """Where the record comes from, in a sentence; empty when nothing is said."""
    source = record.source
    if source is None:
        return ""
    by = f"recorded by {source.recorded_by}" if source.recorded_by else ""
    confidence = f"confidence: {source.confidence}" if source.confidence else ""
    parts = filter(None, (source.kind, source.citation, source.date_as_written, by, confidence, source.note))
    said = "; ".join(parts)
    return sentence(said) if said else ""


def _findings(file: Dossier, speaker: Speaker) -> tuple[Found, ...]:
    """The decisive findings first, then the others as they happened."""
    first = {finding.number for finding in file.point.told}
    ordered = sorted(file.ruling.findings, key=lambda finding: finding.number not in first)
    return tuple(_found(finding, finding.number in file.either, speaker) for finding in ordered)


def _found(finding: Finding, either: bool, speaker: Speaker) -> Found:
    """A finding; `either` when it is one of several of which one at least is true."""
    verdict = "proven" if finding.verdict == "proven" else "cannot tell"
    since = "the search for an answer was given up" if finding.exhausted else ""
    if finding.verdict == "proven" and finding.of_card:
        since = "proven only by the recorded hands"
        if finding.provable_from is not None:
            since = f"provable at the table {speaker.moment(finding.provable_from)}"
    return Found(
        sentence(speaker.finding(finding)),
        speaker.place(finding),
        anchor(speaker.seating, finding.at) if finding.falls else "",
        "one of several, of which one is certain" if either else verdict,
        PENALTIES[finding.penalty],
        since,
        " ".join(finding.rules),
    )
