"""The shape of `bid-euchre-ruling/1` as pydantic models, of which the schema is made: what other tools may rely on."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from clabber_audit.judge.model import ExcusedShape, NotExcusedShape, SignatureShape
from clabber_audit.records.bid_euchre import BidEuchreRecord, Clock
from clabber_audit.records.bid_euchre_vocabulary import InfractionId
from clabber_audit.records.bid_euchre_words import Card, ContractKind, Seat, Side, Strain

Ends = Annotated[list[int], Field(min_length=2, max_length=2)]
Outcome = Literal[
    "scored", "renege", "sat_out", "redeal", "annulled", "passed_out", "unfinished", "undetermined"
]  # fmt: skip


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class BidEuchreTrickShape(_Part):
    """A complete trick: who led, and who won it; null while unknown cards leave it open."""

    leader: Seat
    winner: Seat | None
    team: Side | None = Field(None, description="which side took it, if it is not known which partner won it")


class BidEuchreFindingShape(_Part):
    """An infraction found, claimed or not."""

    infraction: InfractionId
    seat: Seat | None
    team: Side | None
    trick: int | None = Field(description="from 1; the trick of a card, else null")
    at: Clock = Field(description="when it happened; for a card, the number of cards on the table before it")
    verdict: Literal["proven", "undetermined"]
    provable_from: Clock | None = Field(description="the first clock at which the table could prove it")
    penalty: Literal["renege", "redeal", "void", "note"]
    rules: list[str] = Field(description="rows of the rules")
    facts: dict[str, Any]
    exhausted: bool | None = Field(None, description="true if the search was given up")


class BidEuchreDeedShape(_Part):
    """Deed that the record shows and these rules do not penalize."""

    infraction: str
    seat: Seat | None
    team: Side | None
    trick: int | None
    at: Clock
    articles: list[str] = Field(description="the articles by which it costs nothing")


class BidEuchreClaimShape(_Part):
    """A claim weighed: its place in the record, the verdict, the finding that upholds it."""

    claim: int
    verdict: Literal["withdrawn", "inadmissible", "out_of_time", "moot", "upheld", "refuted", "not_proven"]
    finding: int | None
    either: list[int] | None = None
    deed: BidEuchreDeedShape | None = Field(
        None, description="what upholds the claim and is no finding: true, and no penalty here"
    )
    excused: ExcusedShape | None = Field(
        None, description="why a wrong claim costs nothing: the partner’s at that moment"
    )
    not_excused: NotExcusedShape | None = Field(
        None, description="a good claim of that side that does not excuse this one"
    )


class BidEuchreContractShape(_Part):
    """Contract: maker, tricks bid, kind."""

    maker: Seat
    tricks: int
    kind: ContractKind
    alone: bool
    forced: bool


class BidEuchreAddendShape(_Part):
    """One number of the arithmetic, with the row of the rules that gives it."""

    points: int
    why: str
    row: str


class BidEuchreUnclaimedShape(_Part):
    """The hand with no claim made."""

    outcome: Outcome
    score: dict[Side, int] | None
    marks: dict[Side, str] | None
    score_range: dict[Side | Literal["exhausted"], Ends | bool] | None = None


class BidEuchreRulingShape(_Part):
    """A ruling on one hand of the Bid Euchre family."""

    model_config = ConfigDict(title="Bid Euchre ruling", extra="forbid")

    format: Literal["bid-euchre-ruling/1"]
    hand: str
    ruleset: str
    trump: Strain | None
    maker: Seat | Side | None
    won: list[BidEuchreTrickShape] = Field(description="the tricks, one by one")
    findings: list[BidEuchreFindingShape]
    claims: list[BidEuchreClaimShape]
    outcome: Outcome
    score: dict[Side, int] | None
    marks: dict[Side, str] | None
    score_range: dict[Side | Literal["exhausted"], Ends | bool] | None = Field(
        None, description="the least and the most each side can have, if unknown cards leave the score open"
    )
    reneging_team: Side | None
    contract: BidEuchreContractShape | None
    tricks: dict[Side, int] | None = Field(description="how many each side took")
    arithmetic: dict[Side, list[BidEuchreAddendShape]] | None
    after: dict[Side, int] | None = Field(description="the running scores after the hand")
    hickeys: dict[Side, int] | None = None
    winner: Side | Literal["tie"] | None
    as_played: BidEuchreUnclaimedShape
    sheet_agrees: bool | None
    next_dealer: Seat | None
    rebuilt: dict[Seat, list[Card]] | None = Field(None, description="hands that follow from what was played")
    inferred: dict[str, Card] | None = Field(None, description="cards that follow by elimination, by clock")
    certificates: list[dict[str, Any]] | None = Field(
        None, description="of whatever cards decide, for others to check"
    )
    record: BidEuchreRecord | None = None
    law: dict[str, Any] | None = Field(None, description="the resolved ruleset")
    signatures: list[SignatureShape] | None = None
