"""The runs and fours of a hand as they were called and shown, each with the moments that decide about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from clabber_audit.games.clabber.melds import of_kind
from clabber_audit.record.hand import Hand
from clabber_audit.table import moments as clock
from clabber_audit.table.cards import BIT, SEAT, TEAMS, team_of
from clabber_audit.table.moments import NEVER, PENDING, UNWRITTEN

if TYPE_CHECKING:
    from clabber_audit.record.model import Claim


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

    @property
    def at(self) -> int:
        """When it was announced."""
        return self.announced


class Timed(NamedTuple):
    """A seat's first and second card, as `Entry` has them, and how many of its cards have fallen."""

    first: int
    second: int
    fell: int


def timed(hand: Hand, next_turn: int, seat: int) -> Timed:
    """When a seat played its first and second card; `next_turn` are the seats, as bits, whose turn it is at the end."""
    seats = hand.seats
    fell = seats.count(seat)
    if fell > 1:
        first = seats.index(seat)
        return Timed(first, seats.index(seat, first + 1), fell)
    soonest = len(seats) if next_turn >> seat & 1 else PENDING
    return Timed(seats.index(seat), soonest, 1) if fell else Timed(soonest, PENDING, 0)


class _Call(NamedTuple):
    """A run or four as the record has it, or several entries of the record about the same one."""

    number: int
    seat: int
    kind: str
    cards: int
    announced: int
    shown: int
    timed: Timed

    def repeats(self, earlier: _Call, dealt: int) -> bool:
        """Return True if it is the same meld called again, by a seat known to have been `dealt` some cards.

        Entries with the same cards are. So are two calls at different moments of which one names no cards, unless the
        hand holds two melds of the kind.
        """
        if (self.seat, self.kind) != (earlier.seat, earlier.kind):
            return False
        if self.cards and earlier.cards:
            return self.cards == earlier.cards
        if self.announced == earlier.announced or NEVER in (self.announced, earlier.announced):
            return False
        held = [mask for mask in of_kind(self.kind) if mask & dealt == mask]
        return not any(not one & other for one in held for other in held)

    def joined(self, again: _Call) -> _Call:
        """Return the meld with a repetition of it. The first call counts, and the first showing."""
        announced = min(self.announced, again.announced, key=_first)
        shown = min(self.shown, again.shown, key=_first)
        return self._replace(cards=self.cards or again.cards, announced=announced, shown=shown)


def _first(moment: int) -> tuple[bool, int]:
    """Order moments: what has none recorded comes after all that have one, and before what never was."""
    return moment == NEVER, moment


def entries(hand: Hand, trump: int, next_turn: int) -> list[Entry]:
    """Return the runs and fours in the record's order. A meld called early and again in turn is one meld (R-060)."""
    calls: list[_Call] = []
    for number, meld in enumerate(hand.record.melds or ()):
        if meld.kind == "belle":
            continue
        own = timed(hand, next_turn, SEAT[meld.seat])
        cards = sum({BIT[code] for code in meld.cards})
        announced = moment(meld.announced, own.first, own.fell > 0)
        shown = moment(meld.shown, own.second, own.fell > 1) if cards or meld.shown is None else NEVER
        call = _Call(number, SEAT[meld.seat], meld.kind, cards, announced, shown, own)
        place = next((at for at, one in enumerate(calls) if call.repeats(one, hand.dealt[call.seat])), None)
        if place is None:
            calls.append(call)
        else:
            calls[place] = calls[place].joined(call)
    challenged = _challenged(hand.record.claims)
    found: list[Entry] = []
    for call in calls:
        found.append(
            Entry(
                call.number,
                call.seat,
                call.kind,
                call.cards,
                call.announced,
                call.shown,
                call.timed.first,
                call.timed.second,
                call.timed.fell > 0,
                call.timed.fell > 1,
                any(entry.seat == call.seat and entry.cards & call.cards for entry in found),
                hand.dealt[call.seat],
                hand.hidden[call.seat],
                trump,
                (),
                (call.kind,),
                challenged.get(team_of(call.seat), frozenset()),
            )
        )
    return [_beside(entry, found) for entry in found] if len(found) > 1 else found


def _challenged(claims: Sequence[Claim]) -> dict[int, frozenset[str]]:
    """The infractions that claims name, by the team they are against; an empty name is any fault at all."""
    found: dict[int, set[str]] = {}
    for claim in claims:
        team = TEAMS.index(claim.against) if claim.against in TEAMS else team_of(SEAT[claim.against])
        if claim.infraction or claim.trick is None:
            found.setdefault(team, set()).add(claim.infraction or "")
    return {team: frozenset(names) for team, names in found.items()}


def moment(word: int | str | None, proper: int, reached: bool) -> int:
    """The clock that a record means, by the clock of the proper moment and whether the hand reached it."""
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
