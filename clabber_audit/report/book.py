"""Book of a club, the code that it annotates, and the trial of a decision, as papers and as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from clabber_audit.core.text import counted
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.precedents import ruled_data
from clabber_audit.judge.revision import Trial, TriedHand
from clabber_audit.records.dates import date_in_words
from clabber_audit.report.layout import Colophon, PageRow, PageTable, columns, wrapped
from clabber_audit.report.paper import Paper, Section
from clabber_audit.report.phrases import hand_name, listed
from clabber_audit.report.verdict import first_line
from clabber_audit.rules.answers import as_written
from clabber_audit.rules.articles import Article
from clabber_audit.rules.book import Book, Decision
from clabber_audit.rules.ruleset import Ruleset


def format_answer(decision: Decision) -> str:
    """Return the answer of a decision: `claim_specificity = "play"`, or its text."""
    if decision.text is not None:
        return decision.text
    return ", ".join(f"{toggle} = {as_written(answer)}" for toggle, answer in decision.answers.items())


def decision_lines(book: Book, decision: Decision) -> Iterator[str]:
    """Yield a decision as text."""
    yield f"{decision.number}, {date_in_words(str(decision.date))}, on {decision.question}"
    parts = [
        ("Answer", format_answer(decision)),
        ("Holding", decision.holding),
        ("Because", decision.because),
        ("Decided on", ", ".join(decision.hands)),
        ("By", listed(decision.by)),
        ("Overrules", decision.overrules or ""),
        ("Overruled by", ended.number if (ended := book.overruled_by(decision)) else ""),
    ]
    for name, text in parts:
        if text:
            yield from wrapped(f"{name}: {text}", "  ", "    ")


def trial_paper(found: Trial, name: str) -> Paper:
    """Return a trial as a paper; `name` is that of the decision."""
    lead = counted(
        found.tried,
        f"{name} would have changed {len(found.changed)} of 1 ruling.",
        f"{name} would have changed {len(found.changed)} of {found.tried} rulings.",
    )
    rest = (
        (len(found.worded), "{} more would only read otherwise."),
        (len(found.unruled), "{} cannot be ruled."),
        (found.skipped, "{} of another game or table were not tried."),
    )
    lead = " ".join([lead, *(words.format(count) for count, words in rest if count)])
    sections = (
        Section("changed", "Changed", tables=tuple(_table(found.changed, name))),
        Section("worded", "Read otherwise", tables=tuple(_table(found.worded, name))),
        Section("unruled", "Cannot be ruled", tables=tuple(_table(found.unruled, name))),
    )
    return Paper("Trial of a decision", name, lead, sections, tone="fault" if found.changed else "fair")


def _table(hands: Sequence[TriedHand], name: str) -> Iterator[PageTable]:
    if hands:
        yield PageTable("Hands", columns("Hand", "Without", f"By {name}"), tuple(map(_row, hands)))


def _row(one: TriedHand) -> PageRow:
    hand = hand_name(one.before.replay.hand.record) + (", since the decision" if one.since else "")
    return PageRow((hand, first_line(one.before), first_line(one.after)))


def trial_data(found: Trial, name: str) -> dict[str, Any]:
    """Return a trial as data."""
    return {
        "decision": name,
        "hands": found.tried,
        "not_tried": found.skipped,
        **{
            key: [
                {
                    "id": one.before.replay.hand.record.id,
                    "since": one.since,
                    "without": ruled_data(one.before),
                    "with": ruled_data(one.after),
                }
                for one in hands
            ]
            for key, hands in (
                ("changed", found.changed),
                ("worded", found.worded),
                ("unruled", found.unruled),
            )
        },
    }


def annotated_paper(ruleset: Ruleset, book: Book, examples: Mapping[str, Ruling]) -> Paper:
    """Return the articles of a ruleset with their sources, the decisions on each, and the hands as `examples` by id."""
    rest = [one for one in book.decisions if one.game in (None, ruleset.game)]
    by_topic: dict[str, list[PageRow]] = {}
    placed: set[str] = set()
    for name, article in ruleset.articles.items():
        on_it = [one for one in rest if _is_on(one, article)]
        placed |= {one.number for one in on_it}
        source = ", ".join((*article.sources, article.grade, *article.rules))
        notes = tuple(note for one in on_it for note in _notes(book, one, examples))
        by_topic.setdefault(article.topic, []).append(PageRow((name, article.text, source), notes))
    heads = columns("Article", "Text", "Source")
    others = [one for one in rest if one.number not in placed]
    sections = [
        Section(topic, topic.capitalize(), tables=(PageTable(f"Articles on {topic}", heads, tuple(rows)),))
        for topic, rows in by_topic.items()
    ]
    if others:
        rows = tuple(
            PageRow((one.number, one.question), tuple(_notes(book, one, examples))) for one in others
        )
        table = PageTable("Other decisions", columns("Decision", "Question"), rows)
        sections.append(Section("others", "Other decisions", tables=(table,)))
    lead = counted(len(rest), "1 decision", "{count} decisions") + f" of {book.club}, each below its article."
    title = f"{ruleset.title}, {book.club}"
    return Paper("Annotated code", title, lead, tuple(sections), Colophon((), (ruleset.caption,)))


def _is_on(decision: Decision, article: Article) -> bool:
    """Return True if an article answers the question of a decision, or carries its row where there is no toggle."""
    if decision.answers:
        return any(toggle in article.toggles for toggle in decision.answers)
    return decision.question in article.rules


def _notes(book: Book, one: Decision, examples: Mapping[str, Ruling]) -> Iterator[str]:
    day, ended = date_in_words(str(one.date)), book.overruled_by(one)
    over = f" Overruled by {ended.number}." if ended else ""
    yield f"{one.number} ({day}, {one.question}): {one.holding} Because: {one.because} By {listed(one.by)}.{over}"
    yield f"Answer: {format_answer(one)}"
    for hand in one.hands:
        ruled = f": {first_line(examples[hand])}" if hand in examples else ""
        yield f"Decided on hand {hand}{ruled}"
