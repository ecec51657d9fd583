"""Word search over infractions and articles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from clabber_audit.rules.articles import Article
from clabber_audit.rules.infraction import Infraction
from clabber_audit.rules.infractions import infractions, infractions_of
from clabber_audit.rules.ruleset import Ruleset

#: Words of players and other tables -> the term of the rules.
_MEANINGS: Final = {
    **dict.fromkeys(("mule", "mules", "four boys", "the mules", "the four boys"), "four jacks"),
    **dict.fromkeys(("bell", "bella", "beller"), "belle"),
    **dict.fromkeys(("40 dollar dad", "forty dollar dad", "dad a belle", "dad 'a' belle"), "dad with belle"),
    **dict.fromkeys(("hick", "hicked", "turkey", "turkeys", "turkey tracks", "turkey track"), "set"),
    **dict.fromkeys(("setpie", "euchre", "euchred"), "set"),
    "revoke": "renege",
    **dict.fromkeys(("upcard", "up card", "turn-up", "turned card"), "up-card"),
    **dict.fromkeys(("lay down", "lay-down", "laying down", "laid down"), "laydown"),
    **dict.fromkeys(("stick the dealer", "screw the dealer", "stuck"), "dealer is stuck"),
    **dict.fromkeys(("bauer", "bauers"), "bower"),
    **dict.fromkeys(("notrump", "no-trump", "no trumps"), "no trump"),
    "tabletalk": "table talk",
    "misdeal": "redeal",
    "nolo": "low",
    "ruff": "trump",
    "discard": "throw off",
    "sequence": "run",
}


class SearchResults(NamedTuple):
    """Infractions and articles that match a search word under a ruleset."""

    #: The search word, and the term of the rules for it.
    word: str
    meaning: str
    rules: Ruleset
    infractions: tuple[Infraction[Any], ...]
    #: Names of the articles.
    articles: tuple[str, ...]


def search(word: str, rulesets: Iterable[Ruleset]) -> SearchResults | None:
    """Return the matches of the first ruleset that has a matching article, or else a matching infraction."""
    fallback = None
    for rules in rulesets:
        matches = _match(word, rules)
        if matches.articles:
            return matches
        fallback = fallback or (matches if matches.infractions else None)
    return fallback


def _match(word: str, rules: Ruleset) -> SearchResults:
    """Match a penalty, a word of the table, a row or a toggle under a ruleset."""
    meaning = _MEANINGS.get(" ".join(word.lower().split()), word)
    terms = "|".join(re.escape(term.removesuffix("s")) for term in (meaning, word))
    pattern = re.compile(rf"\b({terms})(s|es|d|ed|ing|er|ers)?\b", re.IGNORECASE)
    of_game = infractions_of(rules.game).values()
    matches = (
        [one for one in of_game if rules.penalties.get(one.id) == meaning.lower()]
        or [one for one in of_game if pattern.search(f"{one.id} {one.title_in(rules.game)}")]
        or [one for one in of_game if pattern.search(one.manual_in(rules.game))]
    )
    articles = [
        name
        for name, article in rules.articles.items()
        if word.upper() in article.rules or any(map(pattern.search, _texts(name, article)))
    ]
    return SearchResults(word, meaning, rules, tuple(matches), tuple(articles))


def closest_word(word: str, rulesets: Iterable[Ruleset]) -> str | None:
    """Return the closest spelling among ids, players' words and the words of the rulesets; None if there is none."""
    known = {name: name for name in (*infractions(), *_MEANINGS)}
    for rules in rulesets:
        titles = [one.title_in(rules.game) for one in infractions_of(rules.game).values()]
        texts = [text for name, article in rules.articles.items() for text in _texts(name, article)]
        known |= {
            word.lower(): word for text in (*texts, *titles) for word in re.findall(r"[A-Za-z]{4,}", text)
        }
    return next((known[name].lower() for name in get_close_matches(word.lower(), known, 1, 0.7)), None)


def _texts(name: str, article: Article) -> tuple[str, ...]:
    return (name.replace("-", " "), article.text, *article.toggles)
