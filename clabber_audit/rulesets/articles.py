"""Articles, and a ruleset as one file says it: how it differs from the one it extends."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from clabber_audit.ground.characters import unseen
from clabber_audit.ground.errors import Unusable

#: What an infraction costs: the hand, the deal, a meld, the call that it is about, or nothing.
Penalty = Literal["renege", "redeal", "meld_void", "void", "note"]
Grade = Literal[
    "league text", "published description", "published example", "published variation", "practice", "outside source",
    "our reading",
]  # fmt: skip
Topic = Literal[
    "table", "deal", "declaring", "bidding", "exchange", "play", "melds", "belle", "scoring", "reneges", "claims",
    "laydown", "game",
]  # fmt: skip


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
    #: Without them it is a house's own.
    sources: Annotated[list[Line], Field(min_length=1)] = ["house"]
    rules: list[Line] = []
    grade: Grade = "practice"
    text: Annotated[Line, Field(min_length=1)]
    penalties: dict[str, str] = {}
    toggles: dict[str, str | bool | int] = {}

    def as_data(self) -> dict[str, Any]:
        """The article as plain data, which says where it is from even if that is the house."""
        return self.model_dump(exclude={key for key in ("penalties", "toggles") if not getattr(self, key)})


class Statute(_Closed):
    """A ruleset as one file says it: how it differs from the one it extends."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9._-]{0,63}$")]
    title: Annotated[Line, Field(min_length=1)]
    about: Line = ""
    #: The game, where it extends nothing; Clabber where it names none.
    game: str | None = None
    extends: str | None = None
    repeal: list[str] = []
    articles: dict[Line, Article] = {}


def statute_from(data: dict[str, Any], name: str) -> Statute:
    """What a file says, as data; Unusable where that is no ruleset, with the key."""
    try:
        return Statute.model_validate(data)
    except ValidationError as problem:
        error = problem.errors(include_url=False)[0]
        where = ".".join(map(str, error["loc"]))
        known = Article if error["loc"][:1] == ("articles",) else Statute
        noun = "an article" if known is Article else "a ruleset"
        advice = f"the keys of {noun} are {', '.join(known.model_fields)}"
        raise Unusable(f"{name}: {where}: {_wrong(error['type'], error['msg'])}", "", advice) from None


def _wrong(kind: str, told: str) -> str:
    """What is wrong with a key, in plain words."""
    plain = {"missing": "this key is required", "extra_forbidden": "unknown key"}
    return plain.get(kind, told.replace("Input should be", "it should be"))
