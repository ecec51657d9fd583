"""Rulesets changed by the decisions of a club, each from its date on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import pairwise
from typing import Any

from clabber_audit.core.errors import Unusable, printable
from clabber_audit.rules.articles import GivenAnswer, Statute
from clabber_audit.rules.book import AppliedDecision, Book, BookInForce, Decision, in_order
from clabber_audit.rules.bound_ruleset import BoundRuleset, Itself, law_of_line
from clabber_audit.rules.lines import ALWAYS, DatedText, RulesetLine
from clabber_audit.rules.ruleset import Ruleset, overlaid


def with_book(law: BoundRuleset, book: Book) -> BoundRuleset:
    """Return a law changed by the decisions of a book, each from its date on.

    A decision overrides articles of the league and the house, unless they begin later (B4).
    """
    return law_of_line(_line(Itself(law), Itself(book)))


@lru_cache(maxsize=32)
def _line(of: Itself[BoundRuleset], decided: Itself[Book]) -> RulesetLine:
    law, book = of.value, decided.value
    texts = law.line.texts if law.line else (DatedText(law.ruleset, ALWAYS),)
    ours = Book(book.club, tuple(one for one in book.decisions if one.game in (None, law.game)))
    toggled = {one.date for one in ours.decisions if one.answers or one.overrules}
    days = {text.first: text.written for text in texts} | {day: str(day) for day in toggled}
    made = [_text_on(day, written, texts, ours) for day, written in sorted(days.items())]
    return RulesetLine(f"{law.ruleset.id} with the book", tuple(made))


def _text_on(day: date, written: str, texts: Sequence[DatedText], book: Book) -> DatedText:
    """Return the text of a day with the decisions in force, unless a later text answers their question anew."""
    place = max(at for at, text in enumerate(texts) if text.first <= max(day, texts[0].first))
    base = texts[place].ruleset
    answers: dict[str, Any] = {}
    applied, numbers = [], dict[str, list[str]]()
    for one in book.in_force(day):
        own = {
            toggle: answer
            for toggle, answer in one.answers.items()
            if not _is_answered_later(toggle, one.date, texts[: place + 1])
        }
        for toggle in own:
            numbers.setdefault(toggle, []).append(one.number)
        answers |= own
        if own:
            before = {name: getattr(base.toggles, name) for name in own}
            applied.append(AppliedDecision(one, before, *contrary_article(base, own)))
    ruleset = (
        decided_ruleset(base, answers, numbers, ("book", "with the club’s decisions")) if answers else base
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


def decided_ruleset(
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
    found = overlaid(base, own)
    articles = dict(found.articles)
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
    return found._replace(articles=articles)


def carried_book(data: Any, ruleset: Ruleset) -> BookInForce:
    """Return the decisions stored in a ruling, given its ruleset; Unusable if damaged. The models are imported here."""
    from clabber_audit.rules.book_file import decision_from_data

    try:
        found = []
        for one in data:
            own = {key: value for key, value in one.items() if key in Decision._fields}
            found.append((decision_from_data(own), one))
        applied = tuple(
            AppliedDecision(
                decision, dict(one["instead_of"]), str(one.get("article", "")), str(one.get("whose", ""))
            )
            for decision, one in found
            if one["standing"] == "decided"
        )
        for one in applied:
            for toggle in (*one.before, *one.decision.answers):
                getattr(ruleset.toggles, toggle)
    except (ValueError, TypeError, KeyError, AttributeError) as problem:
        raise Unusable(
            "the decisions in the ruling are damaged",
            printable(str(problem), 100),
            "rule again on the record",
        ) from None
    departed = tuple(decision.number for decision, one in found if one["standing"] == "departed")
    return BookInForce(Book("", in_order(one for one, _ in found)), applied, departed)
