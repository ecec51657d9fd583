"""Remedies: outcome and score of a hand."""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple

from clabber_audit.cards.cards import Scores
from clabber_audit.games.game import Outcome

#: Reasons of addends that set the makers.
_SET: Final = ("set", "undertricks")
#: Mark of a side whose score is undetermined.
OPEN = "?"


class Range(NamedTuple):
    """Score range of each side, in the order of the sides."""

    low: Scores
    high: Scores
    #: True if completions reach both ends; else the budget ran out and they are only bounds.
    reached: bool = True

    @property
    def is_certain(self) -> bool:
        """True if every completion scores the same."""
        return self.low == self.high


class Running(NamedTuple):
    """Game after the hand: totals, hickeys by side, winner."""

    after: Scores
    #: The hickeys of each side after it; empty where the game has none.
    hickeys: Scores
    #: A side, a tie, or None where it goes on or the totals before it are not known.
    winner: int | Literal["tie"] | None


class Remedy(NamedTuple):
    """Outcome of a hand. Score and marks by side, None if nothing is scored."""

    outcome: Outcome
    score: Scores | None = None
    marks: tuple[str, ...] | None = None
    reneging_team: int | None = None
    #: Melds that the innocents score.
    awarded: tuple[Any, ...] = ()
    #: Score range, if unknown cards leave the score undetermined.
    range: Range | None = None
    #: Unrecorded calls that explain a sheet, each with its score; the fewest calls first.
    explained: tuple[Any, ...] = ()
    #: How many sides there are.
    sides: int = 2
    #: Addends by side, in games that have them, and the game after the hand.
    settled: Any = None
    #: Points of the innocents for a renege, without melds, if that is one number.
    price: int = 0
    running: Running | None = None
    #: True if the table agreed to deal again.
    by_agreement: bool = False

    def has_set(self, makers: int | None) -> bool:
        """Return True if it sets the makers, False if they are unknown."""
        if makers is None:
            return False
        if self.settled is not None:
            return any(addend.why in _SET for addend in self.settled.addends[makers])
        return self.score is not None and self.score[makers] == 0

    @property
    def innocents(self) -> tuple[int, ...]:
        """Sides that did not renege, if one did."""
        return tuple(side for side in range(self.sides) if self.reneging_team not in (None, side))

    @property
    def certain_scores(self) -> tuple[int | None, ...]:
        """Certain score of each side, 0 if nothing is scored, None if open."""
        if self.range is None:
            nothing = None if self.outcome in ("unfinished", "undetermined") else 0
            return self.score or (nothing,) * self.sides
        return tuple(low if low == high else None for low, high in zip(*self.range[:2], strict=True))


class GameData(NamedTuple):
    """Parts of a ruling's data that only its game has: about the tricks, and about the result."""

    of_tricks: dict[str, Any]
    of_result: dict[str, Any]
