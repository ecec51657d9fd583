"""Ruling as a view, and as plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from clabber_audit.cards.cards import pretty
from clabber_audit.evidence.finding import Finding
from clabber_audit.judge.certificates import Lying
from clabber_audit.judge.dossier import Dossier
from clabber_audit.judge.scene import Laid
from clabber_audit.records.canonical import digest, record_data
from clabber_audit.records.clabber import HandRecord
from clabber_audit.report.arithmetic import Arithmetic, Sum, arithmetic
from clabber_audit.report.grounds import Fact, Proof, Step, articles_on, facts, proof, reasoning, shown_since
from clabber_audit.report.layout import WIDTH, Colophon, american, foot, head, joined, wrapped
from clabber_audit.report.phrases import FATES, PENALTIES, sentence
from clabber_audit.report.remarks import Other, how_sure, left_out, otherwise, what_instead
from clabber_audit.report.results import result
from clabber_audit.report.scenes import AROUND, LINE, Held, Scene, dealt, scenes
from clabber_audit.report.story import Moment, Story, Tone, anchor, story
from clabber_audit.report.surprises import explained, score_notes
from clabber_audit.report.verdict import Verdict, on_claim, other_claims, placed, verdict
from clabber_audit.report.wording import Speaker, speaker_of, unanswered
from clabber_audit.rules.ruleset import source


class Quoted(NamedTuple):
    """Article with the reason why it applies."""

    id: str
    text: str
    grade: str
    sources: tuple[str, ...]
    rows: tuple[str, ...]
    why: str


class Sources(NamedTuple):
    """Sources of a ruling."""

    articles: tuple[Quoted, ...]
    #: Each source with what it is.
    keys: tuple[tuple[str, str], ...]

    def anchor(self, code: str) -> str:
        """Return the anchor of an article, row or source; empty if it is not quoted."""
        for place, article in enumerate(self.articles, 1):
            if code == article.id or code in article.rows:
                return f"a{place}"
        named = source(code)
        return f"s{self.keys.index(named) + 1}" if named in self.keys else ""


def sources(file: Dossier) -> Sources:
    """Return the articles that a ruling rests on, and their sources."""
    given = file.ruling.law.ruleset.articles
    articles = []
    for name, why in file.citations:
        article = given[name]
        told = sentence(article.text)
        articles.append(Quoted(name, told, article.grade, tuple(article.sources), tuple(article.rules), why))
    keys = [source(code) for article in articles for code in article.sources]
    return Sources(tuple(articles), tuple(dict.fromkeys(filter(None, keys))))


class Found(NamedTuple):
    """Finding in a list."""

    text: str
    place: str
    #: The permalink of its card; empty for what is no card's.
    anchor: str
    #: Whether it is certain and what it costs, and since when the table could prove it.
    verdict: str
    since: str
    articles: tuple[str, ...]


class Opinion(NamedTuple):
    """Ruling in words, in reading order."""

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
        """Rulesets that give the same ruling."""
        return next((other.title for other in self.others if other.same), "")


def opinion(file: Dossier, *, symbols: bool = True, checkpoint: str | None = None) -> Opinion:
    """Return the ruling in words. A `checkpoint` is a line printed by an archive."""
    ruling, record = file.ruling, file.ruling.replay.hand.record
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
    """Return the hand from the deal to the score."""
    ruling, record = file.ruling, file.ruling.replay.hand.record
    speaker = speaker_of(ruling, symbols, file.anonymous)
    end = sentence(result(ruling, ruling.remedy, speaker))
    return Tale(f"Hand {record.id}", dealt(file, speaker), story(file, speaker), end)


def _context(record: HandRecord) -> tuple[str, ...]:
    """Return league, date and table, if recorded."""
    context = record.context
    if context is None:
        return ()
    dated = context.date and american(context.date)
    texts = [text for text in (context.league, context.season, context.venue, dated) if text]
    numbers = {name: getattr(context, name) for name in ("round", "table", "game", "hand")}
    return (*texts, *(f"{name} {number}" for name, number in numbers.items() if number is not None))


def _source(record: HandRecord) -> str:
    """Return the source of the record; empty if none is noted."""
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
    """Return the findings that the verdict does not cover, in the order of the hand."""
    return [finding for finding in file.ruling.findings if finding.number not in reached.told]


def _found(file: Dossier, finding: Finding, speaker: Speaker) -> Found:
    costs, since = PENALTIES[finding.penalty].noun, ""
    if finding.number in file.either:
        verdict = f"one of these certainly happened; {costs}"
    elif finding.verdict == "proven":
        fate = FATES[file.fate(finding)].tail if finding.is_renege and not finding.of_claim else ""
        verdict = f"certain. {sentence(costs + fate)}"
        since = shown_since(file.ruling, finding, speaker) if finding.of_card else ""
    else:
        verdict = f"not clear; {costs} if it happened"
        since = unanswered(finding)
    return Found(
        sentence(explained(file.ruling, finding, speaker)),
        speaker.place(finding),
        anchor(speaker.seating, finding.at) if finding.falls else "",
        sentence(verdict),
        sentence(since) if since else "",
        articles_on(file.ruling, finding.infraction),
    )


#: What stands before something found.
_MARKS: Final[dict[Tone, str]] = {"fault": "! ", "open": "? ", "said": ""}


def ruling_text(
    file: Dossier, *, symbols: bool = True, checkpoint: str | None = None, provenance: Sequence[str] = ()
) -> str:
    """The ruling as text, 78 columns wide, ending with a newline.

    Without `symbols` our own words are plain ASCII; names and remarks stay as they were written. A `checkpoint`, a line
    that an archive prints, stands last; `provenance` is where the record comes from, as an archive knows it.
    """
    said = opinion(file, symbols=symbols, checkpoint=checkpoint)
    parts: list[Iterable[str]] = [
        _head(said),
        *(_scene(each, symbols) for each in said.scenes),
        *(_proof(each, symbols) for each in said.proofs),
        _section("Facts", (f"{fact.text} [{fact.source}]" for fact in said.facts)),
        _section("Reasoning", (_cited(step.text, step.articles) for step in said.reasoning), numbered=True),
        _section("Also found", _findings_text(said)),
        _section("Sources: the rules we applied", _articles(said)),
        _score(said),
        _section("Under other rules", _others_text(said)),
        _section("Side notes, not part of the ruling", _aside(said)),
        _section("Source and remarks", [text for text in (said.source, *said.remarks) if text]),
        _section("Where the record comes from", provenance),
        _signatures(said),
        foot(said.colophon),
    ]
    return joined(chain.from_iterable(parts), symbols)


def replay_text(file: Dossier, *, symbols: bool = True) -> str:
    """Return the hand card by card as text, with each call, meld, claim and finding at its moment."""
    told = tale(file, symbols=symbols)
    lines = [*wrapped(told.title), *_hands(told.hands, symbols), *_story(told.story, symbols)]
    return joined([*lines, "", *wrapped(told.result)], symbols)


def _title(text: str) -> list[str]:
    return ["", text.upper(), ""]


def _section(title: str, items: Iterable[str], numbered: bool = False) -> list[str]:
    lines = [
        line
        for number, item in enumerate(items, 1)
        for line in wrapped(item, f"{number:>2}. " if numbered else "  - ")
    ]
    return [*_title(title), *lines] if lines else []


def _head(said: Opinion) -> Iterator[str]:
    yield from head(said.title, said.context)
    found = said.verdict
    yield from wrapped(found.headline.line)
    for line in found.lines:
        yield from wrapped(line)
    if found.wanted:
        yield from wrapped(f"What would decide it: {' '.join(found.wanted)}")
    if found.settling:
        yield from wrapped(f"What would settle the score: {' '.join(found.settling)}")
    yield from wrapped(found.more) if found.more else ()
    yield from wrapped(f"{found.rules}. Sources below.")


def _card(code: str | None, symbols: bool) -> str:
    return "??" if code is None else pretty(code, symbols)


def _laid(cards: Iterable[Laid], symbols: bool) -> str:
    tagged = ((_card(card.code, symbols), ", ".join(card.tags)) for card in cards)
    return ", ".join(f"{text} ({tags})" if tags else text for text, tags in tagged)


def _noted(hand: Held) -> str:
    return f"{hand.title} ({hand.note})" if hand.note else hand.title


def _scene(shown: Scene, symbols: bool) -> Iterator[str]:
    yield from _title(shown.heading)
    if shown.trump:
        yield from wrapped(f"{shown.title}; {shown.trump}." if shown.title else sentence(shown.trump), "  ")
    for place in shown.places:
        words = f" [{', '.join(place.words)}]" if place.words else ""
        yield from wrapped(f"{place.name}{words}: {_laid(place.cards, symbols) or 'no card'}", "  ", "      ")
    for hand in shown.hands:
        yield from wrapped(f"{_noted(hand)}: {_laid(hand.cards, symbols)}", "  ", "      ")
    for row in shown.sheet:
        cells = zip(shown.sides, row.cells, strict=True)
        told = ", ".join(
            f"{side} {text or 'nothing'}{' (wrong)' if wrong else ''}" for side, (text, wrong) in cells
        )
        yield from wrapped(f"{row.label}: {told}", "  ")
    if shown.line:
        yield from wrapped(f"{LINE}:", "  ")
    for trick, moves in shown.line:
        told = ", ".join(f"{seat} {_card(code, symbols)}" for seat, code in moves)
        yield from wrapped(f"{trick}: {told}", "    ", "      ")


def _proof(proof: Proof, symbols: bool) -> Iterator[str]:
    yield from _title(proof.title)
    yield from wrapped(proof.subject, "  ")
    for premise in proof.premises:
        yield from wrapped(f"{premise.text} [{premise.source}]", "  - ")
    for hand in proof.hands:
        yield from wrapped(f"{hand.title}:", "  ")
        for row in hand.rows:
            cards = " ".join(_lying(card, symbols) for card in row.cards)
            yield from wrapped(f"{row.name}: {cards}" if cards else row.name, "    ", "      ")
        yield ""
    legend = "A star marks a card that differs, brackets the card in question."
    yield from wrapped(f"{proof.close} {legend}" if proof.hands else proof.close, "  ")


def _lying(card: Lying, symbols: bool) -> str:
    """Return a card, in brackets if in question, with a star if it lies elsewhere in the other hand."""
    text = pretty(card.code, symbols)
    return (f"[{text}]" if card.asked else text) + ("*" if card.differs else "")


def _cited(text: str, articles: Iterable[str]) -> str:
    """Return a sentence with its articles."""
    named = ", ".join(articles)
    return f"{text} [{named}]" if named else text


def _findings_text(said: Opinion) -> Iterator[str]:
    for found in said.findings:
        told = " ".join(filter(None, (found.text, found.verdict, found.since)))
        yield f"{found.place}: {_cited(told, found.articles)}"
    yield from said.claims


def _articles(said: Opinion) -> Iterator[str]:
    for article in said.sources.articles:
        cited = f"{article.grade}; {' '.join(article.sources)}; {' '.join(article.rows)}"
        yield f"{article.id}, {article.why}: “{article.text}” ({cited})"
    for code, what in said.sources.keys:
        yield f"{code}: {what}"


def _score(said: Opinion) -> Iterator[str]:
    if not said.arithmetic.sums and not said.arithmetic.conclusions:
        return
    yield from _title("The score")
    for total in said.arithmetic.sums:
        yield from _sum(total)
    for conclusion in (*said.arithmetic.conclusions, *said.notes):
        yield from wrapped(conclusion, "  ")


def _sum(total: Sum) -> Iterator[str]:
    """Yield a sum as columns, a column for each side."""
    column = 12 if len(total.sides) == 2 else 7
    wide = WIDTH - 2 - column * len(total.sides)
    yield f"  {total.caption:<{wide}}{_row(total.sides, column)}"
    for line in total.lines:
        remark = line.detail or line.row
        label = f"{line.label} ({remark})" if remark else line.label
        rows = textwrap.wrap(label, wide - 2, break_on_hyphens=False) or [""]
        yield from (f"    {row}" for row in rows[:-1])
        yield f"    {rows[-1]:<{wide - 2}}{_row(line.amounts, column)}".rstrip(" " if column < 12 else "")
    yield ""


def _row(cells: Iterable[str], column: int) -> str:
    return "".join(f"{cell if len(cell) <= column else f'{cell[: column - 2]}…':>{column}}" for cell in cells)


def _others_text(said: Opinion) -> Iterator[str]:
    for other in said.others:
        if other.same:
            continue
        yield " ".join([f"Under {other.title}: {other.text}", *other.because])
    if said.agreeing:
        yield f"Same ruling under: {said.agreeing}."


def _aside(said: Opinion) -> Iterator[str]:
    yield from said.instead
    if said.sure:
        yield f"What if a card was written down wrong? {said.sure}"
    if said.left_out:
        yield said.left_out


def _hands(hands: Iterable[Held], symbols: bool) -> Iterator[str]:
    yield ""
    for hand in hands:
        yield from wrapped(
            f"{_noted(hand)}: {' '.join(_card(card.code, symbols) for card in hand.cards)}", "  "
        )
    yield ""


def _story(told: Story, symbols: bool) -> Iterator[str]:
    yield from (line for moment in told.opening for line in wrapped(moment.text, "  "))
    for chapter in told.chapters:
        yield ""
        yield from wrapped(chapter.title)
        for card in chapter.cards:
            yield from _moments(card.before, "       ")
            known = "" if card.state == "known" else f"  ({card.state})"
            yield f"  {card.number}  {_card(card.code, symbols):>3}  {card.seat}{known}"
            for fault in card.faults:
                yield from wrapped(fault.text, f"       {_MARKS[fault.tone]}")
    if told.closing:
        yield ""
    yield from _moments(told.closing, "  ")


def _moments(moments: Iterable[Moment], first: str) -> Iterator[str]:
    for moment in moments:
        yield from wrapped(moment.text, f"{first}{_MARKS[moment.tone]}")


def _signatures(said: Opinion) -> Iterator[str]:
    yield from _title("Signatures")
    for name in ("Arbiter", *said.sides):
        yield from wrapped(name, "  ")
        yield "    agreed [ ]   not agreed [ ]   ____________________________________"
