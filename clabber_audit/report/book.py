"""Book of a club: its decisions, open questions and appeals in a ruling; the book, its code and its revisions as papers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.core.text import inflect
from clabber_audit.judge.comparison import RevisedHand, Revision, Trial, TriedHand
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.precedents import CitedDecision, Precedents, result_data
from clabber_audit.records.dates import date_in_words
from clabber_audit.report.data import ruling_data
from clabber_audit.report.layout import Colophon, PageRow, PageTable, Tone, columns, wrap
from clabber_audit.report.paper import Paper, Section
from clabber_audit.report.phrases import hand_name, join_words, sentence
from clabber_audit.report.verdict import first_line
from clabber_audit.rules.answers import to_toml_text
from clabber_audit.rules.articles import Article
from clabber_audit.rules.book import Book, Decision, toggles_of
from clabber_audit.rules.ruleset import Ruleset

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
    if cited.standing == "departed":
        yield f"This appeal departs from {decision.question} as decided in {number} ({day}{by})."
        if cited.otherwise is not None:
            yield f"By {number} it would be: {first_line(cited.otherwise)}"
        return
    if cited.standing == "since":
        yield f"Since then the club has decided {decision.question}, in {number} ({day})."
        if cited.otherwise is not None:
            yield f"{number} would decide it otherwise: {first_line(cited.otherwise)}"
        return
    holding = f": {sentence(decision.holding)}" if decision.holding else "."
    yield f"{decision.question} as decided in {number} ({day}{by}){holding}"
    if decision.overrules:
        yield f"It overruled {decision.overrules}."
    yield from _note_overruling(cited)
    if cited.otherwise is not None:
        yield f"Without {number} it would be: {first_line(cited.otherwise)}"
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
        written = [
            [to_toml_text(answer).strip('"') for answer in reading.answers] for reading in question.readings
        ]
        readings = [
            f"{join_words(words, 'or')}: {first_line(reading.ruling)}"
            for words, reading in zip(written, question.readings, strict=True)
        ]
        toggle = "" if len(toggles_of(question.row)) == 1 else f"{question.toggle}="
        answer_text = f"{question.row}={toggle}{written[0][0]}"
        command = f"clabber-audit book add FOLDER --answer {answer_text} ..."
        questions.append(UndecidedQuestion(text, tuple(readings), question.draft, command))
    return tuple(questions)


#: Characters of a digest that are shown.
_DIGITS: Final = len("sha256:") + 16


def format_appeal(ruling: Ruling, appeal: Mapping[str, Any]) -> Iterator[str]:
    """Yield the result of an appeal and the rulings before it, a sentence each."""
    # Signatures are loaded for an appeal alone.
    from clabber_audit.judge.appeals import judges_of, list_signers, ruling_digest, steps_of
    from clabber_audit.judge.signed import signatures_in

    *before, _ = steps_of({**ruling_data(ruling), "appeal": appeal})
    day = date_in_words(appeal["on"])
    result = appeal["result"].replace("_", " ").capitalize()
    yield f"{result} by {appeal['by']}, {day}: {sentence(appeal['because'])}"
    for number, step in enumerate(before, 1):
        names, before_it = join_words([*dict.fromkeys(judges_of(step))]), step.get("appeal")
        by = f", by {names}" if names else ""
        by += f", {before_it['result'].replace('_', ' ')}" if before_it else ""
        by += (
            f" (signed by {join_words(list_signers(signatures_in(step)))})" if step.get("signatures") else ""
        )
        yield f"Ruling {number}{by}: {_points(step)} Its digest is {ruling_digest(step)[:_DIGITS]}…"
    if answers := appeal.get("answers"):
        rows = join_words([*dict.fromkeys(ruling.law.game.questions[toggle].row for toggle in answers)])
        texts = join_words([f"{toggle} = {to_toml_text(answer)}" for toggle, answer in answers.items()])
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


def format_answer(decision: Decision) -> str:
    """Return the answer of a decision: `claim_specificity = "play"`, or its text."""
    if decision.text is not None:
        return decision.text
    return ", ".join(f"{toggle} = {to_toml_text(answer)}" for toggle, answer in decision.answers.items())


def decision_lines(book: Book, decision: Decision) -> Iterator[str]:
    """Yield a decision as text."""
    yield f"{decision.number}, {date_in_words(str(decision.date))}, on {decision.question}"
    parts = [
        ("Answer", format_answer(decision)),
        ("Holding", decision.holding),
        ("Because", decision.because),
        ("Decided on", ", ".join(decision.hands)),
        ("By", join_words(decision.by)),
        ("Overrules", decision.overrules or ""),
        ("Overruled by", ended.number if (ended := book.find_overruling(decision)) else ""),
    ]
    for name, text in parts:
        if text:
            yield from wrap(f"{name}: {text}", "  ", "    ")


def trial_paper(trial: Trial, name: str) -> Paper:
    """Return a trial as a paper; `name` is that of the decision."""
    lead = inflect(
        trial.tried,
        f"{name} would have changed {len(trial.changed)} of 1 ruling.",
        f"{name} would have changed {len(trial.changed)} of {trial.tried} rulings.",
    )
    rest = (
        (len(trial.worded), "{} more would only read otherwise."),
        (len(trial.unruled), "{} cannot be ruled."),
        (trial.skipped, "{} of another game or table were not tried."),
    )
    lead = " ".join([lead, *(words.format(count) for count, words in rest if count)])
    heads = ("Hand", "Without", f"By {name}")
    sections = tuple(
        Section(key, heading, tables=_hands_table("Hands", heads, map(_trial_row, hands)))
        for key, heading, hands in (
            ("changed", "Changed", trial.changed),
            ("worded", "Read otherwise", trial.worded),
            ("unruled", "Cannot be ruled", trial.unruled),
        )
    )
    return Paper("Trial of a decision", name, lead, sections, tone="fault" if trial.changed else "fair")


def _hands_table(caption: str, heads: Sequence[str], rows: Iterable[PageRow]) -> tuple[PageTable, ...]:
    """Return a table of hands, none without rows."""
    table = PageTable(caption, columns(*heads), tuple(rows))
    return (table,) if table.rows else ()


def _trial_row(tried: TriedHand) -> PageRow:
    hand = hand_name(tried.before.replay.hand.record) + (", since the decision" if tried.since else "")
    return PageRow((hand, first_line(tried.before), first_line(tried.after)))


def trial_data(trial: Trial, name: str) -> dict[str, Any]:
    """Return a trial as data."""
    return {
        "decision": name,
        "hands": trial.tried,
        "not_tried": trial.skipped,
        **{
            key: [
                {
                    "id": hand.before.replay.hand.record.id,
                    "since": hand.since,
                    "without": result_data(hand.before),
                    "with": result_data(hand.after),
                }
                for hand in hands
            ]
            for key, hands in (
                ("changed", trial.changed),
                ("worded", trial.worded),
                ("unruled", trial.unruled),
            )
        },
    }


def build_annotated_paper(ruleset: Ruleset, book: Book, examples: Mapping[str, Ruling]) -> Paper:
    """Return the articles of a ruleset with their sources, the decisions on each, and the hands as `examples` by id."""
    rest = [decision for decision in book.decisions if decision.game in (None, ruleset.game)]
    by_topic: dict[str, list[PageRow]] = {}
    placed: set[str] = set()
    for name, article in ruleset.articles.items():
        on_it = [decision for decision in rest if _is_on(decision, article)]
        placed |= {decision.number for decision in on_it}
        source = ", ".join((*article.sources, article.grade, *article.rules))
        notes = tuple(note for decision in on_it for note in _notes(book, decision, examples))
        by_topic.setdefault(article.topic, []).append(PageRow((name, article.text, source), notes))
    heads = columns("Article", "Text", "Source")
    others = [decision for decision in rest if decision.number not in placed]
    sections = [
        Section(topic, topic.capitalize(), tables=(PageTable(f"Articles on {topic}", heads, tuple(rows)),))
        for topic, rows in by_topic.items()
    ]
    if others:
        rows = tuple(
            PageRow((decision.number, decision.question), tuple(_notes(book, decision, examples)))
            for decision in others
        )
        table = PageTable("Other decisions", columns("Decision", "Question"), rows)
        sections.append(Section("others", "Other decisions", tables=(table,)))
    lead = inflect(len(rest), "1 decision", "{count} decisions") + f" of {book.club}, each below its article."
    title = f"{ruleset.title}, {book.club}"
    return Paper("Annotated code", title, lead, tuple(sections), Colophon((), (ruleset.caption,)))


def _is_on(decision: Decision, article: Article) -> bool:
    """Return True if an article answers the question of a decision, or carries its row where there is no toggle."""
    if decision.answers:
        return any(toggle in article.toggles for toggle in decision.answers)
    return decision.question in article.rules


def _notes(book: Book, decision: Decision, examples: Mapping[str, Ruling]) -> Iterator[str]:
    day, ended = date_in_words(str(decision.date)), book.find_overruling(decision)
    over = f" Overruled by {ended.number}." if ended else ""
    why = f"{decision.holding} Because: {decision.because} By {join_words(decision.by)}."
    yield f"{decision.number} ({day}, {decision.question}): {why}{over}"
    yield f"Answer: {format_answer(decision)}"
    for hand in decision.hands:
        ruled = f": {first_line(examples[hand])}" if hand in examples else ""
        yield f"Decided on hand {hand}{ruled}"


def revision_paper(revision: Revision) -> Paper:
    """Return a revision as a paper."""
    lead = inflect(
        revision.tried,
        f"{len(revision.changed)} of 1 hand would be ruled otherwise.",
        f"{len(revision.changed)} of {revision.tried} hands would be ruled otherwise.",
    )
    if revision.skipped:
        more = "1 is" if revision.skipped == 1 else f"{revision.skipped} are"
        lead += f" {more} of another game or table and were not tried."
    own = (revision.before.id, revision.after.id)
    of_these = [hand for hand in revision.changed if hand.own in own]
    others = [hand for hand in revision.changed if hand.own not in own]
    sections = (
        Section("hands", "Hands", tables=_revision_table(revision, of_these)),
        Section("others", "Hands kept under other rules", tables=_revision_table(revision, others)),
    )
    title = f"{revision.before.title} and {revision.after.title}"
    colophon = Colophon((), (revision.before.caption, revision.after.caption))
    tone: Tone = "fault" if revision.changed else "fair"
    return Paper("Change of rules", title, lead, sections, colophon, tone=tone)


def _revision_table(revision: Revision, hands: Sequence[RevisedHand]) -> tuple[PageTable, ...]:
    rows = []
    for one in hands:
        theirs, notes = one.comparison.theirs, []
        for name in one.articles:
            article = theirs.law.ruleset.articles.get(name)
            notes.append(f"{name}: {article.text if article else 'no longer an article'}")
        hand = hand_name(one.before.replay.hand.record)
        rows.append(PageRow((hand, first_line(one.before), first_line(theirs)), tuple(notes)))
    return _hands_table(
        "Hands ruled otherwise", ("Hand", f"By {revision.before.id}", f"By {revision.after.id}"), rows
    )


def revision_data(revision: Revision) -> dict[str, Any]:
    """Return a revision as data."""
    return {
        "from": revision.before.id,
        "to": revision.after.id,
        "hands": revision.tried,
        "not_tried": revision.skipped,
        "changed": [
            {
                "id": hand.before.replay.hand.record.id,
                "ruleset": hand.own,
                "from": _result(hand.before),
                "to": _result(hand.comparison.theirs),
                "articles": hand.articles,
            }
            for hand in revision.changed
        ],
    }


def _result(ruling: Ruling) -> dict[str, Any]:
    """Return the outcome and the score of a ruling by side."""
    remedy = ruling.remedy
    score = None if remedy.score is None else ruling.replay.hand.seating.map_by_side(remedy.score)
    return {"outcome": remedy.outcome, "score": score, "headline": first_line(ruling)}
