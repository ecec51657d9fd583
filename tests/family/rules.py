"""The rulesets of the family: their articles and answers, and their law with some questions answered otherwise."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

from clabber_audit.games.bid_euchre.toggles import Toggles
from clabber_audit.rules.articles import Article
from clabber_audit.rules.bound_ruleset import BoundRuleset, law
from clabber_audit.rules.ruleset import load, penalties
from tests.rules import OF_BID_EUCHRE

ROOT: Final = Path(__file__).parents[2]
#: The sixteen, and what they stand on.
NAMES: Final = OF_BID_EUCHRE
FAMILY: Final = "bid-euchre-family"


def articles_of(name: str) -> dict[str, Article]:
    """The articles that bind under a shipped ruleset, or under a house's in a file."""
    return load(name).articles


def answers_of(name: str) -> Toggles:
    """Every question answered."""
    found = load(name).toggles
    assert isinstance(found, Toggles)
    return found


def answered_otherwise(name: str, changed: dict[str, Any]) -> Toggles:
    """The answers of a ruleset, some of them changed."""
    return answers_of(name)._replace(**changed)


def law_otherwise(name: str, changed: dict[str, Any]) -> BoundRuleset:
    """The law of a ruleset with some answers changed, and with what they make of its penalties."""
    return _law_otherwise(name, tuple(sorted(changed.items())))


@cache
def _law_otherwise(name: str, changed: tuple[tuple[str, Any], ...]) -> BoundRuleset:
    rules, toggles = load(name), answered_otherwise(name, dict(changed))
    costs, rows = penalties(rules.articles, rules.game, toggles, name)
    return law(rules._replace(toggles=toggles, penalties=costs, rows=rows))
