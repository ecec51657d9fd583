"""What is added up of a player or of two partners, hand by hand, and the rates that come of it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import NamedTuple


class Rate(NamedTuple):
    """So much of so many."""

    number: int
    of: int

    @property
    def share(self) -> float | None:
        """The one by the other; None of nothing."""
        return self.number / self.of if self.of else None


@dataclass(slots=True)
class Sums:
    """What the hands of somebody come to. Every count stands beside the hands in which it can be known."""

    #: Hands that count in a game, and what his side scored in them.
    hands: int = 0
    points: int = 0
    #: Of those that were played to the end: in which he made trumps and was not set, and was set.
    made: int = 0
    set: int = 0
    #: Hands of which it is known which melds counted; his melds, what they and his belles came to, and his belles.
    noted: int = 0
    melds: int = 0
    meld_points: int = 0
    belles: int = 0
    #: Hands of which it is known whether he reneged, and those in which the record leaves that open.
    judged: int = 0
    open: int = 0
    #: His proven reneges: called in time, and not.
    caught: int = 0
    uncalled: int = 0
    #: Claims that he made and did not take back, and those that were upheld.
    claims: int = 0
    upheld: int = 0
    #: How often he laid his hand down; how often that was good, and how often a trick could be lost.
    laid: int = 0
    laid_well: int = 0
    laid_badly: int = 0

    def add(self, other: Sums) -> None:
        """Add what others come to."""
        for name in NAMES:
            if number := getattr(other, name):
                setattr(self, name, getattr(self, name) + number)

    @property
    def average(self) -> Rate:
        """Points a hand."""
        return Rate(self.points, self.hands)

    @property
    def success(self) -> Rate:
        """How often he was not set when he made trumps."""
        return Rate(self.made, self.made + self.set)

    @property
    def reneges(self) -> Rate:
        """Proven reneges, called or not, by the hands in which one could be seen."""
        return Rate(self.caught + self.uncalled, self.judged)


#: What is added up.
NAMES = tuple(field.name for field in fields(Sums))
#: What of that is known of two partners together.
OF_PAIRS = ("hands", "points", "made", "set")
