"""Rules and plain functions of the program, called with the records and positions of the family."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

from clabber_audit.cards.cards import Pack
from clabber_audit.cards.trick import Strain, trick_of
from clabber_audit.games.bid_euchre.toggles import BidEuchreToggles
from clabber_audit.records.formats import record_data
from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import parse
from clabber_audit.rules.answers import penalties
from clabber_audit.rules.articles import Article
from clabber_audit.rules.bound_ruleset import BoundRuleset, law
from clabber_audit.rules.ruleset import load
from tests.rules import OF_BID_EUCHRE

ROOT: Final = Path(__file__).parents[2]
#: The sixteen, and what they stand on.
NAMES: Final = OF_BID_EUCHRE
FAMILY: Final = "bid-euchre-family"


def parse_record(text: str) -> dict[str, Any]:
    """Return a record given as text without its first lines."""
    return record_data(parse(HandText(f"bid-euchre 1\nhand moments\n{text}", 1)))


def articles_of(name: str) -> dict[str, Article]:
    """Return the articles that bind under a shipped ruleset, or under a house's in a file."""
    return load(name).articles


def answers_of(name: str) -> BidEuchreToggles:
    """Return the answers of a ruleset to every question."""
    result = load(name).toggles
    assert isinstance(result, BidEuchreToggles)
    return result


def answers_otherwise(name: str, changed: dict[str, Any]) -> BidEuchreToggles:
    """Return the answers of a ruleset, some of them changed."""
    return answers_of(name)._replace(**changed)


def law_otherwise(name: str, changed: dict[str, Any]) -> BoundRuleset:
    """Return the law of a ruleset with some answers changed, and with what they make of its penalties."""
    return _law_otherwise(name, tuple(sorted(changed.items())))


@cache
def _law_otherwise(name: str, changed: tuple[tuple[str, Any], ...]) -> BoundRuleset:
    rules, toggles = load(name), answers_otherwise(name, dict(changed))
    costs, rows = penalties(rules.articles, rules.game, toggles, name)
    return law(rules._replace(toggles=toggles, penalties=costs, rows=rows))


def masks(pack: Pack, piles: Iterable[list[str]]) -> list[int]:
    """Return cards in several places as masks; two equal cards are two bits."""
    named: Counter[str] = Counter()
    results = []
    for pile in piles:
        mask = 0
        for face in pile:
            mask |= pack.bits[face][named[face]]
            named[face] += 1
        results.append(mask)
    return results


def winner_of(table: list[str], pack: Pack, strain: Strain) -> int:
    """Return the place of the card that takes a trick."""
    winner = trick_of(masks(pack, ([face] for face in table)), strain).winner
    assert winner is not None
    return winner


def legal(hand: list[str], table: list[str], pack: Pack, strain: Strain) -> list[str]:
    """Return the legal cards: those of the suit led, if there is any (B-019)."""
    if not table:
        return hand
    led = strain.suit_of[pack.bits[table[0]][0]]
    return [face for face in hand if pack.mask[face] & led] or hand
