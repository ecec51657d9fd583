"""How the judge comes from a hand to its score: what each game has of its own, by the game's id."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.games import Game
from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.replay import Walk
from clabber_audit.ruling import by_points, by_tricks, sheets
from clabber_audit.ruling.remedies import Progress, Remedy, Stopped, Told


class Scoring(NamedTuple):
    """What is made of a hand in a game."""

    #: What each side made in play, as far as it is known.
    made: Callable[[Walk, Sequence[Finding], BoundRuleset], Any]
    #: The outcome where no claim changes it, by how far the hand came and what was made.
    unclaimed: Callable[[Walk, Progress, Any, BoundRuleset], Remedy]
    #: The outcome where what nobody recorded explains the sheet.
    reopened: Callable[[Walk, Remedy, Any, BoundRuleset], Remedy]
    #: The outcome where one side is guilty, and where all are.
    stopped: Callable[[Walk, Stopped, BoundRuleset], Remedy]
    all_guilty: Callable[[Remedy, BoundRuleset], Remedy]
    #: The outcome with what claims cost that proved nothing.
    charged: Callable[[Walk, Remedy, Sequence[Finding], BoundRuleset], Remedy]
    #: What a mark on the sheet tells of a side's score; None where it tells nothing.
    marked: Callable[[str, int, Remedy], int | str | None]
    #: What is wrong with a sheet by itself: with its score where nothing else tells one, and with its parts.
    alone: Callable[[Walk, BoundRuleset], list[Finding]]
    parts: Callable[[Walk, BoundRuleset], list[Finding]]
    #: The running totals on the sheet that the hand does not lead to.
    totals: Callable[[Walk, Remedy, BoundRuleset], list[Finding]]
    #: What a ruling tells as data beside what is told in every game.
    told: Callable[[Any], Told]


def _nothing(walk: Walk, law: BoundRuleset) -> list[Finding]:
    return []


def _as_it_is(walk: Walk, remedy: Remedy, tally: Any, law: BoundRuleset) -> Remedy:
    return remedy


_SCORINGS: Final[dict[str, Scoring]] = {
    "clabber": Scoring(
        by_points.made,
        by_points.unclaimed,
        by_points.reopened,
        by_points.stopped,
        by_points.all_guilty,
        by_points.charged,
        by_points.marked,
        sheets.beside_breakdown,
        sheets.broken_down_wrongly,
        lambda _walk, _remedy, _law: [],
        by_points.told,
    ),
    "bid-euchre": Scoring(
        by_tricks.made,
        by_tricks.unclaimed,
        _as_it_is,
        by_tricks.stopped,
        by_tricks.all_guilty,
        by_tricks.charged,
        by_tricks.marked,
        _nothing,
        _nothing,
        by_tricks.totals,
        by_tricks.told,
    ),
}


def scoring_of(game: Game) -> Scoring:
    """How a game is scored."""
    return _SCORINGS[game.id]
