"""Infractions and rulesets as plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from clabber_audit.core.errors import printable
from clabber_audit.core.text import join_words
from clabber_audit.report.phrases import PENALTIES
from clabber_audit.rules.answers import list_choices, to_toml_text, types_of
from clabber_audit.rules.articles import Article
from clabber_audit.rules.infraction import Infraction, Trait
from clabber_audit.rules.infractions import infractions_of
from clabber_audit.rules.lines import RulesetHistory, format_date
from clabber_audit.rules.lookup import SearchResults
from clabber_audit.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from clabber_audit.judge.comparison import Difference

_WIDTH: Final = 96


def _fill(text: str, indent: str = "") -> str:
    return textwrap.fill(" ".join(text.split()), _WIDTH, initial_indent=indent, subsequent_indent=indent)


def article_text(name: str, article: Article) -> str:
    """Return one article: its text, sources, rows and grade."""
    cited = ", ".join([*article.sources, *article.rules])
    return "\n".join([f"  {name}", _fill(article.text, "    "), f"    [{cited}; {article.grade}]"])


def infraction_list(ruleset: Ruleset) -> str:
    """Return every infraction with its title."""
    lines = ""
    for name, infraction in infractions_of(ruleset.game).items():
        free = "" if name in ruleset.penalties else f" (none under {ruleset.id})"
        lines += f"{name:<30} {infraction.title_in(ruleset.game)}{free}\n"
    return lines


def infraction_page(infraction: Infraction[Any], ruleset: Ruleset) -> str:
    """Return the manual of an infraction, with its cost and articles."""
    parts = [f"{infraction.id}: {infraction.title_in(ruleset.game)}"]
    parts += map(_fill, infraction.manual_in(ruleset.game).split("\n\n"))
    parts.append(f"Under {ruleset.id}: {cost_of(infraction, ruleset)}.")
    if binding := ruleset.find_binding_articles(infraction.id):
        parts.append("\n".join(article_text(name, ruleset.articles[name]) for name in binding))
    parts.append(f"help: {infraction.words.help}")
    return "\n\n".join(parts) + "\n"


def cost_of(infraction: Infraction[Any], ruleset: Ruleset) -> str:
    """Return the cost of an infraction under a ruleset."""
    penalty, toggles = ruleset.penalties.get(infraction.id), ruleset.toggles
    if penalty and (called := infraction.penalty_if_claimed(toggles)):
        return f"recorded; if the other side calls it, {PENALTIES[called].manual}"
    if penalty == "redeal" and Trait.DUE_DEALER_DEALS in infraction.traits:
        return "the deal is void if it is called in time; after that it is recorded"
    if infraction.place == "claim" and toggles.false_claim == "minus_two":
        return "two points off the side that called"
    if penalty is None:
        return "no infraction"
    cost = PENALTIES[penalty].manual.format(ruleset.game.renege(toggles))
    # A call that proves nothing costs by itself: nobody has to call it.
    return cost.removesuffix(", if it is called") if infraction.place == "claim" else cost


def search_page(found: SearchResults) -> str:
    """Return the infractions and articles that match a word."""
    rules, word, parts = found.rules, found.meaning, list[str]()
    if found.infractions:
        priced = any(rules.penalties.get(infraction.id) == word.lower() for infraction in found.infractions)
        names = [f"  {one.id:<30}{one.title_in(rules.game)}" for one in found.infractions]
        what = f"Infractions with the penalty “{word.lower()}”" if priced else "Infractions"
        parts.append("\n".join([f"{what}; `clabber-audit explain ID` tells more:", *names]))
    if found.articles:
        articles = [article_text(name, rules.articles[name]) for name in found.articles]
        parts.append("\n".join(["Articles:", *articles]))
    query = f"“{printable(found.word)}”" + (f", which the rules call “{word}”," if word != found.word else "")
    head = f"{query} under {rules.id}, {rules.title}"
    if found.words:
        head += f"\nNo rule says it in these words. Nearest, by {join_words(f'“{word}”' for word in found.words)}:"
    return "\n\n".join([head, *parts]) + "\n"


def ruleset_list(rulesets: list[Ruleset]) -> str:
    """Return the rulesets, a line of title and a paragraph each."""
    indent = " " * (max((len(ruleset.id) for ruleset in rulesets), default=0) + 2)
    rows = [
        f"{ruleset.id:<{len(indent)}}{ruleset.title}\n{_fill(ruleset.about, indent)}\n"
        for ruleset in rulesets
    ]
    return "".join(rows) or "\n"


def ruleset_page(ruleset: Ruleset) -> str:
    """Return a ruleset: articles by topic, costs of infractions, answers to the open questions."""
    lines = [f"{ruleset.id}: {ruleset.title}", _fill(ruleset.about)]
    if len(ruleset.lineage) > 1:
        lines.append(f"Extends {', '.join(ruleset.lineage[1:])}.")
    by_topic: dict[str, list[str]] = {}
    for name, article in ruleset.articles.items():
        by_topic.setdefault(article.topic, []).append(article_text(name, article))
    for topic, articles in by_topic.items():
        lines += ["", topic.upper(), *articles]
    lines += ["", "WHAT INFRACTIONS COST"]
    priced = (name for name in infractions_of(ruleset.game) if name in ruleset.penalties)
    lines += [f"  {name:<30} {ruleset.penalties[name].replace('_', ' ')}" for name in priced]
    lines += ["", "HOW THE OPEN QUESTIONS ARE ANSWERED"]
    answers = ruleset.toggles._asdict().items()
    lines += [f"  {name:<30} {answer_text(value, of_penalty=False)}" for name, value in answers]
    return "\n".join(lines) + "\n"


def ruleset_questions(ruleset: Ruleset) -> str:
    """Return every question that tables answer differently, with the answer here and the article that gives it.

    An answer is spelled as a house writes it, except for `none` without quotes, which nobody can write, and a ladder of
    repeated offenses, which is a table.
    """
    lines = [f"{ruleset.id}: {ruleset.title}", ""]
    for name, question in ruleset.game.questions.items():
        answer = getattr(ruleset.toggles, name)
        given = [key for key, article in ruleset.articles.items() if name in article.toggles]
        whose = [f"{key} ({', '.join(ruleset.articles[key].sources)})" for key in given] or ["as usual"]
        limits = f", {question.range[0]} to {question.range[1]}" if question.range else ""
        # What the book of a club can decide, it names by its row.
        rows = ", ".join(row for row in question.rows.split(", ") if row.startswith(("D-", "BD-")))
        if name == "repeat" or (answer is None and "none" in list_choices(types_of(ruleset.game)[name])):
            spelled = answer or "none"
        else:
            spelled = to_toml_text("none" if answer is None else answer)
        answered = f"{name} = {spelled}{limits}; {', '.join(whose)}"
        lines += [_fill(question.text), f"  {rows + ': ' if rows else ''}{answered}"]
    return "\n".join(lines) + "\n"


def ruleset_difference(
    one: Ruleset, other: Ruleset, found: Sequence[Difference], hands: Mapping[str, Sequence[str]]
) -> str:
    """Return the differences of two rulesets: in rulings, in words alone, and in sources alone.

    `hands` are lines on the hands that turn on each difference, by question.
    """
    ours = [answer_text(item.ours, of_penalty=item.penalty) for item in found]
    width = max(len(one.id), *map(len, ours), 12) + 2
    rows = [f"{'':<30} {one.id:<{width}}{other.id}"] if found else ["nothing"]
    for item, here in zip(found, ours, strict=True):
        there = answer_text(item.theirs, of_penalty=item.penalty)
        rows.append(f"{item.question:<30} {here:<{width}}{there}")
        if not item.penalty:
            rows.append(_fill(one.game.questions[item.question].text, "  "))
        shown = hands.get(item.question) or ["No hand of the casebook turns on it alone."]
        rows += [_fill(line, "  " if at == 0 else "    ") for at, line in enumerate(shown)]
    questions = {item.question for item in found}
    words, sources = list[str](), list[str]()
    for name in dict.fromkeys([*one.articles, *other.articles]):
        mine, theirs = one.articles.get(name), other.articles.get(name)
        both = [article for article in (mine, theirs) if article]
        sets = {key for article in both for key in (*article.toggles, *article.penalties)}
        if mine != theirs and sets.isdisjoint(questions):
            same_words = mine and theirs and mine.text == theirs.text
            (sources if same_words else words).append(name)
    parts = [
        f"{one.id} against {other.id}",
        "\n".join(["RULINGS DIFFER", *rows]),
        "\n".join(["ONLY WORDS DIFFER", _fill(", ".join(words) or "nothing")]),
        "\n".join(["ONLY SOURCES DIFFER", _fill(", ".join(sources) or "nothing")]),
    ]
    return "\n\n".join(parts) + "\n"


def ruleset_timeline(found: RulesetHistory) -> str:
    """Return a line of rulesets: its texts by date, each with the articles that it changed."""
    parts: list[str] = []
    before: dict[str, Article] = {}
    for text in found.texts:
        since = f"From {format_date(text.written)}" if text.written else "From the beginning"
        rows = [f"{since}: {text.ruleset.id}, {text.ruleset.title}"]
        articles = text.ruleset.articles
        for name, article in articles.items() if before else ():
            if name not in before:
                rows += [f"  {name}, new", _fill(article.text, "    ")]
            elif before[name].text != article.text:
                rows += [f"  {name}, was", _fill(before[name].text, "    ")]
                rows += [f"  {name}, now", _fill(article.text, "    ")]
        rows += [f"  {name}, repealed" for name in before if name not in articles]
        parts.append("\n".join(rows))
        before = articles
    return "\n\n".join(parts) + "\n"


def answer_text(value: object, *, of_penalty: bool) -> str:
    """Return an answer or a penalty as these pages print it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ("no article" if of_penalty else "none") if value in (None, "") else str(value)
