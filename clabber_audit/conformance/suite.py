"""Published suite: questions, rulesets and hashes."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from clabber_audit.core.errors import Unusable, UsageError, printable
from clabber_audit.core.files import package_folder
from clabber_audit.core.text import to_toml
from clabber_audit.records.bid_euchre import BidEuchreRecord
from clabber_audit.records.bid_euchre_words import Card, Seat, Side, Strain
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.formats import canonical
from clabber_audit.rules.articles import Grade
from clabber_audit.rules.bound_ruleset import BoundRuleset, law, law_of
from clabber_audit.rules.ruleset import SHIPPED, load_text

Json = dict[str, Any]

FORMAT: Final = "clabber-conformance/1"
#: The files that the hash is over, in its order.
FILES: Final = ("ambiguities", "bid-euchre", "cases", "clabber", "rulesets")
#: The files of questions: a family of games each.
FAMILIES: Final = ("clabber", "bid-euchre")
MANIFEST: Final = "suite.toml"
#: Keys of a question that a program is given.
_GIVEN: Final = ("record", "records", "position")


class SuiteCase(NamedTuple):
    """Case of the casebook, shared by its questions."""

    id: str
    title: str
    chapter: str
    #: The rows of the catalogue on which it rests.
    rows: tuple[str, ...]
    #: Reasons for the expected answer.
    why: str


class SuiteQuestion(NamedTuple):
    """Question to a program."""

    id: str
    case: SuiteCase
    family: str
    #: `hand`, `game` or `position`.
    kind: str
    #: The id of a ruleset; None for a game whose hands name their own.
    ruleset: str | None
    #: Further input, under `record`, `records` or `position`.
    given: Json
    #: Required parts of an answer, and optional ones that must be right if given.
    expect: Json
    details: Json
    #: Grade of the articles behind its rows; None without rows.
    grade: str | None
    #: Other answers that the sources allow: a toggle, and the question under a variant that expects it.
    otherwise: tuple[tuple[str, str], ...]

    @property
    def is_variant(self) -> bool:
        """True if its rules come with it as data, not as a published text."""
        return self.ruleset is not None and self.ruleset not in SHIPPED


class Ambiguity(NamedTuple):
    """Open question of the sources, and the answer that this suite prefers."""

    row: str
    toggle: str
    kind: str
    question: str
    ruleset: str
    preferred: object
    answers: tuple[object, ...]


class Suite(NamedTuple):
    """Conformance suite."""

    version: str
    sha256: str
    chapters: Mapping[str, str]
    questions: tuple[SuiteQuestion, ...]
    ambiguities: tuple[Ambiguity, ...]
    #: The rulesets as data, by their ids: the shipped ones, and those made of them for some questions.
    rulesets: Mapping[str, Json]

    @property
    def by_id(self) -> dict[str, SuiteQuestion]:
        return {question.id: question for question in self.questions}

    def choose_questions(self, words: Sequence[str], family: str | None = None) -> tuple[SuiteQuestion, ...]:
        """Return the questions of a family selected by words: ids, cases, chapters, kinds, rulesets.

        UsageError for a word that names none.
        """
        within = [question for question in self.questions if family in (None, question.family)]
        names = {
            word.lower(): [question for question in within if word.lower() in _names(question)]
            for word in words
        }
        for word, questions in names.items():
            if not questions:
                known = {name for question in within for name in _names(question)}
                close = get_close_matches(word, sorted(known), 1)
                listed = "`clabber-audit conformance --list` lists them all"
                advice = f"did you mean “{close[0]}”?" if close else listed
                raise UsageError(f"no question of the suite is called “{printable(word)}”", "", advice)
        wanted = {question.id for name in names.values() for question in name}
        return tuple(question for question in within if not words or question.id in wanted)


def _names(question: SuiteQuestion) -> tuple[str, ...]:
    """Return the words that select a question."""
    case = question.case
    names = (question.id.lower(), case.id.lower(), case.chapter, question.kind, question.ruleset)
    return tuple(name for name in names if name)


def place() -> Path:
    return package_folder("examples") / "conformance"


def load() -> Suite:
    """Load the installed suite; Unusable if its files do not match its hash."""
    read = {name: (place() / f"{name}.ndjson").read_bytes() for name in FILES}
    manifest = tomllib.loads((place() / MANIFEST).read_text(encoding="utf-8"))
    digest = hash_of(read[name] for name in FILES)
    if digest != manifest["sha256"]:
        why = f"the hash of its files is {digest[:16]}…, and it should be {manifest['sha256'][:16]}…"
        raise Unusable("the conformance suite is not the published one", why, "reinstall clabber-audit")
    lines = {name: [json.loads(line) for line in data.splitlines()] for name, data in read.items()}
    cases = {line["id"]: SuiteCase(**{**line, "rows": tuple(line["rows"])}) for line in lines["cases"]}
    return Suite(
        manifest["version"],
        digest,
        manifest["chapters"],
        tuple(_question(line, family, cases) for family in FAMILIES for line in lines[family]),
        tuple(Ambiguity(**{**line, "answers": tuple(line["answers"])}) for line in lines["ambiguities"]),
        {line["id"]: line for line in lines["rulesets"]},
    )


def hash_of(files: Iterable[bytes]) -> str:
    """Return the SHA-256 of concatenated files, in hexadecimal."""
    total = hashlib.sha256()
    for data in files:
        total.update(data)
    return total.hexdigest()


def _question(line: Json, family: str, cases: Mapping[str, SuiteCase]) -> SuiteQuestion:
    return SuiteQuestion(
        line["id"],
        cases[line["case"]],
        family,
        line["kind"],
        line.get("ruleset"),
        {key: line[key] for key in _GIVEN if key in line},
        line["expect"],
        line.get("details", {}),
        line.get("grade"),
        tuple((answer["toggle"], answer["other"]) for answer in line.get("otherwise", ())),
    )


Kind = Literal["hand", "game", "position"]
Record = HandRecord | BidEuchreRecord


class SuitePart(BaseModel):
    """Base of the parts of a suite: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid")


class _Answer(BaseModel):
    model_config = ConfigDict(extra="allow")


class CardPosition(SuitePart):
    """Cards on a table."""

    trump: Strain
    trick: list[Card] = Field(description="the cards on the table, in the order they fell")
    hand: list[Card] = Field([], description="the hand of whoever is next")
    played: list[Card] = Field([], description="cards of earlier tricks, where a lead depends on them")


class Otherwise(SuitePart):
    """Another answer that the sources allow: what is expected of another question."""

    other: str = Field(description="the question that is the same under a variant of the ruleset")
    toggle: str = Field(description="the question of the catalogue that the variant answers otherwise")


class QuestionShape(SuitePart):
    """A line of `clabber.ndjson` or `bid-euchre.ndjson`."""

    model_config = ConfigDict(title="Conformance question", extra="forbid")

    id: str = Field(description="never given to another question")
    case: str = Field(description="its case in `cases.ndjson`: title, rows, why")
    kind: Kind
    ruleset: str | None = Field(
        None, description="in `rulesets.ndjson`; without it each hand of a game names its own"
    )
    record: Record | None = None
    records: list[Record] | None = None
    position: CardPosition | None = None
    expect: dict[str, Any] = Field(
        description="what an answer must say: as the answer, each part as far as it is known"
    )
    details: dict[str, Any] = Field({}, description="what it may leave out, and not say otherwise")
    grade: Grade | None = Field(
        None, description="the least grade of the articles that carry the rows of its case"
    )
    otherwise: list[Otherwise] = []


class ExpectedFinding(_Answer):
    """An infraction found."""

    infraction: str
    seat: Seat | None
    team: Side | None = Field(None, description="needed where no seat is to blame")
    at: int | str = Field(
        description="when: cards on the table before it, or deal, declaring, turned, scored"
    )
    verdict: Literal["proven", "undetermined"]
    penalty: str | None = Field(None, description="renege, redeal, meld_void (Clabber), void, note")


class ExpectedClaim(_Answer):
    """A claim weighed."""

    claim: int = Field(description="its place in the record, from 0")
    verdict: str
    finding: int | None = Field(None, description="the place in `findings` of what upholds it")


class AnswerShape(_Answer):
    """The least that is asked of an answer; everything else in it is read only where `details` speak of it."""

    model_config = ConfigDict(title="Conformance answer", extra="allow")

    id: str | None = Field(None, description="the question’s, needed of a program that answers line by line")
    unsupported: str | None = Field(
        None, description="why the program does not answer; then nothing else is needed"
    )
    error: str | None = Field(None, description="why it failed; the question counts as failed")
    findings: list[ExpectedFinding] | None = Field(None, description="of a hand: all of them, and no other")
    claims: list[ExpectedClaim] | None = Field(None, description="of a hand with claims")
    outcome: str | None = None
    reneging_team: Side | None = None
    score: dict[Side, int] | None = None
    games: list[dict[str, Any]] | None = Field(
        None, description="of a game: as clabber-scorecard/1 has it, one"
    )
    legal: list[Card] | None = Field(None, description="of a position: what may be played")
    winner: Any = Field(None, description="of a position: which card wins, from 1")


class QuestionCounts(SuitePart):
    """Number of questions by verdict."""

    asked: int
    passed: int
    failed: int
    unsupported: int


class ChapterShape(QuestionCounts):
    """A chapter, without ambiguities and other rules."""

    chapter: str
    title: str


class SuiteShape(SuitePart):
    """Version and hash of the suite."""

    version: str
    sha256: str
    whole: bool = Field(description="whether every question was asked")


class DetailsShape(SuitePart):
    """Numbers of details given as expected and left out."""

    given: int
    left_out: int


class PartShape(SuitePart):
    """Numbers of supported questions whose answers have a part right or wrong."""

    right: int
    wrong: int = Field(description="or missing")


class InfractionShape(SuitePart):
    """Numbers of times an infraction was found as expected, missing, and unexpected."""

    found: int
    missing: int
    unexpected: int


class AmbiguitiesShape(SuitePart):
    """The questions on which the sources allow several answers."""

    preferred: int
    allowed: int
    neither: int
    unsupported: int


class JudgedShape(SuitePart):
    """Result of a question."""

    id: str
    verdict: Literal["passed", "failed", "unsupported"]
    why: list[str]
    took: str | None = Field(
        None, description="of an ambiguity: preference, the question whose answer it is, or null"
    )


class ConformanceScoreShape(QuestionCounts):
    """Score of a program."""

    model_config = ConfigDict(title="Conformance score", extra="forbid")

    format: Literal["clabber-conformance/1"]
    suite: SuiteShape
    command: str
    verdict: str
    details: DetailsShape
    parts: dict[str, PartShape] = Field(description="findings, claims, outcome, score, game, legal, winner")
    infractions: dict[str, InfractionShape]
    ambiguities: AmbiguitiesShape
    variants: QuestionCounts = Field(description="questions under other rules, which come with them as data")
    chapters: list[ChapterShape]
    questions: list[JudgedShape]


#: Keys of a house file before its articles.
HEAD: Final = ("id", "title", "about", "extends", "repeal")


def house_file(rules: Json) -> str:
    """Return a variant as a house file in TOML: its parent, and the articles that it replaces."""
    lines = [f"{key} = {to_toml(rules[key])}" for key in HEAD if key in rules]
    for name, article in rules["articles"].items():
        lines += [
            "",
            f"[articles.{to_toml(name)}]",
            *(f"{key} = {to_toml(value)}" for key, value in article.items()),
        ]
    return "\n".join(lines) + "\n"


def law_by(rules: str | Json) -> BoundRuleset:
    """Return the bound ruleset of a question: a shipped id, or data."""
    return law_of(rules) if isinstance(rules, str) else _variant(canonical(rules))


@lru_cache(maxsize=128)
def _variant(rules: str) -> BoundRuleset:
    data = json.loads(rules)
    return law(load_text(house_file(data), f"{data['id']}.toml", {}))
