"""Ruling as a view, and as plain text, with decisions of a club, open questions and appeals in words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from clabber_audit.cards import prettify
from clabber_audit.core.text import join_words
from clabber_audit.evidence.finding import Finding
from clabber_audit.judge.dossier import Citation, Dossier
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.precedents import CitedDecision, Precedents
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.dates import date_in_words
from clabber_audit.records.formats import digest, record_data
from clabber_audit.report.claims import (
    FATES,
    Step,
    explain_finding,
    find_other_claims,
    format_other_claim,
    score_notes,
)
from clabber_audit.report.data import ruling_data
from clabber_audit.report.grounds import ExcerptCard, Fact, Proof, facts, proof, reasoning, visible_since
from clabber_audit.report.layout import WIDTH, Colophon, foot, format_american_date, head, join_lines, wrap
from clabber_audit.report.phrases import PENALTIES, sentence
from clabber_audit.report.remarks import (
    OtherRulesets,
    format_left_out,
    format_other_rulesets,
    format_robustness,
    list_results_without,
)
from clabber_audit.report.scenes import (
    AROUND,
    LINE,
    DisputePicture,
    SceneEvent,
    ShownHand,
    Story,
    anchor,
    picture_dealt_hands,
    scenes,
    story,
)
from clabber_audit.report.scores import Arithmetic, arithmetic, format_result
from clabber_audit.report.verdict import Verdict, first_line, verdict
from clabber_audit.report.wording import (
    Speaker,
    articles_defining,
    explain_unanswered,
    format_placed,
    speaker_of,
)
from clabber_audit.rules.answers import to_toml_text
from clabber_audit.rules.articles import Article
from clabber_audit.rules.book import toggles_of
from clabber_audit.rules.ruleset import find_source

if TYPE_CHECKING:
    from clabber_audit.report.accounts import AccountsText


#: Sentence on a decision against an article, by the owner of the article.
_AGAINST: Final = {
    "league": "It is a local rule: the league’s own text says otherwise (article {article}), and an appeal to the "
    "league need not follow it.",
    "house": "The article {article} of the house rules is older and says otherwise; amend it.",
}


class UndecidedQuestion(NamedTuple):
    """Open question in words: the question, the result of each answer, and the draft of a decision."""

    text: str
    readings: tuple[str, ...]
    draft: str
    #: Command that would decide it, without the words of the club.
    command: str


def format_decisions(precedents: Precedents | None) -> tuple[str, ...]:
    """Return a paragraph for each decision that a ruling cites."""
    if precedents is None or not (precedents.cited or precedents.open):
        return ()
    texts = [" ".join(_cite(cited)) for cited in precedents.cited]
    if precedents.undated and any(cited.standing == "decided" for cited in precedents.cited):
        texts.append("The hand has no date; the decisions of today apply.")
    return tuple(texts)


def _cite(cited: CitedDecision) -> Iterator[str]:
    decision, number = cited.decision, cited.decision.number
    day = date_in_words(str(decision.date))
    by = f", by {join_words(decision.by)}" if decision.by else ""
    if cited.standing == "words":
        yield f"On {decision.question} this club has decided, in {number} ({day}): {sentence(decision.text or '')}"
        yield from _note_overruling(cited)
        return
    otherwise = f"Without {number} it would be"
    if cited.standing == "departed":
        yield f"This appeal departs from {decision.question} as decided in {number} ({day}{by})."
        otherwise = f"By {number} it would be"
    elif cited.standing == "since":
        yield f"Since then the club has decided {decision.question}, in {number} ({day})."
        otherwise = f"{number} would decide it otherwise"
    else:
        holding = f": {sentence(decision.holding)}" if decision.holding else "."
        yield f"{decision.question} as decided in {number} ({day}{by}){holding}"
        if decision.overrules:
            yield f"It overruled {decision.overrules}."
        yield from _note_overruling(cited)
    if cited.otherwise is not None:
        yield f"{otherwise}: {first_line(cited.otherwise)}"
    if cited.followed and cited.followed.whose:
        yield _AGAINST[cited.followed.whose].format(article=cited.followed.against)


def _note_overruling(cited: CitedDecision) -> Iterator[str]:
    if cited.overruled_by:
        yield f"Since overruled by {cited.overruled_by}."


def format_open_questions(precedents: Precedents | None) -> tuple[UndecidedQuestion, ...]:
    """Return each open question on which a ruling turned, in words."""
    questions = []
    for question in precedents.open if precedents else ():
        text = f"This turned on {question.row}: {question.asks} The club has not decided this yet; `book add` would."
        readings = []
        for reading in question.readings:
            answers = (to_toml_text(answer).strip('"') for answer in reading.answers)
            readings.append(f"{join_words(answers, 'or')}: {first_line(reading.ruling)}")
        toggle = "" if len(toggles_of(question.row)) == 1 else f"{question.toggle}="
        first_answer = to_toml_text(question.readings[0].answers[0]).strip('"')
        answer_text = f"{question.row}={toggle}{first_answer}"
        command = f"clabber-audit book add FOLDER --answer {answer_text} ..."
        questions.append(UndecidedQuestion(text, tuple(readings), question.draft, command))
    return tuple(questions)


#: Characters of a digest that are shown.
_DIGITS: Final = len("sha256:") + 16


def format_appeal(ruling: Ruling, appeal: Mapping[str, Any]) -> Iterator[str]:
    """Yield the result of an appeal and the rulings before it, a sentence each."""
    # Signatures are loaded for an appeal alone.
    from clabber_audit.judge.appeals import judges_of, list_signers, ruling_digest, steps_of

    *before, _ = steps_of({**ruling_data(ruling), "appeal": appeal})
    day = date_in_words(appeal["on"])
    result = appeal["result"].replace("_", " ").capitalize()
    yield f"{result} by {appeal['by']}, {day}: {sentence(appeal['because'])}"
    for number, step in enumerate(before, 1):
        names, before_it = join_words(dict.fromkeys(judges_of(step))), step.get("appeal")
        by = f", by {names}" if names else ""
        by += f", {before_it['result'].replace('_', ' ')}" if before_it else ""
        signers = join_words(list_signers(step))
        by += f" (signed by {signers})" if signers else ""
        yield f"Ruling {number}{by}: {_points(step)} Its digest is {ruling_digest(step)[:_DIGITS]}…"
    if answers := appeal.get("answers"):
        rows = join_words(dict.fromkeys(ruling.law.game.questions[toggle].row for toggle in answers))
        texts = join_words(f"{toggle} = {to_toml_text(answer)}" for toggle, answer in answers.items())
        yield f"It answers {rows} differently ({texts}); the facts are the same. It sets no precedent by itself."
    if numbers := appeal.get("departs_from"):
        yield f"This departs from what the club decided in {join_words(numbers)}."
    if appeal["result"] == "sent_back":
        yield "No score stands until the open question is answered; the next ruling starts fresh."


def _points(ruling: Mapping[str, Any]) -> str:
    """Return the score of a ruling as data, or its outcome: `NS 77, EW 105.`"""
    points = ruling["marks"] or ruling["score"]
    if points is None:
        return f"{ruling['outcome'].replace('_', ' ')}."
    return f"{', '.join(f'{side} {own}' for side, own in points.items())}."


#: Mark of a moment in plain text.
_MARKS: Final = {"fault": "! ", "open": "? ", "said": ""}


class Sources(NamedTuple):
    """Articles that a ruling rests on, and their sources with titles."""

    articles: tuple[tuple[Citation, Article], ...]
    keys: tuple[tuple[str, str], ...]

    def anchor(self, code: str) -> str:
        """Return the anchor of an article, row or source; empty if it is not quoted."""
        for place, (cited, article) in enumerate(self.articles, 1):
            if code == cited.article or code in article.rules:
                return f"a{place}"
        named = find_source(code)
        return f"s{self.keys.index(named) + 1}" if named in self.keys else ""


class ListedFinding(NamedTuple):
    """Finding in a list."""

    text: str
    place: str
    #: Permalink of its card, if any.
    anchor: str
    #: Certainty and cost, and since when the table could prove it.
    verdict: str
    since: str
    articles: tuple[str, ...]


class RulingView(NamedTuple):
    """Ruling in words, in reading order."""

    title: str
    context: tuple[str, ...]
    verdict: Verdict
    #: What people tell differently; None if nothing is.
    accounts: AccountsText | None
    scenes: tuple[DisputePicture, ...]
    proofs: tuple[Proof, ...]
    #: Facts that no proof contains.
    facts: tuple[Fact, ...]
    reasoning: tuple[Step, ...]
    #: Findings that the verdict does not cover, in full and in a few words, and other claims.
    findings: tuple[ListedFinding, ...]
    brief: tuple[str, ...]
    claims: tuple[str, ...]
    sources: Sources
    arithmetic: Arithmetic
    #: Surprising marks and rules of the score.
    notes: tuple[str, ...]
    others: tuple[OtherRulesets, ...]
    #: The appeal that it decides; decisions of the club that the ruling cites, and open questions on which it turned.
    appeal: tuple[str, ...]
    decisions: tuple[str, ...]
    undecided: tuple[UndecidedQuestion, ...]
    #: Side notes: without the fault, with a misread card, and notes not worked out.
    instead: tuple[str, ...]
    sure: str
    left_out: str
    #: Hands as dealt, North first.
    hands: tuple[ShownHand, ...]
    story: Story
    source: str
    remarks: tuple[str, ...]
    #: Sides that sign; seats clockwise, and their places on the drawing.
    sides: tuple[str, ...]
    seats: tuple[str, ...]
    around: str
    colophon: Colophon

    @property
    def agreeing_ruleset(self) -> str:
        return next((other.title for other in self.others if other.same), "")


def ruling_view(file: Dossier, *, checkpoint: str | None = None) -> RulingView:
    """Return the ruling in words. A `checkpoint` is a line printed by an archive."""
    ruling, record, remarks = file.ruling, file.ruling.replay.hand.original, file.remarks
    speaker = speaker_of(ruling, file.anonymous)
    nameless = speaker.without_names()
    proofs = tuple(proof(ruling, certificate, nameless) for certificate in file.proofs_of_point)
    digests = (("the record", digest(record_data(record))), ("the ruleset", ruling.law.ruleset.digest()))
    decided, depends = verdict(file, speaker), ruling.depends
    other_claims = find_other_claims(ruling, file.point)
    others = [finding for finding in ruling.findings if finding.number not in decided.covered]
    cited = [(citation, ruling.law.ruleset.articles[citation.article]) for citation in file.citations]
    keys = dict.fromkeys(find_source(code) for _, article in cited for code in article.sources)
    accounts = None
    if ruling.accounts:
        from clabber_audit.report.accounts import accounts_text

        accounts = accounts_text(ruling)
    return RulingView(
        title=f"Ruling on hand {record.id}",
        context=_context(record),
        verdict=decided,
        accounts=accounts,
        scenes=() if depends else scenes(file, speaker),
        proofs=proofs,
        facts=() if depends else tuple(facts(file, speaker, proved=bool(proofs))),
        reasoning=() if depends else tuple(reasoning(file, speaker)),
        findings=tuple(_list_finding(file, finding, speaker) for finding in others),
        brief=tuple(format_placed(finding, nameless) for finding in others),
        claims=tuple(format_other_claim(ruling, claim, speaker) for claim in other_claims),
        sources=Sources(tuple(cited), tuple(filter(None, keys))),
        arithmetic=Arithmetic((), ()) if depends else arithmetic(ruling, nameless),
        notes=() if depends else tuple(score_notes(ruling)),
        others=tuple(format_other_rulesets(ruling, file.comparisons, nameless)),
        appeal=tuple(format_appeal(ruling, file.appeal)) if file.appeal else (),
        decisions=format_decisions(file.precedents),
        undecided=format_open_questions(file.precedents),
        instead=tuple(list_results_without(file, speaker)),
        sure=format_robustness(ruling, remarks.robustness, speaker) if remarks else "",
        left_out=format_left_out(remarks),
        hands=picture_dealt_hands(file, speaker),
        story=story(file, speaker),
        source=_source(record),
        remarks=tuple(record.remarks),
        sides=tuple(map(speaker.team, speaker.seating.side_names)),
        seats=speaker.seating.seats,
        around=AROUND[len(speaker.seating.seats)],
        colophon=Colophon(digests, (ruling.law.ruleset.caption,), checkpoint),
    )


def _context(record: HandRecord) -> tuple[str, ...]:
    """Return league, date and table, if recorded."""
    context = record.context
    if context is None:
        return ()
    dated = context.date and format_american_date(context.date)
    texts = [text for text in (context.league, context.season, context.venue, dated) if text]
    numbers = {name: getattr(context, name) for name in ("round", "table", "game", "hand")}
    return (*texts, *(f"{name} {number}" for name, number in numbers.items() if number is not None))


def _source(record: HandRecord) -> str:
    """Return the source of the record; empty if none is noted."""
    origin = record.source
    if origin is None:
        return ""
    by = f"recorded by {origin.recorded_by}" if origin.recorded_by else ""
    confidence = f"confidence: {origin.confidence}" if origin.confidence else ""
    parts = (origin.kind, origin.citation, origin.date_as_written, by, confidence, origin.note)
    text = "; ".join(filter(None, parts))
    return text and sentence(text)


def _list_finding(file: Dossier, finding: Finding, speaker: Speaker) -> ListedFinding:
    cost, since = PENALTIES[finding.penalty].noun, ""
    if finding.number in file.alternative_findings:
        text = f"one of these certainly happened; {cost}"
    elif finding.verdict == "proven":
        fate = FATES[file.fate(finding)].tail if finding.is_renege and not finding.of_claim else ""
        text = f"{'found' if 'rests_on' in finding.facts else 'certain'}. {sentence(cost + fate)}"
        since = visible_since(file.ruling, finding, speaker) if finding.in_trick else ""
    else:
        text = f"{'not clear; ' if finding.verdict == 'undetermined' else ''}{cost} if it happened"
        since = explain_unanswered(finding, file.ruling.effort)
    return ListedFinding(
        sentence(explain_finding(file.ruling, finding, speaker)),
        speaker.place(finding),
        anchor(speaker.seating, finding.at) if finding.falls else "",
        sentence(text),
        since and sentence(since),
        articles_defining(file.ruling, finding.infraction),
    )


def ruling_text(file: Dossier, *, checkpoint: str | None = None, provenance: Sequence[str] = ()) -> str:
    """Return the ruling as text, 78 columns wide, ending with a newline.

    A `checkpoint` is a line printed by an archive; `provenance` are its sentences on the origin of the record.
    """
    view = ruling_view(file, checkpoint=checkpoint)
    reasons = (_with_articles(step.text, step.articles) for step in view.reasoning)
    steps = [line for count, text in enumerate(reasons, 1) for line in wrap(text, f"{count:>2}. ")]
    findings = []
    for finding in view.findings:
        text = " ".join(filter(None, (finding.text, finding.verdict, finding.since)))
        findings.append(f"{finding.place}: {_with_articles(text, finding.articles)}")
    sources = []
    for cited, article in view.sources.articles:
        origin = "; ".join(filter(None, (article.grade, " ".join(article.sources), " ".join(article.rules))))
        sources.append(f"{cited.article}, {cited.why}: “{sentence(article.text)}” ({origin})")
    sources += [f"{code}: {title}" for code, title in view.sources.keys]
    differing = (other for other in view.others if not other.same)
    others = [" ".join([f"Under {other.title}: {other.text}", *other.because]) for other in differing]
    same = view.agreeing_ruleset and f"Same ruling under: {view.agreeing_ruleset}."
    sure = view.sure and f"What if a card was written down wrong? {view.sure}"
    undecided = [[one.text, *one.readings, f"To decide it: {one.command}"] for one in view.undecided]
    box = "    agreed [ ]   not agreed [ ]   ____________________________________"
    signatures = [line for name in ("Arbiter", *view.sides) for line in (*wrap(name, "  "), box)]
    parts: list[Iterable[str]] = [
        _head(view),
        _list("Appeal", view.appeal),
        *(_section(scene.heading, _scene(scene)) for scene in view.scenes),
        *(_section(proof.title, _proof(proof)) for proof in view.proofs),
        _list("Facts", (f"{fact.text} [{fact.source}]" for fact in view.facts)),
        _section("Reasoning", steps),
        _list("Also found", (*findings, *view.claims)),
        _list("Sources: the rules we applied", sources),
        _list("The club’s decisions", chain(view.decisions, *undecided)),
        _section("The score", _score(view)),
        _list("Under other rules", filter(None, (*others, same))),
        _list("Side notes, not part of the ruling", filter(None, (*view.instead, sure, view.left_out))),
        _list("Source and remarks", filter(None, (view.source, *view.remarks))),
        _list("Where the record comes from", provenance),
        _section("Signatures", signatures),
        foot(view.colophon),
    ]
    return join_lines(chain.from_iterable(parts))


def replay_text(file: Dossier) -> str:
    """Return the hand card by card as text, with each call, meld, claim and finding at its moment."""
    ruling = file.ruling
    speaker = speaker_of(ruling, file.anonymous)
    lines = [*wrap(f"Hand {ruling.replay.hand.record.id}"), ""]
    for hand in picture_dealt_hands(file, speaker):
        cards = " ".join(_card(card.code) for card in hand.cards)
        lines += wrap(f"{_hand_title(hand)}: {cards}", "  ")
    lines += [""]
    shown = story(file, speaker)
    lines += [line for moment in shown.opening for line in wrap(moment.text, "  ")]
    for chapter in shown.chapters:
        lines += ["", *wrap(chapter.title)]
        for card in chapter.cards:
            lines += _moments(card.before, "       ")
            known = "" if card.state == "known" else f"  ({card.state})"
            lines.append(f"  {card.number}  {_card(card.code):>3}  {card.seat}{known}")
            for fault in card.faults:
                lines += wrap(fault.text, f"       {_MARKS[fault.tone]}")
    lines += [*([""] if shown.closing else []), *_moments(shown.closing, "  "), ""]
    lines += wrap(sentence(format_result(ruling, speaker)))
    return join_lines(lines)


def _section(title: str, lines: Iterable[str]) -> list[str]:
    """Return a section under its heading, nothing if it is empty."""
    body = list(lines)
    return ["", title.upper(), "", *body] if body else []


def _list(title: str, items: Iterable[str]) -> list[str]:
    return _section(title, (line for item in items for line in wrap(item, "  - ")))


def _head(view: RulingView) -> Iterator[str]:
    decided = view.verdict
    yield from head(view.title, view.context)
    accounts = view.accounts
    lead = [accounts.lead] if accounts and accounts.lead else []
    texts = [*lead, decided.headline.line, *(accounts.texts if accounts else ()), *decided.lines]
    if decided.wanted:
        texts.append(f"What would decide it: {' '.join(decided.wanted)}")
    if decided.settling:
        texts.append(f"What would settle the score: {' '.join(decided.settling)}")
    texts += filter(None, [decided.more])
    for text in (*texts, f"{decided.rules}. Sources below."):
        yield from wrap(text)


def _card(code: str | None) -> str:
    return "??" if code is None else prettify(code)


def _hand_title(hand: ShownHand) -> str:
    return f"{hand.title} ({hand.note})" if hand.note else hand.title


def _scene(shown: DisputePicture) -> Iterator[str]:
    if shown.trump:
        yield from wrap(f"{shown.title}; {shown.trump}." if shown.title else sentence(shown.trump), "  ")
    rows = [(f"{seat.title}{f' [{seat.note}]' if seat.note else ''}", seat.cards) for seat in shown.places]
    rows += [(_hand_title(hand), hand.cards) for hand in shown.hands]
    for at, (name, cards) in enumerate(rows):
        tagged = ((_card(card.code), f" ({', '.join(card.tags)})" if card.tags else "") for card in cards)
        none = "no card" if at < len(shown.places) else ""
        yield from wrap(f"{name}: {', '.join(card + tags for card, tags in tagged) or none}", "  ", "      ")
    for row in shown.sheet:
        cells = zip(shown.sides, row.cells, strict=True)
        texts = [f"{side} {text or 'nothing'}{' (wrong)' if wrong else ''}" for side, (text, wrong) in cells]
        yield from wrap(f"{row.label}: {', '.join(texts)}", "  ")
    if shown.line:
        yield from wrap(f"{LINE}:", "  ")
    for trick, moves in shown.line:
        texts = [f"{seat} {_card(code)}" for seat, code in moves]
        yield from wrap(f"{trick}: {', '.join(texts)}", "    ", "      ")


def _proof(shown: Proof) -> Iterator[str]:
    def format_card(card: ExcerptCard) -> str:
        text = prettify(card.code)
        return (f"[{text}]" if card.asked else text) + ("*" if card.differs else "")

    yield from wrap(shown.subject, "  ")
    for premise in shown.premises:
        yield from wrap(f"{premise.text} [{premise.source}]", "  - ")
    for hand in shown.hands:
        yield from wrap(f"{hand.title}:", "  ")
        for row in hand.rows:
            cards = " ".join(map(format_card, row.cards))
            yield from wrap(f"{row.name}: {cards}" if cards else row.name, "    ", "      ")
        yield ""
    legend = "A star marks a card that differs, brackets the card in question."
    yield from wrap(f"{shown.close} {legend}" if shown.hands else shown.close, "  ")


def _with_articles(text: str, articles: Sequence[str]) -> str:
    return f"{text} [{', '.join(articles)}]" if articles else text


def _score(view: RulingView) -> Iterator[str]:
    """Yield the sums, a column for each side, then the conclusions."""
    if not view.arithmetic.sums and not view.arithmetic.conclusions:
        return

    def row(cells: Sequence[str]) -> str:
        column = 12 if len(cells) == 2 else 7
        short = (cell if len(cell) <= column else f"{cell[: column - 2]}…" for cell in cells)
        return "".join(f"{cell:>{column}}" for cell in short)

    for total in view.arithmetic.sums:
        wide = WIDTH - 2 - len(row(total.sides))
        yield f"  {total.caption:<{wide}}{row(total.sides)}"
        for line in total.lines:
            remark = line.detail or line.row
            label = f"{line.label} ({remark})" if remark else line.label
            *above, last = textwrap.wrap(label, wide - 2, break_on_hyphens=False) or [""]
            yield from (f"    {text}" for text in above)
            yield f"    {last:<{wide - 2}}{row(line.amounts)}"
        yield ""
    for conclusion in (*view.arithmetic.conclusions, *view.notes):
        yield from wrap(conclusion, "  ")


def _moments(moments: Iterable[SceneEvent], first: str) -> Iterator[str]:
    for moment in moments:
        yield from wrap(moment.text, f"{first}{_MARKS[moment.tone]}")
