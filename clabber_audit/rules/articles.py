"""Articles and statutes of a ruleset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Literal, NamedTuple

from clabber_audit.core.errors import printable
from clabber_audit.records.edtf import parse_edtf

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
    #: First and last day of an article that is not always in force, `from` and `until`.
    in_force: Mapping[str, str] = {}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Article:
        """Return an article from valid data."""
        data = {**data}
        days: dict[str, str] = {key: str(data.pop(key)) for key in ("from", "until") if key in data}
        cited: dict[str, Any] = {
            key: [join_lines(code) for code in data[key]] for key in ("sources", "rules") if key in data
        }
        own: dict[str, Any] = {"topic": data.get("topic"), "text": join_lines(data.get("text") or "")}
        fields: dict[str, Any] = {**data, **cited, **own, "in_force": days}
        return cls(**fields)

    def to_data(self) -> dict[str, Any]:
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


class GivenAnswer(NamedTuple):
    """Answer that a file gives by `[toggles]` or `[parameters]`."""

    table: Literal["toggles", "parameters"]
    name: str
    value: Any
    #: First day on which it is in force; empty for one that always was.
    since: str = ""

    def __str__(self) -> str:
        return f"[{self.table}] {printable(self.name)}"


class Statute(NamedTuple):
    """Ruleset as its file defines it: only the differences from its parent."""

    id: str
    title: str
    about: str = ""
    #: Id of the game, if it extends nothing; by default that of Clabber.
    game: str | None = None
    extends: str | None = None
    repeal: Sequence[str] = ()
    articles: Mapping[str, Article] = {}
    #: Answers in `[toggles]` and `[parameters]`; those with a first day last, oldest first.
    answers: Sequence[GivenAnswer] = ()
    #: Who gave an answer, as articles say it, by name; `House rule` if left out.
    decided: Mapping[str, str] = {}
    #: Line to which it belongs, the text it succeeds, and its first and last day, `from` and `until`.
    line: str | None = None
    succeeds: str | None = None
    in_force: Mapping[str, str] = {}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Statute:
        """Return a ruleset from valid data; `ruleset_file` validates other people’s files."""
        lines = {key: join_lines(data[key]) for key in ("title", "about") if key in data}
        articles = {
            join_lines(name): Article.from_data(article) for name, article in data.get("articles", {}).items()
        }
        parameters = dict(data.get("parameters", {}))
        changes = [dict(row) for row in parameters.pop("from", ())]
        dated = sorted(((str(one.pop("date")), flatten(one)) for one in changes), key=lambda item: item[0])
        days = {key: str(day) for key, day in data.get("in_force", {}).items()}
        answers = [
            *(GivenAnswer("toggles", *item) for item in data.get("toggles", {}).items()),
            *(
                GivenAnswer("parameters", *item, since)
                for since, new in [("", flatten(parameters)), *dated]
                for item in new.items()
            ),
        ]
        known = {key: data[key] for key in data if key in cls._fields}
        own = {"articles": articles, "answers": answers, "in_force": days}
        return cls(**{**known, **lines, **own})

    def as_of(self, day: date) -> Statute:
        """Return the file with only the articles and answers in force on a day."""
        articles = {
            name: article for name, article in self.articles.items() if _includes(article.in_force, day)
        }
        answers = [
            answer for answer in self.answers if not answer.since or _includes({"from": answer.since}, day)
        ]
        return self._replace(articles=articles, answers=answers)


def _includes(span: Mapping[str, str], day: date) -> bool:
    """Return True if a day is one of a span, whose ends are days, months or years."""
    begins, ends = (parse_edtf(span[key]) if key in span else None for key in ("from", "until"))
    after = begins is None or begins.earliest is None or begins.earliest <= day
    return after and (ends is None or ends.latest is None or day <= ends.latest)


def flatten(parameters: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Return nested tables as one: `meld = { dad = 30 }` as `meld.dad`."""
    values: dict[str, Any] = {}
    for name, value in parameters.items():
        key = f"{before}{name}"
        values |= flatten(value, f"{key}.") if isinstance(value, Mapping) else {key: value}
    return values


def join_lines(text: str) -> str:
    """Return a text without the line breaks of its file."""
    return " ".join(text.split())
