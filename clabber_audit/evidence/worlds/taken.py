"""What a side can have taken in tricks: the cards in them by who wins them, over all worlds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from clabber_audit.evidence.worlds.frame import Fits, Frame, World
from clabber_audit.evidence.worlds.tricks import won_by
from clabber_audit.games.clabber.ranking import LAST_TRICK
from clabber_audit.record.heaviest import heaviest
from clabber_audit.replay import standing
from clabber_audit.table.seating import Seating


class Taking(NamedTuple):
    """What a team takes in the complete tricks of a frame, with ten for the sixth (R-008, R-038)."""

    frame: Frame
    team: int
    #: The tricks whose taker is known, by number from 0, and whether that is the team.
    known: Mapping[int, bool]

    def in_world(self, world: World) -> int:
        """What it takes in a world."""
        return sum(self._worth(world, trick) for trick in self._tricks if self._won(world, trick))

    def filling(self, fits: Fits, settled: Mapping[int, bool], sign: int) -> list[int] | None:
        """The filling in which the team takes most, or least with a `sign` of -1, if all open tricks fall so."""
        value = {card: sign * points for card, points in self.frame.strain.value.items()}
        counting = [
            place.clock < self._end and self._counts(self._seating.trick_of(place.clock) - 1, settled, sign)
            for place in self.frame.places
        ]
        return heaviest(fits, counting, value)

    def supposed(self, world: World, settled: Mapping[int, bool], sign: int) -> int:
        """What it would take in a world if all open tricks fell so."""
        return sum(self._worth(world, trick) for trick in self._tricks if self._counts(trick, settled, sign))

    def amiss(self, world: World, settled: Mapping[int, bool], sign: int) -> int | None:
        """The trick worth most that did not fall so in a world; None when all did."""
        tricks = [trick for trick in self._tricks if self._won(world, trick) is not self._counts(trick, settled, sign)]
        return max(tricks, key=lambda trick: self._worth(world, trick), default=None)

    def ways(self, fits: Fits, trick: int, taken: bool) -> Iterator[Fits]:
        """The ways in which the team takes a trick, or its opponents do."""
        clocks = self._seating.clocks_of(trick + 1)
        for clock in clocks:
            if (self._seating.side_of[self.frame.hand.seats[clock]] == self.team) is taken:
                yield from won_by(self.frame, fits, clocks.start, clock)

    @property
    def _seating(self) -> Seating:
        return self.frame.hand.seating

    @property
    def _end(self) -> int:
        return self._seating.lead_of(len(self.frame.cards))

    @property
    def _tricks(self) -> range:
        return range(self._end // self._seating.width)

    def _counts(self, trick: int, settled: Mapping[int, bool], sign: int) -> bool:
        """Whether a trick is the team's: as known or settled, else as it is wanted."""
        return settled.get(trick, self.known.get(trick, sign > 0))

    def _won(self, world: World, trick: int) -> bool:
        clocks = self._seating.clocks_of(trick + 1)
        best = standing(world.cards[clocks.start : clocks.stop], world.strain).best
        return self._seating.side_of[self.frame.hand.seats[clocks[best]]] == self.team

    def _worth(self, world: World, trick: int) -> int:
        value = world.strain.value
        clocks = self._seating.clocks_of(trick + 1)
        cards, last = world.cards[clocks.start : clocks.stop], clocks.stop == self._seating.end
        return sum(map(value.__getitem__, cards)) + (LAST_TRICK if last else 0)
