"""The melds of a hand as they were called and shown, each with the moments that decide about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from clabber_audit.games.clabber.melds import belle_cards, holds_belle_run
from clabber_audit.record.hand import Hand
from clabber_audit.record.model import Claim, Meld
from clabber_audit.table import moments as clock
from clabber_audit.table.cards import BIT, DECK_SIZE, SEAT, TEAMS, team_of
from clabber_audit.table.moments import NEVER, PENDING, UNWRITTEN


class Entry(NamedTuple):
    """One meld of the record, with the moments that decide about it."""

    number: int
    seat: int
    kind: str
    #: The cards of the meld as the record has them; 0 for none.
    cards: int
    #: When it was announced and shown; PENDING when its proper moment has not come, NEVER when it never was, UNWRITTEN
    #: when nobody wrote it down.
    announced: int
    shown: int
    #: The clocks of the seat's first and second card. One that has not fallen has the clock of the moment while it is
    #: the seat's turn to play it, else it lies later than any moment.
    first: int
    second: int
    first_fell: bool
    second_fell: bool
    #: Whether an earlier entry of the seat uses one of the cards.
    shared: bool
    #: What the seat is known to have been dealt, and how many of its cards are not known.
    hand: int
    hidden: int
    trump: int
    #: The cards that the other side had shown for its melds before this one was shown.
    shown_before: tuple[int, ...]
    #: The kinds of meld that the seat announced, this one among them.
    called: tuple[str, ...]
    #: The infractions of the seat's side that claims name; an empty name is any fault at all.
    challenged: frozenset[str]


class BelleCall(NamedTuple):
    """One announcement of belle."""

    number: int
    seat: int
    #: When it was said; PENDING when its proper moment has not come, NEVER when it was not.
    said: int
    #: Whether the seat was dealt both king and queen of trumps.
    holds: bool
    #: Which of the two it was not dealt.
    lacked: int
    first: int
    first_fell: bool
    #: The clock of the second of the two cards; PENDING while it has not fallen.
    second: int
    #: When the seat showed, in its turn, a run with both; NEVER when it did not.
    run_shown: int
    #: Whether it was said just when the seat announced such a run; None where nobody wrote that down.
    with_run: bool | None
    #: Whether another meld of the seat uses one of the two cards; None where nobody wrote down if it was announced.
    in_meld: bool | None
    #: Whether it was said with a lay-down, or its moment came with one.
    with_laydown: bool
    #: Whether the seat had called it before.
    again: bool


class Belle(NamedTuple):
    """King and queen of trumps in one hand, and when they were called."""

    seat: int
    second: int
    said: int
    run_shown: int
    in_meld: bool | None
    with_laydown: bool


class Melds(NamedTuple):
    """The runs and fours of a record, its announcements of belle, and the belles dealt, in that order."""

    entries: Sequence[Entry] = ()
    belle_calls: Sequence[BelleCall] = ()
    belles: Sequence[Belle] = ()


_NONE: Final = Melds()


def melds(hand: Hand, trump: int, next_turn: int) -> Melds:
    """Everything about the melds of a hand.

    `trump` are the cards known to be trumps, `next_turn` the seats, as bits, whose turn it is at its end.
    """
    recorded = hand.record.melds
    if recorded is None:
        return _NONE
    table = _Table(hand, trump, next_turn)
    runs = table.entries(recorded) if recorded else ()
    if not trump:
        return Melds(runs)
    said = [(number, meld) for number, meld in enumerate(recorded) if meld.kind == "belle"] if recorded else ()
    calls = table.belle_calls(said, runs) if said else ()
    both = belle_cards(trump)
    holders = [seat for seat, dealt in enumerate(hand.dealt) if dealt & both == both]
    return Melds(runs, calls, table.belles(holders, runs, calls) if holders else ())


class _Moments(NamedTuple):
    """A seat's first and second card, as `Entry` has them, and how many of its cards have fallen."""

    first: int
    second: int
    fell: int


class _Table(NamedTuple):
    """A hand whose melds are asked for."""

    hand: Hand
    trump: int
    next_turn: int

    def moments(self, seat: int) -> _Moments:
        """When the seat played its first and second card."""
        seats = self.hand.seats
        fell = seats.count(seat)
        if fell > 1:
            first = seats.index(seat)
            return _Moments(first, seats.index(seat, first + 1), fell)
        soonest = len(seats) if self.next_turn >> seat & 1 else PENDING
        return _Moments(seats.index(seat), soonest, 1) if fell else _Moments(soonest, PENDING, 0)

    def entries(self, recorded: Sequence[Meld]) -> list[Entry]:
        """The runs and fours, in the record's order."""
        found: list[Entry] = []
        challenged = _challenged(self.hand.record.claims)
        for number, meld in enumerate(recorded):
            if meld.kind == "belle":
                continue
            seat = SEAT[meld.seat]
            first, second, fell = self.moments(seat)
            cards = sum({BIT[code] for code in meld.cards})
            found.append(
                Entry(
                    number,
                    seat,
                    meld.kind,
                    cards,
                    _moment(meld.announced, first, fell > 0),
                    _moment(meld.shown, second, fell > 1) if cards or meld.shown is None else NEVER,
                    first,
                    second,
                    fell > 0,
                    fell > 1,
                    bool(found) and any(entry.seat == seat and entry.cards & cards for entry in found),
                    self.hand.dealt[seat],
                    self.hand.hidden[seat],
                    self.trump,
                    (),
                    (meld.kind,),
                    challenged.get(team_of(seat), frozenset()),
                )
            )
        return [_beside(entry, found) for entry in found] if len(found) > 1 else found

    def belle_calls(self, recorded: Sequence[tuple[int, Meld]], runs: Sequence[Entry]) -> list[BelleCall]:
        """The announcements of belle, in the record's order."""
        found: list[BelleCall] = []
        layer, laid = laid_down_by(self.hand), len(self.hand.cards)
        for number, meld in recorded:
            seat = SEAT[meld.seat]
            facts = belle_facts(self.hand, self.trump, seat, runs)
            moments = self.moments(seat)
            proper, reached = (
                (facts.second, facts.second != PENDING) if facts.holds else (moments.first, moments.fell > 0)
            )
            if facts.holds and not reached and seat == layer:
                proper, reached = laid, True
            said = _moment(meld.announced, proper, reached)
            found.append(
                BelleCall(
                    number,
                    seat,
                    said,
                    facts.holds,
                    belle_cards(self.trump) & ~self.hand.dealt[seat],
                    moments.first,
                    moments.fell > 0,
                    facts.second,
                    facts.run_shown,
                    _with_run(said, [run.announced for run in facts.runs]),
                    facts.in_meld,
                    said == laid and seat == layer,
                    _said_before(recorded, number, seat, said),
                )
            )
        return found

    def belles(self, holders: Sequence[int], runs: Sequence[Entry], calls: Sequence[BelleCall]) -> list[Belle]:
        """The king and queen of trumps of every seat that was dealt both."""
        found = []
        for seat in holders:
            facts = belle_facts(self.hand, self.trump, seat, runs)
            own = [call for call in calls if call.seat == seat]
            said = first_said([call.said for call in own], facts.second)
            with_laydown = any(call.with_laydown for call in own)
            found.append(Belle(seat, facts.second, said, facts.run_shown, facts.in_meld, with_laydown))
        return found


def _challenged(claims: Sequence[Claim]) -> dict[int, frozenset[str]]:
    """The infractions that claims name, by the team they are against; an empty name is any fault at all."""
    found: dict[int, set[str]] = {}
    for claim in claims:
        team = TEAMS.index(claim.against) if claim.against in TEAMS else team_of(SEAT[claim.against])
        if claim.infraction or claim.trick is None:
            found.setdefault(team, set()).add(claim.infraction or "")
    return {team: frozenset(names) for team, names in found.items()}


def first_said(clocks: Sequence[int], second: int) -> int:
    """When belle was first called, by the clocks of its calls; UNWRITTEN where one of them leaves that open."""
    said = min((clock for clock in clocks if clock != UNWRITTEN), default=NEVER)
    return UNWRITTEN if UNWRITTEN in clocks and said > second else said


def _moment(word: int | str | None, proper: int, reached: bool) -> int:
    if word is None:
        return UNWRITTEN
    if word == "in_turn":
        return proper if reached else PENDING
    return NEVER if word == "never" else clock.number(word)


def _beside(entry: Entry, others: Sequence[Entry]) -> Entry:
    """An entry with what the others of the hand mean for it."""
    shown, side = entry.shown, team_of(entry.seat)
    shown_before = [other.cards for other in others if other.shown < shown and team_of(other.seat) != side]
    called = [other.kind for other in others if other.seat == entry.seat and other.announced != NEVER]
    return entry._replace(shown_before=tuple(shown_before if shown <= clock.SCORED else ()), called=tuple(called))


def _said_before(recorded: Sequence[tuple[int, Meld]], number: int, seat: int, said: int) -> bool:
    """Whether another entry has the seat say belle at an earlier clock, or at the same and earlier in the record."""
    return any(
        (clock.number(meld.announced), other) < (said, number)
        for other, meld in recorded
        if SEAT[meld.seat] == seat and meld.announced not in (None, "in_turn", "never")
    )


class BelleFacts(NamedTuple):
    """What decides about the belle of one seat."""

    holds: bool
    #: The clock of the second of the two cards; PENDING while it has not fallen.
    second: int
    #: When a run with both was shown in its turn, which is itself the call; NEVER when none was.
    run_shown: int
    #: Whether another meld announced uses one of the two; None where nobody wrote down whether it was announced.
    in_meld: bool | None
    #: The runs with both.
    runs: Sequence[Entry]


def belle_facts(hand: Hand, trump: int, seat: int, entries: Sequence[Entry]) -> BelleFacts:
    """Whether a seat was dealt king and queen of trumps, and what became of them."""
    both = belle_cards(trump)
    king, cards = both & -both, hand.cards
    places = [cards.index(card) for card in (king, both ^ king) if card in cards]
    parts = sorted(at for at in places if hand.seats[at] == seat)
    own = [entry for entry in entries if entry.seat == seat and entry.cards & both]
    runs = [entry for entry in own if holds_belle_run(entry.cards, trump)]
    shows = [run.shown for run in runs if run.shown == run.second]
    if runs and seat == laid_down_by(hand) and any(run.shown == PENDING for run in runs):
        # A lay-down shows what its hand had still to show.
        shows.append(len(hand.cards))
    unwritten = any(run.shown == UNWRITTEN for run in runs)
    return BelleFacts(
        hand.dealt[seat] & both == both,
        parts[1] if len(parts) > 1 else PENDING,
        min(shows, default=UNWRITTEN if unwritten else NEVER),
        _announced(own),
        runs,
    )


def _with_run(said: int, announced: Sequence[int]) -> bool | None:
    """Whether belle was said just when a run was announced; None where nobody wrote down when that was."""
    if said != UNWRITTEN and said in announced:
        return True
    return None if UNWRITTEN in announced and said != UNWRITTEN else False


def _announced(entries: Sequence[Entry]) -> bool | None:
    """Whether any of some melds was announced; None where nobody wrote that down."""
    told = {entry.announced for entry in entries} - {NEVER}
    return None if told == {UNWRITTEN} else bool(told)


def laid_down_by(hand: Hand) -> int | None:
    """The seat that laid its hand down by agreement and so ended play; None when play did not end so."""
    laydown = hand.record.laydown
    if laydown is None or not laydown.agreed:
        return None
    played = len(hand.cards)
    if played == DECK_SIZE or clock.number(laydown.at) < played:
        return None
    return SEAT[laydown.by]
