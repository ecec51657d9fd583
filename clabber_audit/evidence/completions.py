"""Completions of a partly recorded hand: the ways to fill in everything that the record leaves open.

* `TrumpFrame`: the hand at one trump suit, with its open places and the cards that may lie in each;
* `CompletionQuestion`: yes or no about a completion; `narrow` limits the candidates to those that give an answer;
* `find_completion`: a completion with the answers wanted, None if there is none; `BudgetExhausted` ends it early;
* `find_witnesses`: a completion of each answer, from which the verdict follows.

Every search has a `Budget`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, reduce
from itertools import product
from operator import or_
from typing import Final, NamedTuple, Protocol, TypeVar

from clabber_audit.cards import Strain, cards_in
from clabber_audit.evidence.finding import Witnesses
from clabber_audit.games.clabber.melds import belle_cards
from clabber_audit.records.hand import (
    KEPT,
    NOBODY,
    Candidates,
    Completion,
    Hand,
    OpenPlaces,
    Slot,
    fill,
    open_places_of,
    require_one_of,
    restrict_card,
    union,
)
from clabber_audit.replay import Replay, Turn, turns_of

Result = TypeVar("Result")


class BudgetExhausted(Exception):
    """Raised when the search budget runs out, with the number of steps taken: one or more."""

    def __init__(self, steps: int = 1) -> None:
        super().__init__(steps)
        self.steps = max(steps, 1)


class Unsupported(Exception):
    """Raised when a question needs a kind of position that the search does not handle, whatever the budget."""


_EFFORT: Final[ContextVar[int]] = ContextVar("effort", default=1)


def effort() -> int:
    """Return the factor by which search budgets are multiplied."""
    return _EFFORT.get()


@contextmanager
def searching(factor: int) -> Iterator[None]:
    """Multiply the search budgets made here by a factor."""
    token = _EFFORT.set(factor)
    try:
        yield
    finally:
        _EFFORT.reset(token)


class Budget:
    """Search budget, in units of work."""

    def __init__(self, most: int = sys.maxsize, after: Budget | None = None) -> None:
        """Limit the work to `most` times the effort. Named work already paid `after` another budget is free."""
        self.most = most * effort()
        self.done = 0
        self._known: set[Hashable] = set(after._known) if after else set()

    @property
    def is_spent(self) -> bool:
        """True if more was spent than allowed, so that later results may be incomplete."""
        return self.done > self.most

    def charge(self, count: int, name: Hashable = None) -> None:
        """Charge some work; named work is charged once."""
        if name is not None:
            count = 0 if name in self._known else count
            self._known.add(name)
        self.done += count


_IN_FORCE: Final[ContextVar[tuple[Budget, ...]]] = ContextVar("budgets", default=())


@contextmanager
def charge_to(*budgets: Budget) -> Iterator[None]:
    """Charge the work done here to these budgets and to those already in force."""
    token = _IN_FORCE.set((*_IN_FORCE.get(), *budgets))
    try:
        yield
    finally:
        _IN_FORCE.reset(token)


@contextmanager
def charge_own_budget(most: int = sys.maxsize) -> Iterator[Budget]:
    """Charge the work done here to a budget of its own only, so that it can be charged elsewhere afterward."""
    own = Budget(most)
    token = _IN_FORCE.set((own,))
    try:
        yield own
    finally:
        _IN_FORCE.reset(token)


def spend(count: int = 1, name: Hashable = None) -> None:
    """Charge some work to the budgets in force; raise `BudgetExhausted` if one runs out. Named work is charged once."""
    budgets = _IN_FORCE.get()
    for budget in budgets:
        budget.charge(count, name)
    if budgets and is_exhausted():
        raise BudgetExhausted(next(budget.most for budget in budgets if budget.is_spent))


def run_within_budget(work: Callable[[], Result]) -> Result | None:
    """Return the result of some work, None if a budget ran out."""
    try:
        result = work()
    except BudgetExhausted:
        return None
    return None if is_exhausted() else result


def is_exhausted() -> bool:
    """Return True if a budget in force has run out."""
    return any(budget.is_spent for budget in _IN_FORCE.get())


class TrumpFrame(NamedTuple):
    """Partial deal at one trump suit: the open places and their candidates.

    Columns run over the plays, tuples over the seats.
    """

    hand: Hand
    #: Trump, known or assumed.
    strain: Strain
    #: The cards whose place in play is known, 0 where it is not, and the cards a seat is known to have kept to the end.
    cards: tuple[int, ...]
    kept: tuple[int, ...]
    places: tuple[Slot, ...]
    #: What may lie in the places, for each way in which the copies of a face lie in tricks whose order is lost.
    ways: tuple[tuple[int, ...], ...]
    #: The suit of an up-card not noted, of which the dealer holds a card in every completion; 0 if unknown.
    turned_up: int = 0

    @property
    def fits(self) -> Sequence[int]:
        """The widest candidates of each place."""
        return self.ways[0] if len(self.ways) == 1 else union(self.ways)

    def with_card_at(self, clock: int, card: int) -> TrumpFrame:
        """Return the frame with a card known to have fallen at a clock."""
        place = self.place_at(clock)
        return self._replace(ways=tuple(tuple(restrict_card(fits, [place], card)) for fits in self.ways))

    def limit_to(self, masks: Sequence[int]) -> TrumpFrame:
        """Return the frame with the candidates of each place limited to a mask."""
        ways = (tuple(mask & fit for mask, fit in zip(masks, fits, strict=True)) for fits in self.ways)
        return self._replace(ways=tuple(ways))

    def starts(self) -> Iterator[Candidates]:
        """Yield the candidates of the places, once for each way in which the dealer holds the up-card (R-014)."""
        dealer = self.hand.seating.number[self.hand.record.deal.dealer]
        left = OpenPlaces(list(self.places), list(map(list, self.ways)), list(self.kept))
        return require_one_of(left, self.hand.dealt[dealer], dealer, self.turned_up)

    def possible_cards(self, clock: int, fits: Sequence[int]) -> int:
        """Return the cards that may have fallen at a clock."""
        return self.cards[clock] or fits[self.place_at(clock)]

    def place_at(self, clock: int) -> int:
        """Return the number of the place at a clock whose card is unknown."""
        return next(number for number, place in enumerate(self.places) if place.clock == clock)

    def places_after(self, seat: int, clock: int) -> list[int]:
        """Return the places of the cards that a seat still held after a clock."""
        return [number for number in self.places_of(seat) if self.places[number].clock > clock]

    def places_of(self, seat: int) -> list[int]:
        """Return the places of a seat."""
        return [number for number, place in enumerate(self.places) if place.seat == seat]

    def certain_cards(self, seat: int, clock: int) -> int:
        """Return the cards that a seat certainly still held after a clock."""
        later = zip(range(clock + 1, len(self.cards)), self.hand.seats[clock + 1 :], strict=True)
        return sum(self.cards[at] for at, who in later if who == seat) | self.kept[seat]

    def find_filling_like(self, completion: Completion) -> list[int]:
        """Return place -> its card in a completion, 0 if it has none."""
        kept = list(completion.dealt)
        for seat, card in zip(self.hand.seats, completion.cards, strict=True):
            kept[seat] &= ~card
        results = []
        for place in self.places:
            if place.clock != KEPT:
                results.append(completion.cards[place.clock])
                continue
            card = kept[place.seat] & -kept[place.seat] if place.seat != NOBODY else 0
            kept[place.seat] ^= card
            results.append(card)
        return results

    def completion(self, filling: Sequence[int]) -> Completion:
        """Return the completion in which the places hold these cards."""
        cards, dealt, pack = list(self.cards), list(self.kept), self.hand.pack.all_cards
        for place, card in zip(self.places, filling, strict=True):
            if place.seat != NOBODY and card <= pack:
                dealt[place.seat] |= card
                if place.clock != KEPT:
                    cards[place.clock] = card
        for seat, card in zip(self.hand.seats, self.cards, strict=True):
            dealt[seat] |= card
        return Completion(self.strain, tuple(cards), tuple(dealt))


def build_frame(hand: Hand, strain: Strain, turned_up: int = 0) -> TrumpFrame:
    """Return the frame of a hand at a trump suit, with the suit of an up-card that only the calls reveal."""
    places, ways, kept = open_places_of(hand)
    return TrumpFrame(
        hand, strain, tuple(hand.cards), tuple(kept), tuple(places), tuple(map(tuple, ways)), turned_up
    )


def frame_of(replay: Replay) -> TrumpFrame:
    """Return the frame of a replay whose trump suit is known or assumed."""
    return build_frame(replay.hand, replay.ranking, replay.declared.turned_up)


#: Fillings tried for one answer before it is left undetermined.
BUDGET: Final = 20_000


#: Places filled per unit of work.
_PLACES: Final = 4


class CompletionQuestion(Protocol):
    """Yes-or-no question about a completion."""

    def narrow(self, frame: TrumpFrame, fits: Candidates, answer: bool) -> Iterator[Candidates]:
        """Yield narrower candidates that give the answer; together they cover every completion that does."""
        ...


def find_completion(
    frames: Sequence[TrumpFrame],
    wanted: Sequence[tuple[CompletionQuestion, bool]],
    like: Completion | None = None,
) -> Completion | None:
    """Return a completion with the given answers, None if there is none.

    Raise `BudgetExhausted` at the end of the budget. Completions that resemble `like` are preferred.
    """
    left = most = BUDGET * effort()

    def search(frame: TrumpFrame, fits: Candidates, number: int) -> Completion | None:
        nonlocal left
        if left <= 0:
            raise BudgetExhausted(most)
        left -= 1
        spend(1 + len(fits) // _PLACES)
        if number == len(wanted):
            filling = fill(fits, preferred) if all(fits) else None
            return None if filling is None else frame.completion(filling)
        if number and (not all(fits) or fill(fits) is None):
            return None
        question, answer = wanted[number]
        for narrower in question.narrow(frame, fits, answer):
            result = search(frame, narrower, number + 1)
            if result:
                return result
        return None

    for frame in frames:
        preferred = frame.find_filling_like(like) if like else ()
        for fits in frame.starts():
            result = search(frame, fits, 0)
            if result:
                return result
    return None


def find_some_completion(frame: TrumpFrame) -> tuple[Completion | None, int]:
    """Return any completion, or None and the number of steps after which the search ended."""
    try:
        completion = find_completion([frame], [])
        return completion, int(completion is None)
    except BudgetExhausted as ended:
        return None, ended.steps


def find_witnesses(frame: TrumpFrame, question: CompletionQuestion, guilty: bool = True) -> Witnesses | None:
    """Return a completion of each kind for a question, None if the answer `guilty` holds in none."""
    completions: list[Completion | None] = []
    exhausted = 0
    for wanted in (guilty, not guilty):
        try:
            completions.append(find_completion([frame], [(question, wanted)]))
        except BudgetExhausted as ended:
            exhausted = ended.steps
            completions.append(None)
    return Witnesses(completions[0], completions[1], exhausted) if completions[0] or exhausted else None


def limit(fits: Candidates, places: Sequence[int], mask: int) -> Candidates:
    """Return the candidates with some places limited to a mask."""
    narrower = list(fits)
    for place in places:
        narrower[place] &= mask
    return narrower


#: True if a law objects to playing a card from a hand: the card, the hand, and what the law asks about. All masks.
Objects = Callable[..., bool]


class HandPattern(NamedTuple):
    """Set of hands that a law treats alike: one card of each kind `needed`, none that is not `allowed`."""

    needed: tuple[int, ...]
    allowed: int


@lru_cache(maxsize=1024)
def partition_pack(pack: int, masks: tuple[int, ...]) -> tuple[int, ...]:
    """Partition a pack by membership in the masks."""
    parts = [pack]
    for mask in masks:
        parts = [piece for part in parts for piece in (part & mask, part & ~mask) if piece]
    return tuple(parts)


@lru_cache(maxsize=16384)
def find_patterns(
    pack: int,
    laws: tuple[Objects, ...],
    card: int,
    masks: tuple[int, ...],
    answer: bool,
    *,
    trick: int = 0,
    others: tuple[int, ...] = (),
) -> tuple[HandPattern, ...]:
    """Return the widest holdings from which some law objects to a card, or with `answer` false none does.

    A law on leads is given the number of the `trick`. `others` are masks that laws look at beside those they are given.
    """
    parts = partition_pack(pack, masks + others)
    number = (trick,) if trick else ()
    fitting = 0
    for held in range(1 << len(parts)):
        hand = card | sum(part & -part for part in _choose_parts(parts, held))
        if any(law(card, hand, *masks, *number) for law in laws) is answer:
            fitting |= 1 << held
    results: list[_Span] = []
    for span in _spans(len(parts)):
        if not span.inside & ~fitting and all(span.inside & ~wider.inside for wider in results):
            results.append(span)
    return tuple(
        HandPattern(tuple(_choose_parts(parts, span.lowest)), sum(_choose_parts(parts, span.highest)))
        for span in results
    )


class _Span(NamedTuple):
    """Interval of holdings, one bit for each kind of card; `inside` has one bit for each holding."""

    lowest: int
    highest: int
    inside: int


@cache
def _spans(count: int) -> tuple[_Span, ...]:
    """Return all intervals over a number of kinds of cards, the widest first."""
    results = []
    for each in product((0, 1, 2), repeat=count):
        lowest = sum(1 << part for part, sort in enumerate(each) if sort == 2)
        highest = sum(1 << part for part, sort in enumerate(each) if sort)
        within = [held for held in range(1 << count) if lowest & ~held == 0 == held & ~highest]
        results.append(_Span(lowest, highest, sum(1 << held for held in within)))
    return tuple(sorted(results, key=lambda span: span.inside.bit_count(), reverse=True))


def _choose_parts(parts: Sequence[int], held: int) -> Iterator[int]:
    return (part for number, part in enumerate(parts) if held >> number & 1)


def match_pattern(
    fits: Candidates, places: Sequence[int], sure: int, pattern: HandPattern
) -> Iterator[Candidates]:
    """Yield the candidates under which some places and the `sure` cards form a hand of the pattern."""
    if sure & ~pattern.allowed:
        return
    yield from _with_each(
        limit(fits, places, pattern.allowed), places, [part for part in pattern.needed if not part & sure]
    )


def _with_each(fits: Candidates, places: Sequence[int], needed: Sequence[int]) -> Iterator[Candidates]:
    if not needed:
        yield fits
        return
    for card in cards_in(needed[0] & reduce(or_, (fits[place] for place in places), 0)):
        yield from _with_each(restrict_card(fits, places, card), places, needed[1:])


class TrickState(NamedTuple):
    """State of the trick before a card falls, as masks: suit led and trumps above the highest.

    Before a lead the suit is the whole pack, and the trumps are as in `opened`.
    """

    led: int
    above: int
    fits: Candidates


def trick_states(frame: TrumpFrame, fits: Candidates, clock: int) -> Iterator[TrickState]:
    """Yield every state in which the trick may be before the card at a clock."""
    start, pack = frame.hand.seating.lead_of(clock), frame.hand.pack
    if clock == start:
        yield from _list_states_before_lead(frame, fits, clock)
        return
    strain = _strain_of(frame, start)
    leads: dict[int, int] = {}
    for card in cards_in(frame.possible_cards(start, fits)):
        led = frame.strain.suit_led(card, frame.hand.led_as.get(start))
        leads[led] = leads.get(led, 0) | card
    for led, cards in sorted(leads.items()):
        lead_is = _narrow_clock(frame, fits, start, cards)
        earlier = range(start, clock)
        plain = pack.all_cards & ~strain.trump
        stands: list[tuple[int, Iterable[tuple[int, int]]]] = [
            (strain.trump, [(at, plain) for at in earlier])
        ]
        for card in cards_in(strain.trump):
            above = strain.beaters[card] & strain.trump
            stands += [
                (above, strain.find_winning_layouts(card, at, earlier))
                for at in earlier
                if frame.possible_cards(at, fits) & card
            ]
        for above, lying in stands:
            narrower = _narrow_clocks(frame, lead_is, lying)
            if narrower is not None:
                yield TrickState(led, above, narrower)


def _list_states_before_lead(frame: TrumpFrame, fits: Candidates, clock: int) -> Iterator[TrickState]:
    """Yield the states before a lead: the first trump fell at a known clock, or none has fallen."""
    trump, pack, without = frame.strain.trump, frame.hand.pack, fits
    for at in range(clock):
        first = _narrow_clock(frame, without, at, trump)
        if first is not None:
            yield TrickState(pack.all_cards, trump, first)
        rest = _narrow_clock(frame, without, at, pack.all_cards & ~trump)
        if rest is None:
            return
        without = rest
    yield TrickState(pack.all_cards, 0, without)


def require_winner(frame: TrumpFrame, fits: Candidates, start: int, winner: int) -> Iterator[Candidates]:
    """Yield the candidates under which the card at the clock `winner` wins the trick that begins at `start`."""
    strain = _strain_of(frame, start)
    for card in cards_in(frame.possible_cards(winner, fits)):
        lying = strain.find_winning_layouts(card, winner, range(start, start + frame.hand.seating.width))
        narrower = _narrow_clocks(frame, fits, lying)
        if narrower is not None:
            yield narrower


def _narrow_clocks(
    frame: TrumpFrame, fits: Candidates | None, lying: Iterable[tuple[int, int]]
) -> Candidates | None:
    """Return the candidates with masks at several clocks, None if one cannot be met."""
    for clock, mask in lying:
        fits = _narrow_clock(frame, fits, clock, mask)
        if fits is None:
            return None
    return fits


def _narrow_clock(frame: TrumpFrame, fits: Candidates | None, clock: int, mask: int) -> Candidates | None:
    """Return the candidates with a mask at one clock, None if it cannot be met."""
    if fits is None:
        return None
    if card := frame.cards[clock]:
        return fits if card & mask else None
    place = frame.place_at(clock)
    return limit(fits, [place], mask) if fits[place] & mask else None


def _strain_of(frame: TrumpFrame, start: int) -> Strain:
    return frame.strain.strain_after_lead(frame.cards[start], frame.hand.led_as.get(start))


class DutyBroken(NamedTuple):
    """Question: does any duty object to the card at a clock?"""

    clock: int
    laws: tuple[Objects, ...]
    #: The card to judge if another was shown first in the act of playing (R-041); 0 for the one that fell.
    shown: int = 0
    #: Letters of the ranks and suits by which the laws tell cards apart.
    looks_at: str = ""

    def narrow(self, frame: TrumpFrame, fits: Candidates, answer: bool) -> Iterator[Candidates]:
        seat, since = frame.hand.seats[self.clock], self.clock - bool(self.shown)
        later, sure = frame.places_after(seat, since), frame.certain_cards(seat, since)
        pack, seating = frame.hand.pack.all_cards, frame.hand.seating
        rank, suit = frame.hand.pack.rank, frame.hand.pack.suit
        others = tuple(rank.get(letter) or suit.get(letter, 0) for letter in self.looks_at)
        trick = seating.trick_of(self.clock) if seating.lead_of(self.clock) == self.clock else 0
        for state in trick_states(frame, fits, self.clock):
            masks = (state.led, frame.strain.trump, state.above)
            for kind in partition_pack(pack, masks + others):
                played = kind & (self.shown or frame.possible_cards(self.clock, state.fits))
                if not played:
                    continue
                fallen = state.fits
                if not (self.shown or frame.cards[self.clock]):
                    fallen = limit(fallen, [frame.place_at(self.clock)], kind)
                for pattern in find_patterns(
                    pack, self.laws, played & -played, masks, answer, trick=trick, others=others
                ):
                    yield from match_pattern(fallen, later, sure, pattern)


class TurnBroken(NamedTuple):
    """Question: does any turn law object to the card at a clock?"""

    clock: int
    laws: tuple[Callable[[Turn], bool], ...]

    def narrow(self, frame: TrumpFrame, fits: Candidates, answer: bool) -> Iterator[Candidates]:
        start = frame.hand.seating.lead_of(self.clock)
        if not start:
            if any(self._has_objection(frame, leader) is answer for leader in frame.hand.possible_leaders):
                yield fits
            return
        before = frame.hand.seating.lead_of(start - 1)
        for winner in range(before, start):
            if self._has_objection(frame, frame.hand.seats[winner]) is answer:
                yield from require_winner(frame, fits, before, winner)

    def _has_objection(self, frame: TrumpFrame, leader: int) -> bool:
        """Return True if a law objects when a given seat is to lead the trick."""
        turns = turns_of(frame.hand, frame.hand.seating.lead_of(self.clock), [leader])
        return any(law(turn) for turn in turns if turn.clock == self.clock for law in self.laws)


class SideTakesTrick(NamedTuple):
    """Question: does a side take a trick, numbered from 0?"""

    trick: int
    side: int

    def narrow(self, frame: TrumpFrame, fits: Candidates, answer: bool) -> Iterator[Candidates]:
        seating = frame.hand.seating
        clocks = seating.clocks_of(self.trick + 1)
        for clock in clocks:
            if (seating.side_of[frame.hand.seats[clock]] == self.side) is answer:
                yield from require_winner(frame, fits, clocks.start, clock)


class HandOffends(NamedTuple):
    """Question: does a law about a suit object to the hand that a seat was dealt?"""

    seat: int
    suit: int
    law: Callable[[int], bool]

    def narrow(self, frame: TrumpFrame, fits: Candidates, answer: bool) -> Iterator[Candidates]:
        own, sure = frame.places_of(self.seat), frame.certain_cards(self.seat, -1)
        for pattern in find_patterns(frame.hand.pack.all_cards, (self._objects,), 0, (self.suit,), answer):
            yield from match_pattern(fits, own, sure, pattern)

    def _objects(self, _card: int, hand: int, _suit: int) -> bool:
        return self.law(hand)


class TurnedUp(NamedTuple):
    """Question: was the up-card, dealt to a seat, one of some cards?"""

    dealer: int
    cards: int

    def narrow(self, frame: TrumpFrame, fits: Candidates, answer: bool) -> Iterator[Candidates]:
        some = HandPattern((self.cards if answer else frame.hand.pack.all_cards & ~self.cards,), -1)
        yield from match_pattern(
            fits, frame.places_of(self.dealer), frame.certain_cards(self.dealer, -1), some
        )


class BelleOffends(NamedTuple):
    """Question: does a law object to a belle, given the clocks of king and queen of trumps?

    The clock of a card kept to the end is KEPT, that of a card in another hand None.
    """

    seat: int
    law: Callable[[int | None, int | None], bool]

    def narrow(self, frame: TrumpFrame, fits: Candidates, answer: bool) -> Iterator[Candidates]:
        both = belle_cards(frame.strain.trump)
        king, queen = both & -both, both & (both - 1)
        for first, kings in self._lying(frame, fits, king):
            for second, queens in self._lying(frame, kings, queen):
                if self.law(first, second) is answer:
                    yield queens

    def _lying(
        self, frame: TrumpFrame, fits: Candidates, card: int
    ) -> Iterator[tuple[int | None, Candidates]]:
        """Yield each clock of a card of the belle with its candidates, last None for another seat's hand."""
        if card in frame.cards:
            at = frame.cards.index(card)
            yield (at if frame.hand.seats[at] == self.seat else None), fits
            return
        if card & frame.kept[self.seat]:
            yield KEPT, fits
            return
        own = frame.places_of(self.seat)
        for clock in sorted({frame.places[number].clock for number in own}):
            there = [number for number in own if frame.places[number].clock == clock]
            if any(fits[number] & card for number in there):
                yield clock, restrict_card(fits, there, card)
        if not card & frame.hand.dealt[self.seat]:
            yield None, limit(fits, own, ~card)


class MeldHeld(NamedTuple):
    """Question: was a seat dealt any of some melds, given as masks?"""

    seat: int
    melds: tuple[int, ...]

    def narrow(self, frame: TrumpFrame, fits: Candidates, answer: bool) -> Iterator[Candidates]:
        own, sure = frame.places_of(self.seat), frame.certain_cards(self.seat, -1)
        melds = [mask & ~sure for mask in self.melds]
        if answer:
            for missing in melds:
                narrower = fits
                for card in cards_in(missing):
                    narrower = restrict_card(narrower, own, card)
                if all(narrower):
                    yield narrower
        else:
            yield from self._exclude_melds(fits, own, melds)

    def _exclude_melds(self, fits: Candidates, own: list[int], melds: list[int]) -> Iterator[Candidates]:
        """Yield the candidates under which one card of every meld lies elsewhere."""
        possible = reduce(or_, (fits[number] for number in own), 0)
        whole = [mask for mask in melds if mask & ~possible == 0]
        if not whole:
            yield fits
            return
        for card in cards_in(min(whole, key=int.bit_count)):
            yield from self._exclude_melds(limit(fits, own, ~card), own, melds)


class StillHeld(NamedTuple):
    """Question: did a seat still hold one of some cards after the card at a clock?"""

    clock: int
    seat: int
    cards: int

    def narrow(self, frame: TrumpFrame, fits: Candidates, answer: bool) -> Iterator[Candidates]:
        pattern = HandPattern((self.cards,), -1) if answer else HandPattern((), ~self.cards)
        yield from match_pattern(
            fits,
            frame.places_after(self.seat, self.clock),
            frame.certain_cards(self.seat, self.clock),
            pattern,
        )
