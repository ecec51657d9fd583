"""A ruling written out: everything that the page and its plain-text twin say, in small values and the same words."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import metadata
from typing import NamedTuple

import clabber_audit
from clabber_audit.evidence.finding import Finding
from clabber_audit.record.canonical import digest, record_data
from clabber_audit.record.model import HandRecord
from clabber_audit.render.anonymous import anonymous as without_people
from clabber_audit.render.arithmetic import Arithmetic, arithmetic
from clabber_audit.render.certificate import Proof, decisive, proof
from clabber_audit.render.citing import Quoted, applied
from clabber_audit.render.facts import Fact, facts
from clabber_audit.render.focus import Focus, focus
from clabber_audit.render.other_rulesets import Other, otherwise
from clabber_audit.render.reasoning import reasoning
from clabber_audit.render.scene import Held, Scene, dealt, scene
from clabber_audit.render.side_remarks import how_sure, left_out, what_instead
from clabber_audit.render.story import Story, anchor, story
from clabber_audit.render.verdict import Verdict, verdict
from clabber_audit.render.wording import PENALTIES, Speaker, of_card, sentence
from clabber_audit.ruling.certificates import Certificate
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.other_rulesets import Comparison
from clabber_audit.ruling.side_remarks import Aside
from clabber_audit.table.cards import TEAMS


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


class Colophon(NamedTuple):
    """By what the ruling was made, and of what."""

    version: str
    record: str
    ruleset: str
    #: A line that an archive prints, if one was given.
    checkpoint: str | None


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
    #: Who signs beside the arbiter.
    sides: tuple[str, ...]
    colophon: Colophon


def opinion(
    ruling: Ruling,
    comparisons: Sequence[Comparison],
    found: Sequence[Certificate],
    *,
    symbols: bool = True,
    anonymous: bool = False,
    checkpoint: str | None = None,
    aside: Aside | None = None,
) -> tuple[Ruling, Opinion]:
    """The ruling in words, with the certificates `found`; returned with the ruling that the words are about.

    That one has no people in it if so asked. An `aside` adds what it would have been, and how sure the ruling is.
    """
    if anonymous:
        ruling = without_people(ruling)
    record = ruling.walk.hand.record
    speaker, point = Speaker(record, symbols, anonymous), focus(ruling)
    return ruling, Opinion(
        title=f"Ruling on hand {record.id}",
        context=_context(record),
        verdict=verdict(ruling, point, speaker),
        scene=scene(ruling, point, speaker),
        proofs=tuple(proof(ruling, certificate, speaker.nameless()) for certificate in decisive(ruling, found, point)),
        facts=tuple(facts(ruling, point, speaker)),
        findings=_findings(ruling, point, speaker),
        reasoning=tuple(reasoning(ruling, point, speaker)),
        articles=tuple(applied(ruling, point)),
        arithmetic=arithmetic(ruling, speaker.nameless()),
        others=tuple(otherwise(ruling, comparisons, speaker.nameless())),
        instead=what_instead(ruling, aside.instead, point, speaker) if aside else (),
        sure=how_sure(ruling, aside.robustness, speaker) if aside else "",
        left_out=left_out(aside) if aside else "",
        hands=dealt(ruling, speaker),
        story=story(ruling, speaker),
        source=_source(record),
        remarks=tuple(record.remarks),
        sides=tuple(speaker.team(team) for team in TEAMS),
        colophon=_colophon(ruling, checkpoint),
    )


def version() -> str:
    """The version of the program."""
    try:
        return metadata.version("clabber-audit")
    except metadata.PackageNotFoundError:
        return str(getattr(clabber_audit, "__version__", "unknown"))


def _colophon(ruling: Ruling, checkpoint: str | None) -> Colophon:
    return Colophon(version(), digest(record_data(ruling.walk.hand.record)), ruling.law.ruleset.digest(), checkpoint)


def _context(record: HandRecord) -> tuple[str, ...]:
    """League, date and table, as far as they were written down."""
    context = record.context
    if context is None:
        return ()
    texts = [text for text in (context.league, context.season, context.venue, context.date) if text]
    numbers = (
        ("round {number}", context.round),
        ("table {number}", context.table),
        ("game {number}", context.game),
        ("hand {number}", context.hand),
    )
    return (*texts, *(label.format(number=number) for label, number in numbers if number is not None))


def _source(record: HandRecord) -> str:
    """Where the record comes from, in a sentence; empty when nothing is said."""
    source = record.source
    if source is None:
        return ""
    parts: list[str] = [source.kind] if source.kind else []
    parts += [text for text in (source.citation, source.date_as_written) if text]
    if source.recorded_by:
        parts.append(f"recorded by {source.recorded_by}")
    if source.confidence:
        parts.append(f"confidence: {source.confidence}")
    parts += [source.note] if source.note else []
    return sentence("; ".join(parts)) if parts else ""


def _findings(ruling: Ruling, point: Focus, speaker: Speaker) -> tuple[Found, ...]:
    """The decisive findings first, then the others as they happened."""
    first = {finding.number for finding in point.told}
    ordered = sorted(ruling.findings, key=lambda finding: finding.number not in first)
    either = {finding.number for weighed in ruling.claims for finding in weighed.either}
    return tuple(_found(finding, finding.number in either, speaker) for finding in ordered)


def _found(finding: Finding, either: bool, speaker: Speaker) -> Found:
    """A finding; `either` when it is one of several of which one at least is true."""
    verdict = "proven" if finding.verdict == "proven" else "cannot tell"
    since = "the search for an answer was given up" if finding.exhausted else ""
    if finding.verdict == "proven" and of_card(finding):
        since = "proven only by the recorded hands"
        if finding.provable_from is not None:
            since = f"provable at the table {speaker.moment(finding.provable_from)}"
    return Found(
        sentence(speaker.finding(finding)),
        speaker.place(finding),
        anchor(finding.at) if finding.falls else "",
        "one of several, of which one is certain" if either else verdict,
        PENALTIES[finding.penalty],
        since,
        " ".join(finding.rules),
    )
