"""The scorecard in plain text: the two columns as players keep them, 78 columns wide."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from clabber_audit.render.plain import WIDTH, foot, head, joined, wrapped
from clabber_audit.render.scorecard.card import Card, HandLine, Made, cards
from clabber_audit.scorecard.card import Game
from clabber_audit.table.cards import SUIT_SYMBOLS

#: Hand, dealer and maker; then for each team melds and belle, what the hand brought, and the total.
_HEAD: Final = 16
_EXTRAS: Final = 19
_POINTS: Final = 6
_TOTAL: Final = 6
_COLUMN: Final = _EXTRAS + _POINTS + _TOTAL


def card_text(
    games: Sequence[Game], *, symbols: bool = True, anonymous: bool = False, checkpoint: str | None = None
) -> str:
    """The scorecards of games, one after the other, ending with a newline; empty without a game.

    Without `symbols` our own words are plain ASCII. With `anonymous` no name is in it. A `checkpoint` is printed last.
    """
    shown = cards(games, anonymous=anonymous, checkpoint=checkpoint)
    return "\n\n".join(joined(_card(one, symbols), symbols) for one in shown)


def _card(shown: Card, symbols: bool) -> Iterator[str]:
    yield from head(f"Scorecard: {shown.title}", shown.context)
    yield from wrapped(shown.verdict)
    yield ""
    yield from _heads(shown)
    for row in shown.rows:
        yield from _row(row, symbols)
    yield "-" * WIDTH
    totals = [_column("", "", str(total)) for total in shown.totals]
    yield f"{'Total':<{_HEAD}}{totals[0]}{totals[1]}"
    if shown.notes or shown.race:
        yield ""
    for note in (*shown.notes, *((shown.race.lead,) if shown.race else ())):
        yield from wrapped(note, "  - ")
    yield from foot(shown.colophon)


def _heads(shown: Card) -> Iterator[str]:
    names = [textwrap.wrap(side.name, _COLUMN - 2, break_on_hyphens=False) for side in shown.sides]
    seats = tuple(side.seats for side in shown.sides)
    for left, right in [*zip(*_level(names), strict=True), *([seats] if any(seats) else [])]:
        yield f"{'':<{_HEAD}}{left:>{_COLUMN}}{right:>{_COLUMN}}"
    labels = _column("", "hand", "total")
    yield f"{'No.':>4} {'Deal':>4}  {'Made'}".ljust(_HEAD) + labels + labels
    yield "-" * WIDTH


def _level(columns: list[list[str]]) -> tuple[list[str], list[str]]:
    """Two columns of lines made equally long, filled up from above."""
    longest = max(map(len, columns))
    first, second = ([""] * (longest - len(lines)) + lines for lines in columns)
    return first, second


def _row(row: HandLine, symbols: bool) -> Iterator[str]:
    suit = SUIT_SYMBOLS[row.suit] if row.suit and symbols else row.suit
    dealer = f"{row.dealer}!" if row.wrong_dealer else row.dealer
    head = f"{row.number:>4}    {dealer}".ljust(11) + f"{row.maker} {suit}"
    columns = [_column(_beside(column), column.mark, column.total) for column in row.columns]
    yield head.ljust(_HEAD) + columns[0] + columns[1]
    for note in row.notes:
        yield from wrapped(note, "       ! ")


def _beside(made: Made) -> str:
    """What stands beside the points of a team: melds and belle; what the sheet says, which the notes say too."""
    beside = ", ".join([*made.extras, *filter(None, [made.sheet])])
    return beside if len(beside) <= _EXTRAS else ", ".join(made.extras)


def _column(extras: str, mark: str, total: str) -> str:
    return f"{extras:>{_EXTRAS}}{mark:>{_POINTS}}{total:>{_TOTAL}}"
