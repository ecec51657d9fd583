"""Events that the judge hands to the law, and those that a hand of any game can have."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from clabber_audit.cards import SCORED
from clabber_audit.games.clabber.scoring import SheetSlip
from clabber_audit.records.partial_deal import Completion
from clabber_audit.replay import Dealing, Follow, IncidentEvent, Lead, OffSuit, TrumpPlayed, Turn


class FailedClaim(NamedTuple):
    """Claim that proved nothing, or was withdrawn."""

    number: int
    seat: int
    at: int
    verdict: str
    reviewed: bool


class Calling(NamedTuple):
    """Claim being made: claimant, clock, and the hand so far."""

    seat: int | None
    at: int
    #: Clock of each seat's first card; later than any clock until it falls.
    first_cards: tuple[int, ...]
    maker: int | None


class LaydownResult(Enum):
    """Outcome of the search for a trick that a lay-down loses."""

    GOOD = "good"
    FAILS = "fails"
    #: Good in one deal that the record allows, bad in another.
    OPEN = "open"
    #: The search ended at its budget.
    NOT_SETTLED = "not settled"
    #: The search does not follow the laws of this ruleset on such a hand.
    NOT_SUPPORTED = "not supported"
    #: Nothing was agreed, or the ruleset has no article.
    NOT_ASKED = "not asked"


#: Results with which the search gave no answer.
UNANSWERED: Final = (LaydownResult.NOT_SETTLED, LaydownResult.NOT_SUPPORTED)


class LaydownSearched(NamedTuple):
    """Lay-down with the result of the search for a losing line."""

    seat: int
    at: int
    agreed: bool
    result: LaydownResult
    #: Losing line as seat letters and cards; if the record leaves cards open, that of the first completion.
    line: tuple[str, ...] = ()
    #: Number of steps after which the search ended, if it is not settled.
    searched: int = 0
    #: Articles of the ruleset that the search does not follow, if it is not supported.
    asks: tuple[str, ...] = ()
    #: A completion in which the line loses and one in which no line does, if cards are unknown.
    completions: tuple[Completion | None, Completion | None] = (None, None)

    @property
    def is_good(self) -> bool | None:
        """True if every line is won, False if one loses, None if that is not known."""
        return {LaydownResult.GOOD: True, LaydownResult.FAILS: False}.get(self.result)

    @property
    def readings(self) -> list[LaydownSearched]:
        """The lay-down with each result that it may have."""
        either = [self._replace(result=result) for result in (LaydownResult.FAILS, LaydownResult.GOOD)]
        return either if self.is_good is None else [self]


class ScoreCompared(NamedTuple):
    """Score or running total of a team on the sheet, and the one the ruling gives."""

    team: int
    sheet: int | str
    ruled: int
    reneged: bool
    #: True for the running total after the hand, not the points of the hand.
    total: bool = False

    @property
    def at(self) -> int:
        """The clock of all sheets."""
        return SCORED


#: Types of the events of any game: plays, the deal, incidents, and results of the judge.
OF_ANY_GAME: Final[frozenset[type]] = frozenset(
    (
        *(Lead, Follow, OffSuit, TrumpPlayed, Turn, Dealing, IncidentEvent),
        *(FailedClaim, LaydownSearched, ScoreCompared, SheetSlip),
    )
)
