"""The shapes of the suite as pydantic models: a question of its files, the least answer to each kind, and a score."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from clabber_audit.record.bid_euchre.model import BidEuchreRecord
from clabber_audit.record.bid_euchre.words import Card, Seat, Side, Strain
from clabber_audit.record.model import HandRecord
from clabber_audit.rulesets.articles import Grade

Kind = Literal["hand", "game", "position"]
Record = HandRecord | BidEuchreRecord


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Answer(BaseModel):
    model_config = ConfigDict(extra="allow")


class Position(_Part):
    """Cards on a table."""

    trump: Strain
    trick: list[Card] = Field(description="the cards on the table, in the order they fell")
    hand: list[Card] = Field([], description="the hand of whoever is next")
    played: list[Card] = Field([], description="cards of earlier tricks, where a lead depends on them")


class Otherwise(_Part):
    """Another answer that the sources allow: what is expected of another question."""

    other: str = Field(description="the question that is the same under a variant of the ruleset")
    toggle: str = Field(description="the question of the catalogue that the variant answers otherwise")


class QuestionShape(_Part):
    """A line of `clabber.ndjson` or `bid-euchre.ndjson`."""

    model_config = ConfigDict(title="Conformance question", extra="forbid")

    id: str = Field(description="never given to another question")
    case: str = Field(description="its case in `cases.ndjson`: title, rows, why")
    kind: Kind
    ruleset: str | None = Field(None, description="in `rulesets.ndjson`; without it each hand of a game names its own")
    record: Record | None = None
    records: list[Record] | None = None
    position: Position | None = None
    expect: dict[str, Any] = Field(
        description="what an answer must say: as the answer, each part as far as it is known"
    )
    details: dict[str, Any] = Field({}, description="what it may leave out, and not say otherwise")
    grade: Grade | None = Field(None, description="the least grade of the articles that carry the rows of its case")
    otherwise: list[Otherwise] = []


class FindingShape(_Answer):
    """An infraction found."""

    infraction: str
    seat: Seat | None
    team: Side | None = Field(None, description="needed where no seat is to blame")
    at: int | str = Field(description="when: cards on the table before it, or deal, declaring, turned, scored")
    verdict: Literal["proven", "undetermined"]
    penalty: str | None = Field(None, description="renege, redeal, meld_void (Clabber), void, note")


class ClaimShape(_Answer):
    """A claim weighed."""

    claim: int = Field(description="its place in the record, from 0")
    verdict: str
    finding: int | None = Field(None, description="the place in `findings` of what upholds it")


class AnswerShape(_Answer):
    """The least that is asked of an answer; everything else in it is read only where `details` speak of it."""

    model_config = ConfigDict(title="Conformance answer", extra="allow")

    id: str | None = Field(None, description="the question’s, needed of a program that answers line by line")
    unsupported: str | None = Field(None, description="why the program does not answer; then nothing else is needed")
    error: str | None = Field(None, description="why it failed; the question counts as failed")
    findings: list[FindingShape] | None = Field(None, description="of a hand: all of them, and no other")
    claims: list[ClaimShape] | None = Field(None, description="of a hand with claims")
    outcome: str | None = None
    reneging_team: Side | None = None
    score: dict[Side, int] | None = None
    games: list[dict[str, Any]] | None = Field(None, description="of a game: as clabber-scorecard/1 has it, one")
    legal: list[Card] | None = Field(None, description="of a position: what may be played")
    winner: Any = Field(None, description="of a position: which card wins, from 1")


class Counted(_Part):
    """How many questions came to what."""

    asked: int
    passed: int
    failed: int
    unsupported: int


class ChapterShape(Counted):
    """A chapter, without ambiguities and other rules."""

    chapter: str
    title: str


class SuiteShape(_Part):
    """Which suite it was."""

    version: str
    sha256: str
    whole: bool = Field(description="whether every question was asked")


class DetailsShape(_Part):
    """How many details the answers gave as expected, and how many they left out."""

    given: int
    left_out: int


class PartShape(_Part):
    """How often a part of the answers is right, of the questions that are supported and speak of it."""

    right: int
    wrong: int = Field(description="or missing")


class InfractionShape(_Part):
    """How often an infraction was found as expected, not found, and found where it was not expected."""

    found: int
    missing: int
    unexpected: int


class AmbiguitiesShape(_Part):
    """The questions on which the sources allow several answers."""

    preferred: int
    allowed: int
    neither: int
    unsupported: int


class JudgedShape(_Part):
    """What came of a question."""

    id: str
    verdict: Literal["passed", "failed", "unsupported"]
    why: list[str]
    took: str | None = Field(None, description="of an ambiguity: preference, the question whose answer it is, or null")


class ConformanceScoreShape(Counted):
    """What a program scores."""

    model_config = ConfigDict(title="Conformance score", extra="forbid")

    format: Literal["clabber-conformance/1"]
    suite: SuiteShape
    command: str
    verdict: str
    details: DetailsShape
    parts: dict[str, PartShape] = Field(description="findings, claims, outcome, score, game, legal, winner")
    infractions: dict[str, InfractionShape]
    ambiguities: AmbiguitiesShape
    variants: Counted = Field(description="questions under other rules, which come with them as data")
    chapters: list[ChapterShape]
    questions: list[JudgedShape]
