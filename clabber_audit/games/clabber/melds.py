"""Card ranking and card points, the deal and the up-card, melds and belle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from clabber_audit.cards import (
    BIT,
    CARDS_IN_SUIT,
    HAND_SIZE,
    NEVER,
    PACK,
    PENDING,
    RANK,
    RANKS,
    SEAT,
    SUIT,
    SUIT_OF,
    SUITS,
    TEAMS,
    UNWRITTEN,
    RankOrder,
    Strain,
    cards_in,
    clock_of,
    is_within_hand,
    left_of,
    mask_of,
    strain,
    team_of,
)
from clabber_audit.games.clabber.toggles import USUAL, MeldValues, Toggles
from clabber_audit.games.game import DealersOfHand, Outcome
from clabber_audit.records.hand import Hand, fill, open_places_of, require_one_of
from clabber_audit.replay import Declaration, PlayEvents, Replay, find_laydown_seat

#: Trick order and values in trumps, highest first (R-004).
TRUMP_ORDER: Final = (("J", 20), ("9", 14), ("A", 11), ("T", 10), ("K", 4), ("Q", 3))
#: Trick order and values in plain suits, highest first (R-005).
PLAIN_ORDER: Final = (("A", 11), ("T", 10), ("K", 4), ("Q", 3), ("J", 2), ("9", 0))

#: For the last trick (R-008).
LAST_TRICK: Final = 10
#: All card points of a hand, without the last trick: 162 less ten (R-008).
CARD_POINTS: Final = 152

#: How each suit, or none, orders the pack.
_ORDER: Final = RankOrder(PLAIN_ORDER, TRUMP_ORDER)
#: The strain of each trump suit, by the mask of that suit; under 0 the plain order of all four.
RANKINGS: Final[dict[int, Strain]] = {SUIT.get(suit, 0): strain(PACK, suit, _ORDER) for suit in ("", *SUITS)}


def next_dealer(outcome: Outcome, both_guilty: bool, deals: DealersOfHand, toggles: Toggles) -> int | None:
    """Return the seat that deals next; None while the hand is not over."""
    if outcome in ("unfinished", "undetermined"):
        return None
    if deals.out_of_turn:
        return deals.due
    if outcome == "redeal":
        if both_guilty and toggles.both_renege == "zero_next":
            return left_of(deals.dealer)
        return deals.find_redealer(toggles.max_redeals)
    turn_of = deals.dealer if toggles.rotation_after_wrong_deal == "actual" else deals.due
    if outcome == "passed_out" and toggles.all_pass_redeal == "same":
        return deals.dealer
    return left_of(turn_of)


def suits_turned_up(hand: Hand) -> int:
    """Return the suits that may have been turned up, as one mask: that of the up-card, else all the dealer may hold."""
    deal = hand.record.deal
    if deal.upcard:
        return SUIT_OF[BIT[deal.upcard]]
    dealer = SEAT[deal.dealer]
    suits = sum(suit for suit in SUIT.values() if hand.dealt[dealer] & suit)
    if not hand.hidden[dealer]:
        return suits
    left = open_places_of(hand)
    for suit in SUIT.values():
        if not suit & suits and any(
            fill(fits) for fits in require_one_of(left, hand.dealt[dealer], dealer, suit)
        ):
            suits |= suit
    return suits


def hands_with_upcard(hand: Hand, suit: int) -> Iterator[Hand]:
    """Yield the hand with each card that may have been the up-card; itself if the dealer has one of the suit."""
    dealer = SEAT[hand.record.deal.dealer]
    if not suit or hand.dealt[dealer] & suit:
        yield hand
        return
    for card in cards_in(hand.pool & suit if hand.hidden[dealer] else 0):
        dealt, hidden = list(hand.dealt), list(hand.hidden)
        dealt[dealer] |= card
        hidden[dealer] -= 1
        yield hand._replace(dealt=tuple(dealt), hidden=tuple(hidden))


#: The kinds of meld by the words of a record.
KINDS: Final = ("dad", "fifty", "hundred", "two_hundred")
#: Fours of a kind from the highest down, in the order of the table of melds (R-050).
FOURS: Final = "J9ATKQ"

_KIND_OF_RUN: Final = {3: "dad", 4: "fifty", 5: "hundred", 6: "hundred"}
_SHORTEST, _LONGEST = min(_KIND_OF_RUN), max(_KIND_OF_RUN)


class MeldCards(NamedTuple):
    """Run or four of a kind."""

    cards: int
    kind: str
    #: Number of cards in sequence; 0 for a four of a kind.
    run: int
    #: The rank of a four of a kind, or the highest rank of a run.
    top: str
    points: int


@lru_cache(maxsize=16)
def find_all_melds(values: MeldValues) -> dict[int, MeldCards]:
    """Return every run and every four of a kind by the mask of its cards; a sixth card of a run adds nothing."""
    worth = {3: values.dad, 4: values.fifty, 5: values.hundred, 6: values.hundred}
    melds = [
        MeldCards(
            RANK[rank],
            *(("two_hundred", 0, rank, values.jacks) if rank == "J" else ("hundred", 0, rank, values.four)),
        )
        for rank in FOURS
        if values.four_tens or rank != "T"
    ]
    for suit in SUITS:
        for length, points in worth.items():
            for low in range(CARDS_IN_SUIT - length + 1):
                ranks = RANKS[low : low + length]
                mask = sum(BIT[rank + suit] for rank in ranks)
                melds.append(MeldCards(mask, _KIND_OF_RUN[length], length, ranks[-1], points))
    return {meld.cards: meld for meld in melds}


@lru_cache(maxsize=16)
def holdings(values: MeldValues) -> dict[int, int]:
    """Return every meld, and every two that one hand can hold, by the mask of their cards, with their points."""
    melds = list(find_all_melds(values).values())
    points = {meld.cards: meld.points for meld in melds}
    for place, meld in enumerate(melds):
        for other in melds[:place]:
            if not meld.cards & other.cards and (meld.cards | other.cards).bit_count() <= _MOST_CARDS:
                points[meld.cards | other.cards] = meld.points + other.points
    return points


#: The most cards that a hand can have, a miscounted one too.
_MOST_CARDS: Final = 8


@lru_cache(maxsize=16)
def team_sums(values: MeldValues) -> frozenset[int]:
    """Return the possible meld points of a team, of two hands that share no card."""
    held = holdings(values).items()
    hands = [(0, 0), *((mask, worth) for mask, worth in held if mask.bit_count() <= HAND_SIZE)]
    return frozenset(worth + more for mask, worth in hands for other, more in hands if not mask & other)


@lru_cache(maxsize=64)
def list_melds_of_kind(kind: str, values: MeldValues = USUAL) -> tuple[int, ...]:
    """Return the cards of every meld of a kind, as masks."""
    return tuple(mask for mask, meld in find_all_melds(values).items() if meld.kind == kind)


def find_most_points(kind: str, values: MeldValues) -> int:
    """Return the most that a meld called by its kind can count."""
    return max(meld.points for meld in find_all_melds(values).values() if meld.kind == kind)


@lru_cache(maxsize=64)
def worth_more(points: int, values: MeldValues) -> tuple[int, ...]:
    """Return the minimal sets of cards with melds for more than a number of points, as masks."""
    more = [mask for mask, worth in holdings(values).items() if worth > points]
    return tuple(mask for mask in more if not any(other != mask and other & mask == other for other in more))


def belle_cards(trump: int) -> int:
    """Return king and queen of the trump suit, as a mask."""
    return trump & (RANK["K"] | RANK["Q"])


@lru_cache(maxsize=4096)
def find_melds(cards: int, values: MeldValues = USUAL) -> tuple[MeldCards, ...]:
    """Return every run and four of a kind that a set of cards contains, parts of longer runs included."""
    return tuple(meld for mask, meld in find_all_melds(values).items() if mask & cards == mask)


@lru_cache(maxsize=4096)
def find_counting_meld(kind: str, cards: int, values: MeldValues = USUAL) -> MeldCards | None:
    """Return the highest meld of the announced kind in the cards shown, D-27; None when they do not contain one."""
    fitting = [meld for meld in find_melds(cards, values) if meld.kind == kind]
    return max(fitting, key=lambda meld: (meld.run == 0, meld.run, RANKS.index(meld.top)), default=None)


#: For each trump suit, the shortest runs that hold the belle; every longer one contains one of them.
_BELLE_RUNS: Final = {
    trump: [
        mask
        for mask, run in find_all_melds(USUAL).items()
        if run.run == _SHORTEST and mask & trump & RANK["K"] and mask & RANK["Q"]
    ]
    for trump in SUIT.values()
}


def holds_belle_run(cards: int, trump: int) -> bool:
    """Return True if cards contain a run with both king and queen of trumps."""
    return any(mask & cards == mask for mask in _BELLE_RUNS.get(trump, ()))


@lru_cache(maxsize=4096)
def best_melds(cards: int, values: MeldValues = USUAL) -> tuple[MeldCards, ...]:
    """Return the melds of a hand that together count most, no card used twice (R-056)."""
    return _choose_melds(_sort_longest_first(find_melds(cards, values)), 0, None)


def best_of(kinds: Sequence[str], cards: int, values: MeldValues = USUAL) -> tuple[MeldCards, ...]:
    """Return the best melds of a hand within the kinds announced, each kind as often as it was called."""
    return _choose_melds(_sort_longest_first(find_melds(cards, values)), 0, Counter(kinds)) if kinds else ()


def _sort_longest_first(melds: Iterable[MeldCards]) -> list[MeldCards]:
    return sorted(melds, key=lambda meld: (-meld.run, -RANKS.index(meld.top)))


def _choose_melds(
    options: Sequence[MeldCards], used: int, called: Counter[str] | None
) -> tuple[MeldCards, ...]:
    """Return the best combination of melds that share no card, limited to those called if given."""
    choices: list[tuple[MeldCards, ...]] = [()]
    for place, meld in enumerate(options):
        if not meld.cards & used and (called is None or called[meld.kind]):
            left = None if called is None else called - Counter([meld.kind])
            choices.append((meld, *_choose_melds(options[place + 1 :], used | meld.cards, left)))
    return max(choices, key=lambda melds: sum(meld.points for meld in melds))


def rank_meld(meld: MeldCards, trump: int, toggles: Toggles) -> tuple[int, ...]:
    """Return a sort key: the higher meld has the higher key, melds that tie have equal ones (D-14 to D-18).

    Four jacks stand alone at the top; then the hundreds, by the table of melds or by their top card; then runs, the
    longer the higher; of equal length by height and trumps as the ruleset has it.
    """
    height = RANKS.index(meld.top)
    if meld.kind == "two_hundred":
        return (3,)
    if not meld.run:
        place = len(FOURS) - FOURS.index(meld.top) if toggles.fours_rank == "table" else height
        return (2, place) if toggles.four_vs_five == "four" else (1, 5, height, 1, place)
    length = 5 if meld.run == _LONGEST and toggles.six_run_rank == "as_five" else meld.run
    in_trumps = int(meld.cards & trump == meld.cards)
    if toggles.run_tiebreak == "top_then_trump":
        return (1, length, height, in_trumps)
    if toggles.run_tiebreak == "trump_then_top":
        return (1, length, in_trumps, height)
    return (1, length, in_trumps)


def find_best_side(teams: Sequence[Sequence[MeldCards]], trump: int, toggles: Toggles) -> int | None:
    """Return the index of the team whose melds score, or None."""
    return find_best_rank([[rank_meld(meld, trump, toggles) for meld in melds] for melds in teams], toggles)


def find_best_rank(ranks: Sequence[Sequence[tuple[int, ...]]], toggles: Toggles) -> int | None:
    """Return the index of the team with the highest meld (R-055), given the ranks of each team's; None if none scores.

    A tie of the two highest melds cancels all (R-053); with `tie_scope` any, every pair of equal runs does (R-054).
    """
    if toggles.tie_scope == "any" and any(key in ranks[1] for key in ranks[0]):
        return None
    tops = [max(own, default=()) for own in ranks]
    if tops[0] == tops[1]:
        return None
    return 0 if tops[0] > tops[1] else 1


class MeldEntry(NamedTuple):
    """One meld of the record, perhaps in several entries, with the moments that decide about it."""

    number: int
    seat: int
    kind: str
    #: The cards of the meld as the record has them; 0 for none.
    cards: int
    #: Clocks of announcement and showing: PENDING before the proper moment, NEVER if there was none, UNWRITTEN if not
    #: recorded.
    announced: int
    shown: int
    #: Clocks of the seat's first and second card. For a card that has not fallen: the present clock if the seat is in
    #: turn to play it, else PENDING.
    first: int
    second: int
    first_fell: bool
    second_fell: bool
    #: Known cards dealt to the seat, and the number of unknown ones.
    hand: int
    hidden: int
    trump: int
    #: True if an earlier entry of the seat uses one of the cards.
    shared: bool = False
    #: The cards that the other side had shown for its melds before this one was shown.
    shown_before: tuple[int, ...] = ()
    #: The kinds of meld that the seat announced, this one among them.
    called: tuple[str, ...] = ()
    #: The infractions of the seat's side that claims name; an empty name is any fault at all.
    challenged: frozenset[str] = frozenset()

    @property
    def at(self) -> int:
        """Clock of the announcement."""
        return self.announced

    def repeats(self, earlier: MeldEntry) -> bool:
        """Return True if it is the same meld called again by the seat.

        Entries with the same cards are. So are two calls at different moments, one of them without cards, unless the
        hand holds two melds of the kind.
        """
        if (self.seat, self.kind) != (earlier.seat, earlier.kind):
            return False
        if self.cards and earlier.cards:
            return self.cards == earlier.cards
        if self.announced == earlier.announced or NEVER in (self.announced, earlier.announced):
            return False
        held = [mask for mask in list_melds_of_kind(self.kind) if mask & self.hand == mask]
        return not any(not cards & other for cards in held for other in held)

    def join(self, again: MeldEntry) -> MeldEntry:
        """Return the meld with a repetition of it. The first call counts, and the first showing."""

        def order(moment: int) -> tuple[bool, int]:
            # Recorded moments, then unrecorded ones, then never.
            return moment == NEVER, moment

        announced = min(self.announced, again.announced, key=order)
        shown = min(self.shown, again.shown, key=order)
        return self._replace(cards=self.cards or again.cards, announced=announced, shown=shown)


class Timed(NamedTuple):
    """Seat's first and second card, as in `MeldEntry`, and how many of its cards have fallen."""

    first: int
    second: int
    fell: int


def find_card_clocks(hand: Hand, next_turn: int, seat: int) -> Timed:
    """Return the clocks of a seat's first and second card; `next_turn` are the seats in turn at the end, as bits."""
    seats = hand.seats
    fell = seats.count(seat)
    if fell > 1:
        first = seats.index(seat)
        return Timed(first, seats.index(seat, first + 1), fell)
    soonest = len(seats) if next_turn >> seat & 1 else PENDING
    return Timed(seats.index(seat), soonest, 1) if fell else Timed(soonest, PENDING, 0)


def list_meld_entries(hand: Hand, trump: int, next_turn: int) -> list[MeldEntry]:
    """Return the runs and fours in the record's order. A meld called early and again in turn is one meld (R-060)."""
    result: list[MeldEntry] = []
    for number, meld in enumerate(hand.record.melds or ()):
        if meld.kind == "belle":
            continue
        seat = SEAT[meld.seat]
        first, second, fell = find_card_clocks(hand, next_turn, seat)
        cards = mask_of(meld.cards)
        announced = resolve_moment(meld.announced, first, fell > 0)
        shown = resolve_moment(meld.shown, second, fell > 1) if cards or meld.shown is None else NEVER
        moments = (announced, shown, first, second, fell > 0, fell > 1)
        entry = MeldEntry(
            number, seat, meld.kind, cards, *moments, hand.dealt[seat], hand.hidden[seat], trump
        )
        place = next((at for at, earlier in enumerate(result) if entry.repeats(earlier)), None)
        if place is None:
            result.append(entry)
        else:
            result[place] = result[place].join(entry)
    challenged: list[set[str]] = [set() for _ in TEAMS]
    for claim in hand.record.claims:
        team = TEAMS.index(claim.against) if claim.against in TEAMS else team_of(SEAT[claim.against])
        if claim.infraction or claim.trick is None:
            challenged[team].add(claim.infraction or "")
    for place, entry in enumerate(result):
        own = [other for other in result if other.seat == entry.seat]
        others = [other for other in result if team_of(other.seat) != team_of(entry.seat)]
        before = tuple(other.cards for other in others if other.shown < entry.shown)
        result[place] = entry._replace(
            shared=any(other.seat == entry.seat and other.cards & entry.cards for other in result[:place]),
            shown_before=before if is_within_hand(entry.shown) else (),
            called=tuple(other.kind for other in own if other.announced != NEVER),
            challenged=frozenset(challenged[team_of(entry.seat)]),
        )
    return result


def resolve_moment(word: int | str | None, proper: int, reached: bool) -> int:
    """Return the clock of a recorded moment, given that of the proper moment and True if the hand reached it."""
    if word is None:
        return UNWRITTEN
    if word == "in_turn":
        return proper if reached else PENDING
    return NEVER if word == "never" else clock_of(word)


class BelleCall(NamedTuple):
    """One announcement of belle."""

    number: int
    seat: int
    #: Clock of the call; PENDING before its proper moment, NEVER if there was none.
    said: int
    #: True if the seat was dealt both king and queen of trumps.
    holds: bool
    #: King or queen of trumps that it was not dealt.
    lacked: int
    first: int
    first_fell: bool
    #: The clock of the second of the two cards; PENDING while it has not fallen.
    second: int
    #: When the seat showed, in its turn, a run with both; NEVER when it did not.
    run_shown: int
    #: True if it was called together with such a run; None if unrecorded.
    with_run: bool | None
    #: True if another meld of the seat uses one of the two cards; None if its announcement is unrecorded.
    in_meld: bool | None
    #: True if it was called with a lay-down.
    with_laydown: bool
    #: True if the seat had called it before.
    again: bool
    #: True if its moment is recorded.
    dated: bool = True

    @property
    def at(self) -> int:
        """Clock of the call."""
        return self.said


class Belle(NamedTuple):
    """King and queen of trumps in one hand, and when they were called."""

    seat: int
    second: int
    said: int
    run_shown: int
    in_meld: bool | None
    with_laydown: bool

    @property
    def at(self) -> int:
        """Clock of the second card of the pair."""
        return self.second


def list_belle_calls(hand: Hand, trump: int, next_turn: int, runs: Sequence[MeldEntry]) -> list[BelleCall]:
    """Return the announcements of belle, in the record's order."""
    recorded = [(number, meld) for number, meld in enumerate(hand.record.melds or ()) if meld.kind == "belle"]
    calls: list[BelleCall] = []
    layer, laid = find_laydown_seat(hand), len(hand.cards)
    for number, meld in recorded:
        seat = SEAT[meld.seat]
        facts = belle_facts(hand, trump, seat, runs)
        own = find_card_clocks(hand, next_turn, seat)
        proper, reached = (
            (facts.second, facts.second != PENDING) if facts.holds else (own.first, own.fell > 0)
        )
        if facts.holds and not reached and seat == layer:
            proper, reached = laid, True
        said = resolve_moment(meld.announced, proper, reached)
        runs_called = [run.announced for run in facts.runs]
        with_run: bool | None = said != UNWRITTEN and said in runs_called
        if UNWRITTEN in runs_called and said != UNWRITTEN and not with_run:
            with_run = None
        # Called before, by clock, then by order in the record.
        again = any(
            (clock_of(other.announced), place) < (said, number)
            for place, other in recorded
            if SEAT[other.seat] == seat and other.announced not in (None, "in_turn", "never")
        )
        calls.append(
            BelleCall(
                number=number,
                seat=seat,
                said=said,
                holds=facts.holds,
                lacked=belle_cards(trump) & ~hand.dealt[seat],
                first=own.first,
                first_fell=own.fell > 0,
                second=facts.second,
                run_shown=facts.run_shown,
                with_run=with_run,
                in_meld=facts.in_meld,
                with_laydown=said == laid and seat == layer,
                again=again,
                dated=meld.announced is not None,
            )
        )
    return calls


def list_belles(hand: Hand, trump: int, runs: Sequence[MeldEntry], calls: Sequence[BelleCall]) -> list[Belle]:
    """Return the king and queen of trumps of every seat that was dealt both."""
    both, result = belle_cards(trump), []
    for seat, dealt in enumerate(hand.dealt):
        if dealt & both != both:
            continue
        facts = belle_facts(hand, trump, seat, runs)
        own = [call for call in calls if call.seat == seat]
        said = find_first_call([call.said for call in own], facts.second)
        with_laydown = any(call.with_laydown for call in own)
        result.append(Belle(seat, facts.second, said, facts.run_shown, facts.in_meld, with_laydown))
    return result


def find_first_call(clocks: Sequence[int], second: int) -> int:
    """Return the first of several clocks of belle calls; UNWRITTEN if one of them leaves that open."""
    said = min((at for at in clocks if at != UNWRITTEN), default=NEVER)
    return UNWRITTEN if UNWRITTEN in clocks and said > second else said


class BelleFacts(NamedTuple):
    """Facts that decide if the belle of a seat scores."""

    holds: bool
    #: The clock of the second of the two cards; PENDING while it has not fallen.
    second: int
    #: When a run with both was shown in its turn, which is itself the call; NEVER when none was.
    run_shown: int
    #: True if another announced meld uses one of the two; None if its announcement is unrecorded.
    in_meld: bool | None
    #: The runs with both.
    runs: Sequence[MeldEntry]


def belle_facts(hand: Hand, trump: int, seat: int, entries: Sequence[MeldEntry]) -> BelleFacts:
    """Return the belle facts of a seat."""
    both = belle_cards(trump)
    king, cards = both & -both, hand.cards
    places = [cards.index(card) for card in (king, both ^ king) if card in cards]
    parts = sorted(at for at in places if hand.seats[at] == seat)
    own = [entry for entry in entries if entry.seat == seat and entry.cards & both]
    runs = [entry for entry in own if holds_belle_run(entry.cards, trump)]
    shows = [run.shown for run in runs if run.shown == run.second]
    if runs and seat == find_laydown_seat(hand) and any(run.shown == PENDING for run in runs):
        # A lay-down shows the melds that the hand had still to show.
        shows.append(len(hand.cards))
    unwritten = any(run.shown == UNWRITTEN for run in runs)
    announced = {entry.announced for entry in own} - {NEVER}
    return BelleFacts(
        hand.dealt[seat] & both == both,
        parts[1] if len(parts) > 1 else PENDING,
        min(shows, default=UNWRITTEN if unwritten else NEVER),
        None if announced == {UNWRITTEN} else bool(announced),
        runs,
    )


class Melds(NamedTuple):
    """Runs and fours of a record, its announcements of belle, and the belles dealt, in that order."""

    entries: Sequence[MeldEntry] = ()
    belle_calls: Sequence[BelleCall] = ()
    belles: Sequence[Belle] = ()


_NONE: Final = Melds()


def meld_events(declared: Declaration, plays: PlayEvents) -> Melds:
    """Return the meld events of a hand; none about belle if trumps are unknown."""
    hand, strain = declared.hand, declared.strain
    recorded = hand.record.melds
    if recorded is None:
        return _NONE
    trump = strain.trump if strain else 0
    runs = list_meld_entries(hand, trump, plays.next_turn) if recorded else ()
    if not trump:
        return Melds(runs)
    calls = list_belle_calls(hand, trump, plays.next_turn, runs) if recorded else ()
    return Melds(runs, calls, list_belles(hand, trump, runs, calls))


def melds_of(replay: Replay) -> Melds:
    """Return the melds of a replayed hand; none if its game has none."""
    return replay.events if isinstance(replay.events, Melds) else _NONE


def silent_seats(replay: Replay) -> list[MeldEntry]:
    """Return the seats that called no run or four, each as an empty call at its first card, for claims.

    Empty if the record omits melds.
    """
    if find_noted_melds(replay) is None:
        return []
    hand, called = replay.hand, {entry.seat for entry in melds_of(replay).entries if entry.announced != NEVER}
    seats = []
    for seat, (dealt, hidden) in enumerate(zip(hand.dealt, hand.hidden, strict=True)):
        first, second, fell = find_card_clocks(hand, replay.plays.next_turn, seat)
        if fell and seat not in called:
            moments = (first, NEVER, first, second, True, fell > 1)
            seats.append(MeldEntry(-1, seat, "", 0, *moments, dealt, hidden, replay.trumps))
    return seats


def find_noted_melds(replay: Replay) -> Sequence[Any] | None:
    """Return the recorded melds; None if the record omits them or the game has none."""
    noted: Sequence[Any] | None = replay.hand.record.melds if isinstance(replay.events, Melds) else None
    return noted


def melds_unrecorded(replay: Replay) -> bool:
    """Return True if the game has melds and the record omits them."""
    return isinstance(replay.events, Melds) and replay.hand.record.melds is None
