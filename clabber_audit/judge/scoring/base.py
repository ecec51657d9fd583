"""Scoring of a game: what every game has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from clabber_audit.cards.cards import Seating
from clabber_audit.cards.trick import Trick
from clabber_audit.evidence.finding import Finding
from clabber_audit.judge.remedies import GameData, Remedy
from clabber_audit.replay import Replay
from clabber_audit.rules.bound_ruleset import BoundRuleset

#: Reasons of addends that set the makers.
_SET: Final = ("set", "undertricks")
#: Mark of a side whose score is undetermined.
OPEN = "?"


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

    def data(self, ruling: Any) -> GameData:
        """Return the data of a ruling that only this game has."""
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


def find_extra_range(remedy: Remedy) -> tuple[int, int] | None:
    """Return the least and the most that innocents score beyond the price and the melds awarded, None if nothing.

    These are melds that some innocent has in every completion, but not the same ones.
    """
    if remedy.reneging_team is None:
        return None
    named = remedy.price + sum(item.points for item in remedy.awarded)
    side = remedy.innocents[0]
    if remedy.range:
        return remedy.range.low[side] - named, remedy.range.high[side] - named
    rest = remedy.score[side] - named if remedy.score else 0
    return (rest, rest) if rest else None
