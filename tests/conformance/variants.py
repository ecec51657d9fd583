"""The rulesets of the suite as data: the published ones, and those that some questions make of them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from typing import Any

from clabber_audit.conformance.suite import HEAD, house_file
from clabber_audit.rules.ruleset import SHIPPED, Ruleset, load, load_text
from tests.casebook import answer_of
from tests.conformance.questions import ROOT, Asked

Json = dict[str, Any]


def _variant(question: Asked) -> Json:
    """Rules that are not a shipped text, as data: whose they extend, and the articles they replace."""
    if question.base.endswith(".toml"):
        house = tomllib.loads((ROOT / question.base).read_text(encoding="utf-8"))
        return {**{key: house[key] for key in HEAD if key in house}, "articles": house.get("articles", {})}
    base = load(question.base)
    articles: dict[str, Json] = {}
    for toggle, word in question.changes:
        answer = answer_of(base, toggle, word)
        name = next((name for name, article in base.articles.items() if toggle in article.toggles), None)
        data = base.articles[name].to_data() if name else {"topic": "game"}
        article = articles.setdefault(name or toggle, data)
        article["toggles"] = {**article.get("toggles", {}), toggle: answer}
        article["text"] = f"As in {base.id}, except that {toggle} is {word}."
        article |= {"sources": ["house"], "grade": "practice"}
    text = " and ".join(f"{toggle} {word}" for toggle, word in question.changes)
    return {
        "id": question.ruleset,
        "title": f"{base.id} with {text}",
        "extends": base.id,
        "articles": articles,
    }


def _resolve_ruleset(ruleset: Ruleset) -> Json:
    """Return a ruleset without its articles: every toggle and every penalty."""
    answers = {name: value for name, value in ruleset.toggles._asdict().items() if value is not None}
    about = {"id": ruleset.id, "title": ruleset.title, "game": ruleset.game.id}
    return {**about, "toggles": answers, "penalties": ruleset.penalties}


def rulesets(questions: Iterable[Asked]) -> list[Json]:
    """The published rulesets, and after them those that the questions make."""
    found = {name: _resolve_ruleset(load(name)) for name in SHIPPED}
    for question in questions:
        if question.ruleset and question.ruleset not in found:
            rules = _variant(question)
            found[question.ruleset] = {
                **_resolve_ruleset(load_text(house_file(rules), question.ruleset, {})),
                **rules,
            }
    return list(found.values())
