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


#: Words without a meaning of their own, which are not searched.
_SMALL: Final = frozenset({
    "a", "an", "and", "any", "are", "at", "be", "by", "can", "could", "did", "do", "does", "for", "from", "had", "has",
    "have", "he", "her", "his", "how", "i", "if", "in", "is", "it", "may", "me", "must", "my", "not", "of", "on", "one",
    "or", "our", "shall", "she", "should", "somebody", "someone", "that", "the", "their", "them", "there", "they",
    "this", "to", "was", "we", "were", "what", "when", "where", "which", "who", "whose", "will", "with", "would", "you",
    "your",
})  # fmt: skip
#: Most infractions, and most articles, that are listed for several words.
_NEAREST: Final = 4


class SearchResults(NamedTuple):
    """Infractions and articles that match a search word, or most of several words, under a ruleset."""

    #: The search word, and the term of the rules for it.
    word: str
    meaning: str
    rules: Ruleset
    infractions: tuple[Infraction[Any], ...]
    #: Names of the articles.
    articles: tuple[str, ...]
    #: Words that the matches have, if they do not have the whole phrase.
    words: tuple[str, ...] = ()


def search(word: str, rulesets: Iterable[Ruleset]) -> SearchResults | None:
    """Return the matches of the first ruleset that has a matching article, or else a matching infraction."""
    fallback = None
    for rules in rulesets:
        matches = _find_matches(word, rules)
        if matches.articles:
            return matches
        fallback = fallback or (matches if matches.infractions else None)
    return fallback


def search_words(phrase: str, rulesets: Iterable[Ruleset]) -> SearchResults | None:
    """Return the rules that have the most words of a phrase, half of them at least, under the first such ruleset."""
    words = dict.fromkeys(re.findall(r"[^\W_]+", phrase.lower()))
    terms = [word for word in words if word not in _SMALL]
    matches = [_find_most_words(phrase, terms, rules) for rules in rulesets] if terms else []
    best = max(matches, key=lambda match: len(match.words), default=None)
    return best if best and best.words else None


def _find_most_words(phrase: str, terms: list[str], rules: Ruleset) -> SearchResults:
    patterns = {term: _compile_pattern(_MEANINGS.get(term, term), term) for term in terms}
    texts: dict[tuple[bool, str], str] = {
        (True, name): " ".join(_list_texts(name, article)) for name, article in rules.articles.items()
    }
    of_game = infractions_of(rules.game)
    for id, infraction in of_game.items():
        texts[False, id] = f"{id} {infraction.title_in(rules.game)} {infraction.manual_in(rules.game)}"
    met = {key: [term for term in terms if patterns[term].search(text)] for key, text in texts.items()}
    # The articles, and the infractions, with the most matching words, if that is at least half of them.
    nearest: dict[bool, list[str]] = {}
    for is_article in (True, False):
        own = {name: len(words) for (kind, name), words in met.items() if kind is is_article}
        most = max(own.values(), default=0)
        best = [name for name, count in own.items() if count == most][:_NEAREST]
        nearest[is_article] = best if 2 * most >= len(terms) else []
    articles, offenses = nearest[True], nearest[False]
    shown = [(True, name) for name in articles] + [(False, id) for id in offenses]
    words = tuple(term for term in terms if any(term in met[key] for key in shown))
    nearest_infractions = tuple(of_game[id] for id in offenses)
    return SearchResults(phrase, phrase, rules, nearest_infractions, tuple(articles), words)


def _compile_pattern(*terms: str) -> re.Pattern[str]:
    """Return a pattern for some terms with any of the usual endings."""
    plain = "|".join(re.escape(term.removesuffix("s")) for term in terms)
    return re.compile(rf"\b({plain})(s|es|d|ed|ing|er|ers)?\b", re.IGNORECASE)


def _find_matches(word: str, rules: Ruleset) -> SearchResults:
    """Return the matches of a penalty, a word of the table, an article, a row or a toggle under a ruleset."""
    meaning = _MEANINGS.get(" ".join(word.lower().split()), word)
    pattern = _compile_pattern(meaning, word)
    of_game = infractions_of(rules.game).values()
    matches = (
        [infraction for infraction in of_game if rules.penalties.get(infraction.id) == meaning.lower()]
        or [
            infraction
            for infraction in of_game
            if pattern.search(f"{infraction.id} {infraction.title_in(rules.game)}")
        ]
        or [infraction for infraction in of_game if pattern.search(infraction.manual_in(rules.game))]
    )
    articles = [
        name
        for name, article in rules.articles.items()
        if name == word.lower()
        or word.upper() in article.rules
        or any(map(pattern.search, _list_texts(name, article)))
    ]
    return SearchResults(word, meaning, rules, tuple(matches), tuple(articles))


def closest_word(word: str, rulesets: Iterable[Ruleset]) -> str | None:
    """Return the closest spelling among ids, players' words and the words of the rulesets; None if there is none."""
    known = {name: name for name in (*infractions(), *_MEANINGS)}
    for rules in rulesets:
        titles = [infraction.title_in(rules.game) for infraction in infractions_of(rules.game).values()]
        texts = [text for name, article in rules.articles.items() for text in _list_texts(name, article)]
        known |= {name: name for name in rules.articles}
        known |= {
            spelling.lower(): spelling
            for text in (*texts, *titles)
            for spelling in re.findall(r"[A-Za-z]{4,}", text)
        }
    return next((known[name].lower() for name in get_close_matches(word.lower(), known, 1, 0.7)), None)


def _list_texts(name: str, article: Article) -> tuple[str, ...]:
    return (name.replace("-", " "), article.text, *article.toggles)
