"""What a word leads to: the infractions and articles that speak of it, and the word that was perhaps meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from clabber_audit.law.infraction import Infraction
from clabber_audit.law.infractions import infractions, infractions_of
from clabber_audit.rulesets.articles import Article
from clabber_audit.rulesets.ruleset import Ruleset

#: Words of other tables for what goes by another name here.
_ALSO_SAID: Final = {"revoke": "renege", "euchred": "set", "euchre": "set", "misdeal": "redeal", "nolo": "low"}


class Leads(NamedTuple):
    """Where a word leads under a ruleset."""

    word: str
    rules: Ruleset
    infractions: tuple[Infraction[Any], ...]
    #: The names of the articles.
    articles: tuple[str, ...]


def leads(word: str, rulesets: Iterable[Ruleset]) -> Leads | None:
    """What speaks of a word, in the first ruleset with an article that does, or else with an infraction."""
    by_infraction = None
    for rules in rulesets:
        found = _under(_ALSO_SAID.get(word.lower(), word), rules)
        if found.articles:
            return found
        if found.infractions and by_infraction is None:
            by_infraction = found
    return by_infraction


def _under(word: str, rules: Ruleset) -> Leads:
    """What speaks under a ruleset of a word: a penalty, a word of the table, a row, a toggle."""
    spoken = re.compile(rf"\b{re.escape(word.removesuffix('s'))}(s|es|d|ed|ing|er|ers)?\b", re.IGNORECASE)
    of_game = infractions_of(rules.game).values()
    found = (
        [one for one in of_game if rules.penalties.get(one.id) == word.lower()]
        or [one for one in of_game if spoken.search(f"{one.id} {one.title_in(rules.game)}")]
        or [one for one in of_game if spoken.search(one.manual_in(rules.game))]
    )
    articles = [
        name
        for name, article in rules.articles.items()
        if word.upper() in article.rules or any(map(spoken.search, _texts(name, article)))
    ]
    return Leads(word, rules, tuple(found), tuple(articles))


def near(word: str, rulesets: Iterable[Ruleset]) -> str | None:
    """The id or the word nearest in spelling, out of all that some rulesets say; None where none is near."""
    known = {name: name for name in infractions()}
    for rules in rulesets:
        titles = [one.title_in(rules.game) for one in infractions_of(rules.game).values()]
        texts = [text for name, article in rules.articles.items() for text in _texts(name, article)]
        known |= {word.lower(): word for text in (*texts, *titles) for word in re.findall(r"[A-Za-z]{4,}", text)}
    return next((known[name].lower() for name in get_close_matches(word.lower(), known, 1, 0.7)), None)


def _texts(name: str, article: Article) -> Iterator[str]:
    """Where a word may stand in an article."""
    yield name.replace("-", " ")
    yield article.text
    yield from article.toggles
