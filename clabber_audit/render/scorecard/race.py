"""The race to 500 drawn: where the line of each team runs, and the same in words."""

from __future__ import annotations

from typing import Final, NamedTuple

from clabber_audit.games.clabber.scoring import GAME
from clabber_audit.render.scorecard import notes
from clabber_audit.scorecard.card import Game

#: The size of the drawing, and of the field in it that the lines run in, in units of the drawing.
WIDTH: Final = 360
HEIGHT: Final = 190
LEFT: Final = 34
RIGHT: Final = 348
TOP: Final = 12
BOTTOM: Final = 166
#: As many numbers fit under the drawing.
_LABELS: Final = 14
_RULED: Final = (0, 250, GAME)


class Mark(NamedTuple):
    """A place in the drawing, and what is written there."""

    x: int
    y: int
    text: str


class Track(NamedTuple):
    """The line of a team."""

    #: As the attribute `points` of a polyline has it.
    points: str
    marks: tuple[Mark, ...]


class Race(NamedTuple):
    """The drawing."""

    tracks: tuple[Track, Track]
    #: The heights that are ruled, and the numbers of hands below.
    levels: tuple[Mark, ...]
    hands: tuple[Mark, ...]
    #: Every point of the drawing in words.
    words: str
    #: Who led, in a sentence.
    lead: str


def race(game: Game) -> Race | None:
    """The race of a game; None while no hand counted."""
    counted, totals = game.counted, game.race
    if not counted:
        return None
    most = max(GAME, *map(max, totals))
    numbers = [notes.number(line) for line in counted]
    heads = notes.sides(game)
    said = [f"after hand {number} {pair[0]} and {pair[1]}" for number, pair in zip(numbers, totals[1:], strict=True)]
    named = f"{heads[0].name} and {heads[1].name}"
    step = -(-len(numbers) // _LABELS)
    last = len(totals) - 1
    return Race(
        (_track([pair[0] for pair in totals], most), _track([pair[1] for pair in totals], most)),
        tuple(Mark(LEFT, _height(level, most), str(level)) for level in _RULED),
        tuple(
            Mark(_across(place, last), HEIGHT - 6, number)
            for place, number in enumerate(numbers, 1)
            if (last - place) % step == 0
        ),
        f"{named}: {'; '.join(said)}.",
        _lead(game, numbers, (heads[0].name, heads[1].name)),
    )


def _track(totals: list[int], most: int) -> Track:
    last = len(totals) - 1
    marks = tuple(Mark(_across(place, last), _height(total, most), str(total)) for place, total in enumerate(totals))
    return Track(" ".join(f"{mark.x},{mark.y}" for mark in marks), marks[1:])


def _across(place: int, last: int) -> int:
    return LEFT + round((RIGHT - LEFT) * place / last)


def _height(total: int, most: int) -> int:
    return BOTTOM - round((BOTTOM - TOP) * total / most)


def _lead(game: Game, numbers: list[str], names: tuple[str, str]) -> str:
    """Since when the team that is ahead has been ahead."""
    if game.ahead is None:
        return f"Level after hand {numbers[-1]}."
    team, since = game.ahead
    if since == 0:
        return f"{names[team]} led from the first hand on."
    return f"{names[team]} took the lead for good in hand {numbers[since]}."
