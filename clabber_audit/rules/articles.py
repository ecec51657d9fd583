"""Articles and statutes of a ruleset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

#: Cost of an infraction: the hand, the deal, a meld, the call that it is about, or nothing.
Penalty = Literal["renege", "redeal", "meld_void", "void", "note"]
Grade = Literal[
    "league text", "published description", "published example", "published variation", "practice", "outside source",
    "our reading",
]  # fmt: skip
Topic = Literal[
    "table", "deal", "declaring", "bidding", "exchange", "play", "melds", "belle", "scoring", "reneges", "claims",
    "laydown", "game",
]  # fmt: skip


class Article(NamedTuple):
    """Article. `penalties` binds infractions by id; `toggles` answers questions of the catalogue's D-rows.

    In the file of a ruleset the text may hold parameters, such as `{target}`; in a resolved ruleset it has their values.
    """

    topic: Topic
    text: str
    #: A house's own article by default.
    sources: Sequence[str] = ("house",)
    rules: Sequence[str] = ()
    grade: Grade = "practice"
    penalties: Mapping[str, str] = {}
    toggles: Mapping[str, str | bool | int] = {}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Article:
        """Return an article from valid data."""
        cited = {
            key: [in_one_line(code) for code in data[key]] for key in ("sources", "rules") if key in data
        }
        own = {"topic": data.get("topic"), "text": in_one_line(data.get("text") or "")}
        return cls(**{**data, **cited, **own})

    def as_data(self) -> dict[str, Any]:
        """Return the article as plain data, always with its sources."""
        cited = {"sources": list(self.sources), "rules": list(self.rules)}
        sets = {"penalties": dict(self.penalties), "toggles": dict(self.toggles)}
        return {
            "topic": self.topic,
            **cited,
            "grade": self.grade,
            "text": self.text,
            **{key: set_by for key, set_by in sets.items() if set_by},
        }


class Statute(NamedTuple):
    """Ruleset as its file defines it: only the differences from its parent."""

    id: str
    title: str
    about: str = ""
    #: The game, where it extends nothing; Clabber where it names none.
    game: str | None = None
    extends: str | None = None
    repeal: Sequence[str] = ()
    articles: Mapping[str, Article] = {}
    #: Answers by `[toggles]` and `[parameters]`, which change the articles that carry them.
    answers: Mapping[str, Any] = {}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Statute:
        """Return a ruleset from valid data; `ruleset_file` validates other people’s files."""
        lines = {key: in_one_line(data[key]) for key in ("title", "about") if key in data}
        articles = {
            in_one_line(name): Article.from_data(one) for name, one in data.get("articles", {}).items()
        }
        answers = {**data.get("toggles", {}), **flat(data.get("parameters", {}))}
        known = {key: data[key] for key in data if key in cls._fields}
        return cls(**{**known, **lines, "articles": articles, "answers": answers})


def flat(parameters: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Return nested tables as one: `meld.dad = 30` sets `meld_dad`."""
    found: dict[str, Any] = {}
    for name, value in parameters.items():
        key = f"{before}{name}"
        found |= flat(value, f"{key}_") if isinstance(value, Mapping) else {key: value}
    return found


def in_one_line(text: str) -> str:
    """Return a text without the line breaks of its file."""
    return " ".join(text.split())
