"""The rulesets of the suite: those that ship with the program, and variants of them that only say how they differ."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from clabber_audit.law.bound_ruleset import BoundRuleset, law, law_of
from clabber_audit.record.canonical import canonical
from clabber_audit.rulesets.ruleset import Ruleset, load_text

Json = dict[str, Any]

#: What a house file says of itself, before its articles.
HEAD: Final = ("id", "title", "about", "extends", "repeal")


def resolved(ruleset: Ruleset) -> Json:
    """What a program needs to know of a ruleset that does not read articles: every answer, every price."""
    answers = {name: value for name, value in ruleset.toggles._asdict().items() if value is not None}
    return {"id": ruleset.id, "title": ruleset.title, "game": ruleset.game.id, "toggles": answers} | {
        "penalties": ruleset.penalties
    }


def house_file(rules: Json) -> str:
    """A variant as the TOML file of a house: whose rules it extends, and the articles that it replaces."""
    return "\n".join(_toml(rules)) + "\n"


def _toml(rules: Json) -> Iterator[str]:
    yield from (f"{key} = {_value(rules[key])}" for key in HEAD if key in rules)
    for name, article in rules["articles"].items():
        yield ""
        yield f"[articles.{_value(name)}]"
        yield from (f"{key} = {_value(value)}" for key, value in article.items())


def _value(value: object) -> str:
    """A value as TOML has it: the texts, numbers and truths of JSON are its own as well."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_value(key)} = {_value(one)}' for key, one in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False)


def law_by(rules: str | Json) -> BoundRuleset:
    """The law of a ruleset as a question names it: by the id of a shipped one, or as data."""
    return law_of(rules) if isinstance(rules, str) else _variant(canonical(rules))


@lru_cache(maxsize=128)
def _variant(rules: str) -> BoundRuleset:
    data = json.loads(rules)
    return law(load_text(house_file(data), f"{data['id']}.toml", {}))
