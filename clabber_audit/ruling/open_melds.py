"""Melds and belle of a hand in which cards are not known: what they count in a world, and at least and at most in all.

Whether a belle counts hangs on where king and queen of trumps lay; what a hand could still have declared, on all of its
cards. Both are narrowed down card by card until nothing is open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from clabber_audit.evidence.asking import ask
from clabber_audit.evidence.worlds import Fits, Frame, World
from clabber_audit.evidence.worlds.question import only
from clabber_audit.games.clabber.beside import melds_of
from clabber_audit.games.clabber.melds import BELLE, POINTS, Meld, belle_cards, best, within
from clabber_audit.games.clabber.scoring import Points
from clabber_audit.games.clabber.tally import Counted, all_called
from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.record.places import among
from clabber_audit.replay import Walk, laid_down_by, replay
from clabber_audit.ruling.tally import as_played, entitled
from clabber_audit.table.cards import DECK, DECK_SIZE, SEATS, team_of
from clabber_audit.table.moments import PENDING, SCORED

#: What the melds of each seat count, then what its belle does.
Extras = tuple[int, ...]
_PLAYERS: Final = len(SEATS)
_NOTHING: Final = (0,) * _PLAYERS


def in_world(walk: Walk, world: World) -> Walk:
    """The walk through a hand in one of its worlds."""
    hand = walk.hand._replace(cards=list(world.cards), dealt=world.dealt, hidden=_NOTHING, piles=(), inferred=())
    return replay(hand, walk.order, world.strain)


def played_in(walk: Walk, law: BoundRuleset, world: World) -> tuple[Points, ...] | None:
    """What both teams made in one of the worlds of a hand."""
    whole = in_world(walk, world)
    return as_played(whole, ask(whole, law), law).points


class Holding(NamedTuple):
    """What a seat was dealt as far as it is known: what it certainly had, what it may have had, how many are open."""

    sure: int
    possible: int
    open: int


class OpenMelds(NamedTuple):
    """What is open about the melds and belles of a hand under a trump suit.

    As they count in play; where play was stopped at a clock, as the innocent `team` counts them (D-38, D-41).
    """

    walk: Walk
    frame: Frame
    law: BoundRuleset
    team: int | None = None
    stop: int = -1
    #: Whether the innocents called all that they could before the stop, where nobody recorded melds.
    called: bool = False

    def in_world(self, world: World) -> Extras:
        """What they count in a world."""
        walk = in_world(self.walk, world)
        findings = ask(walk, self.law) if walk.hand.record.melds else []
        counted: Sequence[Counted]
        if self.called and self.team is not None:
            counted = all_called(walk, self.law.toggles, self.team, self.stop)
        elif self.team is not None:
            counted = entitled(walk, findings, self.law, self.team, self.stop)
        else:
            counted = [item for item in as_played(walk, findings, self.law).melds if item.scores]
        points = [0] * (2 * _PLAYERS)
        for item in counted:
            points[item.seat + (0 if item.meld else _PLAYERS)] += item.points
        return tuple(points)

    @property
    def open(self) -> bool:
        """Whether anything can be open about them."""
        fits = list(self.frame.fits)
        return self._belle_open(fits) or any(not self._settled(fits, seat) for seat in self._seats)

    def between(self, fits: Fits, here: Extras) -> tuple[Extras, Extras]:
        """The least and the most they can count, where they count `here` in one of the worlds left."""
        low, high = list(here), list(here)
        loose = [seat for seat in self._seats if not self._settled(fits, seat)]
        for seat in range(_PLAYERS) if loose and self._compared else loose:
            low[seat], high[seat] = self._melds_between(fits, seat, here[seat])
        if self._belle_open(fits):
            for seat in self._callers:
                low[_PLAYERS + seat], high[_PLAYERS + seat] = 0, BELLE * self._may_hold_both(fits, seat)
        return tuple(low), tuple(high)

    def ways(self, fits: Fits, world: World, here: Extras, sign: int) -> Iterator[Fits]:
        """The worlds left, parted by one card that tells why this one, which counts `here`, falls short of the bound.

        Last comes the part where the bound may be reached: what comes last is looked at first.
        """
        bound = self.between(fits, here)[sign > 0]
        short = [place for place, value in enumerate(here) if value != bound[place]]
        if self._belle_open(fits) and (not short or min(short) >= _PLAYERS):
            yield from self._by_belle(fits, sign)
            return
        for seat in sorted(self._seats, key=lambda seat: seat not in short):
            card = self._telling(fits, seat, world, sign)
            if card:
                own = self.frame.own(seat)
                yield from (only(fits, own, ~card), among(fits, own, card))[::sign]
                return

    def _by_belle(self, fits: Fits, sign: int) -> Iterator[Fits]:
        """The worlds left, parted by where king or queen of trumps lay."""
        card = next(card for card in self._belle if len(self._where(fits, card)) > 1)
        callers = self._callers if sign > 0 else []
        for lying in sorted(self._where(fits, card), key=lambda lying: (lying[0] in callers, lying)):
            numbers = [number for number, place in enumerate(self.frame.places) if self._lying(*place) == lying]
            yield among(fits, numbers, card)

    @property
    def _seats(self) -> list[int]:
        """The seats whose melds hang on cards that are not known."""
        walk, toggles = self.walk, self.law.toggles
        hidden = [seat for seat in range(_PLAYERS) if walk.hand.hidden[seat]]
        called = {entry.seat for entry in melds_of(walk).entries}
        if self.team is not None:
            own = [seat for seat in hidden if team_of(seat) == self.team or self._compared]
            return [seat for seat in own if seat in called or self._fresh(seat)]
        if not (toggles.must_declare_all or toggles.unshown_blocks):
            called = {entry.seat for entry in melds_of(walk).entries if not (entry.cards or toggles.show_required)}
        return [seat for seat in hidden if seat in called]

    @property
    def _compared(self) -> bool:
        """Whether the melds of one seat decide if those of another count."""
        return self.team is None or self.law.toggles.renege_outranked_meld == "ignore"

    def _fresh(self, seat: int) -> bool:
        """Whether a seat counts the best its hand holds, as one does that had not played when play was stopped."""
        rule, clocks = self.law.toggles.renege_meld, self.walk.clocks(seat)
        fresh = not clocks or clocks[0] >= self.stop
        if self.called and not fresh:
            return team_of(seat) == self.team
        return self.team is not None and (rule == "held" or (rule == "entitled" and fresh))

    def _melds_between(self, fits: Fits, seat: int, here: int) -> tuple[int, int]:
        """The least and the most that the melds of a seat can count."""
        if self._fresh(seat):
            least = 0 if self._compared else _points(best(self._holding(fits, seat).sure, self.law.toggles.four_tens))
            return least, self._most(fits, seat)
        return 0, max(here, self._most_called(fits, seat))

    def _most_called(self, fits: Fits, seat: int) -> int:
        """The most that what a seat called in time can count, of melds that its hand may hold."""
        holding = self._holding(fits, seat)
        possible = within(holding.possible, self.law.toggles.four_tens)
        kinds = {meld.kind for meld in possible if (meld.cards & ~holding.sure).bit_count() <= holding.open}
        by = SCORED if self.team is None else self.stop
        laid = laid_down_by(self.walk.hand) == seat
        own = [entry for entry in melds_of(self.walk).entries if entry.seat == seat]
        called = [entry for entry in own if entry.announced <= by or (laid and entry.announced == PENDING)]
        return sum(POINTS[entry.kind] for entry in called if entry.kind in kinds)

    def _most(self, fits: Fits, seat: int) -> int:
        holding = self._holding(fits, seat)
        return most_melded(holding.sure, holding.possible, holding.open, self.law.toggles.four_tens)

    def _holding(self, fits: Fits, seat: int) -> Holding:
        own = elsewhere = count = 0
        for place, mask in zip(self.frame.places, fits, strict=True):
            if place.seat == seat:
                own, count = own | mask, count + 1
            else:
                elsewhere |= mask
        placed = self.frame.sure(seat, -1)
        sure = own & ~elsewhere & DECK
        return Holding(placed | sure, placed | (own & DECK), count - sure.bit_count())

    def _settled(self, fits: Fits, seat: int) -> bool:
        """Whether all that a seat was dealt is certain."""
        holding = self._holding(fits, seat)
        return holding.sure == holding.possible

    def _telling(self, fits: Fits, seat: int, world: World, sign: int) -> int:
        """A card of which it is open whether a seat had it, of the meld that is to be had or to be done without."""
        holding, four_tens = self._holding(fits, seat), self.law.toggles.four_tens
        loose = holding.possible & ~holding.sure
        if not loose:
            return 0
        called = (
            set(POINTS)
            if self._fresh(seat)
            else {entry.kind for entry in melds_of(self.walk).entries if entry.seat == seat}
        )
        melds = [meld for meld in within(holding.possible, four_tens) if meld.kind in called]
        wanted = sorted(melds, key=lambda meld: -meld.points)
        had = [meld for meld in melds if not meld.cards & ~world.dealt[seat]]
        for meld in [*wanted, *had] if sign > 0 else [*had, *wanted]:
            missing = meld.cards & loose
            if missing and missing.bit_count() <= holding.open:
                return missing & -missing
        return loose & -loose

    @property
    def _belle(self) -> tuple[int, int]:
        both = belle_cards(self.frame.strain.trump)
        return both & -both, both & (both - 1)

    @property
    def _callers(self) -> list[int]:
        """The seats that may count a belle, if they had one."""
        record, toggles = self.walk.hand.record, self.law.toggles
        if self.team is not None:
            return [seat for seat in range(_PLAYERS) if team_of(seat) == self.team]
        if record.melds is None:
            return []
        called = {call.seat for call in melds_of(self.walk).belle_calls}
        return [seat for seat in range(_PLAYERS) if seat in called or not toggles.belle_needs_call]

    def _lying(self, seat: int, clock: int) -> tuple[int, int]:
        """How a card of a belle lay: with whom, and when it fell as far as that matters."""
        if self.team is None or self.called or melds_of(self.walk).belle_calls:
            return seat, clock
        # Nobody having called one, a belle counts that was still whole when play was stopped.
        return seat, int(clock < self.stop)

    def _where(self, fits: Fits, card: int) -> set[tuple[int, int]]:
        """The ways in which a card of a belle may have lain; one where it is certain."""
        if card in self.frame.cards:
            clock = self.frame.cards.index(card)
            return {self._lying(self.frame.hand.seats[clock], clock)}
        found = {self._lying(*place) for place, mask in zip(self.frame.places, fits, strict=True) if mask & card}
        return found or {self._lying(seat, DECK_SIZE) for seat, kept in enumerate(self.frame.kept) if kept & card}

    def _may_hold_both(self, fits: Fits, seat: int) -> bool:
        return all(any(who == seat for who, _ in self._where(fits, card)) for card in self._belle)

    def _belle_open(self, fits: Fits) -> bool:
        """Whether it hangs on cards not known if somebody counts a belle."""
        unsettled = any(len(self._where(fits, card)) > 1 for card in self._belle)
        return unsettled and any(self._may_hold_both(fits, seat) for seat in self._callers)


def _points(melds: Sequence[Meld]) -> int:
    return sum(meld.points for meld in melds)


@lru_cache(maxsize=4096)
def most_melded(sure: int, possible: int, loose: int, four_tens: bool) -> int:
    """The most that the melds of a hand can count: of what it may hold, with so many cards open. Two at the most."""
    fitting = [meld for meld in within(possible, four_tens) if (meld.cards & ~sure).bit_count() <= loose]
    size = sure.bit_count() + loose
    together = [
        one.points + other.points
        for one, other in combinations(fitting, 2)
        if not one.cards & other.cards
        and (one.cards | other.cards).bit_count() <= size
        and ((one.cards | other.cards) & ~sure).bit_count() <= loose
    ]
    return max([*together, *(meld.points for meld in fitting)], default=0)
