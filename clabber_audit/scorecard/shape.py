"""The shape of `clabber-scorecard/1` as pydantic models: what other tools may rely on."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from clabber_audit.record.model import Points
from clabber_audit.record.parts import Count, Identifier
from clabber_audit.record.words import Mark, Seat, Suit, Team
from clabber_audit.ruling.shape import Outcome
from clabber_audit.scorecard.card import State
from clabber_audit.scorecard.entries import Basis


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class HandShape(_Part):
    """A hand on the scorecard."""

    number: Count | None = Field(
        description="as noted, or as counted from 1 where no hand has one; null where this one has none"
    )
    id: Identifier
    given: int = Field(description="how often the same record was given; it counts once")
    ruleset: Identifier
    dealer: Seat
    due_dealer: Seat | None = Field(description="who should have dealt; null where that is not known")
    maker: Seat | Team | None
    trump: Suit | None
    outcome: Outcome
    reneging_team: Team | None
    basis: Basis = Field(
        description="where the points come from: the cards, the sheet's breakdown, the written score alone; or why"
        " there are none: open (the record cannot decide), unfinished, nothing (dealt again, passed out), after (the"
        " game was over), twice (another hand that scores has the same number)"
    )
    marks: dict[Team, str] = Field(description="points or a mark, as players write them")
    melds: dict[Team, int] = Field(description="what the points have from melds")
    belle: dict[Team, int] = Field(description="what the points have from belle")
    counted: dict[Team, int] | None = Field(description="the points; null where the hand does not count")
    totals: dict[Team, int] = Field(description="the running totals after the hand")
    sheet: dict[Team, Points | Mark | None] = Field(description="what was written; null for nothing")
    sheet_differs: list[Team]
    sheet_adds_up: bool = Field(description="false where what the sheet alone tells cannot be right")


class GameShape(_Part):
    """A game: its hands, and how it stands."""

    league: str | None
    season: str | None
    round: int | None
    table: int | None
    game: int | None
    sides: dict[Team, str | None] = Field(description="the team's name, or its players'")
    state: State
    winner: Team | None
    another_hand: bool = Field(description="both have as many at 500 or more, and another hand decides")
    totals: dict[Team, int]
    written_totals: dict[Team, int] = Field(description="by the written sheet; as ruled where nothing is written")
    order_matters: bool = Field(description="how it ended depends on when a hand without a number was played")
    missing: list[int] = Field(description="the numbers of hands that are missing, from 1 to the last")
    hands: list[HandShape]


class ScorecardShape(_Part):
    """The scorecards of one or more games."""

    model_config = ConfigDict(title="Clabber scorecard", extra="forbid")

    format: Literal["clabber-scorecard/1"]
    games: list[GameShape]
    checkpoint: str | None = Field(None, description="a line that an archive prints")
