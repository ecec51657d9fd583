"""The race to the end of a game: what its drawing shows, and the same in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from clabber_audit.render.scorecard import notes
from clabber_audit.scorecard.card import Game
from clabber_audit.scorecard.keeping import keeping_of
from clabber_audit.table.seating import Scores

#: As many numbers fit under the drawing.
_LABELS: Final = 14


class Race(NamedTuple):
    """The drawing."""

    #: What both teams had before the first hand that counts and after each; the most that is drawn.
    totals: tuple[Scores, ...]
    most: int
    #: The numbers of hands that stand below, each with its place.
    hands: tuple[tuple[int, str], ...]
    #: Every point of the drawing in words.
    words: str
    #: Who led, in a sentence.
    lead: str
    #: The heights that are ruled.
    levels: tuple[int, ...]


def race(game: Game) -> Race | None:
    """The race of a game; None while no hand counted, and where there is no drawing of such a game."""
    counted, totals = game.counted, game.race
    goal = keeping_of(game.lines[0].ruling.law.game).goal if counted else None
    if goal is None:
        return None
    numbers = [notes.number(line) for line in counted]
    heads = notes.sides(game)
    said = [f"after hand {number} {pair[0]} and {pair[1]}" for number, pair in zip(numbers, totals[1:], strict=True)]
    step = -(-len(numbers) // _LABELS)
    return Race(
        tuple(totals),
        max(goal, *map(max, totals)),
        tuple((place, number) for place, number in enumerate(numbers, 1) if (len(numbers) - place) % step == 0),
        f"{heads[0].name} and {heads[1].name}: {'; '.join(said)}.",
        _lead(game, numbers, [head.name for head in heads]),
        (0, goal // 2, goal),
    )


def _lead(game: Game, numbers: list[str], names: Sequence[str]) -> str:
    """Since when the team that is ahead has been ahead."""
    if game.ahead is None:
        return f"Level after hand {numbers[-1]}."
    team, since = game.ahead
    if since == 0:
        return f"{names[team]} led from the first hand on."
    return f"{names[team]} took the lead for good in hand {numbers[since]}."
