"""The suite as it is shipped: its questions, the cases they belong to, and the hash over all of it.

It lies in `examples/conformance`: five files of canonical JSON, a line each thing, and `suite.toml` with the version.
The hash is the SHA-256 of the five, one after the other by name: `cat *.ndjson | sha256sum`.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, NamedTuple

from clabber_audit.ground.errors import Unusable, UsageError, shown
from clabber_audit.ground.files import folder
from clabber_audit.rulesets.ruleset import SHIPPED

Json = dict[str, Any]

FORMAT: Final = "clabber-conformance/1"
#: The files that the hash is over, in its order.
FILES: Final = ("ambiguities", "bid-euchre", "cases", "clabber", "rulesets")
#: The files of questions: a family of games each.
FAMILIES: Final = ("clabber", "bid-euchre")
MANIFEST: Final = "suite.toml"
#: What is handed over of a question as it stands; the rest says what is expected.
_GIVEN: Final = ("record", "records", "position")


class Case(NamedTuple):
    """A case of the book: what its questions have in common."""

    id: str
    title: str
    chapter: str
    #: The rows of the catalogue on which it rests.
    rows: tuple[str, ...]
    #: Why what it expects must be so.
    why: str


class Question(NamedTuple):
    """One thing that a program is asked."""

    id: str
    case: Case
    family: str
    #: `hand`, `game` or `position`.
    kind: str
    #: The id of a ruleset; None for a game whose hands name their own.
    ruleset: str | None
    #: What a program is given besides: under `record`, `records` or `position`.
    given: Json
    #: What an answer must say, and what it may leave unsaid but not say otherwise.
    expect: Json
    details: Json
    #: How well the sources carry it, as the articles behind its rows are graded; None where it cites no row.
    grade: str | None
    #: Where the sources leave the answer open: each question of the catalogue, and the question of this suite, under
    #: other rules, that has another answer which they allow.
    otherwise: tuple[tuple[str, str], ...]

    @property
    def is_variant(self) -> bool:
        """Whether its rules are not a published text, and come with it as data."""
        return self.ruleset is not None and self.ruleset not in SHIPPED


class Ambiguity(NamedTuple):
    """A question on which the sources leave programs free to differ, and what this suite prefers."""

    row: str
    toggle: str
    kind: str
    question: str
    ruleset: str
    preferred: object
    answers: tuple[object, ...]


class Suite(NamedTuple):
    """All of it."""

    version: str
    sha256: str
    chapters: Mapping[str, str]
    questions: tuple[Question, ...]
    ambiguities: tuple[Ambiguity, ...]
    #: The rulesets as data, by their ids: the shipped ones, and those made of them for some questions.
    rulesets: Mapping[str, Json]

    @property
    def by_id(self) -> dict[str, Question]:
        """The questions by their ids."""
        return {question.id: question for question in self.questions}

    def chosen(self, words: Sequence[str], family: str | None = None) -> tuple[Question, ...]:
        """The questions of a family that one of the words names, or all: an id, a case, a chapter, a kind, a ruleset.

        UsageError for a word that names none.
        """
        within = [one for one in self.questions if family in (None, one.family)]
        names = {word.lower(): [one for one in within if word.lower() in _names(one)] for word in words}
        for word, found in names.items():
            if not found:
                raise self._unknown(word, within)
        wanted = {one.id for found in names.values() for one in found}
        return tuple(one for one in within if not words or one.id in wanted)

    def _unknown(self, word: str, within: Iterable[Question]) -> UsageError:
        known = {name for one in within for name in _names(one)}
        close = get_close_matches(word, sorted(known), 1)
        advice = f"did you mean “{close[0]}”?" if close else "`clabber-audit conformance --list` lists them all"
        return UsageError(f"no question of the suite is called “{shown(word)}”", "", advice)


def _names(question: Question) -> tuple[str, ...]:
    """What a question can be asked for by."""
    case = question.case
    names = (question.id.lower(), case.id.lower(), case.chapter, question.kind, question.ruleset)
    return tuple(name for name in names if name)


def place() -> Path:
    """The folder of the suite."""
    return folder("examples") / "conformance"


def load() -> Suite:
    """The suite that came with the program; Unusable where its files are not those that its hash is over."""
    read = {name: (place() / f"{name}.ndjson").read_bytes() for name in FILES}
    manifest = tomllib.loads((place() / MANIFEST).read_text(encoding="utf-8"))
    found = hash_of(read[name] for name in FILES)
    if found != manifest["sha256"]:
        why = f"the hash of its files is {found[:16]}…, and it should be {manifest['sha256'][:16]}…"
        raise Unusable("the conformance suite is not the published one", why, "reinstall clabber-audit")
    lines = {name: [json.loads(line) for line in data.splitlines()] for name, data in read.items()}
    cases = {line["id"]: Case(**{**line, "rows": tuple(line["rows"])}) for line in lines["cases"]}
    return Suite(
        manifest["version"],
        found,
        manifest["chapters"],
        tuple(_question(line, family, cases) for family in FAMILIES for line in lines[family]),
        tuple(Ambiguity(**{**line, "answers": tuple(line["answers"])}) for line in lines["ambiguities"]),
        {line["id"]: line for line in lines["rulesets"]},
    )


def hash_of(files: Iterable[bytes]) -> str:
    """The SHA-256 of some files, one after the other, as hexadecimal digits."""
    total = hashlib.sha256()
    for data in files:
        total.update(data)
    return total.hexdigest()


def _question(line: Json, family: str, cases: Mapping[str, Case]) -> Question:
    return Question(
        line["id"],
        cases[line["case"]],
        family,
        line["kind"],
        line.get("ruleset"),
        {key: line[key] for key in _GIVEN if key in line},
        line["expect"],
        line.get("details", {}),
        line.get("grade"),
        tuple((one["toggle"], one["other"]) for one in line.get("otherwise", ())),
    )
