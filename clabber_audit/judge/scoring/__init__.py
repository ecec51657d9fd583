"""Outcomes and scores of hands: the `Remedy` of any game, and the `Scoring` of each, loaded with its first hand.

The judge first asks for what each side made (`tally`), then for the outcome without claims (`score_unclaimed`), then,
if a claim is upheld, for the one after it (`score_stopped`, `score_all_guilty`). Last come the costs of failed claims
(`charge`) and the sheet (`reopen` and the checks).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.cards import Scores, Seating, Trick
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.game import Outcome
from clabber_audit.replay import Replay
from clabber_audit.rules.bound_ruleset import BoundRuleset

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

    @classmethod
    def over(cls, scores: Sequence[Scores], reached: bool = True) -> Range:
        """Return the least and the most of each side in some scores."""
        low, high = (tuple(map(end, zip(*scores, strict=True))) for end in (min, max))
        return cls(low, high, reached)

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

    @property
    def extra_range(self) -> tuple[int, int] | None:
        """The least and the most that innocents score beyond the price and the melds awarded, None if nothing.

        These are melds that some innocent has in every completion, but not the same ones.
        """
        if self.reneging_team is None:
            return None
        named = self.price + sum(item.points for item in self.awarded)
        side = self.innocents[0]
        if self.range:
            return self.range.low[side] - named, self.range.high[side] - named
        rest = self.score[side] - named if self.score else 0
        return (rest, rest) if rest else None


class Scoring:
    """Scoring of a game: outcomes of its hands, and findings on its sheets."""

    def tally(self, replay: Replay, findings: Sequence[Finding], law: BoundRuleset) -> Any:
        """Return the points of each side in play, if they are the same in every completion."""
        raise NotImplementedError

    def score_unclaimed(self, replay: Replay, tally: Any, law: BoundRuleset, *, void: bool) -> Remedy:
        """Return the outcome of a hand without claims; `void` if the deal is."""
        raise NotImplementedError

    def score_stopped(
        self, replay: Replay, guilty: int, stop: int, findings: Sequence[Finding], law: BoundRuleset
    ) -> Remedy:
        """Return the outcome if play was stopped at a clock for a renege of the guilty side."""
        raise NotImplementedError

    def score_all_guilty(self, base: Remedy, law: BoundRuleset) -> Remedy:
        """Return the outcome if both sides are guilty."""
        raise NotImplementedError

    def data_of_tricks(self, ruling: Any) -> dict[str, Any]:
        """Return the data of a ruling about its tricks."""
        raise NotImplementedError

    def data_of_result(self, ruling: Any) -> dict[str, Any]:
        """Return the data of a ruling about its result that only this game has."""
        raise NotImplementedError

    def reopen(self, replay: Replay, remedy: Remedy, tally: Any, law: BoundRuleset) -> Remedy:
        """Return the outcome with an open score if unrecorded calls explain the sheet."""
        return remedy

    def charge(
        self, replay: Replay, remedy: Remedy, unproven: Sequence[Finding], law: BoundRuleset
    ) -> Remedy:
        """Return the outcome with the costs of unproven claims, unless they are reneges already."""
        return remedy

    def score_of_mark(self, mark: str, side: int, remedy: Remedy) -> int | str | None:
        """Return the score that a mark on the sheet states, None if none. At Clabber every mark does (D-76, D-77)."""
        return mark

    def check_sheet_alone(self, replay: Replay, law: BoundRuleset) -> list[Finding]:
        """Return the findings on the score of a sheet if the cards do not decide it."""
        return []

    def check_breakdown(self, replay: Replay, law: BoundRuleset) -> list[Finding]:
        """Return the findings on the breakdown of a sheet."""
        return []

    def check_totals(self, replay: Replay, remedy: Remedy, law: BoundRuleset) -> list[Finding]:
        """Return the findings on the running totals."""
        return []


def trick_data(trick: Trick, seating: Seating, **more: int | None) -> dict[str, Any]:
    """Return a trick as data: its leader and winner, `more`, and the side if it is not known which partner won."""
    winner = None if trick.winner is None else seating.seats[trick.winner]
    data = {"leader": seating.seats[trick.leader], "winner": winner, **more}
    if trick.winner is None and trick.team is not None:
        data["team"] = seating.side_names[trick.team]
    return data


@cache
def scoring_of(game: str) -> Scoring:
    """Return the scoring of a game, given its id."""
    if game == "bid-euchre":
        from clabber_audit.judge.scoring.bid_euchre import BidEuchreScoring

        return BidEuchreScoring()
    from clabber_audit.judge.scoring.clabber import ClabberScoring

    return ClabberScoring()
