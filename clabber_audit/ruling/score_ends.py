"""The ends of a score: the least and the most of it over all worlds, each found by parting the worlds.

Cards in tricks, melds and belle hang together: a ten that went to one side did not go to the other, a king of trumps
that fell early is no belle. So no part is guessed by itself; the whole is driven to its end, which is that of a world.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final, NamedTuple

from clabber_audit.evidence.unwritten import readings
from clabber_audit.evidence.verdicts import frame_of
from clabber_audit.evidence.worlds import Fits, Frame, World
from clabber_audit.evidence.worlds.farthest import Seen, farthest
from clabber_audit.evidence.worlds.question import only
from clabber_audit.evidence.worlds.taken import Taking
from clabber_audit.games.clabber.beside import melds_unrecorded
from clabber_audit.games.clabber.melds import BELLE
from clabber_audit.games.clabber.scoring import RENEGE, settle
from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.record.places import fill
from clabber_audit.replay import Walk, laid_down_by
from clabber_audit.ruling.open_melds import Extras, OpenMelds
from clabber_audit.table.cards import SEATING, SEATS
from clabber_audit.table.seating import Scores


class Case(NamedTuple):
    """A suit that may be trumps, and who made them."""

    walk: Walk
    melds: OpenMelds
    makers: int

    @property
    def frame(self) -> Frame:
        """What is open about the hand under the suit."""
        return self.melds.frame

    def knowing(self, fell: tuple[int, int] | None) -> Case:
        """The same when it is known which card fell at a clock."""
        if fell is None:
            return self
        return self._replace(melds=self.melds._replace(frame=self.frame.knowing(*fell)))


class _Part(NamedTuple):
    """Some of the worlds of a case, with the tricks of which it was settled whether the team counted takes them."""

    case: Case
    fits: Fits
    settled: dict[int, bool]


def cases_of(walk: Walk, law: BoundRuleset, team: int | None = None, stop: int = -1) -> Iterator[Case]:
    """The suits that may be trumps, each with those who may have made them and the melds that may have been called."""
    makers = range(len(SEATING.sides)) if walk.makers is None and team is None else [walk.makers or 0]
    for one in (reading for supposed in walk.under_each_trump for reading in readings(supposed)):
        melds = OpenMelds(one, frame_of(one), law, team, stop)
        for side in makers:
            yield Case(one, melds, side)
            if team is not None and melds_unrecorded(one):
                yield Case(one, melds._replace(called=True), side)


class Ends(NamedTuple):
    """The least and the most of something, and whether worlds reach both."""

    low: int
    high: int
    reached: bool


# An aim is one end of what is asked for: the most, or with a `sign` of -1 the least.


class Taken(NamedTuple):
    """What a team takes in tricks."""

    team: int
    sign: int

    def value(self, case: Case, taken: Scores, extras: Extras) -> int:
        """What it is in a world, by what was taken there and what melds and belles count."""
        return taken[self.team]

    def corner(self, case: Case, taken: Scores, low: Extras, high: Extras) -> int:
        """What it cannot go beyond, by bounds of both."""
        return taken[self.team]


class Counted(NamedTuple):
    """What melds or belles, by their places among the extras, count together."""

    places: tuple[int, ...]
    sign: int

    def value(self, case: Case, taken: Scores, extras: Extras) -> int:
        """What it is in a world, by what was taken there and what melds and belles count."""
        return _together(extras, self.places)

    def corner(self, case: Case, taken: Scores, low: Extras, high: Extras) -> int:
        """What it cannot go beyond, by bounds of both."""
        return self.value(case, taken, high if self.sign > 0 else low)


class Scored(NamedTuple):
    """What a team scores."""

    team: int
    sign: int

    def value(self, case: Case, taken: Scores, extras: Extras) -> int:
        """What it is in a world, by what was taken there and what melds and belles count."""
        totals = tuple(own + _together(extras, of_team(team)) for team, own in enumerate(taken))
        return settle(totals, case.makers)[self.team]

    def corner(self, case: Case, taken: Scores, low: Extras, high: Extras) -> int:
        """What it cannot go beyond, by bounds of both."""
        # A side scores the more, the more it makes itself and the less the other side does.
        own, other = (high, low) if self.sign > 0 else (low, high)
        places = of_team(self.team)
        mixed = [(own if place in places else other)[place] for place in range(len(low))]
        return self.value(case, taken, tuple(mixed))


Aim = Taken | Counted | Scored


def of_team(team: int) -> tuple[int, ...]:
    """The places of a team's melds and belles among the extras."""
    seats = SEATING.seats_of(team)
    return (*seats, *(len(SEATS) + seat for seat in seats))


def _together(extras: Extras, places: Sequence[int]) -> int:
    """What some of them count together, of the belle, which one seat at most has, no more than one."""
    belle = sum(extras[place] for place in places if place >= len(SEATS))
    return sum(extras[place] for place in places if place < len(SEATS)) + min(belle, BELLE)


def ends_of(cases: Sequence[Case], aim: Callable[[int], Aim]) -> Ends | None:
    """The least and the most of what an aim made of a sign asks for."""
    found = []
    for sign in (-1, 1):
        asked = aim(sign)
        parts = [_Part(case, fits, {}) for case in cases for fits in case.frame.starts()]
        far = farthest(parts, partial(_look, asked), _MOST)
        if far is None:
            return None
        found.append(far)
    low, high = found
    return Ends(-low.bound, high.bound, low.bound == low.reached and high.bound == high.reached)


#: More than any hand can score.
_MOST: Final = 10_000


def _look(aim: Aim, part: _Part) -> Seen[_Part] | None:
    """A world of a part, and what none of its worlds goes beyond; None where it has none."""
    case, fits = part.case, part.fits
    tricks = None if isinstance(aim, Counted) else _Tricks(case, aim.team, aim.sign)
    filling = tricks.taking.filling(fits, part.settled, tricks.sign) if tricks else fill(fits)
    if filling is None:
        return None
    world = case.frame.world(filling)
    extras = _NONE if isinstance(aim, Taken) else case.melds.in_world(world)
    low, high = (extras, extras) if isinstance(aim, Taken) else case.melds.between(fits, extras)
    taken = tricks.by_side(tricks.taking.in_world(world)) if tricks else _NOTHING
    supposed = tricks.by_side(tricks.taking.supposed(world, part.settled, tricks.sign)) if tricks else _NOTHING
    return Seen(
        aim.sign * aim.corner(case, supposed, low, high),
        aim.sign * aim.value(case, taken, extras),
        partial(_parts, part, aim.sign, tricks, world, extras),
        _COST + len(fits) ** 2,
    )


_NOTHING: Final[Scores] = (0,) * len(SEATING.sides)
_NONE: Final[Extras] = (0,) * (2 * len(SEATS))
#: What it costs to look at a world, beside what the filling of its places does.
_COST: Final = 60


@dataclass(frozen=True)
class _Tricks:
    """The tricks of a case, of which a team is to take the most, or with a `sign` of -1 the least."""

    case: Case
    team: int
    wanted: int

    @cached_property
    def layer(self) -> int | None:
        """The team that laid down, which takes all that is left."""
        seat = laid_down_by(self.case.walk.hand)
        return None if seat is None else SEATING.side_of[seat]

    @cached_property
    def counted(self) -> int:
        """The team whose tricks are counted."""
        return self.team if self.layer is None else SEATING.others(self.layer)[0]

    @cached_property
    def taking(self) -> Taking:
        """What the team takes; of one that laid down what is left to its opponents."""
        counted = self.counted
        teams = enumerate(self.case.walk.fell.teams)
        return Taking(self.case.frame, counted, {trick: team == counted for trick, team in teams if team is not None})

    @property
    def sign(self) -> int:
        """Whether the team counted is to take the most or the least."""
        return -self.wanted if self.team == self.layer else self.wanted

    def by_side(self, taken: int) -> Scores:
        """What each side takes when the one counted takes so much: together 152 and ten for the last trick (R-008)."""
        return tuple(taken if side == self.counted else RENEGE - taken for side in range(len(SEATING.sides)))


def _parts(part: _Part, sign: int, tricks: _Tricks | None, world: World, here: Extras) -> Iterator[_Part]:
    """A part in smaller parts: by who takes a trick, by a card that tells of a meld, or by any card that is open."""
    case, fits, settled = part
    trick = tricks.taking.amiss(world, settled, tricks.sign) if tricks else None
    if tricks and trick is not None:
        taken = tricks.sign > 0
        yield part._replace(settled={**settled, trick: not taken})
        for narrower in tricks.taking.ways(fits, trick, taken):
            yield _Part(case, narrower, {**settled, trick: taken})
        return
    found = False
    for narrower in case.melds.ways(fits, world, here, sign):
        found = True
        yield part._replace(fits=narrower)
    if found:
        return
    number = next((number for number, mask in enumerate(fits) if mask.bit_count() > 1), None)
    if number is not None:
        card = fits[number] & -fits[number]
        yield part._replace(fits=only(fits, [number], ~card))
        yield part._replace(fits=only(fits, [number], card))
