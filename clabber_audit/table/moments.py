"""The clock of a hand: how many cards lie played, with words for the moments before the first and after the last.

On paper a clock is one of the words or the number of cards; inside it is always an integer, so that moments compare.
"""

from __future__ import annotations

from typing import Final, Literal

Word = Literal["deal", "declaring", "turned", "scored"]

DEAL: Final = -2
DECLARING: Final = -1
#: The last trick has been turned over: later than any card, of however many cards there are.
TURNED: Final = 97
#: The hand's score has been written.
SCORED: Final = 98
#: Later than any moment: what the hand has not come to yet, and what never happened.
PENDING: Final = 100
NEVER: Final = 101
#: When nobody wrote it down: perhaps never, perhaps at any moment.
UNWRITTEN: Final = 102

_NUMBER: Final[dict[str, int]] = {"deal": DEAL, "declaring": DECLARING, "turned": TURNED, "scored": SCORED}
_WORD: Final[dict[int, str]] = {number: word for word, number in _NUMBER.items()}


def number(clock: int | str) -> int:
    """The comparable integer of a clock as it stands in a record."""
    return clock if isinstance(clock, int) else _NUMBER[clock]


def on_paper(clock: int) -> int | str:
    """A clock as records and rulings write it: the number of cards or one of the four words."""
    return _WORD.get(clock, clock)
