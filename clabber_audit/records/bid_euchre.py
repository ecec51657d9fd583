"""Record model `bid-euchre-hand/1`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Final

from pydantic import AfterValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from clabber_audit.cards import Pack, Seating, Word
from clabber_audit.records import base, bid_euchre_words
from clabber_audit.records.base import (
    MOST_ACCOUNTS,
    Account,
    Count,
    Identifier,
    Name,
    Part,
    Source,
    Text,
    optional,
    sort_by_place,
)
from clabber_audit.records.bid_euchre_words import Card, Seat, SeatCall, Side, Strain, Suit, seats_out, table
from clabber_audit.records.incidents import BidEuchreIncidentKind, BidEuchreInfractionId

#: No record holds more cards than two packs.
_MOST_CARDS: Final = 48
Points = Annotated[int, Field(ge=-1000, le=1000)]
Tricks = Annotated[int, Field(ge=0, le=12)]
TrickNumber = Annotated[int, Field(ge=1, le=12)]
#: A moment of the hand: the number of cards already played, or a word for what lies before and after.
Clock = Word | Annotated[int, Field(ge=0, le=_MOST_CARDS)]
Cards = Annotated[list[Card], Field(max_length=_MOST_CARDS)]
#: Cards of which some may not be known.
PartlyKnownCards = Annotated[list[Card | None], Field(max_length=_MOST_CARDS)]


def _value_error(why: str, help: str) -> PydanticCustomError:
    return PydanticCustomError("told", why, {"help": help})


def _a_table(seats: list[Seat]) -> list[Seat]:
    if tuple(seats) not in bid_euchre_words.TABLES:
        why = "the seats go round clockwise: N E S W, or P1 P2 P3 and on to P6"
        raise _value_error(why, "name those of one table")
    return seats


class BidEuchreDeal(Part):
    """Dealer and known cards."""

    dealer: Seat = Field(description="who dealt")
    due_dealer: Seat | None = Field(None, description="who should have dealt, when noted")
    cut: Annotated[int, Field(ge=0, le=24)] | None = Field(
        None, description="cards in the smaller part of the cut"
    )
    upcard: Card | None = Field(None, description="the turned card: the top of the blind, in nobody's hand")
    hands: dict[Seat, Cards] = optional(
        dict, "for each seat the cards it is known to have been dealt, before anything was exchanged"
    )
    blind: PartlyKnownCards | None = Field(
        None, description="the undealt cards as far as known, from the top; null for an unknown one"
    )


class BidEuchreDeclaration(Part):
    """One thing said before the first card: a pass, a bid, a special call, what is trumps, or that one is out."""

    seat: Seat
    call: bid_euchre_words.Call
    trump: Strain | None = Field(None, description="what is named, with the call trump")
    alone: bool = Field(False, description="with the call trump: the partner lays down")
    cards: Cards | None = Field(None, description="the three cards shown, with the call bottoms")
    at: Clock | None = Field(None, description="when it was said, if after the declaring")

    @model_validator(mode="after")
    def _says_one_thing(self) -> BidEuchreDeclaration:
        """Reject trumps in a call that names none, and cards shown in a call other than Bottoms."""
        if (self.trump is None) == (self.call == "trump") or (self.alone and self.call != "trump"):
            why = "trump, and alone, stand with the call trump and with no other"
            raise _value_error(why, "correct the call or the key")
        if (self.cards is None) == (self.call == "bottoms"):
            why = "cards are shown with the call bottoms and with no other"
            raise _value_error(why, "correct the call or the cards")
        return self


class BidEuchreContract(Part):
    """Maker and number of tricks, for hands without recorded calls."""

    maker: Seat | Side
    tricks: Annotated[int, Field(ge=1, le=12)]
    kind: bid_euchre_words.ContractKind = "bid"
    trump: Strain | None = None
    alone: bool = False
    forced: bool = Field(False, description="a forced bid: nobody else had bid")


class Exchange(Part):
    """Cards that one player handed to another before the play."""

    giver: Seat = Field(alias="from")
    taker: Seat = Field(alias="to")
    cards: Annotated[list[Card | None], Field(min_length=1, max_length=12)] = Field(
        description="null for a card that nobody else saw"
    )


class BidEuchrePlay(Part):
    """One card as it fell, legal or not."""

    seat: Seat
    card: Card | None = Field(description="null when not known")
    named: Suit | None = Field(None, description="the suit named with a joker led at no-trump")


class BidEuchreIncident(base.Incident[BidEuchreIncidentKind, Seat, Side, Card, Clock, TrickNumber]):
    """Event that no card shows.

    Without `at`, an incident of the deal counts at the deal and any other at the first moment it can have happened.
    """


class BidEuchreClaim(base.Claim[Seat, Side, Clock, BidEuchreInfractionId, TrickNumber]):
    """Claim that a rule was broken, with the details given."""


class BidEuchreAgreement(base.Agreement[Seat, Clock]):
    """Something the table agreed on: to let a fault go, to deal again, or to play on."""


class BidEuchreLaydown(Part):
    """Hand laid down claiming all remaining tricks."""

    by: Seat
    at: Clock
    agreed: bool = Field(False, description="laying down was agreed on before play")
    order: Cards = optional(list, "the order stated, if any")


class BidEuchreSheetLine(Part):
    """Entries of the score sheet for a side, apart from its score."""

    tricks: Tricks


class BidEuchreComment(Part):
    """Remark that belongs to a moment."""

    at: Clock
    text: Text


class Stakes(Part):
    """Stakes in any currency (B-067)."""

    game: Count
    set: Count


class BidEuchreContext(base.Context):
    """Place, date and stakes of the hand."""

    stakes: Stakes | None = None
    moved: Seat | None = Field(None, description="who changed seats after the bell")


class BidEuchreRecord(Part):
    """One hand of the Bid Euchre family as it was written down: deal, what was said, play, claims, score."""

    model_config = ConfigDict(title="Bid Euchre hand record")

    format: Annotated[str, Field(pattern=r"^bid-euchre-hand/1$")] = Field(
        description=f"always {bid_euchre_words.FORMAT}"
    )
    id: Identifier
    ruleset: Identifier = Field(description="the id of a ruleset, never a path; it names the game too")
    pack_name: bid_euchre_words.PackName = Field(
        bid_euchre_words.USUAL_PACK,
        alias="pack",
        description="cards in the pack: 25 with a joker, 48 for two packs of 24",
    )
    cards_each: Annotated[int, Field(ge=1, le=12)] | None = Field(
        None, description="cards dealt to each, if not the usual number for the game or the pack"
    )
    seats: Annotated[list[Seat], AfterValidator(_a_table)] = Field(
        default=list(bid_euchre_words.COMPASS),
        description="clockwise: N E S W, or P1 P2 P3 and on to P6",
        json_schema_extra={"enum": [list(table) for table in bid_euchre_words.TABLES]},
    )
    players: dict[Seat, Name] = optional(dict)
    teams: dict[Side, Name] = optional(dict)
    context: BidEuchreContext | None = None
    source: Source | None = None
    before: dict[Side, Points] = optional(dict, "the running scores before the hand")
    hickeys: dict[Side, Count] = optional(dict, "the running hickeys before the hand")
    burns: dict[Side, Count] = optional(dict, "the running burns before the hand")
    deal: BidEuchreDeal
    contract: BidEuchreContract | None = None
    declarations: Annotated[list[BidEuchreDeclaration], Field(max_length=64)] | None = None
    exchanges: Annotated[list[Exchange], Field(max_length=12)] | None = Field(
        None, description="in the order handed over; missing: not recorded; empty: none was made"
    )
    plays: Annotated[list[BidEuchrePlay], Field(max_length=64)] = Field(
        description="in the order the cards fell"
    )
    disordered: Annotated[list[TrickNumber], Field(max_length=12)] = optional(
        list, "tricks whose cards are known but not who played which; plays has them in any order"
    )
    incidents: Annotated[list[BidEuchreIncident], Field(max_length=64)] = optional(list)
    claims: Annotated[list[BidEuchreClaim], Field(max_length=64)] = optional(list)
    agreements: Annotated[list[BidEuchreAgreement], Field(max_length=16)] = optional(
        list, "what the table agreed on"
    )
    laydown: BidEuchreLaydown | None = None
    accounts: Annotated[list[Account], Field(max_length=MOST_ACCOUNTS)] = optional(
        list, "facts that people tell differently"
    )
    score: dict[Side, Points | bid_euchre_words.Mark] = optional(dict, "what the sheet says the hand adds")
    after: dict[Side, Points] = optional(dict, "the running scores after it, as the sheet has them")
    sheet: dict[Side, BidEuchreSheetLine] = optional(dict, "the tricks of each side, as the sheet has them")
    comments: Annotated[list[BidEuchreComment], Field(max_length=256)] = optional(list)
    remarks: Annotated[list[Text], Field(max_length=256)] = optional(list, "kept as it is, never interpreted")

    def model_post_init(self, _context: object) -> None:
        """Put what stands by seat or side in the order of the table."""
        sort_by_place(self.deal.hands, bid_euchre_words.PLACES)
        by_side = (self.teams, self.before, self.hickeys, self.burns, self.score, self.after, self.sheet)
        for keyed in (self.players, *by_side):
            sort_by_place(keyed, bid_euchre_words.PLACES)

    @cached_property
    def pack(self) -> Pack:
        return bid_euchre_words.PACKS[self.pack_name]

    @cached_property
    def seating(self) -> Seating:
        """Seats of the table, and those that sit the hand out."""
        each = bid_euchre_words.hand_size(self.pack_name, len(self.seats), self.cards_each, self.ruleset)
        return table(tuple(self.seats), each, out=seats_out(self.seats, self._calls()))

    def _calls(self) -> Iterator[SeatCall]:
        """Yield the calls that decide who plays."""
        for declaration in self.declarations or ():
            yield SeatCall(declaration.seat, declaration.call, declaration.alone, declaration.at)
        if self.contract and not self.declarations:
            yield SeatCall(self.contract.maker, self.contract.kind, self.contract.alone)
