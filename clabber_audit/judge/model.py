"""Published shapes of `clabber-ruling/1` and `bid-euchre-ruling/1`, from which the schemas are generated."""

from __future__ import annotations

from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from clabber_audit.evidence.finding import Verdict
from clabber_audit.games.clabber.scoring import ClabberOutcome
from clabber_audit.games.game import Outcome
from clabber_audit.judge.appeals import Appeal
from clabber_audit.judge.claims import ClaimVerdict, WhyNotExcused
from clabber_audit.judge.side_remarks import LeftOut
from clabber_audit.records.base import or_none
from clabber_audit.records.bid_euchre import BidEuchreRecord
from clabber_audit.records.bid_euchre import Clock as BidEuchreClock
from clabber_audit.records.bid_euchre_words import Card as BidEuchreCard
from clabber_audit.records.bid_euchre_words import ContractKind, Side, Strain
from clabber_audit.records.bid_euchre_words import Seat as BidEuchreSeat
from clabber_audit.records.clabber import Clock, HandRecord
from clabber_audit.records.incidents import BidEuchreInfractionId, InfractionId
from clabber_audit.records.vocabulary import Card, Seat, Suit, Team


class Shape(BaseModel):
    """Base of the parts of a ruling: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid")


class TrickShape(Shape):
    """A complete trick: who led, who won, its card points; null while unknown cards leave it open."""

    leader: Seat
    winner: Seat | None
    points: int | None
    team: Team | None = or_none("which side took it, if it is not known which partner won it")


SeatName = TypeVar("SeatName")
SideName = TypeVar("SideName")
At = TypeVar("At")
Infraction = TypeVar("Infraction")
Price = TypeVar("Price")


class _Finding(Shape, Generic[Infraction, SeatName, SideName, At, Price]):
    infraction: Infraction
    seat: SeatName | None
    team: SideName | None
    trick: int | None = Field(description="from 1; the trick of a card, else null")
    at: At = Field(description="when it happened; for a card, the number of cards on the table before it")
    verdict: Verdict = Field(
        description="undetermined: hands of both kinds agree with the record; not_settled: the search ended first; "
        "not_supported: this program does not rule on it under these rules"
    )
    provable_from: At | None = Field(description="the first clock at which the table could prove it")
    penalty: Price
    rules: list[str] = Field(description="rows of the rules")
    facts: dict[str, Any]
    exhausted: bool | None = or_none("true if the search was given up")
    searched: int | None = or_none("the number of steps after which the search was given up")


class FindingShape(
    _Finding[InfractionId, Seat, Team, Clock, Literal["renege", "redeal", "meld_void", "note"]]
):
    """An infraction found, claimed or not."""

    trick: int | None = Field(description="from 1; the trick of a card or of an incident, else null")
    rules: list[str] = Field(description="rows of the rules catalog")
    exhausted: bool | None = or_none("true if the search was given up, which is why it is not settled")


class _Deed(Shape, Generic[SeatName, SideName, At]):
    infraction: str
    seat: SeatName | None
    team: SideName | None
    trick: int | None
    at: At
    articles: list[str] = Field(description="the articles by which it costs nothing")


class DeedShape(_Deed[Seat, Team, Clock]):
    """Deed that the record shows and these rules do not penalize."""


class ExcusedShape(Shape):
    """A partner's claim of the same moment, which is upheld."""

    claim: int = Field(description="its place in the record")
    articles: list[str]


class NotExcusedShape(ExcusedShape):
    """A good claim of the same side, made by the same player or at another moment."""

    because: WhyNotExcused


Unpenalized = TypeVar("Unpenalized")


class _Claim(Shape, Generic[Unpenalized]):
    claim: int
    verdict: ClaimVerdict
    finding: int | None
    open: Literal["not_settled", "not_supported"] | None = or_none(
        "if it is not proven only because this program has no answer"
    )
    either: list[int] | None = None
    deed: Unpenalized | None = or_none("what upholds the claim and is no finding: true, and no penalty here")
    excused: ExcusedShape | None = or_none("why a wrong claim costs nothing: the partner’s at that moment")
    not_excused: NotExcusedShape | None = or_none("a good claim of that side that does not excuse this one")


class ClaimShape(_Claim[DeedShape]):
    """A claim weighed: its place in the record, the verdict, the finding that upholds it."""

    either: list[int] | None = or_none("at least one of these findings is true, and that upholds the claim")


class PointsShape(Shape):
    """Points of a team in play."""

    cards: int
    last_trick: int
    melds: int
    belle: int
    total: int


Ends = Annotated[list[int], Field(min_length=2, max_length=2)]


class ScoreRangeShape(Shape):
    """The least and the most that each team can score, over all deals that agree with the record."""

    NS: Ends
    EW: Ends
    verdict: Literal["not_settled"] | None = or_none("if the search was given up")
    exhausted: Literal[True] | None = or_none(
        "true if the search was given up: no deal goes beyond it, and perhaps none reaches it"
    )


_RANGE = "if unknown cards leave the score open; the mark of such a team is then ?"


class GatheredShape(Shape):
    """Trick that the side which had not won it took off the table."""

    incident: int
    trick: int
    by: Team
    won_by: Team


class UnclaimedShape(Shape):
    """The hand with no claim made."""

    outcome: ClabberOutcome
    score: dict[Team, int] | None
    marks: dict[Team, str] | None
    by_agreement: Literal[True] | None = or_none("true if the table agreed to deal again")
    score_range: ScoreRangeShape | None = or_none(_RANGE)


class ChoiceShape(Shape):
    """A legal card, and what best play by both sides, all hands face up, makes of the hand after it."""

    card: Card
    totals: dict[Team, int] = Field(description="all points: tricks, the ten for the last, melds and belle")
    makers_set: bool | None = Field(description="null if it is not known who made trumps")


class InsteadShape(Shape):
    """Result of the hand without one finding: a side remark, never the ruling."""

    finding: int
    seat: Seat = Field(description="who would have played: the offender, or the rightful leader")
    choices: list[ChoiceShape] | None = Field(description="every legal card; null if not worked out")


class RobustnessShape(Shape):
    """The fewest corrections to the record, each an exchange of two cards, that would change what is decided."""

    needed: Literal[1, 2] | None = Field(description="null if none was found")
    singles: int = Field(description="single corrections judged")
    changing: int = Field(description="how many of them change the ruling")
    pairs: int = Field(description="pairs judged, if no single correction was enough")
    complete: bool = Field(description="whether every single correction was judged")
    example: list[Annotated[list[Card], Field(min_length=2, max_length=2)]]


class FaultShape(Shape):
    """An infraction that cards decide: by whom, and when."""

    infraction: InfractionId
    seat: Seat
    at: Clock
    suit: Suit | None = or_none("the suit that was called, of a call")
    all_hands: Literal[True] | None = or_none(
        "for a lay-down: what every seat still held, and every line of play"
    )


class PremiseShape(Shape):
    """One thing written down: a card `play`ed at a clock or `dealt` to a seat, a `pile` of cards, the trump suit."""

    play: int | None = or_none("the clock of the card")
    dealt: Seat | None = None
    card: Card | None = None
    pile: int | None = or_none("the number of a trick whose order is lost")
    cards: list[Card] | None = None
    trump: Suit | None = None


class CompleteHandShape(Shape):
    """A hand that agrees with the record, complete: trumps, what each seat was dealt, the cards as they fell."""

    trump: Suit | None
    dealt: dict[Seat, list[Card]]
    plays: list[Card]


class CertificateShape(Shape):
    """Proof of a finding or claim, or that it is undetermined: for others to check."""

    finding: int | None = or_none("its place in `findings`; or else `claim` in those of the record")
    claim: int | None = None
    laydown: int | None = or_none("0 where it is the lay-down that is good")
    verdict: Literal["proven", "refuted", "undetermined"]
    any_of: list[FaultShape] = Field(description="proven of at least one of these; refuted: of none")
    premises: list[PremiseShape] | None = or_none("the fewest facts that decide it: all are needed")
    guilty: CompleteHandShape | None = Field(
        None, alias="with", description="if undetermined: a hand in which it is so"
    )
    without: CompleteHandShape | None = or_none("and a hand in which it is not")
    told: list[ToldShape] | None = or_none("the versions it takes for true, if something is told differently")


class ToldShape(Shape):
    """Version of an account that a certificate takes for true."""

    account: int
    version: int


class AccountsRowShape(Shape):
    """Combinations of versions that rule alike, with what they come to."""

    versions: list[list[int]] = Field(description="for each combination the version of each account")
    outcome: str
    score: dict[str, int] | None
    marks: dict[str, str] | None
    verdict: Literal["not_settled"] | None = or_none("if the search ended first")
    claims: list[dict[str, Any]] | None = or_none("the verdict on each claim")
    findings: list[dict[str, Any]] | None = or_none("those of the first combination")


class ImpossibleShape(Shape):
    """Version, or combination of versions, that cannot be, with the contradiction and its places in the record."""

    account: int | None = None
    version: int | None = None
    versions: list[int] | None = or_none("versions that can be, but not together")
    why: str
    where: list[str] = Field(description="JSON pointers into the record of these versions")


class AfterShape(Shape):
    """Answer after which a question still matters."""

    account: int
    versions: list[int]


class AskShape(Shape):
    """Question about an account that would decide."""

    account: int
    question: str
    after: AfterShape | None = or_none("asked only after this answer; missing: first of all")


class AccountsShape(Shape):
    """Results of all versions of a hand. Accounts and versions count from 1."""

    same: bool = Field(description="true if all versions give the same result and score")
    ruled_by: list[int] | None = Field(
        description="the versions that the rest of the ruling goes by; null while it depends: then trumps, maker and "
        "tricks are those of the first version, and the findings those of every one"
    )
    rows: list[AccountsRowShape]
    impossible: list[ImpossibleShape]
    asks: list[AskShape] = Field(description="the question to ask first comes first")


class SignatureShape(Shape):
    """Signed statement about the ruling; the signature covers record, law and ruling."""

    says: Literal["ruled", "agreed", "disagreed"]
    side: str | None = or_none("the side that it is said for")
    name: str | None = or_none("who signs, as they say themselves")
    date: str = Field(description="the day, as the signer says")
    program: str = Field(description="the version of the program that made the statement")
    key: str = Field(description="the public key, as OpenSSH or minisign writes it")
    signature: str = Field(description="the detached signature of the statement, by ssh-keygen or minisign")


class TriedShape(Shape):
    """Result of the hand under another answer."""

    outcome: str
    reneging_team: str | None
    score: dict[str, int] | None


class DecisionShape(Shape):
    """Decision of the club’s book that the ruling cites."""

    number: str
    date: str
    question: str = Field(description="a row of the catalog, or club: and words")
    answer: dict[str, str | bool | int] | str | bool | int | None = or_none("by toggle")
    text: str | None = or_none("the answer in words, where there is no toggle")
    holding: str | None = None
    because: str | None = None
    hands: list[str] | None = or_none("the hands that it was decided on")
    by: list[str] | None = None
    overrules: str | None = None
    standing: Literal["decided", "departed", "since", "words"] = Field(
        description="decided: law on the day of the hand; departed: law too, and an appeal reads the question otherwise; "
        "since: of a later day; words: quoted, decides nothing"
    )
    instead_of: dict[str, str | bool | int | None] | None = or_none("the answers of the rules without it")
    article: str | None = or_none("the article that says otherwise")
    whose: Literal["league", "house"] | None = None
    otherwise: TriedShape | None = or_none("without it; of a later one: with it")
    overruled_by: str | None = None


class ReadingShape(TriedShape):
    """Answers to an open question that give one result."""

    answers: list[str | bool | int]


class OpenQuestionShape(Shape):
    """Open question on which the ruling turned and that the book does not answer."""

    question: str
    toggle: str
    asks: str
    readings: list[ReadingShape] = Field(description="that of the ruling first")
    draft: str = Field(description="an entry of a book that would decide it as the ruling did, in TOML")


_DECISIONS = "if there is a book: the decisions of the club on which it turned"
_OPEN_QUESTIONS = "if there is a book: what nobody has decided; not part of the ruling"


class RulingShape(Shape):
    """A ruling on one hand."""

    model_config = ConfigDict(title="Clabber ruling", extra="forbid")

    format: Literal["clabber-ruling/1"]
    hand: str
    ruleset: str
    trump: Suit | None
    maker: Seat | Team | None
    tricks: list[TrickShape]
    findings: list[FindingShape]
    claims: list[ClaimShape]
    outcome: ClabberOutcome
    reneging_team: Team | None
    points: dict[Team, PointsShape] | None
    score: dict[Team, int] | None
    marks: dict[Team, str] | None
    by_agreement: Literal[True] | None = or_none("true if the table agreed to deal again")
    score_range: ScoreRangeShape | None = or_none(_RANGE)
    as_played: UnclaimedShape
    sheet_agrees: bool | None
    next_dealer: Seat | None
    gathered_wrong: list[GatheredShape] | None = or_none("tricks taken off the table by the wrong side")
    effort: int | None = or_none("the factor of --effort, if it is not 1")
    rebuilt: dict[Seat, list[Card]] | None = or_none("hands that follow from what was played")
    inferred: dict[str, Card] | None = or_none("cards that follow by elimination, by clock")
    instead: list[InsteadShape] | None = or_none(
        "a side remark: the legal card in place of one that offended"
    )
    robustness: RobustnessShape | None = or_none(
        "a side remark: whether a misread card would change the ruling"
    )
    left_out: list[LeftOut] | None = or_none(
        "side remarks left out, in whole or part, because they would take too long"
    )
    decisions: list[DecisionShape] | None = or_none(_DECISIONS)
    open_questions: list[OpenQuestionShape] | None = or_none(_OPEN_QUESTIONS)
    appeal: Appeal | None = or_none("if it decides an appeal, with the rulings before it")
    certificates: list[CertificateShape] | None = or_none(
        "of whatever cards decide; a large page has only those that the ruling turns on, or none"
    )
    accounts: AccountsShape | None = or_none("what people tell differently, version by version")
    record: HandRecord | None = None
    law: dict[str, Any] | None = or_none("the resolved ruleset")
    signatures: list[SignatureShape] | None = None


class BidEuchreTrickShape(Shape):
    """A complete trick: who led, and who won it; null while unknown cards leave it open."""

    leader: BidEuchreSeat
    winner: BidEuchreSeat | None
    team: Side | None = or_none("which side took it, if it is not known which partner won it")


class BidEuchreFindingShape(
    _Finding[
        BidEuchreInfractionId,
        BidEuchreSeat,
        Side,
        BidEuchreClock,
        Literal["renege", "redeal", "void", "note"],
    ]
):
    """An infraction found, claimed or not."""


class BidEuchreDeedShape(_Deed[BidEuchreSeat, Side, BidEuchreClock]):
    """Deed that the record shows and these rules do not penalize."""


class BidEuchreClaimShape(_Claim[BidEuchreDeedShape]):
    """A claim weighed: its place in the record, the verdict, the finding that upholds it."""


class BidEuchreContractShape(Shape):
    """Contract: maker, tricks bid, kind."""

    maker: BidEuchreSeat
    tricks: int
    kind: ContractKind
    alone: bool
    forced: bool


class BidEuchreAddendShape(Shape):
    """One number of the arithmetic, with the row of the rules that gives it."""

    points: int
    why: str
    row: str


_BidEuchreRange = dict[Side | Literal["exhausted", "verdict"], Ends | bool | Literal["not_settled"]]


class BidEuchreUnclaimedShape(Shape):
    """The hand with no claim made."""

    outcome: Outcome
    score: dict[Side, int] | None
    marks: dict[Side, str] | None
    by_agreement: Literal[True] | None = or_none("true if the table agreed to deal again")
    score_range: _BidEuchreRange | None = None


class BidEuchreGatheredShape(Shape):
    """Trick that a side which had not won it took off the table."""

    incident: int
    trick: int
    by: Side
    won_by: Side


class BidEuchreRulingShape(Shape):
    """A ruling on one hand of the Bid Euchre family."""

    model_config = ConfigDict(title="Bid Euchre ruling", extra="forbid")

    format: Literal["bid-euchre-ruling/1"]
    hand: str
    ruleset: str
    trump: Strain | None
    maker: BidEuchreSeat | Side | None
    won: list[BidEuchreTrickShape] = Field(description="the tricks, one by one")
    findings: list[BidEuchreFindingShape]
    claims: list[BidEuchreClaimShape]
    outcome: Outcome
    score: dict[Side, int] | None
    marks: dict[Side, str] | None
    by_agreement: Literal[True] | None = or_none("true if the table agreed to deal again")
    score_range: _BidEuchreRange | None = or_none(
        "the least and the most each side can have, if unknown cards leave the score open"
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
    next_dealer: BidEuchreSeat | None
    gathered_wrong: list[BidEuchreGatheredShape] | None = or_none(
        "tricks taken off the table by the wrong side"
    )
    effort: int | None = or_none("the factor of --effort, if it is not 1")
    rebuilt: dict[BidEuchreSeat, list[BidEuchreCard]] | None = or_none(
        "hands that follow from what was played"
    )
    inferred: dict[str, BidEuchreCard] | None = or_none("cards that follow by elimination, by clock")
    decisions: list[DecisionShape] | None = or_none(_DECISIONS)
    open_questions: list[OpenQuestionShape] | None = or_none(_OPEN_QUESTIONS)
    appeal: Appeal | None = or_none("if it decides an appeal, with the rulings before it")
    certificates: list[dict[str, Any]] | None = or_none("of whatever cards decide, for others to check")
    accounts: AccountsShape | None = or_none("what people tell differently, version by version")
    record: BidEuchreRecord | None = None
    law: dict[str, Any] | None = or_none("the resolved ruleset")
    signatures: list[SignatureShape] | None = None
