"""The shape of `clabber-scorecard/1` as pydantic models: what other tools may rely on."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from clabber_audit.record.bid_euchre.model import Points
from clabber_audit.record.bid_euchre.words import Mark, Seat, Side, Strain
from clabber_audit.record.parts import Count, Identifier
from clabber_audit.ruling.shape import Outcome
from clabber_audit.scorecard.card import State
from clabber_audit.scorecard.entries import Basis


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class MisreadShape(_Part):
    """A running score that somebody carried forward wrongly."""

    side: Side
    what: Literal["before", "after", "hickeys"]
    written: Points
    due: int


class HandShape(_Part):
    """A hand on the scorecard."""

    number: Count | None = Field(
        description="as noted, or counted from 1 if no hand has one; null if only this one has none"
    )
    id: Identifier
    given: int = Field(description="how often the same record was given; it counts once")
    ruleset: Identifier
    dealer: Seat
    due_dealer: Seat | None = Field(description="who should have dealt; null if not known")
    maker: Seat | Side | None
    trump: Strain | None
    outcome: Outcome
    reneging_team: Side | None
    basis: Basis = Field(
        description="where the points come from: the cards, the sheet's breakdown, the written score alone; or why"
        " there are none: open (the record cannot decide), unfinished, nothing (dealt again, passed out), after (the"
        " game was over), twice (another hand that scores has the same number)"
    )
    marks: dict[Side, str] = Field(description="points or a mark, as players write them")
    melds: dict[Side, int] = Field({}, description="points from melds, in games that have them")
    belle: dict[Side, int] = Field({}, description="points from belle, in games that have it")
    hickeys: dict[Side, int] = Field({}, description="what the hand brought, where the game has any")
    counted: dict[Side, int] | None = Field(description="the points; null if the hand does not count")
    totals: dict[Side, int] = Field(description="the running totals after the hand")
    sheet: dict[Side, Points | Mark | None] = Field(description="as written; null if nothing was")
    sheet_differs: list[Side]
    sheet_adds_up: bool = Field(description="false if the sheet contradicts itself")
    misread: list[MisreadShape] = Field([], description="running scores that were written down wrong")


class GameShape(_Part):
    """A game: its hands, and how it stands."""

    league: str | None
    season: str | None
    round: int | None
    table: int | None
    game: int | None
    sides: dict[Side, str | None] = Field(description="the team's name, or its players'")
    state: State
    winner: Side | None
    another_hand: bool = Field(description="both are level where a game ends, and another hand decides")
    totals: dict[Side, int]
    written_totals: dict[Side, int] = Field(description="by the written sheet, or as ruled if nothing is written")
    order_matters: bool = Field(description="how it ended depends on when a hand without a number was played")
    hickeys: dict[Side, int] = Field({}, description="at the end, in games that count them")
    sets: dict[Side, int] = Field({}, description="how often each side was set, which may be paid for")
    owed: int | None = Field(None, description="what the losers pay of the stakes; below 0, they are paid")
    doubled: bool | None = Field(None, description="whether the game is paid twice, by losers who have nothing")
    missing: list[int] = Field(description="the numbers of hands that are missing, from 1 to the last")
    hands: list[HandShape]


class ScorecardShape(_Part):
    """The scorecards of one or more games."""

    model_config = ConfigDict(title="Clabber scorecard", extra="forbid")

    format: Literal["clabber-scorecard/1"]
    games: list[GameShape]
    checkpoint: str | None = Field(None, description="a line that an archive prints")
