"""Plain pydantic models of hands of Clabber and Pepper, the baseline for whole commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Seat = Literal["N", "E", "S", "W"]
Team = Literal["NS", "EW"]
Rank = Annotated[str, Field(pattern="^[9TJQKA][CDHS]$")]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Play(_Part):
    """A card played."""

    seat: Seat
    card: Rank | None


class Call(_Part):
    """A call."""

    seat: Seat
    call: Literal["pass", "play", "C", "D", "H", "S"]
    round: int | None = None


class Meld(_Part):
    """A meld."""

    seat: Seat
    kind: Literal["dad", "fifty", "hundred", "two_hundred", "belle"]
    cards: list[Rank] = []
    announced: int | str | None = "in_turn"
    shown: int | str | None = "in_turn"


class Deal(_Part):
    """The deal."""

    dealer: Seat
    due_dealer: Seat | None = None
    cut: int | None = None
    upcard: Rank | None = None
    hands: dict[Seat, list[Rank]] = {}


class _Hand(_Part):
    id: str
    ruleset: str = ""
    players: dict[Seat, str] = {}
    teams: dict[Team, str] = {}
    context: dict[str, str | int] | None = None
    source: dict[str, str] | None = None
    deal: Deal
    plays: list[Play]
    incidents: list[dict[str, Any]] = []
    claims: list[dict[str, Any]] = []
    score: dict[Team, int | str] = {}


class PlainHand(_Hand):
    """A hand."""

    format: Literal["clabber-hand/1"]
    declarations: list[Call] | None = None
    melds: list[Meld] | None = None
    laydown: dict[str, Any] | None = None


class NamedBid(_Part):
    """A bid, or trumps named."""

    seat: Seat
    call: Literal["pass", "1", "2", "3", "4", "5", "6", "small_pepper", "big_pepper", "trump"]
    trump: Literal["C", "D", "H", "S", "NT", "HIGH"] | None = None
    alone: bool = False


class PepperHand(_Hand):
    """A hand of Pepper."""

    format: Literal["bid-euchre-hand/1"]
    before: dict[Team, int] = {}
    declarations: list[NamedBid] | None = None
    exchanges: list[dict[str, Any]] | None = None


def parse_lines(lines: Sequence[bytes], model: type[BaseModel] = PlainHand) -> None:
    """Parse lines as hands and do nothing else."""
    validate = model.__pydantic_validator__.validate_json
    for line in lines:
        validate(line)
