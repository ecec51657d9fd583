"""Record model `clabber-hand/1`."""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from pydantic import ConfigDict, Field

from clabber_audit.cards import DECK_SIZE, PACK, SEATING, Pack, Seating, Word
from clabber_audit.records import base, vocabulary
from clabber_audit.records.base import (
    MOST_ACCOUNTS,
    Account,
    Context,
    Identifier,
    Name,
    Part,
    Source,
    Text,
    optional,
    sort_by_place,
)
from clabber_audit.records.incidents import IncidentKind, InfractionId
from clabber_audit.records.vocabulary import Card, Seat, Suit, Team

Points = Annotated[int, Field(ge=0, le=1000)]
TrickNumber = Annotated[int, Field(ge=1, le=6)]
#: A moment of the hand: the number of cards already played, or a word for what lies before and after.
Clock = Word | Annotated[int, Field(ge=0, le=DECK_SIZE)]
Moment = Literal["in_turn", "never"] | Clock


#: The seats and teams in their order.
_PLACES: Final = {name: place for place, name in enumerate((*get_args(Seat), *get_args(Team)))}


class Deal(Part):
    """Dealer and known cards."""

    dealer: Seat = Field(description="who dealt")
    due_dealer: Seat | None = Field(None, description="who should have dealt, when noted")
    cut: Annotated[int, Field(ge=0, le=12)] | None = Field(
        None, description="cards in the smaller part of the cut"
    )
    upcard: Card | None = Field(None, description="the turned card, the dealer's sixth")
    hands: dict[Seat, Annotated[list[Card], Field(max_length=24)]] = optional(
        dict, "for each seat the cards it is known to have been dealt"
    )


class Declaration(Part):
    """One call of the declaring: pass, play (the up-card's suit) or a suit."""

    seat: Seat
    call: vocabulary.Call
    round: Annotated[int, Field(ge=1, le=2)] | None = Field(
        None, description="1 or 2, if not as the order of calls has it"
    )


_WHEN: Final = "in_turn, never, the clock at which it happened, or null if nobody wrote it down"


class Meld(Part):
    """One meld, with when it was announced and shown."""

    seat: Seat
    kind: vocabulary.Kind
    cards: Annotated[list[Card], Field(max_length=24)] = optional(
        list, "the cards as shown; empty when never shown, not needed for belle"
    )
    announced: Moment | None = Field("in_turn", description=_WHEN)
    shown: Moment | None = Field("in_turn", description=_WHEN)


class Play(Part):
    """One card as it fell, legal or not."""

    seat: Seat
    card: Card | None = Field(description="null when not known")


class Incident(base.Incident[IncidentKind, Seat, Team, Card, Clock, TrickNumber]):
    """Event that no card shows.

    Without `at`, an incident of the deal counts at the deal and any other at the first moment it can have happened.
    """

    called: Clock | None = Field(
        None, description="when a deal out of turn was called; deal: before the up-card"
    )


class Claim(base.Claim[Seat, Team, Clock, InfractionId, TrickNumber]):
    """Renege claim, with the details given."""


class Agreement(base.Agreement[Seat, Clock]):
    """Something the table agreed on: to let a fault go, to deal again, or to play on."""


class Laydown(Part):
    """Hand laid down claiming all remaining tricks."""

    by: Seat
    at: Clock
    agreed: bool = Field(False, description="laying down was agreed on before play")
    order: Annotated[list[Card], Field(max_length=24)] = optional(list, "the order stated, if any")


class Contract(Part):
    """Maker and trump when the calls were not noted."""

    maker: Seat | Team
    trump: Suit


class SheetLine(Part):
    """Score sheet breakdown of a team, in points."""

    cards: Points = 0
    last_trick: Points = 0
    melds: Points = 0
    belle: Points = 0


class Comment(Part):
    """Remark that belongs to a moment."""

    at: Clock
    text: Text


class HandRecord(Part):
    """One hand of Clabber as it was written down: deal, declarations, melds, plays, incidents, claims, score."""

    model_config = ConfigDict(title="Clabber hand record")

    format: Annotated[str, Field(pattern=r"^clabber-hand/1$")] = Field(
        description=f"always {vocabulary.FORMAT}"
    )
    id: Identifier
    ruleset: Identifier = Field(vocabulary.DEFAULT_RULESET, description="the id of a ruleset, never a path")
    players: dict[Seat, Name] = optional(dict)
    teams: dict[Team, Name] = optional(dict)
    context: Context | None = None
    source: Source | None = None
    deal: Deal
    contract: Contract | None = None
    declarations: Annotated[list[Declaration], Field(max_length=64)] | None = None
    melds: Annotated[list[Meld], Field(max_length=64)] | None = Field(
        None, description="missing: not recorded; empty: none was called"
    )
    plays: Annotated[list[Play], Field(max_length=64)] = Field(description="in the order the cards fell")
    disordered: Annotated[list[TrickNumber], Field(max_length=6)] = optional(
        list, "tricks whose cards are known but not who played which; plays has them in any order"
    )
    incidents: Annotated[list[Incident], Field(max_length=64)] = optional(list)
    claims: Annotated[list[Claim], Field(max_length=64)] = optional(list)
    agreements: Annotated[list[Agreement], Field(max_length=16)] = optional(list, "what the table agreed on")
    laydown: Laydown | None = None
    accounts: Annotated[list[Account], Field(max_length=MOST_ACCOUNTS)] = optional(
        list, "facts that people tell differently"
    )
    score: dict[Team, Points | vocabulary.Mark] = optional(dict, "what the score sheet says")
    sheet: dict[Team, SheetLine] = optional(dict, "the sheet's breakdown")
    comments: Annotated[list[Comment], Field(max_length=256)] = optional(list)
    remarks: Annotated[list[Text], Field(max_length=256)] = optional(list, "kept as it is, never interpreted")

    def model_post_init(self, _context: object) -> None:
        """Put what stands by seat or team in the order of the table."""
        sort_by_place(self.deal.hands, _PLACES)
        for keyed in (self.players, self.teams, self.score, self.sheet):
            sort_by_place(keyed, _PLACES)

    @property
    def pack(self) -> Pack:
        return PACK

    @property
    def seating(self) -> Seating:
        return SEATING

    @property
    def has_all_moments(self) -> bool:
        """True if the moments of all melds are recorded."""
        return not any(None in (meld.announced, meld.shown) for meld in self.melds or ())
