"""Book of a club, the code that it annotates, and what a decision or a revision changes, as papers and as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from clabber_audit.core.text import join_words, pluralize
from clabber_audit.judge.comparison import RevisedHand, Revision, Trial, TriedHand
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.precedents import result_data
from clabber_audit.records.dates import date_in_words
from clabber_audit.report.html import Paper, table_section
from clabber_audit.report.layout import Colophon, PageRow, Tone, columns, wrap
from clabber_audit.report.phrases import hand_name
from clabber_audit.report.verdict import first_line
from clabber_audit.rules.answers import to_toml_text
from clabber_audit.rules.articles import Article
from clabber_audit.rules.book import Book, Decision
from clabber_audit.rules.ruleset import Ruleset

#: Groups of tried hands, with their headings.
_TRIED: Final = {"changed": "Changed", "worded": "Read otherwise", "unruled": "Cannot be ruled"}


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

    def row(tried: TriedHand) -> PageRow:
        hand = hand_name(tried.before.replay.hand.record) + (", since the decision" if tried.since else "")
        return PageRow((hand, first_line(tried.before), first_line(tried.after)))

    lead = f"{name} would have changed {len(trial.changed)} of {pluralize(trial.tried, 'ruling')}."
    rest = (
        (len(trial.worded), "{} more would only read otherwise."),
        (len(trial.unruled), "{} cannot be ruled."),
        (trial.skipped, "{} of another game or table were not tried."),
    )
    lead = " ".join([lead, *(words.format(count) for count, words in rest if count)])
    heads = columns("Hand", "Without", f"By {name}")
    tried = ((key, heading, map(row, getattr(trial, key))) for key, heading in _TRIED.items())
    sections = tuple(table_section(key, title, heads, rows, caption="Hands") for key, title, rows in tried)
    return Paper("Trial of a decision", name, lead, sections, tone="fault" if trial.changed else "fair")


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
                for hand in getattr(trial, key)
            ]
            for key in _TRIED
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
        table_section(topic, topic.capitalize(), heads, rows, caption=f"Articles on {topic}")
        for topic, rows in by_topic.items()
    ]
    if others:
        rows = [PageRow((one.number, one.question), tuple(_notes(book, one, examples))) for one in others]
        sections.append(table_section("others", "Other decisions", columns("Decision", "Question"), rows))
    lead = f"{pluralize(len(rest), 'decision')} of {book.club}, each below its article."
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
    lead = f"{len(revision.changed)} of {pluralize(revision.tried, 'hand')} would be ruled otherwise."
    if revision.skipped:
        more = "1 is" if revision.skipped == 1 else f"{revision.skipped} are"
        lead += f" {more} of another game or table and were not tried."
    own = (revision.before.id, revision.after.id)
    of_these = [hand for hand in revision.changed if hand.own in own]
    others = [hand for hand in revision.changed if hand.own not in own]
    heads = columns("Hand", *(f"By {id}" for id in own))
    groups = ("hands", "Hands", of_these), ("others", "Hands kept under other rules", others)
    sections = tuple(
        table_section(id, title, heads, map(_revised_row, hands), caption="Hands ruled otherwise")
        for id, title, hands in groups
    )
    title = f"{revision.before.title} and {revision.after.title}"
    colophon = Colophon((), (revision.before.caption, revision.after.caption))
    tone: Tone = "fault" if revision.changed else "fair"
    return Paper("Change of rules", title, lead, sections, colophon, tone=tone)


def _revised_row(revised: RevisedHand) -> PageRow:
    """Return the row of a hand, with the articles that changed its ruling as notes."""
    theirs, notes = revised.comparison.theirs, []
    for name in revised.articles:
        article = theirs.law.ruleset.articles.get(name)
        notes.append(f"{name}: {article.text if article else 'no longer an article'}")
    hand = hand_name(revised.before.replay.hand.record)
    return PageRow((hand, first_line(revised.before), first_line(theirs)), tuple(notes))


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
    score = remedy.score and ruling.replay.hand.seating.map_by_side(remedy.score)
    return {"outcome": remedy.outcome, "score": score, "headline": first_line(ruling)}
