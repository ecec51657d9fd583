"""Score of a hand, the sheet, and the end of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from clabber_audit.cards import PENDING, SCORED, SEATING, SEATS, TEAMS, Scores, is_within_hand
from clabber_audit.games.clabber.melds import (
    CARD_POINTS,
    LAST_TRICK,
    Belle,
    MeldCards,
    MeldEntry,
    belle_cards,
    belle_facts,
    best_melds,
    best_of,
    find_best_side,
    find_counting_meld,
    holds_belle_run,
    melds_of,
    team_sums,
)
from clabber_audit.games.clabber.toggles import MeldValues, Toggles
from clabber_audit.games.game import GameEnd
from clabber_audit.replay import Replay, find_laydown_seat

if TYPE_CHECKING:
    from clabber_audit.records.clabber import SheetLine

#: Points for cards and last trick (R-008); also what innocents score on a renege besides their melds, unless a house
#: sets another price (R-104).
WHOLE: Final = CARD_POINTS + LAST_TRICK
#: Outcomes that a hand of Clabber can have.
ClabberOutcome = Literal["scored", "renege", "redeal", "passed_out", "unfinished", "undetermined"]


class TeamPoints(NamedTuple):
    """Points of one team: card points, the ten for the last trick, melds and belle."""

    cards: int
    last_trick: int
    melds: int
    belle: int

    @classmethod
    def of_line(cls, line: SheetLine) -> TeamPoints:
        """Return the points of a line of the sheet."""
        return cls(line.cards, line.last_trick, line.melds, line.belle)

    @property
    def total(self) -> int:
        """Points in all."""
        return self.cards + self.last_trick + self.melds + self.belle


def is_set(totals: Scores, makers: int) -> bool:
    """Return True if makers go set: level is not enough (R-070)."""
    return totals[makers] <= max(totals[other] for other in SEATING.other_sides(makers))


def settle(totals: Scores, makers: int, toggles: Toggles) -> Scores:
    """Return the score by side: makers who are not set keep what they made, else they have nothing (R-069).

    Some houses give it to the other side. Works for one hand and for columns of many.
    """
    kept = is_set(totals, makers) == 0
    paid = totals[makers] * (1 - kept) if toggles.set_pays == "all" else 0
    return tuple(total * kept if side == makers else total + paid for side, total in enumerate(totals))


def renege_price(toggles: Toggles) -> int:
    """Return what innocents score on a renege besides their melds: 162, half of it, or other points (R-104, D-42)."""
    named = {"all": WHOLE, "half": WHOLE // 2}
    return named.get(str(toggles.renege_points), 0) or int(toggles.renege_points)


def score_renege(side: int, points: int) -> Scores:
    """Return the score by side when one reneged: nothing, and these points for the other (R-104, D-42)."""
    return tuple(0 if side == own else points for own in range(len(SEATING.sides)))


def format_mark(score: int, team: int, makers: int | None, toggles: Toggles) -> str | None:
    """Return the entry of the sheet for a team: its points, the set mark, or the mark for nothing (R-072, R-073).

    Makers without points were set (R-069, R-070). None if the entry depends on an unknown maker.
    """
    if makers is None and not score and toggles.set_mark != toggles.zero_mark:
        return None
    if team == makers and not score:
        return toggles.set_mark
    return str(score) if score else toggles.zero_mark


def find_game_end(totals: Scores, toggles: Toggles) -> GameEnd:
    """Return the state of a game by its totals alone: over at the target, unless level, when another hand decides."""
    if max(totals) < toggles.target:
        return "unfinished"
    if len(set(totals)) == len(totals) or toggles.both_reach == "makers":
        return "won"
    return "tied" if toggles.tie_at_500 == "tie" else "unfinished"


def find_winner(totals: Scores, makers: int | None, made: bool, toggles: Toggles) -> int | None:
    """Return the side that has won a game with a hand; None if nobody has (R-076, R-077, R-078)."""
    there = [side for side, total in enumerate(totals) if total >= toggles.target]
    if toggles.win_by == "made_hand":
        there = [side for side in there if made and side == makers]
    if len(there) > 1 and toggles.both_reach == "makers" and makers is not None:
        return makers
    best = [side for side in there if totals[side] == max(totals[side] for side in there)]
    return best[0] if len(best) == 1 else None


class SheetSlip(NamedTuple):
    """Part of a breakdown that no hand can give."""

    #: The team whose part it is; None where both are wrong together.
    team: int | None
    #: Field of the sheet line, and its written value.
    part: str
    written: int
    #: The only possible value, if there is only one.
    worth: int | None

    @property
    def at(self) -> int:
        """The clock of all sheets."""
        return SCORED


#: Parts that only one side can score: the last trick, melds, belle.
_OF_ONE_SIDE: Final = ("last_trick", "melds", "belle")


def find_sheet_slips(
    lines: Sequence[TeamPoints | None], played_out: bool, values: MeldValues
) -> Iterator[SheetSlip]:
    """Yield the errors within the written breakdown of a hand, by team; None for a team without one.

    In a hand that was `played_out` the cards make 152 and one side has the ten (R-008, R-068); a ten not written
    apart is in the cards.
    """
    for team, own in enumerate(lines):
        if own is None:
            continue
        if own.last_trick not in (0, LAST_TRICK):
            yield SheetSlip(team, "last_trick", own.last_trick, LAST_TRICK)
        if own.melds not in team_sums(values):
            yield SheetSlip(team, "melds", own.melds, None)
        if own.belle not in (0, values.belle):
            yield SheetSlip(team, "belle", own.belle, values.belle)
    whole = [own for own in lines if own is not None]
    if len(whole) < len(lines):
        return
    for part in _OF_ONE_SIDE:
        both = [getattr(own, part) for own in whole]
        if all(both):
            yield SheetSlip(None, part, sum(both), None)
    cards, tens = sum(own.cards for own in whole), sum(own.last_trick for own in whole)
    if played_out and (cards, tens) != (WHOLE, 0):
        if cards != CARD_POINTS:
            yield SheetSlip(None, "cards", cards, CARD_POINTS)
        if not tens:
            yield SheetSlip(None, "last_trick", 0, LAST_TRICK)


class Denied(NamedTuple):
    """Melds and points denied by infractions."""

    #: The melds, by their numbers in the record, and those that are denied although they are still to be shown.
    melds: frozenset[int] = frozenset()
    unshown: frozenset[int] = frozenset()
    #: The seats whose belle is denied.
    belles: frozenset[int | None] = frozenset()
    #: True if it is unknown which melds count.
    open: bool = False


class Counted(NamedTuple):
    """Meld or belle that counts, or would if the other side's were not higher."""

    seat: int
    points: int
    #: The meld; None for belle.
    meld: MeldCards | None
    scores: bool

    @property
    def team(self) -> int:
        """The team whose meld it is."""
        return SEATING.side_of[self.seat]


def count_melds(seat: int, melds: Iterable[MeldCards]) -> tuple[Counted, ...]:
    """Return some melds of a seat as melds that score."""
    return tuple(Counted(seat, meld.points, meld, True) for meld in melds)


class Tally(NamedTuple):
    """Points of each side, in the order of the sides; `points` is None while unknown cards leave it open."""

    points: tuple[TeamPoints, ...] | None
    melds: tuple[Counted, ...]


def score_as_played(replay: Replay, denied: Denied, toggles: Toggles) -> Tally:
    """Return the points of the hand as it was played (R-068). Melds count unless an infraction denies them."""
    record = replay.hand.record
    if not replay.cards and record.contract and len(record.sheet) == len(TEAMS):
        return Tally(tuple(TeamPoints.of_line(record.sheet[team]) for team in TEAMS), ())
    melds = _list_melds_as_played(replay, denied, toggles) if any(replay.events) else ()
    taken = _count_card_points(replay)
    if taken is None or denied.open:
        return Tally(None, melds)
    made, belle = ([0] * len(side) for side in taken)
    for item in melds:
        if item.scores:
            (made if item.meld else belle)[item.team] += item.points
    return Tally(tuple(map(TeamPoints, *taken, made, belle)), melds)


def _count_card_points(replay: Replay) -> tuple[Scores, Scores] | None:
    """Return card points and the ten for the last trick by side; None while a trick is open."""
    side_of = replay.hand.seating.side_of
    cards, last = ([0] * len(replay.hand.seating.sides) for _ in range(2))
    taker = None
    for winner, points in zip(replay.plays.winners, replay.plays.points, strict=True):
        if winner is None or points is None:
            return None
        taker = side_of[winner]
        cards[taker] += points
    layer = find_laydown_seat(replay.hand)
    if layer is not None:
        # An agreed lay-down takes what is left, the cards on the table and the last trick included.
        taker = side_of[layer]
        cards[taker] += CARD_POINTS - sum(cards)
    if taker is not None and (replay.is_over or layer is not None):
        last[taker] = LAST_TRICK
    return tuple(cards), tuple(last)


def _list_valid_melds(
    replay: Replay, runs: Sequence[MeldEntry], denied: frozenset[int], toggles: Toggles, by: int = SCORED
) -> list[tuple[MeldEntry, MeldCards]]:
    """Return the undenied runs and fours announced by clock `by`, each with its points."""
    valid: list[tuple[MeldEntry, MeldCards]] = []
    layer = find_laydown_seat(replay.hand)
    for entry in runs:
        # A lay-down announces the melds that its hand had still to announce.
        called = entry.announced <= by or (entry.seat == layer and entry.announced == PENDING)
        if not called or entry.number in denied:
            continue
        cards = entry.cards
        if not cards:
            used = [meld.cards for other, meld in valid if other.seat == entry.seat]
            named = [other.cards for other in runs if other.seat == entry.seat and other.announced <= by]
            cards = entry.hand & ~reduce(or_, [*used, *named], 0)
        meld = find_counting_meld(entry.kind, cards, toggles.melds)
        if meld:
            valid.append((entry, meld))
    return valid


def _list_melds_as_played(replay: Replay, denied: Denied, toggles: Toggles) -> tuple[Counted, ...]:
    if not replay.trumps:
        return ()
    runs = melds_of(replay).entries
    layer = find_laydown_seat(replay.hand)
    valid = [
        (entry, meld)
        for entry, meld in _list_valid_melds(replay, runs, denied.melds, toggles)
        if not toggles.show_required
        or is_within_hand(entry.shown)
        or (entry.seat == layer and entry.shown == PENDING)
    ]
    side_of = replay.hand.seating.side_of
    sides: list[list[MeldCards]] = [[] for _ in replay.hand.seating.sides]
    for entry, meld in valid:
        sides[side_of[entry.seat]].append(meld)
    compared = sides
    if toggles.unshown_blocks:
        compared = [list(side) for side in sides]
        for entry in runs:
            # A meld announced and never shown scores nothing, but may keep the other side from scoring (D-23).
            held = find_counting_meld(entry.kind, entry.hand, toggles.melds)
            if entry.announced <= entry.first and not is_within_hand(entry.shown) and held:
                compared[side_of[entry.seat]].append(held)
    best_side = find_best_side(compared, replay.trumps, toggles) if valid else None
    melds = [
        Counted(entry.seat, meld.points, meld, side_of[entry.seat] == best_side) for entry, meld in valid
    ]
    # A belle called in time always scores, whatever the highest meld.
    belles = [
        Counted(belle.seat, toggles.meld_belle, None, True)
        for belle in melds_of(replay).belles
        if belle_counts(belle, toggles) and belle.seat not in denied.belles
    ]
    return (*melds, *belles)


def belle_counts(belle: Belle, toggles: Toggles) -> bool:
    """Return True if a belle counts: called in time, or need not be, and neither denied nor kept by a meld."""
    shown = belle.run_shown if toggles.belle_in_run else SCORED + 1
    called = is_within_hand(min(belle.said, shown)) or (
        not toggles.belle_needs_call and is_within_hand(belle.second)
    )
    return called and (toggles.belle_in_run or not belle.in_meld)


def list_entitled_melds(
    replay: Replay, denied: Denied, toggles: Toggles, team: int, stop: int
) -> tuple[Counted, ...]:
    """Return the melds that innocents score when play is stopped at clock `stop` (D-38, D-40, D-41).

    Announced and shown, or still in time to be; a seat that had not played its first card counts the best melds its
    dealt hand holds; belle counts while its second card had not fallen, or when it was called in time.
    """
    valid = _list_valid_when_stopped(replay, denied, toggles, stop)
    counted: list[Counted] = []
    for seat in replay.hand.seating.seats_of(team):
        clocks = replay.clocks(seat)
        fresh = not clocks or clocks[0] >= stop
        hand = replay.hand.dealt[seat]
        if toggles.renege_meld == "held" or (toggles.renege_meld == "entitled" and fresh):
            melds = list(best_melds(hand, toggles.melds))
        else:
            melds = [meld for entry, meld in valid if entry.seat == seat and meld.cards & ~hand == 0]
        counted += count_melds(seat, melds)
    if toggles.renege_outranked_meld == "ignore":
        side_of = replay.hand.seating.side_of
        sides: list[list[MeldCards]] = [[] for _ in replay.hand.seating.sides]
        sides[team] = [item.meld for item in counted if item.meld]
        for entry, meld in valid:
            if side_of[entry.seat] != team:
                sides[side_of[entry.seat]].append(meld)
        counted = counted if find_best_side(sides, replay.trumps, toggles) == team else []
    return (*counted, *_list_entitled_belles(replay, denied, toggles, team, stop, counted))


def list_callable_melds(replay: Replay, toggles: Toggles, team: int, stop: int) -> tuple[Counted, ...]:
    """Return the most that innocents score if melds are unrecorded: all that they could have called by then.

    A seat that had played its first card may have called and shown the best its hand holds; a belle whose second card
    had been played may have been called, and one shown in a run as well.
    """
    counted: list[Counted] = []
    # Without trump there is no belle.
    both = belle_cards(replay.trumps)
    for seat in replay.hand.seating.seats_of(team):
        hand, played = replay.hand.dealt[seat], sum(clock < stop for clock in replay.clocks(seat))
        melds = best_melds(hand, toggles.melds) if played or toggles.renege_meld != "announced" else ()
        counted += count_melds(seat, melds)
        facts = belle_facts(replay.hand, replay.trumps, seat, ())
        if not (both and facts.holds):
            continue
        shown = toggles.belle_in_run and played > 1 and holds_belle_run(hand, replay.trumps)
        used = any(meld.cards & both for meld in melds) and not toggles.belle_in_run
        if (facts.second < stop or shown or toggles.renege_belle == "held") and not used:
            counted.append(Counted(seat, toggles.meld_belle, None, True))
    return tuple(counted)


def _list_valid_when_stopped(
    replay: Replay, denied: Denied, toggles: Toggles, stop: int
) -> list[tuple[MeldEntry, MeldCards]]:
    """Return the announced melds shown in time, or that could still be: these as the dealt hand holds them.

    A meld shown in turn at the clock of the stop, or later, does not count as shown: its card has not fallen. One shown
    at that clock before its turn does. If melds need not be shown, those with recorded cards count.
    """
    entries = melds_of(replay).entries
    shown = [entry for entry in entries if entry.cards]
    if toggles.show_required:
        shown = [
            entry
            for entry in entries
            if (entry.shown <= stop and entry.shown < entry.second)
            or (entry.shown < stop and entry.shown == entry.second)
        ]
    valid = _list_valid_melds(replay, shown, denied.melds, toggles, stop)
    for seat in range(len(SEATS)):
        waiting = [
            entry
            for entry in entries
            if entry.seat == seat
            and entry not in shown
            # A meld still to be shown counts unless the seat is known to have called too little.
            and entry.number not in denied.unshown
            and entry.announced <= min(entry.first, stop)
            and (entry.second >= stop or not toggles.show_required)
        ]
        used = reduce(or_, (meld.cards for entry, meld in valid if entry.seat == seat), 0)
        held = best_of([entry.kind for entry in waiting], replay.hand.dealt[seat] & ~used, toggles.melds)
        for meld in held:
            entry = next(entry for entry in waiting if entry.kind == meld.kind)
            waiting.remove(entry)
            valid.append((entry, meld))
    return valid


def _list_entitled_belles(
    replay: Replay, denied: Denied, toggles: Toggles, team: int, stop: int, melds: Sequence[Counted]
) -> list[Counted]:
    both = belle_cards(replay.trumps)
    if not both:
        return []
    own = melds_of(replay)
    calls = [call for call in own.belle_calls if call.said <= stop and call.number not in denied.melds]
    belles = []
    for seat in replay.hand.seating.seats_of(team):
        facts = belle_facts(replay.hand, replay.trumps, seat, own.entries)
        if not facts.holds:
            continue
        shown = toggles.belle_in_run and facts.run_shown <= stop
        called = (shown or any(call.seat == seat for call in calls)) and seat not in denied.belles
        used = any(item.seat == seat and item.meld and item.meld.cards & both for item in melds)
        if (called or (facts.second >= stop and toggles.renege_belle == "held")) and (
            toggles.belle_in_run or not used
        ):
            belles.append(Counted(seat, toggles.meld_belle, None, True))
    return belles
