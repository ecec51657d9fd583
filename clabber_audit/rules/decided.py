"""Rulesets changed by the decisions of a club, each from its date on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import pairwise
from typing import Any

from clabber_audit.core.errors import Unusable, printable
from clabber_audit.rules.articles import GivenAnswer, Statute
from clabber_audit.rules.book import AppliedDecision, Book, BookInForce, Decision, sort_by_date
from clabber_audit.rules.bound_ruleset import BoundRuleset, ById, law_of_line
from clabber_audit.rules.lines import ALWAYS, DatedText, RulesetLine
from clabber_audit.rules.ruleset import Ruleset, overlay


def with_book(law: BoundRuleset, book: Book) -> BoundRuleset:
    """Return a law changed by the decisions of a book, each from its date on.

    A decision overrides articles of the league and the house, unless they begin later (B4).
    """
    return law_of_line(_line(ById(law), ById(book)))


@lru_cache(maxsize=32)
def _line(of: ById[BoundRuleset], decided: ById[Book]) -> RulesetLine:
    law, book = of.value, decided.value
    texts = law.line.texts if law.line else (DatedText(law.ruleset, ALWAYS),)
    ours = Book(
        book.club, tuple(decision for decision in book.decisions if decision.game in (None, law.game))
    )
    toggled = {decision.date for decision in ours.decisions if decision.answers or decision.overrules}
    days = {text.first: text.written for text in texts} | {day: str(day) for day in toggled}
    made = [_text_on(day, written, texts, ours) for day, written in sorted(days.items())]
    return RulesetLine(f"{law.ruleset.id} with the book", tuple(made))


def _text_on(day: date, written: str, texts: Sequence[DatedText], book: Book) -> DatedText:
    """Return the text of a day with the decisions in force, unless a later text answers their question anew."""
    place = max(at for at, text in enumerate(texts) if text.first <= max(day, texts[0].first))
    base = texts[place].ruleset
    answers: dict[str, Any] = {}
    applied, numbers = [], dict[str, list[str]]()
    for decision in book.find_decisions_in_force(day):
        own = {
            toggle: answer
            for toggle, answer in decision.answers.items()
            if not _is_answered_later(toggle, decision.date, texts[: place + 1])
        }
        for toggle in own:
            numbers.setdefault(toggle, []).append(decision.number)
        answers |= own
        if own:
            before = {name: getattr(base.toggles, name) for name in own}
            applied.append(AppliedDecision(decision, before, *contrary_article(base, own)))
    ruleset = (
        apply_decisions(base, answers, numbers, ("book", "with the club’s decisions")) if answers else base
    )
    return DatedText(ruleset, day, written, BookInForce(book, tuple(applied)))


def contrary_article(base: Ruleset, answers: Mapping[str, Any]) -> tuple[str, str]:
    """Return the id of an article with another answer, and `league` or `house`; both empty if there is none."""
    for name, article in base.articles.items():
        if any(article.toggles.get(toggle, answer) != answer for toggle, answer in answers.items()):
            if article.grade == "league text":
                return name, "league"
            if "house" in article.sources:
                return name, "house"
    return "", ""


def _is_answered_later(toggle: str, decided: date, texts: Sequence[DatedText]) -> bool:
    """Return True if a text later than a decision changes the answer."""
    pairs = pairwise(texts)
    return any(
        after.first > decided
        and getattr(before.ruleset.toggles, toggle) != getattr(after.ruleset.toggles, toggle)
        for before, after in pairs
    )


def apply_decisions(
    base: Ruleset, answers: Mapping[str, Any], numbers: Mapping[str, Sequence[str]], called: tuple[str, str]
) -> Ruleset:
    """Return a ruleset with other answers, whose articles name the decisions behind them by number."""
    suffix, words = called
    own = Statute(
        f"{base.id.removesuffix(f'-{suffix}')[:56]}-{suffix}",
        f"{base.title.removesuffix(f', {words}')}, {words}",
        base.about,
        answers=[
            GivenAnswer("parameters", name, "none" if answer is None else answer)
            for name, answer in answers.items()
        ],
        decided={toggle: f"As decided in {' and '.join(cited)}" for toggle, cited in numbers.items()},
    )
    ruleset = overlay(base, own)
    articles = dict(ruleset.articles)
    for name, article in articles.items():
        before = base.articles.get(name)
        if before == article:
            continue
        changed = [toggle for toggle in article.toggles if toggle in answers]
        cited = list(dict.fromkeys(number for toggle in changed for number in numbers.get(toggle, ())))
        if cited:
            articles[name] = article._replace(
                sources=tuple(f"decision {number}" if suffix == "book" else suffix for number in cited),
                rules=before.rules if before else article.rules,
            )
    return ruleset._replace(articles=articles)


def load_book_in_force(data: Any, ruleset: Ruleset) -> BookInForce:
    """Return the decisions stored in a ruling, given its ruleset; Unusable if damaged. The models are imported here."""
    from clabber_audit.rules.book_file import decision_from_data

    try:
        decisions = []
        for item in data:
            own = {key: value for key, value in item.items() if key in Decision._fields}
            decisions.append((decision_from_data(own), item))
        applied = tuple(
            AppliedDecision(
                decision, dict(item["instead_of"]), str(item.get("article", "")), str(item.get("whose", ""))
            )
            for decision, item in decisions
            if item["standing"] == "decided"
        )
        for followed in applied:
            for toggle in (*followed.before, *followed.decision.answers):
                getattr(ruleset.toggles, toggle)
    except (ValueError, TypeError, KeyError, AttributeError) as problem:
        raise Unusable(
            "the decisions in the ruling are damaged",
            printable(str(problem), 100),
            "rule again on the record",
        ) from None
    departed = tuple(decision.number for decision, item in decisions if item["standing"] == "departed")
    return BookInForce(Book("", sort_by_date(decision for decision, _ in decisions)), applied, departed)
