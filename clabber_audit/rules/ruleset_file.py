"""Ruleset files: TOML read and parsed within bounds, and the model of a file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from clabber_audit.core.errors import RecordError, Unusable, excerpt
from clabber_audit.core.files import read_bounded
from clabber_audit.core.text import find_invisible
from clabber_audit.games.game import Topic
from clabber_audit.rules.articles import Grade, Statute, join_lines

#: Largest ruleset file in bytes; the longest shipped one has a tenth of that.
LARGEST: Final = 256 << 10
#: Most names of a key and nested lists and tables; an article has three.
_DEEPEST: Final = 8

_STRING: Final = "|".join(
    (
        r'"""(?:[^"\\]++|\\.|"(?!""))*+"""',
        r"'''(?:[^']++|'(?!''))*+'''",
        r'"(?:[^"\\\n]++|\\.)*+"',
        r"'[^'\n]*+'",
    )
)
_NAME: Final = rf"(?:[\w-]++|{_STRING})"
_TOKEN: Final = re.compile(
    rf"#[^\n]*+|(?P<key>{_NAME}(?:[ \t]*+\.[ \t]*+{_NAME})*+)|(?P<open>[\[{{])|(?P<close>[\]}}])", re.DOTALL
)
_PLACE: Final = re.compile(r"at line (\d+), column (\d+)")
_PART: Final = re.compile(_NAME, re.DOTALL)


def text_of(path: Path, what: str) -> str:
    """Return the text of a TOML file. Raise Unusable if it cannot be read, or is too large."""
    try:
        data = read_bounded(path, LARGEST)
        if len(data) > LARGEST:
            large = f"{path} is larger than {LARGEST >> 10} KiB"
            raise Unusable(large, "no rules need that much", f"give {what} itself")
        return data.decode("utf-8-sig")
    except (OSError, ValueError) as problem:
        reason = (
            problem.strerror if isinstance(problem, OSError) else "it is not UTF-8, or its name is not valid"
        )
        raise Unusable(f"cannot read {what} {path}", reason or "", "check the name and the file") from None


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """Parse a TOML text. Raise Unusable if it is not TOML, or is nested too deeply."""
    _check_depth(text, name)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        # The parser's message names the line, if any.
        match = _PLACE.search(str(problem))
        shown = excerpt(text.split("\n")[int(match[1]) - 1], int(match[2])) if match else ()
        raise Unusable(f"{name}: not TOML: {problem}", "", "correct the file", shown) from None


def _check_depth(text: str, name: str) -> None:
    depth = 0
    for token in _TOKEN.finditer(text):
        depth = max(0, depth + bool(token["open"]) - bool(token["close"]))
        levels = len(_PART.findall(token["key"])) if token["key"] else 0
        if max(depth, levels) > _DEEPEST:
            line = text.count("\n", 0, token.start()) + 1
            what = "a key has more names" if levels > _DEEPEST else "lists and tables are deeper"
            raise Unusable(
                f"{name}: line {line}: {what} than {_DEEPEST}", "no rules need that", "correct the file"
            )


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def _check_visible(text: str) -> str:
    """Return a text as one line; raise for invisible characters."""
    line = join_lines(text)
    if hidden := find_invisible(line):
        raise PydanticCustomError(
            "unseen", "it holds the character {char}, which nobody sees", {"char": f"U+{ord(hidden):04X}"}
        )
    return line


_Line = Annotated[str, AfterValidator(_check_visible)]


_Day = str | date


class _Span(_Closed):
    """First and last day on which something is in force."""

    first: _Day | None = Field(None, alias="from")
    until: _Day | None = None


class _Article(_Closed):
    """Article of a file; topic, text and rows default to those of the article it replaces."""

    topic: Topic | None = None
    sources: Annotated[list[_Line], Field(min_length=1)] = ["house"]
    rules: list[_Line] = []
    grade: Grade = "practice"
    text: Annotated[_Line, Field(min_length=1)] | None = None
    penalties: dict[str, str] = {}
    toggles: dict[str, str | bool | int] = {}
    first: _Day | None = Field(None, alias="from")
    until: _Day | None = None


class _Change(BaseModel):
    """Answers from a day on."""

    date: _Day


class _Parameters(BaseModel):
    """Answers; `from` holds those of later days."""

    model_config = ConfigDict(extra="allow")
    changes: list[_Change] = Field([], alias="from")


class _Statute(_Closed):
    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9._-]{0,63}$")]
    title: Annotated[_Line, Field(min_length=1)]
    about: _Line = ""
    game: str | None = None
    extends: str | None = None
    repeal: list[str] = []
    articles: dict[_Line, _Article] = {}
    toggles: dict[str, str | bool | int] = {}
    parameters: _Parameters = _Parameters()
    line: str | None = None
    succeeds: str | None = None
    in_force: _Span = _Span()


class _Resolved(_Statute):
    """Resolved ruleset, as stored in a ruling."""

    lineage: list[str] = []


def statute_in(text: str, name: str) -> Statute:
    """Validate the text of a house's file."""
    return statute_from(parse_toml(text, name), name)


def _find_path(data: Any, steps: Sequence[int | str]) -> tuple[int | str, ...]:
    """Return the steps of an error that lead to a value of the data; pydantic adds others of its own."""
    for count, step in enumerate(steps):
        is_key = isinstance(data, dict) and step in data
        if not is_key and not (isinstance(data, list) and isinstance(step, int)):
            return tuple(steps[:count])
        data = data[step]
    return tuple(steps)


def statute_from(data: dict[str, Any], name: str) -> Statute:
    """Validate the data of a ruleset file. Raise Unusable with the key that is wrong."""
    try:
        _Statute.model_validate(data)
    except ValidationError as problem:
        what, why, help, *_ = describe_first_error(problem, data, _Statute, "ruleset")
        raise Unusable(f"{name}: {what}", why, help) from None
    return Statute.from_data(data)


def describe_first_error(
    problem: ValidationError, data: Any, shape: type[BaseModel], noun: str
) -> RecordError:
    """Return the first error in the data of a TOML file in the words for records."""
    # Only a file with an error needs them.
    from clabber_audit.records.parse import describe_errors

    errors = problem.errors(include_url=False)
    path = _find_path(data, errors[0]["loc"])
    together = [error for error in errors if _find_path(data, error["loc"]) == path]
    fault = describe_errors(path, together, None, shape, noun)
    if errors[0]["type"] == "extra_forbidden":
        what = ": ".join([*filter(None, [".".join(map(str, path[:-1]))]), fault.what])
        return fault._replace(what=what, why="")
    return fault._replace(why=fault.why.replace("an object in { }", "a table"))


def validate_resolved(data: Any) -> tuple[Statute, tuple[str, ...]]:
    """Validate the resolved ruleset of a ruling and return it with its lineage. Raise Unusable if it is damaged."""
    if not isinstance(data, dict):
        raise Unusable(
            "the ruleset in the ruling is damaged: it is not an object", "", "rule again on the record"
        )
    try:
        _Resolved.model_validate(data)
    except ValidationError as problem:
        raise Unusable(f"the ruleset in the ruling is damaged: {problem.errors()[0]['msg']}") from None
    plain = dict(data)
    lineage = plain.pop("lineage", [])
    return Statute.from_data(plain), tuple(lineage)
