"""The scorecard in plain text: the columns of the sides as players keep them, 78 characters wide."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from clabber_audit.render.plain import WIDTH, foot, head, joined, wrapped
from clabber_audit.render.scorecard.card import Card, HandLine, Made, cards
from clabber_audit.scorecard.card import Game
from clabber_audit.table.cards import SUIT_SYMBOLS

#: The hand, its dealer and its maker.
_HEAD: Final = 16
#: The widest that a number of points or a total stands.
_NUMBER: Final = 6


class Column(NamedTuple):
    """How wide the column of a side is: what stands beside the points, what the hand brought, the total."""

    extras: int
    number: int

    @property
    def width(self) -> int:
        """All of it."""
        return self.extras + 2 * self.number

    def written(self, extras: str, mark: str, total: str) -> str:
        """What stands in it, on one line."""
        return f"{extras:>{self.extras}}{mark:>{self.number}}{total:>{self.number}}"


def _column(sides: int) -> Column:
    """The column of each of so many sides."""
    width = (WIDTH - _HEAD) // sides
    number = min(_NUMBER, width // 2)
    return Column(width - 2 * number, number)


def card_text(
    games: Sequence[Game], *, symbols: bool = True, anonymous: bool = False, checkpoint: str | None = None
) -> str:
    """The scorecards of games, one after the other, ending with a newline; empty without a game.

    Without `symbols` our own words are plain ASCII. With `anonymous` no name is in it. A `checkpoint` is printed last.
    """
    shown = cards(games, anonymous=anonymous, checkpoint=checkpoint)
    return "\n\n".join(joined(_card(one, symbols), symbols) for one in shown)


def _card(shown: Card, symbols: bool) -> Iterator[str]:
    column = _column(len(shown.sides))
    yield from head(f"Scorecard: {shown.title}", shown.context)
    yield from wrapped(shown.verdict)
    yield ""
    yield from _heads(shown, column)
    for row in shown.rows:
        yield from _row(row, column, symbols)
    yield "-" * WIDTH
    yield f"{'Total':<{_HEAD}}" + "".join(column.written("", "", str(total)) for total in shown.totals)
    if shown.notes or shown.race:
        yield ""
    for note in (*shown.notes, *((shown.race.lead,) if shown.race else ())):
        yield from wrapped(note, "  - ")
    yield from foot(shown.colophon)


def _heads(shown: Card, column: Column) -> Iterator[str]:
    names = [textwrap.wrap(side.name, column.width - 2, break_on_hyphens=False) for side in shown.sides]
    seats = [side.seats for side in shown.sides]
    for line in [*zip(*_level(names), strict=True), *([seats] if any(seats) else [])]:
        yield " " * _HEAD + "".join(f"{name:>{column.width}}" for name in line)
    # Where many play the columns are narrow.
    labels = column.written("", "hand", "total" if column.number >= _NUMBER else "all") * len(names)
    yield f"{'No.':>4} {'Deal':>4}  {'Made'}".ljust(_HEAD) + labels
    yield "-" * WIDTH


def _level(columns: list[list[str]]) -> list[list[str]]:
    """Columns of lines made equally long, filled up from above."""
    longest = max(map(len, columns))
    return [[""] * (longest - len(lines)) + lines for lines in columns]


def _row(row: HandLine, column: Column, symbols: bool) -> Iterator[str]:
    named = SUIT_SYMBOLS.get(row.suit, row.suit) if symbols else row.suit
    dealer = f"{row.dealer}!" if row.wrong_dealer else row.dealer
    head = f"{row.number:>4}    {dealer}".ljust(11) + f"{row.maker} {named}"
    sides = [column.written(_beside(made, column), made.mark, made.total) for made in row.columns]
    yield head.ljust(_HEAD) + "".join(sides)
    for note in row.notes:
        yield from wrapped(note, "       ! ")


def _beside(made: Made, column: Column) -> str:
    """What stands beside the points of a side: melds and belle; what the sheet says, which the notes say too."""
    told = [", ".join([*made.extras, *filter(None, [made.sheet])]), ", ".join(made.extras)]
    return next((text for text in told if len(text) <= column.extras), "")
