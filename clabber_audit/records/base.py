"""Base model and fields that records of all games share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Generic, NamedTuple, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo, model_validator
from pydantic_core import PydanticCustomError

from clabber_audit.core.text import NAMED, PLAIN
from clabber_audit.records import vocabulary
from clabber_audit.records.dates import date_problem

Text = Annotated[str, Field(max_length=2000, pattern=PLAIN)]
Name = Annotated[str, Field(min_length=1, max_length=80, pattern=NAMED)]
IDENTIFIER: Final = r"^[a-z0-9][a-z0-9._-]{0,63}$"
IDENTIFIER_RULE: Final = (
    "an id starts with a lower-case letter or digit, and has only those and “.”, “_” and “-”, at most 64"
)
Identifier = Annotated[str, Field(pattern=IDENTIFIER)]
DAY: Final = r"^(?:1[89]|2[01])[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$"
Day = Annotated[str, Field(pattern=DAY)]
Count = Annotated[int, Field(ge=0, le=1000)]
_IN_ORDER: Final = "place among the events of the same moment, from 1; all of a moment have one, or none"
#: Place of an event among those of one clock; None if not recorded.
Order = Annotated[Annotated[int, Field(ge=1, le=64)] | None, Field(description=_IN_ORDER)]
#: Names of people, or seats.
Names = Annotated[list[Name], Field(max_length=16)]


def optional(kind: type[list[Any]] | type[dict[Any, Any]], description: str | None = None) -> Any:
    """Return the field of an optional list or object, empty by default.

    A factory makes each default: pydantic copies a default value as slowly as it reads a card.
    """
    return Field(default_factory=kind, description=description, json_schema_extra={"default": kind()})


def or_none(description: str) -> Any:
    """Return a field whose value is null if left out."""
    return Field(None, description=description)


def sort_by_place(keyed: dict[Any, Any], order: Mapping[str, int]) -> None:
    """Sort an object by the places of its keys at the table."""
    if len(keyed) > 1:
        items = sorted(keyed.items(), key=lambda item: order[item[0]])
        keyed.clear()
        keyed.update(items)


#: Validation context of records that an archive stored before dates were checked.
STORED: Final = "stored"


def _validate_date(written: str, info: ValidationInfo) -> str:
    """Return a date as written; raise an error with advice for a date that does not exist."""
    if info.context != STORED and (why := date_problem(written)):
        help = "correct it; if the source has it so, write it as “date_as_written” in “source”"
        raise PydanticCustomError("told", "there is no such date: {why}", {"why": why, "help": help})
    return written


class Part(BaseModel):
    """Base of all parts of a record: strict types, no unknown keys, immutable."""

    # Validators are built on first use, once for the whole record.
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class Context(Part):
    """Place and date of the hand."""

    league: Text | None = None
    season: Text | None = None
    venue: Text | None = None
    date: Annotated[Text, AfterValidator(_validate_date)] | None = Field(None, description="as written")
    round: Count | None = None
    table: Count | None = None
    game: Count | None = None
    hand: Count | None = None


class Source(Part):
    """Source of the record and its reliability."""

    kind: vocabulary.SourceKind | None = None
    citation: Text | None = None
    date_as_written: Text | None = None
    recorded_by: Text | None = None
    confidence: vocabulary.Confidence | None = None
    note: Text | None = None


_Kind = TypeVar("_Kind")
_Seat = TypeVar("_Seat")
_Side = TypeVar("_Side")
_Card = TypeVar("_Card")
_Clock = TypeVar("_Clock")
_Trick = TypeVar("_Trick")
_Infraction = TypeVar("_Infraction")


class Incident(Part, Generic[_Kind, _Seat, _Side, _Card, _Clock, _Trick]):
    """Fields of an incident."""

    kind: _Kind
    seat: _Seat | None = None
    to: _Seat | None = Field(None, description="who was asked or advised; the partner if left out")
    at: _Clock | None = None
    card: _Card | None = None
    trick: _Trick | None = None
    quote: Text | None = None
    called: _Clock | None = Field(
        None, description="when a deal out of turn was called; deal: before the first call"
    )
    replaced_by: _Card | None = Field(
        None, description="the card played in place of one taken back; the same card if left out"
    )
    seen_by: Annotated[list[_Seat], Field(max_length=6)] = optional(list, "who saw it; everybody if left out")
    by: _Side | None = Field(None, description="the side that gathered the trick")
    believed: _Seat | None = Field(None, description="who was thought to have won the trick")
    helped: _Seat | None = Field(None, description="the player whom an outsider helped")
    by_other: Name | None = Field(None, description="somebody who did not play and did it")
    in_play: bool = Field(False, description="the card came into view as it was being played")
    order: Order = None


class Claim(Part, Generic[_Seat, _Side, _Clock, _Infraction, _Trick]):
    """Fields of a claim."""

    by: _Seat | None = Field(description="the claimant; null for somebody who is not at the table")
    against: _Seat | _Side
    at: _Clock
    infraction: _Infraction | None = None
    trick: _Trick | None = None
    reviewed: bool = Field(False, description="tricks were looked back at, or hands shown, to settle it")
    withdrawn: bool = False
    reviewed_by: Name | None = Field(None, description="seat or name of who turned the tricks over")
    witnesses: Names = optional(list, "seats or names of who watched")
    order: Order = None


class Agreement(Part, Generic[_Seat, _Clock]):
    """Fields of an agreement."""

    at: _Clock
    what: vocabulary.Agreed
    text: Text | None = Field(None, description="in their words")
    by: Annotated[list[_Seat], Field(max_length=6)] = optional(list, "who agreed; everybody if left out")
    order: Order = None


MOST_ACCOUNTS: Final = 4
MOST_VERSIONS: Final = 4


class FindingOfFact(Part):
    """Finding of fact: the version that an arbiter believes."""

    version: Annotated[int, Field(ge=1, le=4)] = Field(description="the version believed, from 1")
    by: Name = Field(description="who found it")
    because: Annotated[str, Field(min_length=1, max_length=2000, pattern=NAMED)]
    on: Day | None = None


class AccountVersion(Part):
    """One telling of a fact, as changes to the record as written."""

    told_by: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=60, pattern=NAMED)]], Field(max_length=16)
    ] = Field(description="seats, `sheet`, or names of bystanders; empty: nobody says so, but it could be")
    set: Annotated[dict[Annotated[str, Field(max_length=200, pattern=PLAIN)], Any], Field(max_length=64)] = (
        optional(dict, "keys of the record, or JSON pointers into it, with what they hold; empty: as written")
    )
    remove: Annotated[
        list[Annotated[str, Field(max_length=200, pattern=PLAIN)]], Field(min_length=1, max_length=64)
    ] = optional(list, "JSON pointers to what is left out")

    @model_validator(mode="after")
    def _says_something(self) -> AccountVersion:
        """Require `set`, even if it is empty, unless something is removed."""
        if not self.set and ("set" in self.model_fields_set) == bool(self.remove):
            why = "a version says as written by an empty “set”, and else what it sets or removes"
            help = "write “set”: {}, or leave it out beside “remove”"
            raise PydanticCustomError("told", why, {"help": help})
        return self


class Account(Part):
    """Fact that people tell differently. Programs from before accounts refuse records with this key."""

    about: Annotated[str, Field(min_length=1, max_length=80, pattern=NAMED)] = Field(
        description="in words of the table, never interpreted"
    )
    versions: Annotated[list[AccountVersion], Field(min_length=2, max_length=MOST_VERSIONS)]
    found: FindingOfFact | None = Field(None, description="the finding of fact, if there is one")


class RecordNotes(NamedTuple):
    """Notes of a record apart from its cards."""

    id: str
    #: Id of the ruleset that it names, if any.
    ruleset: str | None
    #: A `Context` of the game, or None.
    context: Any
    #: Names by seat and by side.
    players: Mapping[str, str]
    teams: Mapping[str, str]
    #: The score as recorded, by the name of the side.
    score: Mapping[str, int | str]


def notes_of(record: Any) -> RecordNotes:
    named = record.ruleset if "ruleset" in record.model_fields_set else None
    return RecordNotes(record.id, named, record.context, record.players, record.teams, record.score)


class StoredVersion(NamedTuple):
    """Version of a hand in an archive: the log entry that holds it, the hash of the record, and when it was added.

    A version that replaced another also has by whom and why.
    """

    entry: int
    sha256: str
    at: str
    by: str | None = None
    why: str | None = None
