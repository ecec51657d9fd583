"""The articles that apply, with their rows and sources, and where each code that a page cites has its text."""

from __future__ import annotations

from typing import NamedTuple

from clabber_audit.render.wording import sentence
from clabber_audit.rulesets.sources import source
from clabber_audit.ruling.dossier import Dossier


class Quoted(NamedTuple):
    """An article with the reason why it applies."""

    id: str
    text: str
    grade: str
    sources: tuple[str, ...]
    rows: tuple[str, ...]
    why: str


class Sources(NamedTuple):
    """What a ruling cites."""

    articles: tuple[Quoted, ...]
    #: Each source with what it is.
    keys: tuple[tuple[str, str], ...]

    def anchor(self, code: str) -> str:
        """Where the text of an article, a row or a source stands; empty where it is not quoted."""
        for number, article in enumerate(self.articles, 1):
            if code == article.id or code in article.rows:
                return f"a{number}"
        named = source(code)
        return f"s{self.keys.index(named) + 1}" if named in self.keys else ""


def sources(file: Dossier) -> Sources:
    """The articles on which a ruling rests, and their sources."""
    given = file.ruling.law.ruleset.articles
    articles = []
    for name, why in file.citations:
        article = given[name]
        told = sentence(article.text)
        articles.append(Quoted(name, told, article.grade, tuple(article.sources), tuple(article.rules), why))
    keys = [source(code) for article in articles for code in article.sources]
    return Sources(tuple(articles), tuple(dict.fromkeys(filter(None, keys))))
