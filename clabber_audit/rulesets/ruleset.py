"""A ruleset: the articles that bind a table, each in our own words with its source, and what they set.

A ruleset is data. It is read from TOML, says only how it differs from the one it extends, and when resolved must
answer every question exactly once: two articles that answer the same question differently are an error, never a
silent pick.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args, get_type_hints

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError

from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.ground.characters import unseen
from clabber_audit.ground.errors import Unusable, UsageError, shown
from clabber_audit.record.canonical import canonical, digest
from clabber_audit.record.words import InfractionId
from clabber_audit.rulesets import reading

Penalty = Literal["renege", "redeal", "meld_void", "note"]
Grade = Literal["league text", "published description", "practice", "our reading"]
Topic = Literal[
    "table", "deal", "declaring", "play", "melds", "belle", "scoring", "reneges", "claims", "laydown", "game"
]

SHIPPED: Final = ("ecl-1992", "ecl-1984", "wp", "wp-old", "gamerules")
DEFAULT: Final = "ecl-1992"

_PENALTIES: Final = ("renege", "redeal", "meld_void", "note")
#: What a toggle's answer means where an article's penalty names the toggle instead of a penalty.
_ANSWER: Final[dict[object, Penalty]] = {
    "renege": "renege",
    "void": "meld_void",
    "note": "note",
    "play_on": "note",
    True: "renege",
    False: "note",
}

#: How many rulesets may stand between one and a shipped one; each is read and resolved.
_MOST_PARENTS: Final = 8

_LINEAGE: Final = TypeAdapter(list[str])


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def _in_one_line(text: str) -> str:
    """A text with its line breaks, which only fit the file, as blanks; an error for what nobody could see in it."""
    line = " ".join(text.split())
    if hidden := unseen(line):
        raise PydanticCustomError(
            "unseen", "it holds the character {char}, which nobody sees", {"char": f"U+{ord(hidden):04X}"}
        )
    return line


Line = Annotated[str, AfterValidator(_in_one_line)]


class Article(_Closed):
    """One article. `penalties` binds infractions by id; `toggles` answers questions of the catalogue's D-rows."""

    topic: Topic
    sources: Annotated[list[Line], Field(min_length=1)]
    rules: list[Line]
    grade: Grade
    text: Annotated[Line, Field(min_length=1)]
    penalties: dict[str, str] = {}
    toggles: dict[str, str | bool] = {}


class Statute(_Closed):
    """A ruleset as one file says it: how it differs from the one it extends."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9._-]{0,63}$")]
    title: Annotated[Line, Field(min_length=1)]
    about: Line = ""
    extends: str | None = None
    repeal: list[str] = []
    articles: dict[Line, Article] = {}


class Ruleset(NamedTuple):
    """A resolved ruleset: every article that binds, every question answered once."""

    id: str
    title: str
    about: str
    #: Itself and what it extends, in that order.
    lineage: tuple[str, ...]
    articles: dict[str, Article]
    toggles: Toggles
    #: What each infraction costs; one that is missing here is none under this ruleset.
    penalties: dict[str, Penalty]
    #: The catalogue rows behind each infraction.
    rows: dict[str, tuple[str, ...]]

    def binding(self, infraction: str) -> list[str]:
        """The ids of the articles that make something an infraction."""
        return [name for name, article in self.articles.items() if infraction in article.penalties]

    def as_data(self) -> dict[str, Any]:
        """The resolved ruleset as plain data, from which `from_data` makes it again."""
        articles = {name: article.model_dump(exclude_defaults=True) for name, article in sorted(self.articles.items())}
        return {
            "id": self.id,
            "title": self.title,
            "about": self.about,
            "lineage": list(self.lineage),
            "articles": articles,
        }

    def digest(self) -> str:
        """The SHA-256 of the resolved ruleset, as hexadecimal digits."""
        return digest(self.as_data())


def known_ids() -> tuple[str, ...]:
    """The ids of the shipped rulesets, the default first."""
    return SHIPPED


def load(name: str, *, changed: bool = False) -> Ruleset:
    """The ruleset of that id, or in the TOML file of that name; with `changed`, see `genuine`.

    UsageError for an unknown id, Unusable for a file that is missing, broken, in conflict with itself or not genuine.
    """
    if name in SHIPPED:
        return _shipped(name)
    if not name.endswith(".toml"):
        raise UsageError(
            f"there is no ruleset “{shown(name)}”",
            f"the shipped rulesets are {', '.join(SHIPPED)}",
            "give one of these ids, or a file that ends in .toml",
        )
    chain = [_statute_of(Path(name)), *_parents(Path(name))]
    found = genuine(_resolved(chain, name), name, changed=changed)
    # What it extends may be no more genuine than it is itself.
    lineage = [
        genuine(_resolved(chain[place:], name), name, changed=changed).id if claimed_by(statute) else statute.id
        for place, statute in enumerate(chain)
    ]
    return found._replace(lineage=tuple(dict.fromkeys(lineage)))


@lru_cache(maxsize=len(SHIPPED))
def _shipped(name: str) -> Ruleset:
    return _resolved(_chain(name), name)


def _parents(path: Path) -> list[Statute]:
    """What the ruleset in a file extends, nearest first: shipped ids or files beside it."""
    seen = {path.resolve()}
    chain: list[Statute] = []
    statute = _statute_of(path)
    while statute.extends:
        if statute.extends in SHIPPED:
            return chain + _chain(statute.extends)
        if not statute.extends.endswith(".toml"):
            raise Unusable(
                f"{path}: extends “{shown(statute.extends)}”, which is no ruleset",
                f"the shipped rulesets are {', '.join(SHIPPED)}",
                "extend one of these, or a file that ends in .toml",
            )
        path = path.parent / statute.extends
        if path.resolve() in seen:
            raise Unusable(f"{path}: the rulesets extend each other in a circle", "", "let one of them extend nothing")
        seen.add(path.resolve())
        if len(seen) > _MOST_PARENTS:
            what = f"{path}: more than {_MOST_PARENTS} rulesets extend each other"
            raise Unusable(what, "no rules need that", "write them as fewer files")
        statute = _statute_of(path)
        chain.append(statute)
    return chain


def _chain(name: str) -> list[Statute]:
    """A shipped ruleset and what it extends, nearest first."""
    text = files("clabber_audit.rulesets").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    statute = _statute(reading.parsed(text, name), name)
    return [statute, *(_chain(statute.extends) if statute.extends else [])]


def _statute_of(path: Path) -> Statute:
    return _statute(reading.read(path), str(path))


def _statute(data: dict[str, Any], name: str) -> Statute:
    try:
        return Statute.model_validate(data)
    except ValidationError as problem:
        error = problem.errors(include_url=False)[0]
        where = ".".join(map(str, error["loc"]))
        raise Unusable(f"{name}: {where}: {error['msg']}", "", "see `rulesets --help` for the keys") from None


def from_data(data: Any) -> Ruleset:
    """A ruleset from its resolved data, as a ruling carries it, whatever it is called; Unusable when it is damaged."""
    try:
        if not isinstance(data, dict):
            raise Unusable("the ruleset in the ruling is damaged: it is no object", "", "rule again on the record")
        statute = Statute.model_validate({key: value for key, value in data.items() if key != "lineage"})
        lineage = _LINEAGE.validate_python(data.get("lineage", []))
        return _resolved([statute], statute.id)._replace(lineage=tuple(lineage))
    except ValidationError as problem:
        raise Unusable(f"the ruleset in the ruling is damaged: {problem.errors()[0]['msg']}") from None


def genuine(ruleset: Ruleset, source: str, *, changed: bool = False) -> Ruleset:
    """A ruleset that may go by its id and title: those of a shipped one, and what looks like them, are its text alone.

    Unusable for another text. With `changed` it is let through, called what it is: not the league's text.
    """
    claimed = claimed_by(ruleset)
    if claimed is None:
        return ruleset
    shipped = _shipped(claimed)
    if _words(ruleset) == _words(shipped):
        return shipped
    if changed:
        return ruleset._replace(id=f"{claimed}-changed", title=f"Not the league’s text: {ruleset.title}")
    named = f"“{shown(ruleset.id)}”" if ruleset.id == claimed else f"“{shown(ruleset.id)}”, as if they were {claimed},"
    raise Unusable(
        f"{source} goes by rules called {named} that are not the league’s text",
        "somebody changed them, or they are from another version of this program, which had another text",
        "--allow-changed-rules uses them, and shows them as not the league’s text; a house gives its own a new name",
    )


def claimed_by(text: Statute | Ruleset) -> str | None:
    """The id of the shipped ruleset whose id or title a text goes by, or one that looks the same; None for others."""
    own = {_look(text.id), _look(text.title)}
    return next((name for name in SHIPPED if own & {_look(name), _look(_shipped(name).title)}), None)


def _words(ruleset: Ruleset) -> str:
    """All that a ruleset says, whatever files it was put together from."""
    return canonical({**ruleset.as_data(), "lineage": []})


def _look(name: str) -> str:
    """What of a name meets the eye: neither case nor signs nor gaps, and look-alikes as one letter."""
    text = unicodedata.normalize("NFKD", name).casefold().translate(_LOOK_ALIKES)
    return "".join(char for char in text if char.isalnum())


#: Letters that are read as others: of Latin, of Cyrillic and of Greek.
_LOOK_ALIKES: Final = str.maketrans("ilоoаеіјӏкмнрсѕтухѵԁԛԝαεικνορτυχϳ", "1100ae1j1kmhpcstyxvdqwae1kv0ptuxj")


def _resolved(chain: list[Statute], name: str) -> Ruleset:
    """Apply the files from the root down; an id of a parent's article is replaced, a new one added."""
    articles: dict[str, Article] = {}
    for statute in reversed(chain):
        for repealed in statute.repeal:
            if articles.pop(repealed, None) is None:
                raise Unusable(f"{name}: repeals “{shown(repealed)}”, which is no article", "", "check the id")
        articles.update(statute.articles)
    toggles = Toggles(**_answers(articles, name))
    penalties, rows = _penalties(articles, toggles, name)
    first = chain[0]
    lineage = tuple(statute.id for statute in chain)
    return Ruleset(first.id, first.title, first.about, lineage, articles, toggles, penalties, rows)


@lru_cache(maxsize=1)
def _questions() -> dict[str, TypeAdapter[Any]]:
    return {name: TypeAdapter(hint) for name, hint in get_type_hints(Toggles).items()}


def _answers(articles: Mapping[str, Article], name: str) -> dict[str, Any]:
    """The one answer to each toggle; Unusable for an unknown, an impossible, a double or a missing one."""
    answers: dict[str, Any] = {}
    given_by: dict[str, str] = {}
    for article_id, article in articles.items():
        for toggle, answer in article.toggles.items():
            if toggle not in _questions():
                raise Unusable(f"{name}: article “{article_id}” sets “{shown(toggle)}”, which is no toggle")
            try:
                _questions()[toggle].validate_python(answer, strict=True)
            except ValidationError as problem:
                wanted = problem.errors()[0]["msg"]
                raise Unusable(f"{name}: article “{article_id}” sets {toggle} to {answer!r}: {wanted}") from None
            if answers.setdefault(toggle, answer) != answer:
                raise _conflict(name, f"the toggle {toggle}", given_by[toggle], article_id)
            given_by.setdefault(toggle, article_id)
    missing = [toggle for toggle in _questions() if toggle not in answers]
    if missing:
        raise Unusable(f"{name}: no article sets {', '.join(missing)}", "", "extend a shipped ruleset, or set them")
    return answers


def _penalties(
    articles: Mapping[str, Article], toggles: Toggles, name: str
) -> tuple[dict[str, Penalty], dict[str, tuple[str, ...]]]:
    """What each infraction costs, and the rows behind it; Unusable where two articles differ."""
    answers = toggles._asdict()
    penalties: dict[str, Penalty] = {}
    given_by: dict[str, str] = {}
    rows: dict[str, list[str]] = {}
    for article_id, article in articles.items():
        for infraction, word in article.penalties.items():
            if infraction not in get_args(InfractionId):
                raise Unusable(f"{name}: article “{article_id}” names “{shown(infraction)}”, which is no infraction")
            penalty = word if word in _PENALTIES else _ANSWER.get(answers.get(word))
            if penalty is None:
                raise Unusable(
                    f"{name}: article “{article_id}” makes {infraction} cost “{shown(word)}”",
                    f"a penalty is one of {', '.join(_PENALTIES)}, or a toggle that decides it",
                )
            if penalties.setdefault(infraction, penalty) != penalty:  # type: ignore[arg-type]
                raise _conflict(name, f"the penalty of {infraction}", given_by[infraction], article_id)
            given_by.setdefault(infraction, article_id)
            cited = [row for row in article.rules if row.startswith("R-")]
            rows.setdefault(infraction, []).extend(cited or article.rules)
    return penalties, {infraction: tuple(dict.fromkeys(named)) for infraction, named in rows.items()}


def _conflict(name: str, subject: str, one: str, other: str) -> Unusable:
    return Unusable(
        f"{name}: the articles “{one}” and “{other}” differ on {subject}",
        "a ruleset answers each question once",
        "give the later article the id of the earlier, or repeal one",
    )
