"""Score ranges of a hand of Clabber, over all completions of its record.

A hand has a `TrumpCase` for each possible trump suit and maker. Its value, such as the score of a side (`Aim`), is sought
over the completions of all cases, once its most and once its least (`find_ends`). The search looks at the part of the
completions with the best bound first and splits it by the winner of a trick (`TricksAimed`) or by a card of a meld.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from itertools import combinations, product
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.cards import (
    DECK,
    DECK_SIZE,
    PENDING,
    SCORED,
    SEAT,
    SEATING,
    SEATS,
    Scores,
    team_of,
    trick_of,
)
from clabber_audit.evidence.completions import (
    SideTakesTrick,
    TrumpFrame,
    effort,
    find_completion,
    frame_of,
    limit,
    spend,
)
from clabber_audit.evidence.evaluate import evaluate_record
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.melds import (
    LAST_TRICK,
    Belle,
    MeldCards,
    belle_cards,
    best_melds,
    find_melds,
    find_most_points,
    find_noted_melds,
    melds_of,
    melds_unrecorded,
)
from clabber_audit.games.clabber.scoring import (
    WHOLE,
    Counted,
    Denied,
    TeamPoints,
    is_set,
    list_callable_melds,
    list_entitled_melds,
    renege_price,
    score_as_played,
    settle,
)
from clabber_audit.games.clabber.toggles import MeldValues
from clabber_audit.judge.scoring import Range
from clabber_audit.records.hand import Candidates, Completion, fill, find_heaviest, restrict_card
from clabber_audit.replay import Replay, find_laydown_seat, replay_hand
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.infraction import Infraction, Trait
from clabber_audit.rules.infractions import infractions


def denies_belle(infraction: Infraction[Any]) -> bool:
    """Return True if a finding of this infraction costs the player the belle."""
    return Trait.DENIES_MELD in infraction.traits and Belle in infraction.events


_NO_DENIALS: Final = Denied()


def find_denied_melds(findings: Sequence[Finding], toggles: Any, stop: int | None = None) -> Denied:
    """Return the melds and belles that some findings deny, of those before play was stopped if it was."""
    if stop is not None:
        findings = [finding for finding in findings if finding.precedes(stop)]
    if not findings:
        return _NO_DENIALS
    book = infractions()
    named = [(finding, book[finding.infraction]) for finding in findings]
    about = [
        (finding.meld, infraction)
        for finding, infraction in named
        if finding.meld is not None and finding.verdict == "proven"
    ]
    return Denied(
        frozenset(meld for meld, infraction in about if Trait.DENIES_MELD in infraction.traits),
        frozenset(meld for meld, infraction in about if Trait.DENIES_UNSHOWN in infraction.traits),
        frozenset(finding.seat for finding, infraction in named if denies_belle(infraction)),
        any(
            finding.verdict != "proven" and infraction.leaves_score_open(finding.facts, toggles)
            for finding, infraction in named
        ),
    )


#: Points of the melds by seat, then of the belle by seat.
Extras = tuple[int, ...]
_PLAYERS: Final = len(SEATS)
_SEATS: Final = range(_PLAYERS)
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

    @property
    def certain(self) -> bool:
        """True if no card is unknown."""
        return self.sure == self.possible


@dataclass(frozen=True)
class TrumpCase:
    """Hand under a possible trump suit and makers, with the melds and belles that unknown cards leave open."""

    replay: Replay
    frame: TrumpFrame
    law: BoundRuleset
    makers: int
    #: Returns the melds and belles that score in a completion.
    counted: Callable[[Replay], Sequence[Counted]]
    #: Seats whose melds depend on unknown cards, seats that count their best melds, called or not, and seats that may
    #: count a belle.
    meld_seats: Sequence[int]
    best_seats: Sequence[int]
    belle_seats: Sequence[int]
    #: True if the melds of one seat decide whether those of another count.
    compared: bool = True
    #: Latest clock of a call that counts.
    call_limit: int = SCORED
    #: If of a card of a belle it only matters whether it fell before some clock, that clock.
    belle_stop: int | None = None

    def extras(self, completion: Completion) -> Extras:
        """Return the points of melds and belles in a completion."""
        points = [0] * (2 * _PLAYERS)
        for item in self.counted(replay_in(self.replay, completion)):
            points[item.seat + (0 if item.meld else _PLAYERS)] += item.points
        return tuple(points)

    @property
    def melds_open(self) -> bool:
        """True if melds or belles can be undetermined."""
        fits = list(self.frame.fits)
        return self._belle_open(fits) or any(not self._hand(fits, seat).certain for seat in self.meld_seats)

    def bound_extras(self, fits: Candidates, here: Extras) -> tuple[Extras, Extras]:
        """Return the least and greatest extras over the remaining completions; `here` are those of one of them."""
        low, high, values = list(here), list(here), self.law.toggles.melds
        loose = [seat for seat in self.meld_seats if not self._hand(fits, seat).certain]
        for seat in range(_PLAYERS) if loose and self.compared else loose:
            if seat in self.best_seats:
                hand = self._hand(fits, seat)
                low[seat] = 0 if self.compared else sum(meld.points for meld in best_melds(hand.sure, values))
                may_hold = possible_melds(hand.sure, hand.possible, hand.open, values)
                high[seat] = max(sum(meld.points for meld in melds) for melds in may_hold)
            else:
                low[seat], high[seat] = 0, max(here[seat], self._maximize_calls(fits, seat))
        if self._belle_open(fits):
            for seat in self.belle_seats:
                low[_PLAYERS + seat] = 0
                high[_PLAYERS + seat] = self.law.toggles.meld_belle * self._can_hold_belle(fits, seat)
        return tuple(low), tuple(high)

    def split(
        self, fits: Candidates, completion: Completion, here: Extras, sign: int
    ) -> Iterator[Candidates]:
        """Yield the completions left, split by one card that explains why this one falls short of the bound.

        The part that may reach the bound comes last, since the last is searched first.
        """
        bound = self.bound_extras(fits, here)[sign > 0]
        short = [place for place, value in enumerate(here) if value != bound[place]]
        if self._belle_open(fits) and (not short or min(short) >= _PLAYERS):
            card = next(card for card in self._belle if len(self._belle_places(fits, card)) > 1)
            callers = self.belle_seats if sign > 0 else []
            for lying in sorted(self._belle_places(fits, card), key=lambda call: (call[0] in callers, call)):
                numbers = [
                    at for at, place in enumerate(self.frame.places) if self._belle_place(*place) == lying
                ]
                yield restrict_card(fits, numbers, card)
            return
        for seat in sorted(self.meld_seats, key=lambda seat: seat not in short):
            card = self._card_to_split_by(fits, seat, completion, sign)
            if card:
                own = self.frame.places_of(seat)
                yield from (limit(fits, own, ~card), restrict_card(fits, own, card))[::sign]
                return

    def _hand(self, fits: Candidates, seat: int) -> PartialHand:
        """Return the cards that a seat was dealt, as far as they are known."""
        own = elsewhere = count = 0
        for place, mask in zip(self.frame.places, fits, strict=True):
            if place.seat == seat:
                own, count = own | mask, count + 1
            else:
                elsewhere |= mask
        placed = self.frame.certain_cards(seat, -1)
        sure = own & ~elsewhere & DECK
        return PartialHand(placed | sure, placed | (own & DECK), count - sure.bit_count())

    def _maximize_calls(self, fits: Candidates, seat: int) -> int:
        """Return the maximum for the timely calls of a seat, over melds that its hand may hold."""
        hand, values = self._hand(fits, seat), self.law.toggles.melds
        possible = find_melds(hand.possible, values)
        kinds = {meld.kind for meld in possible if (meld.cards & ~hand.sure).bit_count() <= hand.open}
        laid = find_laydown_seat(self.replay.hand) == seat
        own = [entry for entry in melds_of(self.replay).entries if entry.seat == seat and entry.kind in kinds]
        timely = (
            entry
            for entry in own
            if entry.announced <= self.call_limit or (laid and entry.announced == PENDING)
        )
        return sum(find_most_points(entry.kind, values) for entry in timely)

    def _card_to_split_by(self, fits: Candidates, seat: int, completion: Completion, sign: int) -> int:
        """Return an uncertain card of a seat that decides a meld, 0 if its hand is certain."""
        hand = self._hand(fits, seat)
        loose = hand.possible & ~hand.sure
        called = {entry.kind for entry in melds_of(self.replay).entries if entry.seat == seat}
        possible = find_melds(hand.possible, self.law.toggles.melds)
        melds = [meld for meld in possible if seat in self.best_seats or meld.kind in called]
        wanted = sorted(melds, key=lambda meld: -meld.points)
        had = [meld for meld in melds if not meld.cards & ~completion.dealt[seat]]
        for meld in [*wanted, *had] if sign > 0 else [*had, *wanted]:
            missing = meld.cards & loose
            if missing and missing.bit_count() <= hand.open:
                return missing & -missing
        return loose & -loose

    @property
    def _belle(self) -> tuple[int, int]:
        """King and queen of trumps."""
        both = belle_cards(self.frame.strain.trump)
        return both & -both, both & (both - 1)

    def _belle_place(self, seat: int, clock: int) -> tuple[int, int]:
        """Return the holder of a card of a belle and its clock, as far as the clock matters."""
        return seat, clock if self.belle_stop is None else int(clock < self.belle_stop)

    def _belle_places(self, fits: Candidates, card: int) -> set[tuple[int, int]]:
        """Return where a card of a belle may be."""
        if card in self.frame.cards:
            clock = self.frame.cards.index(card)
            return {self._belle_place(self.frame.hand.seats[clock], clock)}
        places = zip(self.frame.places, fits, strict=True)
        return {self._belle_place(*place) for place, mask in places if mask & card} or {
            self._belle_place(seat, DECK_SIZE) for seat, kept in enumerate(self.frame.kept) if kept & card
        }

    def _can_hold_belle(self, fits: Candidates, seat: int) -> bool:
        return all(any(who == seat for who, _ in self._belle_places(fits, card)) for card in self._belle)

    def _belle_open(self, fits: Candidates) -> bool:
        """Return True if unknown cards decide whether a belle counts."""
        unsettled = any(len(self._belle_places(fits, card)) > 1 for card in self._belle)
        return unsettled and any(self._can_hold_belle(fits, seat) for seat in self.belle_seats)


@lru_cache(maxsize=4096)
def possible_melds(
    sure: int, possible: int, loose: int, values: MeldValues
) -> tuple[tuple[MeldCards, ...], ...]:
    """Return the sets of melds that a hand with some unknown cards may hold, two melds at most."""
    fits = [meld for meld in find_melds(possible, values) if (meld.cards & ~sure).bit_count() <= loose]
    pairs = (
        (meld, other)
        for meld, other in combinations(fits, 2)
        if not meld.cards & other.cards and ((meld.cards | other.cards) & ~sure).bit_count() <= loose
    )
    return (), *((meld,) for meld in fits), *pairs


def _replay_extremes(replay: Replay) -> Iterator[Replay]:
    """Yield the replay under each possible trump suit, its unrecorded moments by side all in turn or all never.

    These are the extremes: a side never scores less for a meld that counts, nor more for one of the other side.
    """
    for one in replay.replays_by_trump:
        melds = find_noted_melds(one) or ()
        sides = {team_of(SEAT[meld.seat]) for meld in melds if None in (meld.announced, meld.shown)}
        if not sides:
            yield one
            continue
        for words in product(*[("in_turn", "never") if side in sides else ("in_turn",) for side in _SIDES]):
            timed = [
                meld.model_copy(
                    update={
                        key: words[team_of(SEAT[meld.seat])]
                        for key in ("announced", "shown")
                        if getattr(meld, key) is None
                    }
                )
                for meld in melds
            ]
            hand = one.hand._replace(record=one.hand.record.model_copy(update={"melds": timed}))
            yield replay_hand(hand, one.order, one.strain)


def list_played_cases(replay: Replay, law: BoundRuleset) -> list[TrumpCase]:
    """Return the cases of a finished hand: each possible trump suit with its possible makers."""
    toggles, cases = law.toggles, list[TrumpCase]()

    def count_melds(whole: Replay) -> Sequence[Counted]:
        findings = evaluate_record(whole, law) if whole.hand.record.melds else []
        tally = score_as_played(whole, find_denied_melds(findings, toggles), toggles)
        return [item for item in tally.melds if item.scores]

    for one in _replay_extremes(replay):
        entries, calls = melds_of(one).entries, melds_of(one).belle_calls
        if not (toggles.must_declare_all or toggles.unshown_blocks):
            entries = [entry for entry in entries if not (entry.cards or toggles.show_required)]
        called, calling = {entry.seat for entry in entries}, {call.seat for call in calls}
        melding = [seat for seat in _SEATS if one.hand.hidden[seat] and seat in called]
        belles = [seat for seat in _SEATS if seat in calling or not toggles.belle_needs_call]
        if one.hand.record.melds is None:
            belles = []
        for side in _SIDES if replay.makers is None else [replay.makers]:
            cases.append(TrumpCase(one, frame_of(one), law, side, count_melds, melding, [], belles))
    return cases


def list_stopped_cases(replay: Replay, law: BoundRuleset, innocents: int, stop: int) -> list[TrumpCase]:
    """Return the cases of a hand stopped at a clock, with the melds and belles of the innocents (D-38, D-41).

    If no melds were recorded, there is one more of each, in which the innocents called all they could before the stop.
    """
    toggles, cases = law.toggles, list[TrumpCase]()
    compared, rule = toggles.renege_outranked_meld == "ignore", toggles.renege_meld

    def count_melds(whole: Replay) -> Sequence[Counted]:
        findings = evaluate_record(whole, law) if whole.hand.record.melds else []
        denied = find_denied_melds(findings, toggles, stop)
        return list_entitled_melds(whole, denied, toggles, innocents, stop)

    def count_all_melds(whole: Replay) -> Sequence[Counted]:
        return list_callable_melds(whole, toggles, innocents, stop)

    own = [seat for seat in _SEATS if team_of(seat) == innocents]
    for one in _replay_extremes(replay):
        melds, makers = melds_of(one), replay.makers or 0
        # Who had not played when play was stopped counts what they hold.
        fresh = [seat for seat in _SEATS if min(one.clocks(seat), default=stop) >= stop]
        best_seats = _SEATS if rule == "held" else fresh if rule == "entitled" else []
        called = {*best_seats, *(entry.seat for entry in melds.entries)}
        hidden = [seat for seat in _SEATS if one.hand.hidden[seat] and (compared or seat in own)]
        case = TrumpCase(
            one,
            frame_of(one),
            law,
            makers,
            counted=count_melds,
            meld_seats=[seat for seat in hidden if seat in called],
            best_seats=best_seats,
            belle_seats=own,
            compared=compared,
            call_limit=stop,
            # An uncalled belle counts if it was still whole when play was stopped.
            belle_stop=None if melds.belle_calls else stop,
        )
        cases.append(case)
        if melds_unrecorded(one):
            best_seats = [seat for seat in _SEATS if seat in (best_seats if seat in fresh else own)]
            called = {*best_seats, *(entry.seat for entry in melds.entries)}
            melding = [seat for seat in hidden if seat in called]
            case = replace(
                case, counted=count_all_melds, meld_seats=melding, best_seats=best_seats, belle_stop=None
            )
            cases.append(case)
    return cases


@dataclass(frozen=True)
class TricksAimed:
    """Complete tricks of a case, from which one side is to take the most points, or with a `sign` of -1 the fewest."""

    case: TrumpCase
    side: int
    sign: int
    #: Trick, by number from 0 -> True if the side takes it, as known or supposed.
    taken: Mapping[int, bool]

    @classmethod
    def for_team(cls, case: TrumpCase, team: int, sign: int) -> TricksAimed:
        """Return the tricks for the most or the fewest points of a team.

        After a lay-down those of the opponents are counted, as the team that laid down takes the rest.
        """
        side, layer = team, find_laydown_seat(case.replay.hand)
        if layer is not None:
            side = SEATING.other_sides(SEATING.side_of[layer])[0]
            sign = sign if side == team else -sign
        teams = enumerate(case.replay.plays.teams)
        return cls(case, side, sign, {trick: team == side for trick, team in teams if team is not None})

    def filling(self, fits: Candidates) -> list[int] | None:
        """Return the filling with the best value if every open trick is won as aimed, None if there is none."""
        frame, seating = self.case.frame, self.case.frame.hand.seating
        value = {card: self.sign * points for card, points in frame.strain.value.items()}
        end = len(self._clocks) * seating.width
        counting = [
            place.clock < end and self._is_taken(seating.trick_of(place.clock) - 1) for place in frame.places
        ]
        return find_heaviest(fits, counting, value)

    def points_by_side(self, completion: Completion, *, aimed: bool) -> Scores:
        """Return the points of each side in a completion, or there if every open trick is won as aimed.

        They are 152 together, and ten for the last trick (R-008).
        """
        taken = sum(
            self._count_trick_points(completion, trick)
            for trick in range(len(self._clocks))
            if (self._is_taken(trick) if aimed else self._is_won(completion, trick))
        )
        return tuple(taken if side == self.side else WHOLE - taken for side in _SIDES)

    def split(self, fits: Candidates, completion: Completion) -> Iterator[tuple[Candidates, TricksAimed]]:
        """Yield the candidates by who takes the most valuable trick that is not won as aimed; nothing if all are.

        All come first, with the trick not as aimed.
        """
        amiss = [
            trick
            for trick in range(len(self._clocks))
            if self._is_won(completion, trick) is not self._is_taken(trick)
        ]
        if not amiss:
            return
        trick, aimed = (
            max(amiss, key=lambda trick: self._count_trick_points(completion, trick)),
            self.sign > 0,
        )
        yield fits, replace(self, taken={**self.taken, trick: not aimed})
        for narrower in SideTakesTrick(trick, self.side).narrow(self.case.frame, fits, aimed):
            yield narrower, replace(self, taken={**self.taken, trick: aimed})

    @cached_property
    def _clocks(self) -> list[range]:
        """Clocks of each complete trick."""
        seating, end = self.case.frame.hand.seating, len(self.case.frame.cards)
        return [seating.clocks_of(trick) for trick in range(1, end // seating.width + 1)]

    def _is_taken(self, trick: int) -> bool:
        """Return True if the side takes a trick; one that is undecided goes to it when its most is sought."""
        return self.taken.get(trick, self.sign > 0)

    def _is_won(self, completion: Completion, trick: int) -> bool:
        clocks = self._clocks[trick]
        seats = self.case.frame.hand.seats[clocks.start : clocks.stop]
        winner = trick_of(completion.cards[clocks.start : clocks.stop], completion.strain, seats).winner
        return winner is not None and SEATING.side_of[winner] == self.side

    def _count_trick_points(self, completion: Completion, trick: int) -> int:
        """Return the points of a trick, ten for the sixth included (R-008, R-038)."""
        clocks = self._clocks[trick]
        last = LAST_TRICK if clocks.stop == SEATING.end else 0
        return (
            sum(completion.strain.value[card] for card in completion.cards[clocks.start : clocks.stop]) + last
        )


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
        return settle(totals, case.makers, case.law.toggles)[self.team]

    def bound(self, case: TrumpCase, taken: Scores, low: Extras, high: Extras) -> int:
        """Return the bound of the value, by bounds of the extras.

        A side scores the more, the more it makes itself and the less the other side does (R-069, R-070).
        """
        own, other = (high, low) if self.sign > 0 else (low, high)
        mixed = tuple((own if place in self.places else other)[place] for place in range(len(low)))
        if self.kind == "score" and self.team != case.makers and case.law.toggles.set_pays == "all":
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


class Ends(NamedTuple):
    """Bounds of a value, and whether completions reach both."""

    low: int
    high: int
    reached: bool


def find_ends(cases: Sequence[TrumpCase], aim: Aim) -> Ends | None:
    """Return the bounds of an objective, None if there is no completion."""
    least, most = (_search_most(cases, aim._replace(sign=sign)) for sign in (-1, 1))
    if least is None or most is None:
        return None
    return Ends(-least[1], most[1], least[0] == least[1] and most[0] == most[1])


class _Part(NamedTuple):
    """Part of the completions of a case, with the tricks that are searched."""

    case: TrumpCase
    fits: Candidates
    tricks: TricksAimed | None


#: More than any hand can score.
_MOST: Final = 10_000
#: Limit of one search, cost of looking at a part besides that of filling its places, and costs per unit of work.
_MOST_COST: Final = 30_000
_COST: Final = 60
_WORK: Final = 10
_NOTHING: Final[Scores] = (0,) * len(_SIDES)
_NONE: Final[Extras] = (0,) * (2 * len(SEATS))


def _search_most(cases: Sequence[TrumpCase], aim: Aim) -> tuple[int, int] | None:
    """Return the most that a completion was found to reach, and that any can, by best-first branch and bound.

    With a sign of -1 both are negated. None if there is no completion. Among equal bounds the latest part goes first,
    which ends the search sooner.
    """
    reached: int | None = None
    left, number = _MOST_COST * effort(), 0
    # The bound, negated; a part that was not looked at, or the smaller parts of one that was.
    waiting: list[tuple[int, int, _Part | Iterator[_Part]]] = []
    for case in cases:
        tricks = None if aim.kind == "extras" else TricksAimed.for_team(case, aim.team, aim.sign)
        for fits in case.frame.starts():
            number -= 1
            heappush(waiting, (-_MOST, number, _Part(case, fits, tricks)))
    while waiting:
        bound, _, part = waiting[0]
        if reached is not None and (reached >= -bound or left <= 0):
            return reached, max(reached, -bound)
        heappop(waiting)
        if not isinstance(part, _Part):
            for smaller in part:
                number -= 1
                heappush(waiting, (bound, number, smaller))
            continue
        case, fits, tricks = part
        filling = tricks.filling(fits) if tricks else fill(fits)
        cost = 0 if filling is None else _COST + len(fits) ** 2
        left -= cost or 1
        spend(1 + cost // _WORK)
        if filling is None:
            continue
        completion, extras, taken, supposed = case.frame.completion(filling), _NONE, _NOTHING, _NOTHING
        low = high = extras
        if aim.kind != "taken":
            extras = case.extras(completion)
            low, high = case.bound_extras(fits, extras)
        if tricks:
            taken, supposed = (tricks.points_by_side(completion, aimed=aimed) for aimed in (False, True))
        value = aim.sign * aim.value(case, taken, extras)
        most = aim.sign * aim.bound(case, supposed, low, high)
        reached = value if reached is None else max(reached, value)
        if most > reached:
            number -= 1
            heappush(waiting, (-min(most, -bound), number, _split(part, aim.sign, completion, extras)))
    return None if reached is None else (reached, reached)


def _split(part: _Part, sign: int, completion: Completion, extras: Extras) -> Iterator[_Part]:
    """Yield smaller parts: by the winner of a trick, by a card that decides a meld, or by any unknown card."""
    case, fits, tricks = part
    parts = [_Part(case, *narrower) for narrower in tricks.split(fits, completion)] if tricks else []
    if not parts:
        parts = [part._replace(fits=narrower) for narrower in case.split(fits, completion, extras, sign)]
    if parts:
        yield from parts
        return
    number = next((number for number, mask in enumerate(fits) if mask.bit_count() > 1), None)
    if number is not None:
        card = fits[number] & -fits[number]
        yield part._replace(fits=limit(fits, [number], ~card))
        yield part._replace(fits=limit(fits, [number], card))


def range_as_played(replay: Replay, law: BoundRuleset, fell: tuple[int, int] | None = None) -> Range | None:
    """Return the score range of a finished hand; with `fell` if a card fell at a clock.

    None if something other than cards leaves it open, or no completion is found.
    """
    cases = list_played_cases(replay, law)
    if fell:
        cases = [replace(case, frame=case.frame.with_card_at(*fell)) for case in cases]
    if _find_possible_points(cases, law) is None:
        return None
    return _join_ends([find_ends(cases, Aim("score", team, places_of(team))) for team in _SIDES])


def range_when_stopped(replay: Replay, law: BoundRuleset, reneging: int, stop: int) -> Range | None:
    """Return the score range of a hand stopped for a renege (R-104), None if no completion is found."""
    (innocents,) = replay.hand.seating.other_sides(reneging)
    cases = list_stopped_cases(replay, law, innocents, stop)
    ends = find_ends(cases, Aim("extras", places=places_of(innocents)))
    if ends is None:
        return None
    price = renege_price(law.toggles)
    earned = Ends(price + ends.low, price + ends.high, ends.reached)
    nothing = Ends(0, 0, True)
    return _join_ends([earned if side == innocents else nothing for side in _SIDES])


class OpenHand(NamedTuple):
    """Innocent whose melds or belle are undetermined when play was stopped."""

    seat: int
    melds: bool
    belle: bool


def open_hands(replay: Replay, law: BoundRuleset, reneging: int, stop: int) -> list[OpenHand]:
    """Return the innocents whose melds or belle are undetermined when play was stopped."""
    (innocents,) = replay.hand.seating.other_sides(reneging)
    cases = list_stopped_cases(replay, law, innocents, stop)
    results = []
    for seat in replay.hand.seating.seats_of(innocents):
        melds, belle = (
            find_ends(cases, Aim("extras", places=(place,))) for place in (seat, len(SEATS) + seat)
        )
        if melds and belle and (melds.low < melds.high or belle.low < belle.high):
            results.append(OpenHand(seat, melds.low < melds.high, belle.low < belle.high))
    return results


def certain_points(
    replay: Replay, law: BoundRuleset, known: tuple[TeamPoints, ...] | None
) -> tuple[TeamPoints, ...] | None:
    """Return the points of both teams if they are the same in every completion, else None.

    `known` are the points by the known cards, if every trick is known.
    """
    cases = list_played_cases(replay, law)
    melds_open = not replay.hand.record.has_all_moments or any(case.melds_open for case in cases)
    if known and not melds_open:
        return known
    some = _find_possible_points(cases, law)
    if some is None:
        return None
    finished = replay.is_over or find_laydown_seat(replay.hand) is not None
    if None in replay.plays.winners or None in replay.plays.points:
        asked = [Aim("taken", team) for team in (_SIDES[:1] if finished else _SIDES)]
        if replay.is_over and replay.plays.teams[-1] is None:
            return None
    else:
        asked = []
    if melds_open:
        asked += [Aim("extras", places=places) for places in _PARTS]
    for aim in asked:
        ends = find_ends(cases, aim)
        if ends is None or ends.low != ends.high:
            return None
    return some


def _find_possible_points(cases: Sequence[TrumpCase], law: BoundRuleset) -> tuple[TeamPoints, ...] | None:
    """Return the points of both teams in any completion, None if its cards do not decide them."""
    for case in cases:
        completion = find_completion([case.frame], [])
        if completion:
            whole = replay_in(case.replay, completion)
            denied = find_denied_melds(evaluate_record(whole, law), law.toggles)
            return score_as_played(whole, denied, law.toggles).points
    return None


#: Places of the melds of each side, then of the belles of each.
_PARTS: Final = tuple(
    tuple(first + seat for seat in SEATING.seats_of(side)) for first in (0, len(SEATS)) for side in _SIDES
)


def _join_ends(ends: Sequence[Ends | None]) -> Range | None:
    results = [each for each in ends if each is not None]
    if len(results) < len(ends):
        return None
    low, high, reached = zip(*results, strict=True)
    return Range(low, high, all(reached))
