"""Score ranges over all completions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial, reduce
from itertools import combinations, islice, product
from operator import or_
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.cards.cards import DECK, DECK_SIZE, PENDING, SCORED, SEATING, SEATS, team_of
from clabber_audit.cards.seating import Scores
from clabber_audit.evidence.budget import Budget, Spent, within
from clabber_audit.evidence.completions import (
    BellePlaced,
    CompletionQuestion,
    MeldHeld,
    SearchNode,
    TricksTaken,
    TrumpFrame,
    find_completion,
    limited,
    search_bound,
    won_by,
)
from clabber_audit.evidence.evaluate import evaluate_record, frame_of, readings_unwritten
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.melds import (
    Belle,
    MeldCards,
    belle_cards,
    best,
    called_points,
    melds_of,
    melds_unrecorded,
)
from clabber_audit.games.clabber.melds import within as within_melds
from clabber_audit.games.clabber.scoring import (
    WHOLE,
    Counted,
    Denied,
    Tally,
    TeamPoints,
    all_called,
    is_set,
    renege_price,
    settle,
)
from clabber_audit.games.clabber.scoring import as_played as points_as_played
from clabber_audit.games.clabber.scoring import entitled as innocent_melds
from clabber_audit.games.clabber.toggles import MeldValues, Toggles
from clabber_audit.judge.remedies import Range
from clabber_audit.records.partial_deal import KEPT, Candidates, Completion, fill, restrict_card
from clabber_audit.replay import Replay, replay_hand
from clabber_audit.replay.events import laid_down_by
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.infraction import Infraction, Trait
from clabber_audit.rules.infractions import infractions


def as_played(replay: Replay, findings: Sequence[Finding], law: BoundRuleset) -> Tally:
    """Return the points of the hand as played. Melds count unless an infraction denies them."""
    return points_as_played(replay, _denied(findings, law.toggles), law.toggles)


def entitled(
    replay: Replay, findings: Sequence[Finding], law: BoundRuleset, team: int, stop: int
) -> tuple[Counted, ...]:
    """Return the melds that innocents score when play is stopped at a clock."""
    denied = _denied([finding for finding in findings if finding.precedes(stop)], law.toggles)
    return innocent_melds(replay, denied, law.toggles, team, stop)


def denies_belle(infraction: Infraction[Any]) -> bool:
    """Return True if a finding of it denies the belle of its seat."""
    return Trait.DENIES_MELD in infraction.traits and Belle in infraction.events


_NO_DENIALS: Final = Denied()


def _denied(findings: Sequence[Finding], toggles: Any) -> Denied:
    """Return the melds and belles that some findings deny."""
    if not findings:
        return _NO_DENIALS
    book = infractions()
    named = [(finding, book[finding.infraction]) for finding in findings]
    about = [
        (finding.meld, one)
        for finding, one in named
        if finding.meld is not None and finding.verdict == "proven"
    ]
    return Denied(
        frozenset(meld for meld, one in about if Trait.DENIES_MELD in one.traits),
        frozenset(meld for meld, one in about if Trait.DENIES_UNSHOWN in one.traits),
        frozenset(finding.seat for finding, one in named if denies_belle(one)),
        any(
            finding.verdict != "proven" and one.leaves_score_open(finding.facts, toggles)
            for finding, one in named
        ),
    )


#: Points of the melds by seat, then of the belle by seat.
Extras = tuple[int, ...]
_PLAYERS: Final = len(SEATS)
_SIDES: Final = range(len(SEATING.sides))
_NONE_HIDDEN: Final = (0,) * _PLAYERS


def replay_in(replay: Replay, completion: Completion) -> Replay:
    """Return the replay of a hand in one of its completions."""
    hand = replay.hand._replace(
        cards=list(completion.cards), dealt=completion.dealt, hidden=_NONE_HIDDEN, piles=(), inferred=()
    )
    return replay_hand(hand, replay.order, completion.strain)


class PartialHand(NamedTuple):
    """Partial hand: certain cards, possible cards, number unknown."""

    sure: int
    possible: int
    open: int


class OpenMelds(NamedTuple):
    """Undetermined melds and belles of a hand under a trump suit.

    They count as in play; if play was stopped at a clock, for the innocent `team` (D-38, D-41).
    """

    replay: Replay
    frame: TrumpFrame
    law: BoundRuleset
    team: int | None = None
    stop: int = -1
    #: True to assume that the innocents called all they could before the stop, if no melds were recorded.
    called: bool = False

    def in_completion(self, completion: Completion) -> Extras:
        """Return their points in a completion."""
        replay = replay_in(self.replay, completion)
        findings = evaluate_record(replay, self.law) if replay.hand.record.melds else []
        counted: Sequence[Counted]
        if self.called and self.team is not None:
            counted = all_called(replay, self.law.toggles, self.team, self.stop)
        elif self.team is not None:
            counted = entitled(replay, findings, self.law, self.team, self.stop)
        else:
            counted = [item for item in as_played(replay, findings, self.law).melds if item.scores]
        points = [0] * (2 * _PLAYERS)
        for item in counted:
            points[item.seat + (0 if item.meld else _PLAYERS)] += item.points
        return tuple(points)

    @property
    def open(self) -> bool:
        """True if any of them can be undetermined."""
        fits = list(self.frame.fits)
        return self._belle_open(fits) or any(not self._settled(fits, seat) for seat in self._seats)

    def between(self, fits: Candidates, here: Extras) -> tuple[Extras, Extras]:
        """Return bounds on their points, given the points `here` in one of the completions left."""
        low, high = list(here), list(here)
        loose = [seat for seat in self._seats if not self._settled(fits, seat)]
        for seat in range(_PLAYERS) if loose and self._compared else loose:
            low[seat], high[seat] = self._melds_between(fits, seat, here[seat])
        if self._belle_open(fits):
            for seat in self._callers:
                low[_PLAYERS + seat] = 0
                high[_PLAYERS + seat] = self.law.toggles.meld_belle * self._may_hold_both(fits, seat)
        return tuple(low), tuple(high)

    def ways(self, fits: Candidates, completion: Completion, here: Extras, sign: int) -> Iterator[Candidates]:
        """Yield the completions left, split by one card that explains why this one falls short of the bound.

        The part that may reach the bound comes last, since the last is searched first.
        """
        bound = self.between(fits, here)[sign > 0]
        short = [place for place, value in enumerate(here) if value != bound[place]]
        if self._belle_open(fits) and (not short or min(short) >= _PLAYERS):
            yield from self._by_belle(fits, sign)
            return
        for seat in sorted(self._seats, key=lambda seat: seat not in short):
            card = self._deciding_card(fits, seat, completion, sign)
            if card:
                own = self.frame.own(seat)
                yield from (limited(fits, own, ~card), restrict_card(fits, own, card))[::sign]
                return

    def _by_belle(self, fits: Candidates, sign: int) -> Iterator[Candidates]:
        """Yield the completions left, split by the place of king or queen of trumps."""
        card = next(card for card in self._belle if len(self._where(fits, card)) > 1)
        callers = self._callers if sign > 0 else []
        for lying in sorted(self._where(fits, card), key=lambda lying: (lying[0] in callers, lying)):
            numbers = [
                number for number, place in enumerate(self.frame.places) if self._lying(*place) == lying
            ]
            yield restrict_card(fits, numbers, card)

    @property
    def _seats(self) -> list[int]:
        """Seats whose melds depend on unknown cards."""
        replay, toggles = self.replay, self.law.toggles
        hidden = [seat for seat in range(_PLAYERS) if replay.hand.hidden[seat]]
        entries = melds_of(replay).entries
        if self.team is None and not (toggles.must_declare_all or toggles.unshown_blocks):
            entries = [entry for entry in entries if not (entry.cards or toggles.show_required)]
        called = {entry.seat for entry in entries}
        if self.team is None:
            return [seat for seat in hidden if seat in called]
        own = [seat for seat in hidden if team_of(seat) == self.team or self._compared]
        return [seat for seat in own if seat in called or self._fresh(seat)]

    @property
    def _compared(self) -> bool:
        """True if the melds of one seat decide whether those of another count."""
        return self.team is None or self.law.toggles.renege_outranked_meld == "ignore"

    def _fresh(self, seat: int) -> bool:
        """Return True if a seat counts its best melds, as one that had not played when play was stopped."""
        rule, clocks = self.law.toggles.renege_meld, self.replay.clocks(seat)
        fresh = not clocks or clocks[0] >= self.stop
        if self.called and not fresh:
            return team_of(seat) == self.team
        return self.team is not None and (rule == "held" or (rule == "entitled" and fresh))

    def _melds_between(self, fits: Candidates, seat: int, here: int) -> tuple[int, int]:
        """Return bounds on the meld points of a seat."""
        if not self._fresh(seat):
            return 0, max(here, self._most_called(fits, seat))
        holding, values = self._holding(fits, seat), self.law.toggles.melds
        least = 0 if self._compared else sum(meld.points for meld in best(holding.sure, values))
        return least, most_melded(holding.sure, holding.possible, holding.open, values)

    def _most_called(self, fits: Candidates, seat: int) -> int:
        """Return the maximum for the timely calls of a seat, over melds that its hand may hold."""
        holding = self._holding(fits, seat)
        possible = within_melds(holding.possible, self.law.toggles.melds)
        kinds = {meld.kind for meld in possible if (meld.cards & ~holding.sure).bit_count() <= holding.open}
        by = SCORED if self.team is None else self.stop
        laid = laid_down_by(self.replay.hand) == seat
        own = [entry for entry in melds_of(self.replay).entries if entry.seat == seat]
        called = [entry for entry in own if entry.announced <= by or (laid and entry.announced == PENDING)]
        return sum(
            called_points(entry.kind, self.law.toggles.melds) for entry in called if entry.kind in kinds
        )

    def _holding(self, fits: Candidates, seat: int) -> PartialHand:
        own = elsewhere = count = 0
        for place, mask in zip(self.frame.places, fits, strict=True):
            if place.seat == seat:
                own, count = own | mask, count + 1
            else:
                elsewhere |= mask
        placed = self.frame.sure(seat, -1)
        sure = own & ~elsewhere & DECK
        return PartialHand(placed | sure, placed | (own & DECK), count - sure.bit_count())

    def _settled(self, fits: Candidates, seat: int) -> bool:
        """Return True if a dealt hand is certain."""
        holding = self._holding(fits, seat)
        return holding.sure == holding.possible

    def _deciding_card(self, fits: Candidates, seat: int, completion: Completion, sign: int) -> int:
        """Return an uncertain card of a seat that decides a meld."""
        holding, values = self._holding(fits, seat), self.law.toggles.melds
        loose = holding.possible & ~holding.sure
        if not loose:
            return 0
        called = {entry.kind for entry in melds_of(self.replay).entries if entry.seat == seat}
        possible = within_melds(holding.possible, values)
        melds = [meld for meld in possible if self._fresh(seat) or meld.kind in called]
        wanted = sorted(melds, key=lambda meld: -meld.points)
        had = [meld for meld in melds if not meld.cards & ~completion.dealt[seat]]
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
        """Seats that may count a belle, if they had one."""
        record, toggles = self.replay.hand.record, self.law.toggles
        if self.team is not None:
            return [seat for seat in range(_PLAYERS) if team_of(seat) == self.team]
        if record.melds is None:
            return []
        called = {call.seat for call in melds_of(self.replay).belle_calls}
        return [seat for seat in range(_PLAYERS) if seat in called or not toggles.belle_needs_call]

    def _lying(self, seat: int, clock: int) -> tuple[int, int]:
        """Return the holder of a card of a belle and its clock, if the clock matters."""
        if self.team is None or self.called or melds_of(self.replay).belle_calls:
            return seat, clock
        # An uncalled belle counts if it was still whole when play was stopped.
        return seat, int(clock < self.stop)

    def _where(self, fits: Candidates, card: int) -> set[tuple[int, int]]:
        """Return the possible positions of a card of a belle."""
        if card in self.frame.cards:
            clock = self.frame.cards.index(card)
            return {self._lying(self.frame.hand.seats[clock], clock)}
        results = {
            self._lying(*place) for place, mask in zip(self.frame.places, fits, strict=True) if mask & card
        }
        return results or {
            self._lying(seat, DECK_SIZE) for seat, kept in enumerate(self.frame.kept) if kept & card
        }

    def _may_hold_both(self, fits: Candidates, seat: int) -> bool:
        return all(any(who == seat for who, _ in self._where(fits, card)) for card in self._belle)

    def _belle_open(self, fits: Candidates) -> bool:
        """Return True if unknown cards decide whether a belle counts."""
        unsettled = any(len(self._where(fits, card)) > 1 for card in self._belle)
        return unsettled and any(self._may_hold_both(fits, seat) for seat in self._callers)


@lru_cache(maxsize=4096)
def most_melded(sure: int, possible: int, loose: int, values: MeldValues) -> int:
    """Return the maximum meld points of a hand with some unknown cards; two melds at most."""
    fitting = [meld for meld in within_melds(possible, values) if (meld.cards & ~sure).bit_count() <= loose]
    size = sure.bit_count() + loose
    together = [
        one.points + other.points
        for one, other in combinations(fitting, 2)
        if not one.cards & other.cards
        and (one.cards | other.cards).bit_count() <= size
        and ((one.cards | other.cards) & ~sure).bit_count() <= loose
    ]
    return max([*together, *(meld.points for meld in fitting)], default=0)


class TrumpCase(NamedTuple):
    """Possible trump suit and makers."""

    replay: Replay
    melds: OpenMelds
    makers: int

    @property
    def frame(self) -> TrumpFrame:
        """Partial deal under the trump suit."""
        return self.melds.frame

    def knowing(self, fell: tuple[int, int] | None) -> TrumpCase:
        """Return the case with a card known to have fallen at a clock."""
        if fell is None:
            return self
        return self._replace(melds=self.melds._replace(frame=self.frame.knowing(*fell)))


class CompletionSubset(NamedTuple):
    """Subset of the completions of a case, with the tricks whose winner is fixed."""

    case: TrumpCase
    fits: Candidates
    settled: dict[int, bool]


def cases_of(
    replay: Replay, law: BoundRuleset, team: int | None = None, stop: int = -1
) -> Iterator[TrumpCase]:
    """Yield each possible trump suit with its possible makers and calls."""
    makers = _SIDES if replay.makers is None and team is None else [replay.makers or 0]
    for one in (reading for supposed in replay.under_each_trump for reading in readings_unwritten(supposed)):
        melds = OpenMelds(one, frame_of(one), law, team, stop)
        for side in makers:
            yield TrumpCase(one, melds, side)
            if team is not None and melds_unrecorded(one):
                yield TrumpCase(one, melds._replace(called=True), side)


class Ends(NamedTuple):
    """Bounds of a value, and whether completions reach both."""

    low: int
    high: int
    reached: bool


class Aim(NamedTuple):
    """Objective of the search: the maximum of a value, or with a `sign` of -1 its minimum."""

    kind: Literal["taken", "extras", "score"]
    #: Team whose tricks or score are meant.
    team: int = 0
    #: Places among the extras that raise the value.
    places: tuple[int, ...] = ()
    sign: int = 1

    def value(self, case: TrumpCase, taken: Scores, extras: Extras) -> int:
        """Return the value in a completion, by the points taken and the extras."""
        if self.kind == "taken":
            return taken[self.team]
        if self.kind == "extras":
            return _sum_of(extras, self.places)
        totals = tuple(own + _sum_of(extras, places_of(team)) for team, own in enumerate(taken))
        return settle(totals, case.makers, case.melds.law.toggles)[self.team]

    def corner(self, case: TrumpCase, taken: Scores, low: Extras, high: Extras) -> int:
        """Return the bound of the value, by bounds of the extras.

        A side scores the more, the more it makes itself and the less the other side does (R-069, R-070).
        """
        own, other = (high, low) if self.sign > 0 else (low, high)
        mixed = tuple((own if place in self.places else other)[place] for place in range(len(low)))
        if self.kind == "score" and self.team != case.makers and case.melds.law.toggles.set_pays == "all":
            totals = tuple(points + _sum_of(mixed, places_of(team)) for team, points in enumerate(taken))
            if is_set(totals, case.makers):
                # Makers who are set pay all they made, so that the most of it counts where most is sought.
                return sum(points + _sum_of(own, places_of(team)) for team, points in enumerate(taken))
        return self.value(case, taken, mixed)


def places_of(team: int) -> tuple[int, ...]:
    """Return the places of a team's melds and belles among the extras."""
    seats = SEATING.seats_of(team)
    return (*seats, *(len(SEATS) + seat for seat in seats))


def _sum_of(extras: Extras, places: Sequence[int]) -> int:
    """Return the sum of some extras, with one belle at most."""
    belle = max((extras[place] for place in places if place >= len(SEATS)), default=0)
    return sum(extras[place] for place in places if place < len(SEATS)) + belle


def ends_of(cases: Sequence[TrumpCase], aim: Aim) -> Ends | None:
    """Return the bounds of an objective, None if there is no completion."""
    results = []
    for sign in (-1, 1):
        parts = [CompletionSubset(case, fits, {}) for case in cases for fits in case.frame.starts()]
        far = search_bound(parts, partial(_search_node, aim._replace(sign=sign)), _MOST)
        if far is None:
            return None
        results.append(far)
    low, high = results
    return Ends(-low.bound, high.bound, low.bound == low.reached and high.bound == high.reached)


#: More than any hand can score.
_MOST: Final = 10_000


def _search_node(aim: Aim, part: CompletionSubset) -> SearchNode[CompletionSubset] | None:
    """Return a node of the search: one completion of a part and the bound of all, None if it has none."""
    case, fits = part.case, part.fits
    tricks = None if aim.kind == "extras" else _Tricks(case, aim.team, aim.sign)
    filling = tricks.taking.filling(fits, part.settled, tricks.sign) if tricks else fill(fits)
    if filling is None:
        return None
    completion = case.frame.completion(filling)
    extras = _NONE if aim.kind == "taken" else case.melds.in_completion(completion)
    low, high = (extras, extras) if aim.kind == "taken" else case.melds.between(fits, extras)
    taken = tricks.by_side(tricks.taking.in_completion(completion)) if tricks else _NOTHING
    supposed = (
        tricks.by_side(tricks.taking.supposed(completion, part.settled, tricks.sign)) if tricks else _NOTHING
    )
    return SearchNode(
        aim.sign * aim.corner(case, supposed, low, high),
        aim.sign * aim.value(case, taken, extras),
        partial(_parts, part, aim.sign, tricks, completion, extras),
        _COST + len(fits) ** 2,
    )


_NOTHING: Final[Scores] = (0,) * len(_SIDES)
_NONE: Final[Extras] = (0,) * (2 * len(SEATS))
#: Cost of one node of the search, besides filling its places.
_COST: Final = 60


@dataclass(frozen=True)
class _Tricks:
    """Tricks of a case, searched for the most or the fewest points of a team."""

    case: TrumpCase
    team: int
    wanted: int

    @cached_property
    def layer(self) -> int | None:
        """Team that laid down, which takes the rest."""
        seat = laid_down_by(self.case.replay.hand)
        return None if seat is None else SEATING.side_of[seat]

    @cached_property
    def counted(self) -> int:
        """Team whose tricks are counted: after a lay-down, the opponents."""
        return self.team if self.layer is None else SEATING.others(self.layer)[0]

    @cached_property
    def taking(self) -> TricksTaken:
        """Points that the counted team takes."""
        counted = self.counted
        teams = enumerate(self.case.replay.columns.teams)
        return TricksTaken(
            self.case.frame, counted, {trick: team == counted for trick, team in teams if team is not None}
        )

    @property
    def sign(self) -> int:
        """1 if the counted team is to take the most, else -1."""
        return -self.wanted if self.team == self.layer else self.wanted

    def by_side(self, taken: int) -> Scores:
        """Return the points of each side, together 152 and ten for the last trick (R-008)."""
        return tuple(taken if side == self.counted else WHOLE - taken for side in _SIDES)


def _parts(
    part: CompletionSubset, sign: int, tricks: _Tricks | None, completion: Completion, here: Extras
) -> Iterator[CompletionSubset]:
    """Yield smaller parts: by the winner of a trick, by a card that decides a meld, or by any unknown card."""
    case, fits, settled = part
    trick = tricks.taking.amiss(completion, settled, tricks.sign) if tricks else None
    if tricks and trick is not None:
        taken = tricks.sign > 0
        yield part._replace(settled={**settled, trick: not taken})
        for narrower in tricks.taking.ways(fits, trick, taken):
            yield CompletionSubset(case, narrower, {**settled, trick: taken})
        return
    result = False
    for narrower in case.melds.ways(fits, completion, here, sign):
        result = True
        yield part._replace(fits=narrower)
    if result:
        return
    number = next((number for number, mask in enumerate(fits) if mask.bit_count() > 1), None)
    if number is not None:
        card = fits[number] & -fits[number]
        yield part._replace(fits=limited(fits, [number], ~card))
        yield part._replace(fits=limited(fits, [number], card))


def scores(replay: Replay, law: BoundRuleset, fell: tuple[int, int] | None = None) -> Range | None:
    """Return the score range of a finished hand; with `fell` if a card fell at a clock.

    None if something other than cards leaves it open, or no completion is found.
    """
    cases = [case.knowing(fell) for case in cases_of(replay, law)]
    if _some_points(cases, law) is None:
        return None
    return _range([ends_of(cases, Aim("score", team, places_of(team))) for team in _SIDES])


def stopped_scores(replay: Replay, law: BoundRuleset, reneging: int, stop: int) -> Range | None:
    """Return the score range of a hand stopped for a renege (R-104), None if no completion is found."""
    (innocents,) = replay.hand.seating.others(reneging)
    cases = list(cases_of(replay, law, innocents, stop))
    ends = ends_of(cases, Aim("extras", places=places_of(innocents)))
    if ends is None:
        return None
    price = renege_price(law.toggles)
    earned = Ends(price + ends.low, price + ends.high, ends.reached)
    nothing = Ends(0, 0, True)
    return _range([earned if side == innocents else nothing for side in _SIDES])


class OpenHand(NamedTuple):
    """Innocent whose melds or belle are undetermined when play was stopped."""

    seat: int
    melds: bool
    belle: bool


def open_hands(replay: Replay, law: BoundRuleset, reneging: int, stop: int) -> list[OpenHand]:
    """Return the innocents whose melds or belle are undetermined when play was stopped."""
    (innocents,) = replay.hand.seating.others(reneging)
    cases = list(cases_of(replay, law, innocents, stop))
    results = []
    for seat in replay.hand.seating.seats_of(innocents):
        melds, belle = (ends_of(cases, Aim("extras", places=(place,))) for place in (seat, len(SEATS) + seat))
        if melds and belle and (melds.low < melds.high or belle.low < belle.high):
            results.append(OpenHand(seat, melds.low < melds.high, belle.low < belle.high))
    return results


def certain_points(
    replay: Replay, law: BoundRuleset, known: tuple[TeamPoints, ...] | None
) -> tuple[TeamPoints, ...] | None:
    """Return the points of both teams if they are the same in every completion, else None.

    `known` are the points by the known cards, if every trick is known.
    """
    cases = list(cases_of(replay, law))
    melds_open = not replay.hand.record.timed or any(case.melds.open for case in cases)
    if known and not melds_open:
        return known
    some = _some_points(cases, law)
    if some is None:
        return None
    finished = replay.over or laid_down_by(replay.hand) is not None
    if None in replay.columns.winners or None in replay.columns.points:
        asked = [Aim("taken", team) for team in (_SIDES[:1] if finished else _SIDES)]
        if replay.over and replay.columns.teams[-1] is None:
            return None
    else:
        asked = []
    if melds_open:
        asked += [Aim("extras", places=places) for places in _PARTS]
    for aim in asked:
        ends = ends_of(cases, aim)
        if ends is None or ends.low != ends.high:
            return None
    return some


def _some_points(cases: Sequence[TrumpCase], law: BoundRuleset) -> tuple[TeamPoints, ...] | None:
    """Return the points of both teams in any completion, None if its cards do not decide them."""
    for case in cases:
        completion = find_completion([case.frame], [])
        if completion:
            whole = replay_in(case.replay, completion)
            return as_played(whole, evaluate_record(whole, law), law).points
    return None


#: Places of the melds of each side, then of the belles of each.
_PARTS: Final = tuple(
    tuple(first + seat for seat in SEATING.seats_of(side)) for first in (0, len(SEATS)) for side in _SIDES
)


def _range(ends: Sequence[Ends | None]) -> Range | None:
    results = [each for each in ends if each is not None]
    if len(results) < len(ends):
        return None
    low, high, reached = zip(*results, strict=True)
    return Range(low, high, all(reached))


#: Budget for one hand.
_EFFORT = 60_000


class SideTakesTrick(NamedTuple):
    """Question: does a side take a trick, numbered from 0?"""

    trick: int
    side: int

    def ways(self, frame: TrumpFrame, fits: Candidates, answer: bool) -> Iterator[Candidates]:
        seating = frame.hand.seating
        clocks = seating.clocks_of(self.trick + 1)
        for clock in clocks:
            if (seating.side_of[frame.hand.seats[clock]] == self.side) is answer:
                yield from won_by(frame, fits, clocks.start, clock)


def possible_tricks(replay: Replay) -> tuple[list[tuple[Replay, Scores]], bool]:
    """Return the possible shares of the tricks, each with a replay, and True if the list is exact.

    If the search is given up, shares not known to be impossible are included.
    """
    results: list[tuple[Replay, Scores]] = []
    whole = True
    with within(Budget(_EFFORT)):
        for one in replay.under_each_trump:
            for taken, sure in _shares(one):
                results.append((one, taken))
                whole = whole and sure
    return results, whole


def _shares(replay: Replay) -> Iterator[tuple[Scores, bool]]:
    """Yield the possible shares of one replay, each with True if a completion has it."""
    teams, sides = replay.columns.teams, len(replay.hand.seating.sides)
    sure = tuple(sum(team == side for team in teams) for side in range(sides))
    left = [trick for trick, team in enumerate(teams) if team is None]
    frame = frame_of(replay)
    for more in _splits(len(left), sides):
        answer = _is_possible(frame, left, more)
        if answer is not False:
            yield tuple(map(sum, zip(sure, more, strict=True))), answer is True


def _splits(count: int, sides: int) -> Iterator[tuple[int, ...]]:
    if sides == 1:
        yield (count,)
        return
    for own in range(count + 1):
        for rest in _splits(count - own, sides - 1):
            yield (own, *rest)


def _is_possible(frame: TrumpFrame, tricks: Sequence[int], share: tuple[int, ...]) -> bool | None:
    """Return True if a completion shares the open tricks so, None if not settled."""
    given_up = False
    for sides in _assigned(len(tricks), share):
        asked: list[tuple[CompletionQuestion, bool]] = [
            (SideTakesTrick(trick, side), True) for trick, side in zip(tricks, sides, strict=True)
        ]
        try:
            if find_completion([frame], asked):
                return True
        except Spent:
            given_up = True
    return None if given_up else False


def _assigned(count: int, share: tuple[int, ...], first: int = 0) -> Iterator[tuple[int, ...]]:
    """Yield the assignments of tricks to sides, each with its share."""
    if first == len(share) - 1:
        yield (first,) * count
        return
    for own in combinations(range(count), share[first]):
        rest = [place for place in range(count) if place not in own]
        for others in _assigned(len(rest), share, first + 1):
            given = [first] * count
            for place, side in zip(rest, others, strict=True):
                given[place] = side
            yield tuple(given)


#: Maximum of unrecorded melds of a side considered together if cards are unknown.
_TOGETHER: Final = 2
#: Maximum of sets of calls tested if cards are unknown.
_MOST_CALLS: Final = 300


class PossibleMeld(NamedTuple):
    """Meld that a seat may have called; belle if None."""

    seat: int
    meld: MeldCards | None
    points: int


class Called(NamedTuple):
    """Unrecorded calls and the score that they give."""

    calls: tuple[PossibleMeld, ...]
    score: Scores


def explaining_calls(
    replay: Replay, law: BoundRuleset, made: Scores, written: Sequence[int | None]
) -> list[Called]:
    """Return the unrecorded calls that explain a sheet, fewest first; empty if a number has no explanation.

    `made` are the points without melds, `written` the numbers on the sheet, None if blank. Calls that explain all
    numbers are preferred; else each number that differs needs calls of its own.
    """
    assert replay.makers is not None
    plain = settle(made, replay.makers, law.toggles)
    wrong = [side for side, number in enumerate(written) if number not in (None, plain[side])]
    fitting = [
        called
        for called in _called(replay, law, made)
        if any(called.score[side] == written[side] for side in wrong)
    ]
    if not replay.complete:
        fitting = [called for called in islice(fitting, _MOST_CALLS) if _possible(replay, called.calls)]
    if not wrong or any(all(called.score[side] != written[side] for called in fitting) for side in wrong):
        return []
    whole = [
        called
        for called in fitting
        if all(number in (None, own) for number, own in zip(written, called.score, strict=True))
    ]
    return whole or fitting


def _called(replay: Replay, law: BoundRuleset, made: Scores) -> list[Called]:
    """Return the calls that change a score: of one side's melds only, since the others do not score."""
    assert replay.makers is not None
    results = []
    belles = [
        (),
        *(
            (PossibleMeld(seat, None, law.toggles.meld_belle),)
            for seat in range(len(SEATS))
            if _may_call_belle(replay, seat)
        ),
    ]
    for side in _SIDES:
        for own in product(*(_possible_sets(replay, seat, law.toggles) for seat in SEATING.seats_of(side))):
            melds = tuple(call for calls in own for call in calls)
            masks = [call.meld.cards for call in melds if call.meld]
            shared = reduce(or_, masks, 0).bit_count() < sum(mask.bit_count() for mask in masks)
            if shared or (len(melds) > _TOGETHER and not replay.complete):
                continue
            for belle in belles:
                if _excluded(replay, belle, melds, law.toggles) or not (melds or belle):
                    continue
                totals = list(made)
                for call in (*melds, *belle):
                    totals[SEATING.side_of[call.seat]] += call.points
                results.append(Called((*melds, *belle), settle(tuple(totals), replay.makers, law.toggles)))
    return sorted(results, key=lambda called: len(called.calls))


def _possible_sets(replay: Replay, seat: int, toggles: Toggles) -> list[tuple[PossibleMeld, ...]]:
    """Return the sets of melds that a seat may have called and shown in turn (R-057, R-058, D-32)."""
    hand, fell = replay.hand, replay.hand.seats.count(seat)
    if fell < 1 + toggles.show_required and laid_down_by(hand) != seat:
        return [()]
    hidden = hand.hidden[seat]
    if toggles.must_declare_all and not hidden:
        whole = best(hand.dealt[seat], toggles.melds)
        return [(), tuple(PossibleMeld(seat, meld, meld.points) for meld in whole)] if whole else [()]
    may = hand.dealt[seat] | (hand.pool if hidden else 0)
    fits = [
        meld
        for meld in within_melds(may, toggles.melds)
        if (meld.cards & ~hand.dealt[seat]).bit_count() <= hidden
    ]
    pairs = [
        (one, other)
        for one, other in combinations(fits, 2)
        if not one.cards & other.cards
        and ((one.cards | other.cards) & ~hand.dealt[seat]).bit_count() <= hidden
    ]
    melds: list[tuple[MeldCards, ...]] = [(), *((meld,) for meld in fits), *pairs]
    return [tuple(PossibleMeld(seat, meld, meld.points) for meld in some) for some in melds]


def _may_call_belle(replay: Replay, seat: int) -> bool:
    """Return True if a seat may have had both cards of the belle, and the moment to call it has come (R-065)."""
    both, hand = belle_cards(replay.trumps), replay.hand
    may = hand.dealt[seat] | (hand.pool if hand.hidden[seat] else 0)
    if both & ~may or (both & ~hand.dealt[seat]).bit_count() > hand.hidden[seat]:
        return False
    fell = reduce(or_, (card for who, card in zip(hand.seats, hand.cards, strict=True) if who == seat), 0)
    return not both & ~fell or laid_down_by(hand) == seat or not replay.complete


def _excluded(
    replay: Replay, belle: Sequence[PossibleMeld], melds: Sequence[PossibleMeld], toggles: Toggles
) -> bool:
    """Return True if a card of the belle serves a meld and may not serve twice (D-21)."""
    both = belle_cards(replay.trumps)
    own = [call.meld.cards for call in melds if call.meld and belle and call.seat == belle[0].seat]
    return not toggles.belle_in_run and any(cards & both for cards in own)


def _possible(replay: Replay, calls: Sequence[PossibleMeld]) -> bool:
    """Return True if some completion has every meld called, or that is not settled."""
    layer = laid_down_by(replay.hand)

    def fell(seat: int, king: int | None, queen: int | None) -> bool:
        return king is not None and queen is not None and (KEPT not in (king, queen) or seat == layer)

    wanted: list[tuple[CompletionQuestion, bool]] = [
        (
            MeldHeld(call.seat, (call.meld.cards,))
            if call.meld
            else BellePlaced(call.seat, lambda king, queen, seat=call.seat: fell(seat, king, queen)),  # type: ignore[misc]
            True,
        )
        for call in calls
    ]
    try:
        return find_completion([frame_of(replay)], wanted) is not None
    except Spent:
        return True


def best_calls(replay: Replay, law: BoundRuleset, seat: int) -> Iterator[PossibleMeld]:
    """Yield the melds of the best call of a seat whose cards are known, and its belle."""
    yield from (
        PossibleMeld(seat, meld, meld.points) for meld in best(replay.hand.dealt[seat], law.toggles.melds)
    )
    both = belle_cards(replay.trumps)
    if both and not both & ~replay.hand.dealt[seat]:
        yield PossibleMeld(seat, None, law.toggles.meld_belle)
